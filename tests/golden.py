"""Golden games as text: what was done, what was said, what then lay on the table.

``recorded/games/<ending>.txt`` in a title's folder starts with the set-up. Each entry is a ``#``
line with the action as it is logged (and ``=`` lines with what was answered), the sentences said
(``>``), the lines of the board that changed (all of them when a new turn begins), and what may be
done next (``*`` is expected, ``-`` possible) where that changed.

``python -m tests.playthroughs`` plays them all again by the rules of today and rewrites them: the
diff is what a change of the rules means.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from companion.plays import playlog
from games import registry
from games.messages import Msg, Speaker
from games.referee import AnyReferee, Field, Prompt
from tests import boxes
from tests.probes import room

EVENING = datetime(2026, 1, 3, 19, 30, tzinfo=UTC)
PACE = timedelta(seconds=20)
DRAWS = 6
"""So many ways what is left to chance may fall."""
SHOWN = 12
"""Choices of a field that are named; more are counted."""


def games(slug: str) -> list[Path]:
    """Return the golden games of one title: those with an ending to tell, then one a copy and
    depth."""
    of_copies = (f"{boxes.SAMPLE}-", f"{boxes.BLANK}-")
    found = (room(slug) / "games").glob("*.txt")
    return sorted(found, key=lambda path: (path.stem.startswith(of_copies), path.stem))


def files() -> list[Path]:
    """Return those of all."""
    return [path for slug in sorted(registry.TITLES) for path in games(slug)]


def title(path: Path) -> str:
    """Return whose golden game it is."""
    return next(slug for slug in registry.TITLES if room(slug) == path.parent.parent)


def named(path: Path) -> str:
    """Return what a golden game is called: its title's slug, and how it ends."""
    return f"{title(path)}/{path.stem}"


def at(name: str) -> Path:
    """Return the file of the game of that name."""
    slug, _, ending = name.partition("/")
    return room(slug) / "games" / f"{ending}.txt"


# -- reading ------------------------------------------------------------------------------


def read(path: Path) -> playlog.Playlog:
    """Return the game of a file, to be played again; what it says of the table is left aside."""
    slug = title(path)
    referee = registry.referee(slug)
    box: dict[str, Any] = {}
    setup: dict[str, Any] = {}
    entries: list[playlog.LogLine] = []
    for line in path.read_text().splitlines():
        if line.startswith("box "):
            box = boxes.read(slug, line.removeprefix("box "))
        elif line.startswith("set-up "):
            setup = msgspec.json.decode(line.removeprefix("set-up "))
        elif line.startswith("# "):
            entries.append(_entry(line, len(entries) + 1))
        elif line.startswith("= "):
            code, _, answer = line.removeprefix("= ").partition(": ")
            answers = {**entries[-1].answers, code: answer}
            entries[-1] = replace(entries[-1], answers=answers)
    return playlog.Playlog(
        title=slug,
        rules_version=referee.title.rules_version,
        setup=setup,
        box=box,
        seats=(playlog.SeatLine("Ana", "host"),),
        entries=tuple(entries),
        started=EVENING,
        sample=True,
    )


@cache
def replayed(path: Path) -> playlog.Replayed:
    """Return the game of a file by the rules of today, played once for all who ask."""
    return playlog.replay(read(path))


def _entry(line: str, n: int) -> playlog.LogLine:
    number, _, rest = line.removeprefix("# ").partition(" ")
    actor, _, action = rest.partition(" ")
    assert int(number) == n, line
    return playlog.LogLine(
        n=n,
        kind="action",
        at=EVENING + PACE * n,
        seat=0,
        actor=None if actor == "-" else int(actor),
        action=msgspec.json.decode(action),
    )


# -- how it began -------------------------------------------------------------------------


def offered(doc: playlog.Playlog) -> list[Any]:
    """Return the set-ups that a table gets today which chooses nothing but copy, players and
    depth."""
    referee = registry.referee(doc.title)
    box = referee.decode_box(doc.box)
    players = range(referee.title.min_players, referee.title.max_players + 1)
    defaults = [referee.setup_default(n, box) for n in players]
    return [
        referee.draw(replace(each, depth=depth), box, lambda n, k=k: k % n)
        for each in defaults
        for depth in referee.title.depths
        for k in range(DRAWS)
    ]


def unasked(doc: playlog.Playlog) -> list[str]:
    """Return what of its set-up no one could choose today: no page of the wizard offers it."""
    referee = registry.referee(doc.title)
    setup = referee.decode_setup(doc.setup)
    pages = referee.setup_pages(setup, referee.decode_box(doc.box))
    asked = {field.name: field for page in pages for field in page.fields}
    found = [
        [
            name
            for name in setup.__struct_fields__
            if getattr(setup, name) != getattr(each, name)
            and not (name in asked and _fits(asked[name], getattr(setup, name)))
        ]
        for each in offered(doc)
    ]
    return min(found, key=len)


def _fits(field: Field, value: Any) -> bool:
    """Return whether an input takes a value."""
    known = {choice.value for choice in field.choices} | ({""} if field.optional else set())
    match field.kind:
        case "number":
            return value in field.numbers
        case "choice":
            return value in known
        case "choices" | "sequence":
            return known.issuperset(value)
        case _:
            return True


# -- writing ------------------------------------------------------------------------------


def write(doc: playlog.Playlog, done: playlog.Replayed | None = None) -> str:
    """Write the text of a game, also as it was ``done``; raise ``BrokenFileError`` where an action
    is refused."""
    done = done or playlog.replay(replace(doc, outcome=None))
    return "\n".join(_lines(doc, done)) + "\n"


def _lines(doc: playlog.Playlog, done: playlog.Replayed) -> Iterator[str]:
    referee: AnyReferee = done.referee
    speaker = Speaker(referee.catalogue())
    yield f"box {boxes.name(doc.title, doc.box)}"
    yield f"set-up {msgspec.json.encode(doc.setup).decode()}"
    shown = Shown(referee, speaker)
    yield from shown.lines(done.states[0])
    for line in doc.entries:
        yield ""
        actor = "-" if line.actor is None else line.actor
        yield f"# {line.n} {actor} {msgspec.json.encode(line.action).decode()}"
        yield from (f"= {code}: {answer}" for code, answer in line.answers.items())
        for note in done.notes[line.n]:
            rule = f" [{note.rule}]" if note.rule else ""
            yield f"> {speaker.say(Msg(note.code, note.facts))}{rule}"
        yield from shown.lines(done.states[line.n])
    if done.outcome is not None:
        yield ""
        result, rule = done.outcome.result, done.outcome.rule
        winners = [speaker.say(part.name) for part in referee.parts(done.state)]
        who = ", ".join(winners[n] for n in done.outcome.winners) or "nobody"
        yield f"{result}: {speaker.say(done.outcome.message)} [{rule}] – {who}"


class Shown:
    """Memory of what the reader has seen, so that only what changed is written."""

    def __init__(self, referee: AnyReferee, speaker: Speaker) -> None:
        self.referee, self.speaker = referee, speaker
        self.turn = -1
        self.board: list[str] = []
        self.next: list[str] = []

    def lines(self, state: Any) -> Iterator[str]:
        board = self.referee.text(state).splitlines()
        turn = self.referee.turn(state)
        new = turn != self.turn
        yield from (f"  {line}" for line in board if new or line not in self.board)
        self.turn, self.board = turn, board
        prompts = self.referee.prompts(state)
        offered = list(dict.fromkeys(self.prompt(prompt) for prompt in prompts))
        yield from (line for line in offered if line not in self.next)
        gone = [line.partition(":")[0][2:] for line in self.next if line not in offered]
        kept = {line.partition(":")[0][2:] for line in offered}
        if over := [name for name in dict.fromkeys(gone) if name not in kept]:
            yield f"no longer: {', '.join(over)}"
        self.next = offered

    def prompt(self, prompt: Prompt) -> str:
        """Return one thing that may be done: by whom, and from what it is chosen."""
        mark = "*" if prompt.expected else "-"
        who = "" if prompt.actors is None else f" @{','.join(map(str, prompt.actors))}"
        asked = self.field if prompt.expected else self.named
        fields = "; ".join(asked(field) for field in prompt.fields)
        fields = f" ({fields})" if fields else ""
        rule = f" [{prompt.rule}]" if prompt.rule else ""
        return f"{mark} {prompt.do}: {self.speaker.say(prompt.label)}{fields}{who}{rule}"

    def named(self, field: Field) -> str:
        return field.name

    def field(self, field: Field) -> str:
        if field.kind == "dice":
            return f"{field.name}: {len(field.dice)} dice"
        if field.choices:
            names = [str(choice.value) for choice in field.choices[:SHOWN]]
            more = len(field.choices) - len(names)
            return f"{field.name}: {' | '.join(names)}{f' and {more} more' if more else ''}"
        if field.kind == "number":
            return f"{field.name}: {field.low}–{field.high}"
        return f"{field.name}"
