"""Where the style sheets, scripts and pictures of the site are served from."""

from __future__ import annotations

from typing import Any

from whitenoise.storage import CompressedManifestStaticFilesStorage


class StaticFiles(CompressedManifestStaticFilesStorage):
    """Names with a hash of the content in them; a page's dozens are worked out once a process."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._urls: dict[str, str] = {}

    def url(self, name: str, force: bool = False) -> str:
        """The address of a file; raises ``ValueError`` for one that was not collected."""
        if name not in self._urls:
            self._urls[name] = str(super().url(name, force))
        return self._urls[name]
