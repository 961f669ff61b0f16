"""What a thing of the board answers to: prompts of this phone alone, and nothing made up."""

from __future__ import annotations

import pytest
from django.http import QueryDict

from companion.plays.pages.drawing import regions
from companion.plays.pages.forms import PromptView
from games.messages import Speaker
from games.pieces import Handle, Offers, Piece, Touches
from games.vocabulary import Choice, Field, Prompt

CARDS = Field("card", "choice", "Which card", (Choice("c1", "One"), Choice("c2", "Two")))
HOW_MANY = Field("n", "number", "How many", low=1, high=9)


def touches(*prompts, mine=True, others=False):
    return Touches(Offers([PromptView(p, Speaker({}), mine, others=others) for p in prompts], []))


def test_a_thing_answers_to_the_prompts_that_take_it():
    touch = touches(Prompt("hit", "Hit it", (CARDS,), expected=True, tone="danger"))
    (tap,) = touch.on("c1", ("hit", "card"), ("heal", "card"))
    assert (tap.form, tap.name, tap.value, tap.label) == ("t-p-hit", "card", "c1", "Hit it")
    assert (tap.expected, tap.tone, tap.picks) == (True, "danger", "")
    assert touch.piece().values == {"forms": {"p-hit": Handle("hit", "p-hit", {})}}


@pytest.mark.parametrize("who", [{"mine": False}, {"others": True}])
def test_what_is_anothers_to_do_is_a_picture_here(who):
    assert touches(Prompt("hit", "Hit it", (CARDS,)), **who).on("c1", ("hit", "card")) == ()


def test_a_thing_the_prompt_does_not_take_is_a_picture():
    touch = touches(Prompt("hit", "Hit it", (CARDS,)))
    assert touch.on("c3", ("hit", "card")) == ()
    assert touch.on("c1", ("hit", "other")) == ()
    assert touch.piece().values == {"forms": {}}


def test_a_prompt_that_asks_for_more_has_the_thing_picked_in_its_form():
    touch = touches(Prompt("hit", "Hit it", (CARDS, HOW_MANY), fixed={"who": 1}))
    (tap,) = touch.on("c2", ("hit", "card"))
    assert tap.picks == "p-hit-1-card-c2"
    assert touch.piece().values == {"forms": {}}


def test_what_may_be_left_out_is_not_asked_for():
    why = Field("why", "text", "Why", optional=True)
    (tap,) = touches(Prompt("hit", "Hit it", (CARDS, why))).on("c2", ("hit", "card"))
    assert not tap.picks


def test_a_prompt_about_one_thing_is_this_things_alone():
    touch = touches(Prompt("stop", "Stop"), Prompt("hit", "Hit it", fixed={"card": "c1"}))
    (tap,) = touch.on("c1", ("hit", "card"))
    assert (tap.form, tap.name) == ("t-p-hit-c1", "")
    assert touch.on("c2", ("hit", "card")) == ()
    (stop,) = touch.on("pile", ("stop", ""))
    assert (stop.form, stop.name) == ("t-p-stop", "")


def test_several_ways_are_several_taps_in_their_order():
    touch = touches(Prompt("hit", "Hit it", (CARDS,)), Prompt("heal", "Heal it", (CARDS,)))
    taps = touch.on("c1", ("heal", "card"), ("hit", "card"))
    assert [tap.label for tap in taps] == ["Heal it", "Hit it"]


def test_what_is_asked_is_alike_on_the_phone_of_whoever_may_enter_it_for_another():
    hit, more = Prompt("hit", "Hit it", (CARDS,)), Prompt("heal", "Heal it", group="more")

    def offered(mine, others, typed=None):
        said = Speaker({})
        now = [PromptView(hit, said, mine, others=others)]
        return Offers(now, [PromptView(more, said, mine, typed, others=others)]).steps

    own, host = offered(True, False), offered(True, True)
    look = regions.Look("fire-nation", "en")
    keys = {regions.key_of(look, Piece("x", "y", {"now": each})) for each in (own, host)}
    assert len(keys) == 1
    assert [each.do for each in host] == ["hit"]
    assert offered(False, True) == ()
    assert [each.do for each in offered(True, False, QueryDict())] == ["hit", "heal"]
