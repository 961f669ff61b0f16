"""The chance to win from the tables of a finished game: each is played on many times by a policy.

The policy takes what follows by itself; else, of the expected steps, the one that is worth most to
whoever enters it by the title's own figures (``Referee.utility``), with all that follows by itself;
the earlier offered of equals. Dice fall by chance, and a throw is worth the mean of a few. That is
no good player, but the same one at every table: it shows which turns changed the odds.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from fractions import Fraction
from itertools import pairwise
from typing import Any, NamedTuple

from games.odds.dice_statistics import SURE, wilson
from games.odds.options import actor_of, expected_prompts, needed_fields, options
from games.odds.roll_forecast import fallen, throw_of, told
from games.prospects import Pick
from games.referee import AnyReferee
from games.vocabulary import Action, DiceRoll, Outcome, Prompt, Question, Ruling, SetDepth

CERTAIN = 2.5758293035489004
"""Standard deviations either side that hold 99 %: of twenty turns, one is soon out of 95 %."""
PLAYOUTS = 60
"""Games that are played on from one table."""
ENTRIES = 400
"""Entries after which a game that isn't over counts as undecided."""
THROWS = 4
"""Throws of which the mean is what a throw is worth."""
STEPS = 6
"""Entries that follow one another by themselves and are looked at."""
ASKED = 6
"""Questions of one entry that are answered."""


class WinChance(NamedTuple):
    """The games ``played`` on from one table: those ``won``, and those that came to no end."""

    won: int = 0
    undecided: int = 0
    played: int = 0

    def plus(self, other: WinChance) -> WinChance:
        """Return both taken together."""
        return WinChance(*map(sum, zip(self, other, strict=True)))

    @property
    def share(self) -> Fraction:
        """The share won of those that came to an end."""
        return Fraction(self.won, max(1, self.played - self.undecided))

    def band(self, sure: float = SURE) -> tuple[float, float]:
        """Return the range of the chance (Wilson), by default 19 times in 20, from every undecided
        game lost to every one won."""
        low, _ = wilson(self.won, self.played, sure)
        _, high = wilson(self.won + self.undecided, self.played, sure)
        return low, high


class Swing(NamedTuple):
    """The place among the tables after which the chance was another one, and both chances."""

    at: int
    before: WinChance
    after: WinChance


def swings(chances: list[WinChance]) -> list[Swing]:
    """Return the greatest drop and the greatest rise from one table to the next, in the order of
    the game; only changes larger than the bands of 99 % count.

    The last turn always leads to 0 or 100 %, which the ending says anyway: it counts only where no
    earlier one went its way.
    """
    found = [Swing(n, *pair) for n, pair in enumerate(pairwise(chances), 1)]
    drops = [each for each in found if each.after.band(CERTAIN)[1] < each.before.band(CERTAIN)[0]]
    rises = [each for each in found if each.after.band(CERTAIN)[0] > each.before.band(CERTAIN)[1]]
    most = [_greatest(each, last=len(found)) for each in (drops, rises) if each]
    return sorted(most, key=lambda swing: swing.at)


def _greatest(found: list[Swing], last: int) -> Swing:
    return max(
        found, key=lambda swing: (swing.at != last, abs(swing.after.share - swing.before.share))
    )


def play_on(
    referee: AnyReferee, state: Any, winners: Collection[int], pick: Pick
) -> tuple[WinChance, int]:
    """Return one game played on and its number of entries; won if all win, or one of the
    ``winners`` of a competitive game."""
    outcome, entries = playout(referee, state, pick)
    if outcome is None:
        return WinChance(0, 1, 1), entries
    won = outcome.result == "won" and (
        referee.title.cooperative or not {*winners}.isdisjoint(outcome.winners)
    )
    return WinChance(int(won), 0, 1), entries


def playout(referee: AnyReferee, state: Any, pick: Pick) -> tuple[Outcome | None, int]:
    """Play on by the policy; return how it ended, ``None`` if it came to no end, and after how
    many entries."""
    state = _in_full(referee, state)
    for n in range(ENTRIES):
        outcome = referee.outcome(state)
        if outcome is not None:
            return outcome, n
        state = _onward(referee, state, pick)
        if state is None:
            return None, n
    return referee.outcome(state), ENTRIES


def _in_full(referee: AnyReferee, state: Any) -> Any:
    """Return a table at which is entered what dice show, not what they brought."""
    if "full" not in referee.title.depths or referee.outcome(state) is not None:
        return state
    ruling = referee.apply(state, SetDepth("full"))
    return ruling.state if isinstance(ruling, Ruling) else state


def _onward(referee: AnyReferee, state: Any, pick: Pick) -> Any:
    """Return the table after one entry; ``None`` where only the table knows how to go on."""
    follows = _following(referee, state, pick)
    if follows is not None:
        ruling = _ruled(referee, state, follows, None, pick)
        return ruling and ruling.state
    prompts = [each for each in expected_prompts(referee, state) if not each.shortcut]
    found = [way for prompt in prompts for way in _ways(referee, state, prompt, pick)]
    if not found:
        return None
    best = found[0] if len(found) == 1 else max(found, key=lambda way: way.worth(referee, pick))
    ruling = _ruled(referee, state, best.action(referee, pick), best.actor, pick)
    return ruling and ruling.state


class _Way(NamedTuple):
    """One way to go on from a table: an entry, or dice to throw."""

    state: Any
    step: Action | DiceRoll
    actor: int | None

    def action(self, referee: AnyReferee, pick: Pick) -> Action:
        return _fallen(referee, self.step, pick)

    def worth(self, referee: AnyReferee, pick: Pick) -> Fraction:
        """Return what it is worth by the title's figures, on average of a few throws."""
        return Fraction(sum(self._once(referee, pick) for _ in range(THROWS))) / THROWS

    def _once(self, referee: AnyReferee, pick: Pick) -> Fraction | int:
        worth: Fraction | int = 0
        state, follows = self.state, _fallen(referee, self.step, pick)
        for _ in range(STEPS):
            ruling = _ruled(referee, state, follows, self.actor, pick)
            if ruling is None:
                break
            worth += referee.utility(state, referee.figure_changes(state, ruling))
            state = ruling.state
            further = None if referee.outcome(state) else _following(referee, state, pick)
            if further is None:
                break
            follows = further
        return worth


def _ways(referee: AnyReferee, state: Any, prompt: Prompt, pick: Pick) -> Iterator[_Way]:
    """Yield the ways to enter a prompt that are accepted; dice of unknown faces are none."""
    actor = actor_of(prompt)
    throw = throw_of(referee, state, prompt)
    if throw is not None:
        yield _Way(state, throw, actor)
        return
    for option in options(referee, state, prompt, needed_fields(prompt)):
        usable = option is not None and option.free and not option.action.by_hand
        if option and usable and _ruled(referee, state, option.action, actor, pick):
            yield _Way(state, option.action, actor)


def _following(referee: AnyReferee, state: Any, pick: Pick) -> Action | None:
    """Return the entry that follows by itself, its dice thrown; ``None`` if none does."""
    step = referee.next_step(state)
    return _fallen(referee, step, pick) if isinstance(step, Action | DiceRoll) else None


def _fallen(referee: AnyReferee, step: Action | DiceRoll, pick: Pick) -> Action:
    if isinstance(step, DiceRoll):
        return told(referee, step, fallen(step, pick))
    return step


def _ruled(
    referee: AnyReferee, state: Any, action: Action, actor: int | None, pick: Pick
) -> Ruling[Any] | None:
    """Return the ruling on an entry, ``None`` if it is refused; questions are answered by
    chance."""
    answers: dict[str, str] = {}
    for _ in range(ASKED):
        answer = referee.apply(state, action, actor, answers)
        if isinstance(answer, Ruling):
            return answer
        if not isinstance(answer, Question):
            return None
        answers[answer.code] = str(answer.options[pick(len(answer.options))].value)
    return None
