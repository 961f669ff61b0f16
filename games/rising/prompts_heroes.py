"""The prompts of the players' step: one form in quick depth, dice by dice in full depth."""

from __future__ import annotations

from collections.abc import Iterable

from games.messages import Msg, msg
from games.referee import Choice, DieRow, Field, Prompt
from games.rising import abilities, dice, heroes, progress
from games.rising.asking import ability_choices, card_choices, now, several
from games.rising.state import Die
from games.rising.table import Table


def hero_step(t: Table) -> tuple[Prompt, ...]:
    return quick(t) if t.state.depth == "quick" else full(t)


def quick(t: Table) -> tuple[Prompt, ...]:
    """One form for everything the dice brought; confirming it ends the turn."""
    reach = tuple(dict.fromkeys((*t.reach(), *heroes.behind(t))))
    recruits = tuple(each for each in reach if t.kind(each) in ("hero", ""))
    open_hits = tuple(each for each in reach if t.kind(each) != "hero" and t.room(each) > 0)
    closed = {each for each in open_hits if blocked(t, each)}
    targets = tuple(each for each in open_hits if each not in closed)
    done, hits = dice.completed(t, ())
    laid = {each.card for each in hits}
    fields = []
    if recruits:
        chosen = tuple(each for each in recruits if each in done)
        fields.append(several(t, "recruited", recruits, chosen, "recruit"))
    if recruits and t.game.ordered:
        fields.append(several(t, "left", recruits, (), "row"))
    if targets:
        chosen = tuple(each for each in targets if each in laid)
        fields.append(_hits(t, targets, chosen))
    if progress.due(t) is not None:
        fields.append(_advance(t, default=bool(t.turn.paid)))
    open_cards = maybe_full(t)
    if open_cards:
        fields.append(several(t, "full", open_cards, (), "cap"))
    return (now(t, "results", "finish", *fields),)


def maybe_full(t: Table) -> tuple[str, ...]:
    """Cards of unknown capacity that are damaged, or may be hit now."""
    reach = (*t.reach(), *heroes.behind(t))
    return tuple(
        each.id
        for each in t.state.pieces
        if not t.capacity(each) and (each.damage or (each.id in reach and not t.is_hero(each.id)))
    )


def blocked(t: Table, card: str) -> bool:
    """Whether a battle is guarded by a Villain in its location."""
    guarded = t.kind(card) == "battle" and t.game.goal.guarded
    return guarded and any(t.is_villain(each) for each in t.cards(t.location(card)))


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
    targets += ability_choices(t, abilities.asking(t))
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
        fields.append(several(t, "complete", unpriced, (), "sets"))
    recruited, hits = dice.completed(t, unpriced)
    if t.game.ordered and recruited:
        fields.append(several(t, "left", recruited, (), "row"))
    step = progress.due(t)
    if step is not None and progress.met(t, step, recruited, hits, True):
        fields.append(_advance(t, default=not progress.doubtful(t)))
    return now(t, "finish", "finish", *fields)
