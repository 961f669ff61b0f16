"""Batman: Gotham City Chronicles, rulebook 2.0: the title as the site knows it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import zip_longest
from typing import Any

from msgspec.structs import replace

from games import clarifications, house_rules
from games.actions import Rules
from games.counting import CountCheck
from games.gotham_chronicles.ahead import chances
from games.gotham_chronicles.board import pieces, screen, view
from games.gotham_chronicles.board.hands import HANDS
from games.gotham_chronicles.board.text import text
from games.gotham_chronicles.box import (
    cards,
    characters,
    dice,
    meters,
    missions,
    page,
    questions,
    samples,
    teaching,
)
from games.gotham_chronicles.box.sheets import COLOURS, EquipmentCard, HeroSheet, TileSheet
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
    dragging,
    follow,
    late,
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
from games.gotham_chronicles.table import Table
from games.gotham_chronicles.words import WORDS
from games.messages import Msg
from games.pieces import BoardPiece, Offers
from games.referee import (
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
    Rulebook,
    RulingContext,
    Title,
    Tracker,
)

RULES: Rules[Table] = Rules(
    questions,
    page,
    dice,
    stances,
    rerolls,
    defence,
    late,
    attack,
    follow,
    costs,
    rolls,
    movement,
    dragging,
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
    house_rules,
)
"""The chapters of the rulebook."""
AWAITED = (
    *(page.ReadCubes, page.ReadPost, page.ReadPlace, page.ReadRounds, rounds.Begin),
    *(questions.CountMinis, stances.Stance, reinforcement.Reinforce, tasks.MiniTask),
    *(rerolls.RollFaces, rerolls.Total, rerolls.Keep, rerolls.Abandon, defence.Defend),
    *(attack.MiniAttack, follow.FollowUp, follow.FinishAttack, dragging.Drag),
    *(movement.EndMove, danger.PlaceToken, danger.Explode, danger.Waive),
    *(activation.StartMini, activation.EndMini, activation.EndActivation),
    *(river.Activate, river.TriggerEvent, rounds.ResolveEffect, rounds.Next, end.Declare),
)
"""What a step may wait for."""


TYPED = ("", "group", "rulebook")
"""Sources of facts that the group has entered itself."""
GROUPS = (NOW, MORE, TABLE)


def _place(prompt: Prompt) -> tuple[bool, int, int]:
    """Return what the step waits for and what may be done besides; the heroes one after the
    other, after what they begin with."""
    early = prompt.do in ("mission.cubes", "mission.post", "mission.place")
    hero: int = prompt.fixed.get("hero", -1 if early else MOST_HEROES)
    return not prompt.expected, GROUPS.index(prompt.group), hero


TASKS = {"dice": frozenset({"faces", "total"})}
"""The actions of a phone that only enters dice."""


class GothamChronicles(Referee[Choices, GothamState, BoxSheets]):
    """The referee. Parts are the heroes in order, then the villain."""

    names = RULES.names
    title = Title(
        "gotham-chronicles",
        "Batman: Gotham City Chronicles",
        2,
        4,
        120,
        Rulebook("Batman: Gotham City Chronicles, Rulebook 2.0", 60),
        rules_version=2,
        art="book",
        bgg=222514,
        cooperative=False,
    )
    rounds = True
    Setup, State, Box = Choices, GothamState, BoxSheets
    Action = RULES.union()
    messages = {
        **WORDS,
        **missions.NAMES,
        **wizard.WORDS,
        **meters.WORDS,
        **RULES.words,
        **chances.WORDS,
    }
    clarifications = clarifications.load(__file__)

    def setup_pages(self, draft: Choices, box: BoxSheets) -> tuple[Prompt, ...]:
        return wizard.setup_pages(draft, box)

    def unsaid(self, setup: Choices, box: BoxSheets) -> tuple[Msg, ...]:
        return wizard.unsaid(setup, box)

    def settled(self, setup: Choices, box: BoxSheets) -> BoxSheets:
        return opening.settled(setup, box)

    def setup_default(self, players: int, box: BoxSheets) -> Choices:
        return opening.setup_default(players, box)

    def start(self, setup: Choices, box: BoxSheets, call: RulingContext) -> GothamState:
        return opening.start(setup, box, call)

    pictures = opening.PICTURES
    turns = frozenset({"note.round", "note.heroes-turn", "note.villains-turn"})
    house_numbers = (
        "hero.reserve",
        "hero.fatigue",
        "hero.wounds",
        "hero.total",
        "post.reserve",
        "post.total",
        "points",
    )
    house_moments = {
        "setup": frozenset(),
        "hero": frozenset({"note.hero-neutralized"}),
        "tile": frozenset({"note.tile-neutralized", "note.tile-turned"}),
        "turn": frozenset({"note.round"}),
        "heroes": frozenset({"note.heroes-turn"}),
        "villain": frozenset({"note.villains-turn"}),
        "once": frozenset(),
    }
    grouped_notes = frozenset({"note.spend"})
    group_sentence = staticmethod(cubes.group_sentence)
    physical_steps = HANDS
    tasks = TASKS

    def checklist(self, state: GothamState) -> tuple[Msg, ...]:
        return opening.checklist(state)

    def setting_up(self, state: GothamState) -> bool:
        return state.phase == "setup"

    def starter(self, box: BoxSheets) -> BoxSheets:
        return missions.LoadStarter().learned(box)

    def sample_box(self) -> BoxSheets:
        return samples.sample_box()

    def box_pages(self, box: BoxSheets) -> tuple[Prompt, ...]:
        """Return blank forms for what is new, filled ones for what the group typed itself."""
        heroes = tuple(hero.name for hero in box.heroes)
        known = tuple(tile.name for tile in box.tiles)
        return (
            characters.DefineHero.form(HeroSheet(""), heroes),
            *(characters.DefineHero.form(each) for each in box.heroes if each.source in TYPED),
            characters.DefineTile.form(TileSheet(""), known),
            *(characters.DefineTile.form(each) for each in box.tiles if each.source in TYPED),
            cards.DefineEquipment.form(EquipmentCard("")),
            cards.DefinePost.form(box.post),
            missions.DefineMission.form(),
            *(cards.DefineDieFaces.form(box.faces, colour) for colour in COLOURS),
            missions.LoadStarter.form(),
            *house_rules.forms(self, box),
        )

    def meters(self, box: BoxSheets) -> tuple[Meter, ...]:
        return meters.meters(box)

    def gaps(self, box: BoxSheets) -> tuple[Prompt, ...]:
        """Return dice and the Command Post; missions are asked step by step where they are
        played."""
        forms = []
        for colour, faces in zip_longest(COLOURS, box.faces, fillvalue=()):
            if not faces:
                forms.append(cards.DefineDieFaces.form(box.faces, str(colour)))
        if box.post.reroll is None:
            forms.append(cards.DefinePost.form(box.post))
        if len(box.heroes) < meters.SCREENS:
            names = tuple(hero.name for hero in box.heroes)
            forms.append(characters.DefineHero.form(HeroSheet(""), names))
        if sum(card.copies for card in box.cards) < meters.CARDS:
            forms.append(cards.DefineEquipment.form(EquipmentCard("")))
        return tuple(forms)

    def learn(self, box: BoxSheets, action: Any) -> BoxSheets | Refusal:
        return house_rules.learned(self, box, action) or teaching.learn(box, action)

    def remember(self, box: BoxSheets, action: Any, state: GothamState) -> BoxSheets:
        return teaching.remember(box, action, state)

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
        offered = (*RULES.prompts(self.table(state)), *house_rules.offers(self, state))
        return tuple(sorted(offered, key=_place))

    awaited = AWAITED

    def table(
        self, state: GothamState, actor: int | None = None, answers: Mapping[str, str] | None = None
    ) -> Table:
        return Table(state, actor, answers)

    def rule(self, t: Table, action: Any) -> None:
        before = t.state
        if before.answer:
            t.put(answer=None)
        if before.asking and not isinstance(action, dice.ReadDie):
            dice.dropped(t)
        RULES.apply(t, action)
        costs.forgotten(t, before)
        end.settled(t)
        if t.state.depth == "quick":
            activation.at_depth(t)
        perils.landed(t)
        end.watch(t, before)

    def without_report(self, state: GothamState) -> GothamState:
        return state if state.answer is None else replace(state, answer=None)

    def outcome(self, state: GothamState) -> Outcome | None:
        ended = state.ended
        if ended is None:
            return None
        winners = state.hero_parts if ended.winner == "heroes" else (state.villain,)
        facts = {
            "side": Msg(f"wins.{ended.winner}"),
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
    ) -> CountCheck:
        if where.partition(".")[0] not in ("hero", "post"):
            return super().count_check(log, where, counted)
        told = [(action, notes) for _, action, notes, _ in log]
        return checks.count_check(log[-1][3], told, where, counted)

    def adjusted(self, t: Table, before: GothamState) -> None:
        """End what can't continue after ``set_tracker``, and log it with what play would bring."""
        t.put(undefended=None)
        end.stopped(before, t.state, t)
        perils.landed(t)
        wounds.told(t, before)
        end.reopened(t, before)
        end.watch(t, before)

    def depth_changed(self, t: Table) -> None:
        """Resolve a tile that was paid for at the new depth."""
        t.put(undefended=None)
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
    highlights = screen.PEAKS
    turning_unknown = Msg("turning.unknown")

    risk_figures = chances.STAKES
    irrelevant_questions = chances.MOOT
    possible_rolls = staticmethod(chances.possible_rolls)
    figure_changes = staticmethod(chances.figure_changes)
    next_step = staticmethod(chances.next_step)
    answers = staticmethod(chances.answers)
    utility = staticmethod(chances.utility)

    def eliminated_parts(self, state: GothamState, note: Note) -> tuple[int, ...]:
        """Return the heroes as losers when a hero is neutralized."""
        return tuple(range(len(state.heroes))) if note.code == "note.hero-neutralized" else ()

    def pieces(self, board: dict[str, Any], offers: Offers) -> tuple[BoardPiece, ...]:
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
