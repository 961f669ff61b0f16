"""Gets a Chromium for the browser tests where the machine has none.

With root on a Debian-like system the distribution's own; elsewhere one packed for npm, which
needs no root: it comes from the registry, pinned by hash, and is unpacked below ``var``.
"""

from __future__ import annotations

import base64
import hashlib
import os
import platform
import shutil
import subprocess
import sys
import tarfile
from io import BytesIO
from pathlib import Path

from companion.conformance import browsers
from tests import needs

DEBIAN = ("chromium-headless-shell", "chromium")
"""Debian's packages, the lighter one first; its derivatives may have the other only."""
PACKAGE = "@sparticuz/chromium@147.0.0"
SHA512 = "4ZKeAQQa8up2mt675qSitztLdbQrlf8BKdC5naeap+5Mv1OV1OlJdPoU+EJC/p5sQUJUQmN4r+q5+EhaaOUHpQ=="
FONTS = """<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>{folder}/fonts</dir><cachedir>{folder}/cache</cachedir></fontconfig>
"""
START = """#!/bin/sh
export LD_LIBRARY_PATH="{folder}/lib" FONTCONFIG_FILE="{folder}/fonts.conf"
exec "{folder}/browser" "$@"
"""


def fetch() -> str | None:
    """Make sure that ``needs.chromium()`` finds one; gives the reason if that failed."""
    if needs.chromium() is not None:
        return None
    if os.environ.get("CHROMIUM"):
        return f"CHROMIUM names {os.environ['CHROMIUM']}, which is no program"
    if hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get"):
        say("Installing Chromium from the distribution ...")
        if _apt("update") and any(_apt("install", name, "libatomic1") for name in DEBIAN):
            return None
    if sys.platform != "linux" or platform.machine() != "x86_64":
        return "install Chromium or Chrome and run again"
    try:
        say("Unpacking a Chromium from npm ...")
        _unpack(_download())
    except (OSError, ValueError, subprocess.SubprocessError) as error:
        return f"no Chromium could be installed ({error})"
    return None


def say(sentence: str) -> None:
    print(sentence, flush=True)


def _apt(*words: str) -> bool:
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    command = ["apt-get", "-qq", "-y", "--no-install-recommends", *words]
    return subprocess.run(command, env=environment, stdout=subprocess.DEVNULL).returncode == 0


def _download() -> Path:
    """The package's archive, checked against the hash written here."""
    own = browsers.node()
    npm = Path(own).parent.parent / "lib/node_modules/npm/bin/npm-cli.js" if own else None
    command = [own, str(npm)] if own else [shutil.which("npm") or "npm"]
    needs.CACHE.mkdir(parents=True, exist_ok=True)
    packed = subprocess.run(
        [*command, "pack", "--silent", PACKAGE],
        cwd=needs.CACHE,
        capture_output=True,
        text=True,
        check=True,
        timeout=300,
    )
    archive = needs.CACHE / packed.stdout.strip().splitlines()[-1]
    found = base64.b64encode(hashlib.sha512(archive.read_bytes()).digest()).decode()
    if found != SHA512:
        archive.unlink()
        raise ValueError(f"{PACKAGE} is not the one that was checked")
    return archive


def _unpack(archive: Path) -> None:
    import brotli

    folder = needs.CACHE / "chromium"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    with tarfile.open(archive) as package:
        for member in package.getmembers():
            name = Path(member.name).name
            file = package.extractfile(member) if name.endswith(".br") else None
            if file is None:
                continue
            data = brotli.decompress(file.read())
            if name.endswith(".tar.br"):
                with tarfile.open(fileobj=BytesIO(data)) as inner:
                    inner.extractall(folder, filter="data")
            else:
                (folder / "browser").write_bytes(data)
    (folder / "fonts.conf").write_text(FONTS.format(folder=folder))
    (folder / "chromium").write_text(START.format(folder=folder))
    for name in ("browser", "chromium"):
        (folder / name).chmod(0o755)
    archive.unlink()
