"""Setting up: the wizard, what to lay out, the first turn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from games import house_rules
from games.animated_dice.box import TARGET, Box, VillainToken
from games.animated_dice.state import Advice, State, Turn
from games.messages import Catalogue, Msg, msg
from games.messages import gettext_noop as _
from games.messages import ngettext_noop as _n
from games.ruling import RulingContext
from games.vocabulary import Choice, Field, Frozen, Prompt

LOWEST, HIGHEST = 5, 99


class Setup(Frozen):
    """One game: villains by seat, who laughed best, readings of disputed rules.

    ``villains`` may be shorter than ``players`` while the wizard runs. ``return_before_bust``:
    dice go back to the cup before the bust check. ``empty_cup_ends``: a turn ends by itself
    when dice are needed and none are left. ``advice``: whose phones show odds.
    """

    players: int = 2
    villains: tuple[str, ...] = ()
    first: int = 0
    target: int = TARGET
    return_before_bust: bool = True
    empty_cup_ends: bool = True
    advice: Advice = "off"
    depth: Literal["quick", "full"] = "quick"
    house_rules: tuple[str, ...] = ()


def default(players: int, box: Box) -> Setup:
    """Return the first villains of the list; the wizard asks which tokens were really drawn."""
    villains = tuple(v.slug for v in box.villains()[:players])
    return Setup(players, villains, house_rules=house_rules.every(box))


def most_players(box: Box) -> int:
    return len(box.villains())


def pages(draft: Setup, box: Box) -> tuple[Prompt, ...]:
    return (
        Prompt("setup", msg("setup.players"), (players_field(draft, box),), rule="D-002"),
        Prompt("setup", msg("setup.villains"), villains_fields(draft, box), rule="D-004"),
        Prompt("setup", msg("setup.table"), table_fields(draft), rule="D-006"),
        *house_rules.page(box, draft),
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


def begin(setup: Setup, box: Box, call: RulingContext) -> State:
    """Return the first state; refuse what cannot be set up with this copy."""
    known = {v.slug: v for v in box.villains()}
    _seats(setup, most_players(box), call)
    _tokens(setup, known, call)
    call.require_range(
        msg("field.first"), setup.first, 0, setup.players - 1, "D-003", about="first"
    )
    bounds = (LOWEST, HIGHEST, "D-039")
    call.require_range(msg("field.target"), setup.target, *bounds, about="target")
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
        house_rules=house_rules.in_force(box.house_rules, setup.house_rules),
    )


def _seats(setup: Setup, high: int, call: RulingContext) -> None:
    """Refuse a number of players this copy does not seat, or another number of tokens."""
    if not 2 <= setup.players <= high:
        call.refuse_impossible(
            "E_PLAYERS",
            "D-002",
            remedy=msg("remedy.players", high=high),
            n=setup.players,
            high=high,
        )
    if len(setup.villains) != setup.players:
        call.refuse_impossible(
            "E_VILLAINS",
            "D-004",
            remedy=msg("remedy.villains"),
            n=len(setup.villains),
            players=setup.players,
        )


def _tokens(setup: Setup, known: Mapping[str, VillainToken], call: RulingContext) -> None:
    """Refuse a villain that is not in this copy or was drawn twice."""
    for slug in setup.villains:
        if slug not in known:
            call.refuse_impossible(
                "E_VILLAIN", "D-004", remedy=msg("remedy.villains"), villain=slug
            )
        if setup.villains.count(slug) > 1:
            name = known[slug].name
            call.refuse_impossible(
                "E_DUPLICATE", "D-004", remedy=msg("remedy.villains"), villain=name
            )


def checklist(state: State) -> tuple[Msg, ...]:
    """List the things to lay out on the table."""
    order = [state.villains[i].name for i in state.order]
    yellow, blue, gray = state.dice
    return (
        msg("check.dice", yellow=yellow, blue=blue, gray=gray),
        msg("check.tokens", villains=[v.name for v in state.villains]),
        msg("check.order", order=order),
    )


PICTURES = {
    "check.dice": ("die", ""),
    "check.tokens": ("villain", "villains"),
    "check.order": ("people", ""),
}

WORDS: Catalogue = {
    "setup.players": _("How many villains?"),
    "setup.villains": _("Who drew which token?"),
    "setup.table": _("This table"),
    "row.player": _("Player {n}"),
    "field.first": _("Best Joker laugh: goes first"),
    "field.players": _("Villains"),
    "field.villains": _("Tokens, in seating order clockwise"),
    "field.target": _("Points that end the game"),
    "field.return_before_bust": _("The Riddler returns dice before the bust check"),
    "field.empty_cup_ends": _("An empty cup ends the heist automatically"),
    "depth.quick.hint": _("Tap what the dice show; the rest happens by itself"),
    "depth.full.hint": _("First the colors out of the cup, then their faces"),
    "check.dice": _("All ten dice go in the cup: {yellow} yellow, {blue} blue, {gray} gray"),
    "check.tokens": _("Tokens face up: {villains}"),
    "check.order": _("Playing order, to the left: {order}"),
    "note.begin": _n(
        "{who} has the best laugh and goes first; the game ends at {target} point",
        "{who} has the best laugh and goes first; the game ends at {target} points",
        by="target",
    ),
    "refusal.E_PLAYERS": _n(
        "This box has enough villains for 2 to {high} player, not {n}",
        "This box has enough villains for 2 to {high} players, not {n}",
        by="high",
    ),
    "refusal.E_VILLAINS": _n(
        "Choose {players} villain, one for each player, not {n}",
        "Choose {players} villains, one for each player, not {n}",
        by="players",
    ),
    "refusal.E_VILLAIN": _("There is no villain {villain} in this box"),
    "refusal.E_DUPLICATE": _("{villain} can be played only once"),
    "remedy.players": _("Choose 2 to {high}"),
    "remedy.villains": _("Choose a different villain for each player"),
}
