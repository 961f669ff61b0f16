"""What the step of the turn asks of the table: the expected prompts, drawn first."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from games.messages import Msg, msg
from games.referee import Choice, DieRow, Field, Prompt
from games.rising import battles, deck, dice, driver, heroes, progress, resolve
from games.rising.state import Die, Pending
from games.rising.table import PLACES, Table

NOW, MORE, TABLE = "now", "more", "table"


def active(t: Table) -> tuple[int, ...] | None:
    """Who may act for the active team: everybody where one person runs all teams."""
    return (t.state.active,) if t.state.setup.players > 1 else None


def now(t: Table, do: str, topic: str, *fields: Field, **more: Any) -> Prompt:
    """A prompt of the step, for the active team."""
    return Prompt(
        do,
        more.pop("label", Msg(f"prompt.{do}")),
        fields,
        rule=t.rule(topic),
        expected=True,
        group=NOW,
        actors=active(t),
        **more,
    )


def card_choices(t: Table, cards: Iterable[str]) -> tuple[Choice, ...]:
    """Cards on the table as choices, with kind and damage in small print."""
    return tuple(Choice(each, t.name(each), hint(t, each), t.kind(each)) for each in cards)


def hint(t: Table, card: str) -> Msg:
    """A card's kind, damage and where it is."""
    piece, capacity = t.piece(card), t.capacity(card)
    code = "hint.card" if capacity else "hint.card.open"
    return msg(
        code, kind=Msg(f"kind.{t.kind(card) or 'unknown'}"), damage=piece.damage, capacity=capacity
    )


def names_left(t: Table, knight: bool) -> tuple[Choice, ...]:
    """Cards of the library that may still be turned up, and "unknown"."""
    taken = {each.card for each in t.state.pieces} | set(t.state.gone)
    kinds = ("knight",) if knight else ("hero", "villain", "")
    left = (
        Choice(each.name, each.name, Msg(f"kind.{each.kind or 'unknown'}"), each.kind)
        for each in t.state.library
        if each.kind in kinds and each.name not in taken
    )
    return (Choice("", Msg("choice.later")), *left)


# -- one function per step -----------------------------------------------------------------


def deal(t: Table) -> tuple[Prompt, ...]:
    rows = tuple(
        msg("term.place_of", place=t.place(location), n=place + 1)
        for location in PLACES
        for place in PLACES
    )
    field = Field(
        "cards",
        "sequence",
        Msg("field.cards"),
        names_left(t, knight=False),
        rows,
        default=("",) * deck.OPENING,
        help=Msg("help.deal"),
        rule=t.rule("deal"),
    )
    return (
        Prompt("deal", Msg("prompt.deal"), (field,), rule=t.rule("deal"), expected=True, group=NOW),
    )


def deploy(t: Table) -> tuple[Prompt, ...]:
    choices = tuple(
        Choice(i, t.place(i), msg("hint.place", cards=t.names(t.cards(i))), tone(t, i))
        for i in PLACES
    )
    field = Field("location", "choice", Msg("field.location"), choices, rule=t.rule("deploy"))
    return (now(t, "deploy", "deploy", field, label=msg("prompt.deploy", team=t.team.name)),)


def tone(t: Table, location: int) -> str:
    return "danger" if location == t.state.facing else ""


def doom_die(t: Table) -> tuple[Prompt, ...]:
    return (doom_prompt(t, "doom"),)


def doom_prompt(t: Table, topic: str) -> Prompt:
    choices = tuple(Choice(n, str(n)) for n in range(t.game.driver.highest + 1))
    field = Field("n", "choice", Msg("field.doom_n"), choices, rule=t.rule("doom"))
    return now(t, "doom", topic, field)


def boss_die(t: Table) -> tuple[Prompt, ...]:
    choices = tuple(
        Choice(
            f"{direction}{ring}",
            msg("term.ringed", direction=Msg(f"term.{direction}"))
            if ring
            else Msg(f"term.{direction}"),
            tone="ring" if ring else "",
        )
        for ring in ("", "+ring")
        for direction in driver.DIRECTIONS
    )
    field = Field("face", "choice", Msg("field.figure"), choices, rule=t.rule("move"))
    return (now(t, "figure", "move", field),)


def fire_card(t: Table) -> tuple[Prompt, ...]:
    known = t.state.driver_deck
    drawn = t.state.drawn if len(t.state.drawn) < t.game.driver.cards else ()
    choices: list[Choice] = []
    for n in "012":
        for direction in driver.DIRECTIONS:
            card = f"{direction}{n}"
            left = known.count(card) - drawn.count(card)
            small = msg("hint.left_in_deck", n=left) if known else ""
            choices.append(Choice(card, driver.driver_name(card), small))
    field = Field("card", "choice", Msg("field.driver"), tuple(choices), rule=t.rule("driver"))
    return (now(t, "fire", "driver", field),)


def kinds(t: Table) -> tuple[Prompt, ...]:
    unknown = driver.unknown_here(t)
    field = Field(
        "heroes",
        "choices",
        Msg("field.heroes"),
        card_choices(t, unknown),
        low=0,
        high=len(unknown),
        default=(),
        rule=t.rule("attack"),
    )
    return (now(t, "card.kinds", "attack", field, fixed={"cards": unknown}),)


def abilities(t: Table) -> tuple[Prompt, ...]:
    """Reactions first, then the pending ability, then the choice of the next."""
    if t.turn.reactions:
        return tuple(prompt for each in t.turn.reactions for prompt in reaction(t, each))
    if t.turn.pending:
        return pending(t, t.turn.pending[0])
    field = Field(
        "card",
        "choice",
        Msg("field.villain"),
        card_choices(t, (each.source for each in t.turn.queue)),
        rule=t.rule("villain_order"),
    )
    return (now(t, "villain.next", "villain_order", field),)


def reaction(t: Table, waiting: Pending) -> tuple[Prompt, ...]:
    label = msg(
        "prompt.react", card=t.name(waiting.source), ability=t.facts(waiting.source).ability
    )
    targets = Field(
        "target",
        "choice",
        Msg("field.target"),
        card_choices(t, (*t.reach(), *t.team.row)),
        optional=True,
    )
    fixed = {"card": waiting.source}
    return (
        now(t, "react", "reaction", targets, label=label, fixed={**fixed, "use": True}),
        now(
            t,
            "react",
            "reaction",
            label=msg("prompt.react.not", card=t.name(waiting.source)),
            fixed={**fixed, "use": False},
        ),
    )


def pending(t: Table, ability: Pending) -> tuple[Prompt, ...]:
    """The prompt of an ability that cannot be carried out by itself."""
    source = ability.source
    topic = driver.source_topic(t, source)
    if not ability.unknown and driver.repeated(t):
        return (doom_prompt(t, topic),)
    if not ability.unknown and driver.pointing(t):
        pieces = tuple(each.id for each in t.state.pieces if t.kind(each) in ("hero", "villain"))
        field = Field("card", "choice", Msg("field.target"), card_choices(t, pieces))
        label = msg("prompt.villain.target", card=driver.source_name(t, source))
        return (now(t, "villain.target", topic, field, label=label),)
    return unknown_ability(t, source, topic)


def unknown_ability(t: Table, source: str, topic: str) -> tuple[Prompt, ...]:
    """The table carries an ability out with the effects below and says so."""
    text = t.facts(source).ability if t.has(source) else ""
    name = driver.source_name(t, source)
    label = msg("prompt.villain.done", card=name)
    done = now(
        t,
        "villain.done",
        topic,
        label=label,
        fixed={"source": source, "never": False},
        help=text or Msg("help.ability"),
    )
    never = now(
        t,
        "villain.done",
        topic,
        label=msg("prompt.villain.never", card=name),
        fixed={"source": source, "never": True},
    )
    return (done, never)


# -- the players' step ---------------------------------------------------------------------


def hero_step(t: Table) -> tuple[Prompt, ...]:
    return quick(t) if t.state.depth == "quick" else full(t)


def quick(t: Table) -> tuple[Prompt, ...]:
    """One form for everything the dice brought; confirming it ends the turn."""
    reach = t.reach()
    recruits = tuple(each for each in reach if t.kind(each) in ("hero", ""))
    open_hits = tuple(each for each in reach if t.kind(each) != "hero" and t.room(each) > 0)
    closed = {each for each in open_hits if blocked(t, each)}
    targets = tuple(each for each in open_hits if each not in closed)
    done, hits = dice.completed(t, ())
    laid = {each.card for each in hits}
    fields = []
    if recruits:
        chosen = tuple(each for each in recruits if each in done)
        fields.append(_choices(t, "recruited", recruits, chosen, "recruit"))
    if recruits and t.game.ordered:
        fields.append(_choices(t, "left", recruits, (), "row"))
    if targets:
        chosen = tuple(each for each in targets if each in laid)
        fields.append(_hits(t, targets, chosen))
    if progress.due(t) is not None:
        fields.append(_advance(t, default=False))
    open_cards = maybe_full(t)
    if open_cards:
        fields.append(_choices(t, "full", open_cards, (), "cap"))
    return (now(t, "results", "finish", *fields),)


def maybe_full(t: Table) -> tuple[str, ...]:
    """Cards of unknown capacity that are damaged, or may be hit now."""
    reach = t.reach()
    return tuple(
        each.id
        for each in t.state.pieces
        if not t.capacity(each) and (each.damage or (each.id in reach and not t.is_hero(each.id)))
    )


def blocked(t: Table, card: str) -> bool:
    """Whether a battle is guarded by a Villain in its location."""
    guarded = t.kind(card) == "battle" and t.game.goal.guarded
    return guarded and any(t.is_villain(each) for each in t.cards(t.location(card)))


def _choices(
    t: Table, name: str, cards: tuple[str, ...], chosen: tuple[str, ...], topic: str
) -> Field:
    return Field(
        name,
        "choices",
        Msg(f"field.{name}"),
        card_choices(t, cards),
        low=0,
        high=len(cards),
        default=chosen,
        optional=True,
        rule=t.rule(topic),
    )


def _hits(t: Table, cards: tuple[str, ...], chosen: tuple[str, ...]) -> Field:
    """Cards that may be hit; with several sets a choice for each number that fits."""
    choices: list[Choice] = []
    for card in cards:
        choices.extend(card_choices(t, (card,)))
        most = min(t.room(card), 9) if not t.game.sets_per_turn else most_sets(t, card)
        if t.room(card) == 99:
            most = min(most, 3)
        choices += [
            Choice(f"{card}:{n}", msg("choice.sets", card=t.name(card), n=n), tone=t.kind(card))
            for n in range(2, most + 1)
        ]
    return Field(
        "hits",
        "choices",
        Msg("field.hits"),
        tuple(choices),
        low=0,
        high=len(cards),
        default=chosen,
        optional=True,
        rule=t.rule("hit"),
    )


def most_sets(t: Table, card: str) -> int:
    return min(dice.most_sets(t, card), t.room(card))


def _advance(t: Table, default: bool) -> Field:
    return Field(
        "advance",
        "flag",
        msg("field.advance", price=price_text(t)),
        default=default,
        optional=True,
        rule=t.rule("progress"),
    )


def price_text(t: Table) -> object:
    """The price of the next space of the progress track, in words."""
    step = progress.due(t)
    if step is None:
        return ""
    if step.kind == "symbols":
        return symbols_text(t, step.price)
    return msg(f"price.{step.kind or 'unknown'}", n=step.n, type=step.type)


def symbols_text(t: Table, price: tuple[int, ...]) -> object:
    """A price in symbols, in words."""
    return tuple(
        msg("term.count", n=need, symbol=symbol.name)
        for need, symbol in zip(price, t.game.symbols, strict=True)
        if need
    )


def full(t: Table) -> tuple[Prompt, ...]:
    """Roll, lay, give up, finish."""
    if not t.turn.rolls and not t.team.dice:
        return (team_dice(t), finish(t))
    prompts = []
    rolled = tuple(die for die in t.pool() if die.face)
    fresh = bool(t.pool()) and not rolled
    if t.pool() and (not t.turn.rolls or t.turn.freed or fresh):
        prompts.append(roll(t))
    if rolled:
        prompts.insert(0, assign(t, rolled))
        prompts.append(give_up(t, rolled))
    prompts.append(finish(t))
    return tuple(prompts)


def team_dice(t: Table) -> Prompt:
    colours = tuple(
        Choice(each.colour, heroes.colour_name(t, each.colour)) for each in t.state.stock
    )
    field = Field(
        "dice",
        "sequence",
        msg("field.team_dice", team=t.team.name),
        colours,
        tuple(msg("term.die_number", n=n) for n in range(1, 5)),
        default=(colours[0].value,) * 4,
        rule=t.rule("pool"),
    )
    return now(t, "team.dice", "pool", field, fixed={"team": t.state.active})


def face_choices(t: Table, die: Die) -> tuple[Choice, ...]:
    """The faces of a die; all there could be while nobody has checked its colour."""
    facts = next((each for each in t.state.stock if each.colour == die.colour), None)
    checked = facts is not None and facts.checked
    faces = tuple(dict.fromkeys(facts.faces)) if facts and checked else t.game.faces
    said = dice.say_faces(t, faces)
    return tuple(
        Choice(face, label, tone=face.removeprefix("2"))
        for face, label in zip(faces, said, strict=True)
    )


def die_row(t: Table, die: Die) -> DieRow:
    name = heroes.colour_name(t, die.colour)
    return DieRow(die.id, name, face_choices(t, die), die.colour)


def roll(t: Table) -> Prompt:
    rows = tuple(die_row(t, die) for die in t.pool())
    field = Field("faces", "dice", Msg("field.faces"), dice=rows, rule=t.rule("again"))
    return now(t, "roll", "again" if t.turn.rolls else "pool", field)


def die_choices(t: Table, rolled: Iterable[Die]) -> tuple[Choice, ...]:
    """Dice as choices: face, then colour; a die not rolled yet has its colour only."""
    choices = []
    for die in rolled:
        colour = heroes.colour_name(t, die.colour)
        label = dice.say_faces(t, (die.face,))[0] if die.face else colour
        choices.append(Choice(die.id, label, colour if die.face else "", die.colour))
    return tuple(choices)


def assign(t: Table, rolled: tuple[Die, ...]) -> Prompt:
    targets = card_choices(t, (each for each in t.reach() if not blocked(t, each)))
    step = progress.due(t)
    if step is not None and step.kind in ("symbols", ""):
        targets += (
            Choice(progress.TARGET, Msg("term.progress"), msg("hint.price", price=price_text(t))),
        )
    chosen = Field(
        "dice",
        "choices",
        Msg("field.dice"),
        die_choices(t, rolled),
        low=1,
        high=len(rolled),
        rule=t.rule("assign"),
    )
    target = Field("target", "choice", Msg("field.target"), targets, rule=t.rule("scope"))
    return now(t, "assign", "assign", chosen, target)


def give_up(t: Table, rolled: tuple[Die, ...]) -> Prompt:
    field = Field("die", "choice", Msg("field.die"), die_choices(t, rolled))
    return now(t, "give-up", "give_up", field)


def finish(t: Table) -> Prompt:
    fields = []
    unpriced = dice.unpriced(t)
    if unpriced:
        fields.append(_choices(t, "complete", unpriced, (), "sets"))
    recruited, hits = dice.completed(t, unpriced)
    if t.game.ordered and recruited:
        fields.append(_choices(t, "left", recruited, (), "row"))
    step = progress.due(t)
    if step is not None and progress.met(t, step, recruited, hits, True):
        fields.append(_advance(t, default=True))
    return now(t, "finish", "finish", *fields)


# -- the end of the turn -------------------------------------------------------------------


def spaces(t: Table) -> tuple[Prompt, ...]:
    cards = resolve.unmeasured(t)
    choices = (
        Choice(0, Msg("choice.not_full")),
        Choice(-1, Msg("choice.full_now")),
        *(Choice(n, str(n)) for n in range(1, 10)),
    )
    rows = tuple(
        msg("term.damaged_card", card=t.name(each), damage=t.piece(each).damage) for each in cards
    )
    field = Field(
        "spaces",
        "sequence",
        Msg("field.spaces"),
        choices,
        rows,
        default=(0,) * len(cards),
        rule=t.rule("cap"),
    )
    return (now(t, "card.spaces", "cap", field, fixed={"cards": cards}),)


def refill(t: Table) -> tuple[Prompt, ...]:
    if deck.unjudged(t):
        return tuple(prompt for each in deck.unjudged(t) for prompt in icon(t, each))
    places = t.empty()
    card = Field(
        "card",
        "choice",
        Msg("field.card"),
        names_left(t, knight=bool(t.state.waiting)),
        default="",
        rule=t.rule("knights" if t.state.waiting else "refill"),
    )
    first = now(
        t,
        "refill",
        "refill",
        card,
        label=msg("prompt.refill", place=place_name(t, places[0])),
        fixed={"place": places[0]},
    )
    if len(places) < 2:
        return (first,)
    others = tuple(Choice(each, place_name(t, each)) for each in places)
    place = Field("place", "choice", Msg("field.place"), others)
    return (
        first,
        Prompt(
            "refill",
            Msg("prompt.refill.other"),
            (place, card),
            rule=t.rule("refill"),
            group=MORE,
            actors=active(t),
        ),
    )


def place_name(t: Table, place: int) -> Msg:
    return msg("term.place_of", place=t.place(place // 3), n=place % 3 + 1)


def icon(t: Table, card: str) -> tuple[Prompt, ...]:
    return tuple(
        now(
            t,
            "icon",
            "ban",
            label=msg(f"prompt.icon.{'yes' if marked else 'no'}", card=t.name(card)),
            fixed={"card": card, "marked": marked},
        )
        for marked in (True, False)
    )


def event(t: Table) -> tuple[Prompt, ...]:
    cards = battles.affected(t)
    marked = tuple(each for each in cards if t.facts(each).icon == "yes")
    names = battles.battle_names(t)
    return (
        now(
            t,
            "event",
            "event",
            _choices(t, "marked", cards, marked, "ban"),
            Field(
                "battles",
                "sequence",
                Msg("field.battles"),
                tuple(Choice(name, name) for name in names),
                tuple(t.place(i) for i in PLACES),
                default=names,
                rule=t.rule("battles"),
            ),
            label=Msg(f"prompt.event.{battles.topped(t)}"),
        ),
    )


def rewards(t: Table) -> tuple[Prompt, ...]:
    return tuple(
        now(
            t,
            "reward",
            "reward_battle",
            label=msg("prompt.reward", card=t.name(each.source)),
            fixed={"battle": each.source},
            help=t.facts(each.source).reward or Msg("help.reward"),
        )
        for each in t.turn.pending
    )


def aid(t: Table) -> tuple[Prompt, ...]:
    return tuple(
        now(
            t,
            "aid",
            "aid",
            label=Msg(f"prompt.aid.{'yes' if take else 'no'}"),
            fixed={"take": take},
        )
        for take in (True, False)
    )


STEPS: dict[str, Callable[[Table], tuple[Prompt, ...]]] = {
    "deal": deal,
    "deploy": deploy,
    "doom_die": doom_die,
    "boss_die": boss_die,
    "fire_card": fire_card,
    "kinds": kinds,
    "crown": abilities,
    "attack": abilities,
    "villains": abilities,
    "battle": abilities,
    "heroes": hero_step,
    "spaces": spaces,
    "refill": refill,
    "event": event,
    "battles": rewards,
    "aid": aid,
}
