"""Which tries would notice a small change of the rules that no kept one notices?

``python -m tests.playthroughs --notice SLUG`` makes every change of ``tests.mutants`` in the rules
of a title, one by one, and asks the kept tries. For what none of them notices it looks through very
many new ones that execute the changed line, and keeps who comes to something else because of it.
What is left is printed: changes without effect, or such that only a scenario can tell.

New tries are what ``tests.tried`` tries, and besides numbers at and beyond each bound, things
another prompt spoke of, and actions whose time it is not.
"""

from __future__ import annotations

import gc
import re
import signal
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import _lru_cache_wrapper
from itertools import islice
from random import Random
from types import CodeType, FrameType, FunctionType
from typing import Any

from companion.conformance import chance
from games import registry
from games.referee import AnyReferee, Malformed, Prompt, Ruling
from tests import mutants, tried, trying
from tests.tried import Step, Try

PER_LINE = 60
"""So many tries that execute a line are asked about a change of it, evenly spread."""
BEGUN = 60
"""From so many positions of golden games, evenly spread, new tries go on, and not alone those of
the scenarios."""
DEPTH = 2
"""So many steps they go on."""
BESIDE = 4
"""So many things are tried beside what a scenario does."""
WILD = 12
"""So many actions beyond what is offered are tried in one position."""
KEPT = 800
"""So many tries of a title are enough."""
FRESH = 3
"""So much of what came of a scenario's try has to be new."""
SECONDS = 5
"""A try that takes longer goes round in circles because of the change."""

Line = tuple[str, int]
Place = tuple[str, int]
"""Where a function begins."""


class Lost(Exception):
    """A try does not come to an end."""


class Rules:
    """The functions of a title, which may be given other code and back."""

    def __init__(self, slug: str) -> None:
        homes = {base.__module__ for base in type(registry.referee(slug)).__mro__}
        rooms = {home.split(".")[1] for home in homes if home.startswith("games.")}
        paths = [
            path
            for room in sorted(rooms & mutants.TITLES.keys())
            for path in sorted((mutants.ROOT / "games" / room).rglob("*.py"))
        ]
        self.sources = {str(path): path.read_text() for path in paths}
        self.codes = {path: compile(text, path, "exec") for path, text in self.sources.items()}
        self.functions: dict[str, list[tuple[FunctionType, CodeType]]] = defaultdict(list)
        for each in gc.get_objects():
            if isinstance(each, FunctionType) and each.__code__.co_filename in self.sources:
                self.functions[each.__code__.co_filename].append((each, each.__code__))
        self.caches = [
            each
            for each in gc.get_objects()
            if isinstance(each, _lru_cache_wrapper)
            and each.__module__.startswith("games.")
            and each.__module__ != registry.__name__
        ]

    def changes(self) -> list[mutants.Mutant]:
        """Every change of every file."""
        return [each for path, text in self.sources.items() for each in mutants.mutants(path, text)]

    def during(self, mutant: mutants.Mutant, work: Callable[[], bool]) -> bool:
        """What ``work`` says while the change is made."""
        now = compile(mutant.applied(self.sources[mutant.path]), mutant.path, "exec")
        pairs = dict(trying._pairs(self.codes[mutant.path], now))
        try:
            for function, code in self.functions[mutant.path]:
                new = pairs.get((code.co_qualname, code.co_firstlineno), code)
                if new.co_freevars == code.co_freevars:
                    function.__code__ = new
            self.forget()
            return work()
        finally:
            for function, code in self.functions[mutant.path]:
                function.__code__ = code
            self.forget()

    def forget(self) -> None:
        for each in self.caches:
            each.cache_clear()

    def executed(self, slug: str, one: Try, wanted: Mapping[Place, set[Line]]) -> set[Line]:
        """The lines a try runs through, of those wanted by the function they stand in."""
        seen: set[Line] = set()

        def inside(frame: FrameType, event: str, _: Any) -> Any:
            if event == "line":
                seen.add((frame.f_code.co_filename, frame.f_lineno))
            return inside

        def entered(frame: FrameType, event: str, _: Any) -> Any:
            code = frame.f_code
            return inside if wanted.get((code.co_filename, code.co_firstlineno)) else None

        sys.settrace(entered)
        try:
            came(slug, one)
        finally:
            sys.settrace(None)
        return seen

    def places(self, lines: Iterable[Line]) -> dict[Place, set[Line]]:
        """The functions these lines stand in, by where they begin."""
        found: dict[Place, set[Line]] = defaultdict(set)
        wanted = set(lines)
        waiting = list(self.codes.items())
        while waiting:
            path, code = waiting.pop()
            own = {(path, n) for *_, n in code.co_lines() if n}
            found[path, code.co_firstlineno] |= own & wanted
            waiting += [(path, each) for each in trying._inner(code)]
        return found


def notice(slug: str) -> list[Try]:
    """The kept tries, and those that notice what none of them does."""
    rules, found = Rules(slug), tried.read(slug)
    changes = rules.changes()
    everywhere = {line for each in changes for line in _lines(each)}
    net = Net(slug, rules, everywhere)
    for each in found:
        net.add(each)
    left = [each for each in changes if not net.notices(each)]
    print(f"{len(changes)} changes, {len(left)} not noticed by {len(found)} tries", flush=True)
    pool = Net(slug, rules, {line for each in left for line in _lines(each)})
    for candidate in candidates(slug):
        pool.add(candidate, PER_LINE)
    fresh = Net(slug, rules, pool.lines)
    print(f"{len(pool.came)} new tries execute one of them", flush=True)
    for mutant in left:
        if not fresh.notices(mutant):
            if by := pool.noticing(mutant):
                fresh.add(by)
                found.append(by)
            else:
                print(mutants._shown(mutant, rules.sources[mutant.path]), flush=True)
    return found


def widen(slug: str) -> list[Try]:
    """The kept tries, and of what scenarios ask and of tries beside it those that came to
    something no other did, each number told apart."""
    seen: set[Any] = set()
    found: list[Try] = []
    for one in (*tried.read(slug), *_beside(slug)):
        signs = {(str(one.steps[-1].action.get("do")), _sign(line)) for line in came(slug, one)}
        if len(found) < KEPT and len(signs - seen) >= (FRESH if one.at.count(".") else 0):
            found.append(one)
            seen |= signs
    return found


def _sign(line: str) -> str:
    """A line of what came of a try, whoever it was about."""
    mark, _, rest = line.partition(" ")
    return line if mark == "~" else re.sub(r'"[^"]*"', "…", rest)


class Net:
    """Tries by the lines they execute, with what comes of them by the rules as they are."""

    def __init__(self, slug: str, rules: Rules, lines: Iterable[Line]) -> None:
        self.slug, self.rules, self.lines = slug, rules, set(lines)
        self.wanted = rules.places(self.lines)
        self.tries: dict[Line, list[Try]] = defaultdict(list)
        self.came: dict[int, list[str]] = {}

    def add(self, one: Try, most: int = 10**9) -> None:
        """Keep a try for the lines that fewer than ``most`` others execute."""
        self.rules.forget()
        lines = self.rules.executed(self.slug, one, self.wanted) & self.lines
        lines = {line for line in lines if len(self.tries[line]) < most}
        if not lines:
            return
        self.came[id(one)] = came(self.slug, one)
        for line in lines:
            self.tries[line].append(one)
            if len(self.tries[line]) == most:
                for each in self.wanted.values():
                    each.discard(line)

    def notices(self, mutant: mutants.Mutant) -> bool:
        return self.noticing(mutant) is not None

    def noticing(self, mutant: mutants.Mutant) -> Try | None:
        """A try that comes to something else once the change is made."""
        by: list[Try] = []

        def work() -> bool:
            asked = list({id(t): t for n in _lines(mutant) for t in self.tries[n]}.values())
            for one in asked[:: 1 + len(asked) // PER_LINE]:
                if came(self.slug, one) != self.came[id(one)]:
                    by.append(one)
                    return True
            return False

        return by[0] if self.rules.during(mutant, work) else None


def _lines(mutant: mutants.Mutant) -> list[Line]:
    last = mutant.node.end_lineno or mutant.line
    return [(mutant.path, n) for n in range(mutant.line, last + 1)]


def came(slug: str, one: Try) -> list[str]:
    """What comes of a try, also where it can't be begun any more or fails."""

    def lost(*_: Any) -> None:
        raise Lost

    signal.signal(signal.SIGALRM, lost)
    signal.alarm(SECONDS)
    try:
        return tried.told(slug, one)
    except Exception as error:
        return [f"{type(error).__name__}: {error}"]
    finally:
        signal.alarm(0)


# -- new tries ----------------------------------------------------------------------------


def candidates(slug: str) -> Iterator[Try]:
    """Very many tries, the same each time."""
    referee = registry.referee(slug)
    places = tried.positions(slug)
    known = Known(prompt for state in places.values() for prompt in referee.prompts(state))
    for at, box in tried.copies(referee).items():
        rng = Random(f"{slug} {at} notice")
        for prompt in referee.box_pages(box):
            for _ in range(WILD):
                yield Try(at, (Step(None, known.wild(prompt, rng), {}),))
    yield from _beside(slug)
    for at, state in list(places.items())[:: max(1, len(places) // BEGUN)]:
        yield from _onward(referee, at, state, known, Random(f"{slug} {at} notice"))


def _beside(slug: str) -> Iterator[Try]:
    """What the scenarios of a title ask of the referee, and other things tried beside it."""
    referee = registry.referee(slug)
    known = Known(
        prompt for state in tried.positions(slug).values() for prompt in referee.prompts(state)
    )
    for test in tried.scenarios(slug):
        with suppress(LookupError):
            for n, call in enumerate(tried.played(slug, test)):
                at = f"{test}:{n}"
                yield Try(at, (call.step,))
                rng = Random(f"{slug} {at} notice")
                for step in islice(_wild(referee, call.state, known, rng), BESIDE):
                    yield Try(at, (step,))


def _onward(referee: AnyReferee, at: str, state: Any, known: Known, rng: Random) -> Iterator[Try]:
    before: tuple[Step, ...] = ()
    for _ in range(DEPTH):
        onward: list[tuple[Step, Any]] = []
        for step in (*tried._steps(referee, state, rng), *_wild(referee, state, known, rng)):
            for asked in tried._asked(referee, state, step, rng):
                yield Try(at, (*before, asked))
            try:
                ruling = tried._ruled(referee, state, asked)
            except Malformed:
                continue
            if isinstance(ruling, Ruling):
                onward.append((asked, ruling.state))
        if not onward:
            break
        step, state = rng.choice(onward)
        before = (*before, step)


def _wild(referee: AnyReferee, state: Any, known: Known, rng: Random) -> Iterator[Step]:
    prompts = referee.prompts(state)
    for _ in range(WILD):
        prompt = rng.choice((*prompts, *known.some(rng, len(prompts) or 1)))
        actor = rng.choice(prompt.actors) if prompt.actors else None
        yield Step(actor, known.wild(prompt, rng), {})


class Known:
    """Every value the prompts of a title speak of, by the name of its field."""

    def __init__(self, prompts: Iterable[Prompt]) -> None:
        self.prompts: dict[str, list[Prompt]] = defaultdict(list)
        self.values: dict[str, list[Any]] = defaultdict(list)
        for prompt in prompts:
            self.prompts[prompt.do].append(prompt)
            for name, value in prompt.fixed.items():
                self._see(name, value)
            for field in prompt.fields:
                for choice in field.choices if field.kind == "choice" else ():
                    self._see(field.name, choice.value)

    def _see(self, name: str, value: Any) -> None:
        if value not in self.values[name]:
            self.values[name].append(value)

    def some(self, rng: Random, n: int) -> Iterator[Prompt]:
        """Prompts of any time, each action as likely as another."""
        dos = sorted(self.prompts)
        yield from (rng.choice(self.prompts[rng.choice(dos)]) for _ in range(n))

    def wild(self, prompt: Prompt, rng: Random) -> dict[str, Any]:
        """An action of this prompt, numbers at their bounds, things that others spoke of."""
        data = chance.action(prompt, rng)
        for field in prompt.fields:
            if field.kind == "number" and rng.random() < 0.6:
                low = field.low or 0
                high = low + 9 if field.high is None else field.high
                data[field.name] = rng.choice((low - 1, low, low + 1, high - 1, high, high + 1))
        lent = [name for name in data if self.values.get(name)]
        if lent and rng.random() < 0.6:
            name = rng.choice(lent)
            data[name] = rng.choice(self.values[name])
        return tried._as_read(data)
