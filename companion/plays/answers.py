"""Results of trying to change a play: recorded, or a reason why not."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from companion.plays.models import Entry, Play
    from companion.plays.replay import ReplayMisfit


@dataclass(frozen=True)
class Recorded:
    """The entry is in the log; ``fresh`` is false if this key was there before."""

    play: Play
    entry: Entry
    fresh: bool


class StaleRevisionError(Exception):
    """Refusal of what was decided on an older revision. Carries what has happened ``since``."""

    def __init__(self, play: Play, since: list[Entry]) -> None:
        super().__init__(f"{play} is at revision {play.revision}")
        self.play = play
        self.since = since


class SeatReleasedError(Exception):
    """The seat was taken from this phone while its request was under way."""


class NewerReleaseError(Exception):
    """A later release than this one has written the play; a process of that one answers for it."""


class ChangeRejectedError(Exception):
    """Result when nothing was changed; each reason has a class of its own."""


class NothingToUndoError(ChangeRejectedError):
    """Result when there is nothing to undo, redo, answer or repair, or no such place to go back
    to."""


class GameStartedError(ChangeRejectedError):
    """The game has begun, so its set-up stays."""


class GameOverError(ChangeRejectedError):
    """The game has an ending of its own, so the table need not be closed."""


class TableClosedError(ChangeRejectedError):
    """The table was closed without an ending."""


class SecretsRevealedError(ChangeRejectedError):
    """The game is over and its secrets are public, so nothing may change."""


class TableFullError(ChangeRejectedError):
    """The log or the state is as large as may be; the table can still be closed."""


class BoardKeptError(ChangeRejectedError):
    """A later entry keeps the board as it is, so that nothing before it can be corrected."""


class ReplayMisfitError(ChangeRejectedError):
    """An entry that has to be played again does not hold by the rules of today."""

    def __init__(self, misfit: ReplayMisfit[Any]) -> None:
        super().__init__(f"it no longer fits the rules: {misfit.answer.code}")
        self.misfit = misfit
