"""The release that runs here: the version in ``pyproject.toml``, or of the package made from it."""

from __future__ import annotations

import tomllib
from functools import lru_cache
from importlib.metadata import version
from pathlib import Path

PROJECT = Path(__file__).parent.parent / "pyproject.toml"


@lru_cache
def release() -> str:
    """Return the version; a checkout takes precedence over an installed package."""
    if PROJECT.exists():
        return str(tomllib.loads(PROJECT.read_text("utf-8"))["project"]["version"])
    return version("sidekick")
