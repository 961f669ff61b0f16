"""From the wizard to the first turn."""

from __future__ import annotations

from games.animated_dice.definition import TARGET, Box, Setup
from games.animated_dice.state import State, Turn
from games.messages import Msg, msg
from games.referee import Call, Choice, Field, Prompt

LOWEST, HIGHEST = 5, 99


def default(players: int, box: Box) -> Setup:
    """The first villains of the list; the wizard asks which tokens were really drawn."""
    return Setup(players, tuple(v.slug for v in box.villains()[:players]))


def most_players(box: Box) -> int:
    return len(box.villains())


def pages(draft: Setup, box: Box) -> tuple[Prompt, ...]:
    return (
        Prompt("setup", msg("setup.players"), (players_field(draft, box),), rule="D-002"),
        Prompt("setup", msg("setup.villains"), villains_fields(draft, box), rule="D-004"),
        Prompt("setup", msg("setup.table"), table_fields(draft), rule="D-006"),
    )


def players_field(draft: Setup, box: Box) -> Field:
    most = most_players(box)
    return Field(
        "players",
        "number",
        msg("field.players"),
        low=2,
        high=most,
        default=min(draft.players, most),
        rule="D-002",
    )


def villains_fields(draft: Setup, box: Box) -> tuple[Field, ...]:
    choices = tuple(
        Choice(v.slug, v.name, v.note or Msg(f"ability.{v.slug}"), v.slug) for v in box.villains()
    )
    slugs = tuple(v.slug for v in box.villains())
    drawn = (*draft.villains, *(s for s in slugs if s not in draft.villains))[: draft.players]
    rows = tuple(msg("row.player", n=i + 1) for i in range(draft.players))
    seats = tuple(Choice(i, msg("row.player", n=i + 1)) for i in range(draft.players))
    first = draft.first if draft.first < draft.players else 0
    return (
        Field(
            "villains",
            "sequence",
            msg("field.villains"),
            choices,
            rows,
            default=drawn,
            rule="D-004",
        ),
        Field("first", "choice", msg("field.first"), seats, default=first, rule="D-003"),
    )


def table_fields(draft: Setup) -> tuple[Field, ...]:
    depths = tuple(
        Choice(depth, Msg(f"depth.{depth}"), Msg(f"depth.{depth}.hint"))
        for depth in ("quick", "full")
    )
    advice = tuple(Choice(mode, Msg(f"advice.{mode}")) for mode in ("off", "own", "all"))
    return (
        Field("depth", "choice", msg("field.depth"), depths, default=draft.depth),
        Field("advice", "choice", msg("field.advice"), advice, default=draft.advice),
        Field(
            "target",
            "number",
            msg("field.target"),
            low=LOWEST,
            high=HIGHEST,
            default=draft.target or TARGET,
            rule="D-039",
        ),
        Field(
            "return_before_bust",
            "flag",
            msg("field.return_before_bust"),
            default=draft.return_before_bust,
            optional=True,
            rule="D-036",
        ),
        Field(
            "empty_cup_ends",
            "flag",
            msg("field.empty_cup_ends"),
            default=draft.empty_cup_ends,
            optional=True,
            rule="D-Q03",
        ),
    )


def begin(setup: Setup, box: Box, call: Call) -> State:
    """The first state; refuses what cannot be set up with this copy."""
    known = {v.slug: v for v in box.villains()}
    high = most_players(box)
    if not 2 <= setup.players <= high:
        call.impossible(
            "E_PLAYERS",
            "D-002",
            remedy=msg("remedy.players", high=high),
            n=setup.players,
            high=high,
        )
    if len(setup.villains) != setup.players:
        call.impossible(
            "E_VILLAINS",
            "D-004",
            remedy=msg("remedy.villains"),
            n=len(setup.villains),
            players=setup.players,
        )
    for slug in setup.villains:
        if slug not in known:
            call.impossible("E_VILLAIN", "D-004", remedy=msg("remedy.villains"), villain=slug)
        if setup.villains.count(slug) > 1:
            name = known[slug].name
            call.impossible("E_DUPLICATE", "D-004", remedy=msg("remedy.villains"), villain=name)
    call.within(msg("field.first"), setup.first, 0, setup.players - 1, "D-003")
    call.within(msg("field.target"), setup.target, LOWEST, HIGHEST, "D-039")
    villains = tuple(known[slug] for slug in setup.villains)
    call.note("begin", "D-003", who=villains[setup.first].name, target=setup.target)
    return State(
        villains,
        box.dice,
        box.faces,
        box.counted,
        Turn(setup.first, box.dice),
        setup.target,
        setup.first,
        setup.return_before_bust,
        setup.empty_cup_ends,
        setup.advice,
        setup.depth,
        box.sample,
        carried=(0,) * setup.players,
    )
