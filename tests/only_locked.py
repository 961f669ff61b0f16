"""Imports all that the installed product does, in a process where nothing else can be imported.

``python -m tests.only_locked requirements.lock`` refuses every package the lock does not name and
then loads each module of ours, each import inside a function, and what Celery loads for Redis.
"""

from __future__ import annotations

import ast
import importlib
import importlib.abc
import os
import re
import sys
from collections.abc import Iterator
from importlib.metadata import packages_distributions
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
WORKSHOP = ("companion.conformance", "companion.scaffold")
"""What only those need who write titles, and who have installed what tests need; its commands say
so where it is missing."""
LOCKED = re.compile(r"^([a-z0-9-]+)(?:\[[^]]*\])?==(\S+)", re.MULTILINE)


def locked(lock: Path) -> dict[str, str]:
    """Return names and versions a lock file holds."""
    return dict(LOCKED.findall(lock.read_text()))


class OnlyLocked(importlib.abc.MetaPathFinder):
    """Importer that says of every package outside the lock that it is not installed."""

    def __init__(self, names: set[str]) -> None:
        self.packages = packages_distributions()
        self.names = names

    def find_spec(self, fullname: str, *rest: Any) -> None:
        owners = self.packages.get(fullname.partition(".")[0], [])
        known = {re.sub(r"[-_.]+", "-", owner).lower() for owner in owners}
        if known and not known & self.names:
            raise ModuleNotFoundError(f"{fullname} is not locked", name=fullname)


def modules() -> Iterator[str]:
    """Yield every module of the site and of the rules but those for writing titles."""
    for folder in ("companion", "games"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            parts = path.relative_to(ROOT).with_suffix("").parts
            name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
            if not name.startswith(WORKSHOP):
                yield name


def wanted(path: Path) -> Iterator[str]:
    """Yield every module a file imports, also inside its functions."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module


def main(lock: Path) -> None:
    sys.meta_path.insert(0, OnlyLocked(set(locked(lock))))
    os.environ["DJANGO_SETTINGS_MODULE"] = "companion.settings"
    os.environ["REDIS_URL"] = "redis://127.0.0.1:1/0"
    import django

    django.setup()
    for name in modules():
        importlib.import_module(name)
        spec = sys.modules[name].__spec__
        if spec and spec.origin:
            for each in wanted(Path(spec.origin)):
                if not each.startswith(WORKSHOP):
                    importlib.import_module(each)
    from companion.celery import app

    app.loader.import_default_modules()
    assert app.connection_for_write().transport.driver_type == "redis"
    importlib.import_module("celery.bin.worker")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
