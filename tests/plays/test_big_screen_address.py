"""The big screen belongs on the television: a phone says where it is and stays at the table."""

from __future__ import annotations

import pytest

pytestmark = pytest.mark.django_db


def test_a_phone_shows_the_address_of_the_big_screen_and_its_code_to_scan(cast):
    page = cast.player.get(f"{cast.at}people").content.decode()
    told = page.partition('id="big-screen"')[2].partition("</details>")[0]
    assert f"http://testserver/tv/{cast.play.code}/" in told
    assert "<svg" in told


def test_whoever_only_watches_is_shown_no_code_to_sit_down_by(cast):
    watcher = cast.spectator.get(f"/t/{cast.play.watch_code}/people").content.decode()
    assert f"/tv/{cast.play.watch_code}/" in watcher
    assert cast.play.code not in watcher
