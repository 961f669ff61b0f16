"""The inputs prompts are made of."""

from __future__ import annotations

from msgspec.structs import replace

from games.messages import Msg, msg
from games.referee import Choice, DieRow, Field
from games.talisman_batman.flow import floor_of
from games.talisman_batman.glossary import SPACES
from games.talisman_batman.plan import End, ring
from games.talisman_batman.state import Batman, Card, State
from games.talisman_batman.table import card_label, known, space_label, who

FACES = (Choice(1, "1", msg("die.bat"), tone="bat"), *(Choice(n, str(n)) for n in range(2, 7)))
SUGGESTIONS = 60


def die(name: str = "die", label: str = "field.die", rule: str = "T-015") -> Field:
    """One die as a choice of six."""
    return Field(name, "choice", msg(label), FACES, rule=rule)


def dice(rows: tuple[Msg | str, ...], rule: str) -> Field:
    """The dice of a fight, the fighter's own first."""
    ids = ("own", "other")
    colours = ("villain", "enemy")
    found = tuple(DieRow(ids[i], label, FACES, colours[i]) for i, label in enumerate(rows))
    return Field("dice", "dice", msg("field.dice"), dice=found, rule=rule)


def some_dice(rows: tuple[Msg | str, ...], rule: str) -> Field:
    """One die, and others that may not have been rolled (0)."""
    none = Choice(0, "–", msg("die.none"))
    first, *others = dice(rows, rule).dice
    found = (first, *(replace(row, id=f"die{n}", faces=(*FACES, none))
                      for n, row in enumerate(others, 2)))  # fmt: skip
    return Field("dice", "dice", msg("field.dice"), dice=found, rule=rule)


def seats(state: State, name: str, among: tuple[int, ...], rule: str = "") -> Field:
    """One of some villains."""
    choices = tuple(Choice(i, who(state, i)) for i in among)
    return Field(name, "choice", msg(f"field.{name}"), choices, rule=rule)


def alive(state: State) -> tuple[int, ...]:
    return tuple(i for i, v in enumerate(state.villains) if v.alive)


def cards(
    name: str, among: tuple[Card, ...], rule: str = "", *, low: int = 0, high: int | None = None,
    default: tuple[int, ...] = (), hint: bool = False,
) -> Field:  # fmt: skip
    """Some of these cards."""
    choices = tuple(Choice(c.id, card_label(c), worth(c) if hint else "") for c in among)
    return Field(
        name, "choices", msg(f"field.{name}"), choices, low=low,
        high=len(among) if high is None else high, default=list(default), optional=low == 0,
        rule=rule,
    )  # fmt: skip


def card(name: str, among: tuple[Card, ...], rule: str = "") -> Field:
    """One of these cards."""
    choices = tuple(Choice(c.id, card_label(c), worth(c)) for c in among)
    return Field(name, "choice", msg(f"field.{name}"), choices, rule=rule)


def worth(card: Card) -> Msg | str:
    """What a card is good for, in numbers."""
    if card.kind == "enemy":
        return msg("hint.enemy", attribute=Msg(f"term.{card.attribute}"), n=card.value)
    if card.strength:
        return msg("hint.bonus", attribute=Msg("term.strength"), n=card.strength)
    if card.cunning:
        return msg("hint.bonus", attribute=Msg("term.cunning"), n=card.cunning)
    return ""


def attribute(name: str = "attribute", default: str = "strength", rule: str = "") -> Field:
    """Strength or Cunning."""
    choices = (
        Choice("strength", Msg("term.strength"), tone="strength"),
        Choice("cunning", Msg("term.cunning"), tone="cunning"),
    )
    return Field(name, "choice", msg(f"field.{name}"), choices, default=default, rule=rule)


def number(name: str, low: int, high: int, default: int | None = None, rule: str = "") -> Field:
    return Field(name, "number", msg(f"field.{name}"), low=low, high=high, default=default,
                 rule=rule)  # fmt: skip


def text(
    name: str, high: int = 40, choices: tuple[Choice, ...] = (), *, optional: bool = True,
    rule: str = "", default: str | None = None, help: Msg | str = "",
) -> Field:  # fmt: skip
    """Free text with suggestions."""
    return Field(name, "text", msg(f"field.{name}"), choices, high=high, optional=optional,
                 rule=rule, default=default, help=help)  # fmt: skip


def floor(default: int, among: tuple[int, ...] = (1, 2, 3)) -> Field:
    choices = tuple(Choice(n, Msg(f"floor.{n}")) for n in among)
    return Field("floor", "choice", msg("field.floor"), choices, default=default)


def names(state: State, *kinds: str) -> tuple[Choice, ...]:
    """Cards the box knows, as suggestions."""
    found = [c for c in state.library if c.kind in kinds]
    return tuple(Choice(c.name, card_label(c)) for c in found)[:SUGGESTIONS]


def spaces(state: State, floors: tuple[int, ...]) -> tuple[Choice, ...]:
    """Spaces with a name on these floors: the plan's, everybody's, and where things lie."""
    found: dict[str, int] = {}
    for n in floors:
        found |= dict.fromkeys(ring(state.plan, n), n)
    common = [code.split(".", 1)[1] for code, _, _ in SPACES]
    found |= {key: floor_of(key, floors[0]) for key in common if floor_of(key, floors[0]) in floors}
    found |= {v.space: v.floor for v in state.villains if known(v.space) and v.floor in floors}
    found |= {s.space: s.floor for s in state.spots if known(s.space) and s.floor in floors}
    return tuple(Choice(key, space_label(key, n)) for key, n in found.items())[:SUGGESTIONS]


def of_card(card: Card | None = None) -> tuple[Field, ...]:
    """What the referee needs of a card; as far as it is entered, from the one to be mended."""
    card = card or Card("")
    kinds = tuple(
        Choice(kind, Msg(f"term.{kind}"))
        for kind in ("object", "follower", "enemy", "event", "stranger", "place")
    )
    sides = tuple(Choice(a, Msg(f"term.{a}")) for a in ("righteous", "indifferent", "chaotic"))
    numbers = (("value", 20), ("number", 9), ("strength", 9), ("cunning", 9), ("bag", 12))
    flags = ("combat", "weapon", "armour", "legendary", "purchase")
    return (
        text("name", 40, optional=False, default=card.name or None),
        Field("kind", "choice", msg("field.kind"), kinds, default=card.kind),
        attribute(default=card.attribute, rule="T-066"),
        *(number(name, 0, high, getattr(card, name)) for name, high in numbers),
        *(Field(n, "flag", msg(f"field.{n}"), default=getattr(card, n)) for n in flags),
        Field("forbids", "choices", msg("field.forbids"), sides, low=0, high=3,
              default=list(card.forbids), optional=True, rule="T-118"),
    )  # fmt: skip


def of_batman(batman: Batman | None = None) -> tuple[Field, ...]:
    """The two numbers of Batman's card."""
    batman = batman or Batman()
    return tuple(
        number(name, 1, 20, getattr(batman, name) or None, "T-052")
        for name in ("strength", "cunning")
    )


def ends(among: tuple[End, ...]) -> Field:
    """The legal ends of a move."""
    found = {end.space: end for end in reversed(among)}
    order = dict.fromkeys(end.space for end in among)
    choices = tuple(
        Choice(
            space, space_label(space, found[space].floor), Msg(f"way.{found[space].via or 'step'}")
        )
        for space in order
    )
    return Field("to", "choice", msg("field.to"), choices, rule="T-041")
