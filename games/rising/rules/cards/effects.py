"""The verbs every ability is made of. They clamp to what the cards can hold and say so."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations

from msgspec.structs import replace

from games.messages import Catalogue, Msg, msg, ngettext_noop
from games.messages import gettext_noop as _
from games.referee import Choice
from games.rising.box import AbilityEffect
from games.rising.rules.reach import check_revealed, remember_open
from games.rising.state import BonusToken, Pending
from games.rising.table import PLACES, Table, clockwise, counter

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


def said(t: Table, piece: str) -> str | Msg:
    """Return a card's damage as read aloud: "2/4", or "now 2" while its spaces are unknown."""
    each, capacity = t.piece(piece), t.capacity(piece)
    return f"{each.damage}/{capacity}" if capacity else Msg("term.damage_now", {"n": each.damage})


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
    """Move the doom track, between nothing and its last space, while it is in play."""
    if t.state.event:
        t.note("doom.ignored", "removed", n=abs(n))
        return
    before = t.state.doom
    t.make_room(before + n)
    length = t.length()
    after = max(0, min(before + n, length))
    t.put(doom=after)
    if after == before:
        t.note("doom.same", topic, total=after, length=length)
        return
    code = "doom.up" if after > before else "doom.down"
    t.note(code, topic, n=abs(after - before), total=after, length=length)
    reached(t, before)


def reached(t: Table, before: int) -> None:
    """Say what the track has reached since it stood at ``before``."""
    after, length = t.state.doom, t.length()
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
    """Turn the figure; log also that it stays."""
    facing = {"left": counter, "right": clockwise}.get(direction, lambda here: here)(t.state.facing)
    t.put(facing=facing)
    code = "figure.stays" if direction == "stay" else "figure"
    t.note(code, topic, place=t.place(facing), direction=Msg(f"term.{direction}"))


def draw_tokens(t: Table, team: int, n: int, topic: str) -> None:
    """Draw tokens for a team; turn discards over when the supply runs out."""
    if t.turn.blocked:
        t.note("token.blocked", "block", team=t.state.teams[team].name)
        return
    for _token in range(n):
        if not t.state.supply and t.state.discard:
            t.note("token.flip", "empty", n=t.state.discard)
            t.put(supply=t.state.discard, discard=0)
        if not t.state.supply:
            t.note("token.none", "empty")
            return
        t.put(supply=t.state.supply - 1)
        owner = t.state.teams[team]
        t.put_team(team, tokens=(*owner.tokens, BonusToken("", t.state.number)))
        t.note("token.draw", topic, team=owner.name)


def drop_tokens(t: Table, team: int, n: int, topic: str) -> None:
    """Discard tokens of a team."""
    dropped = let_go(t, team, n)
    code = "token.lost" if dropped else "token.lost.none"
    t.note(code, topic, team=t.state.teams[team].name, n=dropped)


def let_go(t: Table, team: int, n: int) -> int:
    """Discard as many tokens of a team as it has; which of them is its own choice."""
    held = t.state.teams[team].tokens
    n = min(n, len(held))
    lots = lots_of(held, n)
    chosen = lots[0] if lots else ()
    if len(lots) > 1:
        options = tuple(Choice("+".join(lot), lot_name(lot)) for lot in lots)
        name = t.state.teams[team].name
        told = t.ask(f"WHICH_TOKENS_{team}", "tokens", options, team=name)
        chosen = tuple(told.split("+"))
    left = sorted(held, key=lambda token: token.turn)
    for kind in chosen:
        left.remove(next(token for token in left if kind_of(token) == kind))
    t.put_team(team, tokens=tuple(left))
    t.put(discard=t.state.discard + n)
    return n


def lots_of(held: tuple[BonusToken, ...], n: int) -> tuple[tuple[str, ...], ...]:
    """Return the different lots of ``n`` tokens, by kind."""
    return tuple(dict.fromkeys(tuple(sorted(lot)) for lot in combinations(map(kind_of, held), n)))


def losers(t: Table, effect: AbilityEffect) -> tuple[int, ...]:
    """Return the teams that lose tokens by an effect."""
    return tuple(range(len(t.state.teams))) if effect.each else (t.state.active,)


def choosy(t: Table, team: int, n: int) -> bool:
    """Return whether a team may choose which tokens it loses."""
    held = t.state.teams[team].tokens
    return len(lots_of(held, min(n, len(held)))) > 1


def kind_of(token: BonusToken) -> str:
    return token.kind or "unknown"


def lot_name(lot: Iterable[str]) -> Msg:
    return msg("term.tokens", tokens=tuple(Msg(f"token.{kind}") for kind in lot))


def reward(t: Table, source: str, n: int) -> None:
    """Reward damage on a Villain or battle with tokens, where this title rewards its source."""
    if n and source in t.game.tokens.rewards:
        draw_tokens(t, t.state.active, n, "reward")


def ability_damage(t: Table, pieces: Iterable[str], n: int, topic: str) -> tuple[str, ...]:
    """Deal damage by the players' side: hits on Villains are rewarded."""
    hit: tuple[str, ...] = ()
    for each in pieces:
        before = t.piece(each).damage
        hit += damage(t, (each,), n, topic)
        if t.is_villain(each):
            reward(t, "ability", t.piece(each).damage - before)
    return hit


# -- targets -------------------------------------------------------------------------------


def heroes_among(t: Table, pieces: Iterable[str], kind: str = "") -> tuple[str, ...]:
    """Return the Heroes among ``pieces``, of one affiliation if given."""
    return tuple(each for each in pieces if t.is_hero(each) and kind in ("", t.facts(each).type))


def extreme(t: Table, row: Sequence[str], most: bool) -> tuple[str, ...]:
    """Return the most (or least) damaged cards of a row: counters are compared, ties all count."""
    if not row:
        return ()
    counts = [t.piece(each).damage for each in row]
    edge = max(counts) if most else min(counts)
    return tuple(each for each, count in zip(row, counts, strict=True) if count == edge)


def targets(t: Table, effect: AbilityEffect, source: str) -> tuple[str, ...]:
    """Return the cards an effect strikes when its rule finds them without the table."""
    facing, active = t.state.facing, t.state.active
    rows = [t.state.teams[active].row]
    if effect.each:
        rows = [team.row for team in t.state.teams]
    rows = [heroes_among(t, row, effect.type) for row in rows]
    match effect.who:
        case "location":
            own = t.team.row if t.turn.location == facing else ()
            return heroes_among(t, (*t.cards(facing), *own), effect.type)
        case "next":
            return heroes_among(t, t.cards(clockwise(facing)), effect.type)
        case "here":
            return heroes_among(t, (*t.cards(max(t.turn.location, 0)), *t.team.row), effect.type)
        case "team":
            return heroes_among(t, t.team.row, effect.type)
        case "teams":
            return heroes_among(
                t, (each for team in t.state.teams for each in team.row), effect.type
            )
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
    """Return the Heroes directly left and right of one in its row."""
    row = next((team.row for team in t.state.teams if piece in team.row), ())
    if piece not in row:
        return ()
    at = row.index(piece)
    return (*row[max(at - 1, 0) : at], *row[at + 1 : at + 2])


# -- carrying out effects ------------------------------------------------------------------


def automatic(effect: AbilityEffect) -> bool:
    """Return whether the app can carry out an effect without asking anyone."""
    return effect.who not in BY_HAND and effect.do not in (*SILENT, "doom_roll", "die")


def unsure(t: Table, effect: AbilityEffect, source: str) -> bool:
    """Return whether an effect may strike cards of which the kind, or the type it names, is
    unknown, or leaves a team the choice which tokens it loses."""
    if effect.do == "lose_token" and any(choosy(t, team, effect.n) for team in losers(t, effect)):
        return True
    facing = t.state.facing
    places = {"location": facing, "next": clockwise(facing), "here": t.turn.location}
    if any(not t.kind(each) for each in t.cards(places.get(effect.who, -1))):
        return True
    anybody = targets(t, replace(effect, type=""), source) if effect.type else ()
    return any(t.is_hero(each) and not t.facts(each).type for each in anybody)


def enact(t: Table, effect: AbilityEffect, source: str, topic: str, foe: bool) -> tuple[str, ...]:
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
            for team in losers(t, effect):
                drop_tokens(t, team, effect.n, topic)
        case "block":
            t.put_turn(blocked=True)
            t.note("token.off", "block")
        case "turn":
            turn_figure(t, effect.symbol or "stay", topic)
    return ()


def pending(t: Table, source: str) -> Pending:
    """Return the ability of a card as something waiting to be carried out."""
    facts = t.facts(source)
    gone = "doom_roll" if t.state.event else ""
    left = tuple(e for e in facts.effects if not e.when and e.do != gone)
    return Pending(source, left, not facts.known)


# -- Heroes that answer damage: the active team's, once a turn each -------------------------


def to_damage(t: Table, hit: Iterable[str]) -> None:
    """Let the active team's Heroes answer what has just been damaged."""
    struck = set(hit)
    if not t.game.reactions or not struck:
        return
    for each in t.team.row:
        if each in t.turn.used or any(each == other.source for other in t.turn.reactions):
            continue
        whens = moments(t, each, struck)
        effects = tuple(e for e in t.facts(each).effects if e.when in whens)
        if effects:
            answer(t, each, Pending(each, effects))
    remind(t, struck)


def moments(t: Table, hero: str, struck: set[str]) -> set[str]:
    """Return which moments of a reaction this damage is for a Hero."""
    beside = bool(struck & set(adjacent(t, hero)))
    whens = {"damaged"} if hero in struck else set()
    whens |= {"beside"} if beside else set()
    return whens | {"near"} if whens else whens


def remind(t: Table, struck: set[str]) -> None:
    """Remind once a turn of the Heroes near the damage whose ability no one has entered."""
    open_ = tuple(
        each
        for each in t.team.row
        if not t.facts(each).known and each not in t.turn.used and moments(t, each, struck)
    )
    if open_ and not t.turn.reminded:
        t.put_turn(reminded=True)
        t.note("react.remind", "reaction", cards=t.names(open_))


def answer(t: Table, hero: str, reaction: Pending) -> None:
    """Carry a reaction out at once, or wait for the table where it has to choose."""
    if not all(automatic(effect) for effect in reaction.effects):
        t.put_turn(reactions=(*t.turn.reactions, reaction))
        return
    t.put_turn(used=(*t.turn.used, hero))
    t.note("react", "reaction", card=t.name(hero))
    for effect in reaction.effects:
        to_damage(t, enact(t, effect, hero, "reaction", foe=False))


# -- effects that point at a card ----------------------------------------------------------


def candidates(t: Table, verbs: set[str]) -> Iterable[tuple[str, str]]:
    """Return pairs of cards a use could point at, the second empty where one is enough."""
    shown = tuple(p.id for p in t.state.pieces if p.kind != "boss" or t.state.boss_revealed)
    if "swap" in verbs:
        lying = tuple(each for place in PLACES for each in t.cards(place))
        return ((a, b) for a in lying for b in lying if t.location(a) != t.location(b))
    if "move" in verbs:
        hurt = tuple(each for each in shown if t.piece(each).damage)
        roomy = tuple(each for each in shown if t.room(each) > 0) if hurt else ()
        return ((a, b) for a in hurt for b in roomy if a != b)
    return ((each, "") for each in shown)


def struck(t: Table, card: str, n: int) -> tuple[str, ...]:
    """Return the cards after damage by an ability: rewarded on Villains, answered by Heroes."""
    hit = ability_damage(t, (card,), n, "damage")
    if hit and t.is_villain(card):
        acted = t.turn.acted or t.state.step == "heroes"
        t.put_turn(struck=True, acted=acted)
    to_damage(t, hit)
    return hit


def move_damage(t: Table, origin: str, onto: str, n: int) -> None:
    """Move counters from one card to another, as far as they exist and fit."""
    source, target = t.piece(origin), t.piece(onto)
    if source is target:
        t.refuse_impossible("E_TARGETS", "damage", msg("remedy.targets", n=2))
    t.require_range(Msg("term.amount"), n, 1, 9, "damage")
    n = min(n, source.damage, t.room(target.id))
    check_revealed(t, target.id)
    if t.full(target.id):
        t.refuse_impossible("E_FULL", "cap", msg("remedy.heal_first"), card=t.name(target))
    if not n:
        t.refuse_impossible("E_TARGETS", "damage", msg("remedy.targets", n=1))
    t.put_piece(source.id, damage=source.damage - n, asked=min(source.asked, source.damage - n))
    t.put_piece(target.id, damage=target.damage + n)
    t.note(
        "damage.moved",
        "damage",
        source=t.name(source),
        card=t.name(target),
        n=n,
        damage=said(t, target.id),
    )
    if t.is_villain(target.id):
        if t.state.setup.moved_damage_counts:
            t.put_turn(struck=True)
        reward(t, "move", n)


def swap(t: Table, first: str, second: str) -> None:
    """Swap the places of two cards on the board."""
    ids = (first, second)
    if first == second or not all(t.location(each) >= 0 for each in ids):
        t.refuse_impossible("E_TARGETS", "swap", msg("remedy.targets", n=2))
    if any(t.kind(each) == "battle" for each in ids):
        t.refuse_impossible("E_TARGETS", "swap", msg("remedy.targets", n=2))
    if t.location(first) == t.location(second):
        place = t.place(t.location(first))
        t.refuse_impossible("E_SAME_PLACE", "swap", msg("remedy.elsewhere"), place=place)
    remember_open(t)
    names = {"first": t.name(first), "second": t.name(second)}
    exchange = {first: second, second: first}
    slots = tuple(tuple(exchange.get(each, each) for each in cards) for cards in t.state.slots)
    t.put(slots=slots)
    t.note("swap", "swap", **names)


def check_across(t: Table, first: str, second: str) -> None:
    """Require a Villain and a Hero; ask the table about cards no one has named."""
    one, other = t.name(first), t.name(second)
    kinds = {t.kind(first), t.kind(second)}
    if "" not in kinds and kinds != {"hero", "villain"}:
        t.refuse("E_ACROSS", "across", msg("remedy.across"), first=one, second=other)
    elif "" in kinds and t.ask("ACROSS", "across", first=one, second=other) == "no":
        t.refuse_impossible("E_ACROSS", "across", msg("remedy.across"), first=one, second=other)


def extra_set(t: Table, card: str) -> None:
    """Allow dice to hurt a Villain once more this turn."""
    if not t.is_villain(card):
        t.refuse_impossible("E_NOT_VILLAIN", "villain_once", card=t.name(card))
    t.put_turn(extra_sets=(*t.turn.extra_sets, card))
    t.note("set.extra", "villain_once", card=t.name(card))


WORDS: Catalogue = {
    "note.doom.up": ngettext_noop(
        "{n} counter goes on the track: {total} of {length}",
        "{n} counters go on the track: {total} of {length}",
    ),
    "note.doom.down": ngettext_noop(
        "{n} counter is removed from the track: {total} of {length}",
        "{n} counters are removed from the track: {total} of {length}",
    ),
    "note.doom.same": _("The track stays at {total} of {length}"),
    "note.doom.pending": _(
        "Section {section} is full; its card leaves the track if it is still full at the end of the"
        " turn"
    ),
    "note.figure": _("It turns {direction} to face {place}"),
    "note.figure.stays": _("It stays, facing {place}"),
    "note.damage": ngettext_noop(
        "{card} takes {n} damage: {damage}", "{card} takes {n} damage: {damage}"
    ),
    "term.damage_now": _("now {n}"),
    "note.damage.lost": ngettext_noop(
        "{card} is full: {n} damage is lost", "{card} is full: {n} damage is lost"
    ),
    "note.damage.moved": _("{n} damage moves from {source} to {card}: {damage}"),
    "note.heal": ngettext_noop(
        "{n} damage is removed from {card}: {damage}",
        "{n} damage is removed from {card}: {damage}",
    ),
    "note.heal.none": _("{card} has no damage to remove"),
    "note.react.remind": _("If an ability reacts to damage, do it now: {cards}"),
    "note.set.extra": _("Dice may damage {card} once more this turn"),
    "note.token.draw": _("{team} draws a token"),
    "note.token.flip": ngettext_noop(
        "The supply is empty: shuffle the {n} discarded token back in",
        "The supply is empty: shuffle the {n} discarded tokens back in",
    ),
    "note.token.none": _("No tokens left to draw"),
    "note.token.blocked": _("Tokens are blocked: {team} draws none"),
    "note.token.lost": ngettext_noop("{team} loses {n} token", "{team} loses {n} tokens"),
    "note.token.lost.none": _("{team} has no token to lose"),
    "note.swap": _("{first} and {second} change places"),
    "refusal.E_ACROSS": _("{first} and {second} are not a Villain and a Hero"),
    "refusal.E_SAME_PLACE": _("Both cards are at {place}"),
    "remedy.across": _("Choose a Villain and a Hero at another location"),
    "remedy.elsewhere": _("Choose cards at two locations"),
    "question.ACROSS": _("Are {first} and {second} one Villain and one Hero?"),
    **dict.fromkeys(
        (f"question.WHICH_TOKENS_{team}" for team in range(5)),
        _("Which tokens does {team} give up?"),
    ),
    "term.tokens": _("{tokens}"),
}
