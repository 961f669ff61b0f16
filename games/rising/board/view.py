"""Values a page draws of a table: plain values and sentences, nothing to compute."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from games.messages import Msg, msg
from games.referee import Frozen
from games.rising.rules import progress
from games.rising.rules.cards.deck import banned_kind
from games.rising.rules.dice.assign import target_name
from games.rising.rules.dice.pool import sets
from games.rising.rules.progress import price_text
from games.rising.rules.reach import colour_name, say_faces
from games.rising.rules.turn import driver_name
from games.rising.rules.villains import source_name
from games.rising.state import HeroDie
from games.rising.table import PLACES, Table

SIGNS = {"die": "die", "heal": "hero", "doom": "back", "symbol": "token", "reroll": "redo"}
"""What a token of a kind is drawn with."""


class SymbolCount(Frozen):
    """``n`` of one symbol, of which ``laid`` lie on the card."""

    code: str
    name: Msg
    n: int
    laid: int = 0


class CardView(Frozen):
    """A card on the table. ``capacity`` 0 and an empty ``prices`` mean unknown.

    ``label`` is the name a card drawn in its place needs: "Left card" while it has none.
    ``prices`` are alternatives; ``complete`` means that one of them is paid. ``cost`` is the price
    of its ability. ``tone`` is the kind, ``unknown`` without one; ``reach`` whether the active team
    may touch it.
    """

    id: str
    name: Msg | str
    label: Msg | str
    kind: str
    tone: str
    damage: int
    capacity: int
    full: bool = False
    prices: tuple[tuple[SymbolCount, ...], ...] = ()
    complete: bool = False
    laid: tuple[SymbolCount, ...] = ()
    cost: tuple[SymbolCount, ...] = ()
    type: str = ""
    ability: str = ""
    ruling: str = ""
    confidence: str = ""
    used: bool = False
    reach: bool = False
    icon: str = ""


class SectionView(Frozen):
    """A section of the doom track. ``state`` is ``filling``, ``pending`` (full, its card still
    on it), ``open`` (its card has left) or ``empty`` (not reached yet)."""

    number: int
    size: int
    filled: int
    holds: str
    waiting: bool
    state: str
    ability: str
    in_force: bool
    tail: bool
    extra: int = 0


class TrackView(Frozen):
    """The doom track. ``checked`` is false while its spaces are a placeholder."""

    kind: str
    name: Msg
    total: int
    length: int
    sections: tuple[SectionView, ...]
    checked: bool
    side: Msg
    danger: bool
    in_play: bool = True


class StepView(Frozen):
    """A space of the progress track and its price."""

    number: int
    price: Any
    reached: bool
    next: bool


class ProgressView(Frozen):
    """The track the players climb."""

    position: int
    length: int
    steps: tuple[StepView, ...]
    name: Msg | str
    checked: bool
    paid: bool


class LocationView(Frozen):
    """One of the three locations, clockwise; ``cards`` has ``None`` for an empty place."""

    index: int
    label: Msg
    cards: tuple[CardView | None, ...]
    facing: bool
    active: bool
    battle: CardView | None = None


class TokenView(Frozen):
    """Tokens of one kind in front of a team; ``fresh`` ones must wait for the next turn. They are
    drawn with a ``symbol`` of the title, or else with a ``sign``."""

    kind: str
    label: Msg
    n: int
    fresh: int
    symbol: str = ""
    sign: str = "token"


class TeamView(Frozen):
    """A team: its row from left to right, its tokens, its four dice."""

    index: int
    name: str
    active: bool
    heroes: tuple[CardView, ...]
    tokens: tuple[TokenView, ...]
    token_count: int
    dice: tuple[Any, ...]
    ability: str
    used: bool
    cost: tuple[SymbolCount, ...] = ()


class DieView(Frozen):
    """A Hero die of this turn: its place, its face, and the card it is on."""

    id: str
    colour: str
    colour_name: Any
    face: str
    face_name: Any
    place: str
    target: str
    target_name: Any


class DriverView(Frozen):
    """The driver deck: cards left, those seen since the shuffle, what may still come."""

    left: int
    seen: tuple[Any, ...]
    known: bool
    chances: tuple[tuple[Msg, int], ...]


class BoardView(Frozen):
    """A whole table. ``viewer`` is the team whose things are shown next to the question; ``fresh``
    a card that has just come and may be asked about."""

    turn: int
    step: str
    step_name: Msg
    depth: str
    over: bool
    facing: int
    facing_name: Msg
    location: int
    track: TrackView
    locations: tuple[LocationView, ...]
    teams: tuple[TeamView, ...]
    active: int
    losses: int
    loss_limit: int
    deck: int
    waiting: tuple[Msg, ...]
    token_supply: int
    token_discard: int
    blocked: bool
    boss: CardView | None = None
    boss_revealed: bool = False
    goal: str = ""
    progress: ProgressView | None = None
    event: int = 0
    event_side: str = ""
    beaten: int = 0
    battles_done: int = 0
    battles_total: int = 0
    dice: tuple[DieView, ...] = ()
    rolls: int = 0
    acting: Any = ""
    driver: DriverView | None = None
    ban: str = ""
    viewer: int | None = None
    symbols: tuple[str, ...] = ()
    fresh: str = ""


def board(t: Table) -> BoardView:
    """Return the table as everyone may see it; this family has no secrets."""
    state = t.state
    return BoardView(
        turn=state.number,
        step=state.step,
        step_name=Msg(f"step.{state.step}"),
        depth=state.depth,
        over=state.step == "over",
        facing=state.facing,
        facing_name=t.place(state.facing),
        location=t.turn.location,
        track=track(t),
        locations=tuple(location(t, i) for i in PLACES),
        teams=tuple(team(t, i) for i in range(len(state.teams))),
        active=state.active,
        losses=state.defeated,
        loss_limit=state.setup.hero_limit,
        deck=state.deck,
        waiting=tuple(msg("term.section", n=each + 1) for each in reversed(state.waiting)),
        token_supply=state.supply,
        token_discard=state.discard,
        blocked=t.turn.blocked,
        boss=card(t, t.boss()) if t.boss() else None,
        boss_revealed=state.boss_revealed,
        goal=t.game.goal.kind,
        progress=ladder(t),
        event=state.event,
        event_side=state.event_side,
        beaten=state.beaten,
        battles_done=state.battles_done,
        battles_total=t.game.supply.battles,
        dice=tuple(die(t, each) for each in (*t.turn.dice, *state.kept)),
        rolls=t.turn.rolls,
        acting=source_name(t, t.turn.pending[0].source) if t.turn.pending else "",
        driver=driver_view(t),
        ban=banned_kind(t),
        symbols=tuple(each.code for each in t.game.symbols),
        fresh=state.fresh if state.depth == "quick" and t.has(state.fresh) else "",
    )


def track(t: Table) -> TrackView:
    fills = t.fills()
    return TrackView(
        kind=t.game.doom.kind,
        name=Msg("term.doom"),
        total=t.state.doom,
        length=t.length(),
        sections=tuple(section(t, i, fills[i]) for i in range(len(fills))),
        checked=t.state.doom_checked,
        side=Msg(f"side.{t.state.setup.side or 'auto'}"),
        danger=t.state.doom >= t.length(),
        in_play=not t.state.event,
    )


def section(t: Table, index: int, filled: int) -> SectionView:
    each = t.state.sections[index]
    size = each.facts.size
    last = index == len(t.state.sections) - 1
    name = "open" if each.revealed else "pending" if filled == size else "filling"
    return SectionView(
        number=index + 1,
        size=size,
        filled=filled,
        holds=each.facts.holds,
        waiting=each.holding,
        state=name if filled or each.revealed else "empty",
        ability=each.facts.ability if each.revealed else "",
        in_force=index == t.state.newest,
        tail=not each.facts.holds,
        extra=t.state.setup.extra_spaces if last else 0,
    )


def location(t: Table, index: int) -> LocationView:
    battle = t.state.battles[index]
    return LocationView(
        index=index,
        label=t.place(index),
        cards=tuple(card(t, each) if each else None for each in t.state.slots[index]),
        facing=index == t.state.facing,
        active=index == t.turn.location,
        battle=card(t, battle) if battle else None,
    )


def places(t: Table) -> dict[str, tuple[Msg | str, Msg | str]]:
    """Return the place of each named card: a location, or a team."""
    found: dict[str, tuple[Msg | str, Msg | str]] = {}
    for each in t.state.pieces:
        team, location = t.owner(each.id), t.location(each.id)
        if each.card and (team >= 0 or location >= 0):
            where = t.state.teams[team].name if team >= 0 else t.place(location)
            found[each.card] = each.card, where
    return found


def counts(t: Table, price: tuple[int, ...], laid: tuple[int, ...]) -> tuple[SymbolCount, ...]:
    return tuple(
        SymbolCount(symbol.code, symbol.name, need, have)
        for symbol, need, have in zip(t.game.symbols, price, laid, strict=True)
        if need
    )


def card(t: Table, piece: str) -> CardView:
    each, facts, laid = t.piece(piece), t.facts(piece), t.laid(piece)
    kind, name = t.kind(piece), t.name(piece)
    return CardView(
        id=piece,
        name=name,
        label=name if isinstance(name, str) else short(name),
        kind=kind,
        tone=kind or "unknown",
        damage=each.damage,
        capacity=t.capacity(piece),
        full=t.full(piece),
        prices=tuple(counts(t, price, laid) for price in facts.prices),
        complete=bool(facts.prices) and sets(facts.prices, laid) > 0,
        laid=counts(t, laid, laid),
        cost=counts(t, facts.cost, laid) if facts.cost else (),
        type=facts.type,
        ability=facts.ability,
        ruling=facts.ruling,
        confidence=facts.confidence,
        used=piece in t.turn.used,
        reach=piece in t.reach(),
        icon=facts.icon,
    )


def short(name: Msg) -> Msg:
    """Return a place as a card drawn there says it: its location or team is seen."""
    facts = {key: fact for key, fact in name.facts.items() if key == "n"}
    return Msg(name.code.replace("term.card", "label"), facts)


def team(t: Table, index: int) -> TeamView:
    each = t.state.teams[index]
    kinds = dict.fromkeys(token.kind for token in each.tokens)
    return TeamView(
        index=index,
        name=each.name,
        active=index == t.state.active,
        heroes=tuple(card(t, hero) for hero in each.row),
        tokens=tuple(tokens(t, index, kind) for kind in kinds),
        token_count=len(each.tokens),
        dice=tuple(colour_name(t, colour) for colour in each.dice),
        ability=each.ability,
        used="team" in t.turn.used and index == t.state.active,
        cost=counts(t, each.cost, t.laid("team")) if each.cost else (),
    )


def tokens(t: Table, index: int, kind: str) -> TokenView:
    held = [token for token in t.state.teams[index].tokens if token.kind == kind]
    fresh = 0
    if not t.game.tokens.same_turn:
        fresh = sum(token.turn == t.state.number for token in held)
    printed = next((each for each in t.game.tokens.kinds if each.key == kind), None)
    sign = SIGNS[printed.do] if printed else "unknown"
    symbol = printed.symbol if printed else ""
    return TokenView(kind, Msg(f"token.{kind or 'unknown'}"), len(held), fresh, symbol, sign)


def die(t: Table, each: HeroDie) -> DieView:
    name: Any = say_faces(t, (each.face,))[0] if each.face else ""
    target: Any = target_name(t, each.target) if each.target in _targets(t) else ""
    return DieView(
        each.id,
        each.colour,
        colour_name(t, each.colour),
        each.face,
        name,
        each.place,
        each.target,
        target,
    )


def _targets(t: Table) -> set[str]:
    return {progress.TARGET, *(each.id for each in t.state.pieces)}


def ladder(t: Table) -> ProgressView | None:
    """Return the progress track while it is in play."""
    if not progress.open_(t):
        return None
    at = t.state.progress
    return ProgressView(
        position=at,
        length=len(t.state.steps),
        steps=tuple(
            StepView(i + 1, price(t, i), i < at, i == at) for i in range(len(t.state.steps))
        ),
        name=t.state.setup.progress_card or Msg("progress_card.later"),
        checked=t.state.progress_checked,
        paid=bool(t.turn.paid),
    )


def price(t: Table, index: int) -> object:
    """Return the price of any space, in words."""
    return price_text(Table(t.game, replace(t.state, progress=index)))


def driver_view(t: Table) -> DriverView | None:
    """Return what the driver deck still holds, as far as the group has seen it."""
    if t.game.driver.kind != "deck":
        return None
    cards = t.game.driver.cards
    drawn = t.state.drawn if len(t.state.drawn) < cards else ()
    known = t.state.driver_deck
    rest = list(known)
    for each in drawn:
        if each in rest:
            rest.remove(each)
    return DriverView(
        left=cards - len(drawn),
        seen=tuple(driver_name(each) for each in drawn),
        known=bool(known),
        chances=tuple((driver_name(each), rest.count(each)) for each in dict.fromkeys(rest)),
    )
