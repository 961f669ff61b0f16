"""A table for tests: plays actions, fails loudly, says what came back."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, get_args

from msgspec.structs import replace

from games.gotham_chronicles.box.sheets import (
    EVENT_WARNING,
    Box,
    EquipmentCard,
    HeroSheet,
    MissionSheet,
    PostSheet,
    RiverTile,
    Setup,
    Slot,
    TileSheet,
)
from games.gotham_chronicles.referee import GothamChronicles
from games.gotham_chronicles.state import State, Tile, with_hero, with_post, with_spaces
from games.gotham_chronicles.state.dice import Roll
from games.gotham_chronicles.table import arrived
from games.messages import Msg, Speaker
from games.referee import Prompt, Question, Refusal, Ruling
from tests.games.gotham_chronicles.sheets import BATMAN, THUGS

GAME = GothamChronicles()
a: Any = SimpleNamespace(**{kind.__name__: kind for kind in get_args(GAME.Action)})
"""Every action by the name of its type."""
POST = PostSheet(reroll=4)
SPEAKER = Speaker(GAME.catalogue())


class At:
    """Table in play: ``do`` insists on a ruling, ``no`` on a refusal, ``ask`` on a question."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.notes: list[str] = []

    def do(self, *actions: object, actor: int | None = None, **answers: str) -> State:
        for action in actions:
            ruling = GAME.apply(self.state, action, actor, answers)
            assert isinstance(ruling, Ruling), (action, ruling)
            self.state = ruling.state
            self.notes = [note.code.removeprefix("note.") for note in ruling.notes]
            self.said = [SPEAKER.say(Msg(note.code, note.facts)) for note in ruling.notes]
            assert not [text for text in self.said if text.startswith("note.")], self.said
            assert GAME.check(self.state) == (), (action, GAME.check(self.state))
            for note in ruling.notes:
                assert not note.rule or note.rule in GAME.clarifications, note
        return self.state

    def no(self, action: object, actor: int | None = None, **answers: str) -> str:
        refusal = GAME.apply(self.state, action, actor, answers)
        assert isinstance(refusal, Refusal), (action, refusal)
        assert not SPEAKER.say(refusal.message).startswith("refusal."), refusal
        assert refusal.rule == "" or refusal.rule in GAME.clarifications, refusal
        if refusal.remedy:
            assert not SPEAKER.say(refusal.remedy).startswith("remedy."), refusal
        return refusal.code

    def ask(self, action: object, actor: int | None = None, **answers: str) -> Question:
        question = GAME.apply(self.state, action, actor, answers)
        assert isinstance(question, Question), (action, question)
        assert not SPEAKER.say(question.message).startswith("question."), question
        assert question.rule in GAME.clarifications
        return question

    def hero(self, index: int, **changes: object) -> None:
        """Lay a tablet as a scenario says; the cubes must be complete."""
        self.state = with_hero(self.state, index, **changes)

    def post(self, **changes: object) -> None:
        """Lay the command post as a scenario says; its total follows."""
        self.state = with_post(self.state, **changes)
        post = self.state.post
        total = post.reserve + post.fatigue + post.movement + post.defence + post.reroll
        self.state = with_post(self.state, total=total)

    def to(self, phase: str) -> State:
        """Put the table into a step without playing towards it."""
        self.state = replace(self.state, phase=phase, round=max(1, self.state.round))
        return self.state

    def heroes_act(self, *stances: str) -> State:
        """Make all heroes active (or as said), in the step of actions."""
        self.to("H4")
        for index in range(len(self.state.heroes)):
            stance = stances[index] if index < len(stances) else "active"
            self.hero(index, stance=stance)
        return self.state

    def lay(
        self, index: int, reserve: int, fatigue: int = 0, wounds: int = 0, **spaces: int
    ) -> None:
        """Lay cubes of a hero; what is missing to the total goes to the reserve."""
        hero = self.state.heroes[index]
        on = with_spaces(replace(hero, spaces=(0,) * 7), **spaces)
        assert reserve + fatigue + wounds + sum(on) == hero.sheet.total
        self.hero(index, reserve=reserve, fatigue=fatigue, wounds=wounds, spaces=on)

    def on(self, index: int, space: str) -> int:
        return self.state.heroes[index].on(space)

    def zones(self, index: int) -> tuple[int, int, int]:
        hero = self.state.heroes[index]
        return hero.reserve, hero.fatigue, hero.wounds

    def lead(self, sheet: TileSheet, n: int = 2, owner: int = 0) -> None:
        """Lay an ally tile beside a tablet, its miniatures on the map."""
        led = Tile(sheet, "ally", minis=arrived(Tile(sheet), n), quantity=n, owner=owner)
        self.state = replace(self.state, tiles=(*self.state.tiles, led))

    def lives(self, name: str) -> tuple[int, ...]:
        return tuple(mini.life for mini in self.state.tile(name).minis)

    def mini(self, name: str, number: int = 1):
        return self.state.tile(name).mini(number)

    def tile(self, name: str):
        return self.state.tile(name)


def table(
    heroes: tuple[HeroSheet, ...] = (HeroSheet("Batman", 11, resting=6),),
    tiles: tuple[tuple[TileSheet, int], ...] = ((TileSheet("Thugs"), 3),),
    cards: tuple[EquipmentCard, ...] = (),
    carried: tuple[tuple[str, ...], ...] = (),
    fatigue: int = 0,
    post: PostSheet = POST,
    mission: MissionSheet | None = None,
    **setup: object,
) -> At:
    """Return a table before the first round, with the event tile last in the river."""
    carried = (*carried, *((),) * (len(heroes) - len(carried)))
    places = tuple(RiverTile(sheet.name, n) for sheet, n in tiles)
    drawn = MissionSheet(
        "Test",
        slots=tuple(
            Slot((hero.name,), fatigue, names) for hero, names in zip(heroes, carried, strict=True)
        ),
        river=(*places, RiverTile(EVENT_WARNING)),
    )
    if mission:
        drawn = replace(mission, slots=drawn.slots)
        drawn = (
            drawn
            if len(mission.river) > 1
            else replace(drawn, river=(*places, RiverTile(EVENT_WARNING)))
        )
    box = Box(heroes, tuple(sheet for sheet, _ in tiles), cards, (drawn,), post)
    chosen = Setup(drawn.title, tuple(hero.name for hero in heroes))
    ruling = GAME.begin(replace(chosen, **setup), box)
    assert isinstance(ruling, Ruling), ruling
    assert GAME.check(ruling.state) == ()
    return At(ruling.state)


SAME = {"MELEE_TARGET": "same"}
SEEN = {"SIGHT": "sight"}


def colours(roll: Roll) -> list[str]:
    """Return the dice of a roll."""
    return [die.colour for die in roll.dice]


def fight(hero: HeroSheet, tile: TileSheet, n: int = 2, cards=(), **setup) -> At:
    """Return one active hero against a tile, in the heroes' step of actions, full depth."""
    carried = (tuple(card.name for card in cards),)
    at = table((hero,), ((tile, n),), cards, carried, depth="full", **setup)
    at.heroes_act()
    return at


def raid(tile: TileSheet, *heroes: HeroSheet, n: int = 1, **setup) -> At:
    """Return a tile's first miniature acting against heroes, full depth."""
    at = table(heroes or (BATMAN,), ((tile, n),), depth="full", **setup)
    at.heroes_act()
    at.to("V3")
    at.post(reserve=6, fatigue=2)
    at.do(a.Activate(tile.name), a.StartMini())
    return at


def walk(hero=BATMAN, tile=THUGS, cards=(), **setup) -> At:
    """Return one active hero who may move, full depth."""
    carried = (tuple(card.name for card in cards),)
    at = table((hero,), ((tile, 2),), cards, carried, depth="full", **setup)
    at.heroes_act()
    return at


def act(tile: TileSheet, *heroes, n: int = 1, **setup) -> At:
    at = table(heroes or (BATMAN,), ((tile, n),), depth="full", **setup)
    at.heroes_act()
    at.to("V3")
    at.post(reserve=6, fatigue=2)
    at.do(a.Activate(tile.name), a.StartMini())
    return at


def moves_offered(at: At) -> list[Prompt]:
    """Return the moves someone may make now."""
    return [prompt for prompt in GAME.prompts(at.state) if prompt.do == "move"]
