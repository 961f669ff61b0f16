"""The numbers a table can adjust, and what must always hold."""

from __future__ import annotations

from collections.abc import Iterator

from games.messages import Msg, msg
from games.referee import Defect, Figure, Tracker
from games.rising.state import BonusToken, State
from games.rising.table import PLACES, Table


def trackers(t: Table) -> tuple[Tracker, ...]:
    """Return every number on the table with its physical bounds."""
    return (
        *doom_tracker(t),
        *turn_trackers(t),
        *goal_trackers(t),
        *token_trackers(t),
        *damage_trackers(t),
    )


def doom_tracker(t: Table) -> Iterator[Tracker]:
    """Yield the title's own track, until its event."""
    if not t.state.event:
        label, rule = Msg("tracker.doom"), t.rule("doom")
        yield Tracker("doom", label, t.state.doom, 0, t.length(), rule)


def turn_trackers(t: Table) -> Iterator[Tracker]:
    """Yield whose turn it is, who is faced, the deck and what left it for good."""
    state, rule, supply = t.state, t.rule, t.game.supply
    cards = supply.heroes + supply.villains + supply.knights
    least = len(t.empty()) if state.step == "deal" else len(state.waiting)
    lost, teams = supply.heroes, len(state.teams)
    yield Tracker("facing", Msg("tracker.facing"), state.facing + 1, 1, 3, rule("move"))
    yield Tracker("defeated", Msg("tracker.defeated"), state.defeated, 0, lost, rule("loss_heroes"))
    yield Tracker("deck", Msg("tracker.deck"), state.deck, least, cards, rule("deck"))
    yield Tracker("active", Msg("tracker.active"), state.active + 1, 1, teams, rule("turn"))


def goal_trackers(t: Table) -> Iterator[Tracker]:
    """Yield how far the group has come: on the progress track before the event, in battles after
    it."""
    state = t.state
    if t.game.progress and not state.event:
        label, rule = Msg("tracker.progress"), t.rule("progress")
        yield Tracker("progress", label, state.progress, 0, len(state.steps), rule)
    battles = t.game.supply.battles
    if battles and state.event:
        label, rule = Msg("tracker.battles_done"), t.rule("battles")
        yield Tracker("battles_done", label, state.battles_done, 0, battles, rule)


def damage_trackers(t: Table) -> Iterator[Tracker]:
    """Yield the damage on every card; nine where its capacity is unknown."""
    for each in t.state.pieces:
        label, high = msg("tracker.damage", card=t.name(each)), t.capacity(each) or 9
        yield Tracker(f"damage.{each.id}", label, each.damage, 0, high, t.rule("cap"))


def token_trackers(t: Table) -> list[Tracker]:
    """Return tokens in hand and discarded; the supply is what is left of all."""
    state, rule = t.state, t.rule("tokens")
    free = state.supply
    found = [
        Tracker("discard", Msg("tracker.discard"), state.discard, 0, state.discard + free, rule)
    ]
    for i, team in enumerate(state.teams):
        held = len(team.tokens)
        label = msg("tracker.tokens", team=team.name)
        found.append(Tracker(f"tokens.{i}", label, held, 0, held + free, rule))
    return found


def figures(t: Table) -> tuple[Figure, ...]:
    """Return the figures of a play's story: the tracks, the losses, the goal, every team."""
    state = t.state
    ends = t.game.doom.on_full == "loss"
    found = [
        Figure("doom", Msg("tracker.doom"), state.doom, limit=t.length() if ends else None),
        Figure("defeated", Msg("tracker.defeated"), state.defeated, limit=state.setup.hero_limit),
        Figure(
            "beaten", Msg("tracker.beaten"), state.beaten, None, t.game.goal.needed or None, True
        ),
    ]
    boss = t.boss()
    if boss:
        limit = t.capacity(boss) or None
        found.append(Figure("boss", Msg("tracker.boss"), t.piece(boss).damage, None, limit, True))
    if t.game.progress:
        found.append(Figure("progress", Msg("tracker.progress"), state.progress))
    if t.game.supply.battles:
        label, limit = Msg("tracker.battles_done"), t.game.supply.battles
        found.append(Figure("battles_done", label, state.battles_done, None, limit, True))
    for i, team in enumerate(state.teams):
        heroes = msg("tracker.heroes", team=team.name)
        held = msg("tracker.tokens", team=team.name)
        found.append(Figure(f"heroes.{i}", heroes, len(team.row), i, least=0))
        found.append(Figure(f"tokens.{i}", held, len(team.tokens), i))
    return tuple(found)


def set_tracker(t: Table, name: str, value: int) -> State:
    """Return the state with one number set; tokens come from and go to the supply."""
    kind, _, which = name.partition(".")
    match kind:
        case "damage":
            t.put_piece(which, damage=value, asked=0)
        case "facing" | "active":
            t.put(**{kind: value - 1})
        case "discard":
            t.put(supply=t.state.supply + t.state.discard - value, discard=value)
        case "tokens":
            team = t.state.teams[int(which)]
            held = (*team.tokens, *(BonusToken("", 0),) * value)[:value]
            t.put(supply=t.state.supply + len(team.tokens) - value)
            t.put_team(int(which), tokens=held)
        case _:
            t.put(**{kind: value})
    return t.state


# -- invariants ----------------------------------------------------------------------------


def defects(t: Table) -> tuple[Defect, ...]:
    """List everything that does not hold."""
    return (*damages(t), *zones(t), *tokens(t), *dice(t), *tracks(t), *position(t))


def damages(t: Table) -> Iterator[Defect]:
    for each in t.state.pieces:
        capacity = t.capacity(each)
        if each.damage < 0 or (capacity and each.damage > capacity):
            facts = {"card": t.name(each), "damage": each.damage, "capacity": capacity}
            yield Defect("damage", facts)


def zones(t: Table) -> Iterator[Defect]:
    """Check that every card is in exactly one place; no card is on the table twice."""
    lying = [each for cards in t.state.slots for each in cards if each]
    lying += [each for team in t.state.teams for each in team.row]
    lying += [each for each in t.state.battles if each]
    lying += [each.id for each in t.state.pieces if each.kind == "boss"]
    ids = [each.id for each in t.state.pieces]
    if sorted(lying) != sorted(ids) or len(set(ids)) != len(ids):
        yield Defect("zones", {"lying": len(lying), "cards": len(ids)})
    names = [each.card for each in t.state.pieces if each.card]
    if len(set(names)) != len(names):
        twice = tuple(sorted({each for each in names if names.count(each) > 1}))
        yield Defect("twice", {"cards": twice})


def tokens(t: Table) -> Iterator[Defect]:
    held = sum(len(team.tokens) for team in t.state.teams)
    total = t.state.supply + t.state.discard + held
    if min(t.state.supply, t.state.discard) < 0 or total != t.game.tokens.total:
        yield Defect("tokens", {"n": total, "total": t.game.tokens.total})


def dice(t: Table) -> Iterator[Defect]:
    """Check that each die is in one state, and no colour exceeds its stock."""
    all_dice = (*t.turn.dice, *t.state.kept)
    ids = [die.id for die in all_dice]
    states = {"pool": False, "given": False, "laid": True, "stays": True}
    wrong = [die.id for die in all_dice if states.get(die.place) != bool(die.target)]
    if len(set(ids)) != len(ids) or wrong:
        yield Defect("dice", {"dice": tuple(wrong)})
    for each in t.state.stock:
        used = sum(die.colour == each.colour for die in all_dice)
        if each.count and used > each.count:
            yield Defect("stock", {"colour": each.colour, "n": used, "count": each.count})


def tracks(t: Table) -> Iterator[Defect]:
    length = t.length()
    if not 0 <= t.state.doom <= length:
        yield Defect("doom", {"n": t.state.doom, "length": length})
    if not 0 <= t.state.progress <= len(t.state.steps):
        yield Defect("progress", {"n": t.state.progress, "length": len(t.state.steps)})
    if t.state.deck < len(t.state.waiting):
        yield Defect("deck", {"n": t.state.deck, "waiting": len(t.state.waiting)})
    holding = any(s.holding and i in t.state.waiting for i, s in enumerate(t.state.sections))
    if holding or len(set(t.state.waiting)) != len(t.state.waiting):
        yield Defect("waiting", {"n": len(t.state.waiting)})


def position(t: Table) -> Iterator[Defect]:
    """Check that pointers point at something."""
    state = t.state
    active = 0 <= state.active < len(state.teams)
    facing = state.facing in PLACES and state.turn.location in (-1, *PLACES)
    if not (active and facing and state.defeated >= 0 and state.number >= 1):
        yield Defect("position", {"n": state.active})
    if bool(state.endings) != (state.step == "over"):
        yield Defect("over", {"step": state.step})
