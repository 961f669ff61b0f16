"""What no printed card, die or track can show is refused here."""

from __future__ import annotations

from typing import Any

from games.messages import Msg
from games.referee import Call
from games.rising.definition import Definition
from games.rising.facts import Price
from games.rising.teaching import (
    DefineCard,
    DefineDice,
    DefineEffect,
    DefineSection,
    DefineStep,
    DefineTeam,
    DefineTrack,
)

VERBS = (
    "damage",
    "heal",
    "doom",
    "doom_roll",
    "token",
    "lose_token",
    "die",
    "face",
    "reroll",
    "extra_set",
    "move",
    "swap",
    "block",
    "turn",
    "keep",
    "reach",
    "restrict",
)
WHO = (
    "",
    "location",
    "next",
    "team",
    "teams",
    "most",
    "least",
    "leftmost",
    "rightmost",
    "villains",
    "here",
    "self",
    "adjacent",
    "choice",
    "random",
)
WHEN = ("", "damaged", "near", "progress", "hit")


class Sizes:
    """Sensible sizes of what can be entered."""

    name = 60
    text = 400
    price = 9
    capacity = 9
    section = 20
    steps = 15
    effects = 6


def check(game: Definition, action: Any, call: Call) -> None:
    """Refuse what no printed card, die or track can show."""
    for field in ("name", "leader", "ally", "type", "side", "colour"):
        _text(call, getattr(action, field, ""), Sizes.name)
    for field in ("ability", "ruling"):
        _text(call, getattr(action, field, ""), Sizes.text)
    for field in ("price", "price_b", "price_c", "cost"):
        _price(game, getattr(action, field, ()), call)
    _CHECKS[type(action)](game, action, call)


def _text(call: Call, text: str, longest: int) -> None:
    if len(text) > longest:
        call.impossible("E_TOO_LONG", longest=longest)


def _price(game: Definition, price: Price, call: Call) -> None:
    if price and len(price) != len(game.symbols):
        call.impossible("E_MALFORMED", problem=str(price))
    for need in price:
        call.within(Msg("field.price"), need, 0, Sizes.price, game.rules["sets"])


def _named(call: Call, name: str) -> None:
    if not name.strip():
        call.impossible("E_NO_NAME", remedy=Msg("remedy.name"))


def _among(call: Call, value: str, allowed: tuple[str, ...]) -> None:
    if value not in allowed:
        call.impossible("E_MALFORMED", problem=value)


def _card(game: Definition, action: DefineCard, call: Call) -> None:
    _named(call, action.name)
    _text(call, action.reward, Sizes.text)
    _among(call, action.kind, ("", *game.kinds))
    _among(call, action.icon, ("", "yes", "no"))
    rule = game.rules["cap"]
    call.within(Msg("term.capacity"), action.capacity, 0, Sizes.capacity, rule)
    call.within(Msg("field.pays"), action.pays, 0, Sizes.capacity, rule)


def _effect(game: Definition, action: DefineEffect, call: Call) -> None:
    _named(call, action.name)
    _among(call, action.verb, VERBS)
    _among(call, action.who, WHO)
    _among(call, action.when, WHEN)
    _among(call, action.symbol, ("", "left", "right", *(each.code for each in game.symbols)))
    call.within(Msg("field.n"), action.n, -9, 9)
    call.within(Msg("field.count"), action.count, 1, 9)


def _track(game: Definition, action: DefineTrack, call: Call) -> None:
    _among(call, action.side, game.doom.sides)
    if len(action.sizes) != len(game.doom.placeholder):
        call.impossible("E_MALFORMED", problem=str(action.sizes))
    for size in action.sizes:
        call.within(Msg("field.sizes"), size, 0, Sizes.section, game.rules["track"])
    if any(
        not size for size, s in zip(action.sizes, game.doom.placeholder, strict=True) if s.holds
    ):
        call.impossible("E_MALFORMED", problem=str(action.sizes))
    if not sum(action.sizes):
        call.impossible("E_MALFORMED", problem=str(action.sizes))


def _section(game: Definition, action: DefineSection, call: Call) -> None:
    _among(call, action.side, game.doom.sides)
    last = len(game.doom.placeholder)
    call.within(Msg("field.section"), action.section, 1, last, game.rules["track"])


def _dice(game: Definition, action: DefineDice, call: Call) -> None:
    _named(call, action.colour)
    call.within(Msg("field.count"), action.count, 0, game.dice_total, game.rules["dice_limit"])
    if len(action.faces) != 6:
        call.impossible("E_MALFORMED", problem=", ".join(action.faces))
    for face in action.faces:
        _among(call, face, game.faces)


def _team(game: Definition, action: DefineTeam, call: Call) -> None:
    _named(call, action.name)
    _named(call, action.leader)
    if len(action.dice) not in (0, 4):
        call.impossible("E_MALFORMED", problem=", ".join(action.dice))


def _step(game: Definition, action: DefineStep, call: Call) -> None:
    _named(call, action.name)
    _among(call, action.level, ("easy", "medium", "hard"))
    _among(call, action.kind, ("", "symbols", "hit", "tokens", "dice", "recruit"))
    call.within(Msg("field.length"), action.length, 1, Sizes.steps, game.rules["progress"])
    call.within(Msg("field.step"), action.step, 0, action.length, game.rules["progress"])
    call.within(Msg("field.n"), action.n, 0, 9, game.rules["progress"])


_CHECKS: dict[type, Any] = {
    DefineCard: _card,
    DefineEffect: _effect,
    DefineTrack: _track,
    DefineSection: _section,
    DefineDice: _dice,
    DefineTeam: _team,
    DefineStep: _step,
}
