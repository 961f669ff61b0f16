"""The big screen belongs on the television: a phone says where it is and stays at the table."""

from __future__ import annotations

import pytest

pytestmark = pytest.mark.django_db


def test_phone_shows_big_screen_address_and_scan_code(cast):
    page = cast.player.get(f"{cast.at}people").content.decode()
    told = page.partition('id="big-screen"')[2].partition("</details>")[0]
    assert f"http://testserver/tv/{cast.play.code}/" in told
    assert "<svg" in told


def test_whoever_only_watches_sees_no_seat_code(cast):
    watcher = cast.spectator.get(f"/t/{cast.play.watch_code}/people").content.decode()
    assert f"/tv/{cast.play.watch_code}/" in watcher
    assert cast.play.code not in watcher
