"""Prompts of movement."""

from __future__ import annotations

from games.messages import Msg, msg
from games.referee import Prompt
from games.talisman_batman import fields, plan
from games.talisman_batman.asking import Prompts, fate_offer, seated, step, where
from games.talisman_batman.flow import GUARD_VALUE
from games.talisman_batman.odds import against_fixed
from games.talisman_batman.scores import base
from games.talisman_batman.state import FIRST, SECOND, TOWER, Fighter, State
from games.talisman_batman.table import (
    best_boosts,
    known,
    me,
    space_label,
    switched,
    tower_steps,
)


def moving(state: State) -> Prompts:
    villain = me(state)
    if villain.insane:
        help = villain.sheet.insane_note or msg("help.insane-move")
        inputs = (where(state, (1, 2, 3)), fields.floor(villain.floor))
        return [step(state, "insane-move", *inputs, rule="T-049", help=help)]
    found = [step(state, "roll", fields.die(), rule="T-040", tone="die")]
    if villain.floor == FIRST and any(c.name == "guard-keys" for c in villain.objects):
        found.append(_keys(state))
    if villain.floor == TOWER and not villain.turning_back and villain.space != "tower-entrance":
        found.append(step(state, "turn-back", rule="T-044", expected=False))
    found.append(
        step(state, "roll", fields.die(), rule="T-048", label=msg("prompt.forced"),
             expected=False, forced=True)
    )  # fmt: skip
    return [*found, *desk(state)]


def _keys(state: State) -> Prompt:
    """Across with the Guard Keys: the plan knows where, or the table says."""
    linked = plan.opposite(state.plan, me(state).space)
    if linked:
        label = msg("prompt.keys-known", space=space_label(linked, SECOND))
        return step(state, "keys", rule="T-136", label=label, expected=False)
    return step(state, "keys", where(state, (SECOND,)), rule="T-136", expected=False)


def walking(state: State) -> Prompts:
    villain, roll = me(state), state.turn.roll
    fate = fate_offer(state, state.active, state.turn.rerolled, "T-Q04")
    if state.turn.forced:
        inputs = (where(state, (1, 2, 3)), fields.floor(villain.floor))
        return [step(state, "move", *inputs, rule="T-048"), *fate]
    found = _climb(state, roll) if villain.guard_passed else _walk(state, roll)
    return [*found, *fate, *desk(state)]


def _climb(state: State, left: int) -> Prompts:
    """Up from the Guard Post with these steps."""
    options = plan.ends(state)
    field = fields.ends(options) if options else where(state, (SECOND,))
    label = msg("prompt.move-up", n=left)
    found = [step(state, "move", field, rule="T-129", label=label, floor=SECOND)]
    return found if me(state).job else [*found, _door(state)]


def _walk(state: State, roll: int) -> Prompts:
    villain, options = me(state), plan.ends(state)
    if villain.floor == TOWER:
        return _tower(state, tower_steps(roll))
    label = msg("prompt.move", n=roll)
    field = fields.ends(options) if options else where(state, (villain.floor,))
    found = [step(state, "move", field, rule="T-041", label=label)]
    if options and state.depth == "quick":
        found.append(step(state, "move", where(state, (villain.floor,)), rule="T-041",
                          label=msg("prompt.move-else"), expected=False, direction=""))  # fmt: skip
    if villain.floor == FIRST:
        return [*found, *_guard(state, roll)]
    if not any(end.floor == FIRST for end in options):
        found.append(step(state, "move", where(state, (FIRST,)), rule="T-132",
                          label=msg("prompt.move-down"), expected=False, floor=FIRST))  # fmt: skip
    return found if villain.job else [*found, _door(state)]


def _guard(state: State, roll: int) -> Prompts:
    at = me(state).space == "guard-post"
    if at and switched(state, "guardFromStart"):
        return []
    ways = [n for n in plan.reach(state.plan, FIRST, me(state).space, "guard-post") if n <= roll]
    if at or ways:
        used = 0 if at else min(ways)
        label = msg("prompt.guard-known", n=roll - used)
        return [step(state, "guard", rule="T-127", label=label, expected=False, used=used,
                     help=guard_odds(state))]  # fmt: skip
    if state.depth == "full" and known(me(state).space) and state.plan.first:
        return []
    low = 1 if known(me(state).space) else 0
    return [step(state, "guard", fields.number("used", low, roll, roll, "T-127"), rule="T-127",
                 expected=False, help=guard_odds(state))]  # fmt: skip


def guard_odds(state: State) -> Msg:
    """The exact chances against the Guard with the boosts suggested."""
    cards = best_boosts(me(state), "strength")
    mine = base(state, Fighter(state.active, cards), "strength")
    win, tie, loss = against_fixed(mine - GUARD_VALUE).percent
    return msg("help.odds", win=win, tie=tie, loss=loss)


def _door(state: State) -> Prompt:
    return step(state, "door", rule="T-137", expected=False, tone="door")


def _tower(state: State, steps: int) -> Prompts:
    villain, options = me(state), plan.ends(state)
    up = tuple(end for end in options if end.via == "up")
    down = tuple(end for end in options if end.via == "down")
    found: Prompts = []
    if not villain.turning_back:
        field = fields.ends(up) if up else where(state, (TOWER,))
        label = msg("prompt.tower-up", n=steps)
        found.append(step(state, "move", field, rule="T-043", label=label, direction="up"))
    field = fields.ends(down) if down else where(state, (TOWER, SECOND))
    label = msg("prompt.tower-down", n=steps)
    found.append(step(state, "move", field, rule="T-044", label=label, direction="down",
                      expected=villain.turning_back))  # fmt: skip
    return found


def climbing(state: State) -> Prompts:
    return _climb(state, state.turn.left)


def desk(state: State) -> Prompts:
    villain = me(state)
    picks = any(c.name == "lock-picks" for c in villain.objects)
    near = villain.space in ("office", "darkroom") or (
        not known(villain.space) and villain.floor == FIRST
    )
    if not picks or not near or state.turn.searched:
        return []
    if switched(state, "lockPicksReplaceEncounter") and state.turn.phase != "encounter":
        return []
    return [step(state, "search", rule="T-135", expected=False)]


def door(state: State) -> Prompts:
    passed = step(state, "door-result", rule="T-139", label=msg("prompt.door-open"), passed=True,
                  tone="good")  # fmt: skip
    shut = step(state, "door-result", rule="T-139", label=msg("prompt.door-shut"), passed=False)
    found = [passed, shut]
    if not state.turn.door:
        found.append(_door_dice(state))
    if me(state).fate and not state.turn.left:
        found.append(seated(state, "spend-fate", state.active, rule="T-025"))
    return found


def _door_dice(state: State) -> Prompt:
    """The faces, for the ledger; how many dice the space asks for, only the board knows."""
    rows = (msg("field.die-n", n=1), msg("field.die-n", n=2))
    return step(state, "door-dice", fields.some_dice(rows, "T-139"), rule="T-139",
                help=msg("help.door-dice"), expected=False)  # fmt: skip
