"""Forecast a roll: the referee rules on every possible result, and the rulings are counted.

A ``DiceRoll`` says how the dice of an offered prompt fall. Equal dice are merged, so that a result
is how many show each face. Each is passed to the referee as the table would enter it. Automatic
steps are followed (``Referee.next_step``), and the results of the rulings
(``Referee.figure_changes``) are added up. Exact while few enough rulings are needed to be made
between two taps, else a sample with its error, else nothing. Where only the table could say how it
goes on, that share is named, never guessed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import product
from math import comb, prod, sqrt
from typing import Any, NamedTuple

import msgspec

from games.odds.dice_statistics import SURE, ways
from games.odds.probability import Dist, draw, shares
from games.prospects import Pick
from games.recent import Recent
from games.referee import AnyReferee
from games.vocabulary import Action, DiceRoll, Die, Frozen, Open, Prompt, Question, Ruling

RULED = 600
"""Rulings of one roll as it goes by itself: about 60 ms of a core, a tenth of a millisecond each.
Its answers may take as many again; the rest of the turn and what lowers a danger, half of that. Few
rolls need all of it: 19 of 20 forecasts end within 100 ms, in Gotham within 150 (``python -m
tests.hardening.chances``)."""
WALKS = 200
"""A sample of fewer results than these says nothing worth showing."""
HALFWAY = WALKS // 4
"""Results that have come of half the rulings, or the sample would not be large enough."""
ASKED = 6
"""Questions of one ruling that are answered; a rule that asks more goes on at the table."""
STEPS = 12
"""Rulings one after the other that a result is followed through."""

KEPT = 2000
"""Rulings of forecasts that one process remembers: what a table may come to is weighed again once
it has come to it."""

Tally = tuple[tuple[str, int], ...]
"""What a result brought: the figures that changed and by how much, sorted by name."""


class RollResult(NamedTuple):
    """End of one result. ``ended`` is how the game ended, empty where it goes on, and ``winners``
    who won it; ``open``: only the table could say how it goes on."""

    brought: Tally = ()
    ended: str = ""
    winners: tuple[int, ...] = ()
    open: bool = False

    def of(self, figure: str) -> int:
        """Return by how much a figure has changed."""
        return next((n for name, n in self.brought if name == figure), 0)


class Forecast(Frozen):
    """The chances of what a roll may bring.

    ``error`` is how far a chance may be off, 19 times in 20; 0 where every result was ruled on.
    """

    results: Dist[RollResult]
    error: float = 0.0

    def chance(self, figure: str, least: int = 1) -> Fraction:
        """Return how likely a figure changes by ``least`` or more."""
        return self.results.chance(lambda each: each.of(figure) >= least)

    def mean(self, figure: str) -> Fraction:
        """Return by how much a figure changes on average."""
        return self.results.mean(lambda each: each.of(figure))

    def most(self, figure: str) -> int:
        """Return the largest change of a figure that may come up."""
        return max(each.of(figure) for each, _ in self.results)

    def ends(self, *how: str) -> Fraction:
        """Return how likely the game ends in one of these ways (``Outcome.result``)."""
        return self.results.chance(lambda each: each.ended in how)

    @property
    def open(self) -> Fraction:
        """The share of results that only the table could carry out."""
        return self.results.chance(lambda each: each.open)


class ForecastUnavailableError(Exception):
    """More may come up than can be ruled on in time."""


def throw_of(referee: AnyReferee, state: Any, prompt: Prompt) -> DiceRoll | None:
    """Return how the dice of an offered prompt fall; ``None`` without dice, or with unknown
    faces."""
    found = (each for each in referee.possible_rolls(state) if each.do == prompt.do)
    return next((each for each in found if each.fixed.items() <= prompt.fixed.items()), None)


def forecast(
    referee: AnyReferee,
    state: Any,
    throw: DiceRoll,
    pick: Pick | None = None,
    trial: Trial | None = None,
) -> Forecast:
    """Return what ``throw`` may bring on ``state``.

    Without ``pick`` it is exact or nothing. ``trial`` keeps the rulings. Raises
    ``ForecastUnavailableError``.
    """
    trial = trial or Trial(referee)
    try:
        return Forecast(trial.all_of(state, throw))
    except ForecastUnavailableError:
        if pick is None:
            raise
    found = trial.again().some_of(state, throw, pick)
    return Forecast(Dist(found), SURE / 2 / sqrt(sum(found.values())))


Asked = tuple[AnyReferee, bytes, bytes]
"""Who was asked for a ruling, about which table and which entry."""


recent: Recent[Asked, Step] = Recent(KEPT)
"""Tables that the latest rulings of all forecasts led to."""


class Trial:
    """Rulings asked for, none twice, and no more than ``RULED`` for one roll, those ``spent`` on
    something else among them."""

    def __init__(self, referee: AnyReferee, spent: int = 0) -> None:
        self.referee = referee
        self.rulings = spent
        self.thrown_again = False
        """Whether dice of a later roll may be thrown again."""
        self.known: dict[tuple[bytes, bytes], Step] = {}

    def again(self) -> Trial:
        """Return a trial that may ask for as many rulings anew, and knows those of this one."""
        trial = Trial(self.referee)
        trial.known = self.known
        return trial

    def all_of(self, state: Any, throw: DiceRoll | Action) -> Dist[RollResult]:
        """Return every result with its chance, equal tables followed as one; for dice that are
        already entered, the results of what follows.
        """
        results: dict[RollResult, Fraction] = {}
        going: dict[Any, tuple[Step, Tally, Fraction]]
        going = {None: (Step(state, follows=throw), (), Fraction(1))}
        for _ in range(STEPS):
            coming: dict[Any, tuple[Step, Tally, Fraction]] = {}
            self.afford({step.key: step for step, _, _ in going.values()}.values())
            for step, brought, share in going.values():
                for action, chance in step.ways(self.referee):
                    after = self.after(step, action)
                    tally = added(brought, after.brings)
                    if result := after.result(tally):
                        results[result] = results.get(result, Fraction(0)) + share * chance
                        continue
                    key = (after.key, tally)
                    before = coming[key][2] if key in coming else 0
                    coming[key] = (after, tally, before + share * chance)
            if not coming:
                return Dist(results)
            going = coming
            rolls = (step.follows for step, _, _ in going.values())
            if any(isinstance(each, DiceRoll) and each.again for each in rolls):
                self.thrown_again = True
        raise ForecastUnavailableError

    def some_of(self, state: Any, throw: DiceRoll, pick: Pick) -> Counter[RollResult]:
        """Return as many random results as rulings allow."""
        found: Counter[RollResult] = Counter()
        first = Step(state, follows=throw)
        while self.rulings < RULED and found.total() < RULED:
            step = first
            tally: Tally = ()
            for _ in range(STEPS):
                step = self.after(step, step.way(self.referee, pick))
                tally = added(tally, step.brings)
                if result := step.result(tally):
                    break
            else:
                raise ForecastUnavailableError
            found[result] += 1
            if self.rulings > RULED // 2 and found.total() < HALFWAY:
                break
        if found.total() < WALKS:
            raise ForecastUnavailableError
        return found

    def afford(self, steps: Iterable[Step]) -> None:
        """Give up before more is asked than can be answered in time."""
        asked = self.rulings + sum(size(step.follows) for step in steps)
        if asked > RULED * self.referee.quick_rulings:
            raise ForecastUnavailableError

    def leads(self, state: Any, action: Action) -> Step:
        """Return what an action leads to on a table."""
        return self.after(Step(state, follows=action), action)

    def after(self, step: Step, action: Action) -> Step:
        """Return what an action leads to.

        A ruling that another trial has made counts as well: what can be weighed in time must not
        depend on what else was weighed.
        """
        key = (step.key, msgspec.msgpack.encode(action))
        if key not in self.known:
            self.rulings += 1
            self.known[key] = self._recalled((self.referee, *key), step, action)
        return self.known[key]

    def _recalled(self, key: Asked, step: Step, action: Action) -> Step:
        found = recent.get(key)
        if found is None:
            found = self.ruled(step.state, action)
            recent.put(key, found)
        return found

    def ruled(self, state: Any, action: Action) -> Step:
        """Return the ruling on an action; questions whose answer is moot get the first."""
        answers: dict[str, str] = {}
        for _ in range(ASKED):
            answer = self.referee.apply(state, action, None, answers)
            if isinstance(answer, Ruling):
                return self.stands(state, answer)
            if (
                not isinstance(answer, Question)
                or answer.code not in self.referee.irrelevant_questions
            ):
                break
            answers[answer.code] = str(answer.options[0].value)
        return Step(state, follows=Open())

    def stands(self, before: Any, ruling: Ruling[Any]) -> Step:
        state, brings = ruling.state, self.referee.figure_changes(before, ruling)
        outcome = self.referee.outcome(state)
        if outcome is not None:
            return Step(state, brings, ended=outcome.result, winners=outcome.winners)
        state = self.referee.without_report(state)
        return Step(state, brings, self.referee.next_step(state))


class Step:
    """A table on the way: what the last ruling brought, and what follows by itself, if anything."""

    def __init__(
        self,
        state: Any,
        brings: Mapping[str, int] | None = None,
        follows: DiceRoll | Action | Open | None = None,
        ended: str = "",
        winners: tuple[int, ...] = (),
    ) -> None:
        self.state, self.brings, self.follows = state, brings or {}, follows
        self.ended, self.winners = ended, winners

    @cached_property
    def key(self) -> bytes:
        """The table as text, to know it again."""
        return msgspec.msgpack.encode(self.state)

    def result(self, tally: Tally) -> RollResult | None:
        """Return the result that ends here; ``None`` where something follows."""
        if isinstance(self.follows, DiceRoll | Action):
            return None
        return RollResult(tally, self.ended, self.winners, isinstance(self.follows, Open))

    def ways(self, referee: AnyReferee) -> Iterator[tuple[Action, Fraction]]:
        """Yield everything that may be entered next, each with its chance."""
        if isinstance(self.follows, DiceRoll):
            for value, chance in falls(self.follows):
                yield told(referee, self.follows, value), chance
        else:
            assert isinstance(self.follows, Action)
            yield self.follows, Fraction(1)

    def way(self, referee: AnyReferee, pick: Pick) -> Action:
        """Return what is entered next, by chance where dice are thrown."""
        if isinstance(self.follows, DiceRoll):
            return told(referee, self.follows, fallen(self.follows, pick))
        assert isinstance(self.follows, Action)
        return self.follows


def told(referee: AnyReferee, throw: DiceRoll, value: Any) -> Action:
    """Return the entry of a throw that shows ``value``."""
    said = {"do": throw.do, **throw.fixed, throw.field: value}
    return msgspec.convert(said, referee.action_type(throw.do))  # type: ignore[no-any-return]


def added(tally: Tally, brings: Mapping[str, int]) -> Tally:
    """Return the figures with those of one more ruling."""
    if not brings:
        return tally
    found = Counter(dict(tally))
    found.update(brings)
    return tuple(sorted((name, n) for name, n in found.items() if n))


# -- how dice fall -------------------------------------------------------------------------


def falls(throw: DiceRoll) -> Iterator[tuple[Any, Fraction]]:
    """Yield each result as its field takes it, with its chance."""
    if throw.summed:
        for faces, chance in totals(throw).values():
            yield faces, chance
        return
    groups: dict[Any, list[int]] = {}
    for at, die in enumerate(throw.dice):
        groups.setdefault((die, at if throw.apart else None), []).append(at)
    rolled = [list(_shown(die, len(places))) for (die, _), places in groups.items()]
    drawn = list(_out_of_the_cup(throw))
    for shown in product(*rolled):
        values: list[Any] = [None] * len(throw.dice)
        for places, (faces, _) in zip(groups.values(), shown, strict=True):
            for at, face in zip(places, faces, strict=True):
                values[at] = face
        chance = prod((each for _, each in shown), start=Fraction(1))
        for more, often in drawn:
            found = (*values, *more)
            yield (found[0] if throw.single else found), chance * often


def size(throw: DiceRoll | Action | Open | None) -> int:
    """Return how many different results there are; one of what isn't thrown."""
    if not isinstance(throw, DiceRoll):
        return 1
    if throw.summed:
        return len(totals(throw))
    equal = [(die, 1) for die in throw.dice] if throw.apart else Counter(throw.dice).items()
    rolled = prod(comb(n + len(die) - 1, len(die) - 1) for die, n in equal)
    return rolled * sum(1 for _ in _out_of_the_cup(throw))


Totals = dict[int, tuple[tuple[Any, ...], Fraction]]


def totals(throw: DiceRoll) -> Totals:
    """Return what dice may add up to: one way to show it, and its chance; what counts alike
    (``DiceRoll.most``) as one."""
    return _totals(throw.dice, throw.most)


@lru_cache(maxsize=1024)
def _totals(dice: tuple[Die, ...], most: int | None) -> Totals:
    found: dict[int, tuple[tuple[Any, ...], int]] = {0: ((), 1)}
    whole = 1
    for die in dice:
        sums: dict[int, tuple[tuple[Any, ...], int]] = {}
        for total, (faces, often) in found.items():
            for face, weight in die:
                reached = counted(most, total + face)
                shown, before = sums.get(reached, ((*faces, face), 0))
                sums[reached] = shown, before + often * weight
        found, whole = sums, whole * sum(weight for _, weight in die)
    return {total: (faces, Fraction(n, whole)) for total, (faces, n) in sorted(found.items())}


def counted(most: int | None, total: int) -> int:
    """Return a sum as far as it makes a difference."""
    return total if most is None else min(total, most)


def _shown(die: Die, n: int) -> Iterator[tuple[tuple[Any, ...], Fraction]]:
    """Yield everything ``n`` equal dice may show, with its chance."""
    faces, weights = zip(*die, strict=True)
    whole = sum(weights) ** n
    for share in shares(n, len(faces)):
        shown = tuple(face for face, k in zip(faces, share, strict=True) for _ in range(k))
        yield shown, Fraction(ways(share, weights), whole)


def _out_of_the_cup(throw: DiceRoll) -> Iterator[tuple[tuple[Any, ...], Fraction]]:
    """Yield everything dice drawn blindly show once they are rolled, with its chance."""
    if not throw.drawn:
        yield (), Fraction(1)
        return
    kinds, there = zip(*throw.cup, strict=True)
    for taken, chance in draw(there, throw.drawn):
        lots = (list(_shown(die, n)) for die, n in zip(kinds, taken, strict=True))
        for shown in product(*lots):
            faces = tuple(face for some, _ in shown for face in some)
            yield faces, prod((each for _, each in shown), start=chance)


def fallen(throw: DiceRoll, pick: Pick) -> Any:
    """Return one result by chance."""
    cup = [die for die, n in throw.cup for _ in range(n)]
    dice = [*throw.dice, *(cup.pop(pick(len(cup))) for _ in range(throw.drawn))]
    found = tuple(_face(die, pick) for die in dice)
    return found[0] if throw.single else found


def _face(die: Die, pick: Pick) -> Any:
    faces = [face for face, weight in die for _ in range(weight)]
    return faces[pick(len(faces))]
