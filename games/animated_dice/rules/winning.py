"""The end of the game: the most points, the tiebreaker, everyone's place."""

from __future__ import annotations

from games.animated_dice.state import State
from games.messages import Catalogue
from games.messages import gettext_noop as _
from games.vocabulary import Outcome, Score


def outcome(state: State) -> Outcome | None:
    """Return the winner, once the last round and its tiebreakers are played."""
    stage = state.stage
    if stage.active is not None:
        return None
    facts = {"who": state.villains[stage.leaders[0]].name, "n": max(state.totals)}
    how, rule = ("tiebreak", "D-041") if stage.tie else ("most", "D-039")
    return Outcome("won", how, rule, stage.leaders, facts, scores=places(state))


def places(state: State) -> tuple[Score, ...]:
    """Rank by total; rank leaders by the tiebreakers they played."""
    keys = {
        i: (total, [h.points for h in state.sheet if h.tie and h.part == i])
        for i, total in enumerate(state.totals)
    }
    return tuple(
        Score(i, 1 + sum(other > key for other in keys.values()), key[0]) for i, key in keys.items()
    )


WORDS: Catalogue = {
    "outcome.most": _("{who} has the most points: {n}"),
    "outcome.tiebreak": _("{who} scored the most in the tiebreaker"),
    "ending.most": _("The most points win"),
    "ending.tiebreak": _("A tiebreaker decides it"),
    "refusal.E_NOT_LEADER": _("Only the tied leaders play on: {leaders}"),
    "remedy.watch": _("Wait for the tiebreaker"),
}
