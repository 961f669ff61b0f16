"""Throw-away root file systems, which need root: mounts of this process's own, gone with it."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

MINE = "SIDEKICK_MOUNTS"


def run_apart(module: str, do: Callable[[Path], None]) -> int:
    """Run a module again where mounts are its own, with an empty folder in memory to work in."""
    if os.environ.get(MINE) != "mine":
        again = ["unshare", "--mount", sys.executable, "-m", module]
        return subprocess.run(again, env={**os.environ, MINE: "mine"}).returncode
    with tempfile.TemporaryDirectory(prefix=f"sidekick-{module.rpartition('.')[2]}-") as name:
        memory = ["mount", "-t", "tmpfs", "-o", "size=4g,mode=755", "tmpfs", name]
        subprocess.run(memory, check=True)
        try:
            do(Path(name))
        finally:
            subprocess.run(["umount", "-l", name], check=False)
    return 0


def bind_kernel(root: Path) -> None:
    """Give a root file system this machine's devices and processes."""
    for each in ("proc", "dev", "sys"):
        subprocess.run(["mount", "--rbind", f"/{each}", root / each], check=True)
