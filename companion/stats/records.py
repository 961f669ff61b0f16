"""From a finished play to its record: the figures of one evening, without any text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import msgspec

from companion.plays import replay
from companion.plays.models import Entry, Play, Seat
from companion.stats import clocks, history
from companion.stats.history import History
from companion.stats.models import Place, Record
from games import house_rules, registry
from games.messages import Msg, Speaker
from games.referee import AnyReferee, MalformedError, Outcome, Part

Entered = Mapping[tuple[int | None, int | None], int]
"""How many entries a seat (by key) has made for a part."""
NOTHING: Entered = Counter()


def of_play(play: Play, *, running: bool = False) -> tuple[Record, list[Place]] | None:
    """Return the unsaved record of a play and its places; ``None`` while it is not over, unless
    asked for one that is ``running``: it reads as if it were closed now."""
    if not (play.over or running) or play.title not in registry.TITLES:
        return None
    past = history.read(play)
    outcome = msgspec.convert(play.outcome, Outcome) if play.outcome else None
    record = _record(play, past, outcome)
    places = _places(play, past, outcome)
    record.players = len({place.part for place in places if place.part >= 0}) or len(places)
    for place in places:
        place.record, place.ended_at = record, record.ended_at
    return record, places


def _record(play: Play, past: History, outcome: Outcome | None) -> Record:
    unnamed = "", '""'
    variant, label = past.soft("variant", lambda: _variant(play, past.referee), unnamed)
    live = [step.entry for step in past.steps]
    overruled = sum(any(k.startswith("override:") for k in e.answers) for e in live)
    return Record(
        play=play,
        crew_id=play.crew_id,
        revision=play.revision,
        title=play.title,
        location=play.location,
        variant=variant,
        variant_label=label,
        result=outcome.result if outcome else Record.Result.ABANDONED,
        book=_book(play, outcome is not None, overruled or house_rules.apart(past.state)),
        condition=_condition(past, outcome)[:60] if outcome else "",
        minutes=past.minutes,
        turns=past.soft("turn", lambda: _turns(past), 0),
        entries=len(live),
        undone=play.entries.filter(kind=Entry.Kind.UNDO).count(),
        adjusted=sum(e.adjusted for e in live),
        overruled=overruled,
        margin=past.soft("figures", lambda: _margin(past, outcome), None),
        dice=[[*key, n] for key, n in sorted(past.dice.items())],
        figures=past.soft("figures", lambda: _figures(past), None) if outcome else None,
        clocks=past.soft("clocks", lambda: clocks.kept(past), {}),
        started_at=live[0].at if live else play.created_at,
        ended_at=play.ended_at or play.updated_at,
    )


def _condition(past: History, outcome: Outcome) -> str:
    """Return by which condition it ended, and for which side where sides of several parts play."""
    if past.state is None:
        return outcome.condition
    teams = past.soft("team", partial(_teams, past, outcome), ())
    sides = {team.code.rpartition(".")[2] for team in teams if isinstance(team, Msg)}
    return ".".join((outcome.condition, *sides)) if len(sides) == 1 else outcome.condition


def _teams(past: History, outcome: Outcome) -> list[Msg | str]:
    return [past.referee.team(past.state, part) for part in outcome.winners]


def _book(play: Play, done: bool, overruled: int | bool) -> str:
    # A table closed after its game has ended is put away, not abandoned.
    if not done:
        return Record.Book.ABANDONED
    return Record.Book.RULED if overruled or play.rulings else Record.Book.CLEAN


def _variant(play: Play, referee: AnyReferee) -> tuple[str, str]:
    """Return the set-up's key and its label as JSON."""
    try:
        box = referee.decode_box(msgspec.json.decode(play.facts))
        choice = referee.variant(referee.decode_setup(play.setup), box)
    except MalformedError:
        choice = None
    if choice is None:
        return "", '""'
    return str(choice.value)[:80], msgspec.json.encode(choice.label).decode()


def _turns(past: History) -> int:
    """Return how many turns of the title's own counting were played; 0 is what came before them."""
    return len({past.referee.turn(step.before) for step in past.steps} - {0})


def _figures(past: History) -> dict[str, int]:
    """Return great moments by the word they are shouted with, and the table's own figures at the
    end."""
    words = past.referee.highlights
    found = dict.fromkeys(words.values(), 0)
    for step in past.steps if words else ():
        codes = {note.code for note in replay.notes_of(step.entry)}
        for word in {words[code] for code in codes if code in words}:
            found[word] += 1
    figures = past.referee.figures(past.state) if past.state is not None else ()
    return found | {each.name: each.value for each in figures if each.part is None}


def _margin(past: History, outcome: Outcome | None) -> int | None:
    if outcome is None:
        return None
    scores = sorted((s.score for s in outcome.scores if s.score is not None), reverse=True)
    if len(scores) > 1:
        return scores[0] - scores[1]
    if past.state is None:
        return None
    won = outcome.result == "won"
    left = [
        abs(figure.limit - figure.value)
        for figure in past.referee.figures(past.state)
        if figure.limit is not None and figure.wins != won
    ]
    return min(left, default=None)


def _places(play: Play, past: History, outcome: Outcome | None) -> list[Place]:
    parts = past.soft("parts", partial(_parts, past), ())
    seats = list(play.seats.exclude(role=Seat.Role.SPECTATOR).select_related("person"))
    entered = Counter((step.entry.seat_id, step.entry.actor) for step in past.steps)
    holders = who_plays([part.index for part in parts], seats, entered)
    first = next((step.entry.actor for step in past.steps if step.entry.actor is not None), None)
    scores = {score.part: score for score in outcome.scores} if outcome else {}
    places = []
    for part in parts:
        seat, score = holders.get(part.index), scores.get(part.index)
        places.append(
            Place(
                part=part.index,
                role=Speaker(past.referee.catalogue()).say(part.name)[:80],
                person=seat.person if seat else None,
                name=seat.name if seat else "",
                winner=_winner(past.referee, outcome, part.index),
                rank=score.rank if score else None,
                score=score.score if score else None,
                first=part.index == first,
            )
        )
    return places + _without_part(seats, holders.values(), past.referee, outcome, entered)


def _parts(past: History) -> tuple[Part, ...]:
    return past.referee.parts(past.state) if past.state is not None else ()


def _winner(referee: AnyReferee, outcome: Outcome | None, part: int | None) -> bool | None:
    """Return whether a side won (``None``: a person without a side); ``None`` if unknown."""
    if outcome is None:
        return None
    if referee.title.cooperative and outcome.result in ("won", "lost"):
        return outcome.result == "won"
    return None if part is None else part in outcome.winners


def _without_part(
    seats: Sequence[Seat],
    holders: Any,
    referee: AnyReferee,
    outcome: Outcome | None,
    entered: Entered = NOTHING,
) -> list[Place]:
    """Return those who helped: without a part, with someone else's, or before or after another
    played it. Among rivals they are those who entered something for it, and neither win nor lose.
    """
    holders = list(holders)
    playing = {seat.pk: seat.parts for seat in holders}
    held = {index for parts in playing.values() for index in parts}
    known = {who(seat) for seat in holders}
    # Someone who left and came back has two seats and is still one person.
    helping = [*{who(seat): seat for seat in seats if who(seat) not in known}.values()]
    if not referee.title.cooperative:
        return [
            Place(part=-1, person=seat.person, name=seat.name)
            for seat in helping
            if any(entered[seat.pk, index] for index in seat.parts if index in held)
        ]
    winner = _winner(referee, outcome, None)
    return [
        Place(part=-1, person=seat.person, name=seat.name, winner=winner)
        for seat in helping
        if held.issuperset(seat.parts)
        if seat.person_id or not seat.gone
    ]


def who(seat: Seat) -> object:
    """Return who sits there, the same for every seat of theirs at the table: the person, or the
    name."""
    return seat.person_id or seat.name.casefold() or ("seat", seat.pk)


def who_plays(
    parts: Sequence[int], seats: Sequence[Seat], entered: Entered = NOTHING
) -> dict[int, Seat]:
    """Return the seat behind each part: of several that are still here, the first, unless one that
    was freed has ``entered`` more for it than all of them. What someone entered before being freed
    and coming back is theirs.

    One free part and one seat without any belong together.
    """
    order = sorted(seats, key=lambda seat: (not seat.gone, -seat.pk))
    holders = {index: seat for seat in order for index in seat.parts if index in parts}
    for index in holders:
        made: Counter[object] = Counter()
        own = [seat for seat in order if index in seat.parts]
        for seat in own:
            made[who(seat)] += entered[seat.pk, index]
        here = {who(seat) for seat in own if not seat.gone}
        gone = [seat for seat in own if who(seat) not in here]
        most = max(gone, key=lambda seat: made[who(seat)], default=None)
        if most is not None and made[who(most)] > sum(made[each] for each in here):
            holders[index] = most
    free = [index for index in parts if index not in holders]
    idle = [seat for seat in seats if not seat.parts and not seat.gone]
    if len(free) == 1 and len(idle) == 1:
        holders[free[0]] = idle[0]
    return holders
