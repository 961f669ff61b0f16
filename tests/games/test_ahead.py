"""Before an entry loses the game or somebody: it is foreseen, and so is what could prevent it."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest
from msgspec.structs import replace

from companion.plays import playlog
from games import ahead
from games.messages import Msg, Speaker
from games.referee import AnyReferee, Ruling
from tests import golden


class Threatened(NamedTuple):
    """A moment, an entry that costs dearly there, and who makes it."""

    referee: AnyReferee
    state: Any
    entry: dict[str, Any]
    actor: int | None
    answers: dict[str, str]

    def ruling(self) -> Ruling[Any]:
        action = self.referee.decode_action(self.entry)
        ruling = self.referee.apply(self.state, action, self.actor, self.answers)
        assert isinstance(ruling, Ruling), ruling
        return ruling

    def found(self) -> ahead.Dread:
        parts = () if self.actor is None else (self.actor,)
        found = ahead.dread(self.referee, self.state, self.ruling(), parts)
        assert found
        return found

    def search(self) -> ahead.Search:
        parts = () if self.actor is None else (self.actor,)
        action = self.referee.decode_action(self.entry)
        return ahead.Search(self.referee, action, self.actor, self.answers, parts, self.found())

    def ways(self) -> set[str]:
        say = Speaker(self.referee.catalogue()).say
        return {
            " + ".join(
                [say(way.prompt.label), *(say(c) if isinstance(c, Msg) else c for c in way.chosen)]
            )
            for way in self.search().ways(self.state)
        }


def before(name: str, n: int) -> Threatened:
    """The moment before the entry ``n`` of a golden game, and that entry."""
    doc = golden.read(golden.FOLDER / f"{name}.txt")
    line = doc.entries[n - 1]
    done = playlog.replay(doc)
    return Threatened(done.referee, done.states[n - 1], line.action, line.actor, line.answers)


def heist(more: int) -> Threatened:
    """The last heist of a game, of a villain twelve points behind the leader but for so many;
    stopping now ends it."""
    it = before("animated-dice/target-by-first", 112)
    found = next(each for each in it.state.sheet if each.part == 2)
    sheet = tuple(
        replace(each, points=each.points + more) if each is found else each
        for each in it.state.sheet
    )
    return it._replace(state=replace(it.state, sheet=sheet))


def defence(reserve: int) -> Threatened:
    """A hero with so many cubes that are no wounds, hit four times, whose defence shows nothing.

    Where no cube is left to roll again with, the dice decide at once.
    """
    it = before("gotham-chronicles/reinforced-in-full-depth", 19)
    hero = it.state.heroes[0]
    spaces, wounds = (0,) * len(hero.spaces), hero.sheet.total - reserve
    hero = replace(hero, reserve=reserve, fatigue=0, spaces=spaces, wounds=wounds)
    state = replace(it.state, heroes=(hero,))
    entries = [{"do": "defend", "cubes": 1}, {"do": "faces", "faces": [0, 0]}, {"do": "keep"}]
    *done, last = entries[: 3 if reserve > 1 else 2]
    return it._replace(state=_after(it, state, done), entry=last, actor=0)


def _after(it: Threatened, state: Any, entries: list[dict[str, Any]]) -> Any:
    for entry in entries:
        ruling = it.referee.apply(state, it.referee.decode_action(entry), None)
        assert isinstance(ruling, Ruling), ruling
        state = ruling.state
    return state


def last_life(fate: int) -> Threatened:
    """A villain with one Life who has just lost a fight by two, with so much Fate."""
    it = before("talisman-batman/death-with-inheritance", 40)
    bane, *others = it.state.villains
    state = replace(it.state, villains=(replace(bane, fate=fate, life=1), *others))
    entries = [
        {"do": "ambush", "name": "Robin", "attribute": "cunning", "value": 3},
        {"do": "strike", "dice": [1, 2]},
        {"do": "keep", "seat": 0},
    ]
    *done, last = entries[: 3 if fate else 2]
    return it._replace(state=_after(it, state, done), entry=last, actor=0)


SAVED = {
    "the last Hero of a team heals himself": (
        lambda: before("batman-who-laughs/lost-team", 21),
        "Batman: use the ability + Batman",
    ),
    "the last Hero of a nation's team heals himself": (
        lambda: before("fire-nation/lost-before-the-black-sun", 47),
        "Aang: use the ability + Aang",
    ),
    "another roll may still pass the leader": (lambda: heist(8), "Go on: roll 3 dice"),
    "a cube is left for another roll": (lambda: defence(4), "Orange die 0: again (paid)"),
    "Fate may turn the die": (lambda: last_life(2), "Spend Fate (2 left): roll again"),
}
LOST = {
    "batman-who-laughs": lambda: before("batman-who-laughs/lost-heroes", 83),
    "fire-nation": lambda: before("fire-nation/lost-heroes-after-balance", 133),
    "animated-dice": lambda: heist(0),
    "gotham-chronicles": lambda: defence(1),
    "talisman-batman": lambda: last_life(0),
}


@pytest.mark.parametrize("case", SAVED)
def test_a_way_out_that_is_on_offer_is_named(case):
    threatened, way = SAVED[case][0](), SAVED[case][1]
    assert way in threatened.ways()


@pytest.mark.parametrize("title", LOST)
def test_no_way_out_is_named_where_there_is_none(title):
    assert LOST[title]().ways() == set()
