"""Static files: style sheets, scripts and images."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import datetime
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import AppDirectoriesFinder, FileSystemFinder
from django.core.files.base import ContentFile, File
from django.core.files.storage import FileSystemStorage
from whitenoise.storage import CompressedManifestStaticFilesStorage

from companion.styles import packed


def lean(script: str) -> str:
    """Return a script of ours without its indents and comments, which stand on lines of their
    own."""
    return re.sub(r"(?m)^\s*(//.*)?\n?", "", script)


def _coloured(everybody: str, own: dict[str, str]) -> str:
    """Return the style sheet with the colours of all titles, which lists show side by side."""
    return "".join((everybody, *own.values()))


def _drawn(everybody: str, own: dict[str, str]) -> str:
    """Return the sprite with the signs of all titles, named ``<slug>-<sign>``."""
    signs = (
        symbol.replace('<symbol id="', f'<symbol id="{slug}-')
        for slug, text in own.items()
        for symbol in re.findall(r"<symbol .*?</symbol>\n", text, re.DOTALL)
    )
    return everybody.replace("</defs>", "".join(signs) + "</defs>")


OWN = re.compile(r"(js|games)/.*\.js$")
"""The scripts written here; those of others come as they are."""

GATHERED = {"css/app.css": ("palette.css", _coloured), "icons.svg": ("icons.svg", _drawn)}
"""Files of the site to which each title adds one of its own, and how they are put together."""


BUNDLES = {
    "js/table.js": (
        *("board", "live", "turn", "guard", "keypad", "missing"),
        *("drawer", "typed", "number", "outbox", "wake", "offline"),
    )
}
"""Scripts that a page always loads together, in this order; one answer brings them all."""


class Gathered(FileSystemStorage):
    """A static folder; what titles add to a file of the site is in it, and so are bundles."""

    def parts(self, name: str) -> dict[str, Path]:
        """Return what the titles add to a file, by slug, or what a bundle is made of."""
        root = Path(self.location)
        if name in BUNDLES:
            return {each: root / f"js/{each}.js" for each in BUNDLES[name]}
        if name not in GATHERED:
            return {}
        roots = {root, *map(Path, settings.STATICFILES_DIRS)}
        found = (path for each in roots for path in each.glob(f"games/*/{GATHERED[name][0]}"))
        return {path.parent.name: path for path in sorted(found, key=lambda path: path.parent.name)}

    def open(self, name: str, mode: str = "rb") -> File[Any]:
        own = {slug: path.read_text() for slug, path in self.parts(name).items()}
        if not own:
            return super().open(name, mode)
        text = Path(self.path(name)).read_text()
        put = GATHERED[name][1](text, own) if name in GATHERED else "".join((text, *own.values()))
        return ContentFile(put.encode())

    def get_modified_time(self, name: str) -> datetime:
        newest = max((path.stat().st_mtime for path in self.parts(name).values()), default=0)
        own = super().get_modified_time(name)
        return max(own, datetime.fromtimestamp(newest, own.tzinfo))


class Finder(FileSystemFinder):
    """Finder of what pages ask for, gathered from the site and its titles."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.storages = {root: Gathered(location=root) for root in self.storages}


UNUSED = (
    *("admin/*/vendor/select2*", "admin/*/vendor/*.txt", "admin/*/vendor/*/jquery.js"),
    *(
        "admin/*/vendor/*/xregexp.js",
        "admin/*/autocomplete.*",
        "admin/js/admin/Date*",
        "admin/img/gis*",
    ),
    *("admin/js/inlines.js", "admin/js/Select*", "admin/js/calendar.js", "django_otp*"),
    *("admin/*/*.txt", "admin/*/*LICENSE*", "admin/*/README*", "admin/*/unusable_*"),
)
"""Files of the admin that no page of the operator's desk loads, most of them: packing them
would double what a first start takes."""


class Packages(AppDirectoriesFinder):
    """Finder of what packages bring."""

    def list(self, ignore_patterns: Iterable[str] | None) -> Iterable[Any]:
        """List what is worth collecting."""
        return super().list([*(ignore_patterns or ()), *UNUSED])


class StaticFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Names with a hash of the content in them; a page's dozens are worked out once a process.

    Style sheets and our own scripts are packed as they are collected.
    """

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._urls: dict[str, str] = {}

    def file_hash(self, name: str | None, content: Any = None) -> str | None:
        """Hash what is served, so that another release's packing has another name.

        Two releases share the folder during an update.
        """
        told = self._packed(name, content) if name and content else content
        return super().file_hash(name, told)  # type: ignore[no-any-return]

    def _save(self, name: str, content: Any) -> str:
        return str(super()._save(name, self._packed(name, content)))

    def _packed(self, name: str, content: Any) -> Any:
        pack = packed if name.endswith(".css") else lean if OWN.match(name) else None
        if pack is None:
            return content
        text = b"".join(content.chunks()).decode()
        return ContentFile(pack(text).encode())

    def url(self, name: str, force: bool = False) -> str:
        """Return the address of a file; raise ``ValueError`` for one that was not collected."""
        if name not in self._urls:
            self._urls[name] = str(super().url(name, force))
        return self._urls[name]
