"""Batman: Gotham City Chronicles, rulebook 2.0: the title as the site knows it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from games import clarifications
from games.acting import Rules
from games.counting import Check
from games.gotham_chronicles.ahead import chances
from games.gotham_chronicles.board import pieces, screen, view
from games.gotham_chronicles.board.hands import HANDS
from games.gotham_chronicles.board.text import text
from games.gotham_chronicles.box import cards, characters, meters, missions, samples, teaching
from games.gotham_chronicles.box.sheets import COLOURS, Card, HeroSheet, TileSheet
from games.gotham_chronicles.box.sheets import Box as BoxSheets
from games.gotham_chronicles.box.sheets import Setup as Choices
from games.gotham_chronicles.rules import (
    checks,
    danger,
    end,
    rerolls,
    rolls,
    rounds,
    wizard,
    wounds,
)
from games.gotham_chronicles.rules import setup as opening
from games.gotham_chronicles.rules.actions import (
    attack,
    automatic,
    defence,
    follow,
    movement,
    tasks,
)
from games.gotham_chronicles.rules.common import costs, perils
from games.gotham_chronicles.rules.common.forms import MORE, NOW, TABLE
from games.gotham_chronicles.rules.heroes import cubes, equipment, stances
from games.gotham_chronicles.rules.setup import MOST_HEROES
from games.gotham_chronicles.rules.villain import activation, reinforcement, river, tiles
from games.gotham_chronicles.state import VILLAIN
from games.gotham_chronicles.state import State as GothamState
from games.gotham_chronicles.state.earlier import upgraded
from games.gotham_chronicles.table import Table
from games.gotham_chronicles.words import WORDS
from games.messages import Msg
from games.pieces import Offers, Piece
from games.referee import (
    Book,
    Call,
    Defect,
    Figure,
    Meter,
    Note,
    Outcome,
    Part,
    Prompt,
    Referee,
    Refusal,
    Rolled,
    Title,
    Tracker,
)

RULES: Rules[Table] = Rules(
    stances,
    rerolls,
    defence,
    attack,
    follow,
    costs,
    rolls,
    movement,
    tasks,
    automatic,
    equipment,
    danger,
    activation,
    cubes,
    reinforcement,
    river,
    wounds,
    tiles,
    rounds,
    end,
    characters,
    cards,
    missions,
)
"""The chapters of the rulebook."""


TYPED = ("", "group", "rulebook")
"""Sources of facts that the group has entered itself."""
GROUPS = (NOW, MORE, TABLE)


def _place(prompt: Prompt) -> tuple[bool, int, int]:
    """What the step waits for, what may be done besides; the heroes one after the other."""
    hero: int = prompt.fixed.get("hero", MOST_HEROES)
    return not prompt.expected, GROUPS.index(prompt.group), hero


class GothamChronicles(Referee[Choices, GothamState, BoxSheets]):
    """The referee. Parts are the heroes in order, then the villain."""

    names = RULES.names
    title = Title(
        "gotham-chronicles",
        "Batman: Gotham City Chronicles",
        2,
        4,
        120,
        Book("Batman: Gotham City Chronicles, Rulebook 2.0", 60),
        rules_version=2,
        art="book",
        bgg=222514,
        cooperative=False,
    )
    Setup, State, Box = Choices, GothamState, BoxSheets
    Action = RULES.union()
    messages = {**WORDS, **wizard.WORDS, **meters.WORDS, **RULES.words, **chances.WORDS}
    clarifications = clarifications.load(__file__)

    def setup_pages(self, draft: Choices, box: BoxSheets) -> tuple[Prompt, ...]:
        return wizard.setup_pages(draft, box)

    def unsaid(self, setup: Choices, box: BoxSheets) -> tuple[Msg, ...]:
        return wizard.unsaid(setup, box)

    def settled(self, setup: Choices, box: BoxSheets) -> BoxSheets:
        return opening.settled(setup, box)

    def setup_default(self, players: int, box: BoxSheets) -> Choices:
        return opening.setup_default(players, box)

    def start(self, setup: Choices, box: BoxSheets, call: Call) -> GothamState:
        return opening.start(setup, box, call)

    pictures = opening.PICTURES
    turns = frozenset({"note.round", "note.heroes-turn", "note.villains-turn"})
    gathers = frozenset({"note.spend"})
    gathered = staticmethod(cubes.gathered)
    hands = HANDS

    def checklist(self, state: GothamState) -> tuple[Msg, ...]:
        return opening.checklist(state)

    def starter(self, box: BoxSheets) -> BoxSheets:
        return missions.LoadStarter().learned(box)

    def sample_box(self) -> BoxSheets:
        return samples.sample_box()

    def box_pages(self, box: BoxSheets) -> tuple[Prompt, ...]:
        """Blank forms for what is new, filled ones for what the group typed itself."""
        heroes = tuple(hero.name for hero in box.heroes)
        known = tuple(tile.name for tile in box.tiles)
        return (
            characters.DefineHero.form(HeroSheet(""), heroes),
            *(characters.DefineHero.form(each) for each in box.heroes if each.source in TYPED),
            characters.DefineTile.form(TileSheet(""), known),
            *(characters.DefineTile.form(each) for each in box.tiles if each.source in TYPED),
            cards.DefineCard.form(Card("")),
            cards.DefinePost.form(box.post),
            missions.DefineMission.form(),
            *(cards.DefineFaces.form(box.faces, colour) for colour in COLOURS),
            missions.LoadStarter.form(),
        )

    def meters(self, box: BoxSheets) -> tuple[Meter, ...]:
        return meters.meters(box)

    def learn(self, box: BoxSheets, action: Any) -> BoxSheets | Refusal:
        return teaching.learn(box, action)

    def same_turn(self, before: GothamState, after: GothamState) -> bool:
        return (before.round, before.phase) == (after.round, after.phase)

    def parts(self, state: GothamState) -> tuple[Part, ...]:
        heroes = tuple(
            Part(i, hero.sheet.name, Msg("side.heroes")) for i, hero in enumerate(state.heroes)
        )
        return *heroes, Part(state.villain, VILLAIN)

    def team(self, state: GothamState, part: int) -> Msg:
        return VILLAIN if part == state.villain else Msg("side.heroes")

    def prompts(self, state: GothamState) -> tuple[Prompt, ...]:
        if state.ended:
            return ()
        return tuple(sorted(RULES.offers(self.table(state)), key=_place))

    def table(
        self, state: GothamState, actor: int | None = None, answers: Mapping[str, str] | None = None
    ) -> Table:
        return Table(state, actor, answers)

    def rule(self, t: Table, action: Any) -> None:
        before = t.state
        if before.answer:
            t.put(answer=None)
        RULES.happen(t, action)
        costs.forgotten(t, before)
        end.settled(t)
        perils.landed(t)
        end.watch(t, before)

    def outcome(self, state: GothamState) -> Outcome | None:
        ended = state.ended
        if ended is None:
            return None
        winners = state.hero_parts if ended.winner == "heroes" else (state.villain,)
        facts = {
            "side": Msg(f"side.{ended.winner}"),
            "condition": ended.condition,
            "round": state.round,
        }
        return Outcome("won", "mission", "G-025", winners, facts)

    def check(self, state: GothamState) -> tuple[Defect, ...]:
        return checks.check(state)

    def trackers(self, state: GothamState) -> tuple[Tracker, ...]:
        return checks.trackers(state)

    def set_tracker(self, state: GothamState, name: str, value: int) -> GothamState:
        return checks.set_tracker(state, name, value)

    def countable(self, state: GothamState) -> tuple[Tracker, ...]:
        return *checks.tablets(state), *self.trackers(state)

    def count_check(
        self,
        log: Sequence[tuple[GothamState, Any, Sequence[Note], GothamState]],
        where: str,
        counted: int,
    ) -> Check:
        if where.partition(".")[0] not in ("hero", "post"):
            return super().count_check(log, where, counted)
        told = [(action, notes) for _, action, notes, _ in log]
        return checks.count_check(log[-1][3], told, where, counted)

    def decode_state(self, text: str | bytes) -> GothamState:
        return super().decode_state(upgraded(text))

    def adjusted(self, t: Table, before: GothamState) -> None:
        """``set_tracker`` ends what can't continue; this logs it, with what play would bring."""
        end.stopped(before, t.state, t)
        perils.landed(t)
        wounds.told(t, before)
        end.reopened(t, before)
        end.watch(t, before)

    def depth_changed(self, t: Table) -> None:
        """A tile that was paid for is resolved at the new depth."""
        activation.at_depth(t)

    def step(self, state: GothamState) -> str:
        return f"{state.round}.{state.phase}"

    def rules_step(self, state: GothamState) -> str:
        return state.phase

    def text(self, state: GothamState) -> str:
        return text(state)

    def board(self, state: GothamState, viewer: int | None) -> dict[str, Any]:
        everybody = view.board(state)
        return everybody if viewer is None else view.of(everybody, state, viewer)

    def seen_by(
        self, everybody: Callable[[], dict[str, Any]], state: GothamState, viewer: int
    ) -> dict[str, Any]:
        return view.of(everybody(), state, viewer)

    scene = staticmethod(screen.scene)
    threats = staticmethod(screen.threats)
    peaks = screen.PEAKS

    stakes = chances.STAKES
    moot = chances.MOOT
    throws = staticmethod(chances.throws)
    brings = staticmethod(chances.brings)
    follows = staticmethod(chances.follows)
    worth = staticmethod(chances.worth)

    def falls(self, state: GothamState, note: Note) -> tuple[int, ...]:
        """A neutralized hero is a loss to all heroes."""
        return tuple(range(len(state.heroes))) if note.code == "note.hero-neutralized" else ()

    def pieces(self, board: dict[str, Any], offers: Offers) -> tuple[Piece, ...]:
        return pieces.pieces(board, offers)

    def rolled(self, state: GothamState, action: Any) -> tuple[Rolled, ...]:
        return rerolls.reported(state, action)

    def dice(self, state: GothamState) -> dict[str, dict[str, int]]:
        return {
            colour: {str(face): faces.count(face) for face in sorted(set(faces))}
            for colour, faces in zip(COLOURS, state.faces, strict=False)
            if faces
        }

    def figures(self, state: GothamState) -> tuple[Figure, ...]:
        return checks.figures(state)
