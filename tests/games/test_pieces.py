"""Tests of what a thing of the board answers to: prompts of this phone alone, and nothing made
up."""

from __future__ import annotations

from django.http import QueryDict

from companion.plays.pages.forms import PromptView
from games.messages import Speaker
from games.pieces import Handle, Offers, Touches
from games.vocabulary import Choice, Field, Prompt

CARDS = Field("card", "choice", "Which card", (Choice("c1", "One"), Choice("c2", "Two")))
HOW_MANY = Field("n", "number", "How many", low=1, high=9)


def touches(*prompts, mine=True):
    return Touches(Offers([PromptView(p, Speaker({}), mine) for p in prompts], []))


def test_thing_answers_to_prompts_that_take_it():
    touch = touches(Prompt("hit", "Hit it", (CARDS,), expected=True, tone="danger"))
    (tap,) = touch.on("c1", ("hit", "card"), ("heal", "card"))
    assert (tap.form, tap.name, tap.value, tap.label) == ("t-p-hit", "card", "c1", "Hit it")
    assert (tap.expected, tap.tone, tap.picks) == (True, "danger", "")
    assert touch.piece().values == {"forms": {"p-hit": Handle("hit", "p-hit", {})}}


def test_what_is_anothers_to_do_is_picture_here():
    assert touches(Prompt("hit", "Hit it", (CARDS,)), mine=False).on("c1", ("hit", "card")) == ()


def test_thing_prompt_does_not_take_is_picture():
    touch = touches(Prompt("hit", "Hit it", (CARDS,)))
    assert touch.on("c3", ("hit", "card")) == ()
    assert touch.on("c1", ("hit", "other")) == ()
    assert touch.piece().values == {"forms": {}}


def test_prompt_asking_more_has_thing_picked_in_form():
    touch = touches(Prompt("hit", "Hit it", (CARDS, HOW_MANY), fixed={"who": 1}))
    (tap,) = touch.on("c2", ("hit", "card"))
    assert tap.picks == "p-hit-1-card-c2"
    assert touch.piece().values == {"forms": {}}


def test_what_may_be_left_out_is_not_asked():
    why = Field("why", "text", "Why", optional=True)
    (tap,) = touches(Prompt("hit", "Hit it", (CARDS, why))).on("c2", ("hit", "card"))
    assert not tap.picks


def test_prompt_about_one_thing_is_this_things_alone():
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


def test_steps_are_what_phone_answers_plus_refused_ones():
    hit, more = Prompt("hit", "Hit it", (CARDS,)), Prompt("heal", "Heal it", group="more")

    def offered(mine, typed=None):
        said = Speaker({})
        now = [PromptView(hit, said, mine)]
        return [each.do for each in Offers(now, [PromptView(more, said, mine, typed)]).steps]

    assert offered(True) == ["hit"]
    assert offered(False) == []
    assert offered(True, QueryDict()) == ["hit", "heal"]
