"""Tests that a side is named by whoever plays it where the referee names the side."""

from typing import NamedTuple

import pytest

from companion.plays.pages.naming import PlayerNameSpeaker, named, names
from games.messages import Msg, Speaker
from games.referee import Choice, Part

HERO, RIVAL, FOE = Msg("x.hero", {"n": 1}), Msg("x.hero", {"n": 2}), Msg("x.foe")
PARTS = (Part(0, HERO, person=True), Part(1, RIVAL, person=True), Part(2, FOE))
ANA = names(PARTS, {0: "Ana", 2: "Cy"})


class Pair(NamedTuple):
    one: object
    other: object


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (HERO, "Ana"),
        (RIVAL, RIVAL),
        (FOE, FOE),
        (Msg("x.hits", {"who": HERO, "n": 2}), Msg("x.hits", {"who": "Ana", "n": 2})),
        (Msg("x.hits", {"who": RIVAL}), Msg("x.hits", {"who": RIVAL})),
        (Choice("a", HERO), Choice("a", "Ana")),
        ({"who": HERO, "n": 1}, {"who": "Ana", "n": 1}),
        ([HERO, 1], ["Ana", 1]),
        ((HERO, FOE), ("Ana", FOE)),
        ((HERO,), ("Ana",)),
        ((), ()),
        (Pair(FOE, HERO), Pair(FOE, "Ana")),
        ("x.hero", "x.hero"),
        (None, None),
    ],
)
def test_only_played_person_sides_are_called_by_name(value, said):
    found = named(value, ANA)
    assert found == said
    assert type(found) is type(said)
    assert named(value, {}) is value


def test_sentence_is_said_with_name_in_it():
    speaker = PlayerNameSpeaker(Speaker({"x.hero": "Hero {n}", "x.hits": "{who} hits {whom}"}), ANA)
    assert speaker.say(HERO) == "Ana"
    assert speaker.say(RIVAL) == "Hero 2"
    assert speaker.say(Msg("x.hits", {"who": HERO, "whom": RIVAL})) == "Ana hits Hero 2"
