"""The referee of the family: one contract for every title that brings a definition."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from games.messages import msg
from games.referee import (
    Adjust,
    Call,
    Choice,
    Defect,
    Figure,
    Outcome,
    Part,
    Prompt,
    Question,
    Referee,
    Refusal,
    Rolled,
    Ruling,
    Stop,
    Tracker,
)
from games.rising import (
    abilities,
    actions,
    battles,
    board,
    checks,
    deck,
    define,
    define_checks,
    define_play,
    dice,
    driver,
    forms,
    heroes,
    offers,
    opening,
    progress,
    prompts,
    resolve,
    tokens,
    turn,
)
from games.rising.definition import Definition
from games.rising.effects import drop_tokens, turn_figure
from games.rising.facts import Box as CopyBox
from games.rising.names import NAMES
from games.rising.state import Setup as TableSetup
from games.rising.state import State as TableState
from games.rising.table import Table

Handler = Callable[[Table, Any], None]


def _assign(t: Table, action: actions.Assign) -> None:
    (abilities.lay if abilities.own(t, action.target) else dice.assign)(t, action)


def _draw(t: Table, action: actions.DrawToken) -> None:
    abilities.draw(t, action.team, action.n)


def _lose(t: Table, action: actions.LoseToken) -> None:
    tokens.check_owner(t, action.team)
    t.call.within(msg("term.amount"), action.n, 1, 9, t.rule("tokens"))
    drop_tokens(t, action.team, action.n, "tokens")


def _block(t: Table, action: actions.Block) -> None:
    abilities.playing(t)
    t.put_turn(blocked=True)
    t.note("token.off", "block")


def _turn_figure(t: Table, action: actions.TurnFigure) -> None:
    abilities.playing(t)
    if action.direction not in ("left", "right"):
        t.impossible("E_MALFORMED", "", problem=action.direction)
    turn_figure(t, action.direction)


def _remark(t: Table, action: actions.Remark) -> None:
    if not action.text.strip() or len(action.text) > 200:
        t.impossible("E_TOO_LONG", "", longest=200)
    t.note("remark", "", text=action.text)


def _leave(t: Table, action: actions.Leave) -> None:
    abilities.playing(t)
    if t.location(action.card) < 0 or t.kind(action.card) == "battle":
        remedy = msg("remedy.targets", n=1)
        t.impossible("E_LOCATION", "scope", remedy, card=t.name(action.card))
    t.note("leave", "scope", card=t.name(action.card))
    t.remove(action.card)


def _show(t: Table, action: actions.Show) -> None:
    t.call.within(msg("field.section"), action.section, 1, len(t.state.sections))
    if action.section - 1 != t.state.newest:
        t.impossible("E_OLD_ABILITY", "crown_newest", n=action.section)
    t.note("track.ability", "new_ability", section=action.section)


HANDLERS: dict[type, Handler] = {
    actions.Deal: deck.deal,
    actions.Deploy: turn.deploy,
    actions.DoomRoll: driver.doom_roll,
    actions.FigureRoll: driver.figure_roll,
    actions.DriverCard: driver.driver_card,
    actions.Kinds: driver.tell_kinds,
    actions.VillainNext: driver.villain_next,
    actions.Target: driver.target,
    actions.VillainDone: driver.villain_done,
    actions.React: abilities.react,
    actions.Results: heroes.results,
    actions.Spaces: resolve.spaces,
    actions.Refill: deck.refill,
    actions.Aid: battles.aid,
    actions.Event: battles.happen,
    actions.Icon: deck.icon,
    actions.Reward: battles.reward,
    actions.TeamDice: dice.team_dice,
    actions.AddDie: dice.more,
    actions.Roll: dice.roll,
    actions.Assign: _assign,
    actions.GiveUp: dice.give_up,
    actions.Jump: heroes.jump,
    actions.Finish: dice.finish,
    actions.Ability: abilities.use,
    actions.Reroll: abilities.reroll,
    actions.ChangeFace: abilities.change_face,
    actions.KeepDie: dice.keep,
    actions.UseToken: tokens.use,
    actions.Look: tokens.look,
    actions.GiveToken: tokens.give,
    actions.DrawToken: _draw,
    actions.LoseToken: _lose,
    actions.Block: _block,
    actions.PayProgress: progress.pay,
    actions.Damage: abilities.hurt,
    actions.Heal: abilities.mend,
    actions.ShiftDoom: lambda t, action: abilities.shift(t, action.n),
    actions.MoveDamage: abilities.move_damage,
    actions.Swap: abilities.swap,
    actions.TurnFigure: _turn_figure,
    actions.Reorder: abilities.reorder,
    actions.ExtraSet: abilities.extra_set,
    actions.Remark: _remark,
    actions.Join: abilities.join,
    actions.Leave: _leave,
    actions.Show: _show,
    **dict.fromkeys(define_play.DEFINITIONS.__args__, define_play.apply),
}

ENDS_STEP = (
    actions.FigureRoll,
    actions.DriverCard,
    actions.Results,
    actions.Finish,
)
"""Actions after which their step is over whatever they said."""


class Rising(Referee[TableSetup, TableState, CopyBox]):
    """A title of the family; subclasses bring the definition, the words and the boxes."""

    definition: Definition
    names = NAMES
    Setup = TableSetup
    State = TableState
    Box = CopyBox
    Action = actions.RisingAction

    # -- beginning -----------------------------------------------------------------------

    def setup_pages(self, draft: TableSetup, box: CopyBox) -> tuple[Prompt, ...]:
        return opening.pages(self.definition, draft, box)

    def setup_default(self, players: int, box: CopyBox) -> TableSetup:
        return opening.default(self.definition, players, box)

    def begin(self, setup: TableSetup, box: CopyBox) -> Ruling[TableState] | Refusal:
        return opening.begin(self.definition, setup, box)

    def checklist(self, state: TableState) -> tuple[Any, ...]:
        return opening.checklist(self.definition, state)

    # -- the box -------------------------------------------------------------------------

    def remember(self, box: CopyBox, action: Any, state: TableState) -> CopyBox:
        return define.remember(self.definition, box, action, state)

    def box_pages(self, box: CopyBox) -> tuple[Prompt, ...]:
        """The forms of a physical copy; what they send is given to ``learn``."""
        return forms.box_pages(self.definition, box)

    def learn(self, box: CopyBox, action: Any) -> CopyBox | Refusal:
        """The box with what a definition tells, outside of a play."""
        if not isinstance(action, define_play.DEFINITIONS):
            return box
        try:
            define_checks.check(self.definition, action, Call())
        except Stop as stop:
            if isinstance(stop.answer, Refusal):
                return stop.answer
            raise
        return define.learn(self.definition, box, action)

    # -- playing -------------------------------------------------------------------------

    def table(self, state: TableState, call: Call | None = None) -> Table:
        return Table(self.definition, state, call)

    def parts(self, state: TableState) -> tuple[Part, ...]:
        return tuple(
            Part(i, team.name, msg("part.leader", heroes=len(team.row)))
            for i, team in enumerate(state.teams)
        )

    def prompts(self, state: TableState) -> tuple[Prompt, ...]:
        if state.step == "over":
            return ()
        t = self.table(state)
        return (*prompts.STEPS[state.step](t), *offers.offers(t))

    def rule(self, state: TableState, action: Any, call: Call) -> TableState:
        t = self.table(state, call)
        HANDLERS[type(action)](t, action)
        rolled = isinstance(action, actions.DoomRoll) and state.step == "doom_die"
        if rolled or isinstance(action, ENDS_STEP):
            turn.walk(t)
        else:
            turn.settle(t)
        return t.state

    def apply(
        self,
        state: TableState,
        action: Any,
        actor: int | None = None,
        answers: Mapping[str, str] | None = None,
    ) -> Ruling[TableState] | Refusal | Question:
        """As the contract; a number set by hand may let the table go on by itself."""
        ruling = super().apply(state, action, actor, answers)
        if not isinstance(action, Adjust) or not isinstance(ruling, Ruling):
            return ruling
        call = Call(actor, answers)
        t = self.table(ruling.state, call)
        try:
            turn.settle(t)
        except Stop as stop:
            return stop.answer
        return Ruling(t.state, (*ruling.notes, *call.notes))

    def outcome(self, state: TableState) -> Outcome | None:
        if not state.endings:
            return None
        first, *others = state.endings
        won = first == "won"
        facts = {
            "n": state.defeated,
            "limit": state.setup.hero_limit,
            "teams": tuple(team.name for team in state.teams if not team.row),
        }
        winners = tuple(range(len(state.teams))) if won else ()
        rule = self.definition.rules[f"ends_{first}"]
        result: Any = "won" if won else "lost"
        return Outcome(result, first, rule, winners, facts, tuple(others))

    def check(self, state: TableState) -> tuple[Defect, ...]:
        return checks.defects(self.table(state))

    def trackers(self, state: TableState) -> tuple[Tracker, ...]:
        return checks.trackers(self.table(state))

    def set_tracker(self, state: TableState, name: str, value: int) -> TableState:
        return checks.set_tracker(self.table(state), name, value)

    def step(self, state: TableState) -> str:
        return f"{state.number}.{state.at}.{state.step}.{state.turn.rolls}"

    def rules_step(self, state: TableState) -> str:
        return self.definition.moments.get(state.step, "")

    def board(self, state: TableState, viewer: int | None) -> board.BoardView:
        return board.board(self.table(state))

    def rolled(self, state: TableState, action: Any) -> tuple[Rolled, ...]:
        """The driver's dice or card, and every Hero die with its colour."""
        names, active = self.definition.driver.names, state.active
        match action:
            case actions.DoomRoll():
                return (Rolled(names[0], str(action.n), "doom", active),)
            case actions.FigureRoll():
                return (Rolled(names[-1], action.face, "figure", active),)
            case actions.Roll():
                return self._rolled(state, action.faces, "roll", fresh=True)
            case actions.Reroll():
                return self._rolled(state, action.faces, "roll")
            case actions.UseToken() if action.faces:
                return self._rolled(state, action.faces, "reroll")
        return ()

    def dice(self, state: TableState) -> Mapping[str, Mapping[str, int]]:
        """The sides of the colours somebody has checked; the others are not claimed."""
        return {each.colour: dict(Counter(each.faces)) for each in state.stock if each.checked}

    def figures(self, state: TableState) -> tuple[Figure, ...]:
        return checks.figures(self.table(state))

    def turn(self, state: TableState) -> int:
        return state.number

    def variant(self, setup: TableSetup, box: CopyBox) -> Choice | None:
        """The level of the progress card, or else the side of the track."""
        if self.definition.progress:
            level = opening.progress_facts(self.definition, box, setup.progress_card).level
            return Choice(level, msg(f"level.{level}")) if level else None
        side = opening.side(self.definition, setup)
        return Choice(side, msg(f"side.{side}")) if side else None

    def _rolled(
        self, state: TableState, faces: tuple[str, ...], purpose: str, fresh: bool = False
    ) -> tuple[Rolled, ...]:
        """The pool's dice with their faces; only ``fresh`` ones include dice never rolled."""
        pool = (die for die in state.turn.dice if die.place == "pool" and (fresh or die.face))
        pairs = zip(pool, faces, strict=False)
        return tuple(Rolled(die.colour, face, purpose, state.active) for die, face in pairs if face)
