"""The prompts of the end of a turn: spaces, new cards, the event, battles, consolation."""

from __future__ import annotations

from typing import Any

from games.messages import Msg, msg
from games.referee import Choice, Field, Prompt
from games.rising import battles, deck, resolve
from games.rising.asking import names_left, now, several
from games.rising.define_checks import Sizes
from games.rising.table import PLACES, Table


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
    places, topic = t.empty(), "knights" if t.state.waiting else "refill"
    names = names_left(t, knight=bool(t.state.waiting))
    card = Field("card", "choice", Msg("field.card"), names, default="", rule=t.rule(topic))
    typed = Field("card", "text", Msg("field.name"), high=Sizes.name, rule=t.rule(topic))
    label = msg("prompt.refill", place=place_name(t, places[0]))
    where: tuple[Field, ...] = ()
    fixed: dict[str, Any] = {"place": places[0]}
    if len(places) > 1:
        choices = tuple(Choice(each, place_name(t, each)) for each in places)
        where = (Field("place", "choice", Msg("field.place"), choices, default=places[0]),)
        label, fixed = Msg("prompt.refill.next"), {}
    named = now(t, "refill", "refill", *where, card, label=label, fixed=fixed)
    new = now(t, "refill", "refill", *where, typed, label=Msg("prompt.refill.new"), fixed=fixed)
    return (named, *unnamed(t, places), new)


def unnamed(t: Table, places: tuple[int, ...]) -> tuple[Prompt, ...]:
    """Leaving several new cards without names, all at once."""
    n = min(len(places), t.state.deck)
    label = msg("prompt.refill.rest", n=n)
    fixed = {"place": places[0], "rest": True}
    return (now(t, "refill", "refill", label=label, fixed=fixed),) if n > 1 else ()


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
            several(t, "marked", cards, marked, "ban"),
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
