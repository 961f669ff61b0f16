"""Single actions, sound and wrong ones: a page of tries per title, each by itself.

``recorded/tries.txt`` in a title's folder begins each try with ``@`` and where it starts: an entry
of a golden game, a position of the title's scenarios, a box, what one of its tests asks of the
referee. ``+`` lines are the steps, as the part that acts and the action (``=`` what was answered).
Of the last one stands what came of it: ``>`` the notes, the refusal or the question with its rule
and its facts, ``~`` what changed, ``*`` what may be done now or no longer. Golden games tell a game
as it went well; these tell what else could have been done: the wrong die, the other part's token,
one more than fits, a number set right in mid-game.

``python -m tests.playthroughs`` writes down what came of the same tries by the rules of today;
``python -m tests.playthroughs --search SLUG …`` looks for new ones, and keeps of thousands those
that came to something no other did.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import _lru_cache_wrapper, cache
from importlib import import_module
from inspect import isfunction, signature
from pathlib import Path
from random import Random
from typing import Any, NamedTuple
from unittest import mock

import msgspec

from companion.conformance import chance
from games import registry
from games.messages import Msg
from games.referee import AnyReferee, MalformedError, Prompt, Question, Refusal, Ruling
from games.vocabulary import Note
from tests import golden, offers
from tests.probes import GAMES, room, rooms

WAYS = 3
"""So often a prompt is tried in one position."""
ONWARD = 2
"""So many steps a try may go on from where it began."""
CALLS = 40
"""So much of a scenario is looked at."""
BEGUN = 100
"""From so many positions, evenly spread, tries are looked for."""


class Step(NamedTuple):
    """One action, in whose name, and the answers it was given."""

    actor: int | None
    action: dict[str, Any]
    answers: dict[str, str]


class Try(NamedTuple):
    """Start of a try, and what is done; the last step is what it is about."""

    at: str
    steps: tuple[Step, ...]


def path(slug: str) -> Path:
    return room(slug) / "tries.txt"


def kept(slug: str) -> str:
    """Return what the file of a title says; nothing if it has none yet."""
    return path(slug).read_text() if path(slug).exists() else ""


# -- where a try begins -------------------------------------------------------------------


@cache
def positions(slug: str) -> dict[str, Any]:
    """Return every state of the golden games and of the scenarios, by name."""
    found: dict[str, Any] = {}
    for file in golden.games(slug):
        states = golden.replayed(file).states
        found |= {f"{file.stem}:{n}": state for n, state in states.items()}
    found |= {f"scenario:{n}": state for n, state in enumerate(offers.scenarios(slug))}
    return found


def copies(referee: AnyReferee) -> dict[str, Any]:
    """Return the boxes that are taught something."""
    return {"box:blank": referee.blank_box(), "box:sample": referee.sample_box()}


class EnoughSeenError(BaseException):
    """A scenario has shown as much as is looked at."""


class Call(NamedTuple):
    """Request of a scenario to the referee, and in what state."""

    state: Any
    step: Step


def scenarios(slug: str) -> list[str]:
    """Return the tests of a title that play by themselves: nothing is handed to them, nothing
    random."""
    found = []
    for own in rooms(slug):
        for file in sorted((GAMES / own).rglob("test_*.py")):
            place = ".".join(file.relative_to(GAMES).with_suffix("").parts)
            module = import_module(f"tests.games.{place}")
            for name, test in vars(module).items():
                plays = isfunction(test) and name.startswith("test_")
                plays = plays and test.__module__ == module.__name__
                plays = plays and not signature(test).parameters
                if plays and not hasattr(test, "hypothesis") and not hasattr(test, "pytestmark"):
                    found.append(f"{place}.{name}")
    return [name for name in found if not re.search("machine|random", name)]


@cache
def played(slug: str, test: str) -> list[Call]:
    """Return every action that a test of a title tries; raise ``LookupError`` where there is
    none."""
    module, _, name = f"tests.games.{test}".rpartition(".")
    referee = type(registry.referee(slug))
    found: list[Call] = []
    apply = referee.apply

    def heard(
        self: Any, state: Any, action: Any, actor: int | None = None, answers: Any = None
    ) -> Any:
        if isinstance(self, referee):
            step = Step(actor, msgspec.to_builtins(action), dict(answers or {}))
            found.append(Call(state, step._replace(action=_as_read(step.action))))
            if len(found) == CALLS:
                raise EnoughSeenError
        return apply(self, state, action, actor, answers or {})

    _forget()
    with mock.patch.object(referee, "apply", heard):
        try:
            getattr(import_module(module), name)()
        except EnoughSeenError:
            pass
        except Exception as error:
            raise LookupError(f"{test} does not hold: {error}") from error
    return found


def _forget() -> None:
    """Have scenarios ask anew what others before them may have kept."""
    for name, module in list(sys.modules.items()):
        if name.startswith("tests.games."):
            for each in vars(module).values():
                if isinstance(each, _lru_cache_wrapper):
                    each.cache_clear()


def position(slug: str, at: str) -> Any:
    """Return the state a try begins with; raise ``LookupError`` if it is gone."""
    test, _, n = at.rpartition(":")
    return played(slug, test)[int(n)].state if "." in test else positions(slug)[at]


# -- what comes of it ---------------------------------------------------------------------


def told(slug: str, tried: Try) -> list[str]:
    """Return what came of the last step; raise ``LookupError`` if the try cannot be begun any
    more."""
    referee = registry.referee(slug)
    *before, last = tried.steps
    if tried.at.startswith("box:"):
        return [*_learnt(referee, copies(referee)[tried.at], last)]
    state = position(slug, tried.at)
    for step in before:
        ruling = _ruled(referee, state, step)
        if not isinstance(ruling, Ruling):
            raise LookupError(f"{tried.at}: {step.action} is not done any more")
        state = ruling.state
    return [*_came(referee, state, last)]


def _ruled(referee: AnyReferee, state: Any, step: Step) -> Ruling[Any] | Refusal | Question:
    return referee.apply(state, referee.decode_action(step.action), step.actor, step.answers)


def _came(referee: AnyReferee, state: Any, step: Step) -> Iterator[str]:
    try:
        ruling = _ruled(referee, state, step)
    except MalformedError as error:
        yield f"> malformed: {error}"
        return
    if isinstance(ruling, Ruling):
        yield from map(_note, ruling.notes)
        yield from _changes(state, ruling.state)
        yield from _offered(referee.prompts(state), referee.prompts(ruling.state))
        yield from (f"! {defect}" for defect in referee.check(ruling.state))
    else:
        yield from _stopped(ruling)


def _learnt(referee: AnyReferee, box: Any, step: Step) -> Iterator[str]:
    try:
        ruling = referee.learn(box, referee.decode_action(step.action))
    except MalformedError as error:
        yield f"> malformed: {error}"
        return
    if isinstance(ruling, Refusal):
        yield from _stopped(ruling)
    else:
        yield from _changes(box, ruling)


def _stopped(answer: Refusal | Question) -> Iterator[str]:
    kind = "refused" if isinstance(answer, Refusal) else "asks"
    yield f"> {kind} {answer.code} [{answer.rule}] {_plain(answer.facts)}"
    if isinstance(answer, Question):
        values = ", ".join(str(option.value) for option in answer.options)
        yield f"> {answer.weight} {values} of {answer.consent}"
    elif answer.remedy or not answer.overridable:
        remedy = _plain(answer.remedy) if answer.remedy else "nothing"
        yield f"> what would help: {remedy}{'' if answer.overridable else ', not overruled'}"


def _note(note: Note) -> str:
    owner = "" if note.owner is None else f" for {note.owner}, others {note.hidden or 'nothing'}"
    return f"> {note.code} [{note.rule}] {_plain(note.facts)}{owner}"


def _offered(before: Iterable[Prompt], after: Iterable[Prompt]) -> Iterator[str]:
    """Yield what may be done that could not be done before, and the other way round; of each input,
    how many ways there are to fill it in."""
    old, new = (Counter(map(_prompt, prompts)) for prompts in (before, after))
    yield from (f"* {each}" for each in sorted(new - old))
    if gone := sorted(old - new):
        yield f"* no longer {', '.join(gone)}"


def _prompt(prompt: Prompt) -> str:
    ways = (f"{f.name}:{len(f.choices) or len(f.dice) or f.kind}" for f in prompt.fields)
    return f"{prompt.do}{'!' if prompt.expected else ''}({' '.join(ways)})"


def _changes(before: Any, after: Any) -> Iterator[str]:
    """Yield what differs between two states or boxes, by where it is."""
    yield from _differing("", *(msgspec.to_builtins(each) for each in (before, after)))


def _differing(where: str, old: Any, new: Any) -> Iterator[str]:
    if old == new:
        return
    if isinstance(old, tuple) and isinstance(new, tuple) and len(old) != len(new):
        yield from (f"~ {where[1:]} - {_plain(each)}" for each in old if each not in new)
        yield from (f"~ {where[1:]} + {_plain(each)}" for each in new if each not in old)
        return
    inside = _items(old), _items(new)
    if not (inside[0] and inside[1]):
        yield f"~ {where[1:]} {_plain(old)} -> {_plain(new)}"
        return
    for key in {**inside[0], **inside[1]}:
        yield from _differing(f"{where}.{key}", inside[0].get(key), inside[1].get(key))


def _items(value: Any) -> dict[Any, Any]:
    if isinstance(value, tuple):
        return dict(enumerate(value))
    return value if isinstance(value, dict) else {}


def _plain(value: Any) -> str:
    if isinstance(value, Msg):
        return f"{value.code} {_plain(value.facts)}" if value.facts else value.code
    return msgspec.json.encode(value, enc_hook=_plain, order="deterministic").decode()


# -- the file -----------------------------------------------------------------------------


def read(slug: str) -> list[Try]:
    """Return the tries of a title, without what came of them."""
    found: list[Try] = []
    for line in kept(slug).splitlines():
        mark, _, rest = line.partition(" ")
        if mark == "@":
            found.append(Try(rest, ()))
        elif mark == "+":
            actor, _, action = rest.partition(" ")
            step = Step(
                None if actor == "-" else int(actor), msgspec.json.decode(action.encode()), {}
            )
            found[-1] = found[-1]._replace(steps=(*found[-1].steps, step))
        elif mark == "=":
            code, _, answer = rest.partition(": ")
            found[-1].steps[-1].answers[code] = answer
    return found


def write(slug: str, tries: Iterable[Try]) -> str:
    """Write all tries with what comes of them today; one that can't be begun any more is left
    out."""
    lines: list[str] = []
    for tried in tries:
        try:
            came = told(slug, tried)
        except (LookupError, MalformedError):
            continue
        lines.append(f"@ {tried.at}")
        for step in tried.steps:
            actor = "-" if step.actor is None else step.actor
            lines.append(f"+ {actor} {msgspec.json.encode(step.action).decode()}")
            lines += [f"= {code}: {answer}" for code, answer in step.answers.items()]
        lines += [*came, ""]
    return "\n".join(lines)


# -- looking for tries --------------------------------------------------------------------


def search(slug: str) -> list[Try]:
    """Return of very many tries those that came to something of their own, the same each time."""
    referee = registry.referee(slug)
    seen: set[Any] = set()
    kept: list[Try] = []

    def keep(tried: Try, came: Iterable[str]) -> None:
        came = [*came]
        signs = {*_signs(tried.steps[-1], came)}
        if signs - seen:
            kept.append(tried)
            seen.update(signs)

    for at, box in copies(referee).items():
        rng = Random(f"{slug} {at}")
        for prompt in referee.box_pages(box):
            for data in _filled(prompt, rng):
                step = Step(None, data, {})
                keep(Try(at, (step,)), _learnt(referee, box, step))
    places = list(positions(slug).items())
    for at, state in places[:: max(1, len(places) // BEGUN)]:
        _wander(referee, at, state, (), Random(f"{slug} {at}"), keep)
    return kept


def _wander(
    referee: AnyReferee, at: str, state: Any, before: tuple[Step, ...], rng: Random, keep: Any
) -> None:
    """Try everything that may be done in a state, and go on from some of it."""
    onward: list[tuple[Step, Any]] = []
    for step in _steps(referee, state, rng):
        for asked in _asked(referee, state, step, rng):
            keep(Try(at, (*before, asked)), _came(referee, state, asked))
        try:
            ruling = _ruled(referee, state, asked)
        except MalformedError:
            continue
        if isinstance(ruling, Ruling):
            onward.append((asked, ruling.state))
    if len(before) < ONWARD and onward:
        step, after = rng.choice(onward)
        _wander(referee, at, after, (*before, step), rng, keep)


def _steps(referee: AnyReferee, state: Any, rng: Random) -> Iterator[Step]:
    """Yield what is offered, filled in soundly and not; in the wrong name; and numbers set
    right."""
    for prompt in referee.prompts(state):
        actor = rng.choice(prompt.actors) if prompt.actors else None
        for data in _filled(prompt, rng):
            yield Step(actor, data, {})
        if prompt.actors is not None:
            yield Step(rng.choice((0, 1, 2)), _as_read(chance.action(prompt, rng)), {})
    trackers = referee.trackers(state)
    for tracker in rng.sample(trackers, min(4, len(trackers))):
        value = rng.randint(tracker.low - 1, tracker.high + 1)
        yield Step(None, {"do": "adjust", "tracker": tracker.name, "value": value}, {})


def _filled(prompt: Prompt, rng: Random) -> Iterator[dict[str, Any]]:
    shown = {field.name: field.default for field in prompt.fields if field.default is not None}
    yield _as_read({**chance.action(prompt, rng), **shown})
    for _ in range(WAYS - 1):
        yield _as_read(chance.action(prompt, rng))
    yield _as_read(chance.spoil(chance.action(prompt, rng), rng))


def _as_read(data: dict[str, Any]) -> dict[str, Any]:
    """Return an action as it comes from the file: a text that equals a default is stored by whether
    it *is* that default."""
    return msgspec.json.decode(msgspec.json.encode(data))  # type: ignore[no-any-return]


def _asked(referee: AnyReferee, state: Any, step: Step, rng: Random) -> Iterator[Step]:
    """Yield the step as it is sent, and again with each question answered or refusal overruled."""
    while True:
        yield step
        try:
            ruling = _ruled(referee, state, step)
        except MalformedError:
            return
        if isinstance(ruling, Question):
            answer = {ruling.code: str(rng.choice(ruling.options).value)}
        elif isinstance(ruling, Refusal) and ruling.overridable and rng.random() < 0.3:
            answer = {f"override:{ruling.code}": "house rule"}
        else:
            return
        step = step._replace(answers={**step.answers, **answer})


def _signs(step: Step, came: list[str]) -> Iterator[Any]:
    """Yield what makes a try like another: what is done, and each kind of thing that came of it."""
    do = str(step.action.get("do"))
    for line in came:
        mark, _, rest = line.partition(" ")
        if mark == ">":
            yield do, " ".join(rest.split(" ")[: 2 if rest.startswith(("refused", "asks")) else 1])
        elif mark == "~":
            yield do, re.sub(r"\d+", "*", rest.split(" ")[0])
    yield do, tuple(sorted({line.split(" ")[1] for line in came if line.startswith(">")}))
