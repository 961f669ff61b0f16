"""The acorns of an installed package: they raise what the files of a folder are named after."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from games.plugins import GROUP
from tests.titles import erring

FOLDER = Path(os.environ.get("RAISING") or os.devnull)


class Told(dict[str, Any]):
    """Exception raised now, in every process that has this title."""

    def __contains__(self, what: object) -> bool:
        return (FOLDER / str(what)).exists()

    def __getitem__(self, what: str) -> Any:
        return RuntimeError


class Raising(erring.Erring):
    """Erring title that raises what it is told from outside."""

    title = replace(erring.Erring.title, slug="raising")


def install(folder: Path) -> dict[str, str]:
    """Lay the package into a folder; gives the environment in which it is found and told."""
    info = folder / "sidekick_raising-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: sidekick-raising\nVersion: 1\n")
    (info / "entry_points.txt").write_text(f"[{GROUP}]\nraising = {__name__}:{Raising.__name__}\n")
    raising = folder / "raising"
    raising.mkdir()
    return {"PYTHONPATH": str(folder), "RAISING": str(raising)}


if os.environ.get("RAISING"):
    erring.BREAKING = Told()
