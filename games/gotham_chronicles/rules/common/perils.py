"""Rolls for wounds no one defends against: one after the other, or all at once (p.53-54)."""

from __future__ import annotations

from msgspec.structs import replace

from games.gotham_chronicles.rules.end import settled, still_rolling
from games.gotham_chronicles.rules.wounds import suffer
from games.gotham_chronicles.state import Victim
from games.gotham_chronicles.table import Table, name_of, present
from games.messages import Msg

ROLLED_FOR = ("explosion", "rise")
"""What everyone in an area rolls for together: the wounds come when all have rolled."""
CAUSES = {
    "danger": "G-118",
    "drop": "G-112",
    "explosion": "G-176",
    "rise": "G-171",
}


def roll_for_wounds(t: Table, victims: tuple[Victim, ...]) -> None:
    """Make everyone named roll, one after the other."""
    if not victims:
        return
    for victim in victims:
        t.note(
            "must-roll",
            CAUSES[victim.cause],
            who=name_of(t.state, victim.who),
            n=victim.dice,
            cause=Msg(f"cause.{victim.cause}"),
        )
    t.state = still_rolling(t.state, victims)


def suffered(t: Table, symbols: int) -> None:
    """Accept the first victim's roll: symbols are wounds; then the next one rolls."""
    peril = t.state.peril
    if peril is None:
        return
    victim, *rest = peril.victims
    n = max(0, symbols - victim.spared)
    t.note("rolled-wounds", CAUSES[victim.cause], who=name_of(t.state, victim.who), n=n)
    if victim.cause in ROLLED_FOR:
        t.put(peril=replace(peril, waiting=(*peril.waiting, (victim.who, n))))
    else:
        t.put(peril=None)
        suffer(t, victim.who, n)
    t.state = still_rolling(t.state, tuple(rest))
    landed(t)


def landed(t: Table) -> None:
    """Deal the wounds of all who rolled together, once no one has to roll any more."""
    peril = t.state.peril
    if peril is None or peril.victims:
        return
    t.put(peril=None)
    for who, n in peril.waiting:
        if present(t.state, who):
            suffer(t, who, n)
    settled(t)
