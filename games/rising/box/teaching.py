"""Teaching a copy, outside of any play or in the middle of one; what a copy knows, with what the
rulebook says where no one has looked."""

from __future__ import annotations

from collections.abc import Container, Iterable
from typing import Annotated, Any, ClassVar

from msgspec.structs import replace

from games.actions import MaxLength
from games.messages import Msg
from games.referee import Choice, Field, Prompt, RulingContext
from games.rising.box import (
    GROUPS,
    Box,
    CardFacts,
    DieFacts,
    Price,
    PriceStep,
    ProgressFacts,
    TeamFacts,
    TrackFacts,
)
from games.rising.definition import Definition
from games.rising.state import Setup, State, team_count
from games.rising.table import Act, Table


class Teach(Act):
    """Something printed on the group's copy: learnt by the box, and used at once in a play.

    Of its fields, texts have their ``MaxLength`` and numbers their ``Range``; ``topic`` is the rule
    of those bounds.
    """

    teaches = True
    topic: ClassVar[str] = ""

    @classmethod
    def forms(cls, game: Definition, box: Box) -> Iterable[Prompt]:
        """Return the prompts of a box outside of any play."""
        return ()

    def check(self, game: Definition, call: RulingContext) -> None:
        """Refuse what no printed card, die or track can show."""
        fields = {name: type(self).field(name) for name in self.__struct_fields__}
        for name, field in fields.items():
            if field.kind == "text" and field.high and len(getattr(self, name)) > field.high:
                call.refuse_impossible("E_TOO_LONG", longest=field.high)
        for name in ("price", "price_b", "price_c", "cost"):
            check_price(game, getattr(self, name, ()), call)
        rule = game.rules[self.topic] if self.topic else ""
        for name, field in fields.items():
            if field.kind == "number" and field.low is not None and field.high is not None:
                call.require_range(
                    field.label, getattr(self, name), int(field.low), int(field.high), rule
                )

    def learn(self, game: Definition, box: Box) -> Box:
        """Return the box with what it tells."""
        raise NotImplementedError

    def use(self, t: Table) -> None:
        """Make what it tells true in this play from now on."""
        raise NotImplementedError

    def apply(self, t: Table) -> None:
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


Name = Annotated[str, MaxLength(Sizes.name)]
Text = Annotated[str, MaxLength(Sizes.text)]


def check_price(game: Definition, price: Price, call: RulingContext) -> None:
    if price and len(price) != len(game.symbols):
        call.refuse_impossible("E_MALFORMED", problem=str(price))
    for need in price:
        call.require_range(Msg("field.price"), need, 0, Sizes.price, game.rules["sets"])


def check_named(call: RulingContext, name: str) -> None:
    if not name.strip():
        call.refuse_impossible("E_NO_NAME", remedy=Msg("remedy.name"))


def check_among(call: RulingContext, value: str, allowed: Container[str]) -> None:
    if value not in allowed:
        call.refuse_impossible("E_MALFORMED", problem=value)


def form(
    act: type[Act], game: Definition, topic: str, *fields: Field, label: Msg | str = "", **more: Any
) -> Prompt:
    """Return a form of the box, or one of a play."""
    rule = game.rules[topic] if topic else ""
    return act.prompt(label, *fields, rule=rule, **{"group": "table", **more})


def among(name: str, values: tuple[str, ...], value: str = "", prefix: str = "") -> Field:
    choices = tuple(Choice(each, Msg(f"{prefix or name}.{each or 'none'}")) for each in values)
    return Field(name, "choice", Msg(f"field.{name}"), choices, default=value, optional=True)


def name_field() -> Field:
    return Field("name", "text", Msg("field.name"), high=Sizes.name)


UP_TO_PRICE = tuple(Choice(n, str(n)) for n in range(Sizes.price + 1))


def symbols_field(game: Definition, name: str, value: tuple[int, ...] = ()) -> Field:
    """Return the field for how many of each symbol."""
    return Field(
        name,
        "sequence",
        Msg(f"field.{name}"),
        UP_TO_PRICE,
        tuple(symbol.name for symbol in game.symbols),
        default=value or (0,) * len(game.symbols),
        optional=True,
    )


# -- what a copy knows, and learns from a play ---------------------------------------------


def track_facts(game: Definition, box: Box, wanted: str) -> TrackFacts:
    """Return one side of the doom track as the box knows it, or the placeholder."""
    known = next((each for each in box.tracks if each.side == wanted), None)
    return known or TrackFacts(wanted, game.doom.placeholder)


def progress_facts(game: Definition, box: Box, wanted: str) -> ProgressFacts:
    """Return the chosen card of the progress track, or a placeholder without prices."""
    known = next((each for each in box.progress if each.name == wanted), None)
    return known or ProgressFacts(wanted, "", (PriceStep(),) * game.progress)


def stock(game: Definition, box: Box) -> tuple[DieFacts, ...]:
    """Return the Hero dice of the box, with the rulebook's counts where no one counted."""
    known = {each.colour: each for each in box.dice}
    printed = {each.colour: each.count for each in game.dice}
    colours = dict.fromkeys((*printed, *known))
    return tuple(
        replace(facts, count=facts.count or printed.get(colour, 0))
        for colour in colours
        for facts in (known.get(colour, DieFacts(colour)),)
    )


def has_allies(game: Definition, setup: Setup) -> bool:
    """Return whether every team starts with a second Hero."""
    if not game.ally_from:
        return False
    if setup.allies == "auto":
        return team_count(game, setup) >= game.ally_from
    return setup.allies == "yes"


def find(entries: tuple[Any, ...], key: str, value: str) -> Any:
    return next((each for each in entries if getattr(each, key) == value), None)


def put(entries: tuple[Any, ...], key: str, entry: Any) -> tuple[Any, ...]:
    """Return ``entries`` with one added, or replaced in its place."""
    name = getattr(entry, key)
    if find(entries, key, name) is None:
        return (*entries, entry)
    return tuple(entry if getattr(each, key) == name else each for each in entries)


def with_library(box: Box, state: State) -> Box:
    """Fill what the box leaves open from the play; what the group has entered stays."""
    for facts in state.library:
        if facts.kind != "battle":
            box = replace(box, cards=put(box.cards, "name", _filled(box, facts)))
    return box


def with_ally(game: Definition, box: Box, state: State, piece: str, name: str) -> Box:
    """Return the box with the name of a team's second Hero, once the card it started with is
    named; the team starts with it in every game."""
    number = piece.removeprefix("p")
    if not (name and number.isdecimal() and has_allies(game, state.setup)):
        return box
    index, place = divmod(int(number) - 1, 2)
    if index >= team_count(game, state.setup):
        return box
    left = (*state.setup.ally_ends[index : index + 1], "")[0] == "left"
    team: TeamFacts | None = find(box.teams, "name", state.teams[index].name)
    if team is None or team.ally or place == int(left):
        return box
    return replace(box, teams=put(box.teams, "name", replace(team, ally=name)))


def with_section(
    game: Definition, box: Box, side: str, number: int, ability: str, known: bool
) -> Box:
    """Return the box with what is uncovered at a section (counted from 1) of a side."""
    facts = track_facts(game, box, side)
    sections = list(facts.sections)
    sections[number - 1] = replace(sections[number - 1], ability=ability, known=known)
    return replace(box, tracks=put(box.tracks, "side", replace(facts, sections=tuple(sections))))


def with_size(game: Definition, box: Box, state: State, at: int, size: int) -> Box:
    """Return the box with the spaces of one section (from 0) of the side in play."""
    facts = track_facts(game, box, state.setup.side)
    sections = list(facts.sections)
    sections[at] = replace(sections[at], size=size, counted=True)
    checked = facts.checked or all(each.counted for each in sections)
    own = replace(facts, sections=tuple(sections), checked=checked, confidence="own")
    return replace(box, tracks=put(box.tracks, "side", own))


def with_boss_section(game: Definition, box: Box, state: State) -> Box:
    """Ask once for a copy that nothing is printed under the boss card."""
    for number, section in enumerate(state.sections, 1):
        facts = section.facts
        if facts.holds == "boss" and section.revealed and facts.known:
            box = with_section(game, box, state.setup.side, number, facts.ability, True)
    return box


def _filled(box: Box, told: CardFacts) -> CardFacts:
    old: CardFacts | None = find(box.cards, "name", told.name)
    if old is None:
        return told
    if old.confidence == GROUPS and told.confidence == "own":
        old = replace(old, capacity=told.capacity, confidence="own")
    return replace(
        old,
        kind=old.kind or told.kind,
        capacity=old.capacity or told.capacity,
        icon=old.icon or told.icon,
        type=old.type or told.type,
        known=old.known or told.known,
    )
