"""The set-up and the state of a play of the Rising family: immutable, JSON-ready."""

from __future__ import annotations

from typing import Any

import msgspec

from games.house_rules import HouseRule
from games.referee import Frozen
from games.rising.box import (
    AbilityEffect,
    CardFacts,
    DieFacts,
    Price,
    PriceStep,
    SectionFacts,
    TeamFacts,
)
from games.rising.definition import Definition


class Setup(Frozen):
    """Every option of every title; those a title does not list keep their default.

    Zero, -1 or empty means "as the rules have it": ``teams`` and ``side`` by the number of
    players, ``team_cards`` the first of the box, ``boss_damage`` as printed; a ``facing`` of
    -1 is left to chance. ``edition`` is that of the rules: release 1.0.0 has the third, and a
    table goes on by the one it began with.
    """

    players: int = 2
    teams: int = 0
    team_cards: tuple[str, ...] = ()
    team_choice: str = "choose"
    first: int = 0
    facing: int = 0
    labels: str = "123"
    side: str = ""
    extra_spaces: int = 0
    villains: int = -1
    boss_damage: int = 0
    hero_limit: int = 10
    progress_card: str = ""
    battle_damage: tuple[int, ...] = ()
    allies: str = "auto"
    ally_ends: tuple[str, ...] = ()
    boss_jump_before_reveal: bool = False
    token_counts_as_assign: bool = False
    token_window: str = "step3"
    event_test: str = msgspec.field(default="position", name="black_sun_test")
    moved_damage_counts: bool = True
    later_heroes_count: bool = True
    remove_counts_as_assign: bool = True
    villain_order: str = "lying"
    edition: int = 1
    depth: str = "quick"
    house_rules: tuple[str, ...] = ()

    def option(self, name: str) -> Any:
        """Return the value of the option that logs call so."""
        return getattr(self, self.__struct_fields__[self.__struct_encode_fields__.index(name)])


def team_count(game: Definition, setup: Setup) -> int:
    """Return teams the game begins with: one per player, or as many as a single player runs."""
    if setup.players > 1:
        return setup.players
    return setup.teams or game.solo_teams[0]


class TableCard(Frozen):
    """A card on the table. ``card`` names its facts; ``kind`` and ``capacity`` hold what is known
    of a card without a name. ``asked`` is the damage at which the table last answered that the card
    is not full yet; ``later`` if it left the card's capacity open. ``filled`` is the damage at
    which the table called it full without a number.
    """

    id: str
    card: str = ""
    kind: str = ""
    capacity: int = 0
    damage: int = 0
    asked: int = 0
    later: bool = False
    filled: int = 0


class BonusToken(Frozen):
    """A bonus token in front of a team; ``kind`` is empty until someone says it."""

    kind: str = ""
    turn: int = 0


class Team(Frozen):
    """A team card with its row of Heroes (piece ids, left to right) and its tokens."""

    name: str
    row: tuple[str, ...]
    dice: tuple[str, ...] = ()
    tokens: tuple[BonusToken, ...] = ()
    ability: str = ""
    cost: Price = ()
    effects: tuple[AbilityEffect, ...] = ()
    known: bool = False


class Section(Frozen):
    """A section of the doom track in play; ``holding`` while its card is on it."""

    facts: SectionFacts
    holding: bool = False
    revealed: bool = False


class HeroDie(Frozen):
    """A Hero die of this turn. ``place`` is ``pool``, ``laid``, ``given`` (given up) or ``stays``
    (kept on a card beyond the turn); ``target`` is the card of a laid die and ``roll`` the roll
    that showed its face.
    """

    id: str
    colour: str
    face: str = ""
    place: str = "pool"
    target: str = ""
    roll: int = 0


class Laid(Frozen):
    """A symbol laid on a card by a token."""

    target: str
    symbol: str


class Pending(Frozen):
    """An ability waiting for the table: its source (a piece or ``section.N``) and the effects
    left; ``unknown`` when its text is not entered."""

    source: str
    effects: tuple[AbilityEffect, ...] = ()
    unknown: bool = False


class AbilityRecord(Frozen):
    """Changes an ability has made by itself this turn, so that the table can correct it: damage by
    card, counters on the track, locations the figure turned clockwise, the team of each lost token,
    tokens ``gained`` by a team; ``topped`` if it filled the track. A reward, which ends a turn, is
    remembered in the next one too: its ``turn``, and the ``team`` and ``location`` it was for."""

    source: str
    damage: tuple[tuple[str, int], ...] = ()
    doom: int = 0
    turned: int = 0
    lost: tuple[tuple[int, BonusToken], ...] = ()
    topped: bool = False
    gained: tuple[tuple[int, int], ...] = ()
    turn: int = 0
    team: int = -1
    location: int = -1


class DiceDamage(Frozen):
    """Damage the dice do to a Villain or battle at the end of this turn."""

    card: str
    sets: int = 1


class Turn(Frozen):
    """State that lasts until the turn ends.

    ``freed``: dice of this roll were laid or given up, so that it may be rolled again. ``struck``:
    a Villain or battle has been damaged. ``told``: the results were entered in one answer (quick
    depth), with the cards that are ``full``. ``paid`` is how the progress track was paid; with
    ``wide`` an ability reaches every location. ``opened`` are cards that could take dice before
    cards or the team changed places: their dice still count. ``reminded``: the table knows whose
    ability may answer damage. ``counted``: the table has been asked how much a card can take.
    ``unnamed``: dice that quick depth has put into the pool, or taken out of it, without their
    colours; ``symbols``: those its tokens brought.
    """

    location: int = -1
    ring: bool = False
    rolls: int = 0
    freed: bool = False
    dice: tuple[HeroDie, ...] = ()
    laid: tuple[Laid, ...] = ()
    used: tuple[str, ...] = ()
    extra_sets: tuple[str, ...] = ()
    pending: tuple[Pending, ...] = ()
    queue: tuple[Pending, ...] = ()
    reactions: tuple[Pending, ...] = ()
    recruited: tuple[str, ...] = ()
    left: tuple[str, ...] = ()
    hits: tuple[DiceDamage, ...] = ()
    full: tuple[str, ...] = ()
    told: bool = False
    blocked: bool = False
    acted: bool = False
    struck: bool = False
    paid: str = ""
    advance: bool = False
    aid: bool = False
    doom_topped: bool = False
    wide: bool = False
    opened: tuple[str, ...] = ()
    reminded: bool = False
    counted: bool = False
    unnamed: int = 0
    symbols: int = 0
    judging: tuple[str, ...] = ()
    records: tuple[AbilityRecord, ...] = ()


class State(Frozen):
    """A play between two actions.

    ``step`` is the table's current step (of the definition's ``turn``, ``deal`` before the first
    and ``over`` after the last), ``at`` its place in the turn. ``slots`` are three places at each
    of three locations (clockwise), ``""`` when empty. ``waiting`` are the track sections whose
    cards are on the deck, the last one on top. ``endings`` are the conditions met when the game
    ended. ``doom_left`` if the table leaves the spaces of the track uncounted in this game.
    ``fresh`` is a card that has just come and that the copy does not know: quick depth may ask
    about one a turn. ``spare`` are the team cards that may still join.
    """

    setup: Setup
    teams: tuple[Team, ...]
    pieces: tuple[TableCard, ...]
    library: tuple[CardFacts, ...]
    sections: tuple[Section, ...]
    stock: tuple[DieFacts, ...]
    facing: int
    active: int
    deck: int
    supply: int
    step: str = "deal"
    at: int = -1
    number: int = 1
    slots: tuple[tuple[str, ...], ...] = (("", "", ""),) * 3
    doom: int = 0
    doom_checked: bool = False
    doom_left: bool = False
    newest: int = -1
    boss_revealed: bool = False
    waiting: tuple[int, ...] = ()
    discard: int = 0
    defeated: int = 0
    beaten: int = 0
    gone: tuple[str, ...] = ()
    next_piece: int = 1
    turn: Turn = Turn()
    steps: tuple[PriceStep, ...] = ()
    progress: int = 0
    progress_checked: bool = False
    event: int = 0
    event_side: str = ""
    battles: tuple[str, ...] = ("", "", "")
    battles_done: int = 0
    drawn: tuple[str, ...] = ()
    driver_deck: tuple[str, ...] = ()
    driver_dice: tuple[DieFacts, ...] = ()
    kept: tuple[HeroDie, ...] = ()
    endings: tuple[str, ...] = ()
    depth: str = "quick"
    fresh: str = ""
    house_rules: tuple[HouseRule, ...] = ()
    house_used: tuple[str, ...] = ()
    spare: tuple[TeamFacts, ...] = ()
