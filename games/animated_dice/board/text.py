"""The table as text: what a golden game shows after every entry."""

from __future__ import annotations

from games.animated_dice.box import COLOURS, Counts
from games.animated_dice.state import Heist, State


def text(state: State) -> str:
    """Return sheet and heist under way; ``Y``, ``B`` and ``G`` are the colours of the dice.

    round 2 to 30, Catwoman
    The Joker 12: 7 5/bust
    cup 2Y 3B 1G | loot 2G | batman 1B | alarms - | out -
    """
    stage, turn = state.stage, state.turn
    when = f"tiebreaker {stage.tie}" if stage.tie else f"round {stage.round}"
    who = "over" if stage.active is None else state.villain.name
    lines = [f"{when} to {state.target}, {who}"]
    for part, villain in enumerate(state.villains):
        brought = " ".join(_heist(each) for each in state.sheet if each.part == part)
        lines.append(f"{villain.name} {state.totals[part]}: {brought or '-'}")
    piles = {
        "cup": turn.cup,
        "drawn": turn.drawn,
        "loot": turn.loot,
        "batman": turn.batman,
        "alarms": turn.alarms,
        "out": turn.out,
    }
    lines.append(" | ".join(f"{name} {_dice(dice)}" for name, dice in piles.items()))
    if turn.first:
        lines.append(f"may go back: {' '.join(turn.first)}")
    return "\n".join(lines)


def _heist(heist: Heist) -> str:
    ending = "" if heist.how == "stop" else f"/{heist.how}"
    return f"{heist.points}{ending}{'*' * heist.tie}"


def _dice(dice: Counts) -> str:
    pairs = zip(COLOURS, dice, strict=True)
    return " ".join(f"{n}{colour[0].upper()}" for colour, n in pairs if n) or "-"
