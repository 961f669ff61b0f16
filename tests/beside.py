"""A twin's games: entries drawn at random, played by both referees and compared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any, Protocol

from companion.conformance import chance
from games.referee import AnyReferee, Prompt, Ruling

Numbers = dict[str, Any]

LENGTH = 150
"""The entries of a game at most."""
TABLE = 0.03
"""How often an entry is one of the corrections by hand."""
SHOWN = 20


@dataclass
class Report:
    """Report of a number of turns beside ours."""

    turns: int = 0
    entries: int = 0
    taken: Counter[str] = field(default_factory=Counter)
    differences: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        over = self.taken.total()
        share = 100 * over / max(1, self.entries)
        head = f"{self.turns} turns, {self.entries} entries, {len(self.differences)} differences"
        most = ", ".join(f"{do} {n}" for do, n in self.taken.most_common())
        found = "".join(f"\n{each}" for each in self.differences[:SHOWN])
        return f"{head}, {over} taken over ({share:.1f} %): {most}{found}"


class Twin(Protocol):
    """A second referee of a title; ``wrong`` says what no rule allows."""

    wrong: str

    def play(self, data: dict[str, Any], answers: dict[str, str]) -> bool:
        """Move the numbers as an entry does; ``False`` if no rule says how."""
        ...

    def numbers(self) -> Numbers:
        """Return every number it keeps."""
        ...

    def take_over(self, state: Any) -> None:
        """Go on from this state."""
        ...


def entered(
    referee: AnyReferee,
    state: Any,
    rng: Random,
    plays: Callable[[Prompt], bool],
    plain: Callable[[dict[str, Any]], dict[str, Any]] = dict,
) -> tuple[dict[str, Any], Any, dict[str, str]]:
    """Return an offered entry that is accepted, the ruling and the answers; by hand only rarely.

    The ruling is ``None`` where nothing is offered.

    ``plays`` tells the prompts of the game from corrections; ``plain`` leaves out of an entry what
    only spares taps.
    """
    prompts = referee.prompts(state)
    if not prompts:
        return {}, None, {}
    game = [each for each in prompts if plays(each)]
    data: dict[str, Any] = {}
    for _ in range(80):
        offers = prompts if not game or rng.random() < TABLE else game
        expected = [each for each in offers if each.expected]
        prompt = rng.choice(expected if expected and rng.random() < 0.6 else offers)
        data = plain(chance.action(prompt, rng))
        actor = rng.choice(prompt.actors) if prompt.actors else None
        ruling, answers = chance.answered(referee, state, data, actor, rng)
        if isinstance(ruling, Ruling):
            return data, ruling, answers
    return data, None, {}


def compare(twin: Twin, ours: Numbers, data: dict[str, Any], answers: dict[str, str]) -> str:
    """Return where the two differ after an entry that the twin has played; empty if nowhere."""
    theirs = twin.numbers()
    if not twin.wrong and ours == theirs:
        return ""
    apart = {k: (v, theirs.get(k)) for k, v in ours.items() if v != theirs.get(k)}
    return f"{data} {answers}: {twin.wrong} {apart}"
