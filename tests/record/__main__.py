"""Play every ending through the pages and keep the playlogs; ``--missing``: only new ones."""

from __future__ import annotations

import os
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
django.setup()

import msgspec  # noqa: E402
from django.test import Client  # noqa: E402
from django.test.utils import get_runner, setup_test_environment  # noqa: E402

from companion.plays import playlog  # noqa: E402
from companion.plays.models import Play  # noqa: E402
from games import registry  # noqa: E402
from games.referee import AnyReferee  # noqa: E402
from tests.pageplayer import PagePlayer  # noqa: E402
from tests.record import Ending, Move, endings, find  # noqa: E402

FOLDER = Path(__file__).parents[1] / "playlogs"
EVENING = datetime(2026, 1, 3, 19, 30, tzinfo=UTC)
PACE = timedelta(seconds=20)


def record(referee: AnyReferee, ending: Ending) -> playlog.Playlog:
    """One playthrough, tap by tap through the pages; the playlog the table then offers."""
    moves = find(referee, ending)
    phone = Client()
    started = phone.post(
        f"/g/{referee.title.slug}/", {"players": ending.players, "box": "sample", "name": "Ana"}
    )
    play = Play.objects.get(code=started["Location"].split("/")[2])
    if ending.setup:
        _set_up(phone, play, ending)
    player = PagePlayer(phone, started["Location"])
    for move in moves:
        _tap(player, move)
    text = phone.get(f"{player.at}playlog.json").content
    print(f"{referee.title.slug} {ending.name}: {len(moves)} entries, {player.taps} posts")
    return _timed(playlog.decode(text))


def _set_up(phone: Client, play: Play, ending: Ending) -> None:
    from companion.plays import ledger

    referee = registry.referee(play.title)
    ledger.set_up_again(play.pk, referee.decode_setup({**play.setup, **(ending.setup or {})}))


def _tap(player: PagePlayer, move: Move) -> None:
    data = dict(move.data)
    player.tap(data.pop("do"), **data)
    for code, value in move.answers.items():
        player.answer(code, value)
    assert player.status == 200, (move, player.said())


def _timed(doc: playlog.Playlog) -> playlog.Playlog:
    """The document as of one fixed evening, so that a new recording is a readable diff."""
    lines = tuple(msgspec.structs.replace(line, at=EVENING + PACE * line.n) for line in doc.entries)
    return msgspec.structs.replace(doc, entries=lines, started=EVENING)


def main(slugs: list[str]) -> None:
    setup_test_environment()
    from django.conf import settings

    runner = get_runner(settings)(verbosity=0, interactive=False)
    databases = runner.setup_databases()
    try:
        for slug in slugs or list(endings()):
            referee = registry.referee(slug)
            folder = FOLDER / slug
            folder.mkdir(parents=True, exist_ok=True)
            for ending in endings()[slug]:
                if "--missing" in sys.argv and (folder / f"{ending.name}.json").exists():
                    continue
                document = record(referee, ending)
                (folder / f"{ending.name}.json").write_bytes(playlog.encode(document))
    finally:
        runner.teardown_databases(databases)


main([each for each in sys.argv[1:] if each != "--missing"])
