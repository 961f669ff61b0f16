"""A turn: the team goes to a location, the villains attack, then the steps follow one another.

A step has something that happens on arrival and a reason to wait for the table. The walk
goes on by itself until a step waits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Annotated

from msgspec.structs import replace

from games.actions import Range
from games.messages import Catalogue, Msg, msg, ngettext_noop
from games.messages import gettext_noop as _
from games.referee import Choice, Field, Prompt, Rolled
from games.rising.box import Box
from games.rising.box.teaching import with_library
from games.rising.definition import DIRECTIONS, Definition
from games.rising.rules import aid, progress, resolve, sections, spaces, villains
from games.rising.rules.cards import deck
from games.rising.rules.cards.effects import (
    damage,
    heroes_among,
    shift_doom,
    to_damage,
    turn_figure,
)
from games.rising.rules.cards.records import kept_rewards
from games.rising.rules.dice import pool
from games.rising.rules.reach import card_choices
from games.rising.rules.villains import drop_effect, repeated, source_topic, waiting
from games.rising.state import State, Turn
from games.rising.table import PLACES, Act, ActiveTeamAct, Table


def shuffle(t: Table) -> None:
    """Shuffle the discards into a new pile with no card left to draw."""
    if len(t.state.drawn) == t.game.driver.cards:
        t.note("driver.shuffle", "driver_empty", n=t.game.driver.cards)
        t.put(drawn=())


def driver_name(card: str) -> Msg:
    """Return a driver card as it is read aloud."""
    return msg("term.driver_card", n=card[-1:], direction=Msg(f"term.{card[:-1]}"))


def shown(t: Table, die: str) -> tuple[Choice, ...]:
    """Return what a die of the villains may show: all there could be until its faces are known."""
    faces = t.game.driver.faces(die)
    facts = next((each for each in t.state.driver_dice if each.colour == die), None)
    known = facts.faces if facts and facts.checked else ()
    return tuple(each for each in faces if not known or str(each.value) in known)


def check_shown(t: Table, die: str, face: object, topic: str, name: Msg) -> None:
    """Refuse a face that this copy's die does not have."""
    if face not in {each.value for each in shown(t, die)}:
        t.refuse_impossible("E_NO_FACE", topic, msg("remedy.driver_dice"), die=name, face=face)


def at_once(t: Table) -> bool:
    """Return whether all cards of a table are sorted in one answer; older tables sort the cards of
    one location."""
    return t.state.setup.edition > 6


def unknown_here(t: Table) -> tuple[str, ...]:
    """List cards the attack may strike that may or may not be Heroes; all others that may or may
    not be are sorted with them, so that no one is asked again when the figure has turned."""
    here = tuple(each for each in t.cards(t.state.facing) if not t.kind(each))
    if not here or not at_once(t):
        return here
    return tuple(each for place in PLACES for each in t.cards(place) if not t.kind(each))


def track(t: Table) -> None:
    """Release the cards of full sections; what is left uncounted is never full."""
    sections.keep_open(t)
    resolve.track(t)


def attack(t: Table) -> None:
    """Deal one damage to every Hero the figure looks at."""
    facing = t.state.facing
    t.note("attack", "attack", place=t.place(facing))
    here = heroes_among(t, t.cards(facing))
    own = t.team.row if t.turn.location == facing else ()
    hit = damage(t, here, 1, "attack")
    hit += damage(t, own, 1, "attack_team")
    to_damage(t, hit)


class DoomRoll(ActiveTeamAct, tag="doom"):
    """The number on the track die, also after a reroll by an ability."""

    named = _("Enter the track die")
    n: int

    @classmethod
    def belongs_to(cls, game: Definition) -> bool:
        return game.driver.kind == "dice"

    @classmethod
    def ensure_allowed(cls, t: Table) -> None:
        super().ensure_allowed(t)
        if not repeated(t):
            t.phase("doom_die")

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        again = repeated(t)
        ability = waiting(t)
        if again and (ability is None or ability.unknown):
            return
        numbers = shown(t, t.game.driver.names[0])
        field = Field("n", "choice", Msg("field.doom_n"), numbers, rule=t.rule("doom"))
        yield cls.now(t, source_topic(t, ability.source) if ability and again else "doom", field)

    def ends(self, t: Table) -> bool:
        return t.step == "doom_die"

    def thrown(self, t: Table) -> tuple[Rolled, ...]:
        return (Rolled(t.game.driver.names[0], str(self.n), "doom", t.state.active),)

    def apply(self, t: Table) -> None:
        again = repeated(t)
        t.require_range(Msg("term.doom_die"), self.n, 0, t.game.driver.highest, "doom")
        check_shown(t, t.game.driver.names[0], self.n, "doom", Msg("term.doom_die"))
        t.note("doom.roll", "doom", team=t.team.name, n=self.n)
        shift_doom(t, self.n)
        if again:
            drop_effect(t)


class FigureRoll(ActiveTeamAct, tag="figure"):
    """The figure die: ``left``, ``right`` or ``stay``, with ``+ring`` for the crown."""

    named = _("Enter the figure die")
    face: str

    @classmethod
    def belongs_to(cls, game: Definition) -> bool:
        return game.driver.kind == "dice"

    @classmethod
    def ensure_allowed(cls, t: Table) -> None:
        super().ensure_allowed(t)
        t.phase("figure_die")

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        faces, rule = shown(t, t.game.driver.names[-1]), t.rule("move")
        yield cls.now(t, "move", Field("face", "choice", Msg("field.figure"), faces, rule=rule))

    def ends(self, t: Table) -> bool:
        return True

    def thrown(self, t: Table) -> tuple[Rolled, ...]:
        return (Rolled(t.game.driver.names[-1], self.face, "figure", t.state.active),)

    def apply(self, t: Table) -> None:
        direction, _, ring = self.face.partition("+")
        rings = ("ring",) if t.game.driver.ring else ()
        if direction not in DIRECTIONS or ring not in ("", *rings):
            t.refuse_impossible("E_MALFORMED", "", problem=self.face)
        check_shown(t, t.game.driver.names[-1], self.face, "move", Msg("term.figure_die"))
        t.put_turn(ring=bool(ring))
        code = "figure.roll.ring" if ring else "figure.roll"
        t.note(code, "move", team=t.team.name, direction=Msg(f"term.{direction}"))
        turn_figure(t, direction)


class DriverCard(ActiveTeamAct, tag="fire"):
    """The revealed driver card: ``left``, ``right`` or ``stay``, then its number (``left1``);
    the track moves first, then the figure."""

    named = _("Enter the villain card")
    teaches = True
    card: str

    @classmethod
    def belongs_to(cls, game: Definition) -> bool:
        return game.driver.kind == "deck"

    @classmethod
    def ensure_allowed(cls, t: Table) -> None:
        super().ensure_allowed(t)
        t.phase("driver_card")

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        known = t.state.driver_deck
        drawn = t.state.drawn if len(t.state.drawn) < t.game.driver.cards else ()
        choices: list[Choice] = []
        for n in "012":
            for direction in DIRECTIONS:
                card = f"{direction}{n}"
                left = max(0, known.count(card) - drawn.count(card))
                small = msg("hint.left_in_deck", n=left) if known else ""
                choices.append(Choice(card, driver_name(card), small))
        field = Field("card", "choice", Msg("field.driver"), tuple(choices), rule=t.rule("driver"))
        yield cls.now(t, "driver", field)

    def ends(self, t: Table) -> bool:
        return True

    def apply(self, t: Table) -> None:
        direction, number = self.card[:-1], self.card[-1:]
        if direction not in DIRECTIONS or number not in "012" or not number:
            card = Msg("term.driver")
            remedy = msg("remedy.range", low=0, high=2)
            t.refuse_impossible(
                "E_RANGE", "driver", remedy, what=card, value=self.card, low=0, high=2
            )
        n = int(number)
        shuffle(t)
        known = t.state.driver_deck
        if known and t.state.drawn.count(self.card) >= known.count(self.card):
            t.warn("W_DRIVER_CARD", "driver", card=driver_name(self.card))
        t.put(drawn=(*t.state.drawn, self.card))
        if len(t.state.drawn) == t.game.driver.cards and not known:
            t.put(driver_deck=tuple(sorted(t.state.drawn)))
        t.note("driver.card", "driver", team=t.team.name, card=driver_name(self.card))
        if t.state.event:
            t.note("doom.ignored", "removed", n=n)
        elif n:
            shift_doom(t, n)
        turn_figure(t, direction)

    def taught(self, game: Definition, box: Box, state: State) -> Box:
        return replace(box, driver_deck=box.driver_deck or state.driver_deck)


class Kinds(Act, tag="card.kinds"):
    """Enter which of the unknown cards (``cards``, all that are asked about) are Heroes; the others
    are Villains. Ids of cards on the table."""

    named = _("Enter what the unknown cards are")
    teaches = True
    cards: tuple[str, ...]
    heroes: tuple[str, ...] = ()

    @classmethod
    def ensure_allowed(cls, t: Table) -> None:
        t.phase("kinds")

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        unknown = unknown_here(t)
        if len(unknown) == 1 and at_once(t):
            for kind, heroes in (("hero", unknown), ("villain", ())):
                label = msg(f"prompt.card.is.{kind}", card=t.name(unknown[0]))
                yield cls.now(t, "attack", label=label, fixed={"cards": unknown, "heroes": heroes})
            return
        field = Field(
            "heroes",
            "choices",
            Msg("field.heroes"),
            card_choices(t, unknown),
            low=0,
            high=len(unknown),
            default=() if at_once(t) else unknown,
            rule=t.rule("attack"),
        )
        help_ = msg("help.card.kinds", n=len(unknown)) if at_once(t) else ""
        yield cls.now(t, "attack", field, fixed={"cards": unknown}, help=help_)

    def apply(self, t: Table) -> None:
        asked = unknown_here(t)
        if set(self.cards) != set(asked) or not set(self.heroes) <= set(asked):
            t.refuse_impossible("E_MALFORMED", "", problem=", ".join((*self.cards, *self.heroes)))
        if at_once(t):
            self.sort(t, asked)
            return
        for each in asked:
            kind = "hero" if each in self.heroes else "villain"
            t.put_kind(each, kind)
            t.note("card.kind", "anatomy", card=t.name(each), kind=Msg(f"kind.{kind}"))

    def sort(self, t: Table, asked: tuple[str, ...]) -> None:
        """Make the ticked cards Heroes and the others Villains; doubt an answer without a tick,
        since a tap may have come too early."""
        if not self.heroes and len(asked) > 1:
            t.warn("W_NO_HERO", "anatomy", cards=t.names(asked), n=len(asked))
        for kind in ("hero", "villain"):
            cards = tuple(each for each in asked if (each in self.heroes) == (kind == "hero"))
            for each in cards:
                t.put_kind(each, kind)
            if cards:
                t.note(f"card.kinds.{kind}", "anatomy", cards=t.names(cards), n=len(cards))

    def taught(self, game: Definition, box: Box, state: State) -> Box:
        return with_library(box, state)


# -- the walk from step to step ------------------------------------------------------------


Enter = Callable[[Table], None]


Waits = Callable[[Table], bool]


def nothing(t: Table) -> None:
    """Do nothing on arrival."""


def always(t: Table) -> bool:
    return True


def never(t: Table) -> bool:
    return False


STEPS: dict[str, tuple[Enter, Waits]] = {
    "deal": (nothing, deck.dealing),
    "deploy": (nothing, lambda t: t.turn.location < 0),
    "doom_die": (nothing, always),
    "figure_die": (nothing, always),
    "driver_card": (shuffle, always),
    "kinds": (nothing, lambda t: bool(unknown_here(t))),
    "crown": (villains.crown, villains.abilities_wait),
    "attack": (attack, villains.abilities_wait),
    "villains": (villains.villains, villains.abilities_wait),
    "battle": (villains.battle, villains.abilities_wait),
    "heroes": (pool.gather, always),
    "recruit": (resolve.recruit, never),
    "hit": (resolve.hit, spaces.turn_waits),
    "progress": (progress.advance, never),
    "event": (progress.announce, progress.event_waits),
    "battles": (progress.hit_battles, progress.rewards_wait),
    "aid": (aid.offer_aid, aid.aid_waits),
    "dice": (resolve.dice, never),
    "track": (track, never),
    "spaces": (spaces.told_spaces, spaces.spaces_wait),
    "defeated": (resolve.defeated, never),
    "test": (resolve.test, never),
    "refill": (nothing, deck.waits),
    "next": (nothing, never),
    "over": (nothing, always),
}


def walk(t: Table) -> None:
    """Go on from a step that no longer waits to the next one that does."""
    while True:
        step(t)
        if t.state.step == "next":
            next_team(t)
        if STEPS[t.step][1](t):
            return


def settle(t: Table) -> None:
    """Continue after an action if the step it belongs to waits no more."""
    if not STEPS[t.step][1](t):
        walk(t)


def step(t: Table) -> None:
    """Arrive at the next step; a finished game stays where it ended."""
    at = t.state.at + 1
    t.put(at=at, step=t.game.turn[at].name)
    STEPS[t.step][0](t)


def next_team(t: Table) -> None:
    """Begin the turn of the next team clockwise."""
    active = (t.state.active + 1) % len(t.state.teams)
    turn = Turn(records=kept_rewards(t))
    t.put(active=active, number=t.state.number + 1, turn=turn, at=0, step=t.game.turn[0].name)
    t.note("turn", "turn", team=t.team.name, n=t.state.number)


class Deploy(ActiveTeamAct, tag="deploy"):
    """The active team goes to a location (0 to 2, clockwise), or to another one until the
    villains' turn begins."""

    named = _("Place your team token")
    location: Annotated[int, Range(0, 2, "term.location")]

    @classmethod
    def ensure_allowed(cls, t: Table) -> None:
        super().ensure_allowed(t)
        if t.state.at > 1 and t.state.step != "over":
            place = t.place(max(t.turn.location, 0))
            t.refuse_impossible("E_DEPLOYED", "deploy", msg("remedy.undo"), place=place)
        t.phase(*(each.does for each in t.game.turn[:2]))

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        choices = tuple(
            Choice(
                i,
                t.place(i),
                msg("hint.place", cards=t.names(t.cards(i))),
                "danger" if i == t.state.facing else "",
            )
            for i in PLACES
        )
        if t.state.at == 0:
            rule = t.rule("deploy")
            field = Field("location", "choice", Msg("field.location"), choices, rule=rule)
            yield cls.now(t, "deploy", field, label=msg("prompt.deploy", team=t.team.name))
            return
        others = tuple(Choice(i, t.place(i)) for i in PLACES if i != t.turn.location)
        field = Field("location", "choice", Msg("field.location"), others)
        yield cls.also(t, "deploy", field, label=Msg("prompt.deploy.other"))

    def apply(self, t: Table) -> None:
        self.bounded(t, "deploy")
        t.put(fresh="")
        t.put_turn(location=self.location)
        t.note("deploy", "deploy", team=t.team.name, place=t.place(self.location))


WORDS: Catalogue = {
    "note.attack": _("Attack at {place}"),
    "note.card.kind": _("{card} is a {kind}"),
    "note.card.kinds.hero": ngettext_noop("{cards} is a Hero", "{cards} are Heroes"),
    "note.card.kinds.villain": ngettext_noop("{cards} is a Villain", "{cards} are Villains"),
    "prompt.card.kinds": _("Which of these cards are Heroes?"),
    "prompt.card.is.hero": _("{card} is a Hero"),
    "prompt.card.is.villain": _("{card} is a Villain"),
    "help.card.kinds": ngettext_noop(
        "Tap each Hero. {n} card is framed on the board; if you leave it, it is a Villain.",
        "Tap each Hero. {n} cards are framed on the board; those you leave are Villains.",
    ),
    "question.W_NO_HERO": ngettext_noop(
        "No Hero is ticked, so {cards} is a Villain", "No Hero is ticked, so {cards} are Villains"
    ),
    "prompt.doom": _("The track die"),
    "prompt.figure": _("The figure die"),
    "prompt.fire": _("The villains' card"),
    "field.heroes": _("Heroes"),
    "term.ringed": _("{direction}, with the ring"),
    "term.doom_die": _("The track die"),
    "term.figure_die": _("The figure die"),
    "refusal.E_NO_FACE": _("{die} of this copy has no face {face}"),
    "remedy.driver_dice": _("Correct its faces in the copy if they are printed so"),
    "term.driver": _("The number on the card"),
    "note.turn": _("Turn {n}: {team}"),
    "note.deploy": _("{team} goes to {place}"),
    "refusal.E_DEPLOYED": _("Your team stays at {place}: the villains' dice have been rolled"),
    "remedy.undo": _("Undo to when the token was placed"),
    "prompt.deploy": _("Where does {team} go?"),
    "prompt.deploy.other": _("Go to another location"),
    "hint.place": _("{cards}"),
    "field.location": _("Location"),
    "term.location": _("The location"),
}
