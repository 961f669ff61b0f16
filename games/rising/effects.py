"""The verbs every ability is made of. They clamp to what the cards can hold and say so."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from games.messages import Msg
from games.rising.facts import Effect
from games.rising.state import Pending, Token
from games.rising.table import Table, clockwise, counter

BY_HAND = ("choice", "random")
SILENT = ("keep", "reach", "restrict", "note", "extra_set", "face", "reroll", "swap", "move")


def damage(t: Table, pieces: Iterable[str], n: int, topic: str) -> tuple[str, ...]:
    """Put ``n`` counters on each card, as far as there is room; returns the cards hit.

    Damage on Villains earns tokens where abilities do (see ``reward``).
    """
    hit = []
    for each in pieces:
        piece = t.piece(each)
        added = min(n, t.room(each))
        if added < n:
            t.note("damage.lost", "cap", card=t.name(piece), n=n - max(added, 0))
        if added <= 0:
            continue
        hit.append(each)
        t.put_piece(each, damage=piece.damage + added)
        t.note("damage", topic, card=t.name(piece), n=added, damage=said(t, each))
    return tuple(hit)


def said(t: Table, piece: str) -> str:
    """A card's damage as it is read aloud: "2/4", or "2" while its spaces are unknown."""
    each, capacity = t.piece(piece), t.capacity(piece)
    return f"{each.damage}/{capacity}" if capacity else str(each.damage)


def heal(t: Table, pieces: Iterable[str], n: int, topic: str) -> None:
    """Take up to ``n`` counters off each card."""
    for each in pieces:
        piece = t.piece(each)
        taken = min(n, piece.damage)
        if not taken:
            t.note("heal.none", topic, card=t.name(piece))
            continue
        left = piece.damage - taken
        t.put_piece(each, damage=left, asked=min(piece.asked, left))
        t.note("heal", topic, card=t.name(piece), n=taken, damage=said(t, each))


def shift_doom(t: Table, n: int, topic: str = "doom") -> None:
    """Move the doom track, between nothing and its last space."""
    before, length = t.state.doom, t.length()
    after = max(0, min(before + n, length))
    t.put(doom=after)
    if after == before:
        t.note("doom.same", topic, total=after, length=length)
        return
    code = "doom.up" if after > before else "doom.down"
    t.note(code, topic, n=abs(after - before), total=after, length=length)
    if after == length:
        t.put_turn(doom_topped=True)
    full = t.fills()
    for i, section in enumerate(t.state.sections):
        newly = full[i] == section.facts.size and sum(full[:i]) + section.facts.size > before
        if newly and section.holding:
            t.note("doom.pending", "pending", section=i + 1)
    if after == length and before < length:
        t.note(f"doom.full.{t.game.doom.on_full}", "doom_full")


def turn_figure(t: Table, direction: str, topic: str = "move") -> None:
    """Turn the figure; staying is said too."""
    facing = {"left": counter, "right": clockwise}.get(direction, lambda here: here)(t.state.facing)
    t.put(facing=facing)
    code = "figure.stays" if direction == "stay" else "figure"
    t.note(code, topic, place=t.place(facing), direction=Msg(f"term.{direction}"))


def draw_tokens(t: Table, team: int, n: int, topic: str) -> None:
    """A team draws tokens; discards are turned over when the supply runs out."""
    if t.turn.blocked:
        t.note("token.blocked", "block", team=t.state.teams[team].name)
        return
    for _ in range(n):
        if not t.state.supply and t.state.discard:
            t.note("token.flip", "empty", n=t.state.discard)
            t.put(supply=t.state.discard, discard=0)
        if not t.state.supply:
            t.note("token.none", "empty")
            return
        t.put(supply=t.state.supply - 1)
        owner = t.state.teams[team]
        t.put_team(team, tokens=(*owner.tokens, Token("", t.state.number)))
        t.note("token.draw", topic, team=owner.name)


def drop_tokens(t: Table, team: int, n: int, topic: str) -> None:
    """A team discards tokens, unnamed ones first."""
    owner = t.state.teams[team]
    kept = tuple(sorted(owner.tokens, key=lambda token: not token.kind))
    dropped = min(n, len(kept))
    t.put_team(team, tokens=kept[dropped:])
    t.put(discard=t.state.discard + dropped)
    t.note("token.lost", topic, team=owner.name, n=dropped)


def reward(t: Table, source: str, n: int) -> None:
    """Tokens for damage on a Villain or battle, where this title rewards its source."""
    if n and source in t.game.tokens.rewards:
        draw_tokens(t, t.state.active, n, "reward")


def ability_damage(t: Table, pieces: Iterable[str], n: int, topic: str) -> tuple[str, ...]:
    """Damage done by the players' side: hits on Villains are rewarded."""
    hit: tuple[str, ...] = ()
    for each in pieces:
        before = t.piece(each).damage
        hit += damage(t, (each,), n, topic)
        if t.is_villain(each):
            reward(t, "ability", t.piece(each).damage - before)
    return hit


# -- targets -------------------------------------------------------------------------------


def heroes(t: Table, pieces: Iterable[str], kind: str = "") -> tuple[str, ...]:
    """The Heroes among ``pieces``, of one affiliation if given."""
    return tuple(each for each in pieces if t.is_hero(each) and kind in ("", t.facts(each).type))


def extreme(t: Table, row: Sequence[str], most: bool) -> tuple[str, ...]:
    """The most (or least) damaged cards of a row: counters are compared, ties all count."""
    if not row:
        return ()
    counts = [t.piece(each).damage for each in row]
    edge = max(counts) if most else min(counts)
    return tuple(each for each, count in zip(row, counts, strict=True) if count == edge)


def targets(t: Table, effect: Effect, source: str) -> tuple[str, ...]:
    """The cards an effect strikes when its rule finds them without the table."""
    facing, active = t.state.facing, t.state.active
    rows = [t.state.teams[active].row]
    if effect.each:
        rows = [team.row for team in t.state.teams]
    rows = [heroes(t, row, effect.type) for row in rows]
    match effect.who:
        case "location":
            own = t.team.row if t.turn.location == facing else ()
            return heroes(t, (*t.cards(facing), *own), effect.type)
        case "next":
            return heroes(t, t.cards(clockwise(facing)), effect.type)
        case "here":
            return heroes(t, (*t.cards(max(t.turn.location, 0)), *t.team.row), effect.type)
        case "team":
            return heroes(t, t.team.row, effect.type)
        case "teams":
            return heroes(t, (each for team in t.state.teams for each in team.row), effect.type)
        case "most" | "least":
            return tuple(each for row in rows for each in extreme(t, row, effect.who == "most"))
        case "leftmost":
            return tuple(each for row in rows for each in row[: effect.count])
        case "rightmost":
            return tuple(each for row in rows for each in row[-effect.count :])
        case "villains":
            return t.villains(facing)
        case "self":
            return (source,) if t.has(source) else ()
        case "adjacent":
            return adjacent(t, source)
        case _:
            return ()


def adjacent(t: Table, piece: str) -> tuple[str, ...]:
    """The Heroes directly left and right of one in its row."""
    row = next((team.row for team in t.state.teams if piece in team.row), ())
    if piece not in row:
        return ()
    at = row.index(piece)
    return (*row[max(at - 1, 0) : at], *row[at + 1 : at + 2])


# -- carrying out effects ------------------------------------------------------------------


def automatic(effect: Effect) -> bool:
    """Whether the app can carry out an effect without asking anybody."""
    return effect.who not in BY_HAND and effect.do not in (*SILENT, "doom_roll", "die")


def unsure(t: Table, effect: Effect, source: str) -> bool:
    """Whether an effect may strike cards of which the kind, or the type it names, is unknown."""
    facing = t.state.facing
    places = {"location": facing, "next": clockwise(facing), "here": t.turn.location}
    if any(not t.kind(each) for each in t.cards(places.get(effect.who, -1))):
        return True
    anybody = targets(t, replace(effect, type=""), source) if effect.type else ()
    return any(t.is_hero(each) and not t.facts(each).type for each in anybody)


def enact(t: Table, effect: Effect, source: str, topic: str, foe: bool) -> tuple[str, ...]:
    """Carry out one automatic effect; returns the Heroes it damaged.

    ``foe``: the villains' side does it, so that damage on Villains earns nothing.
    """
    match effect.do:
        case "damage":
            struck = targets(t, effect, source)
            return (damage if foe else ability_damage)(t, struck, effect.n, topic)
        case "heal":
            heal(t, targets(t, effect, source), effect.n, topic)
        case "doom":
            shift_doom(t, effect.n, topic)
        case "token":
            draw_tokens(t, t.state.active, effect.n, topic)
        case "lose_token":
            losers = range(len(t.state.teams)) if effect.each else (t.state.active,)
            for team in losers:
                drop_tokens(t, team, effect.n, topic)
        case "block":
            t.put_turn(blocked=True)
            t.note("token.off", "block")
        case "turn":
            turn_figure(t, effect.symbol or "stay", topic)
    return ()


def pending(t: Table, source: str) -> Pending:
    """The ability of a card as something waiting to be carried out."""
    facts = t.facts(source)
    return Pending(source, tuple(e for e in facts.effects if not e.when), not facts.known)
