"""The invariants I1 to I12, the counts of the box, and the numbers a table can adjust."""

from __future__ import annotations

from collections import Counter
from typing import Literal

from msgspec.structs import replace

from games.messages import Msg, msg
from games.referee import Defect, Figure, Tracker
from games.talisman_batman.rules.aftermath import debts
from games.talisman_batman.rules.villain.fortunes import INSANE_TURNS
from games.talisman_batman.rules.villain.points import (
    OVER_START,
    set_points,
)
from games.talisman_batman.state import COINS, FATE, FEATS, NOBODY, TOWER, Owe, State, Villain
from games.talisman_batman.state.derived import (
    ATTRIBUTES,
    lowest,
    switched,
    who,
)
from games.talisman_batman.table import Table

DIAL = 30


def check(state: State) -> tuple[Defect, ...]:
    """Return every broken invariant."""
    found: list[Defect] = []
    for seat, villain in enumerate(state.villains):
        found += _villain(state, seat, villain)
    return (*found, *_pools(state), *_table(state))


def _villain(state: State, seat: int, v: Villain) -> list[Defect]:
    facts = {"who": who(state, seat)}
    broken: dict[str, bool] = {
        "life-alive": v.alive != (v.life > 0),
        "life-max": v.life > v.sheet.life + OVER_START,
        "fate-max": v.fate > v.sheet.fate + OVER_START,
        "objects": _silent(state, seat, "objects"),
        "feats": _silent(state, seat, "feats"),
        "negative": min(v.fate, v.coins, v.life, v.insane, v.lost_turns) < 0,
        "forbidden": any(v.alignment in card.forbids for card in v.goods),
        "turning": v.turning_back and v.floor != TOWER,
        "control": (v.in_control_room and v.space != "control-room") or _at_rest(state, seat),
        "insane": v.insane > INSANE_TURNS,
    }
    broken["dial"] = v.alive and any(
        getattr(v, attribute) < lowest(state, seat, attribute) for attribute in ATTRIBUTES
    )
    return [Defect(code, facts) for code, wrong in broken.items() if wrong]


def _at_rest(state: State, seat: int) -> bool:
    """Return whether a villain is in the Control Room and has Batman neither now nor next turn."""
    villain, fight = state.villains[seat], state.fight
    fights = fight is not None and fight.me.seat == seat
    awaited = fights or villain.in_control_room or state.winner == seat
    here = villain.alive and villain.space == "control-room"
    return here and not awaited and not switched(state, "offTurnControlWin")


def _silent(state: State, seat: int, what: Literal["objects", "feats"]) -> bool:
    """Return whether someone is over a limit without being asked about it, or asked about it for
    nothing."""
    owe = Owe(seat, what)
    return (owe in debts(state)) != (owe in state.owes)


def _pools(state: State) -> list[Defect]:
    villains, spots = state.villains, state.spots
    goods = [c for v in villains for c in (*v.goods, *v.estate.objects, *v.estate.followers)]
    lying = [c for s in spots for c in s.cards]
    coins = sum(v.coins + v.estate.coins for v in villains) + sum(s.coins for s in spots)
    counts = {
        "coins": (state.coin_pool + coins, COINS),
        "fate": (state.fate_pool + sum(v.fate for v in villains), FATE),
        "keys": (state.key_pool + sum(c.key for c in (*goods, *lying)), state.options.keys),
        "feat-cards": (
            state.feat_deck + state.feat_discard + sum(len(v.feats) for v in villains),
            FEATS,
        ),
    }
    found = [
        Defect(f"count-{name}", {"n": n, "should": should})
        for name, (n, should) in counts.items()
        if n != should
    ]
    pools = (
        state.coin_pool,
        state.fate_pool,
        state.key_pool,
        state.feat_deck,
        state.feat_discard,
        *state.discards,
        *(s.left for s in state.stock),
    )
    if min(pools) < 0 or any(s.left > s.total for s in state.stock):
        found.append(Defect("pool"))
    ids = Counter(c.id for c in (*goods, *lying, *(t for v in villains for t in v.trophies)))
    if any(times > 1 for times in ids.values()):
        found.append(Defect("twice"))
    return found


def _table(state: State) -> list[Defect]:
    found: list[Defect] = []
    unused = {s.name for s in state.unused}
    gone = {s.name for s in state.gone}
    playing = [v.sheet.name for v in state.villains if v.alive]
    if unused & gone or unused & set(playing) or set(playing) & gone:
        found.append(Defect("undead"))
    if len(playing) != len(set(playing)):
        found.append(Defect("same-villain"))
    if not 0 <= state.active < len(state.villains):
        found.append(Defect("active"))
    if state.winner not in (None, NOBODY, *range(len(state.villains))):
        found.append(Defect("winner"))
    if (state.winner is None) != (not state.won_by):
        found.append(Defect("winner"))
    return found


# -- trackers ----------------------------------------------------------------------------


def trackers(state: State) -> tuple[Tracker, ...]:
    """Return every number of every villain alive, within what the card and the dials allow."""
    found: list[Tracker] = []
    for seat, v in enumerate(state.villains):
        if not v.alive:
            continue
        name, dial = who(state, seat), state.options.dial_max or DIAL
        numbers = (
            ("strength", lowest(state, seat, "strength"), max(dial, v.strength), "T-019"),
            ("cunning", lowest(state, seat, "cunning"), max(dial, v.cunning), "T-019"),
            ("life", 1, v.sheet.life + OVER_START, "T-021"),
            ("fate", 0, v.sheet.fate + OVER_START, "T-027"),
            ("coins", 0, COINS, "T-120"),
            ("insane", 0, INSANE_TURNS, "T-109"),
            ("lost_turns", 0, 9, "T-112"),
        )
        for field, low, high, rule in numbers:
            label = msg("tracker", who=name, what=Msg(f"term.{field.replace('_', '-')}"))
            found.append(Tracker(f"{field}.{seat}", label, int(getattr(v, field)), low, high, rule))
    deck = Tracker(
        "feat_deck",
        msg("tracker.feat-deck"),
        state.feat_deck,
        0,
        state.feat_deck + state.feat_discard,
        "T-105",
    )
    return (*found, deck)


def figures(state: State) -> tuple[Figure, ...]:
    """Return dials and Life of every seat, 0 while it has no villain."""
    return tuple(
        Figure(
            f"{what}.{seat}",
            msg("tracker", who=who(state, seat), what=Msg(f"term.{what}")),
            int(getattr(villain, what)),
            seat,
        )
        for seat, villain in enumerate(state.villains)
        for what in ("strength", "cunning", "life")
    )


def set_tracker(state: State, name: str, value: int) -> State:
    """Return one number set; tokens come from the pool and go back to it."""
    if name == "feat_deck":
        moved = value - state.feat_deck
        return replace(state, feat_deck=value, feat_discard=state.feat_discard - moved)
    field, seat = name.split(".")
    t = Table(state)
    set_points(t, int(seat), field, value)
    t.put(owes=debts(t.state))
    return t.state
