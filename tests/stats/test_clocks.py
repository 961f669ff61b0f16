"""Clocks of evenings: sums, pauses, one evening recomputed by hand, and forecasts of the end."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from statistics import median

import msgspec
import pytest
from django.utils import timezone
from msgspec.structs import replace

from companion.plays import playlog
from companion.stats import clock_page, clocks, forecast, history, tallies
from companion.stats.clocks import Clocks, Point
from companion.stats.models import Record
from games import registry
from tests import golden
from tests.stats import simulated

EIGHT = datetime(2026, 3, 6, 20, 0, tzinfo=UTC)
TIMES = (0, 90, 130, 145.4, 240, 300, 500, 540, 615, 4215, 4260.6, 4270, 4320)
"""Seconds after eight at which the thirteen entries of the recorded evening are made."""
# By hand, from the golden file of "The villain wins" (Vigil is part 0, the villain part 1). The
# entries are: the first round begins; Vigil's stance, two cubes, a Docker hurt, the end of the
# heroes' turn; the villain's activation, a cube; Vigil's cube in defense; then, an hour later,
# wounds and three crates, which the villain's turn waits for.
VIGIL = 90 + 40 + 15 + 95 + 60 + 75
VILLAIN = 200 + 40 + 46 + 9 + 50
PAUSE = 3600


@pytest.fixture
def recorded(db):
    """Return a recorded evening of Gotham, at the times above."""
    doc = golden.read(golden.at("gotham-chronicles/villain-wins"))
    entries = tuple(
        replace(line, at=EIGHT + timedelta(seconds=seconds))
        for line, seconds in zip(doc.entries, TIMES, strict=True)
    )
    return playlog.load(replace(doc, entries=entries))


def test_clocks_of_recorded_game_are_as_by_hand(recorded):
    found = clocks.of(history.read(recorded))
    assert found.parts == [(0, VIGIL), (1, VILLAIN)] == [(0, 375), (1, 345)]
    assert found.pauses == PAUSE
    assert found.phases == [
        ("V3", 200 + 40 + 75 + 46 + 9 + 50),
        ("H4", 40 + 15 + 95 + 60),
        ("H3", 90),
    ]
    assert found.evening == 4320
    assert history.read(recorded).minutes == 12


def test_story_shows_clocks_that_sum_to_evening(recorded, client):
    page = client.get(f"/p/{recorded.share}/").content.decode()
    for name, time in (
        ("Vigil (sample)", "6:15"),
        ("Villain: activations", "7:00"),
        ("Heroes: actions", "3:30"),
        ("Pauses", "1:00:00"),
        ("Whole game", "1:12:00"),
    ):
        assert f'<th scope="row">{name}</th>' in page
        assert f'<td class="num">{time}</td>' in page
    assert "45 minutes or more without an entry are a pause" in page


@pytest.mark.parametrize("slug", sorted(registry.TITLES))
def test_people_and_phases_sum_to_evening(slug, db):
    doc = golden.read(golden.games(slug)[0])
    at = [EIGHT + timedelta(seconds=n * 77.77 + (n > 5) * 2700) for n in range(len(doc.entries))]
    lines = (replace(line, at=when) for line, when in zip(doc.entries, at, strict=True))
    past = history.read(playlog.load(replace(doc, entries=tuple(lines))))
    found = clocks.of(past)
    evening = (at[-1] - at[0]).total_seconds()
    assert abs(sum(s for _part, s in found.parts) + found.pauses - evening) <= 1
    assert abs(sum(s for _phase, s in found.phases) + found.pauses - evening) <= 1
    assert 2700 <= found.pauses <= 2800
    words = past.referee.catalogue().keys()
    assert all({f"clock.{code}", f"phase.{code}"} & words for code, _s in found.phases if code)
    assert len(found.phases) > 1


def test_crew_page_shows_whose_turns_take_how_long(group, ana):
    for pace in (30, 60):
        play = group.play(6, 4, 4)
        for n, entry in enumerate(play.entries.order_by("seq")):
            type(entry).objects.filter(pk=entry.pk).update(at=EIGHT + timedelta(seconds=pace * n))
        tallies.count(play.pk)
    # Ana enters the first and the last of three rolls, Bo the one between.
    table = clock_page.crew(group.crew, "clean")
    assert table.rows == [("Ana", "0:45", 2), ("Bo", "0:45", 2)]
    page = ana.get(f"/c/{group.crew.key}/").content.decode()
    assert "How long everyone takes" in page
    assert page.count('<td class="num">0:45</td>') == 2


# -- the end ----------------------------------------------------------------------------------


def one_left_out(evenings):
    """Return the shares by which each evening's length is forecast wrongly at its half-time, by
    the others."""
    for n, evening in enumerate(evenings):
        model = forecast.Model([*evenings[:n], *evenings[n + 1 :]])
        at = forecast.half_time(evening)
        whole = at.seconds + model.left(at)
        yield abs(whole - evening.played) / evening.played


@pytest.mark.parametrize(
    "slug", ["animated-dice", pytest.param("talisman-batman", marks=pytest.mark.patient)]
)
@pytest.mark.parametrize("crew", [0, 20, 40])
def test_half_time_forecast_is_right_within_15_percent(slug, crew):
    evenings = [clocks.of(simulated.evening(slug, crew + n)) for n in range(11)]
    assert median(one_left_out(evenings)) <= 0.15


def test_quick_check_of_model_is_leaving_one_out():
    evenings = [clocks.of(simulated.evening("animated-dice", n)) for n in range(10)]
    model = forecast.Model(evenings)
    # The model scales its numbers by all evenings, the slow way by the others alone.
    assert model.error == pytest.approx(median(one_left_out(evenings)), abs=0.03)


@pytest.mark.patient
def test_no_forecast_where_others_say_too_little():
    evenings = [clocks.of(simulated.evening("fire-nation", 20 + n)) for n in range(11)]
    assert forecast.Model(evenings[:10]).error > forecast.RIGHT
    now = evenings[10]
    assert forecast.of(now, evenings[:10]) is None


def even(entries, seconds, upto=0):
    """Return an evening of equally long entries, or one that has come as far as ``upto``."""
    made = upto or entries
    points = [
        Point(n, n * seconds, {"turn": float(n), "sides": 2.0, "store": float(n), "store/": n / 2})
        for n in range(2, made + 1, 2)
    ]
    return Clocks([(0, made * seconds)], [("", made * seconds)], 0, points)


@pytest.mark.parametrize(
    ("others", "upto", "left"), [(10, 12, 12 * 60), (10, 20, 4 * 60), (9, 12, None), (10, 4, None)]
)
def test_forecast_needs_ten_evenings_and_half_time(others, upto, left):
    found = forecast.of(even(24, 60, upto), [even(24, 50 + n) for n in range(others)])
    assert (found and found.left) == (left and pytest.approx(left, rel=0.05))


def test_running_story_says_when_it_will_be_over(group, ana):
    play = group.play(*[1] * 14, goal=30)
    for n, entry in enumerate(play.entries.order_by("seq")):
        type(entry).objects.filter(pk=entry.pk).update(at=EIGHT + timedelta(seconds=60 * n))
    assert "Probably over" not in ana.get(f"/p/{play.share}/").content.decode()
    for n in range(10):
        ended = timezone.now() - timedelta(days=n + 1)
        Record.objects.create(
            crew=group.crew, title="acorns", players=2, minutes=24, result="won", book="clean",
            revision=0, started_at=ended, ended_at=ended, source_id=f"{n}",
            clocks=msgspec.to_builtins(even(24, 60)),
        )  # fmt: skip
    page = ana.get(f"/p/{play.share}/").content.decode()
    assert "Probably over at" in page
    assert "At half-time of your last 10 games" in page
