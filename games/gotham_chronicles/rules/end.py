"""How a mission ends: its conditions, when they are due and who says that they hold (p.15)."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from games.gotham_chronicles import cites
from games.gotham_chronicles.box.sheets import ALL_HEROES, Condition, Limit
from games.gotham_chronicles.rules.common.forms import MORE, NOW, TABLE, choice, text
from games.gotham_chronicles.rules.common.guards import SIDES
from games.gotham_chronicles.state import Ending, State, Tile
from games.gotham_chronicles.table import Act, Table
from games.messages import Catalogue, Msg, msg
from games.messages import gettext_noop as _
from games.referee import Choice, Prompt


class Count(Act, tag="count"):
    """A mission counter goes up or down."""

    named = _("Change a mission counter")

    rebases = True
    counter: str
    by: int = 1

    @classmethod
    def offers(cls, t: Table) -> Iterable[Prompt]:
        for counter in t.state.counters:
            for by in (1, -1):
                if counter.low <= counter.value + by <= counter.high:
                    code = "prompt.count_up" if by > 0 else "prompt.count_down"
                    yield cls.prompt(
                        msg(code, counter=counter.name),
                        fixed={"counter": counter.name, "by": by},
                        rule=cites.MISSION,
                        group=NOW if by > 0 else MORE,
                    )

    def happen(self, t: Table) -> None:
        counter = next((c for c in t.state.counters if c.name == self.counter), None)
        if counter is None:
            t.impossible("E_NO_COUNTER", cites.MISSION, counter=self.counter)
        value = counter.value + self.by
        t.within(counter.name, value, counter.low, counter.high, cites.MISSION)
        t.note("count", cites.MISSION, counter=counter.name, before=counter.value, after=value)
        t.put(
            counters=tuple(replace(c, value=value) if c == counter else c for c in t.state.counters)
        )


class Declare(Act, tag="victory"):
    """Both sides agree that a condition is met: the mission ends."""

    named = _("Claim a victory condition")

    condition: str
    winner: str = ""

    @classmethod
    def offers(cls, t: Table) -> Iterable[Prompt]:
        end = t.state.phase == "end"
        claims = tuple(claimable(t.state))
        for condition in claims:
            side = Msg(f"side.{condition.side}")
            yield cls.prompt(
                msg("prompt.victory", side=side, condition=condition.text),
                fixed={"condition": condition.text},
                rule=cites.WINNER,
                expected=end,
                group=NOW if end or holds(t.state, condition) else TABLE,
            )
        sides = (Choice("heroes", Msg("side.heroes")), Choice("villain", Msg("side.villain")))
        yield cls.prompt(
            Msg("prompt.other_victory"),
            choice("winner", sides, cites.WINNER),
            text("condition", 80, "–"),
            rule=cites.GAME_END,
            expected=end and not claims,
            group=NOW if end else TABLE,
        )

    def happen(self, t: Table) -> None:
        """What the referee watches must be so (p.15)."""
        known = next((c for c in t.state.conditions if c.text == self.condition), None)
        winner = known.side if known else self.winner
        if winner not in SIDES:
            t.impossible("E_NO_WINNER", cites.WINNER)
        if known and not in_time(t.state, known):
            t.forbid("E_TOO_EARLY", cites.GAME_END, condition=known.text)
        if known and watched(known) and not holds(t.state, known):
            t.forbid("E_NOT_MET", cites.WINNER, condition=known.text, needs=said(known))
        _ended(t, winner, self.condition)


def limits(condition: Condition) -> tuple[Limit, ...]:
    """The counters a condition needs."""
    if not condition.counter:
        return condition.also
    return Limit(condition.counter, condition.at_least, condition.at_most), *condition.also


def watched(condition: Condition) -> bool:
    """Whether the referee sees by itself if the condition holds; else the table does."""
    return bool(limits(condition) or condition.falls or condition.heroes_fall)


def holds(state: State, condition: Condition) -> bool:
    """Whether all that the referee watches for a condition is so now."""
    met = (_within(state, limit) for limit in limits(condition))
    fallen = (fell(state, name) for name in condition.falls)
    return watched(condition) and all(met) and all(fallen) and _heroes_fell(state, condition)


def _within(state: State, limit: Limit) -> bool:
    value = next((c.value for c in state.counters if c.name == limit.counter), None)
    if value is None:
        return False
    high_enough = limit.at_least is None or value >= limit.at_least
    return high_enough and (limit.at_most is None or value <= limit.at_most)


def fell(state: State, name: str) -> bool:
    """Whether a hero is neutralized, or the last miniature of a tile (p.49)."""
    hero = next((hero for hero in state.heroes if hero.sheet.name == name), None)
    if hero is not None:
        return hero.neutralized
    tile = state.tile(name)
    return tile is not None and _beaten(tile)


def _beaten(tile: Tile) -> bool:
    return tile.down and not tile.on_map and bool(tile.pool or tile.removed)


def _heroes_fell(state: State, condition: Condition) -> bool:
    wanted = condition.heroes_fall
    if wanted == ALL_HEROES:
        wanted = len(state.heroes)
    return sum(hero.neutralized for hero in state.heroes) >= wanted


def said(condition: Condition) -> tuple[Msg, ...]:
    """What the referee watches for a condition, as the table reads it."""
    found = [
        msg("need.at_least", counter=limit.counter, n=limit.at_least)
        if limit.at_least is not None
        else msg("need.at_most", counter=limit.counter, n=limit.at_most)
        for limit in limits(condition)
    ]
    found += [msg("need.falls", who=name) for name in condition.falls]
    if condition.heroes_fall == ALL_HEROES:
        found.append(Msg("need.all_heroes"))
    elif condition.heroes_fall:
        found.append(msg("need.heroes", n=condition.heroes_fall))
    return tuple(found)


def watch(t: Table, before: State) -> None:
    """What has become true with this action is put to the table at once."""
    if t.state.ended:
        return
    fresh = [
        condition
        for condition in t.state.conditions
        if condition.when == "any" and holds(t.state, condition) and not _held(before, condition)
    ]
    _settled(t, fresh, first="VICTORY")


def _held(before: State, condition: Condition) -> bool:
    return condition in before.conditions and holds(before, condition)


def at(t: Table, step: str) -> None:
    """The conditions a mission ties to this moment: the step's end, or that of the round."""
    found = [c for c in t.state.conditions if c.when == step and due(t.state, c)]
    _settled(t, found)


def due(state: State, condition: Condition) -> bool:
    """Whether a condition may hold in this round, as far as the referee sees."""
    now = not condition.rounds or state.round in condition.rounds
    return now and (not watched(condition) or holds(state, condition))


def _settled(t: Table, found: list[Condition], first: str = "") -> None:
    """Each condition is asked on its own; where both sides' hold, the mission decides."""
    agreed = []
    for condition in found:
        code = first or f"VICTORY_{t.state.conditions.index(condition) + 1}"
        first = ""
        if t.ask(code, cites.GAME_END, condition=condition.text) == "yes":
            agreed.append(condition)
        else:
            t.note("not-over", cites.GAME_END, condition=condition.text)
    if not agreed:
        return
    chosen = agreed[0]
    if len({condition.side for condition in agreed}) > 1:
        options = tuple(Choice(str(i), each.text) for i, each in enumerate(agreed))
        chosen = agreed[int(t.ask("WHICH_VICTORY", cites.WINNER, options=options))]
    _ended(t, chosen.side, chosen.text)


def in_time(state: State, condition: Condition) -> bool:
    """Whether a condition may be claimed in this step; all may when the last round is over."""
    if condition.when == "any" or state.phase == "end":
        return True
    now = not condition.rounds or state.round in condition.rounds
    return now and condition.when == state.phase


def claimable(state: State) -> Iterable[Condition]:
    """The conditions the table may claim now."""
    return (
        condition
        for condition in state.conditions
        if in_time(state, condition) and (not watched(condition) or holds(state, condition))
    )


def _ended(t: Table, winner: str, condition: str) -> None:
    t.note("ended", cites.GAME_END, side=Msg(f"side.{winner}"), condition=condition)
    ending = Ending("heroes" if winner == "heroes" else "villain", condition)
    t.put(ended=ending)


WORDS: Catalogue = {
    "note.ended": _("{side} win: {condition}"),
    "note.not-over": _("The table says: “{condition}” does not end the mission now"),
    "refusal.E_NO_COUNTER": _("The mission does not count {counter}"),
    "refusal.E_NO_WINNER": _("Say which side has won"),
    "refusal.E_TOO_EARLY": _("“{condition}” is decided at another moment"),
    "refusal.E_NOT_MET": _("“{condition}” needs {needs}, and that is not so"),
    "question.WHICH_VICTORY": _("Both sides have a condition fulfilled. Which one decides?"),
    "need.at_least": _("{counter} ≥ {n}"),
    "need.at_most": _("{counter} ≤ {n}"),
    "need.falls": _("{who} neutralized"),
    "need.heroes": _("heroes neutralized: {n}"),
    "need.all_heroes": _("all heroes neutralized"),
    "prompt.count_up": _("{counter} +1"),
    "prompt.count_down": _("{counter} −1"),
    "prompt.victory": _("{side} win: {condition}"),
    "prompt.other_victory": _("The mission is over"),
}
