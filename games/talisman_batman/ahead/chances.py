"""How the dice of a step fall and what a roll brings, for forecasts."""

from __future__ import annotations

from collections.abc import Mapping

from games.messages import Catalogue
from games.messages import gettext_noop as _
from games.talisman_batman.rules.combat.fighting import Keep
from games.talisman_batman.rules.combat.results import Suffer
from games.talisman_batman.state import State
from games.talisman_batman.state.derived import decider
from games.vocabulary import Action, Die, Open, Ruling, Stake, Throw

D6: Die = tuple((n, 1) for n in range(1, 7))

STAKES = {
    "dies": Stake("stake.dies", danger=True, worth=-20),
    "life": Stake("stake.life", danger=True, worth=-4),
    "batman": Stake("stake.batman", danger=True, worth=-1),
    "won": Stake("stake.won", worth=4),
}


def throws(state: State) -> tuple[Throw, ...]:
    """The dice of a fight and of Fate in it, and the die of movement, whose 1 wakes Batman."""
    match state.turn.phase:
        case "move":
            return (
                Throw("roll", "die", (D6,), single=True),
                Throw("roll", "die", (D6,), {"forced": True}, single=True),
            )
        case "path" if not state.turn.rerolled:
            fixed = {"seat": state.active}
            return (Throw("reroll", "die", (D6,), fixed, single=True),)
        case "fight" if state.fight:
            dice = 1 if state.fight.kind == "guard" else 2
            return (Throw("strike", "dice", (D6,) * dice, apart=True),)
        case "fate" if state.fight:
            sides = (state.fight.me, state.fight.foe)
            return tuple(
                Throw("reroll", "die", (D6,), {"seat": side.seat}, single=True)
                for side in sides
                if side is not None
            )
    return ()


def brings(before: State, ruling: Ruling[State]) -> Mapping[str, int]:
    """Who won the fight, whose Life was lost, whether Batman moves."""
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


def follows(state: State) -> Throw | Action | Open | None:
    """The dice stand, and nothing saves a Life."""
    if state.fight is None:
        return None
    if state.turn.phase == "loss" and state.fight.loser is not None:
        return Suffer(state.fight.loser)
    seat = decider(state) if state.turn.phase == "fate" else None
    return None if seat is None else Keep(seat)


WORDS: Catalogue = {
    "stake.dies": _("A villain dies"),
    "stake.life": _("A Life is lost"),
    "stake.batman": _("Batman moves"),
    "stake.won": _("The fight is won"),
}
