"""Losses and falls at tables whose copy is blank: how many does Sidekick call?

``python -m tests.hardening.called 200 [SLUG …] [--seed N]`` plays that many random games per title
in quick depth. The app begins with the starter set and learns what it asks for; the test knows
every printed card, answers truthfully when asked, and only then. It fails where a fall is not
called, or a turn asks twice about what decides it: spaces in Rising, what cards add to a fight in
Talisman, the last round in Gotham. ``--edition 5`` asks as tables of that edition do.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from random import Random
from typing import Any

from games import registry
from games.referee import AnyReferee, Question, Refusal, Ruling
from tests import probes


class Called:
    """Counts of the random games of a title; ``missed`` says where the app and the table parted,
    ``questions`` how many each turn asked about what decides it."""

    def __init__(self) -> None:
        self.games = self.asked = self.falls = self.losses = self.called = 0
        self.stuck = 0
        self.missed = Counter[str]()
        self.questions = Counter[tuple[int, int]]()

    @property
    def most(self) -> int:
        """The most of these questions in one turn of a game."""
        return max(self.questions.values(), default=0)

    def __str__(self) -> str:
        missed = ", ".join(f"{why} {n}" for why, n in self.missed.most_common()) or "nothing"
        ends = f"{self.called} of {self.losses} endings and {self.falls} falls called"
        turns = f"{self.questions.total()} decisive, at most {self.most} a turn"
        return f"{self.games} games: {ends}, {self.asked} answers, {turns}, missed: {missed}"


class TwoReferees:
    """A random game that two referees follow: ``real`` is the table of the one that knows all that
    is printed, ``app`` that of the one that knows ``box``, which learns."""

    longest: int
    """Entries of a game, at most."""
    referee: AnyReferee
    called: Called
    box: Any
    app: Any
    real: Any
    refused = ""
    """What the app's referee has refused, and why."""

    def begun(self, setup: Any, box: Any) -> Any:
        """Return the first state of a game on a copy."""
        ruling = self.referee.begin(setup, box)
        assert isinstance(ruling, Ruling), ruling
        return ruling.state

    def play(self) -> None:
        """Play until the game is over or the two referees part."""
        for _ in range(self.longest):
            if not self.step():
                return
        self.called.stuck += 1

    def step(self) -> bool:
        """Make one entry; return whether the game goes on."""
        raise NotImplementedError

    def ruled(self, state: Any, data: Any, answers: dict[str, str] | None = None) -> Any:
        """Return the state after an entry, its questions answered (and kept in ``answers``);
        ``None`` if it is refused."""
        action, given = self.referee.decode_action(data), {} if answers is None else answers
        while isinstance(ruling := self.referee.apply(state, action, None, given), Question):
            given[ruling.code] = self.told(ruling, data)
        if isinstance(ruling, Refusal):
            self.refusal = ruling
            return None
        if state is self.app:
            self.box = self.referee.remember(self.box, action, ruling.state)
        return ruling.state

    def told(self, question: Question, data: Any) -> str:
        """Return what the players say to a question."""
        return str(question.options[0].value)

    def sent(self, state: Any, data: Any, answers: dict[str, str] | None = None) -> Any:
        """Return the app's state after an entry; where it is refused, the one before."""
        after = self.ruled(state, data, dict(answers or {}))
        if after is None:
            self.refused = f"{data['do']} {self.refusal.code}"
        return after or state

    def part(self, why: str) -> bool:
        """End the game where the referees part."""
        self.called.missed[why] += 1
        return False


def play(slug: str, games: int, seed: int = 0, edition: int = 0) -> Called:
    """Return what random games of a title on blank copies called."""
    truth = probes.told(slug, "truth")
    called = Called()
    for n in range(seed, seed + games):
        copy = truth.printed(slug, Random(n))
        truth.Table(slug, copy, registry.referee(slug).blank_box(), n, called, edition).play()
        called.games += 1
    return called


def known(slug: str, seed: int = 0, evenings: int = 2) -> tuple[int, int]:
    """Return how many facts of what came to the table a copy knows after some evenings, and of how
    many: its players name cards and answer what they are asked, no more."""
    truth = probes.told(slug, "truth")
    copy, box = truth.printed(slug, Random(seed)), registry.referee(slug).blank_box()
    came = set[tuple[str, str]]()
    for n in range(evenings):
        table = truth.Table(slug, copy, box, seed + n, Called())
        table.named, table.counts = 1.0, True
        table.play()
        box, came = table.box, came | table.came
    return sum(truth.knows(box, each) for each in came), len(came)


def main(games: int, slugs: list[str], seed: int = 0, edition: int = 0) -> int:
    found = {slug: play(slug, games, seed, edition) for slug in slugs or (*TITLES, GOTHAM)}
    for slug, called in found.items():
        print(f"{slug}: {called}", flush=True)
    return sum(called.missed.total() + (called.most > 1) for called in found.values())


TITLES = ("batman-who-laughs", "fire-nation", "talisman-batman")
"""The titles whose printed cards are told to this test."""
GOTHAM = "gotham-chronicles"
"""Its printed page of a mission is, in quick depth; how a mission is won is no number."""

if __name__ == "__main__":
    told = argparse.ArgumentParser(prog="python -m tests.hardening.called")
    told.add_argument("games", type=int, nargs="?", default=100)
    told.add_argument("slugs", nargs="*")
    told.add_argument("--seed", type=int, default=0)
    told.add_argument("--edition", type=int, default=0)
    given = told.parse_args()
    sys.exit(bool(main(given.games, given.slugs, given.seed, given.edition)))
