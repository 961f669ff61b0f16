"""Reach of the active team: its location, the boss, what a Villain guards; and how cards and dice
are put to it."""

from __future__ import annotations

from collections.abc import Iterable

from games.messages import Catalogue, Msg, msg
from games.messages import gettext_noop as _
from games.referee import Choice, DieRow, Field, Prompt
from games.rising.definition import Definition
from games.rising.state import HeroDie, State
from games.rising.table import SIDES, ActiveTeamAct, Table


def open_now(t: Table) -> tuple[str, ...]:
    """Return the cards dice may be laid on at this moment."""
    return tuple(each for each in t.reach() if not guarded(t, each))


def guarded(t: Table, card: str) -> bool:
    """Return whether a battle is closed by a Villain in its location."""
    closed = t.kind(card) == "battle" and t.game.goal.guarded
    return closed and any(t.is_villain(each) for each in t.cards(t.location(card)))


def remember_open(t: Table) -> None:
    """Remember, before cards or the team change places, that dice assigned until now stay where
    they are."""
    if t.state.step == "heroes":
        t.put_turn(opened=tuple(dict.fromkeys((*t.turn.opened, *open_now(t)))))


def behind(t: Table) -> tuple[str, ...]:
    """Return cards dice could be laid on earlier this turn."""
    return tuple(each for each in t.turn.opened if t.has(each))


def check_told(t: Table, card: str) -> None:
    """Refuse a result of a card on which no dice of this turn can lie."""
    if card not in behind(t):
        check_reach(t, card)


def check_reach(t: Table, card: str) -> None:
    """Refuse a card the active team cannot touch this turn."""
    piece = t.piece(card)
    if piece.kind == "boss":
        check_boss(t)
    elif card not in t.reach():
        t.refuse(
            "E_LOCATION",
            "scope",
            msg("remedy.reach", place=t.place(max(t.turn.location, 0))),
            card=t.name(card),
        )
    if t.kind(card) == "battle" and t.game.goal.guarded:
        check_guard(t, card)


def check_revealed(t: Table, card: str) -> None:
    """Refuse to hurt the boss before his card is revealed."""
    if t.piece(card).kind == "boss" and not t.state.boss_revealed:
        t.refuse("E_BOSS_HIDDEN", "hidden", msg("remedy.reveal"))


def check_boss(t: Table) -> None:
    """Require that the boss is revealed, and where the team is."""
    check_revealed(t, t.boss())
    if t.turn.location != t.state.facing and not t.turn.wide:
        remedy = msg(
            "remedy.jump" if t.game.goal.jump else "remedy.reach", place=t.place(t.state.facing)
        )
        t.refuse("E_BOSS_AWAY", "away", remedy, place=t.place(t.state.facing))


def check_guard(t: Table, battle: str) -> None:
    """Refuse a battle while a Villain is in its location, even a defeated one; for unnamed cards
    the table decides whether they are Villains.
    """
    lying = t.cards(t.location(battle))
    guards = [each for each in lying if t.is_villain(each)]
    unknown = tuple(each for each in lying if not t.kind(each))
    if unknown and not guards:
        if t.ask("GUARD", "guarded", cards=t.names(unknown)) == "yes":
            guards = list(unknown)
        else:
            for each in unknown:
                t.put_kind(each, "hero")
    if guards:
        t.refuse(
            "E_FB_BLOCKED",
            "guarded",
            msg("remedy.guard"),
            cards=t.names(guards),
            card=t.name(battle),
        )


def settle_kind(t: Table, card: str, code: str = "KIND") -> None:
    """Ask the table what a card of unknown kind is, where the answer decides something."""
    if t.kind(card):
        return
    options = tuple(Choice(kind, Msg(f"kind.{kind}")) for kind in ("hero", "villain"))
    t.put_kind(card, t.ask(code, "anatomy", options, card=t.name(card)))


def settle_kinds(t: Table, cards: Iterable[str]) -> None:
    """Ask the table what each card of unknown kind is; each place has a question of its own."""
    places = sum(t.state.slots, ())
    for card in cards:
        place = places.index(card) if card in places else 0
        settle_kind(t, card, f"KIND_{place}")


def check_kind(t: Table, card: str, hero: bool) -> None:
    """Refuse to recruit anyone but Heroes or to hit one; an unknown card takes sides now."""
    if not t.kind(card):
        t.put_kind(card, "hero" if hero else "villain")
    if hero != t.is_hero(card):
        t.refuse_impossible("E_NOT_HERO" if hero else "E_NOT_VILLAIN", "sets", card=t.name(card))


# -- joining the boss ----------------------------------------------------------------------


class Jump(ActiveTeamAct, tag="jump"):
    """An unused die (its id) is thrown away to join the boss; quick depth names no die."""

    named = _("Join the boss")
    die: str = ""

    @classmethod
    def belongs_to(cls, game: Definition) -> bool:
        return game.goal.jump

    @classmethod
    def ensure_allowed(cls, t: Table) -> None:
        super().ensure_allowed(t)
        t.phase("heroes")
        if t.turn.location == t.state.facing:
            t.refuse_impossible("E_THERE", "jump", place=t.place(t.state.facing))

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        full = t.state.depth == "full"
        dice = tuple(die.id for die in t.pool()) if full else ("",)
        spare = tuple(die for die in dice if t.allows(cls(die).apply, t))
        if not spare:
            return
        chosen = die_choices(t, map(t.die, spare if full else ()))
        fields = (Field("die", "choice", Msg("field.die"), chosen),) if full else ()
        yield cls.also(t, "jump", *fields, label=msg("prompt.jump", place=t.place(t.state.facing)))

    def apply(self, t: Table) -> None:
        early = not t.state.boss_revealed and not t.state.setup.boss_jump_before_reveal
        if early and t.ask("JUMP_EARLY", "jump_early") == "no":
            t.refuse_impossible("E_BOSS_HIDDEN", "jump_early", msg("remedy.reveal"))
        if self.die:
            spend(t, self.die)
        elif t.state.depth == "full":
            t.refuse_impossible("E_NO_DIE", "jump", die="–")
        else:
            t.put_turn(unnamed=t.turn.unnamed - 1)
        remember_open(t)
        t.put_turn(location=t.state.facing, freed=True)
        t.note("jump", "jump", team=t.team.name, place=t.place(t.state.facing))


def spend(t: Table, die: str) -> None:
    """Remove an unassigned die from the pool for this turn."""
    if t.die(die).place != "pool":
        t.refuse("E_LOCKED", "no_moving", msg("remedy.unused_die"))
    t.put_die(die, place="given", target="")


# -- cards and dice as choices, and as they are read aloud ---------------------------------


def card_choices(t: Table, cards: Iterable[str]) -> tuple[Choice, ...]:
    """Return cards on the table as choices, with kind and damage in small print."""
    # A state offers the same cards in many prompts.
    made = t.once(_no_choices)
    return tuple(made.get(each) or made.setdefault(each, _card_choice(t, each)) for each in cards)


def _no_choices(state: State) -> dict[str, Choice]:
    return {}


def _card_choice(t: Table, card: str) -> Choice:
    return Choice(card, t.name(card), hint(t, card), t.kind(card))


def ability_choices(t: Table, cards: Iterable[str]) -> tuple[Choice, ...]:
    """Return abilities as choices: the Hero whose it is, or the team card."""
    return tuple(
        Choice(each, t.name(each) if t.has(each) else Msg("term.team_card"), t.team.name)
        for each in cards
    )


def hint(t: Table, card: str) -> Msg:
    """Return a card's kind, damage and where it is."""
    piece, capacity = t.piece(card), t.capacity(card)
    code = "hint.card" if capacity else "hint.card.open"
    return msg(
        code, kind=Msg(f"kind.{t.kind(card) or 'unknown'}"), damage=piece.damage, capacity=capacity
    )


def names_left(t: Table, knight: bool) -> tuple[Choice, ...]:
    """Return "Unknown", and the cards of the library that may still be turned up: each kind by
    name."""
    taken = {each.card for each in t.state.pieces} | set(t.state.gone)
    kinds = ("knight",) if knight else ("hero", "villain", "")
    cards = (each for each in t.state.library if each.kind in kinds and each.name not in taken)
    left = (
        Choice(each.name, each.name, Msg(f"kind.{each.kind or 'unknown'}"), each.kind)
        for each in sorted(cards, key=lambda each: (kinds.index(each.kind), each.name.casefold()))
    )
    return (Choice("", Msg("choice.later")), *left)


def several(
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


def target(cards: tuple[Choice, ...], name: str = "card", optional: bool = False) -> Field:
    label = "first_card" if name == "first" else name
    return Field(name, "choice", Msg(f"field.{label}"), cards, optional=optional)


def amount(high: int = 3, name: str = "n") -> Field:
    return Field(name, "number", Msg("field.n"), low=1, high=high, default=1)


def say_faces(t: Table, faces: tuple[str, ...]) -> tuple[Msg, ...]:
    """Return faces as they are read aloud."""
    return tuple(
        msg("term.double" if face.startswith("2") else "term.single", symbol=t.symbol(face))
        for face in faces
    )


def colour_name(t: Table, colour: str) -> Msg | str:
    names: dict[str, Msg] = {each.colour: each.name for each in t.game.dice}
    return names.get(colour, colour)


def face_choices(t: Table, die: HeroDie) -> tuple[Choice, ...]:
    """Return the faces of a die; all there could be while no one has checked its colour."""
    facts = next((each for each in t.state.stock if each.colour == die.colour), None)
    checked = facts is not None and facts.checked
    faces = tuple(dict.fromkeys(facts.faces)) if facts and checked else t.game.faces
    said = say_faces(t, faces)
    return tuple(
        Choice(face, label, tone=face.removeprefix("2"))
        for face, label in zip(faces, said, strict=True)
    )


def die_row(t: Table, die: HeroDie) -> DieRow:
    name = colour_name(t, die.colour)
    return DieRow(die.id, name, face_choices(t, die), die.colour)


def die_choices(t: Table, rolled: Iterable[HeroDie]) -> tuple[Choice, ...]:
    """Return dice as choices: face, then colour; a die not rolled yet has its colour only."""
    choices = []
    for die in rolled:
        colour = colour_name(t, die.colour)
        label = say_faces(t, (die.face,))[0] if die.face else colour
        choices.append(Choice(die.id, label, colour if die.face else "", die.colour))
    return tuple(choices)


def place_name(t: Table, place: int) -> Msg:
    return msg(f"term.place.{SIDES[place % 3]}", place=t.place(place // 3))


WORDS: Catalogue = {
    "refusal.E_THERE": _("Your team is already at {place}"),
    "refusal.E_BOSS_HIDDEN": _("The boss hasn't been revealed yet"),
    "refusal.E_BOSS_AWAY": _("The boss is at {place}, your team isn't"),
    "refusal.E_FB_BLOCKED": _("{card} is guarded by {cards}"),
    "remedy.guard": _("Move all Villains out of the location first"),
    "remedy.reveal": _("Wait until the boss is revealed"),
    "remedy.jump": _("Go to {place}"),
    **dict.fromkeys(
        ("question.KIND", *(f"question.KIND_{n}" for n in range(9))), _("What is {card}?")
    ),
    "question.GUARD": _("Is {cards} a Villain? It would guard the battle"),
}
