"""The inputs prompts are made of."""

from __future__ import annotations

from msgspec.structs import replace

from games.messages import Msg, msg
from games.referee import Choice, DieRow, Field
from games.talisman_batman.rules.movement.plan import (
    End,
    floor_of,
    planned,
)
from games.talisman_batman.state import NAME, EncounterCard, Plan, State, Villain, rings
from games.talisman_batman.state.derived import alive, card_label, named, space_label, who
from games.talisman_batman.state.rings import open_places, ring
from games.talisman_batman.words import SPACES

FACES = (Choice(1, "1", msg("die.bat"), tone="bat"), *(Choice(n, str(n)) for n in range(2, 7)))
SUGGESTIONS = 60
EXTRA = 30
"""Points that Feats, abilities and cards may add in one fight, or take away."""
LESS, MORE = 3, 6
COMMON = tuple(code.split(".", 1)[1] for code, _, _ in SPACES)
"""The spaces the rulebook names."""


def die(name: str = "die", label: str = "field.die", rule: str = "T-015") -> Field:
    """Return one die as a choice of six."""
    return Field(name, "choice", msg(label), FACES, rule=rule)


def dice(rows: tuple[Msg | str, ...], rule: str) -> Field:
    """Return the dice of a fight, the fighter's own first."""
    ids = ("own", "other")
    colours = ("villain", "enemy")
    found = tuple(DieRow(ids[i], label, FACES, colours[i]) for i, label in enumerate(rows))
    return Field("dice", "dice", msg("field.dice"), dice=found, rule=rule)


def some_dice(rows: tuple[Msg | str, ...], rule: str) -> Field:
    """Return one die, and others that may not have been rolled (0)."""
    maybe = (*FACES, Choice(0, "–", msg("die.none")))
    found = tuple(
        DieRow(f"die{n}", label, maybe if n > 1 else FACES, "villain")
        for n, label in enumerate(rows, 1)
    )
    return Field("dice", "dice", msg("field.dice"), dice=found, rule=rule)


def seats(state: State, name: str, among: tuple[int, ...], rule: str = "") -> Field:
    """Return one of some villains."""
    choices = tuple(Choice(i, who(state, i)) for i in among)
    return Field(name, "choice", msg(f"field.{name}"), choices, rule=rule)


def anybody(state: State) -> Field:
    """Return a field for one of the villains on the board, by default one's own."""
    among = alive(state)
    default = state.active if state.active in among else None
    return replace(seats(state, "seat", among), default=default, of_part=True)


def feat_field(villain: Villain, *, optional: bool = False) -> Field:
    """Return the Feats of a hand by number; their names are added for the owner alone."""
    choices = tuple(
        Choice(feat.id, msg("feat.number", n=i + 1)) for i, feat in enumerate(villain.feats)
    )
    none = (Choice(0, msg("choice.no-feat")),) if optional else ()
    default = 0 if optional else None
    return Field(
        "feat",
        "choice",
        msg("field.feat"),
        (*none, *choices),
        default=default,
        optional=optional,
        rule="T-106",
    )


def where(state: State, floors: tuple[int, ...], but: tuple[str, ...] = ()) -> Field:
    """Return the end of a move in words, with the spaces known on these floors, ``but`` for
    some."""
    known = tuple(choice for choice in spaces(state, floors) if choice.value not in but)
    return Field("to", "text", msg("field.to"), known, high=NAME, optional=True, rule="T-041")


def cards(
    name: str,
    among: tuple[EncounterCard, ...],
    rule: str = "",
    *,
    low: int = 0,
    high: int | None = None,
    default: tuple[int, ...] = (),
    hint: bool = False,
) -> Field:
    """Return some of these cards."""
    choices = tuple(Choice(c.id, card_label(c), worth(c) if hint else "") for c in among)
    return Field(
        name,
        "choices",
        msg(f"field.{name}"),
        choices,
        low=low,
        high=len(among) if high is None else high,
        default=list(default),
        optional=low == 0,
        rule=rule,
    )


def card(name: str, among: tuple[EncounterCard, ...], rule: str = "") -> Field:
    """Return one of these cards."""
    choices = tuple(Choice(c.id, card_label(c), worth(c)) for c in among)
    return Field(name, "choice", msg(f"field.{name}"), choices, rule=rule)


def worth(card: EncounterCard) -> Msg | str:
    """Return what a card is good for, in numbers."""
    if card.kind == "enemy":
        return msg("hint.enemy", attribute=Msg(f"term.{card.attribute}"), n=card.value)
    if card.strength:
        return bonus("strength", card.strength)
    return bonus("cunning", card.cunning) if card.cunning else ""


def bonus(attribute: str, points: int) -> Msg:
    """Return what is added to an attribute, with its sign."""
    return msg("hint.bonus", attribute=Msg(f"term.{attribute}"), n=f"{points:+d}")


def attribute(name: str = "attribute", default: str = "strength", rule: str = "") -> Field:
    """Return Strength or Cunning."""
    choices = (
        Choice("strength", Msg("term.strength"), tone="strength"),
        Choice("cunning", Msg("term.cunning"), tone="cunning"),
    )
    return Field(name, "choice", msg(f"field.{name}"), choices, default=default, rule=rule)


def extra(default: int) -> Field:
    """Return what Feats, abilities and cards add to a score, or take from it: numbers around the
    last one, so that few taps reach any."""
    span = range(max(-EXTRA, default - LESS), min(EXTRA, default + MORE) + 1)
    choices = tuple(Choice(n, f"{n:+d}" if n else "0") for n in span)
    return Field("extra", "choice", msg("field.extra"), choices, default=default, rule="T-068")


def floor(default: int, among: tuple[int, ...] = (1, 2, 3)) -> Field:
    choices = tuple(Choice(n, Msg(f"floor.{n}")) for n in among)
    return Field("floor", "choice", msg("field.floor"), choices, default=default)


def names(state: State, *kinds: str) -> tuple[Choice, ...]:
    """Return cards the box knows, as suggestions."""
    found = [c for c in state.library if c.kind in kinds]
    return tuple(Choice(c.name, card_label(c)) for c in found)[:SUGGESTIONS]


def spaces(state: State, floors: tuple[int, ...]) -> tuple[Choice, ...]:
    """Return spaces with a name on these floors: the plan's, everyone's, and where things lie."""
    found: dict[str, int] = {}
    for n in floors:
        found |= dict.fromkeys(filter(named, ring(state.plan, n)), n)
    for key in COMMON:
        n = floor_of(state, key, floors[0])
        whole = ring(state.plan, n) and not open_places(state.plan, n)
        if n in floors and (planned(state.plan, key) or not whole):
            found[key] = n
    found |= {v.space: v.floor for v in state.villains if named(v.space) and v.floor in floors}
    found |= {s.space: s.floor for s in state.spots if named(s.space) and s.floor in floors}
    return tuple(Choice(key, space_label(key, n)) for key, n in found.items())[:SUGGESTIONS]


def everywhere(state: State) -> tuple[Choice, ...]:
    """Return spaces with a name on any floor."""
    return spaces(state, (1, 2, 3))


def symbols() -> Field:
    """Return a field for how many cards a space shows, a tap each; one without has its own text."""
    shown = (msg("choice.own-text"), *(msg("choice.symbols", n=n) for n in range(1, 4)))
    choices = tuple(Choice(n, label) for n, label in enumerate(shown))
    return Field("symbols", "choice", msg("field.symbols"), choices, rule="T-058")


def ends(known: Plan, among: tuple[End, ...]) -> Field:
    """Return a field for the legal ends of a move."""
    found = {end.space: end for end in reversed(among)}
    order = dict.fromkeys(end.space for end in among)
    choices = tuple(_end(known, found[space]) for space in order)
    return Field("to", "choice", msg("field.to"), choices, rule="T-041")


def _end(known: Plan, end: End) -> Choice:
    """Return one end of a move; on a ring, one without a name is called by the way to it."""
    if end.via in ("clockwise", "anticlockwise") and not named(end.space):
        return Choice(end.space, Msg(f"end.{end.via}"))
    hint = Msg(f"way.{end.via or 'step'}")
    return Choice(end.space, rings.label(known, end.space, end.floor), hint)
