"""The list of titles: those that ship, a line each, and those that installed packages bring."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from games.messages import Msg, msg
from games.plugins import PluginTitle, RefusedTitle, discover
from games.referee import Referee

TITLES: dict[str, str] = {
    "batman-who-laughs": "games.batman_who_laughs:BatmanWhoLaughs",
    "fire-nation": "games.fire_nation:FireNation",
    "animated-dice": "games.animated_dice:AnimatedDice",
    "gotham-chronicles": "games.gotham_chronicles:GothamChronicles",
    "talisman-batman": "games.talisman_batman:TalismanBatman",
}
REFUSED: list[RefusedTitle] = []
"""Installed titles that cannot be played here; the home page and the log say why."""
INSTALLED: set[str] = set()
"""The slugs of ``TITLES`` that installed packages have brought."""
HERE = Path(__file__).parent
FOLDERS: list[Path] = [made.parent for made in sorted(HERE.glob("*/__init__.py"))]
"""The packages of titles, of the engines of their families and of ``odds``: those that ship, then
titles that are installed. Each keeps ``templates``, ``static`` and ``locale`` of its own."""


class UnknownTitleError(KeyError):
    """A title that is not on the list: never was, or its package was removed."""


def look_around() -> None:
    """Put what installed packages bring on the list."""
    for each in discover(TITLES):
        if isinstance(each, PluginTitle):
            TITLES[each.slug] = each.place
            INSTALLED.add(each.slug)
            FOLDERS.append(each.folder)
        else:
            REFUSED.append(each)


Guarded = Callable[[str, Referee[Any, Any, Any]], Referee[Any, Any, Any]]
_guard: list[Guarded] = []


def guard(guarded: Guarded) -> None:
    """Hand out the referees of installed titles as ``guarded`` gives them."""
    _guard[:] = [guarded]
    referee.cache_clear()


def switch_off(slug: str, why: str) -> None:
    """Take a title off the list until the server starts again; the home page and the log say
    why."""
    place = TITLES.pop(slug, None)
    if place is not None:
        package = place.partition(":")[0].partition(".")[0]
        REFUSED.append(RefusedTitle(slug, package, msg(why, package=package)))
    referee.cache_clear()


def why_not(slug: str) -> Msg | None:
    """Return why an installed title cannot be played here, if it is one that cannot."""
    return next((each.why for each in REFUSED if each.slug == slug), None)


@cache
def referee(slug: str) -> Referee[Any, Any, Any]:
    """Return the referee of a title; raise ``UnknownTitleError`` for a slug that is not on the
    list.
    """
    if slug not in TITLES:
        raise UnknownTitleError(slug)
    module, name = TITLES[slug].split(":")
    made: Referee[Any, Any, Any] = getattr(import_module(module), name)()
    return _guard[0](slug, made) if _guard and slug in INSTALLED else made


def referees() -> tuple[Referee[Any, Any, Any], ...]:
    """Return all titles in the order of the list."""
    return tuple(referee(slug) for slug in tuple(TITLES))


def folder(slug: str) -> Path:
    """Return a title's own folder; raises ``UnknownTitleError`` for a slug not on the list."""
    if slug not in TITLES:
        raise UnknownTitleError(slug)
    return Path(str(import_module(TITLES[slug].split(":")[0]).__file__)).parent


def engine(family: str) -> Path | None:
    """Return the folder of what all titles of a family share, if that ships."""
    return next((each for each in FOLDERS if each.parent == HERE and each.name == family), None)


def folders(room: str) -> list[Path]:
    """Return those folders of titles and their engines that are called ``room``."""
    return [folder / room for folder in FOLDERS if (folder / room).is_dir()]


look_around()
