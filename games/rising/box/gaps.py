"""The forms for what is still unknown of a copy, one fact of a thing at a time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from msgspec.structs import replace

from games.messages import Catalogue, Msg, msg
from games.messages import gettext_noop as _
from games.referee import Choice, Field, Prompt
from games.rising.box import Box, CardFacts
from games.rising.box.cards import FIXED_KINDS, VERBS, WHO, DefineCard, DefineEffect
from games.rising.box.meters import supplied
from games.rising.box.parts import DefineDice, DefineTeam, DefineTrack
from games.rising.box.teaching import Sizes, among, form, name_field, symbols_field
from games.rising.definition import Definition


def gaps(game: Definition, box: Box) -> Iterator[Prompt]:
    """Yield the first missing fact of each card, team, track and die, then cards no one has
    entered."""
    for card in box.cards:
        yield from _of_card(game, card)
    for team, whole in zip(box.teams, DefineTeam.forms(game, box), strict=True):
        if not team.dice:
            fixed = {"name": team.name, "leader": team.leader, "ally": team.ally}
            dice = tuple(each for each in whole.fields if each.name == "dice")
            fields = tuple(replace(each, optional=False) for each in dice)
            yield form(DefineTeam, game, "teams", *fields, label=whole.label, fixed=fixed)
        elif not team.known:
            yield _effect(game, team.name)
    read = {track.side for track in box.tracks if track.checked}
    tracks = (each for each in DefineTrack.forms(game, box) if each.do == DefineTrack.do())
    yield from (each for each in tracks if each.fixed["side"] not in read)
    yield from (DefineDice.of_colour(game, die) for die in box.dice if not die.checked)
    for kind, of in supplied(game).items():
        if kind not in FIXED_KINDS and sum(card.kind == kind for card in box.cards) < of:
            yield _new(game, kind)


def _of_card(game: Definition, card: CardFacts) -> Iterable[Prompt]:
    """Yield the form for the first missing fact of a card."""
    if not card.kind:
        kinds = tuple(each for each in game.kinds if each not in FIXED_KINDS)
        yield _fact(game, card, replace(among("kind", kinds), optional=False))
    elif not card.capacity and card.kind != "battle":
        yield _fact(game, card, _spaces(), "prompt.card.count")
    elif not card.prices:
        yield _fact(game, card, symbols_field(game, "price"))
    elif not card.known and card.kind != "battle":
        yield _effect(game, card.name)


def _spaces() -> Field:
    label = Msg("field.capacity")
    return DefineCard.field("capacity", low=1, high=Sizes.capacity, label=label)


def _fact(
    game: Definition, card: CardFacts, field: Field, label: str = "prompt.card.define"
) -> Prompt:
    asks: Any = msg(label, card=card.name)
    return form(DefineCard, game, "anatomy", field, label=asks, fixed={"name": card.name})


def _effect(game: Definition, name: str) -> Prompt:
    """Ask for the first verb of an ability; the forms of the copy add more."""
    verbs = tuple(Choice(each, Msg(f"verb.{each}")) for each in VERBS)
    fields = (
        Field("verb", "choice", Msg("field.verb"), verbs),
        DefineEffect.field("n", low=1, high=9),
        among("who", WHO),
    )
    label = msg("prompt.card.ability", card=name)
    return form(DefineEffect, game, "anatomy", *fields, label=label, fixed={"name": name})


def _new(game: Definition, kind: str) -> Prompt:
    """Ask for a card no one has entered."""
    fields = (name_field(), _spaces())
    label = msg("prompt.card.another", kind=Msg(f"kind.{kind}"))
    return form(DefineCard, game, "anatomy", *fields, label=label, fixed={"kind": kind})


WORDS: Catalogue = {
    "prompt.card.ability": _("What does the ability of {card} do?"),
    "prompt.card.another": _("One more card: {kind}"),
}
