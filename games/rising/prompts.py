"""What the step of the turn asks of the table: the expected prompts, drawn first."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.messages import Msg, msg
from games.referee import Choice, Field, Prompt
from games.rising import driver, prompts_end, prompts_heroes
from games.rising.asking import NOW, card_choices, names_left, now
from games.rising.state import Pending
from games.rising.table import PLACES, Table

# -- one function per step -----------------------------------------------------------------


def deal(t: Table) -> tuple[Prompt, ...]:
    rows = tuple(prompts_end.place_name(t, each) for each in t.empty())
    field = Field(
        "cards",
        "sequence",
        Msg("field.cards"),
        names_left(t, knight=False),
        rows,
        default=("",) * len(rows),
        rule=t.rule("deal"),
    )
    more: dict[str, Any] = {"rule": t.rule("deal"), "expected": True, "group": NOW}
    label = Msg("prompt.deal") if len(rows) > 8 else msg("prompt.deal.next", place=rows[0])
    named = Prompt("deal", label, (field,), help=Msg("help.deal"), **more)
    rest = Prompt("deal", msg("prompt.deal.rest", n=len(rows)), fixed={"rest": True}, **more)
    return (named, rest) if len(rows) > 1 else (named,)


def deploy(t: Table) -> tuple[Prompt, ...]:
    choices = tuple(
        Choice(i, t.place(i), msg("hint.place", cards=t.names(t.cards(i))), tone(t, i))
        for i in PLACES
    )
    field = Field("location", "choice", Msg("field.location"), choices, rule=t.rule("deploy"))
    return (now(t, "deploy", "deploy", field, label=msg("prompt.deploy", team=t.team.name)),)


def tone(t: Table, location: int) -> str:
    return "danger" if location == t.state.facing else ""


def doom_die(t: Table) -> tuple[Prompt, ...]:
    return (doom_prompt(t, "doom"),)


def doom_prompt(t: Table, topic: str) -> Prompt:
    choices = tuple(Choice(n, str(n)) for n in range(t.game.driver.highest + 1))
    field = Field("n", "choice", Msg("field.doom_n"), choices, rule=t.rule("doom"))
    return now(t, "doom", topic, field)


def boss_die(t: Table) -> tuple[Prompt, ...]:
    choices = tuple(
        Choice(
            f"{direction}{ring}",
            msg("term.ringed", direction=Msg(f"term.{direction}"))
            if ring
            else Msg(f"term.{direction}"),
            tone="ring" if ring else "",
        )
        for ring in (("", "+ring") if t.game.driver.ring else ("",))
        for direction in driver.DIRECTIONS
    )
    field = Field("face", "choice", Msg("field.figure"), choices, rule=t.rule("move"))
    return (now(t, "figure", "move", field),)


def fire_card(t: Table) -> tuple[Prompt, ...]:
    known = t.state.driver_deck
    drawn = t.state.drawn if len(t.state.drawn) < t.game.driver.cards else ()
    choices: list[Choice] = []
    for n in "012":
        for direction in driver.DIRECTIONS:
            card = f"{direction}{n}"
            left = known.count(card) - drawn.count(card)
            small = msg("hint.left_in_deck", n=left) if known else ""
            choices.append(Choice(card, driver.driver_name(card), small))
    field = Field("card", "choice", Msg("field.driver"), tuple(choices), rule=t.rule("driver"))
    return (now(t, "fire", "driver", field),)


def kinds(t: Table) -> tuple[Prompt, ...]:
    unknown = driver.unknown_here(t)
    field = Field(
        "heroes",
        "choices",
        Msg("field.heroes"),
        card_choices(t, unknown),
        low=0,
        high=len(unknown),
        default=(),
        rule=t.rule("attack"),
    )
    return (now(t, "card.kinds", "attack", field, fixed={"cards": unknown}),)


def abilities(t: Table) -> tuple[Prompt, ...]:
    """Reactions first, then the pending ability, then the choice of the next."""
    if t.turn.reactions:
        return tuple(prompt for each in t.turn.reactions for prompt in reaction(t, each))
    if t.turn.pending:
        return pending(t, t.turn.pending[0])
    field = Field(
        "card",
        "choice",
        Msg("field.villain"),
        card_choices(t, (each.source for each in t.turn.queue)),
        rule=t.rule("villain_order"),
    )
    return (now(t, "villain.next", "villain_order", field),)


def reaction(t: Table, waiting: Pending) -> tuple[Prompt, ...]:
    label = msg(
        "prompt.react", card=t.name(waiting.source), ability=t.facts(waiting.source).ability
    )
    targets = Field(
        "target",
        "choice",
        Msg("field.target"),
        card_choices(t, (*t.reach(), *t.team.row)),
        optional=True,
    )
    fixed = {"card": waiting.source}
    return (
        now(t, "react", "reaction", targets, label=label, fixed={**fixed, "use": True}),
        now(
            t,
            "react",
            "reaction",
            label=msg("prompt.react.not", card=t.name(waiting.source)),
            fixed={**fixed, "use": False},
        ),
    )


def pending(t: Table, ability: Pending) -> tuple[Prompt, ...]:
    """The prompt of an ability that cannot be carried out by itself."""
    source = ability.source
    topic = driver.source_topic(t, source)
    if not ability.unknown and driver.repeated(t):
        return (doom_prompt(t, topic),)
    if not ability.unknown and driver.pointing(t):
        pieces = tuple(each.id for each in t.state.pieces if t.kind(each) in ("hero", "villain"))
        field = Field("card", "choice", Msg("field.target"), card_choices(t, pieces))
        label = msg("prompt.villain.target", card=driver.source_name(t, source))
        return (now(t, "villain.target", topic, field, label=label),)
    return unknown_ability(t, source, topic)


def unknown_ability(t: Table, source: str, topic: str) -> tuple[Prompt, ...]:
    """The table carries an ability out with the effects below and says so."""
    text = t.facts(source).ability if t.has(source) else ""
    name = driver.source_name(t, source)
    label = msg("prompt.villain.done", card=name)
    done = now(
        t,
        "villain.done",
        topic,
        label=label,
        fixed={"source": source, "never": False},
        help=text or Msg("help.ability"),
    )
    never = now(
        t,
        "villain.done",
        topic,
        label=msg("prompt.villain.never", card=name),
        fixed={"source": source, "never": True},
    )
    return (done, never)


STEPS: dict[str, Callable[[Table], tuple[Prompt, ...]]] = {
    "deal": deal,
    "deploy": deploy,
    "doom_die": doom_die,
    "boss_die": boss_die,
    "fire_card": fire_card,
    "kinds": kinds,
    "crown": abilities,
    "attack": abilities,
    "villains": abilities,
    "battle": abilities,
    "heroes": prompts_heroes.hero_step,
    "spaces": prompts_end.spaces,
    "refill": prompts_end.refill,
    "event": prompts_end.event,
    "battles": prompts_end.rewards,
    "aid": prompts_end.aid,
}
