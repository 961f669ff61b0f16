"""The course of a heist: dodge, bust, empty cup, score, the next villain.

The order after a roll is fixed: return, dodge, bust, empty cup, decision (the return comes
after the bust check where the table reads it so).
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from games.animated_dice.box import left, minus
from games.animated_dice.state import Heist, How, State, Turn
from games.animated_dice.table import Table
from games.messages import Catalogue
from games.messages import gettext_noop as _
from games.messages import ngettext_noop as _n


def follow(t: Table, faces: Iterable[str]) -> None:
    """Dodge, bust and empty cup; what remains is the decision to stop or roll."""
    villain = t.villain
    turn, n = t.turn.dodged(villain, faces)
    if n:
        (dodged,) = left(minus(t.turn.batman, turn.batman))
        t.note("dodge", villain.rule, who=villain.name, dice=dodged)
        t.put(turn=turn)
    if turn.busts:
        rule = "D-023" if turn.dry else "D-014"
        t.note("bust", rule, who=villain.name, n=sum(turn.batman))
        finish(t, "bust")
    elif t.state.empty_cup_ends and turn.dry:
        finish(t, "empty")


def finish(t: Table, how: How) -> None:
    """Score the turn under way by ``how`` and pass the cup on."""
    villain, turn = t.villain, t.turn
    if how == "empty":
        t.note("empty", "D-022", who=villain.name, n=sum(turn.alarms))
    loot, bonus = turn.points(villain, how)
    if bonus:
        rule = "D-027" if how == "bust" and villain.per_set else villain.rule
        t.note("bonus", rule, who=villain.name, n=bonus)
    record(t, Heist(turn.part, 0, loot + bonus, how, 0, loot, bonus, turn.rolls))


def record(t: Table, heist: Heist) -> None:
    """Write a finished turn on the sheet and say what it leads to."""
    before = t.stage
    heist = replace(heist, round=before.round, tie=before.tie)
    t.put(sheet=(*t.state.sheet, heist))
    name = t.part().name
    if before.tie:
        t.note("score_tie", "D-041", who=name, n=heist.points)
    else:
        t.note("score", "D-016", who=name, n=heist.points, total=t.state.totals[heist.part])
    announce(t, before.last, before.tie)
    t.put(turn=dealt(t.state))


def announce(t: Table, was_last: bool, tie: int) -> None:
    """Announce the final round, the tiebreaker, the victory, or simply the next villain."""
    stage, totals = t.stage, t.state.totals
    best = max(totals)
    if best >= t.state.target and not was_last and not tie:
        who = t.part(totals.index(best)).name
        code, rule = ("final", "D-039") if stage.last else ("final_now", "D-040")
        t.note(code, rule, who=who, n=best)
    if stage.active is None:
        t.note("won", "D-041" if tie else "D-039", who=t.part(stage.leaders[0]).name)
        return
    if stage.tie > tie:
        leaders = [t.part(i).name for i in stage.leaders]
        t.note("tie" if stage.tie == 1 else "tie_again", "D-041", who=leaders, n=stage.tie)
    t.note("next", "D-007", who=t.part(stage.active).name)


def dealt(state: State) -> Turn:
    """Return all dice to the cup for the next player; the last turn stays with the winner."""
    active = state.stage.active
    return Turn(state.turn.part if active is None else active, state.dice)


WORDS: Catalogue = {
    "note.dodge": _("{who} dodges {dice} Batman"),
    "note.bust": _n("{who} busts with {n} Batman symbol", "{who} busts with {n} Batman symbols"),
    "note.empty": _n(
        "The cup is empty: {n} Alarm becomes Loot", "The cup is empty: {n} Alarms become Loot"
    ),
    "note.bonus": _("{who} gets a bonus of {n}"),
    "note.score": _n(
        "{who} scores {n} point: {total} in all", "{who} scores {n} points: {total} in all"
    ),
    "note.score_tie": _n(
        "{who} scores {n} point in the tiebreaker", "{who} scores {n} points in the tiebreaker"
    ),
    "note.final": _("{who} reaches {n}: finish the round, then the game is over"),
    "note.final_now": _("{who} reaches {n} on the last turn of the round"),
    "note.tie": _("{who} are tied: one tiebreaker turn each"),
    "note.tie_again": _("{who} are still tied: tiebreaker {n}"),
    "note.won": _("{who} wins"),
    "heading.round": _("Round {n} · {who}"),
    "heading.tie": _("Tiebreaker {n} · {who}"),
    "note.next": _("All dice go back in the cup: {who} is next"),
}
