"""Play every ending through the pages and keep the golden games; ``--missing``: only new ones."""

from __future__ import annotations

import os
import sys

import django

os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
django.setup()

from django.test import Client  # noqa: E402
from django.test.utils import get_runner, setup_test_environment  # noqa: E402

from companion.plays import ledger, playlog  # noqa: E402
from companion.plays.models import Play  # noqa: E402
from games import registry  # noqa: E402
from games.referee import AnyReferee  # noqa: E402
from tests import boxes, golden  # noqa: E402
from tests.pageplayer import PagePlayer  # noqa: E402
from tests.probes import room  # noqa: E402
from tests.record import Ending, Move, endings, find  # noqa: E402


def record(referee: AnyReferee, ending: Ending) -> playlog.Playlog:
    """Record one playthrough, tap by tap through the pages; return its playlog, secrets and all."""
    found = find(referee, ending)
    phone = Client()
    asked = {"players": ending.players, "depth": ending.depth, "starter": "on", "name": "Ana"}
    copy = "sample" if ending.box == boxes.SAMPLE else "new"
    started = phone.post(f"/g/{referee.title.slug}/", {**asked, "box": copy})
    code = started["Location"].split("/")[2]
    play = Play.objects.get(code=code)
    ledger.set_up_again(play.pk, found.setup)
    player = PagePlayer(phone, f"/t/{code}/")
    for move in found.moves:
        _tap(player, move)
    play.refresh_from_db()
    print(f"{referee.title.slug} {ending.name}: {len(found.moves)} entries, {player.taps} posts")
    return playlog.decode(playlog.encode(playlog.export(play)))


def _tap(player: PagePlayer, move: Move) -> None:
    data = dict(move.data)
    player.tap(data.pop("do"), **data)
    for code, value in move.answers.items():
        player.answer(code, value)
    assert player.status == 200, (move, player.said())


def main(slugs: list[str]) -> None:
    setup_test_environment()
    from django.conf import settings

    runner = get_runner(settings)(verbosity=0, interactive=False)
    databases = runner.setup_databases()
    try:
        for slug in slugs or list(endings()):
            referee = registry.referee(slug)
            folder = room(slug) / "games"
            folder.mkdir(parents=True, exist_ok=True)
            for ending in endings()[slug]:
                path = folder / f"{ending.name}.txt"
                if "--missing" in sys.argv and path.exists():
                    continue
                path.write_text(golden.write(record(referee, ending)))
    finally:
        runner.teardown_databases(databases)


main([each for each in sys.argv[1:] if each != "--missing"])
