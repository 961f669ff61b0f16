"""The short run of the counter of needless questions; the long one is a command."""

from random import Random

import pytest
from msgspec.structs import replace

from companion.conformance import chance
from games.referee import Choice, Field, Prompt, Ruling
from games.registry import TITLES, referee
from tests.hardening import askings


@pytest.mark.parametrize("slug", TITLES)
def test_nothing_is_asked_whose_answer_follows(slug):
    asked, found = askings.run(slug, 120, seed=3)
    assert asked == 120
    assert not found


def test_question_with_one_answer_is_needless(monkeypatch):
    title = referee("animated-dice")
    state = chance.begin(title, 2)
    prompt = next(each for each in title.prompts(state) if each.expected)
    assert not askings.needless(title, state)
    one = Field("colours", "choice", "Color", (Choice("same", "Same"),))
    known = Prompt(prompt.do, prompt.label, (one,), expected=True)
    monkeypatch.setattr(type(title), "prompts", lambda *_: (known,))
    monkeypatch.setattr(askings, "results", lambda *_: iter(["one table", "one table"]))
    assert askings.needless(title, state) == prompt.do


def test_field_is_idle_where_answers_share_one_table(monkeypatch):
    title, rng = referee("talisman-batman"), Random(1)
    state = chance.begin(title, 2)
    assert not list(askings.idle(title, state, rng))
    prompt = next(each for each in title.prompts(state) if each.expected)
    extra = Field("floor", "choice", "Floor", (Choice(1, "First"), Choice(2, "Second")))
    asked = replace(prompt, fields=(*prompt.fields, extra))
    monkeypatch.setattr(type(title), "prompts", lambda *_: (asked,))
    monkeypatch.setattr(chance, "answered", lambda *_: (Ruling(state), {}))
    assert f"{prompt.do}.floor" in list(askings.idle(title, state, rng))


def test_fact_is_asked_again_only_for_same_thing():
    once = {"cards": lambda state: state}
    field = Field("cards", "number", "Cards", low=0, high=3)
    prompts = (Prompt("look", "Look", (field,), expected=True),)
    assert askings.again({("cards", "cell")}, once, "cell", prompts) == "cards"
    assert askings.again({("cards", "cell")}, once, "yard", prompts) == ""
