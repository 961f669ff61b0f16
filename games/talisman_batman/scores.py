"""Scores of a fight, and who may still change them."""

from __future__ import annotations

from msgspec.structs import replace

from games.messages import Msg, msg
from games.referee import Call
from games.talisman_batman.state import (
    Attribute,
    Card,
    Fight,
    Fighter,
    State,
    Villain,
)
from games.talisman_batman.table import (
    card_label,
    here,
    total,
    who,
)

# -- scores ------------------------------------------------------------------------------


def base(state: State, fighter: Fighter, attribute: Attribute) -> int:
    """A fighter's score before the die: total, boosts, what Feats and abilities add."""
    villain = state.villains[fighter.seat]
    if villain.insane:
        return 1
    used = sum(int(getattr(c, attribute)) for c in villain.goods if c.id in fighter.cards)
    return total(villain, attribute) + used + fighter.extra


def opponent(state: State, fight: Fight) -> int:
    """The opponent's score before the die."""
    return base(state, fight.foe, fight.attribute) if fight.foe else fight.value


def lead(state: State, fight: Fight) -> int:
    """By how much the fighter is ahead, dice included as far as they are rolled."""
    mine = base(state, fight.me, fight.attribute) + fight.me.die
    return mine - opponent(state, fight) - (fight.foe.die if fight.foe else fight.die)


def fighting(call: Call, state: State) -> Fight:
    if state.fight is None:
        call.impossible("T-PHASE", "T-065", now=msg(f"phase.{state.turn.phase}"))
    return state.fight


def side(call: Call, fight: Fight, seat: int) -> Fighter:
    """The fighter of a seat; refused to everybody else."""
    for fighter in (fight.me, fight.foe):
        if fighter is not None and fighter.seat == seat:
            return fighter
    return call.impossible("T-E07", "T-026")


def put_side(state: State, fighter: Fighter) -> State:
    fight = state.fight
    if fight is None:
        return state
    mine = fight.me.seat == fighter.seat
    fight = replace(fight, me=fighter) if mine else replace(fight, foe=fighter)
    return replace(state, fight=fight)


def opponent_label(state: State, fight: Fight) -> Msg | str | tuple[Msg | str, ...]:
    if fight.foe is not None:
        return who(state, fight.foe.seat)
    if fight.kind == "enemy":
        return tuple(card_label(c) for c in here(state).cards if c.id in fight.enemies)
    if fight.kind == "guard":
        return Msg("term.guard")
    return fight.name if fight.kind == "ambush" else Msg("term.batman")


def decider(state: State) -> int | None:
    """The seat that decides about Fate now; ``None`` if it can change nothing any more.

    Between villains the attacker decides first, then the defender (p. 10).
    """
    fight = state.fight
    if fight is None or not fight.me.die:
        return None
    ahead = lead(state, fight)
    later = fight.foe is not None and _open(state, fight.foe)
    if _open(state, fight.me) and _helps(ahead, fight.me.die, later):
        return fight.me.seat
    if fight.foe is not None and later and _helps(-ahead, fight.foe.die, False):
        return fight.foe.seat
    return None


def _open(state: State, fighter: Fighter) -> bool:
    villain = state.villains[fighter.seat]
    decided = fighter.rerolled or fighter.passed
    return villain.alive and villain.fate > 0 and not decided


def _helps(ahead: int, rolled: int, answered: bool) -> bool:
    """Whether a reroll may better a result; a lead may be worth more if it is answered."""
    return rolled < 6 and ahead + 6 - rolled >= 0 and (ahead <= 0 or answered)


def can_save(villain: Villain) -> bool:
    """Whether the villain may own something that saves a Life."""
    return bool(villain.feats) or villain.sheet.saves_life or any(armours(villain))


def armours(villain: Villain) -> tuple[Card, ...]:
    return tuple(card for card in villain.goods if card.armour)
