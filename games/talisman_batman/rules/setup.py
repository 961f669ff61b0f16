"""Preparing the game (pp. 6-7, 15): the wizard, its variants and readings, the first state."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from games import house_rules
from games.actions import inputs
from games.messages import Catalogue, Msg, msg
from games.messages import gettext_noop as _
from games.messages import ngettext_noop as _n
from games.referee import Choice, Field, Prompt, RulingContext
from games.talisman_batman.box import NAMES
from games.talisman_batman.rules.arrival import arrive
from games.talisman_batman.rules.movement.plan import planned
from games.talisman_batman.state import (
    NAME,
    SECOND,
    Batman,
    Box,
    Options,
    Setup,
    State,
    Villain,
    VillainSheet,
)
from games.talisman_batman.table import Table
from games.talisman_batman.words import fold, slug, space_key

READINGS = (
    ("floorIncludesBonus", "T-Q02"),
    ("fateOnBatmanRoll", "T-Q05"),
    ("walkIntoBatman", "T-Q06"),
    ("batmanLossEndsTurn", "T-Q07"),
    ("controlRoomLossCostsLife", "T-Q08"),
    ("evadedAttackAllowsSpace", "T-Q09"),
    ("endStepAfterLoss", "T-Q10"),
    ("batmanAfterGuardLoss", "T-Q11"),
    ("guardFromStart", "T-Q13"),
    ("guardPostLying", "T-Q57"),
    ("lockPicksReplaceEncounter", "T-Q14"),
    ("insaneCountsCurrentTurn", "T-Q15"),
    ("insaneKeepsFeats", "T-Q16"),
    ("tradeOnRecovery", "T-Q17"),
    ("stackLostTurns", "T-Q18"),
    ("skipTicksInsane", "T-Q19"),
    ("reuseDead", "T-Q23"),
    ("keyIsObject", "T-Q25"),
    ("towerUpTo", "T-Q26"),
    ("offTurnControlWin", "T-Q32"),
    ("evadeAll", "T-Q34"),
    ("takeAfterEvade", "T-Q44"),
)
"""Readings a table can switch from their default, each with the rule that explains it."""

PRESETS: dict[str, dict[str, Any]] = {
    "fast": {"start_bonus": True, "trophy_rate": 5, "inheritance": True},
    "classic": {"start_bonus": False, "trophy_rate": 7, "inheritance": False},
}
PLAYERS = (2, 6)
VARIANTS = {
    "start_bonus": "T-148",
    "inheritance": "T-146",
    "ditch_first": "T-149",
    "bloodbath": "T-150",
    "free_choice": "T-030",
}
"""What a table may switch, and the rule that says so."""
"""Characters of a space that is written down before the game."""


def pages(draft: Setup, box: Box) -> tuple[Prompt, ...]:
    """Return the wizard: who plays what, and for those who want it every variant and reading."""
    seats = tuple(Choice(i, msg("part.seat", n=i + 1)) for i in range(draft.players))
    names = (
        Choice("", msg("choice.on-phone"), msg("hint.on-phone")),
        *(Choice(slug(s.name), s.name) for s in all_sheets(box)),
    )
    villains = Field(
        "villains",
        "sequence",
        msg("field.villains"),
        names,
        rows=tuple(seat.label for seat in seats),
        default=draft.villains or None,
        optional=True,
        rule="T-029",
        help=msg("help.villains"),
    )
    first = Prompt(
        "setup",
        msg("setup.table"),
        (
            Field(
                "players",
                "number",
                msg("field.players"),
                low=2,
                high=6,
                default=draft.players,
                rule="T-003",
            ),
            _preset(draft),
            villains,
            Field("first", "choice", msg("field.first"), seats, default=draft.first, rule="T-038"),
        ),
        rule="T-004",
    )
    own = house_rules.page(box, draft)
    return (first, _variants(draft, box), _readings(draft), *own)


def _preset(draft: Setup) -> Field:
    choices = tuple(
        Choice(name, msg(f"preset.{name}"), msg(f"hint.preset.{name}"))
        for name in (*PRESETS, "custom")
    )
    return Field(
        "preset", "choice", msg("field.preset"), choices, default=draft.preset, rule="T-004"
    )


def _variants(draft: Setup, box: Box) -> Prompt:
    flags = tuple(
        Field(
            name,
            "flag",
            msg(f"field.{name}"),
            default=getattr(draft, name),
            rule=rule,
            help=msg(f"help.{name}"),
        )
        for name, rule in VARIANTS.items()
    )
    rates = (Choice(5, "5"), Choice(7, "7"))
    rate = Field(
        "trophy_rate",
        "choice",
        msg("field.trophy_rate"),
        rates,
        default=draft.trophy_rate,
        rule="T-147",
    )
    door = (Choice("security-door", Msg("space.security-door")),)
    asked = inputs(Setup)
    where = replace(asked["batman"], choices=door, rule="T-Q01", default=draft.batman or None)
    dial = replace(
        asked["dial_max"],
        default=draft.dial_max or box.dial_max,
        rule="T-Q03",
        help=msg("help.dial_max"),
    )
    label, help = msg("setup.variants"), msg("help.variants")
    return Prompt("setup", label, (*flags, rate, where, dial), rule="T-004", help=help)


def _readings(draft: Setup) -> Prompt:
    choices = tuple(Choice(name, msg(f"reading.{name}")) for name, _rule in READINGS)
    field = Field(
        "readings",
        "choices",
        msg("field.readings"),
        choices,
        low=0,
        high=len(choices),
        default=list(draft.readings),
        optional=True,
        help=msg("help.readings"),
    )
    return Prompt("setup", msg("setup.readings"), (field,), help=msg("help.readings"))


def begin(setup: Setup, box: Box, call: RulingContext) -> State:
    """Return the first state; villains chosen already still have their bonus to choose."""
    low, high = PLAYERS
    if not low <= setup.players <= high:
        call.refuse_impossible("T-E34", "T-003", n=setup.players)
    if setup.trophy_rate not in (5, 7) or not 0 <= setup.first < setup.players:
        call.refuse_impossible("E_MALFORMED", "T-004", problem="setup")
    if len(setup.batman) > NAME:
        call.refuse_impossible("E_MALFORMED", "T-Q01", problem=setup.batman[:NAME])
    chosen = tuple(name for name in setup.villains if name)
    sheets = all_sheets(box)
    known = {slug(s.name): s for s in sheets}
    wrong = [name for name in chosen if slug(name) not in known or chosen.count(name) > 1]
    if wrong or len(setup.villains) > setup.players:
        call.refuse_impossible("T-TAKEN", "T-029", villain=wrong[0] if wrong else chosen[-1])
    names = (*setup.villains, *[""] * (setup.players - len(setup.villains)))
    villains = tuple(_seated(known[slug(name)]) if name else Villain() for name in names)
    options = _options(setup, box)
    state = State(
        options=options,
        villains=villains,
        active=setup.first,
        first=setup.first,
        key_pool=options.keys,
        stock=tuple(replace(s, left=s.total) for s in box.stock),
        batman=_batman(setup, box),
        unused=tuple(s for s in sheets if s.name not in {v.sheet.name for v in villains}),
        library=box.cards,
        facts=box.facts,
        plan=box.plan,
        lessons=box.lessons,
        depth=setup.depth,
        house_rules=house_rules.in_force(box.house_rules, setup.house_rules),
    )
    return _opened(state, call)


def _batman(setup: Setup, box: Box) -> Batman:
    """Return where he begins, and what his card says."""
    known = box.batman
    space = space_key(setup.batman) or known.space
    floor = planned(box.plan, space) or (known.floor if space == known.space else SECOND)
    return Batman(space, floor, known.strength, known.cunning, known.lines)


def all_sheets(box: Box) -> tuple[VillainSheet, ...]:
    """Return the twelve villain cards of a copy; those no one has entered have a name only."""
    known = {fold(sheet.name) for sheet in box.sheets}
    others = (VillainSheet(name) for name in NAMES if fold(name) not in known)
    return (*box.sheets, *others)[: max(len(NAMES), len(box.sheets))]


def _seated(sheet: VillainSheet) -> Villain:
    return Villain(sheet=sheet, status="bonus" if sheet.complete else "sheet")


def _options(setup: Setup, box: Box) -> Options:
    names = {name for name, _ in READINGS}
    options = Options(
        start_bonus=setup.start_bonus,
        trophy_rate=setup.trophy_rate,
        inheritance=setup.inheritance,
        ditch_first=setup.ditch_first,
        bloodbath=setup.bloodbath,
        free_choice=setup.free_choice,
        dial_max=setup.dial_max or box.dial_max,
        readings=tuple(name for name in setup.readings if name in names),
        edition=setup.edition,
    )
    return replace(options, **PRESETS.get(setup.preset, {}))


def _opened(state: State, call: RulingContext) -> State:
    """Bring in villains without a bonus to choose at once."""
    t = Table(state)
    t.notes = call.notes
    t.note("begin", "T-039", n=len(state.villains))
    if not state.options.start_bonus:
        for seat, villain in enumerate(state.villains):
            if villain.status == "bonus":
                arrive(t, seat, "")
    return t.state


def checklist(state: State) -> tuple[Msg, ...]:
    """List the things to lay out on the table (pp. 6-7)."""
    deal = "check.free" if state.options.free_choice else "check.deal"
    steps = ["check.board", "check.decks", "check.feats", "check.purchase", deal, "check.stats"]
    steps += ["check.coins", "check.tokens"]
    players = len(state.villains)
    counts = {"check.deal": 2 * players, "check.free": players, "check.coins": players}
    notes = [Msg(step, {"n": counts[step]} if step in counts else {}) for step in steps]
    if state.options.bloodbath:
        notes.append(Msg("check.bloodbath"))
    return tuple(notes)


PICTURES = {
    "check.board": ("book", ""),
    "check.decks": ("unknown", ""),
    "check.feats": ("battle", ""),
    "check.purchase": ("token", ""),
    "check.deal": ("villain", "n"),
    "check.free": ("villain", "n"),
    "check.stats": ("hero", ""),
    "check.coins": ("token", "n"),
    "check.tokens": ("token", ""),
    "check.bloodbath": ("warn", ""),
}

WORDS: Catalogue = {
    "field.players": _("Players"),
    "field.preset": _("Length"),
    "field.villains": _("Villains"),
    "field.first": _("First player"),
    "field.start_bonus": _("One bonus point at the start"),
    "field.trophy_rate": _("Trophy points for one point"),
    "field.inheritance": _("Inheritance"),
    "field.ditch_first": _("Leave things before the encounter"),
    "field.bloodbath": _("Bloodbath"),
    "field.free_choice": _("Free choice of villains"),
    "field.batman": _("Where Batman starts"),
    "field.dial_max": _("Top of the dials"),
    "field.readings": _("Options for these rulings"),
    "setup.table": _("Players"),
    "setup.variants": _("Variants"),
    "setup.readings": _("How this table reads the rules"),
    "choice.on-phone": _("Choose on the phone"),
    "hint.on-phone": _("Two cards each, keep one"),
    "preset.fast": _("Fast"),
    "preset.classic": _("Classic length"),
    "preset.custom": _("Custom"),
    "hint.preset.fast": _("The printed rules: bonus, 5 points, inheritance"),
    "hint.preset.classic": _("No bonus, 7 points, no inheritance"),
    "hint.preset.custom": _("As chosen on the next page"),
    "help.villains": _("Deal two villain cards to each player; everyone keeps one"),
    "help.start_bonus": _("Each villain raises Strength or Cunning by 1 before the first turn"),
    "help.inheritance": _("A new villain takes over the dead one's belongings"),
    "help.ditch_first": _("Cards left before drawing count as being there"),
    "help.bloodbath": _("One Security Key card; a villain who dies is out"),
    "help.free_choice": _("Everyone picks from all twelve, youngest first"),
    "help.dial_max": _("0 if you haven't looked"),
    "help.variants": _("Length presets set the first two options and the trophy cost"),
    "help.readings": _("Where the rulebook is silent; off is our reading"),
    "reading.floorIncludesBonus": _("The starting bonus cannot be lost"),
    "reading.fateOnBatmanRoll": _("Fate can't reroll how far Batman moves"),
    "reading.walkIntoBatman": _("Moving onto Batman's space starts a fight"),
    "reading.batmanLossEndsTurn": _("Losing or tying against Batman ends the turn"),
    "reading.controlRoomLossCostsLife": _("Losing in the Control Room costs no Life"),
    "reading.evadedAttackAllowsSpace": _("After evading, a player may still encounter the space"),
    "reading.endStepAfterLoss": _("A turn that was cut short has no end step"),
    "reading.batmanAfterGuardLoss": _("Batman does not move after the Guard stopped you"),
    "reading.guardFromStart": _("No attempt at the Guard when you start on the Guard Post"),
    "reading.guardPostLying": _("At the Guard Post only drawing a card gives up the way upstairs"),
    "reading.lockPicksReplaceEncounter": _("Searching the desk replaces the encounter"),
    "reading.insaneCountsCurrentTurn": _("The turn in which you go Insane counts"),
    "reading.insaneKeepsFeats": _("Insane villains keep their Feats"),
    "reading.tradeOnRecovery": _("No trading on the turn you recover"),
    "reading.stackLostTurns": _("Missed turns don't add up"),
    "reading.skipTicksInsane": _("A missed turn does not count for being Insane"),
    "reading.reuseDead": _("Dead villains come back when no new one is left"),
    "reading.keyIsObject": _("Security Key cards are not Objects"),
    "reading.towerUpTo": _("In the Tower you may move less than the roll"),
    "reading.offTurnControlWin": _(
        "When it isn't your turn, the Control Room is a space like any other"
    ),
    "reading.evadeAll": _("One evasion evades all Enemies in a fight"),
    "reading.takeAfterEvade": _("After evading an Enemy the encounter is over"),
    "check.board": _("Lay out the board; place Batman as the setup says"),
    "check.decks": _("Shuffle the Encounter cards of each floor face down"),
    "check.feats": _("Shuffle the Feats face down"),
    "check.purchase": _("Sort Purchase and Security Key cards face up"),
    "check.deal": _("Deal two villain cards to everyone; each keeps one"),
    "check.free": _("Everyone picks a villain, youngest first"),
    "check.stats": _("Figures on the start spaces, dials at the printed numbers"),
    "check.coins": _("Fate as printed, one coin each, five for Mr. Freeze"),
    "check.tokens": _("Alignment and Encounter tokens aside"),
    "check.bloodbath": _("Bloodbath: put three of the four Security Key cards back"),
    "note.begin": _n("A game for {n} villain begins", "A game for {n} villains begins"),
    "refusal.T-E34": _("Two to six can play, not {n}"),
}
