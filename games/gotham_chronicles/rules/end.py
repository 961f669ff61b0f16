"""The end of a mission: its conditions, when they are due and who says that they hold (p.15)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from msgspec.structs import replace

from games.actions import MaxLength
from games.gotham_chronicles.box.sheets import ALL_HEROES, Condition, Limit
from games.gotham_chronicles.rules.common.forms import MORE, NOW, TABLE, choice
from games.gotham_chronicles.rules.heroes.equipment import used_up
from games.gotham_chronicles.rules.rolls import pool
from games.gotham_chronicles.state import (
    Activation,
    Attack,
    Brought,
    Given,
    MissionEnding,
    Move,
    Peril,
    State,
    Task,
    Tile,
    Victim,
    with_tile,
)
from games.gotham_chronicles.table import (
    SIDES,
    Act,
    Table,
    fighter,
    hero_of,
    name_of,
    present,
    shackles_on,
)
from games.messages import Catalogue, Msg, msg
from games.messages import gettext_noop as _
from games.referee import Choice, Prompt, RulingContext


class Count(Act, tag="count"):
    """A mission counter goes up or down."""

    named = _("Change a mission counter")
    by_hand = True

    rebases = True
    counter: str
    by: int = 1

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        for counter in t.state.counters:
            for by in (1, -1):
                if counter.low <= counter.value + by <= counter.high:
                    code = "prompt.count_up" if by > 0 else "prompt.count_down"
                    yield cls.prompt(
                        msg(code, counter=counter.name),
                        fixed={"counter": counter.name, "by": by},
                        rule="G-001",
                        group=NOW if by > 0 else MORE,
                    )

    def apply(self, t: Table) -> None:
        counter = next((c for c in t.state.counters if c.name == self.counter), None)
        if counter is None:
            t.refuse_impossible("E_NO_COUNTER", "G-001", counter=self.counter)
        value = counter.value + self.by
        t.require_range(counter.name, value, counter.low, counter.high, "G-001")
        t.note("count", "G-001", counter=counter.name, before=counter.value, after=value)
        t.put(
            counters=tuple(replace(c, value=value) if c == counter else c for c in t.state.counters)
        )


class Declare(Act, tag="victory"):
    """Declare that both sides agree that a condition is met: the mission ends."""

    named = _("Claim a victory condition")
    by_hand = True

    condition: Annotated[str, MaxLength(80)]
    winner: str = ""

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        end = t.state.phase == "end"
        claims = tuple(claimable(t.state))
        for condition in claims:
            side = Msg(f"wins.{condition.side}")
            yield cls.prompt(
                msg("prompt.victory", side=side, condition=condition.text),
                fixed={"condition": condition.text},
                rule="G-025",
                expected=end,
                group=NOW if end or holds(t.state, condition) else TABLE,
            )
        sides = (Choice("heroes", Msg("side.heroes")), Choice("villain", Msg("side.villain")))
        yield cls.prompt(
            Msg("prompt.other_victory"),
            choice("winner", sides, "G-025"),
            cls.field("condition", default="–"),
            rule="G-024",
            expected=end and not claims,
            group=NOW if end else TABLE,
        )

    def apply(self, t: Table) -> None:
        """Refuse an ending where something the referee watches is not so (p.15)."""
        known = next((c for c in t.state.conditions if c.text == self.condition), None)
        winner = known.side if known else self.winner
        if winner not in SIDES:
            t.refuse_impossible("E_NO_WINNER", "G-025")
        if known and not in_time(t.state, known):
            t.refuse("E_TOO_EARLY", "G-024", condition=known.text)
        if known and watched(known) and not holds(t.state, known):
            t.refuse("E_NOT_MET", "G-025", condition=known.text, needs=said(known))
        _ended(t, winner, self.condition)


def limits(condition: Condition) -> tuple[Limit, ...]:
    """Return the counters a condition needs."""
    if not condition.counter:
        return condition.also
    return Limit(condition.counter, condition.at_least, condition.at_most), *condition.also


def watched(condition: Condition) -> bool:
    """Return whether the referee sees by itself if the condition holds; else the table does."""
    return bool(limits(condition) or condition.falls or condition.heroes_fall)


def holds(state: State, condition: Condition) -> bool:
    """Return whether all that the referee watches for a condition is so now."""
    met = (_within(state, limit) for limit in limits(condition))
    fallen = (fell(state, name) for name in condition.falls)
    return watched(condition) and all(met) and all(fallen) and _heroes_fell(state, condition)


def _within(state: State, limit: Limit) -> bool:
    value = next((c.value for c in state.counters if c.name == limit.counter), None)
    if value is None:
        return False
    high_enough = limit.at_least is None or value >= limit.at_least
    return high_enough and (limit.at_most is None or value <= limit.at_most)


def missing(state: State, condition: Condition) -> int | None:
    """Return how many steps of counters a condition lacks; ``None`` where it asks for more than
    those."""
    if condition.falls or condition.heroes_fall or not limits(condition):
        return None
    at = {counter.name: counter.value for counter in state.counters}
    return sum(_gap(at.get(limit.counter, 0), limit) for limit in limits(condition))


def _gap(value: int, limit: Limit) -> int:
    low = 0 if limit.at_least is None else max(0, limit.at_least - value)
    return low + (0 if limit.at_most is None else max(0, value - limit.at_most))


def fell(state: State, name: str) -> bool:
    """Return whether a hero is neutralized, or the last miniature of a tile (p.49)."""
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
    """Return what the referee watches for a condition, as the table reads it."""
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
    """Ask the table at once about what has become true with this action."""
    if t.state.ended:
        return
    fresh = [
        condition
        for condition in t.state.conditions
        if condition.when == "any" and holds(t.state, condition) and not _held(before, condition)
    ]
    _settled(t, fresh, first="VICTORY")


def reopened(t: Table, before: State) -> None:
    """Take back an ending that hung on a number set right: play goes on."""
    ended = t.state.ended
    known = next((c for c in before.conditions if ended and c.text == ended.condition), None)
    if known and holds(before, known) and not holds(t.state, known):
        t.note("reopened", "G-024", condition=known.text)
        t.put(ended=None)


def _held(before: State, condition: Condition) -> bool:
    return condition in before.conditions and holds(before, condition)


def at(t: Table, step: str) -> None:
    """Ask for the conditions a mission ties to this moment: the step's end, or that of the
    round."""
    found = [c for c in t.state.conditions if c.when == step and due(t.state, c)]
    _settled(t, found)


def due(state: State, condition: Condition) -> bool:
    """Return whether a condition may hold in this round, as far as the referee sees."""
    now = not condition.rounds or state.round in condition.rounds
    return now and (not watched(condition) or holds(state, condition))


def _settled(t: Table, found: list[Condition], first: str = "") -> None:
    """Ask about each condition on its own; where both sides' hold, the mission decides."""
    agreed = []
    for condition in found:
        code = first or f"VICTORY_{t.state.conditions.index(condition) + 1}"
        first = ""
        if t.ask(code, "G-024", condition=condition.text) == "yes":
            agreed.append(condition)
        else:
            t.note("not-over", "G-024", condition=condition.text)
    if not agreed:
        return
    chosen = agreed[0]
    if len({condition.side for condition in agreed}) > 1:
        options = tuple(Choice(str(i), each.text) for i, each in enumerate(agreed))
        chosen = agreed[int(t.ask("WHICH_VICTORY", "G-025", options=options))]
    _ended(t, chosen.side, chosen.text)


def in_time(state: State, condition: Condition) -> bool:
    """Return whether a condition may be claimed in this step; all may when the last round is
    over."""
    if condition.when == "any" or state.phase == "end":
        return True
    now = not condition.rounds or state.round in condition.rounds
    return now and condition.when == state.phase


def claimable(state: State) -> Iterable[Condition]:
    """Return the conditions the table may claim now."""
    return (
        condition
        for condition in state.conditions
        if in_time(state, condition) and (not watched(condition) or holds(state, condition))
    )


def _ended(t: Table, winner: str, condition: str) -> None:
    t.note("ended", "G-024", side=Msg(f"side.{winner}"), condition=condition)
    ending = MissionEnding("heroes" if winner == "heroes" else "villain", condition)
    t.put(ended=ending)


def settled(t: Table) -> None:
    """Take away whatever waits for someone gone, each end noted."""
    before = t.state
    t.state = _unshielded(_activation(_perils(t.state)))
    _unbrought(t)
    if t.state.open is not None and ghosts(t.state):
        _given_up(t)
    stopped(before, t.state, t)


def stopped(before: State, after: State, call: RulingContext) -> None:
    """Note what someone had begun that is not open any more."""
    open_ = before.open
    if open_ is not None and not isinstance(open_, Brought) and after.open is None:
        who, what = open_.who, Msg(f"open.{type(open_).__name__.lower()}")
        call.note("stops", "G-150", who=name_of(before, who), what=what)
    if before.activation and not after.activation:
        tile = before.activation.tile
        call.note("activation-over", "G-089", tile=tile)


def _given_up(t: Table) -> None:
    """Drop the one-time card that helped, now that nothing is open (p.22)."""
    open_ = t.state.open
    t.put(open=None)
    index = hero_of(open_.who) if isinstance(open_, Attack) else None
    if isinstance(open_, Attack) and index is not None:
        used_up(t, index, open_.cards)


def ghosts(state: State) -> tuple[str, ...]:
    """Return everyone something waits for who is not there."""
    waited = [victim.who for victim in state.peril.victims] if state.peril else []
    freed = ""
    match state.open:
        case Move(who) | Given(who):
            waited.append(who)
        case Attack(who=who, target=target, shield=shield, stage=stage):
            waited += [who, *([] if stage == "after" else [target]), *([shield] if shield else [])]
        case Task(who=who, frees=freed):
            waited.append(who)
    gone = [who for who in waited if not present(state, who)]
    gone += [freed] if freed and not shackles_on(state, freed) else []
    active = state.activation
    tile = state.tile(active.tile) if active else None
    if active and (tile is None or (active.mini and tile.mini(active.mini) is None)):
        gone.append(fighter("tile", active.tile, active.mini))
    return tuple(gone)


def still_rolling(state: State, victims: tuple[Victim, ...]) -> State:
    """Continue the roll for wounds with the first of them who is there, or end it.

    Where wounds still have to land it is kept without anyone, for ``perils.landed``.
    """
    waiting = tuple(victim for victim in victims if present(state, victim.who))
    rolled = state.peril.waiting if state.peril else ()
    rolled = tuple((who, n) for who, n in rolled if present(state, who))
    if not waiting:
        return replace(state, peril=Peril((), waiting=rolled) if rolled else None)
    if state.peril and state.peril.victims[:1] == waiting[:1]:
        return replace(state, peril=replace(state.peril, victims=waiting, waiting=rolled))
    roll = pool(state, waiting[0].who, ["yellow"] * waiting[0].dice)
    return replace(state, peril=Peril(waiting, roll, rolled))


def _unbrought(t: Table) -> None:
    """Drop what the skill of someone gone would bring: it can't be used (p.49)."""
    waiting = t.state.open.grants if isinstance(t.state.open, Brought) else ()
    left = tuple(each for each in waiting if not each.who or present(t.state, each.who))
    for each in waiting:
        if each not in left:
            what, who = Msg(f"brings.{each.kind}"), name_of(t.state, each.who)
            t.note("stops", "G-150", who=who, what=what)
    if left != waiting:
        t.put(open=Brought(left) if left else None)


def _unshielded(state: State) -> State:
    attack = state.open
    if isinstance(attack, Attack) and attack.shield and not present(state, attack.shield):
        return replace(state, open=replace(attack, shield=""))
    return state


def _perils(state: State) -> State:
    return still_rolling(state, state.peril.victims) if state.peril else state


def _activation(state: State) -> State:
    """Put up the tile's next miniature when the acting one left; with none left the activation is
    over."""
    active = state.activation
    tile = state.tile(active.tile) if active else None
    if active is None:
        return state
    if tile is None or tile.place not in ("river", "ally"):
        return activation_over(state)
    if active.mini and tile.mini(active.mini):
        return state
    if all(mini.acted for mini in tile.minis):
        return activation_over(state)
    return replace(state, activation=Activation(tile.name)) if active.mini else state


def activation_over(state: State) -> State:
    """End the tile's activation; its acting miniature is an ordinary one again."""
    active = state.activation
    state = replace(state, activation=None)
    return rested(state, active.tile) if active else state


def rested(state: State, name: str) -> State:
    """Return the state with no miniature of the tile marked as having acted."""
    tile = state.tile(name)
    if tile is None:
        return state
    return with_tile(state, name, minis=tuple(replace(mini, acted=False) for mini in tile.minis))


WORDS: Catalogue = {
    "note.stops": _("{what} ends here without {who}"),
    "question.VICTORY": _("“{condition}” is fulfilled. Do both sides agree that it is over?"),
    "note.ended": _("The mission is over"),
    "note.reopened": _("“{condition}” is not so after all: the mission goes on"),
    "note.not-over": _("The table says “{condition}” doesn't end the mission now"),
    "refusal.E_NO_COUNTER": _("The mission has no counter {counter}"),
    "refusal.E_NO_WINNER": _("Enter which side has won"),
    "refusal.E_TOO_EARLY": _("“{condition}” is decided at another moment"),
    "refusal.E_NOT_MET": _("“{condition}” needs {needs}, which isn't met"),
    "question.WHICH_VICTORY": _("Each side has met a condition. Which one decides?"),
    "need.at_least": _("{counter} ≥ {n}"),
    "need.at_most": _("{counter} ≤ {n}"),
    "need.falls": _("{who} neutralized"),
    "need.heroes": _("heroes neutralized: {n}"),
    "need.all_heroes": _("all heroes neutralized"),
    "prompt.count_up": _("{counter} +1"),
    "prompt.count_down": _("{counter} −1"),
    "prompt.victory": _("{side}: {condition}"),
    "prompt.other_victory": _("The mission is over"),
}
