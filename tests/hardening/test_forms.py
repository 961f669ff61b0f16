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


def test_counter_notices_forms_that_are_refused():
    referee = registry.referee("fire-nation")
    referee.apply = lambda *_: forms.Refusal("E_OVER", "")
    referee.prompts, before = (lambda _: type(referee).prompts(referee, before)), start(referee)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(forms.chance, "begun", lambda *_: before)
        patch.setattr(forms.chance, "onward", lambda *_: before)
        seen = forms.run(referee, 2)
    assert seen.share == 1.0
    assert seen["taps"] > 0


def start(referee):
    box = referee.sample_box()
    return referee.begin(referee.setup_default(2, box), box).state
