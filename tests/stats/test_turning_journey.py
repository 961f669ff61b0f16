"""From the story of a dice game to the replay of the round in which the odds turned."""

import json

from playwright.sync_api import expect

from companion.plays import playlog
from companion.stats import tallies, turning
from companion.stats.models import Job, Piece
from tests import golden

WON = [30] * 5 + [8] * 6 + [25] * 3 + [55] * 3 + [60]


def test_story_shows_turned_odds_once_reckoned(phone, site, transactional_db):
    play = playlog.load(golden.read(golden.at("animated-dice/target-by-first")))
    tallies.count(play.pk)
    job = Job.objects.create(kind=Job.Kind.TURNING, about=turning.about(play), cursor=17 * 60)
    counts = [[at, won, 0, 60] for at, won in enumerate(WON[:-1])]
    Piece.objects.create(job=job, n=0, data=json.dumps(counts).encode())
    reader = phone()
    reader.open(f"/p/{play.share}/")
    expect(reader.page.get_by_role("heading", name="Where the odds turned")).to_be_visible()
    job.refresh_from_db()
    assert job.finished
    reader.page.locator("#turning").scroll_into_view_if_needed()
    reader.page.locator("#turning li a").first.click()
    expect(reader.page.locator("body")).to_contain_text("Round 5")
