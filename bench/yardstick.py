"""Quality and speed of the rule search, measured on the questions of the tests.

``python -m bench.yardstick`` prints the figures; ``make bench`` calls it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from statistics import quantiles
from time import perf_counter
from typing import NamedTuple

from companion.rulings.search import index, search
from games import registry
from games.clarifications import LANGUAGES

QUESTIONS = Path(__file__).resolve().parents[1] / "tests" / "rulings" / "questions.json"


SERIES = ("first", "second", "third")
"""The questions held out, in the order in which they were written."""


class Question(NamedTuple):
    """Question that a player typed, in which language, of which title, and the entries that answer
    it.

    ``held`` names the series of questions that were written by someone who had read the rulebooks
    alone, before the search was looked at; empty for those it was tuned on.
    """

    ask: str
    language: str
    slug: str
    expect: frozenset[str]
    held: str

    @property
    def rank(self) -> int:
        """The place of the first expected entry, from 1; 0 if it is not found."""
        hits = search(self.ask, self.slug, self.language)
        return next((at for at, hit in enumerate(hits, 1) if hit.entry.id in self.expect), 0)


@dataclass(frozen=True)
class Figures:
    """Shares from 0 to 1 of questions answered first and among the first three."""

    questions: int
    first: float
    first_three: float
    missed: tuple[Question, ...]


def questions(path: Path = QUESTIONS) -> tuple[Question, ...]:
    """Return the questions about the titles on the list."""
    owner = {id: slug for slug in registry.TITLES for id in registry.referee(slug).clarifications}
    return tuple(
        Question(row["ask"], row["language"], slug, frozenset(row["expect"]), row.get("held", ""))
        for row in json.loads(path.read_text())
        if (slug := owner.get(row["expect"][0]))
    )


def measure(asked: Iterable[Question]) -> Figures:
    """Return the figures of some questions; raise ``ZeroDivisionError`` for none."""
    ranks = [(question, question.rank) for question in asked]
    return Figures(
        len(ranks),
        sum(rank == 1 for _, rank in ranks) / len(ranks),
        sum(1 <= rank <= 3 for _, rank in ranks) / len(ranks),
        tuple(question for question, rank in ranks if not 1 <= rank <= 3),
    )


def keystrokes(
    asked: Iterable[Question],
    everywhere: bool = False,
    clock: Callable[[], float] = perf_counter,
) -> tuple[float, float]:
    """Return p50 and p95 in milliseconds of a search after each letter typed, all titles loaded.

    ``clock`` gives seconds; that of the thread leaves out what the machine does besides.
    """
    for slug in registry.TITLES:
        for language in LANGUAGES:
            index(slug, language)
    spent = []
    for q in asked:
        for at in range(1, len(q.ask) + 1):
            start = clock()
            search(q.ask[:at], q.slug, q.language, everywhere=everywhere)
            spent.append(clock() - start)
    cuts = quantiles(spent, n=20)
    return cuts[9] * 1000, cuts[18] * 1000


def report() -> str:
    """Return the figures as a few lines of text."""
    asked = questions()
    lines = []
    for name, some in (
        ("all", asked),
        *((f"held out, {name}", [q for q in asked if q.held == name]) for name in SERIES),
        ("English", [q for q in asked if q.language == "en"]),
        ("Polish", [q for q in asked if q.language == "pl"]),
    ):
        got = measure(some)
        lines.append(
            f"rule search, {name}: {got.questions} questions, first {got.first:.1%}, "
            f"first three {got.first_three:.1%}"
        )
    for name, everywhere in (("in a title", False), ("in all titles", True)):
        p50, p95 = keystrokes(asked, everywhere)
        lines.append(f"rule search, a keystroke {name}: p50 {p50:.2f} ms, p95 {p95:.2f} ms")
    return "\n".join(lines)


if __name__ == "__main__":
    print(report())
