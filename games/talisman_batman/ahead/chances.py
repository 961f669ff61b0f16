"""Chances of the dice of a step and results of a roll, for forecasts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from games.messages import Catalogue, msg
from games.messages import gettext_noop as _
from games.talisman_batman.rules.combat.fighting import SpendNoFate
from games.talisman_batman.rules.combat.results import Save, Suffer
from games.talisman_batman.state import State
from games.talisman_batman.state.derived import decider, who
from games.vocabulary import Action, Answer, DiceRoll, Die, Open, RiskFigure, Ruling

D6: Die = tuple((n, 1) for n in range(1, 7))

STAKES = {
    "dies": RiskFigure("stake.dies", danger=True, worth=-20),
    "life": RiskFigure("stake.life", danger=True, worth=-4),
    "batman": RiskFigure("stake.batman", danger=True, worth=-1),
    "won": RiskFigure("stake.won", worth=4),
}


def possible_rolls(state: State) -> tuple[DiceRoll, ...]:
    """Return the dice of a fight and of Fate in it, and the die of movement, whose 1 wakes
    Batman."""
    match state.turn.phase:
        case "move":
            return (
                DiceRoll("roll", "die", (D6,), single=True),
                DiceRoll("roll", "die", (D6,), {"forced": True}, single=True),
            )
        case "path" if not state.turn.rerolled:
            fixed = {"seat": state.active}
            return (DiceRoll("reroll", "die", (D6,), fixed, single=True),)
        case "fight" if state.fight:
            dice = 1 if state.fight.kind == "guard" else 2
            return (DiceRoll("strike", "dice", (D6,) * dice, apart=True),)
        case "fate" if state.fight:
            sides = (state.fight.me, state.fight.foe)
            return tuple(
                DiceRoll("reroll", "die", (D6,), {"seat": side.seat}, single=True)
                for side in sides
                if side is not None
            )
    return ()


def figure_changes(before: State, ruling: Ruling[State]) -> Mapping[str, int]:
    """Return who won the fight, whose Life was lost, whether Batman moves."""
    after = ruling.state
    pairs = list(zip(before.villains, after.villains, strict=True))
    codes = {note.code for note in ruling.notes}
    mine = after.fight is not None and after.fight.winner == after.fight.me.seat
    return {
        "won": int(
            bool(codes & {"note.won", "note.victory"} or ("note.duel-won" in codes and mine))
        ),
        "life": sum(max(0, old.life - new.life) for old, new in pairs),
        "dies": sum(old.alive and not new.alive for old, new in pairs),
        "batman": after.turn.batman_due - before.turn.batman_due if _moving(before, after) else 0,
    }


def _moving(before: State, after: State) -> bool:
    return before.turn.number == after.turn.number and after.turn.phase == "path"


def next_step(state: State) -> DiceRoll | Action | Open | None:
    """Let the dice stand, so that nothing saves a Life."""
    if state.fight is None:
        return None
    if state.turn.phase == "loss" and state.fight.loser is not None:
        return Suffer(state.fight.loser)
    seat = decider(state) if state.turn.phase == "fate" else None
    return None if seat is None else SpendNoFate(seat)


def answers(state: State) -> tuple[Answer, ...]:
    """Return a Fate token for the die that lies there, and what saves a Life at stake."""
    return tuple(_answers(state))


def _answers(state: State) -> Iterator[Answer]:
    mine = state.active if state.fight is None else state.fight.me.seat
    if state.turn.phase == "loss" and state.fight is not None:
        seat = state.fight.loser
        if seat is not None:
            yield Answer(msg("answer.saved"), Save(seat), seat != mine)
        return
    for throw in possible_rolls(state):
        seat = throw.fixed.get("seat", mine)
        asked = state.turn.phase == "path" or seat == decider(state)
        if throw.do == "reroll" and asked and state.villains[seat].fate:
            yield Answer(msg("answer.fate", who=who(state, seat)), throw, seat != mine)


WORDS: Catalogue = {
    "stake.dies": _("A villain dies"),
    "stake.life": _("A Life is lost"),
    "stake.batman": _("Batman moves"),
    "stake.won": _("The fight is won"),
    "answer.fate": _("if {who} spends Fate"),
    "answer.saved": _("if something saves the Life"),
}
