"""Laws that hold in every state a table can reach, whatever the title, and who breaks them.

``breaches`` holds one state of a random game against the laws; ``walks`` plays such games.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

import msgspec

from companion.conformance import chance
from companion.conformance.probes import Probe
from companion.plays.pages.forms import action_types
from games.messages import Msg
from games.odds.options import expected_prompts
from games.referee import (
    Adjust,
    AnyReferee,
    Field,
    MalformedError,
    Prompt,
    Refusal,
    Ruling,
    SetDepth,
)

COMPLETIONS = 200
"""Ways to fill in the other fields that are tried before a choice counts as refused."""

WAY_ON = 400
"""Actions within which a table that does what is offered comes to its next turn."""


LAWS = {
    "awaited": "{do} is the expected step, and its class is not among awaited: {told}",
    "distinct": "{do} is offered twice, and nobody could tell which is which: {told}",
    "overtaken": "{do} is asked of several at once and refuses all but the first: {told}",
    "offered": "{do} is offered and always refused: {told}",
    "possible": "{do} can never succeed: {told}",
    "unordered": "{do} means something else in another order: {told}",
    "onward": "the game does not go on ({do}): {told}",
    "told": "after {do} nobody can be told what may be done: {told}",
    "depth": "a change of depth and back changes the table: {told}",
    "outlived": "the game is still over after the number that ended it is corrected: {told}",
    "wandered": "a number set away and back changes the game ({do}): {told}",
    "overdue": "a number that ended the game does not end it when set by hand ({do}): {told}",
    "interrupted": "a turn comes to something else when its depth changes ({do}): {told}",
    "gone": "what has left play is still there ({do}): {told}",
    "silent": "a number changes by {do} and no note the probe's tells name says so: {told}",
    "invariant": "{do} leaves what check forbids: {told}",
}


class Breach(NamedTuple):
    """A broken law, with the action and the values found instead."""

    law: str
    do: str
    told: str

    @property
    def name(self) -> str:
        """The name; ``told`` belongs to the case."""
        return f"{self.law} {self.do}"

    @property
    def sentence(self) -> str:
        """The fault as a sentence for the title's author."""
        return LAWS[self.law].format(do=self.do, told=self.told)


def breaches(referee: AnyReferee, state: Any, rng: Random) -> Iterator[Breach]:
    """Yield breaches of the laws that can be seen in one state; what costs much is tried on some of
    its prompts."""
    prompts = referee.prompts(state)
    yield from distinct(prompts)
    yield from awaited(referee, state, prompts)
    yield from overtaken(referee, prompts)
    for prompt in prompts:
        actor = anybody(referee, state, prompt, rng)
        if not prompt.fields:
            yield from tap(referee, state, prompt, actor)
    filled = [prompt for prompt in prompts if prompt.fields]
    if filled:
        prompt = rng.choice(filled)
        actor = anybody(referee, state, prompt, rng)
        yield from choice(referee, state, prompt, actor, rng)
        yield from possible(referee, state, prompt, actor, rng)
        yield from unordered(referee, state, prompt, actor, rng)


def anybody(referee: AnyReferee, state: Any, prompt: Prompt, rng: Random) -> int | None:
    """Return one of those a prompt is for: what is for everyone, someone does."""
    parts = (part.index for part in referee.parts(state))
    return rng.choice(prompt.actors) if prompt.actors else rng.choice((None, *parts))


def overtaken(referee: AnyReferee, prompts: Sequence[Prompt]) -> Iterator[Breach]:
    """Check that parts who are asked the same at the same time may answer in any order: the board
    that a slower phone shows is older by then."""
    kinds = action_types(referee.Action)
    due = [(each.do, {*each.actors}) for each in prompts if each.expected and each.actors]
    for do, actors in due:
        others = [other for asked, other in due if asked == do and other.isdisjoint(actors)]
        if others and not kinds[do].rebases:
            yield Breach("overtaken", do, f"{sorted(actors)} beside {sorted(others[0])}")


# -- what is offered is accepted ----------------------------------------------------------


def tap(referee: AnyReferee, state: Any, prompt: Prompt, actor: int | None) -> Iterator[Breach]:
    """Check that a prompt without open fields is never refused."""
    if said := refused(referee, state, {"do": prompt.do, **prompt.fixed}, actor):
        yield Breach("offered", prompt.do, f"{prompt.fixed}: {said}")


def choice(
    referee: AnyReferee, state: Any, prompt: Prompt, actor: int | None, rng: Random
) -> Iterator[Breach]:
    """Check that one of the choices a prompt lists is accepted with some completion of its other
    fields."""
    listed = [(field, one) for field in prompt.fields for one in values(field)]
    if not listed:
        return
    field, one = rng.choice(listed)
    said = ""
    for data in completions(prompt, field, one, rng):
        said = refused(referee, state, data, actor)
        if not said:
            return
    yield Breach("offered", prompt.do, f"{prompt.fixed} {field.name}={one}: {said}")


def possible(
    referee: AnyReferee, state: Any, prompt: Prompt, actor: int | None, rng: Random
) -> Iterator[Breach]:
    """Check that a prompt that lists nothing to choose from is accepted with something filled in.

    What is typed freely only people know.
    """
    if any(values(field) or field.kind == "text" for field in prompt.fields):
        return
    said = ""
    for _ in range(COMPLETIONS):
        said = refused(referee, state, chance.action(prompt, rng), actor)
        if not said:
            return
    yield Breach("possible", prompt.do, f"{prompt.fixed}: {said}, whatever is filled in")


def values(field: Field) -> list[Any]:
    """Return what a field lists to choose from: its choices, or where it has dice, their faces."""
    if field.kind == "dice":
        return [(at, face.value) for at, die in enumerate(field.dice) for face in die.faces]
    if field.kind in ("choice", "choices", "sequence"):
        return [each.value for each in field.choices]
    return []


def completions(prompt: Prompt, field: Field, one: Any, rng: Random) -> Iterator[dict[str, Any]]:
    """Yield actions of ``prompt`` with ``one`` chosen in ``field``, the plainest first."""
    rows = changed_once(field, one)
    for n in range(len(rows) + COMPLETIONS):
        data = {"do": prompt.do, **prompt.fixed}
        for each in prompt.fields:
            plain = n < len(rows) or n % 4 == 0
            if each is not field:
                given = other(each, rng, plain)
            else:
                given = rows[n] if n < len(rows) else filled(each, one, rng, plain)
            if given is not None:
                data[each.name] = given
        yield data


def changed_once(field: Field, one: Any) -> list[list[Any]]:
    """Return the row the form shows with ``one`` in each place: it may fit a single one of them."""
    shown = field.default if isinstance(field.default, list | tuple) else ()
    if field.kind != "sequence" or len(shown) != len(field.rows):
        return []
    return [[*shown[:at], one, *shown[at + 1 :]] for at in range(len(shown))]


def filled(field: Field, one: Any, rng: Random, plain: bool) -> Any:
    """Return a value of the field that contains ``one``."""
    match field.kind:
        case "choice":
            return one
        case "choices":
            rest = [each.value for each in field.choices if each.value != one]
            most = len(rest) + 1 if field.high is None else field.high
            least = max(field.low or 0, 1)
            size = least if plain else rng.randint(least, max(least, min(most, len(rest) + 1)))
            return [one, *rng.sample(rest, min(size - 1, len(rest)))]
        case "sequence":
            row = shared_out(field, one, rng) if plain else chance.value(field, rng)
            if row and one not in row:
                row[rng.randrange(len(row))] = one
            return row
    at, face = one
    faces = chance.value(field, rng)
    faces[at] = face
    return faces


def shared_out(field: Field, one: Any, rng: Random) -> list[Any]:
    """Return a row of numbers with ``one`` in it and the sum the form shows: what is there is
    kept."""
    row = chance.value(field, rng)
    shown = field.default if isinstance(field.default, list) else []
    if len(shown) != len(row) or not all(isinstance(n, int) for n in (*shown, one)):
        return list(row)
    at = rng.choice((0, rng.randrange(len(row))))
    kept = [0] * len(row)
    kept[at] = one
    kept[0 if at else 1] = max(0, sum(shown) - one)
    return kept


def other(field: Field, rng: Random, plain: bool) -> Any:
    """Return a value of a field that is not asked about: as the form shows it, or any."""
    if plain and field.default is not None and not isinstance(field.default, Msg):
        return field.default
    if field.optional and (plain or rng.random() < 0.5):
        return None
    if field.kind == "number" and field.low is not None and rng.random() < 0.5:
        return field.low
    return chance.value(field, rng)


def refused(referee: AnyReferee, state: Any, data: dict[str, Any], actor: int | None) -> str:
    """Return why an action is refused at once; empty when it is done, or asked about."""
    try:
        ruling = referee.apply(state, referee.decode_action(data), actor)
    except MalformedError as error:
        return f"malformed, {error}"
    return ruling.code if isinstance(ruling, Refusal) else ""


# -- one prompt, one meaning --------------------------------------------------------------


def distinct(prompts: tuple[Prompt, ...]) -> Iterator[Breach]:
    """Check that no two prompts send the same action, and no two choices of a field the same
    value."""
    seen = []
    for prompt in prompts:
        asked = [(field.name, field.default, values(field)) for field in prompt.fields]
        if (prompt.do, prompt.fixed, asked) in seen:
            yield Breach("distinct", prompt.do, f"{prompt.fixed} {prompt.label} twice")
        seen.append((prompt.do, prompt.fixed, asked))
        for field in prompt.fields:
            if len({each.value for each in field.choices}) < len(field.choices):
                yield Breach("distinct", prompt.do, f"a value of {field.name} twice")


def awaited(referee: AnyReferee, state: Any, prompts: tuple[Prompt, ...]) -> Iterator[Breach]:
    """Check that a forecast, which asks for the expected prompts alone, is given all of them."""
    known = expected_prompts(referee, state)
    if known != tuple(each for each in prompts if each.expected):
        lacking = next((each.do for each in prompts if each.expected and each not in known), "")
        yield Breach("awaited", lacking, f"{len(known)} found")


def unordered(
    referee: AnyReferee, state: Any, prompt: Prompt, actor: int | None, rng: Random
) -> Iterator[Breach]:
    """Check that things ticked on a list mean the same in whatever order they were ticked."""
    data = chance.action(prompt, rng)
    turned = dict(data)
    for field in prompt.fields:
        if field.kind == "choices" and field.name in data:
            turned[field.name] = data[field.name][::-1]
    if turned == data:
        return
    one = referee.apply(state, referee.decode_action(data), actor)
    two = referee.apply(state, referee.decode_action(turned), actor)
    if type(one) is not type(two):
        yield Breach("unordered", prompt.do, f"{data}: {one} but {two}"[:400])
    elif isinstance(one, Ruling) and isinstance(two, Ruling) and heap(one) != heap(two):
        yield Breach("unordered", prompt.do, f"{data} and {turned} differ")


def heap(value: Any) -> Any:
    """Return anything as plain data without the order of its lists."""
    if isinstance(value, Ruling):
        return heap(msgspec.to_builtins(value.state))
    if isinstance(value, dict):
        return {name: heap(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return sorted((heap(each) for each in value), key=repr)
    return value


# -- no dead end --------------------------------------------------------------------------


def dead_end(referee: AnyReferee, state: Any, rng: Random) -> Iterator[Breach]:
    """Check that offered actions alone lead on to the next turn."""
    begun = referee.turn(state)
    for _ in range(WAY_ON):
        after = chance.onward(referee, state, rng)
        if after is None:
            yield Breach("onward", "any", f"{referee.step(state)}: nothing offered is accepted")
            return
        state = after
        if referee.turn(state) != begun or referee.outcome(state):
            return
    yield Breach("onward", "turn", f"{referee.step(state)}: none within {WAY_ON} actions")


# -- what may be done can be told ---------------------------------------------------------


def untold(referee: AnyReferee, state: Any, do: str) -> Iterator[Breach]:
    """Check that listing what may be done asks nothing, refuses nothing and never fails.

    Whatever is raised here, everyone at the table would be met with on every page.
    """
    try:
        referee.prompts(state)
    except Exception as error:
        yield Breach("told", do, f"{referee.step(state)}: {error!r}")


# -- depth loses nothing and gives nothing ------------------------------------------------


def shallow(referee: AnyReferee, state: Any) -> Iterator[Breach]:
    """Check that every other depth and back again leaves the table as it was, and something to
    do."""
    here = getattr(state, "depth", "")
    for depth in referee.title.depths:
        if depth == here or not here:
            continue
        there = referee.apply(state, SetDepth(depth))
        back = referee.apply(there.state, SetDepth(here)) if isinstance(there, Ruling) else there
        if not isinstance(there, Ruling) or not isinstance(back, Ruling):
            yield Breach("depth", depth, f"{referee.step(state)}: refused")
        elif not chance.same(referee, back.state, state):
            told = [
                f"{name}: {getattr(state, name)} → {getattr(back.state, name)}"[:300]
                for name in state.__struct_fields__
                if getattr(state, name) != getattr(back.state, name)
            ]
            yield Breach("depth", depth, f"{referee.step(state)}: {'; '.join(told)}")
        elif referee.prompts(state) and not referee.prompts(there.state):
            yield Breach("depth", depth, f"{referee.step(state)}: nothing is offered there")


# -- an ending follows from the table -----------------------------------------------------


def outlived(referee: AnyReferee, state: Any, do: str) -> Iterator[Breach]:
    """Check that correcting the one number that ended a game ends that ending, or is refused."""
    outcome = referee.outcome(state)
    reached = [f for f in referee.figures(state) if f.limit is not None and f.value >= f.limit]
    if outcome is None or outcome.also or len(reached) != 1:
        return
    (cause,) = reached
    tracker = next((each for each in referee.trackers(state) if each.name == cause.name), None)
    if tracker is None or tracker.low >= tracker.value:
        return
    ruling = referee.apply(state, Adjust(tracker.name, tracker.low))
    after = referee.outcome(ruling.state) if isinstance(ruling, Ruling) else None
    if after and after.condition == outcome.condition:
        told = f"{tracker.name} {tracker.value} → {tracker.low}, still {outcome.condition}"
        yield Breach("outlived", do, told)


# -- what is gone is gone -----------------------------------------------------------------


def gone(probe: Probe, referee: AnyReferee, state: Any) -> Iterator[Breach]:
    """Check that nothing that left play is held on to, or offered to act or be chosen."""
    present = set(probe.present(state))
    for name in set(probe.held(state)) - present:
        yield Breach("gone", "state", f"{name} is still referred to")
    for prompt in referee.prompts(state):
        for name in set(probe.names(prompt)) - present:
            yield Breach("gone", prompt.do, f"{name} is offered")


# -- nothing in silence -------------------------------------------------------------------


def silent(
    probe: Probe, referee: AnyReferee, before: Any, ruling: Ruling[Any], do: str
) -> Iterator[Breach]:
    """Check that each changed number appears in a note."""
    was = {each.name: each.value for each in numbers(referee, before)}
    for each in numbers(referee, ruling.state):
        value = was.get(each.name)
        if value is not None and value != each.value and not probe.told(each.name, ruling.notes):
            told = sorted(note.code.removeprefix("note.") for note in ruling.notes)
            yield Breach("silent", do, f"{each.name} {value} → {each.value}, said {told}")


def numbers(referee: AnyReferee, state: Any) -> tuple[Any, ...]:
    return (*referee.trackers(state), *referee.figures(state))
