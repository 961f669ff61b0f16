"""Tests of where an evening turned: the job that plays its games on, and what its story shows."""

import re

import pytest
from django.test import Client

from companion.plays import playlog
from companion.stats import jobs, tallies, turning
from companion.stats.models import Job, Record
from games.animated_dice.referee import AnimatedDice
from tests import golden

GAMES = 1


@pytest.fixture
def evening(db, monkeypatch):
    """Return a finished game of dice; only a few games are played on from the end of each round."""
    monkeypatch.setattr(turning, "PLAYOUTS", GAMES)
    return kept("animated-dice/target-by-first")


def kept(name):
    play = playlog.load(golden.read(golden.at(name)))
    assert play.over
    # What is drawn is drawn by the share: the same in every run.
    play.share = "drawnthesameway"
    play.save(update_fields=["share"])
    tallies.count(play.pk)
    return play


def looked(play, most=400):
    """Look at the part of the story until it is done; the statuses on the way."""
    found = []
    while not found or found[-1] == 202:
        found.append(Client().get(f"/p/{play.share}/turning/").status_code)
        assert len(found) < most
    return found


def reckoned(play):
    return Record.objects.get(play=play).turning


def test_looks_play_on_without_workers(evening):
    story = f"/p/{evening.share}/"
    assert f'data-turning="{story}turning/"' in Client().get(story).content.decode()
    assert reckoned(evening) is None
    statuses = looked(evening)
    assert statuses[-1] == 200
    assert statuses.count(202) > 1
    counts = reckoned(evening)
    assert [at for at, *_ in counts] == list(range(18))
    assert {played for *_, played in counts} == {GAMES}
    assert counts[-1] == [17, GAMES, 0, GAMES]
    assert "data-turning" not in Client().get(story).content.decode()


def test_playouts_end_alike_whatever_the_slices(evening, monkeypatch):
    looked(evening)
    counts = reckoned(evening)
    Job.objects.all().delete()
    Record.objects.update(turning=None)
    monkeypatch.setattr(turning, "SLICE", 10 * turning.SLICE)
    looked(evening)
    assert reckoned(evening) == counts


def test_record_counted_anew_takes_what_the_job_knows(evening):
    looked(evening)
    counts = reckoned(evening)
    tallies.count(evening.pk)
    assert reckoned(evening) is None
    assert looked(evening) == [200]
    assert reckoned(evening) == counts


def test_job_of_a_changed_play_fails_once(evening):
    Job.objects.create(kind=Job.Kind.TURNING, about=turning.about(evening), failed="Changed")
    assert looked(evening) == [204]
    stale = Job.objects.create(kind=Job.Kind.TURNING, about=f"{evening.share}@0")
    assert "has changed" in jobs.slice_of(stale).failed
    assert reckoned(evening) is None


def test_turns_that_changed_the_odds_open_the_replay(evening):
    won = [30] * 5 + [8] * 6 + [25] * 3 + [55] * 3 + [60]
    Record.objects.update(turning=[[at, n, 0, 60] for at, n in enumerate(won)])
    page = Client().get(f"/p/{evening.share}/").content.decode()
    text = " ".join(re.sub(r"<[^>]+>", "", page).split())
    assert "Where the odds turned" in text
    assert "50 % → 13 %" in text
    assert "42 % → 92 %" in text
    assert "If everyone plays on" in text
    assert "Chance to win: The Joker (%)" in text
    start = page.index('id="turning"')
    part = page[start : page.index("</section>", start)]
    assert [int(n) for n in re.findall(r"Round (\d+)", part)][:2] == [5, 14]
    links = re.findall(r'href="(/p/[^"]+/step/\d+/)"', part)
    assert len(links) == 2
    rounds = [Client().get(link).context["turn"] for link in links]
    assert rounds == ["Round 5", "Round 14"]


@pytest.mark.parametrize("counts", [[], [[at, 30, 0, 60] for at in range(18)]])
def test_evening_without_a_large_change_shows_nothing(evening, counts):
    Record.objects.update(turning=counts)
    page = Client().get(f"/p/{evening.share}/").content.decode()
    assert "Where the odds turned" not in page
    assert "data-turning" not in page


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("talisman-batman/bloodbath", "only your decks know the next cards"),
        ("gotham-chronicles/heroes-win", "only your mission&#x27;s page says how it is won"),
    ],
)
def test_title_that_cannot_says_why(name, why, db):
    play = kept(name)
    page = Client().get(f"/p/{play.share}/").content.decode()
    assert why in page
    assert "turning/" not in page
    assert looked(play) == [204]
    assert not Job.objects.exists()


def test_turns_of_cooperative_game_are_drawn_again(db):
    play = kept("batman-who-laughs/won")
    assert looked(play)[-1] == 200
    counts = reckoned(play)
    assert counts[-1] == [10, 60, 0, 60]
    assert 0 < counts[0][1] < 60
    page = Client().get(f"/p/{play.share}/").content.decode()
    assert "Where the odds turned" in page
    assert "one of this game&#x27;s own turns, drawn at random" in page
    link = re.findall(r'href="(/p/[^"]+/step/\d+/)"', page[page.index('id="turning"') :])[0]
    assert Client().get(link).context["turn"] == "Turn 10"


def test_drop_of_cooperative_game_names_its_loss(db):
    play = kept("fire-nation/won-and-lost")
    won = [30] * 24 + [5, 60]
    Record.objects.filter(play=play).update(turning=[[at, n, 0, 60] for at, n in enumerate(won)])
    page = Client().get(f"/p/{play.share}/").content.decode()
    drop, rise = re.findall(r"<strong>(\d+ % → .*?)</strong>", page)
    assert drop == "50 % → 8 %: Heroes lost: 13 → 15"
    assert rise == "8 % → 100 %: Final Battles completed: 2 → 3"
    # What was drawn has a range; the end of the game has none.
    assert "(4–18 % → 100 %)" in page


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("batman-who-laughs/lost-team", "This game was too short to tell"),
        ("batman-who-laughs/sample-full", "No turn of this game came nearer to a win"),
    ],
)
def test_game_whose_turns_say_too_little_says_why(name, why, db):
    play = kept(name)
    looked(play)
    assert reckoned(play) == []
    assert why in Client().get(f"/p/{play.share}/").content.decode()


def test_game_whose_playouts_do_not_end_shows_nothing(evening, monkeypatch):
    monkeypatch.setattr("games.odds.turning_point.ENTRIES", 3)
    assert AnimatedDice.plays_on
    assert looked(evening)[-1] == 200
    assert reckoned(evening) == []
    assert Client().get(f"/p/{evening.share}/turning/").content.strip() == b""
