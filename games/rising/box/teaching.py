"""What teaches a copy: told outside of any play or in the middle of one, checked alike."""

from __future__ import annotations

from collections.abc import Container, Iterable
from typing import Annotated, Any, ClassVar

from games.acting import Chars
from games.messages import Msg
from games.referee import Call, Choice, Field, Prompt
from games.rising.box import Box, Price
from games.rising.definition import Definition
from games.rising.state import State
from games.rising.table import Act, Table


class Teach(Act):
    """Something printed on the group's copy: learnt by the box, and used at once in a play.

    Of its fields, texts have their ``Chars`` and numbers their ``Span``; ``topic`` is the rule
    of those bounds.
    """

    teaches = True
    topic: ClassVar[str] = ""

    @classmethod
    def forms(cls, game: Definition, box: Box) -> Iterable[Prompt]:
        """The prompts of a box outside of any play."""
        return ()

    def check(self, game: Definition, call: Call) -> None:
        """Refuse what no printed card, die or track can show."""
        fields = {name: type(self).field(name) for name in self.__struct_fields__}
        for name, field in fields.items():
            if field.kind == "text" and field.high and len(getattr(self, name)) > field.high:
                call.impossible("E_TOO_LONG", longest=field.high)
        for name in ("price", "price_b", "price_c", "cost"):
            check_price(game, getattr(self, name, ()), call)
        rule = game.rules[self.topic] if self.topic else ""
        for name, field in fields.items():
            if field.kind == "number" and field.low is not None and field.high is not None:
                call.within(field.label, getattr(self, name), int(field.low), int(field.high), rule)

    def learn(self, game: Definition, box: Box) -> Box:
        """The box with what it tells."""
        raise NotImplementedError

    def use(self, t: Table) -> None:
        """What it tells is true in this play from now on."""
        raise NotImplementedError

    def happen(self, t: Table) -> None:
        self.check(t.game, t)
        self.use(t)
        t.note("defined", "", what=getattr(self, "name", "") or Msg(f"what.{self.do()}"))

    def taught(self, game: Definition, box: Box, state: State) -> Box:
        return self.learn(game, box)


class Sizes:
    """Sensible sizes of what can be entered."""

    name = 60
    text = 400
    price = 9
    capacity = 9
    section = 20
    steps = 15
    effects = 6


Name = Annotated[str, Chars(Sizes.name)]
Text = Annotated[str, Chars(Sizes.text)]


def check_price(game: Definition, price: Price, call: Call) -> None:
    if price and len(price) != len(game.symbols):
        call.impossible("E_MALFORMED", problem=str(price))
    for need in price:
        call.within(Msg("field.price"), need, 0, Sizes.price, game.rules["sets"])


def check_named(call: Call, name: str) -> None:
    if not name.strip():
        call.impossible("E_NO_NAME", remedy=Msg("remedy.name"))


def check_among(call: Call, value: str, allowed: Container[str]) -> None:
    if value not in allowed:
        call.impossible("E_MALFORMED", problem=value)


def form(
    act: type[Act], game: Definition, topic: str, *fields: Field, label: Msg | str = "", **more: Any
) -> Prompt:
    """A form of the box, or one of a play."""
    rule = game.rules[topic] if topic else ""
    return act.prompt(label, *fields, rule=rule, group="table", **more)


def among(name: str, values: tuple[str, ...], value: str = "", prefix: str = "") -> Field:
    choices = tuple(Choice(each, Msg(f"{prefix or name}.{each or 'none'}")) for each in values)
    return Field(name, "choice", Msg(f"field.{name}"), choices, default=value, optional=True)


def name_field() -> Field:
    return Field("name", "text", Msg("field.name"), high=Sizes.name)


UP_TO_PRICE = tuple(Choice(n, str(n)) for n in range(Sizes.price + 1))


def symbols_field(game: Definition, name: str, value: tuple[int, ...] = ()) -> Field:
    """How many of each symbol."""
    return Field(
        name,
        "sequence",
        Msg(f"field.{name}"),
        UP_TO_PRICE,
        tuple(symbol.name for symbol in game.symbols),
        default=value or (0,) * len(game.symbols),
        optional=True,
    )
