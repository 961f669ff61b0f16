"""The area a fighter comes into: its room and its dangers (p.34-35)."""

from __future__ import annotations

from games.gotham_chronicles.rules.common.skills import gas_immune, owner_of, printed
from games.gotham_chronicles.state import State, Victim
from games.gotham_chronicles.table import Table, name_of
from games.messages import msg


def check_room(t: Table, who: str, present: int | None, limit: int | None) -> None:
    """Refuse an area that is full, where its sizes have been counted (p.34)."""
    size = owner_of(t.state, who).sheet.size
    if limit is not None and (present or 0) + size > limit:
        t.refuse(
            "E_OCCUPATION",
            "G-108",
            remedy=msg("remedy.other_area"),
            who=name_of(t.state, who),
            size=size,
        )


def endangered(state: State, who: str, danger: int, flame: int, gas: int) -> tuple[Victim, ...]:
    """Return the roll for the danger of the area a fighter comes into, its immunities left out."""
    owner = owner_of(state, who)
    danger += 0 if printed(owner, "Flame") else flame
    danger += 0 if gas_immune(owner) else gas
    return (Victim(who, "danger", danger),) if danger else ()
