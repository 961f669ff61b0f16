"""A new title in a package of its own: the sample game, under another name.

``acorns`` is that game. It is played and checked here like every title; ``around`` are the other
files of its repository. A file called ``….txt`` has that ending so that no tool here reads it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from companion.scaffold import words
from games import registry

HERE = Path(__file__).parent
SLUG = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
LONGEST = 30


class NoTitleError(ValueError):
    """Reason why no title can be written; the message is a sentence."""


def write(slug: str, where: Path) -> Path:
    """Write a title called ``slug`` into a new folder in ``where``; gives that folder.

    Raises ``NoTitleError``, and then nothing was written.
    """
    if not SLUG.fullmatch(slug) or len(slug) > LONGEST:
        raise NoTitleError(
            f"A title is called by at most {LONGEST} small letters, like fox-and-hens."
        )
    if slug in registry.TITLES or registry.engine(slug.replace("-", "_")):
        raise NoTitleError(f"Sidekick already uses the name {slug}. Choose another one.")
    folder, package = where / f"sidekick-{slug}", f"sidekick_{slug.replace('-', '_')}"
    if folder.exists():
        raise NoTitleError(f"{folder} is there already.")
    for path, to in _files(package, slug):
        target = folder / to
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(renamed(path.read_text(), slug, package))
    for po in folder.rglob("*.po"):
        words.compiled(po)
    return folder


def _files(package: str, slug: str) -> Iterator[tuple[Path, str]]:
    """Yield each file of the sample, and where it goes."""
    for root, top in ((HERE / "acorns", f"{package}/"), (HERE / "around", "")):
        for path in sorted(root.rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                inside = str(path.relative_to(root)).removesuffix(".txt")
                at = inside.replace("games/acorns/", f"games/{slug}/")
                named = at.replace("test_acorns", f"test_{slug.replace('-', '_')}")
                yield path, top + (".gitignore" if named == "gitignore" else named)


def renamed(text: str, slug: str, package: str) -> str:
    """Return a file of the sample as the new title has it: its slug, its package, its class, its
    name."""
    name = slug.replace("-", " ").title()
    for pattern, new in (
        (r"sidekick_acorns", package),
        (r"sidekick-acorns", f"sidekick-{slug}"),
        (r'(?<=name=")Acorns(?=",)|(?<=Book\(")Acorns|(?<=""")Acorns(?=:)', name),
        (r"(?<=^# )Acorns|(?<=description = \")Acorns", name),
        (r"\bAcorns\b(?! of)", name.replace(" ", "")),
        (r'(?<=")acorns(?=")|(?<=games/)acorns|(?<=data-title=)acorns', slug),
        (r"(?<=title )acorns|^acorns(?= =)", slug),
    ):
        text = re.sub(pattern, new, text, flags=re.MULTILINE)
    return text
