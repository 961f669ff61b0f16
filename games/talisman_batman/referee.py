"""Talisman: Batman Super-Villains Edition, behind the contract."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from games import house_rules
from games.actions import Rules
from games.clarifications import load
from games.messages import Msg
from games.pieces import BoardPiece, Offers
from games.referee import (
    Figure,
    Meter,
    Note,
    Outcome,
    Part,
    Prompt,
    Referee,
    Refusal,
    Rulebook,
    RulingContext,
    RulingInterruptError,
    Score,
    Title,
    Tracker,
)
from games.ruling import refusal
from games.talisman_batman import box
from games.talisman_batman import state as st
from games.talisman_batman.ahead import chances
from games.talisman_batman.board import pieces, screen, view
from games.talisman_batman.board.hands import HANDS
from games.talisman_batman.board.text import text
from games.talisman_batman.board.view import View
from games.talisman_batman.box import batman_card, facts, forms, gaps, meters, villains
from games.talisman_batman.rules import aftermath, arrival, checks, setup, turn
from games.talisman_batman.rules.cards import feats, goods, lesson, lying
from games.talisman_batman.rules.combat import bonuses, fate, fighting, results
from games.talisman_batman.rules.encounters import drawing, other_villains, services, spaces
from games.talisman_batman.rules.movement import batman, moving, passages, places
from games.talisman_batman.rules.villain import fortunes, points
from games.talisman_batman.state import NOBODY, derived
from games.talisman_batman.table import Act, Table
from games.talisman_batman.words import WORDS

RULES: Rules[Table] = Rules(
    setup,
    arrival,
    points,
    places,
    moving,
    fate,
    batman,
    bonuses,
    fighting,
    results,
    other_villains,
    spaces,
    drawing,
    services,
    goods,
    lying,
    lesson,
    passages,
    feats,
    fortunes,
    turn,
    aftermath,
    villains,
    forms,
    batman_card,
    facts,
    house_rules,
)
AT_ANY_TIME = tuple(act for act in RULES.acts if issubclass(act, Act) and not act.waits)
"""What may be done while someone is over a limit."""
AWAITED = (
    *(arrival.DrawVillain, arrival.PickVillain, arrival.Ready, places.CountRing),
    *(places.PlaceSpace, moving.Roll, moving.InsaneMove, moving.MoveFigure, fate.RerollByFate),
    *(batman.BatmanRoll, batman.BatmanMove, batman.BatmanTarget, batman.Escape, batman.Escaped),
    *(bonuses.EnterBonuses, fighting.Stand, fighting.Strike, fighting.SpendNoFate),
    *(results.Save, results.Suffer, other_villains.TakePrize, spaces.Space),
    *(spaces.SkipEncounter, spaces.Meet, spaces.Resolve, spaces.TakeGoods),
    *(drawing.NumberCard, drawing.DrawEncounter, drawing.NoDraw, services.TakeJob),
    *(goods.EnterBag, goods.LeaveGoods, passages.DoorResult, passages.SpendFate),
    *(feats.DiscardFeat, fortunes.Inherit, turn.EndTurn, villains.EnterNumbers),
    *(forms.EnterCard, batman_card.EnterBatman, facts.Check),
)
"""What the rules may wait for."""

STEPS = {
    "setup": "setup",
    "arrive": "death",
    "inherit": "death",
    "move": "movement",
    "path": "movement",
    "up": "movement",
    "door": "movement",
    "batman-roll": "batman-move",
    "batman-path": "batman-move",
    "batman-target": "batman-move",
    "encounter": "encounter",
    "cards": "encounter",
    "take": "encounter",
    "end": "end",
}

TASKS = {
    "dice": frozenset({"roll", "strike", "reroll", "job", "batman-roll", "escape"})
    | {"door-dice", "card-roll"},
    "villain": frozenset({"batman-roll", "batman-move", "batman-target", "batman-place"}),
}
"""The actions of a phone that only enters dice, or moves Batman."""


class TalismanBatman(Referee[st.Setup, st.State, st.Box]):
    """Two to six villains race to the Control Room; quick depth trusts the figures."""

    title = Title(
        "talisman-batman",
        "Talisman: Batman Super-Villains Edition",
        2,
        6,
        90,
        Rulebook("Talisman: Batman – edycja superłotrów", 16, "pl"),
        rules_version=3,
        art="token",
        cooperative=False,
        secrets=True,
        names=(("pl", "Talisman: Batman – Edycja Superłotrów"),),
    )
    rules = RULES
    awaited = AWAITED
    messages = {**WORDS, **meters.WORDS, **chances.WORDS}
    clarifications = load(__file__)

    # -- beginning -----------------------------------------------------------------------

    def setup_pages(self, draft: st.Setup, box: st.Box) -> tuple[Prompt, ...]:
        return setup.pages(draft, box)

    def setup_default(self, players: int, box: st.Box) -> st.Setup:
        house = house_rules.every(box)
        return st.Setup(players, dial_max=box.dial_max, house_rules=house, edition=st.EDITION)

    def start(self, chosen: st.Setup, box: st.Box, call: RulingContext) -> st.State:
        return setup.begin(chosen, box, call)

    pictures = setup.PICTURES
    turns = frozenset({"note.turn"})
    house_numbers = ("strength", "cunning", "life", "fate", "coins", "lost_turns")
    house_moments = {
        "arrives": frozenset({"note.arrived", "note.arrived-raised"}),
        "wins": frozenset({"note.won", "note.duel-won"}),
        "end": turns,
        "turn": turns,
        "once": frozenset(),
    }
    physical_steps = HANDS
    tasks = TASKS

    def checklist(self, state: st.State) -> tuple[Msg, ...]:
        return setup.checklist(state)

    # -- the box -------------------------------------------------------------------------

    def blank_box(self) -> st.Box:
        return box.blank()

    def sample_box(self) -> st.Box:
        return box.sample()

    def box_pages(self, box: st.Box) -> tuple[Prompt, ...]:
        return (*forms.pages(box), *house_rules.forms(self, box))

    def meters(self, box: st.Box) -> tuple[Meter, ...]:
        return meters.meters(box)

    def gaps(self, box: st.Box) -> tuple[Prompt, ...]:
        return tuple(gaps.gaps(box))

    def doubt(self, box: st.Box, keys: tuple[str, ...]) -> st.Box:
        return facts.doubted(box, keys)

    def doubts(self, box: st.Box) -> tuple[str, ...]:
        return facts.in_doubt(box)

    def learn(self, box: st.Box, action: Any) -> st.Box | Refusal:
        if not isinstance(action, Act):
            return house_rules.learned(self, box, action) or box
        try:
            return _entered(box, action.learned_facts(box, RulingContext()), action)
        except RulingInterruptError as stop:
            return refusal(stop)

    def remember(self, box: st.Box, action: Any, state: st.State) -> st.Box:
        box = super().remember(box, action, state)
        found = action.found_out(box, state) if isinstance(action, Act) else {}
        return _entered(box, found, action) if found else box

    # -- playing -------------------------------------------------------------------------

    def same_turn(self, before: st.State, after: st.State) -> bool:
        return before.turn.number == after.turn.number

    def parts(self, state: st.State) -> tuple[Part, ...]:
        return tuple(derived.part(state, seat) for seat in range(len(state.villains)))

    def prompts(self, state: st.State) -> tuple[Prompt, ...]:
        if state.winner is not None:
            return ()
        waiting = AT_ANY_TIME if state.owes else RULES.acts
        offered = RULES.prompts(Table(state), *waiting)
        return offered if state.owes else (*offered, *house_rules.offers(self, state))

    def prompts_for(
        self, state: st.State, viewer: int | None, prompts: tuple[Prompt, ...] | None = None
    ) -> tuple[Prompt, ...]:
        offered = super().prompts_for(state, viewer, prompts)
        return facts.for_eyes(feats.named(state, offered, viewer), viewer)

    def parts_to_act(self, state: st.State, prompts: Sequence[Prompt]) -> tuple[int, ...]:
        """Return who has to act: anyone may enter the dice of a fight, but those who fight are
        called."""
        asked = super().parts_to_act(state, prompts)
        if asked or state.fight is None or not prompts:
            return asked
        return tuple(each.seat for each in (state.fight.me, state.fight.foe) if each)

    def table(
        self, state: st.State, actor: int | None = None, answers: Mapping[str, str] | None = None
    ) -> Table:
        return Table(state, actor, answers)

    def rule(self, t: Table, action: Act) -> None:
        before = t.state
        aftermath.debts_first(t, action)
        super().rule(t, action)
        aftermath.follow(t, action, before)

    def outcome(self, state: st.State) -> Outcome | None:
        if state.winner is None:
            return None
        if state.winner == NOBODY:
            return Outcome("ended", "nobody", "T-Q23")
        rule = "T-143" if state.won_by == "control" else "T-Q22"
        ranks = tuple(Score(i, 1 if i == state.winner else 2) for i in range(len(state.villains)))
        who = {"who": derived.who(state, state.winner)}
        return Outcome("won", state.won_by, rule, (state.winner,), who, scores=ranks)

    def check(self, state: st.State) -> tuple[Any, ...]:
        return checks.check(state)

    def trackers(self, state: st.State) -> tuple[Tracker, ...]:
        return checks.trackers(state)

    def set_tracker(self, state: st.State, name: str, value: int) -> st.State:
        return checks.set_tracker(state, name, value)

    def step(self, state: st.State) -> str:
        fight = state.fight
        rolled = fight is not None and (fight.me.die, fight.me.rerolled, fight.me.passed)
        return f"{state.turn.number}.{state.turn.phase}.{state.turn.drawn}.{rolled or 0}"

    def turn(self, state: st.State) -> int:
        """Return the number of the turn, as the log's headings count it."""
        return state.turn.number

    def lesson(self, state: st.State) -> int:
        return len(self.parts(state))

    def rules_step(self, state: st.State) -> str:
        if state.fight is not None and state.fight.kind == "control":
            return "tower"
        return STEPS.get(state.turn.phase, "combat")

    risk_figures = chances.STAKES
    possible_rolls = staticmethod(chances.possible_rolls)
    figure_changes = staticmethod(chances.figure_changes)
    next_step = staticmethod(chances.next_step)
    answers = staticmethod(chances.answers)

    # -- looking -------------------------------------------------------------------------

    def view(self, state: st.State, viewer: int | None) -> st.State:
        """Return the state with only the number of Feats, not their names, for everyone but their
        owner."""
        villains = tuple(
            v if seat == viewer else replace(v, feats=tuple(st.Feat(f.id) for f in v.feats))
            for seat, v in enumerate(state.villains)
        )
        return replace(state, villains=villains)

    def text(self, state: st.State) -> str:
        return text(state)

    def board(self, state: st.State, viewer: int | None) -> View:
        everybody = view.view(state)
        return everybody if viewer is None else view.of(everybody, state, viewer)

    def seen_by(self, everybody: Callable[[], View], state: st.State, viewer: int) -> View:
        return view.of(everybody(), state, viewer)

    scene = staticmethod(screen.scene)
    threats = staticmethod(screen.threats)
    highlights = screen.PEAKS
    turning_unknown = Msg("turning.unknown")

    def eliminated_parts(self, state: st.State, note: Note) -> tuple[int, ...]:
        """Return a villain's own death to be warned of, not that of a rival."""
        if note.code != "note.killed":
            return ()
        return tuple(p.index for p in self.parts(state) if p.name == note.facts["who"])

    def pieces(self, board: View, offers: Offers) -> tuple[BoardPiece, ...]:
        return pieces.pieces(board, offers)

    def figures(self, state: st.State) -> tuple[Figure, ...]:
        """Return Strength and Cunning won, and Life: what the race and its deaths are made of."""
        return checks.figures(state)


def _entered(box: st.Box, changes: dict[str, Any], action: Act) -> st.Box:
    """Return the box with what an action taught, for a second player to check."""
    learned = replace(box, **changes)
    of = action.enters(box.cards, learned.cards)
    return replace(learned, facts=facts.entered(learned.facts, of)) if of else learned
