"""The short run of the forms' counter; the long one is a command."""

import pytest

from games import registry
from tests.hardening import forms


@pytest.mark.parametrize("slug", ["batman-who-laughs", "fire-nation"])
def test_forms_offer_hardly_anything_refused(slug):
    seen = forms.run(registry.referee(slug), 60, seed=3)
    assert seen["tried"] > 500
    assert seen["taps"] == 0
    assert seen.share <= forms.ALLOWED


def test_counter_notices_forms_that_are_refused(monkeypatch):
    referee = type(registry.referee("fire-nation"))()
    box = referee.sample_box()
    state = referee.begin(referee.setup_default(2, box), box).state
    monkeypatch.setattr(referee, "apply", lambda *_: forms.Refusal("E_OVER", ""))
    for name in ("begun", "onward"):
        monkeypatch.setattr(forms.chance, name, lambda *_: state)
    seen = forms.run(referee, 2)
    assert seen.share == 1.0
    assert seen["taps"] > 0
