"""Places where the titles that ship tell the tests about themselves.

A title's probe is ``PROBE`` in ``tests/games/<title>/probe.py``; what its games came to lies in the
room ``recorded`` of its own folder.
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from pathlib import Path
from typing import Any

from companion.conformance.probes import Probe
from games import registry
from games.referee import Prompt

GAMES = Path(__file__).parent / "games"


def told(slug: str, room: str) -> Any:
    """Return a file of a title's tests by which it tells something about itself: its probe, its
    endings.

    Raises ``LookupError`` that names the file where there is none.
    """
    place = f"tests.{registry.TITLES[slug].split(':')[0]}.{room}"
    try:
        return import_module(place)
    except ModuleNotFoundError as error:
        if not f"{place}.".startswith(f"{error.name}."):
            raise
    file = place.replace(".", "/")
    raise LookupError(f"{slug} has no {file}.py; see CONTRIBUTING.md, Add a sixth game")


def rooms(slug: str, file: str = "__init__") -> list[str]:
    """Return the rooms of ``tests/games`` that hold a title's tests, its family's first, if they
    have a file of that name."""
    names = (registry.referee(slug).title.family, registry.folder(slug).name)
    return [name for name in names if name and (GAMES / name / f"{file}.py").exists()]


def room(slug: str) -> Path:
    """Return where what is recorded of a title is kept."""
    return registry.folder(slug) / "recorded"


def probe(slug: str) -> Probe:
    """Return the probe of a title."""
    found: Probe = told(slug, "probe").PROBE
    return found


def values(prompt: Prompt) -> Iterable[tuple[str, Any]]:
    """Yield everything a prompt offers: the field of the action it fills, and the value."""
    for name, value in prompt.fixed.items():
        for one in value if isinstance(value, list | tuple) else (value,):
            yield name, one
    for field in prompt.fields:
        for choice in field.choices:
            yield field.name, choice.value
