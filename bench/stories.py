"""The turns whose taps are counted: ``recorded/turns.json`` in the folder of each title.

``game`` is the golden game whose turns are ordinary, ``rows`` are turns counted one by one,
``evenings`` are games that are played on from some table, and ``games`` are more golden games.
"""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import msgspec

from companion.boxes.models import Box
from companion.conformance import chance
from companion.plays import ledger
from companion.plays.answers import Recorded
from companion.plays.models import Play
from games import registry
from games.referee import AnyReferee, Field, Prompt, Ruling
from tests.probes import room

TURNS = 9
"""Whole turns that are counted of an evening."""


class Story(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One row: actions as they are logged, each beside the part whose phone enters it.

    ``answers`` are those to what a part's action is asked back ("0 next"); ``players`` have a phone
    each. A row of an ``own_copy`` begins with a new one, and ``before`` says what is known of it.
    """

    what: str
    aim: str
    now: tuple[tuple[int, dict[str, Any]], ...]
    before: tuple[dict[str, Any], ...] = ()
    setup: dict[str, Any] = {}
    answers: dict[str, dict[str, str]] = {}
    players: int = 2
    own_copy: bool = False


class CountedGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A row of the turns of one more golden game."""

    what: str
    aim: str
    game: str


class Evening(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A row of the turns of a whole game, whose host enters what is expected, by ``order`` first.

    ``given`` says of an action's inputs what is told: ``all``, the ``first`` or ``none`` of what
    there is to choose, or any of a list; what else is asked is told at random.
    """

    what: str
    aim: str
    order: tuple[str, ...]
    given: dict[str, dict[str, str | list[int]]] = {}
    before: tuple[dict[str, Any], ...] = ()
    own_copy: bool = False

    def choose(self, referee: AnyReferee, state: Any, rng: Random) -> dict[str, Any] | None:
        """Choose the first expected action that the rules take at once."""
        prompts = [each for each in referee.prompts(state) if each.expected]
        rank = {do: n for n, do in enumerate(self.order)}
        for prompt in sorted(prompts, key=lambda each: rank.get(each.do, len(rank))):
            for _ in range(20):
                data = self._told(prompt, rng)
                unnamed = prompt.do == "refill" and data.get("card") == ""
                ruling = None if unnamed else referee.apply(state, referee.decode_action(data))
                if isinstance(ruling, Ruling):
                    return data
        return None

    def _told(self, prompt: Prompt, rng: Random) -> dict[str, Any]:
        spare = {each.name for each in prompt.fields if each.optional}
        data = {
            name: value for name, value in chance.action(prompt, rng).items() if name not in spare
        }
        wanted = self.given.get(prompt.do, {})
        fields = {each.name: each for each in prompt.fields if each.name in wanted}
        return data | {name: _value(each, wanted[name], rng) for name, each in fields.items()}


class Turns(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Counts of a title's turns, and the aim they are compared with.

    One turn is told from the next by what ``counted_by`` names of a state, or else by its step;
    ``known`` are dice and cards that recorded games do not know of.
    """

    game: str
    aim: str
    counted_by: tuple[str, ...] = ()
    known: dict[str, Any] = {}
    rows: tuple[Story, ...] = ()
    evenings: tuple[Evening, ...] = ()
    games: tuple[CountedGame, ...] = ()

    def turn(self, referee: AnyReferee, state: Any) -> str:
        """Return a mark that tells this turn from the next; empty between turns."""
        if not self.counted_by:
            return referee.step(state).partition(".")[0]
        told = [getattr(state, name) for name in self.counted_by]
        return ".".join(map(str, told)) if all(told) else ""

    def knowing(self, referee: AnyReferee, state: Any) -> Any:
        """Return the same table, where all is known of its dice and cards."""
        whole = msgspec.json.encode({**msgspec.to_builtins(state), **self.known})
        return referee.decode_state(whole)


@cache
def told(slug: str) -> Turns:
    """Return what a title says of its turns."""
    return msgspec.json.decode((room(slug) / "turns.json").read_bytes(), type=Turns)


def _value(field: Field, how: str | list[int], rng: Random) -> Any:
    if isinstance(how, list):
        return rng.choice(how)
    choices = [choice.value for choice in field.choices]
    return choices[: {"all": len(choices), "first": 1, "none": 0}[how]]


def begin(
    slug: str, *, own_copy: bool = False, setup: dict[str, Any] | None = None, players: int = 2
) -> Play:
    """Return a table of that many, with the sample copy or a new one."""
    referee = registry.referee(slug)
    facts = referee.starter(referee.blank_box()) if own_copy else referee.sample_box()
    chosen = msgspec.to_builtins(referee.setup_default(players, facts)) | (setup or {})
    drawn = referee.draw(referee.decode_setup(chosen), facts, lambda n: 0)
    box = _kept(slug, facts) if own_copy else None
    return ledger.begin(slug, drawn, box=box, sample=not own_copy)


def begun(slug: str, row: Story | Evening) -> Play:
    """Return the table of a row, with all that was entered before."""
    more = {"setup": row.setup, "players": row.players} if isinstance(row, Story) else {}
    play = begin(slug, own_copy=row.own_copy, **more)
    for action in row.before:
        enter(play, action)
    return play


def _kept(slug: str, facts: Any) -> Box:
    """Return a copy of these facts, as the start page makes it."""
    words = msgspec.json.encode(facts).decode()
    return Box.objects.create(title=slug, name="Own copy", owner="bench", facts=words)


def enter(play: Play, action: dict[str, Any]) -> None:
    """Enter an action as if a phone had, before anything is counted."""
    said = ledger.record(play.pk, action, key=f"before-{play.revision}")
    assert isinstance(said, Recorded), (action, said)
    play.refresh_from_db()
