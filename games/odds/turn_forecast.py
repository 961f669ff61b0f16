"""Forecast of the rest of a turn: its rolls, what follows automatically, and the choices between.

Every way a turn may go is laid before the referee. Where someone chooses, a chance has two ends:
everything chosen against it, and everything chosen for it. What only the table could say ends a
way; its share is named. Exact, or nothing where that takes more rulings than there is time for.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from msgspec.structs import replace

from games.messages import Msg
from games.odds.answers import together
from games.odds.options import Chosen, expected_prompts, needed_fields, options
from games.odds.risk_reduction import TRIED, asked
from games.odds.roll_forecast import (
    RULED,
    ForecastUnavailableError,
    Step,
    Trial,
    falls,
    told,
)
from games.referee import AnyReferee
from games.vocabulary import Action, Answer, DiceRoll, Frozen, Open, Prompt

DEEP = 24
"""Rulings one after the other that a turn is followed through."""
LOOKED = 70
"""Tables whose prompts are asked for."""
LOOKED_AGAIN = 75
"""More of them where someone answers."""

UNKNOWN = frozenset({"text", "dice"})
"""Kinds of fields that only the table could fill in: a card that is turned up, dice of unknown
faces. Numbers and several things at once are decisions, at which the look ahead ends."""


class Came(NamedTuple):
    """The figures that have changed already, and those that whoever made the last roll wants to;
    ``None`` before one."""

    figures: frozenset[str] = frozenset()
    wanted: frozenset[str] | None = None

    def plus(self, figures: Iterable[str]) -> Came:
        """Return it with more figures that have changed."""
        return Came(self.figures.union(figures), self.wanted)


class ProbabilityRange(NamedTuple):
    """Probability range of an event: with best play against it, with best play for it, the first
    choice against it, and the answers to rolls that one end or the other takes.
    """

    low: Fraction
    high: Fraction
    safest: Chosen = ()
    answers: tuple[Msg, ...] = ()


class TurnAhead(Frozen):
    """Forecast of the rest of a turn. ``open``: the largest share that only the table could
    continue. ``alone``: no one answers a roll, as all answers would take too long.
    """

    spans: tuple[ProbabilityRange, ...]
    open: Fraction = Fraction(0)
    alone: bool = False


def turn_ahead(
    referee: AnyReferee, state: Any, figures: Sequence[str], trial: Trial | None = None
) -> TurnAhead:
    """Return how likely each of ``figures`` changes before the turn ends; ``=`` and how is the end
    of the game. ``trial`` are rulings made before. Raise ``ForecastUnavailableError``."""
    walk = _Walk(referee, state, tuple(figures), trial or Trial(referee))
    found = walk.begin()
    if not walk.answered:
        return found
    try:
        return _Walk(referee, state, walk.figures, walk.trial, walk).begin()
    except ForecastUnavailableError:
        return replace(found, alone=True)


class _Walk:
    """The ways of one turn, none gone twice."""

    def __init__(
        self,
        referee: AnyReferee,
        start: Any,
        figures: tuple[str, ...],
        trial: Trial,
        before: _Walk | None = None,
    ) -> None:
        self.referee, self.start, self.figures, self.trial = referee, start, figures, trial
        self.most = trial.rulings + RULED // 2
        self.before = before
        """A walk without answers, which are tried now."""
        self.met = False
        """Whether someone may answer at the table at hand, or after it."""
        self.answered: set[tuple[bytes, Came]] = set()
        """The tables that someone may answer at, or after."""
        self.prompts: dict[bytes, tuple[Prompt, ...]] = before.prompts if before else {}
        self.looked = LOOKED_AGAIN + len(self.prompts) if before else LOOKED
        self.known: dict[tuple[bytes, Came], TurnAhead] = {}

    def begin(self) -> TurnAhead:
        """Return what may still come from the first table."""
        outcome = self.referee.outcome(self.start)
        follows = self.referee.next_step(self.start)
        ended = outcome.result if outcome else ""
        return self.on(Step(self.start, follows=follows, ended=ended), Came())

    def on(self, step: Step, came: Came, deep: int = 0) -> TurnAhead:
        """Return what may still come from a table, ``came`` having happened."""
        key = (step.key, came)
        if key not in self.known:
            if deep > DEEP:
                raise ForecastUnavailableError
            outside, self.met = self.met, False
            self.known[key] = self._again(key) or self._on(step, came, deep)
            if self.met:
                self.answered.add(key)
            self.met = outside
        self.met = self.met or key in self.answered
        return self.known[key]

    def _again(self, key: tuple[bytes, Came]) -> TurnAhead | None:
        """Return what the walk without answers has found, where no one answers after it."""
        if self.before is None or key in self.before.answered:
            return None
        return self.before.known.get(key)

    def _on(self, step: Step, came: Came, deep: int) -> TurnAhead:
        if step.ended:
            return self._ended(came.plus((f"={step.ended}",)))
        if not self.referee.same_turn(self.start, step.state):
            return self._ended(came)
        if isinstance(step.follows, Open):
            return self._ended(came, Fraction(1))
        if isinstance(step.follows, Action):
            return self._answered(step, step.follows, came, deep)
        if isinstance(step.follows, DiceRoll):
            return self._thrown(step, step.follows, came, deep)
        if step.key not in self.prompts:
            if len(self.prompts) == self.looked:
                raise ForecastUnavailableError
            self.prompts[step.key] = expected_prompts(self.referee, step.state, step.key)
        prompts = self.prompts[step.key]
        roll = asked(self.referee, step.state, prompts)
        if roll:
            return self._thrown(step, roll[1], came, deep)
        return self._chosen(step, prompts, came, deep)

    def _answered(self, step: Step, follows: Action, came: Came, deep: int) -> TurnAhead:
        """Return what may come where a step happens unless someone answers."""
        found = self.after(step, follows, came, deep)
        answers = self.referee.answers(step.state)
        self.met = self.met or bool(answers)
        for answer in answers if self.before else ():
            if isinstance(answer.step, DiceRoll):
                other = self._thrown(step, answer.step, came, deep)
            else:
                other = self.after(step, answer.step, came, deep)
            found = self._either(found, other, answer, came.wanted or frozenset())
        return found

    def _either(
        self, found: TurnAhead, other: TurnAhead, answer: Answer, wanted: frozenset[str]
    ) -> TurnAhead:
        """Return the range where someone may answer who does so only to their own good."""
        spans = []
        for figure, old, new in zip(self.figures, found.spans, other.spans, strict=True):
            low, high, said = old.low, old.high, old.answers
            raises = (figure in wanted) != answer.against
            if (raises and new.high > high) or (not raises and new.low < low):
                low, high = (low, new.high) if raises else (new.low, high)
                said = together(together(said, (answer.label,)), new.answers)
            spans.append(ProbabilityRange(low, high, old.safest, said))
        return TurnAhead(tuple(spans), max(found.open, other.open))

    def _thrown(self, step: Step, throw: DiceRoll, came: Came, deep: int) -> TurnAhead:
        if came.wanted is None:
            wanted = (each for each in self.figures if self.wants(step.state, each))
            came = Came(came.figures, frozenset(wanted))
        low = [Fraction(0)] * len(self.figures)
        high, left = low[:], Fraction(0)
        said: list[tuple[Msg, ...]] = [()] * len(low)
        for value, chance in falls(throw):
            found = self.after(step, told(self.referee, throw, value), came, deep)
            for n, each in enumerate(found.spans):
                if each.high:
                    low[n] += chance * each.low
                    high[n] += chance * each.high
            if found.open:
                left += chance * found.open
            new = [each.answers for each in found.spans]
            said = [together(old, more) for old, more in zip(said, new, strict=True)]
        none: list[Chosen] = [()] * len(low)
        return TurnAhead(tuple(map(ProbabilityRange, low, high, none, said)), left)

    def wants(self, state: Any, figure: str) -> bool:
        """Return whether whoever rolls wants a figure to change; no one wants the game lost."""
        return not figure.startswith("=") and self.referee.utility(state, {figure: 1}) > 0

    def _chosen(self, step: Step, prompts: Sequence[Prompt], came: Came, deep: int) -> TurnAhead:
        ways = list(self.ways(step.state, prompts))
        if not ways:
            kinds = {field.kind for prompt in prompts for field in prompt.fields}
            return self._ended(came, Fraction(bool(kinds & UNKNOWN)))
        came = Came(came.figures)
        found = [(chosen, self.after(step, action, came, deep)) for chosen, action in ways]
        spans = []
        for n in range(len(self.figures)):
            each = [(ahead.spans[n].low, at) for at, (_, ahead) in enumerate(found)]
            low, at = min(each)
            one = len({lower for lower, _ in each}) == 1
            most = max((ahead for _, ahead in found), key=lambda ahead: ahead.spans[n].high)
            said = together(found[at][1].spans[n].answers, most.spans[n].answers)
            safest = () if one else found[at][0]
            spans.append(ProbabilityRange(low, most.spans[n].high, safest, said))
        return TurnAhead(tuple(spans), max(ahead.open for _, ahead in found))

    def ways(self, state: Any, prompts: Sequence[Prompt]) -> Iterator[tuple[Chosen, Action]]:
        """List the options, or nothing if there are too many or only the table knows."""
        found: list[tuple[Chosen, Action]] = []
        for prompt in prompts:
            if prompt.shortcut:
                continue
            fields = needed_fields(prompt)
            closed = all(each.kind == "choice" and not each.optional for each in fields)
            for option in options(self.referee, state, prompt, fields) if closed else ():
                if option is None or not option.free:
                    return
                found.append((option.chosen or (prompt.label,), option.action))
            if not closed or len(found) > TRIED:
                return
        yield from found

    def after(self, before: Step, action: Action, came: Came, deep: int) -> TurnAhead:
        """Return what an action leads to."""
        step = self.trial.after(before, action)
        if self.trial.rulings > self.most:
            raise ForecastUnavailableError
        came = came.plus(name for name, n in step.brings.items() if n > 0)
        if isinstance(step.follows, Open):
            return self._ended(came, Fraction(1))
        return self.on(step, came, deep + 1)

    def _ended(self, came: Came, left: Fraction = Fraction(0)) -> TurnAhead:
        sure = (Fraction(each in came.figures) for each in self.figures)
        return TurnAhead(tuple(ProbabilityRange(each, each) for each in sure), left)
