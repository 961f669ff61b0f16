"""Titles that installed packages bring, by the entry points of the group ``sidekick.titles``.

No one here wrote them, and to import one is to run it: each is tried in a process of its own first
(``python -m games.plugins SLUG PLACE PACKAGE FILE``), which may end or never come back.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Collection, Iterator
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from tempfile import TemporaryDirectory
from traceback import extract_tb
from typing import Any, NamedTuple

import msgspec

from games.messages import Msg, msg
from games.pieces import Offers
from games.referee import Referee, Refusal

GROUP = "sidekick.titles"
"""``acorns = "sidekick_acorns:Acorns"``: the slug of a title, and its referee."""

CONTRACT = 2
"""The version of what ``games`` asks of a title; raised when a title has to be changed for it."""

TRIED = "TITLE_TRIED"
"""Set where a title is tried: no other is looked for in that process."""
PATIENCE = 30
"""Seconds in which a title has to be imported and a game started, on any machine."""


class PluginTitle(NamedTuple):
    """A title that a package brings: where its referee is, and the folder of all it has."""

    slug: str
    place: str
    folder: Path


class RefusedTitle(NamedTuple):
    """A title that is installed and cannot be played here, and why."""

    slug: str
    package: str
    why: Msg


class InvalidTitleError(Exception):
    """A package whose title is not offered; ``why`` is shown to people."""

    def __init__(self, why: Msg) -> None:
        super().__init__(why.code)
        self.why = why


def discover(taken: Collection[str]) -> Iterator[PluginTitle | RefusedTitle]:
    """Return the installed titles by slug; a fault in one never hides the others.

    ``taken`` are slugs in use.
    """
    if TRIED in os.environ:
        # A title that imports the list would otherwise have itself tried, and so on.
        return
    known = set(taken)
    points = sorted(entry_points(group=GROUP), key=lambda each: (each.name, each.value))
    tried = [_Trial(point) for point in points]
    for trial in tried:
        point, package = trial.point, trial.package
        try:
            if point.name in known:
                raise InvalidTitleError(msg("taken", package=package, slug=point.name))
            trial.ends()
            found = _found(point)
        except InvalidTitleError as unfit:
            yield RefusedTitle(point.name, package, unfit.why)
        except (Exception, SystemExit) as error:
            yield RefusedTitle(point.name, package, _unloaded(package, error))
        else:
            known.add(found.slug)
            yield found


class _Trial:
    """A title tried in a process of its own, beside the others."""

    def __init__(self, point: EntryPoint) -> None:
        self.point = point
        self.package = point.dist.name if point.dist else point.module
        self._folder = TemporaryDirectory(prefix="sidekick-title-")
        self._said = Path(self._folder.name) / "said"
        path = os.pathsep.join(each or os.getcwd() for each in sys.path)
        told = (point.name, point.value, self.package, str(self._said))
        self._process = subprocess.Popen(
            [sys.executable, "-m", "games.plugins", *told],
            env={**os.environ, "PYTHONPATH": path, TRIED: point.name},
            process_group=0,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def ends(self) -> None:
        """Wait for it; raises ``InvalidTitleError`` for what it says, or where it says nothing."""
        try:
            code = self._process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            # With all that it has started.
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
            raise InvalidTitleError(msg("endless", package=self.package, n=PATIENCE)) from None
        try:
            said = self._said.read_bytes() if self._said.exists() else b""
        finally:
            self._folder.cleanup()
        if said:
            raise InvalidTitleError(msgspec.json.decode(said, type=Msg))
        if code:
            problem = f"exit {code}"
            raise InvalidTitleError(msg("unloaded", package=self.package, problem=problem))


def _unloaded(package: str, error: BaseException) -> Msg:
    """Say what a title raised, and where in it: its author reads no traceback."""
    frames = [each for each in extract_tb(error.__traceback__) if each.filename != __file__]
    own = [each for each in frames if not each.filename.startswith("<frozen")]
    at = f" ({Path(own[-1].filename).name}, line {own[-1].lineno})" if own else ""
    return msg("unloaded", package=package, problem=f"{type(error).__name__}: {error}{at}")


def _found(point: EntryPoint) -> PluginTitle:
    point.load()
    folder = Path(str(import_module(point.module).__file__)).parent
    return PluginTitle(point.name, point.value, folder)


def _fits(kind: Any, slug: str, package: str) -> None:
    """Raise ``InvalidTitleError`` for what is no referee, or one for another contract or slug."""
    if not (isinstance(kind, type) and issubclass(kind, Referee)):
        raise InvalidTitleError(msg("no_referee", package=package))
    if kind.contract != CONTRACT:
        raise InvalidTitleError(
            msg("contract", package=package, theirs=kind.contract, ours=CONTRACT)
        )
    own = kind().title.slug
    if own != slug:
        raise InvalidTitleError(msg("slug", package=package, slug=slug, own=own))


def _begins(referee: Referee[Any, Any, Any]) -> None:
    """Begin a game by default and ask once for all that a table is drawn from."""
    box = referee.sample_box()
    setup = referee.draw(referee.setup_default(referee.title.min_players, box), box, lambda n: 0)
    begun = referee.begin(setup, box)
    if isinstance(begun, Refusal):
        return
    state = referee.decode_state(referee.encode_state(begun.state))
    referee.parts(state)
    referee.prompts(state)
    referee.pieces(referee.board(state, None), Offers((), ()))


def main(slug: str, place: str, package: str, said: str) -> None:
    """Try one title, and write down why it does not fit, if it does not."""
    try:
        kind = EntryPoint(slug, place, GROUP).load()
        _fits(kind, slug, package)
        _begins(kind())
    except InvalidTitleError as unfit:
        why = unfit.why
    except (Exception, SystemExit) as error:
        why = _unloaded(package, error)
    else:
        return
    Path(said).write_bytes(msgspec.json.encode(why))


if __name__ == "__main__":
    main(*sys.argv[1:])
