"""Before the first turn: the wizard, the presets, the first state."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from games.messages import Msg, msg
from games.referee import Call, Choice, Field, Prompt, Refusal, Ruling
from games.talisman_batman.boxes import NAMES
from games.talisman_batman.flow import floor_of
from games.talisman_batman.glossary import slug, space_key
from games.talisman_batman.life import arrive
from games.talisman_batman.state import (
    SECOND,
    Batman,
    Box,
    Options,
    Setup,
    Sheet,
    State,
    Villain,
)

READINGS = (
    ("floorIncludesBonus", "T-Q02"), ("fateOnBatmanRoll", "T-Q05"),
    ("walkIntoBatman", "T-Q06"), ("batmanLossEndsTurn", "T-Q07"),
    ("controlRoomLossCostsLife", "T-Q08"), ("evadedAttackAllowsSpace", "T-Q09"),
    ("endStepAfterLoss", "T-Q10"), ("batmanAfterGuardLoss", "T-Q11"),
    ("guardFromStart", "T-Q13"), ("lockPicksReplaceEncounter", "T-Q14"),
    ("insaneCountsCurrentTurn", "T-Q15"), ("insaneKeepsFeats", "T-Q16"),
    ("tradeOnRecovery", "T-Q17"), ("stackLostTurns", "T-Q18"), ("skipTicksInsane", "T-Q19"),
    ("reuseDead", "T-Q23"), ("keyIsObject", "T-Q25"), ("towerUpTo", "T-Q26"),
    ("offTurnControlWin", "T-Q32"), ("evadeAll", "T-Q34"), ("takeAfterEvade", "T-Q44"),
)  # fmt: skip
"""Readings a table can switch from their default, each with the rule that explains it."""

PRESETS: dict[str, dict[str, Any]] = {
    "fast": {"start_bonus": True, "trophy_rate": 5, "inheritance": True},
    "classic": {"start_bonus": False, "trophy_rate": 7, "inheritance": False},
}
PLAYERS = (2, 6)


def pages(draft: Setup, box: Box) -> tuple[Prompt, ...]:
    """The wizard: who plays what, and for those who want it every variant and reading."""
    seats = tuple(Choice(i, msg("part.seat", n=i + 1)) for i in range(draft.players))
    names = (
        Choice("", msg("choice.on-phone"), msg("hint.on-phone")),
        *(Choice(slug(s.name), s.name) for s in box.sheets),
    )
    villains = Field(
        "villains", "sequence", msg("field.villains"), names,
        rows=tuple(seat.label for seat in seats), default=draft.villains or None,
        optional=True, rule="T-029", help=msg("help.villains"),
    )  # fmt: skip
    first = Prompt(
        "setup",
        msg("setup.table"),
        (
            Field("players", "number", msg("field.players"), low=2, high=6, default=draft.players,
                  rule="T-003"),
            _preset(draft),
            villains,
            Field("first", "choice", msg("field.first"), seats, default=draft.first, rule="T-038"),
        ),
        rule="T-004",
    )  # fmt: skip
    return (first, _variants(draft, box), _readings(draft))


def _preset(draft: Setup) -> Field:
    choices = tuple(
        Choice(name, msg(f"preset.{name}"), msg(f"hint.preset.{name}"))
        for name in (*PRESETS, "custom")
    )
    return Field("preset", "choice", msg("field.preset"), choices, default=draft.preset,
                 rule="T-004")  # fmt: skip


def _variants(draft: Setup, box: Box) -> Prompt:
    rates = (Choice(5, "5"), Choice(7, "7"))
    flags = (
        ("start_bonus", "T-148"), ("inheritance", "T-146"), ("ditch_first", "T-149"),
        ("bloodbath", "T-150"), ("free_choice", "T-030"),
    )  # fmt: skip
    fields = tuple(
        Field(name, "flag", msg(f"field.{name}"), default=getattr(draft, name), rule=rule,
              help=msg(f"help.{name}"))
        for name, rule in flags
    )  # fmt: skip
    rate = Field("trophy_rate", "choice", msg("field.trophy_rate"), rates,
                 default=draft.trophy_rate, rule="T-147")  # fmt: skip
    where = Field("batman", "text", msg("field.batman"), high=40, optional=True, rule="T-Q01",
                  default=draft.batman or None,
                  choices=(Choice("security-door", Msg("space.security-door")),))  # fmt: skip
    dial = Field("dial_max", "number", msg("field.dial_max"), low=0, high=30,
                 default=draft.dial_max or box.dial_max, rule="T-Q03",
                 help=msg("help.dial_max"))  # fmt: skip
    return Prompt("setup", msg("setup.variants"), (*fields, rate, where, dial),
                  rule="T-004", help=msg("help.variants"))  # fmt: skip


def _readings(draft: Setup) -> Prompt:
    choices = tuple(Choice(name, msg(f"reading.{name}")) for name, _rule in READINGS)
    field = Field("readings", "choices", msg("field.readings"), choices, low=0,
                  high=len(choices), default=list(draft.readings), optional=True,
                  help=msg("help.readings"))  # fmt: skip
    return Prompt("setup", msg("setup.readings"), (field,), help=msg("help.readings"))


def begin(setup: Setup, box: Box) -> Ruling[State] | Refusal:
    """The first state; villains chosen already still have their bonus to choose."""
    low, high = PLAYERS
    if not low <= setup.players <= high:
        return Refusal("T-E34", "T-003", {"n": setup.players}, overridable=False)
    if setup.trophy_rate not in (5, 7) or not 0 <= setup.first < setup.players:
        return Refusal("E_MALFORMED", "T-004", {"problem": "setup"}, overridable=False)
    chosen = tuple(name for name in setup.villains if name)
    sheets = box.sheets or tuple(Sheet(name) for name in NAMES)
    known = {slug(s.name): s for s in sheets}
    wrong = [name for name in chosen if slug(name) not in known or chosen.count(name) > 1]
    if wrong or len(setup.villains) > setup.players:
        villain = wrong[0] if wrong else chosen[-1]
        return Refusal("T-TAKEN", "T-029", {"villain": villain}, overridable=False)
    names = (*setup.villains, *[""] * (setup.players - len(setup.villains)))
    villains = tuple(_seated(known[slug(name)]) if name else Villain() for name in names)
    options = _options(setup, box)
    space = space_key(setup.batman) or box.batman.space
    state = State(
        options=options,
        villains=villains,
        active=setup.first,
        first=setup.first,
        key_pool=options.keys,
        stock=tuple(replace(s, left=s.total) for s in box.stock),
        batman=Batman(
            space, floor_of(space, box.batman.floor if space == box.batman.space else SECOND),
            box.batman.strength, box.batman.cunning, box.batman.lines,
        ),
        unused=tuple(s for s in sheets if s.name not in {v.sheet.name for v in villains}),
        library=box.cards,
        facts=box.facts,
        plan=box.plan,
    )  # fmt: skip
    return _opened(state)


def _seated(sheet: Sheet) -> Villain:
    return Villain(sheet=sheet, status="bonus" if sheet.complete else "sheet")


def _options(setup: Setup, box: Box) -> Options:
    names = {name for name, _ in READINGS}
    options = Options(
        start_bonus=setup.start_bonus, trophy_rate=setup.trophy_rate,
        inheritance=setup.inheritance, ditch_first=setup.ditch_first,
        bloodbath=setup.bloodbath, free_choice=setup.free_choice,
        dial_max=setup.dial_max or box.dial_max,
        readings=tuple(name for name in setup.readings if name in names),
    )  # fmt: skip
    return replace(options, **PRESETS.get(setup.preset, {}))


def _opened(state: State) -> Ruling[State]:
    """Villains without a bonus to choose arrive at once."""
    call = Call()
    call.note("begin", "T-039", n=len(state.villains))
    if not state.options.start_bonus:
        for seat, villain in enumerate(state.villains):
            if villain.status == "bonus":
                state = arrive(state, seat, "", call)
    return Ruling(state, tuple(call.notes))


def checklist(state: State) -> tuple[Msg, ...]:
    """What to lay out on the table (pp. 6-7)."""
    deal = "check.free" if state.options.free_choice else "check.deal"
    steps = ["check.board", "check.decks", "check.feats", "check.purchase", deal, "check.stats"]
    steps += ["check.coins", "check.tokens"]
    notes = [Msg(step) for step in steps]
    if state.options.bloodbath:
        notes.append(Msg("check.bloodbath"))
    return tuple(notes)
