"""The short run of the forms' counter; the long one is a command."""

from random import Random

import pytest

from companion.conformance import laws, walks
from games.referee import Field, Prompt
from tests.hardening import forms


@pytest.mark.parametrize("slug", ["animated-dice", "batman-who-laughs", "fire-nation"])
def test_forms_offer_hardly_anything_refused(slug):
    seen = forms.run(slug, 60, seed=3)
    assert seen.tried > 300
    assert seen.taps == 0
    assert seen.share <= forms.ALLOWED


def test_counter_notices_forms_that_are_refused(monkeypatch):
    monkeypatch.setattr(laws, "refused", lambda *_: "E_OVER")
    seen = forms.run("fire-nation", 2)
    assert seen.share == 1.0
    assert seen.taps > 0


def test_counter_leaves_free_text_as_shown():
    shown = Field("note", "text", "Note", default="as shown")
    empty = Field("reason", "text", "Reason", optional=True)
    needed = Field("name", "text", "Name")
    fill = walks.filled_in(Prompt("tell", "Tell", (shown, empty)), Random(1))
    assert fill == {"do": "tell", "note": "as shown"}
    assert walks.filled_in(Prompt("tell", "Tell", (needed,)), Random(1)) is None
