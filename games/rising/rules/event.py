"""The event between the two parts of a game, and the battles after it."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from games.messages import Catalogue, Msg, msg
from games.messages import gettext_noop as _
from games.referee import Choice, Field, Prompt
from games.rising.box import Box
from games.rising.box.known import with_library
from games.rising.definition import Definition
from games.rising.rules.choices import several
from games.rising.rules.deck import mark
from games.rising.rules.effects import automatic, enact
from games.rising.rules.resolve import fall, strike
from games.rising.state import Pending, State
from games.rising.table import PLACES, Act, Table


class Event(Act, tag="event"):
    """Marked cards leave, both tracks leave, one battle comes to each location: which open cards
    (ids) carry the mark, and the names of the battles, location by location."""

    named = _("The event")
    teaches = True
    marked: tuple[str, ...] = ()
    battles: tuple[str, ...] = ()

    @classmethod
    def may(cls, t: Table) -> None:
        t.phase("event")

    @classmethod
    def offers(cls, t: Table) -> Iterable[Prompt]:
        cards = affected(t)
        marked = tuple(each for each in cards if t.facts(each).icon == "yes")
        names = battle_names(t)
        where = Field(
            "battles",
            "sequence",
            Msg("field.battles"),
            tuple(Choice(name, name) for name in names),
            tuple(t.place(i) for i in PLACES),
            default=names,
            rule=t.rule("battles"),
        )
        label = Msg(f"prompt.event.{topped(t)}")
        yield cls.now(t, "event", several(t, "marked", cards, marked, "ban"), where, label=label)

    def happen(self, t: Table) -> None:
        side = topped(t)
        open_cards = affected(t)
        if not set(self.marked) <= set(open_cards):
            t.impossible("E_MALFORMED", "", problem=", ".join(self.marked))
        if sorted(self.battles) != sorted(battle_names(t)):
            t.impossible("E_BATTLES", "battles", msg("remedy.battles"))
        for card in open_cards:
            mark(t, card, card in self.marked)
        t.note(f"event.happens.{side}", f"event_{side}")
        for card in self.marked:
            leave(t, card, side)
        t.put(event=t.state.number, event_side=side)
        t.note("event.tracks", "removed")
        place_battles(t, self.battles)

    def taught(self, game: Definition, box: Box, state: State) -> Box:
        return with_library(box, state)


class Reward(Act, tag="reward"):
    """The reward of a completed battle (its id) has been taken."""

    named = _("Reward")
    battle: str

    @classmethod
    def may(cls, t: Table) -> None:
        t.phase("battles")

    @classmethod
    def offers(cls, t: Table) -> Iterable[Prompt]:
        for each in t.turn.pending:
            text = t.facts(each.source).reward or Msg("help.reward")
            label = msg("prompt.reward", card=t.name(each.source))
            fixed = {"battle": each.source}
            yield cls.now(t, "reward_battle", label=label, fixed=fixed, help=text)

    def happen(self, t: Table) -> None:
        if self.battle not in {each.source for each in t.turn.pending}:
            t.impossible("E_NO_ABILITY", "reward_battle", card=self.battle)
        t.note("battle.reward", "reward_battle", card=t.name(self.battle))
        t.put_turn(pending=tuple(each for each in t.turn.pending if each.source != self.battle))
        t.remove(self.battle)


# -- the event -----------------------------------------------------------------------------


def topped(t: Table) -> str:
    """The side that reached its top this turn: ``progress`` beats ``doom``."""
    if t.state.event or t.game.doom.on_full != "event":
        return ""
    if t.state.steps and t.state.progress >= len(t.state.steps):
        return "progress"
    reached = t.turn.doom_topped and t.state.setup.event_test == "reached"
    return "doom" if reached or t.state.doom >= t.length() else ""


def announce(t: Table) -> None:
    """Say that the event has come; the table then lays out its cards."""
    side = topped(t)
    if side:
        t.note(f"event.{side}", "event")


def event_waits(t: Table) -> bool:
    return bool(topped(t))


def affected(t: Table) -> tuple[str, ...]:
    """Open cards that leave play if they carry the mark."""
    on_board = tuple(card for location in range(3) for card in t.cards(location))
    if topped(t) == "progress":
        return tuple(card for card in on_board if t.kind(card) in ("villain", ""))
    rows = tuple(card for team in t.state.teams for card in team.row)
    return tuple(card for card in (*on_board, *rows) if t.kind(card) in ("hero", ""))


def leave(t: Table, card: str, side: str) -> None:
    """A marked card leaves play; Heroes are lost and counted."""
    if side == "doom":
        fall(t, card, "event_doom")
    else:
        t.note("event.removed", "event_progress", card=t.name(card))
        t.remove(card)


def battle_names(t: Table) -> tuple[str, ...]:
    """The battles of this title, in the order of the library."""
    return tuple(each.name for each in t.state.library if each.kind == "battle")


def place_battles(t: Table, names: tuple[str, ...]) -> None:
    """Lay one battle at each location, with the damage it takes in this game."""
    placed = []
    needs = dict(zip(battle_names(t), t.state.setup.battle_damage, strict=True))
    for location, name in enumerate(names):
        piece = t.new_piece(name)
        t.put_facts(replace(t.known(name), capacity=needs[name]))
        placed.append(piece)
        t.note("battle.placed", "battles", card=name, place=t.place(location), n=needs[name])
    t.put(battles=tuple(placed))


def resolve(t: Table) -> None:
    """Battles hit by dice take damage; a completed one is rewarded at once."""
    for each in t.turn.hits:
        if t.has(each.card) and t.kind(each.card) == "battle":
            strike(t, each.card, each.sets, "battle_hit")
    for card in tuple(each for each in t.state.battles if each and t.full(each)):
        complete(t, card)


def complete(t: Table, card: str) -> None:
    """A battle is won: its reward comes before anything is discarded."""
    t.put(battles_done=t.state.battles_done + 1)
    facts = t.facts(card)
    t.note("battle.done", "battle_done", card=t.name(card), n=t.state.battles_done)
    known = bool(facts.rewards) and all(automatic(effect) for effect in facts.rewards)
    if known:
        for effect in facts.rewards:
            enact(t, effect, card, "reward_battle", foe=False)
        t.remove(card)
    else:
        t.put_turn(pending=(*t.turn.pending, Pending(card, facts.rewards, True)))


def rewards_wait(t: Table) -> bool:
    return bool(t.turn.pending)


WORDS: Catalogue = {
    "refusal.E_BATTLES": _("Each battle needs a location of its own"),
    "remedy.battles": _("Choose a different battle for each location"),
}
