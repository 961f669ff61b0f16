"""Before the first turn: the wizard, the first state, what to lay on the table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from msgspec.structs import replace

from games import house_rules
from games.messages import Catalogue, Msg, msg
from games.messages import gettext_noop as _
from games.messages import ngettext_noop as _n
from games.referee import Choice, Field, Prompt, RulingContext
from games.rising.box import Box, TeamFacts
from games.rising.box.teaching import has_allies, progress_facts, stock, track_facts
from games.rising.definition import Definition, SetupOption
from games.rising.state import Section, Setup, State, TableCard, Team, team_count
from games.rising.table import PLACES, Table

BOSS = "boss"
EDITION = 8
TEAM_CHOICES = ("choose", "random", "dealt")
"""``dealt`` is what ``random`` becomes: the teams have been dealt, and stay."""
PAGES = ("players", "teams", "board", "difficulty", "readings")


def default(game: Definition, players: int, box: Box) -> Setup:
    """Return the set-up as the rulebook writes it for this many players."""
    options: dict[str, Any] = {each.name: each.default for each in game.every_option}
    if box.labels:
        options["labels"] = box.labels
    if box.progress:
        options["progress_card"] = box.progress[0].name
    house = house_rules.every(box)
    plain = {"players": players, "facing": -1, "edition": EDITION, "house_rules": house}
    return msgspec.convert({**plain, **options}, Setup)


def side(game: Definition, setup: Setup) -> str:
    """Return the side of the doom track for this set-up."""
    return setup.side or game.doom.sides[-1 if setup.players > 2 else 0]


def chosen_teams(game: Definition, setup: Setup, box: Box) -> tuple[TeamFacts, ...]:
    """Return the team cards in seating order."""
    by_name = {each.name: each for each in box.teams}
    if not setup.team_cards:
        return box.teams[: team_count(game, setup)]
    return tuple(by_name[name] for name in setup.team_cards if name in by_name)


def draw(game: Definition, setup: Setup, box: Box, pick: Callable[[int], int]) -> Setup:
    """Draw where the figure looks, and deal teams where the table wants it so."""
    if setup.facing < 0:
        setup = replace(setup, facing=pick(len(PLACES)))
    if setup.team_choice != "random":
        return setup
    left = [each.name for each in box.teams]
    count = min(team_count(game, setup), len(left))
    dealt = tuple(left.pop(pick(len(left))) for _ in range(count))
    return replace(setup, team_cards=dealt, team_choice="dealt")


# -- the wizard ----------------------------------------------------------------------------


def pages(game: Definition, draft: Setup, box: Box) -> tuple[Prompt, ...]:
    """Return one prompt a page; every field starts with what the rules or the draft say."""
    own = (
        Prompt("setup", Msg(f"setup.{page}"), fields, help=Msg(f"setup.{page}.help"))
        for page in PAGES
        if (fields := _fields(game, draft, box, page))
    )
    return (*own, *house_rules.page(box, draft))


def _fields(game: Definition, draft: Setup, box: Box, page: str) -> tuple[Field, ...]:
    options = tuple(_field(game, draft, each) for each in game.every_option if each.page == page)
    match page:
        case "players":
            # Only one person alone chooses how many teams to run.
            alone = tuple(each for each in options if each.name != "teams" or draft.players == 1)
            return (_players(game, draft), *alone)
        case "teams":
            return _team_fields(game, draft, box)
        case "board":
            return (*_board_fields(game, draft), *options)
        case "difficulty" if game.progress:
            return (_progress_field(game, draft, box), *options)
    return options


def _players(game: Definition, draft: Setup) -> Field:
    return Field(
        "players",
        "number",
        Msg("field.players"),
        low=game.title.min_players,
        high=game.title.max_players,
        default=draft.players,
        rule=game.rules["solo"],
    )


def _team_fields(game: Definition, draft: Setup, box: Box) -> tuple[Field, ...]:
    count = team_count(game, draft)
    teams = chosen_teams(game, draft, box)[:count]
    spare = tuple(each for each in box.teams if each not in teams)
    teams = (*teams, *spare[: count - len(teams)])
    ways = TEAM_CHOICES if draft.team_choice == "dealt" else TEAM_CHOICES[:2]
    ends: tuple[Field, ...] = ()
    if has_allies(game, draft):
        ends = (_ally_ends(game, draft, teams),)
    return (
        Field(
            "team_cards",
            "sequence",
            Msg("field.team_cards"),
            tuple(Choice(each.name, each.name, each.leader) for each in box.teams),
            tuple(msg("term.team_number", n=i + 1) for i in range(count)),
            default=tuple(each.name for each in teams),
            rule=game.rules["teams"],
        ),
        _choice("team_choice", ways, draft.team_choice, game.rules["teams"]),
        Field(
            "first",
            "choice",
            Msg("field.first"),
            tuple(Choice(i, each.name) for i, each in enumerate(teams)),
            default=min(draft.first, count - 1),
            rule=game.rules["first"],
        ),
        *ends,
    )


def _ally_ends(game: Definition, draft: Setup, teams: tuple[TeamFacts, ...]) -> Field:
    return Field(
        "ally_ends",
        "sequence",
        Msg("field.ally_ends"),
        tuple(Choice(end, Msg(f"term.end.{end}")) for end in ("right", "left")),
        tuple(each.name for each in teams),
        default=draft.ally_ends or ("right",) * len(teams),
        rule=game.rules["allies"],
    )


def _board_fields(game: Definition, draft: Setup) -> tuple[Field, ...]:
    places = (
        Choice(-1, Msg("facing.random")),
        *(Choice(i, msg("term.place", label=label)) for i, label in enumerate(draft.labels)),
    )
    facing = Field(
        "facing",
        "choice",
        Msg("field.facing"),
        places,
        default=draft.facing,
        rule=game.rules["facing"],
    )
    sides: tuple[Field, ...] = ()
    if len(game.doom.sides) > 1:
        sides = (_choice("side", ("", *game.doom.sides), draft.side, game.rules["side"]),)
    return (facing, _choice("labels", ("123", "132"), draft.labels, game.rules["facing"]), *sides)


def _choice(name: str, values: tuple[str, ...], value: str, rule: str) -> Field:
    choices = tuple(Choice(each, Msg(f"{name}.{each or 'auto'}")) for each in values)
    return Field(name, "choice", Msg(f"field.{name}"), choices, default=value, rule=rule)


def _progress_field(game: Definition, draft: Setup, box: Box) -> Field:
    cards = tuple(Choice(each.name, each.name, Msg(f"level.{each.level}")) for each in box.progress)
    return Field(
        "progress_card",
        "choice",
        Msg("field.progress_card"),
        (Choice("", Msg("progress_card.later")), *cards),
        default=draft.progress_card,
        rule=game.rules["progress_card"],
    )


def _field(game: Definition, draft: Setup, option: SetupOption) -> Field:
    """Return the field of one option."""
    rows: tuple[Msg, ...] = ()
    choices = option.choices
    kind = option.kind
    if option.kind == "numbers":
        rows = tuple(msg("term.battle_number", n=i + 1) for i in range(game.supply.battles))
        choices = tuple(Choice(n, str(n)) for n in range(option.low, option.high + 1))
    return Field(
        option.name,
        "sequence" if kind == "numbers" else kind,
        Msg(f"field.{option.name}"),
        choices,
        rows,
        low=option.low if kind == "number" else None,
        high=option.high if kind == "number" else None,
        default=draft.option(option.name),
        rule=game.rules[option.topic],
    )


# -- the first state -----------------------------------------------------------------------


def with_battles(box: Box, printed: Box) -> Box:
    """Return the copy with the battles of the title, because a file may hold others or none."""
    battles = {each.name: each for each in printed.cards if each.kind == "battle"}
    told = {each.name: each for each in box.cards if each.kind == "battle"}
    if set(told) == set(battles):
        return box
    others = tuple(each for each in box.cards if each.name not in {*told, *battles})
    found = tuple(told.get(name, each) for name, each in battles.items())
    return replace(box, cards=(*others, *found))


def start(game: Definition, setup: Setup, box: Box, call: RulingContext) -> State:
    """Return everything the rules need of the box, and the teams with their starting Heroes."""
    state = first_state(game, checked(game, setup, box, call), box)
    names = tuple(team.name for team in state.teams)
    call.note("begin", game.rules["aim"], teams=names, deck=state.deck)
    call.note("begin.first", game.rules["first"], team=names[state.active])
    return state


def checked(game: Definition, setup: Setup, box: Box, call: RulingContext) -> Setup:
    """Return the set-up with its open values filled in; refuse what no table can hold."""
    title = game.title
    rule = game.rules["solo"]
    low, high = title.min_players, title.max_players
    call.require_range(Msg("field.players"), setup.players, low, high, rule, about="players")
    if setup.players == 1 and setup.teams and setup.teams not in game.solo_teams:
        call.refuse_impossible("E_TEAMS", rule, about="teams", n=game.solo_teams[0])
    if setup.players > 1:
        setup = replace(setup, teams=0)
    plain = default(game, setup.players, box)
    if setup.villains < 0:
        setup = replace(setup, villains=plain.villains)
    if not setup.battle_damage:
        setup = replace(setup, battle_damage=plain.battle_damage)
    for option in game.every_option:
        check_option(game, setup, option, call)
    check_meter(game, setup, box, call)
    return check_teams(game, check_board(game, setup, box, call), box, call)


def check_option(game: Definition, setup: Setup, option: SetupOption, call: RulingContext) -> None:
    value, label = setup.option(option.name), Msg(f"field.{option.name}")
    rule = game.rules[option.topic]
    if option.kind == "number":
        call.require_range(label, value, option.low, option.high, rule, about=option.name)
    elif option.kind == "numbers":
        if len(value) != game.supply.battles:
            call.refuse_impossible("E_MALFORMED", rule, about=option.name, problem=option.name)
        for each in value:
            call.require_range(label, each, option.low, option.high, rule, about=option.name)
    elif option.kind == "choice" and value not in {each.value for each in option.choices}:
        call.refuse_impossible(
            "E_MALFORMED", rule, about=option.name, problem=f"{option.name}: {value}"
        )


def check_meter(game: Definition, setup: Setup, box: Box, call: RulingContext) -> None:
    """Refuse to raise the damage a boss takes beyond what is printed; it may be lowered."""
    printed = next((each.capacity for each in box.cards if each.kind == "boss"), 0)
    if printed:
        label = Msg("field.boss_damage")
        rule = game.rules.get("easier", "")
        call.require_range(label, setup.boss_damage, 0, printed, rule, about="boss_damage")


def check_board(game: Definition, setup: Setup, box: Box, call: RulingContext) -> Setup:
    rule = game.rules["facing"]
    call.require_range(Msg("field.facing"), setup.facing, -1, 2, rule, about="facing")
    known = {
        "labels": ("123", "132"),
        "team_choice": TEAM_CHOICES,
        "depth": game.title.depths,
        "side": ("", *game.doom.sides),
        "progress_card": ("", *(each.name for each in box.progress)),
    }
    for name, values in known.items():
        if setup.option(name) not in values:
            call.refuse_impossible(
                "E_MALFORMED", about=name, problem=f"{name}: {setup.option(name)}"
            )
    return replace(setup, facing=max(setup.facing, 0))


def check_teams(game: Definition, setup: Setup, box: Box, call: RulingContext) -> Setup:
    count = team_count(game, setup)
    names = tuple(each.name for each in chosen_teams(game, setup, box))
    rule = game.rules["teams"]
    if len(set(names)) != len(names):
        call.refuse_impossible("E_TEAM_TWICE", rule, msg("remedy.other_team"), about="team_cards")
    if len(names) != count or (setup.team_cards and names != setup.team_cards):
        call.refuse_impossible(
            "E_TEAMS", rule, msg("remedy.other_team"), about="team_cards", n=count
        )
    first = game.rules["first"]
    call.require_range(Msg("field.first"), setup.first, 0, count - 1, first, about="first")
    if setup.ally_ends and (
        len(setup.ally_ends) != count or not set(setup.ally_ends) <= {"left", "right"}
    ):
        ends = ", ".join(setup.ally_ends)
        call.refuse_impossible("E_MALFORMED", rule, about="ally_ends", problem=ends)
    return replace(setup, team_cards=names, side=side(game, setup))


def first_state(game: Definition, setup: Setup, box: Box) -> State:
    """Return the state before the nine opening cards."""
    teams, pieces = starting_teams(game, setup, box)
    track = track_facts(game, box, setup.side)
    sections = [Section(facts, bool(facts.holds)) for facts in track.sections]
    if setup.extra_spaces:
        last = sections[-1].facts
        longer = replace(last, size=last.size + setup.extra_spaces)
        sections[-1] = Section(longer, bool(last.holds))
    ladder = progress_facts(game, box, setup.progress_card)
    if game.goal.kind == "boss":
        name = next((each.name for each in box.cards if each.kind == "boss"), "")
        pieces = (*pieces, TableCard(BOSS, name, "boss"))
    return State(
        setup=setup,
        teams=teams,
        pieces=pieces,
        library=box.cards,
        sections=tuple(sections),
        stock=stock(game, box),
        facing=setup.facing,
        active=setup.first,
        deck=game.supply.heroes + setup.villains - sum(len(team.row) for team in teams),
        supply=game.tokens.total,
        doom_checked=track.checked,
        steps=ladder.steps,
        progress_checked=ladder.checked,
        driver_deck=box.driver_deck,
        driver_dice=box.driver_dice,
        next_piece=len(pieces) + 1,
        depth=setup.depth,
        house_rules=house_rules.in_force(box.house_rules, setup.house_rules),
        spare=spare_teams(box, teams) if setup.edition > 7 else (),
    )


def starting_teams(
    game: Definition, setup: Setup, box: Box
) -> tuple[tuple[Team, ...], tuple[TableCard, ...]]:
    """Return the teams with their leaders, and with allies where the number of teams calls for
    them."""
    chosen = chosen_teams(game, setup, box)
    allied = has_allies(game, setup)
    ends = setup.ally_ends or ("right",) * len(chosen)
    teams: list[Team] = []
    pieces: list[TableCard] = []
    for facts, end in zip(chosen, ends, strict=True):
        row = []
        both = (facts.ally, facts.leader) if end == "left" else (facts.leader, facts.ally)
        for hero in both if allied else (facts.leader,):
            known = any(each.name == hero for each in box.cards)
            piece = TableCard(f"p{len(pieces) + 1}", hero if known else "", "hero")
            pieces.append(piece)
            row.append(piece.id)
        teams.append(with_heroes(facts, tuple(row)))
    return tuple(teams), tuple(pieces)


def with_heroes(facts: TeamFacts, row: tuple[str, ...]) -> Team:
    """Return a team with its row of Heroes (piece ids)."""
    return Team(
        facts.name,
        row,
        facts.dice,
        ability=facts.ability,
        cost=facts.cost,
        effects=facts.effects,
        known=facts.known,
    )


def spare_teams(box: Box, teams: tuple[Team, ...]) -> tuple[TeamFacts, ...]:
    """Return the team cards no one has chosen."""
    chosen = {each.name for each in teams}
    return tuple(each for each in box.teams if each.name not in chosen)


def checklist(game: Definition, state: State) -> tuple[Msg, ...]:
    """List the things to lay out, in the order of the rulebook."""
    t = Table(game, state)
    setup = state.setup
    facts = {
        "side": Msg(f"side.{setup.side or 'auto'}"),
        "tokens": game.tokens.total,
        "villains": setup.villains,
        "out": game.supply.villains - setup.villains,
        "place": t.place(state.facing),
        "teams": tuple(team.name for team in state.teams),
        "heroes": t.names(each for team in state.teams for each in team.row),
        "dice": game.dice_total,
        "team": t.team.name,
        "card": setup.progress_card,
        "length": t.length(),
        "choice": Msg(f"team_choice.{setup.team_choice}"),
        "extra": setup.extra_spaces,
    }
    left_out = {"villains_out"} if setup.villains == game.supply.villains else set()
    left_out |= set() if setup.extra_spaces else {"extra"}
    unnamed = {} if setup.progress_card else {"tracks": "tracks.open"}
    lines = (unnamed.get(line, line) for line in game.checklist if line not in left_out)
    return tuple(msg(f"checklist.{line}", **facts) for line in lines)


PICTURES = {
    "checklist.track": ("grin", ""),
    "checklist.tracks": ("battle", ""),
    "checklist.tracks.open": ("battle", ""),
    "checklist.knights": ("knight", ""),
    "checklist.extra": ("token", "extra"),
    "checklist.supplies": ("die", "dice"),
    "checklist.figure": ("boss", ""),
    "checklist.driver": ("villain", ""),
    "checklist.teams": ("hero", "teams"),
    "checklist.villains_out": ("close", "out"),
    "checklist.deck": ("villain", "villains"),
    "checklist.first": ("crown", ""),
}

WORDS: Catalogue = {
    "note.begin": _n(
        "{teams} go first; {deck} card in the deck",
        "{teams} go first; {deck} cards in the deck",
        by="deck",
    ),
    "note.begin.first": _("{team} goes first"),
    "refusal.E_TEAMS": _n("This setup needs {n} team", "This setup needs {n} teams"),
    "refusal.E_TEAM_TWICE": _("Each team card can be chosen only once"),
    "remedy.other_team": _("Choose another team"),
    "field.players": _("Players"),
    "field.team_cards": _("Team cards in seating order"),
    "field.team_choice": _("How teams are chosen"),
    "field.facing": _("Where the figure faces"),
    "field.labels": _("Locations clockwise"),
    "field.side": _("Side of the track"),
    "setup.players": _("Players"),
    "setup.teams": _("Teams"),
    "setup.board": _("The board"),
    "setup.difficulty": _("Difficulty"),
    "setup.readings": _("House rules"),
    "setup.players.help": _("One person plays several teams in turn"),
    "setup.teams.help": _("In the order you sit, clockwise"),
    "setup.board.help": _("Pieces on the table"),
    "setup.difficulty.help": _("As in the rulebook, unless you change it"),
    "setup.readings.help": _("Where the rulebook is silent"),
    "team_choice.choose": _("Chosen"),
    "team_choice.random": _("Deal them at random"),
    "team_choice.dealt": _("Dealt at random"),
    "facing.random": _("at random"),
    "labels.123": _("1, 2, 3"),
    "labels.132": _("1, 3, 2"),
    "term.team_number": _("Team {n}"),
    "term.battle_number": _("Battle {n}"),
}
