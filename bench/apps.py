"""Changes to a measured server: nothing, unless its tables are to share no pieces."""

import os
from contextvars import ContextVar
from typing import Any

from django.apps import AppConfig

APART = "SIDEKICK_BENCH_APART"
"""In truth no two tables play the very same game; with this set no table draws for another."""


class BenchConfig(AppConfig):
    name = "bench"

    def ready(self) -> None:
        if os.environ.get(APART):
            _keep_tables_apart()


def _keep_tables_apart() -> None:
    from companion.plays.pages.drawing import regions
    from companion.plays.pages.table import TablePage

    here: ContextVar[str] = ContextVar("here", default="")
    drawn, key_of = TablePage.drawn, regions.key_of

    def drawn_here(self: TablePage, *args: Any, **how: Any) -> dict[str, Any]:
        here.set(self.play.code)
        return drawn(self, *args, **how)

    def key_here(look: regions.BoardLook, piece: Any) -> str:
        return f"{key_of(look, piece)}{here.get()}"

    TablePage.drawn = drawn_here  # type: ignore[method-assign]
    regions.key_of = key_here
