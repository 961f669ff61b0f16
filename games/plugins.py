"""Titles that installed packages bring, by the entry points of the group ``sidekick.titles``."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any, NamedTuple

from games.messages import Msg, msg
from games.referee import Referee

GROUP = "sidekick.titles"
"""``acorns = "sidekick_acorns:Acorns"``: the slug of a title, and its referee."""

CONTRACT = 1
"""The version of what ``games`` asks of a title; raised when a title has to be changed for it."""


class Found(NamedTuple):
    """A title that a package brings: where its referee is, and the folder of all it has."""

    slug: str
    place: str
    folder: Path


class Refused(NamedTuple):
    """A title that is installed and cannot be played here, and why."""

    slug: str
    package: str
    why: Msg


class Unfit(Exception):
    """A package whose title is not offered; ``why`` is said to people."""

    def __init__(self, why: Msg) -> None:
        super().__init__(why.code)
        self.why = why


def discover(taken: Collection[str]) -> Iterator[Found | Refused]:
    """The installed titles by slug; whatever is wrong with one of them, the others are found.

    ``taken`` are slugs that are somebody else's already.
    """
    known = set(taken)
    for point in sorted(entry_points(group=GROUP), key=lambda each: (each.name, each.value)):
        package = point.dist.name if point.dist else point.module
        try:
            found = _found(point, known, package)
        except Unfit as unfit:
            yield Refused(point.name, package, unfit.why)
        except Exception as error:
            # Nobody here wrote it: whatever it raises, the other titles are played.
            problem = f"{type(error).__name__}: {error}"
            yield Refused(point.name, package, msg("unloaded", package=package, problem=problem))
        else:
            known.add(found.slug)
            yield found


def _found(point: EntryPoint, known: Collection[str], package: str) -> Found:
    if point.name in known:
        raise Unfit(msg("taken", package=package, slug=point.name))
    _fits(point.load(), point.name, package)
    folder = Path(str(import_module(point.module).__file__)).parent
    return Found(point.name, point.value, folder)


def _fits(kind: Any, slug: str, package: str) -> None:
    """Raise ``Unfit`` for what is no referee, or one for another contract or slug."""
    if not (isinstance(kind, type) and issubclass(kind, Referee)):
        raise Unfit(msg("no_referee", package=package))
    if kind.contract != CONTRACT:
        raise Unfit(msg("contract", package=package, theirs=kind.contract, ours=CONTRACT))
    own = kind().title.slug
    if own != slug:
        raise Unfit(msg("slug", package=package, slug=slug, own=own))
