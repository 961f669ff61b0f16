"""What the rest of a turn may bring: its rolls, what follows by itself, and the choices between.

Every way a turn may go is laid before the referee. Where somebody chooses, a chance has two ends:
everything chosen against it, and everything chosen for it. What only the table could say ends a
way; its share is named. Exact, or nothing where that takes more rulings than there is time for.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

import msgspec

from games.ahead import fillings
from games.forecast import RULED, Trial, Unforeseen, falls, told
from games.lowering import TRIED, asked
from games.messages import Msg
from games.referee import AnyReferee
from games.vocabulary import Action, Frozen, Malformed, Open, Prompt, Throw

DEEP = 40
"""Rulings one after the other that a turn is followed through."""
LOOKED = 150
"""Tables whose prompts are asked for."""

UNKNOWN = frozenset({"text", "dice"})
"""Kinds of fields that only the table could fill in: a card that is turned up, dice of unknown
faces. Numbers and several things at once are decisions, at which the look ahead ends."""

Chosen = tuple[Msg | str, ...]


class Span(NamedTuple):
    """Probability range of an event: with best play against it, with best play for it, and the
    first choice against it.
    """

    low: Fraction
    high: Fraction
    safest: Chosen = ()


class TurnAhead(Frozen):
    """Forecast of the rest of a turn. ``open``: the largest share that only the table could
    continue.
    """

    spans: tuple[Span, ...]
    open: Fraction = Fraction(0)


def turn_ahead(
    referee: AnyReferee, state: Any, figures: Sequence[str], trial: Trial | None = None
) -> TurnAhead:
    """How likely each of ``figures`` changes before the turn ends; ``=`` and how is the end of the
    game. ``trial`` are rulings made before. Raises ``Unforeseen``."""
    walk = _Walk(referee, state, tuple(figures), trial or Trial(referee))
    return walk.on(state, frozenset())


class _Walk:
    """The ways of one turn, none gone twice."""

    def __init__(
        self, referee: AnyReferee, start: Any, figures: tuple[str, ...], trial: Trial
    ) -> None:
        self.referee, self.start, self.figures, self.trial = referee, start, figures, trial
        self.most = trial.rulings + RULED
        self.looked = 0
        self.known: dict[tuple[bytes, frozenset[str]], TurnAhead] = {}

    def on(self, state: Any, came: frozenset[str], deep: int = 0) -> TurnAhead:
        """What may still come from a table, ``came`` having happened."""
        key = (msgspec.msgpack.encode(state), came)
        if key not in self.known:
            if deep > DEEP:
                raise Unforeseen
            self.known[key] = self._on(state, came, deep)
        return self.known[key]

    def _on(self, state: Any, came: frozenset[str], deep: int) -> TurnAhead:
        outcome = self.referee.outcome(state)
        if outcome is not None:
            return self._ended(came | {f"={outcome.result}"})
        if not self.referee.same_turn(self.start, state):
            return self._ended(came)
        follows = self.referee.follows(state)
        if isinstance(follows, Open):
            return self._ended(came, Fraction(1))
        if isinstance(follows, Action):
            return self.after(state, follows, came, deep)
        self.looked += 1
        if self.looked > LOOKED:
            raise Unforeseen
        prompts = self.referee.prompts(state)
        roll = asked(self.referee, state, prompts)
        throw = follows or (roll[1] if roll else None)
        if isinstance(throw, Throw):
            return self._thrown(state, throw, came, deep)
        return self._chosen(state, [each for each in prompts if each.expected], came, deep)

    def _thrown(self, state: Any, throw: Throw, came: frozenset[str], deep: int) -> TurnAhead:
        low = [Fraction(0)] * len(self.figures)
        high, left = low[:], Fraction(0)
        for value, chance in falls(throw):
            found = self.after(state, told(self.referee, throw, value), came, deep)
            low = [n + chance * each.low for n, each in zip(low, found.spans, strict=True)]
            high = [n + chance * each.high for n, each in zip(high, found.spans, strict=True)]
            left += chance * found.open
        return TurnAhead(tuple(map(Span, low, high)), left)

    def _chosen(
        self, state: Any, prompts: list[Prompt], came: frozenset[str], deep: int
    ) -> TurnAhead:
        ways = list(self.ways(state, prompts))
        if not ways:
            kinds = {field.kind for prompt in prompts for field in prompt.fields}
            return self._ended(came, Fraction(bool(kinds & UNKNOWN)))
        found = [(chosen, self.after(state, action, came, deep)) for chosen, action in ways]
        spans = []
        for n in range(len(self.figures)):
            each = [(ahead.spans[n].low, at) for at, (_, ahead) in enumerate(found)]
            low, at = min(each)
            high = max(ahead.spans[n].high for _, ahead in found)
            one = len({lower for lower, _ in each}) == 1
            spans.append(Span(low, high, () if one else found[at][0]))
        return TurnAhead(tuple(spans), max(ahead.open for _, ahead in found))

    def ways(self, state: Any, prompts: list[Prompt]) -> Iterator[tuple[Chosen, Action]]:
        """List the options, or nothing if there are too many or only the table knows."""
        found: list[tuple[Chosen, Action]] = []
        for prompt in prompts:
            closed = all(each.kind == "choice" and not each.optional for each in prompt.fields)
            for values in fillings(prompt.fields) if closed else ():
                try:
                    action = self.referee.decode_action({"do": prompt.do, **prompt.fixed, **values})
                except Malformed:
                    return
                if action.teaches or action.chances or self.referee.rolled(state, action):
                    return
                found.append((tuple(_labels(prompt, values)), action))
            if not closed or len(found) > TRIED:
                return
        yield from found

    def after(self, state: Any, action: Action, came: frozenset[str], deep: int) -> TurnAhead:
        """What an action leads to."""
        step = self.trial.leads(state, action)
        if self.trial.rulings > self.most:
            raise Unforeseen
        came |= {name for name, n in step.brings.items() if n > 0}
        if isinstance(step.follows, Open):
            return self._ended(came, Fraction(1))
        return self.on(step.state, came, deep + 1)

    def _ended(self, came: frozenset[str], left: Fraction = Fraction(0)) -> TurnAhead:
        sure = (Fraction(each in came) for each in self.figures)
        return TurnAhead(tuple(Span(each, each) for each in sure), left)


def _labels(prompt: Prompt, values: dict[str, Any]) -> Iterator[Msg | str]:
    """What is chosen; of a prompt that leaves no choice, what it is called."""
    chosen = [
        choice.label
        for field in prompt.fields
        for choice in field.choices
        if choice.value == values.get(field.name)
    ]
    yield from chosen or [prompt.label]
