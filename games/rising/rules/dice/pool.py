"""Hero dice face by face: the pool, rolling it, giving dice up, what abilities take of them."""

from __future__ import annotations

from collections.abc import Iterable
from operator import add
from typing import Any

from msgspec.structs import replace

from games.messages import Catalogue, Msg, msg, ngettext_noop
from games.messages import gettext_noop as _
from games.referee import Choice, Field, Prompt, Rolled
from games.rising.box import Box, CardFacts, Price
from games.rising.box.teaching import find, put
from games.rising.definition import Definition
from games.rising.rules.reach import colour_name, die_row, say_faces
from games.rising.state import HeroDie, Laid, State
from games.rising.table import Act, InFull, Table


class TeamDice(Act, tag="team.dice"):
    """The colours of the four dice printed on a team card, entered when first needed; teams are
    counted from 0.
    """

    teaches = True
    team: int
    dice: tuple[str, ...]

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        if not in_hand(t) or t.turn.rolls or t.team.dice:
            return
        stock = tuple(Choice(each.colour, colour_name(t, each.colour)) for each in t.state.stock)
        field = Field(
            "dice",
            "sequence",
            msg("field.team_dice", team=t.team.name),
            stock,
            tuple(msg("term.die_number", n=n) for n in range(1, 5)),
            default=(stock[0].value,) * 4,
            rule=t.rule("pool"),
        )
        yield cls.now(t, "pool", field, fixed={"team": t.state.active})

    def apply(self, t: Table) -> None:
        t.require_range(msg("term.team"), self.team, 0, len(t.state.teams) - 1, "pool")
        check_colours(t, self.dice)
        if len(self.dice) != 4:
            t.refuse_impossible("E_MALFORMED", "pool", problem=", ".join(self.dice))
        team = t.state.teams[self.team]
        t.put_team(self.team, dice=self.dice)
        names = (colour_name(t, colour) for colour in self.dice)
        t.note("team.dice", "pool", team=team.name, dice=tuple(names))
        if self.team == t.state.active and t.state.step == "heroes" and not t.turn.rolls:
            extra = t.turn.dice[len(team.dice) :]
            t.put_turn(dice=())
            gather(t)
            for die in extra:
                add_die(t, die.colour)

    def taught(self, game: Definition, box: Box, state: State) -> Box:
        facts = find(box.teams, "name", state.teams[self.team].name)
        if not facts:
            return box
        return replace(box, teams=put(box.teams, "name", replace(facts, dice=self.dice)))


class Roll(InFull, tag="roll"):
    """The faces of all dice in the pool, in their order: the code of a symbol, with ``2``
    before it for a double."""

    named = _("Roll Hero dice")
    faces: tuple[str, ...]

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        pool = t.pool()
        told = t.turn.rolls or t.team.dice
        if not (in_hand(t) and told and pool and t.allows(check_again, t)):
            return
        rows = tuple(die_row(t, die) for die in pool)
        field = Field("faces", "dice", Msg("field.faces"), dice=rows, rule=t.rule("again"))
        left_out = t.names(each for each in t.team.row if gives_dice(t, each))
        more = {"help": msg("help.roll.extra", cards=left_out)} if left_out else {}
        yield cls.now(t, "again" if t.turn.rolls else "pool", field, **more)

    def thrown(self, t: Table) -> tuple[Rolled, ...]:
        return thrown(t, t.pool(), self.faces, "roll")

    def apply(self, t: Table) -> None:
        pool = t.pool()
        if not pool:
            t.refuse_impossible("E_POOL_EMPTY", "again", msg("remedy.finish"))
        check_again(t)
        check_faces(t, pool, self.faces)
        number = t.turn.rolls + 1
        for die, face in zip(pool, self.faces, strict=True):
            t.put_die(die.id, face=face, roll=number)
        t.put_turn(rolls=number, freed=False)
        t.note("roll", "again", team=t.team.name, n=number, faces=say_faces(t, self.faces))


def in_hand(t: Table) -> bool:
    """Return whether the dice are asked for: face by face, and no Hero may answer damage first."""
    full = t.state.step == "heroes" and t.state.depth == "full"
    return full and not t.turn.reactions


def check_again(t: Table) -> None:
    """Refuse to roll dice that quick depth has used, or once more with none laid or given up."""
    if t.turn.unnamed < 0 and t.pool():
        t.refuse_impossible("E_DICE_OWED", "give_up", msg("remedy.owed"), n=-t.turn.unnamed)
    rolled = any(die.face for die in t.pool())
    if t.turn.rolls and rolled and not t.turn.freed:
        t.refuse("E_MUST_ASSIGN", "give_up", msg("remedy.give_up"))


# -- the pool ------------------------------------------------------------------------------


def check_colours(t: Table, colours: tuple[str, ...]) -> None:
    known = {each.colour for each in t.state.stock}
    for colour in colours:
        if colour not in known:
            t.refuse_impossible("E_COLOUR", "dice_limit", colour=colour)


def thrown(
    t: Table, dice: Iterable[HeroDie], faces: tuple[str, ...], purpose: str
) -> tuple[Rolled, ...]:
    """Return Hero dice with the faces they showed; ``""`` for one that was kept."""
    pairs = zip(dice, faces, strict=False)
    active = t.state.active
    return tuple(Rolled(die.colour, face, purpose, active) for die, face in pairs if face)


def roll_again(t: Table, ids: tuple[str, ...], faces: tuple[str, ...]) -> None:
    """Roll some dice of the pool again by an ability or token, in the same roll."""
    dice = tuple(map(t.die, ids))
    check_faces(t, dice, faces)
    for die, face in zip(dice, faces, strict=True):
        t.put_die(die.id, face=face)
    t.note("reroll", "reroll", n=len(dice), faces=say_faces(t, faces))


def check_faces(t: Table, dice: tuple[HeroDie, ...], faces: tuple[str, ...]) -> None:
    """Refuse a face that does not exist on its die; only doubt dice no one has checked."""
    if len(faces) != len(dice):
        t.refuse_impossible("E_FACES", "assign", n=len(dice), given=len(faces))
    for die, face in zip(dice, faces, strict=True):
        check_face(t, die.colour, face)


def check_face(t: Table, colour: str, face: str) -> None:
    facts = next((each for each in t.state.stock if each.colour == colour), None)
    name = colour_name(t, colour)
    if face not in t.game.faces:
        t.refuse_impossible("E_FACE", "symbols", face=face, colour=name)
    if facts and facts.faces and face not in facts.faces:
        if facts.checked:
            t.refuse_impossible("E_FACE", "symbols", msg("remedy.dice"), face=face, colour=name)
        t.warn("W_FACE", "symbols", face=face, colour=name)


def symbols(t: Table, dice: Iterable[HeroDie]) -> tuple[int, ...]:
    """Return symbols shown by some dice."""
    counts = [0] * len(t.game.symbols)
    for die in dice:
        counts[t.game.symbol_of(die.face)] += 1 + die.face.startswith("2")
    return tuple(counts)


def one_by_one(
    t: Table, target: str, dice: Iterable[HeroDie], asked: tuple[Price, ...]
) -> tuple[HeroDie, ...]:
    """Order dice entered together so that as many as possible count: singles before doubles, and
    first the die without which the fewest sets are full at the end.
    """
    first = sorted(dice, key=lambda die: (die.face.startswith("2"), die.id))
    if not first:
        return ()
    laid = t.laid(target)

    def full_without(die: HeroDie) -> int:
        others = symbols(t, (each for each in first if each is not die))
        return sets(asked, tuple(map(add, laid, others)))

    last = min(reversed(first), key=full_without)
    return (*(die for die in first if die is not last), last)


def free_die(t: Table, each: str, target: str) -> HeroDie:
    """Return a rolled die no one has assigned anywhere; overruled, it moves here as a whole."""
    die = t.die(each)
    if die.place == "laid" and die.face.startswith("2") and die.target != target:
        t.refuse("E_SPLIT", "no_split", msg("remedy.unused_die"))
    elif die.place != "pool":
        t.refuse("E_LOCKED", "no_moving", msg("remedy.unused_die"))
    if not die.face:
        t.refuse_impossible("E_NOT_ROLLED", "assign", msg("remedy.roll"))
    return die


def sets(asked: tuple[Price, ...], laid: tuple[int, ...]) -> int:
    """Return full sets among the laid symbols; alternatives without common symbols add up."""
    counts = [
        min((laid[i] // need for i, need in enumerate(price) if need), default=0) for price in asked
    ]
    apart = all(sum(1 for price in asked if price[i]) <= 1 for i in range(len(laid)))
    return sum(counts) if apart else max(counts, default=0)


def gather(t: Table) -> None:
    """Bring the four dice of the team card into the pool."""
    for colour in t.team.dice:
        add_die(t, colour)


def in_use(t: Table, colour: str = "") -> int:
    """Return dice (of a colour) that are not in the common stock."""
    dice = (*t.turn.dice, *t.state.kept)
    return sum(colour in ("", die.colour) for die in dice)


def supplied(t: Table, colour: str) -> bool:
    """Return whether the common stock has one more die of a colour."""
    stock = t.stock(colour)
    spare = not stock or in_use(t, colour) < stock
    return spare and in_use(t) < t.game.dice_total


def add_die(t: Table, colour: str) -> bool:
    """Add a die to the pool; an exhausted colour is skipped and logged."""
    if not supplied(t, colour):
        t.note("die.none", "dice_limit", colour=colour_name(t, colour))
        return False
    die = HeroDie(f"{t.state.number}.{len(t.turn.dice) + 1}", colour)
    t.put_turn(dice=(*t.turn.dice, die))
    return True


def colours(t: Table, optional: bool = False) -> Field:
    """Return the colours of which the common stock has a die left."""
    choices: tuple[Any, ...] = tuple(
        Choice(each.colour, colour_name(t, each.colour))
        for each in t.state.stock
        if supplied(t, each.colour)
    )
    return Field("colour", "choice", Msg("field.colour"), choices, optional=optional)


def gives_dice(t: Table, hero: str) -> bool:
    """Return whether a Hero's unused ability grants free dice for the next roll."""
    facts = t.facts(hero)
    active = tuple(effect for effect in facts.effects if not effect.when)
    free = facts.known and not any(facts.cost) and hero not in t.turn.used
    return free and bool(active) and all(effect.do == "die" for effect in active)


# -- what the abilities of the active team ask for -----------------------------------------

TEAM = "team"


def ability_facts(t: Table, card: str) -> CardFacts:
    """Return the ability of a Hero or of the active team's card."""
    if card == TEAM:
        team = t.team
        return CardFacts(
            team.name, cost=team.cost, effects=team.effects, known=team.known, ability=team.ability
        )
    return t.facts(card)


def called(t: Table, card: str) -> Msg | str:
    """Return what a Hero or the active team's card is called."""
    return t.team.name if card == TEAM else t.name(card)


def check_use(t: Table, card: str, verb: str, times: int = 1) -> CardFacts:
    """Refuse an ability that is not the active team's, was used this turn, or lacks the verb."""
    if card != TEAM and card not in t.team.row:
        t.piece(card)
        t.refuse("E_LOCATION", "ability_own", msg("remedy.own"), card=t.name(card))
    facts = ability_facts(t, card)
    name = called(t, card)
    if t.turn.used.count(card) >= times:
        t.refuse("E_ONCE", "once", msg("remedy.next_turn"), card=name)
    if not facts.known and t.ask("ABILITY", "ability", card=name) == "no":
        t.refuse_impossible("E_NO_ABILITY", "ability", card=name)
    if facts.known and verb and not any(effect.do == verb for effect in facts.effects):
        t.refuse_impossible("E_NO_ABILITY", "ability", card=name)
    return facts


def times(facts: CardFacts) -> int:
    """Return how often an ability may be used in a turn: once, or once for each die it turns."""
    return max((e.n for e in facts.effects if e.do == "face"), default=1)


def asking(t: Table) -> tuple[str, ...]:
    """Return unused abilities of the active team that still ask for symbols."""
    cards = (each for each in (TEAM, *t.team.row) if each not in t.turn.used)
    return tuple(each for each in cards if not covered(t, each, ability_facts(t, each)))


def own(t: Table, target: str) -> bool:
    """Return whether a target is the active team's card or one of its Heroes."""
    return target == TEAM or target in t.team.row


def paid(t: Table, card: str) -> bool:
    """Return whether an unused ability of the active team is covered and waits for its choice."""
    facts = ability_facts(t, card)
    return card not in t.turn.used and any(facts.cost) and covered(t, card, facts)


def covered(t: Table, card: str, facts: CardFacts) -> bool:
    """Return whether the symbols an ability asks for lie on its card."""
    return all(have >= need for have, need in zip(t.laid(card), facts.cost, strict=False))


def fitting(t: Table, card: str, facts: CardFacts) -> tuple[HeroDie, ...] | None:
    """Return the dice an ability may take now, ``None`` where they do not cover what it asks
    for."""
    if t.state.depth != "full" or paid(t, card):
        return ()
    rolled = tuple(die for die in t.pool() if die.face)
    if not any(facts.cost):
        return () if facts.known else rolled
    needed = tuple(n - have for n, have in zip(facts.cost, t.laid(card), strict=True))
    useful = tuple(die for die in rolled if needed[t.game.symbol_of(die.face)] > 0)
    enough = zip(symbols(t, useful), needed, strict=True)
    return useful if all(have >= n for have, n in enough) else None


def covering(t: Table, card: str, price: Price, lain: Iterable[HeroDie]) -> tuple[str, ...]:
    """Return dice that pay the rest of a price on a card, none too many."""
    if not any(price):
        return ()
    left = [n - have for n, have in zip(price, t.laid(card), strict=True)]
    taken = []
    for die in sorted(lain, key=lambda each: not each.face.startswith("2")):
        symbol = t.game.symbol_of(die.face)
        if left[symbol] > 0:
            taken.append(die.id)
            left[symbol] -= 1 + die.face.startswith("2")
    return tuple(taken)


def lay_dice(t: Table, card: str, ids: tuple[str, ...], facts: CardFacts) -> None:
    """Assign dice to an ability, each as far as it is still asked for."""
    free = [free_die(t, each, card) for each in dict.fromkeys(ids)]
    for die in one_by_one(t, card, free, (facts.cost,) if facts.cost else ()):
        check_wanted(t, card, die.face, facts)
        t.put_die(die.id, place="laid", target=card)
        t.put_turn(freed=True)


def check_wanted(t: Table, card: str, face: str, facts: CardFacts) -> None:
    """Refuse a symbol an ability does not ask for, or not any more."""
    symbol = t.game.symbol_of(face)
    told = {"card": called(t, card), "symbol": t.game.symbols[symbol].name}
    if facts.cost and not facts.cost[symbol]:
        t.refuse("E_SYMBOL", "ability", msg("remedy.symbol"), **told)
    elif facts.cost and t.laid(card)[symbol] >= facts.cost[symbol]:
        t.refuse("E_SATISFIED", "satisfied", msg("remedy.give_up"), **told)


def lay_symbol(t: Table, symbol: str, target: str) -> None:
    """Assign a token's symbol to an ability; its team then uses it when it is covered."""
    facts, name = ability_facts(t, target), called(t, target)
    if target in t.turn.used:
        t.refuse("E_ONCE", "once", msg("remedy.next_turn"), card=name)
    check_wanted(t, target, symbol, facts)
    t.put_turn(laid=(*t.turn.laid, Laid(target, symbol)))
    t.note("token.laid", "token_kinds", symbol=t.symbol(symbol), card=name)


WORDS: Catalogue = {
    "note.die.none": _("No {colour} dice left; the extra die is ignored"),
    "note.team.dice": _("{team} starts with {dice}"),
    "note.roll": _("{team}, roll {n}: {faces}"),
    "note.reroll": ngettext_noop("{n} die rerolled: {faces}", "{n} dice rerolled: {faces}"),
    "refusal.E_SPLIT": _("One die can't go on two targets"),
    "refusal.E_MUST_ASSIGN": _("Assign at least one die or give one up before rolling again"),
    "refusal.E_POOL_EMPTY": _("No dice left to roll"),
    "refusal.E_FACE": _("{colour} dice have no {face} face"),
    "refusal.E_DICE_OWED": ngettext_noop(
        "{n} die of this turn is already used", "{n} dice of this turn are already used"
    ),
    "remedy.owed": _("Take it out of the pool first"),
    "remedy.finish": _("End the turn"),
    "remedy.dice": _("If your dice are printed this way, correct their faces in your copy"),
    "question.W_FACE": _("In related games {colour} dice have no {face} face"),
    "prompt.team.dice": _("The dice of the team card"),
    "prompt.roll": _("Roll the dice"),
    "field.team_dice": _("Starting dice of {team}"),
    "help.roll.extra": _("Not rolled yet: extra dice from {cards}"),
    "remedy.own": _("Use an ability of the active team"),
    "question.ABILITY": _("Does {card}'s ability allow this?"),
}
