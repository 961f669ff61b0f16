"""Offers of a title in a line each: what is asked, and between which bounds.

``recorded/offers.txt`` in a title's folder has the pages of the set-up and of the box, then each
action of the golden games and of the scenarios of its log by its label: which rules it cites,
whether the rules wait for it (``expected``), for ``own`` parts or ``anybody``, where it is drawn,
and what is decided already (``{}``). Below each stand its inputs: bounds, what is filled in
(``=``), what may be left open (``?``), what there is to choose (``of``) and what is said beside it.
Then the numbers that can be corrected.

What differs from game to game is given in all its forms, or from the least to the greatest.
``python -m tests.playthroughs`` writes the files anew: the diff is what a change means.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec

from games import registry
from games.messages import Msg
from games.referee import AnyReferee, Field, Prompt, Tracker
from tests import golden
from tests.probes import room, rooms

NAMED = 8
"""So many different values are named; more are counted."""


def path(slug: str) -> Path:
    return room(slug) / "offers.txt"


def kept(slug: str) -> str:
    """Return what was written before; nothing of a title that has not been."""
    return path(slug).read_text() if path(slug).exists() else ""


def write(slug: str) -> str:
    """Write all offers of a title, and its numbers."""
    prompts: dict[tuple[str, str], list[Prompt]] = defaultdict(list)
    for prompt in forms(slug):
        prompts[prompt.do, code(prompt.label)].append(prompt)
    numbers: dict[str, list[Tracker]] = defaultdict(list)
    referee = registry.referee(slug)
    for state, middle, asked in states(slug):
        for prompt in asked:
            prompts[prompt.do, code(prompt.label)].append(prompt)
        for tracker in referee.trackers(state) if middle else ():
            numbers[re.sub(r"\d+", "*", tracker.name)].append(tracker)
    lines = [line for key in sorted(prompts) for line in _offer(*key, prompts[key])]
    lines += [_number(name, numbers[name]) for name in sorted(numbers)]
    lines += _shipped(referee)
    return "\n".join(lines) + "\n"


def forms(slug: str) -> Iterator[Prompt]:
    """Yield the wizard and the forms of the box, without a copy described and with one."""
    referee = registry.referee(slug)
    for box in (referee.blank_box(), referee.sample_box()):
        yield from referee.box_pages(box)
        for players in range(referee.title.min_players, referee.title.max_players + 1):
            yield from referee.setup_pages(referee.setup_default(players, box), box)


@cache
def states(slug: str) -> tuple[tuple[Any, bool, tuple[Prompt, ...]], ...]:
    """Return every state, whether it is the one in the middle of a golden game, and what it
    offers."""
    prompts = registry.referee(slug).prompts
    games = map(golden.replayed, golden.games(slug))
    found = [(state, n == done.head // 2) for done in games for n, state in done.states.items()]
    found += [(state, False) for state in scenarios(slug)]
    return tuple((state, middle, prompts(state)) for state, middle in found)


def scenarios(slug: str) -> list[Any]:
    """Return the tables a title has for every sentence of its log, where its tests tell them."""
    notes = (import_module(f"tests.games.{each}.test_notes") for each in rooms(slug, "test_notes"))
    told = (each.positions(slug) for each in notes if hasattr(each, "positions"))
    return [state for positions in told for state in positions]


def _offer(do: str, label: str, prompts: list[Prompt]) -> Iterator[str]:
    rules = named(prompt.rule for prompt in prompts)
    expected = named("expected" if prompt.expected else "possible" for prompt in prompts)
    actors = named("anybody" if prompt.actors is None else "own" for prompt in prompts)
    group = named(f"{prompt.group}/{prompt.tone}" for prompt in prompts)
    fixed = sorted({name for prompt in prompts for name in prompt.fixed})
    decided = ", ".join(f"{each} {named(p.fixed.get(each) for p in prompts)}" for each in fixed)
    helped = named(code(prompt.help) for prompt in prompts)
    yield f"{do} {label} [{rules}] {expected} {actors} {group} {{{decided}}} {helped}".rstrip()
    fields: dict[str, list[Field]] = defaultdict(list)
    for prompt in prompts:
        for field in prompt.fields:
            fields[field.name].append(field)
    yield from (f"  {name}: {_field(fields[name])}" for name in fields)


def _field(fields: list[Field]) -> str:
    """Return one input in all its forms."""
    choices = [choice for field in fields for choice in field.choices]
    told = {
        "": named(field.kind for field in fields),
        "from ": named(field.low for field in fields),
        "to ": named(field.high for field in fields),
        "= ": named(_plain(field.default) for field in fields),
        "dice ": named(len(field.dice) or None for field in fields),
        "rows ": named(len(field.rows) or None for field in fields),
        "of ": named(choice.value for choice in choices),
        "beside ": named(code(choice.hint) for choice in choices),
        "by ": named(field.rule for field in fields),
        "open ": named("?" if field.optional else "" for field in fields),
    }
    return ", ".join(f"{word}{value}" for word, value in told.items() if value)


def _number(name: str, trackers: list[Tracker]) -> str:
    low, high = (named(getattr(each, side) for each in trackers) for side in ("low", "high"))
    return f"number {name} from {low} to {high} [{named(each.rule for each in trackers)}]"


def _shipped(referee: AnyReferee) -> Iterator[str]:
    """Yield what a new copy knows, a fact a line, and the set-up of the fewest players."""
    box = referee.blank_box()
    for name, value in _filled(box).items():
        for each in value if isinstance(value, list) else [value]:
            yield f"ships {name} {json.dumps(each, ensure_ascii=False)}"
    setup = referee.setup_default(referee.title.min_players, box)
    for name, value in _filled(setup).items():
        yield f"begins with {name} {json.dumps(value, ensure_ascii=False)}"


def _filled(value: Any) -> Any:
    """Return plain data with the defaults of its types and without what is empty, however deep."""
    if isinstance(value, msgspec.Struct):
        value = msgspec.structs.asdict(value)
    if isinstance(value, dict):
        told = {name: _filled(each) for name, each in value.items()}
        return {name: each for name, each in told.items() if each not in ("", None, [], {})}
    return [_filled(each) for each in value] if isinstance(value, list | tuple) else value


def _plain(value: Any) -> Any:
    """Return a value that can be compared; of a list how much is filled in."""
    if isinstance(value, Msg):
        return value.code
    return f"{len(value)} chosen" if isinstance(value, list | tuple) else value


def code(label: Any) -> str:
    return str(getattr(label, "code", label))


def named(values: Iterable[Any]) -> str:
    """Return different values, or the least and the greatest of many; nothing for nothing."""
    seen = {value for value in values if value is not None and value != ""}
    if len(seen) <= NAMED:
        return " | ".join(map(str, sorted(seen, key=_order)))
    numbers = sorted(value for value in seen if isinstance(value, int))
    return f"{numbers[0]}…{numbers[-1]}" if len(numbers) == len(seen) else f"{len(seen)} different"


def _order(value: Any) -> tuple[bool, int, str]:
    number = isinstance(value, int)
    return not number, value if number else 0, str(value)
