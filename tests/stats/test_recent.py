"""Tests of what the newest plays tell side by side, and which of them an address asks for."""

from datetime import date, timedelta

import msgspec
import pytest
from django.http import HttpResponse, QueryDict
from django.test import Client
from django.utils import timezone

from companion.boxes.models import Box
from companion.crews.models import Person
from companion.plays import ledger, seats
from companion.plays.models import Play
from companion.stats import charts, recent, tallies, tasks, views, words
from companion.stats.asked import PlayFilter
from companion.stats.models import Record
from tests.sample_game import Acorns
from tests.stats.conftest import heists


def ended(play, days):
    """Return the record of the play, ended so many days ago."""
    when = timezone.now() - timedelta(days=days)
    record = Record.objects.get(play=play)
    record.started_at = when - timedelta(minutes=1)
    record.ended_at = when
    record.save()
    record.places.update(ended_at=when)
    return record


def page(group, path):
    answer = group.phones["Ana"].get(f"/c/{group.crew.key}/{path}")
    assert answer.status_code == 200
    return answer


def newest(group, title="animated-dice"):
    return recent.newest(group.crew, "clean", title)


def test_average_best_and_last_points_of_everybody(group):
    ended(heists(group, 8, 2, target=7), 3)
    ended(heists(group, 4, 9, target=7), 2)
    found = page(group, "g/animated-dice/").context["points"]
    assert found.rows == [("Ana", 2, "6.0", 8, 4), ("Bo", 2, "5.5", 9, 9)]


def test_records_lead_to_plays_and_first_equal_holds(group):
    first = heists(group, 8, 7, target=7)
    ended(first, 3)
    ended(heists(group, 9, 8, target=7), 2)
    best = {each.what: (each.value, each.record.play) for each in recent.bests(newest(group))}
    assert best["closest finish"] == ("by 1", first)
    assert best["most points"][0] == "9, Ana"
    assert f"/p/{first.share}/" in page(group, "g/animated-dice/").content.decode()


def test_who_plays_both_sides_holds_a_record_once(group):
    heists(group, 9, 9, 2, 1, target=7, names="Ana Ana")
    best = {each.what: each.value for each in recent.bests(newest(group))}
    assert best["most points"] == "9, Ana"


def test_only_its_evenings_story_announces_broken_record(group):
    for days in (5, 4, 3):
        ended(heists(group, 9, 2, target=7), days)
    same = heists(group, 9, 2, target=7)
    ended(same, 2)
    better = heists(group, 12, 11, target=7)
    told = [f"Record: {what}" for what in ("closest finish, by 1", "most points, 12, Ana")]
    record = Record.objects.get(play=better)
    assert [each for each in recent.broken(record) if "game" not in each] == told
    story = group.stranger.get(f"/p/{better.share}/").content.decode()
    assert told[0] in story
    assert "Record" not in group.stranger.get(f"/p/{same.share}/").content.decode()
    seated, answer = Client(), HttpResponse()
    seats.remember(answer, better.seats.get(name="Ana"))
    seated.cookies.update(answer.cookies)
    board = seated.get(f"/t/{better.code}/").content.decode()
    assert f'hx-get="/p/{better.share}/records/"' in board
    assert told[0] in group.phones["Ana"].get(f"/p/{better.share}/records/").content.decode()


@pytest.mark.parametrize(("before", "told"), [(2, False), (3, True)])
def test_no_record_is_broken_before_three_plays(group, before, told):
    for days in range(before, 0, -1):
        ended(heists(group, 9, 2, target=7), days)
    better = Record.objects.get(play=heists(group, 12, 11, target=7))
    assert bool(recent.broken(better)) is told


def test_head_to_head_counts_wins_while_other_lost(group):
    group.finished()
    group.finished()
    group.finished(2, 6, 3, 4)
    group.finished(6, 1, 1, 4, names="Ana Bo Di", players=3)
    (bo, di) = recent.head_to_head(group.people["Ana"])
    assert (bo.person, bo.ahead, bo.behind, bo.together) == (group.people["Bo"], 3, 1, 0)
    assert (di.person.name, di.ahead, di.behind) == ("Di", 1, 0)
    (ana,) = recent.head_to_head(group.people["Di"])
    assert (ana.person.name, ana.behind) == ("Ana", 1)
    text = " ".join(page(group, f"who/{group.people['Ana'].pk}/").content.decode().split())
    assert "3 : 1" in text


def pair(name, ahead, behind, together=0, won=0):
    return recent.Pair(Person(name=name), ahead, behind, together, won)


def test_nemesis_and_best_partner_need_three_games():
    pairs = [pair("Bo", 0, 2, 2, 2), pair("Di", 1, 3, 4, 3), pair("Gus", 0, 1, 3, 2)]
    assert recent.nemesis(pairs).person.name == "Di"
    assert recent.best_partner(pairs).person.name == "Di"
    assert recent.nemesis([pair("Bo", 2, 1), pair("Di", 2, 2)]) is None
    assert recent.best_partner([pair("Bo", 5, 0, 3, 0)]) is None
    assert views._rivals(pairs) == [
        ("Nemesis", "Di (3 lost, 1 won)"),
        ("Best partner", "Di (3 of 4 won)"),
    ]


def test_years_are_shown_month_by_month(group):
    for days in (0, 800):
        ended(group.finished(), days)
    tallies.recount(group.crew)
    years = page(group, "").context["years"]
    assert [year.plays for year in years][:: len(years) - 1] == [1, 1]
    assert len(years) in (3, 4)
    first, last, n, level = next(month for month in years[0].months if month[2])
    assert (first.day, n, level, (last + timedelta(days=1)).day) == (1, 1, 3, 1)
    assert sum(len(year.months) for year in years) == 12 * len(years)


def test_plays_are_asked_by_copy(group):
    _plain, boxed = group.finished(), group.finished()
    box = Box.objects.create(title="acorns", name="Ana's", owner="x", facts="{}")
    Play.objects.filter(pk=boxed.pk).update(box=box)
    found = page(group, f"plays/?copy={box.pk}")
    assert [record.play for record in found.context["rows"]] == [boxed]
    assert "Ana&#x27;s" in found.content.decode()
    assert len(page(group, f"plays/?copy={box.pk + 1}").context["rows"]) == 2
    assert f"copy={box.pk}" in found.context["asked"].older("now")


def test_partners_win_together(group, monkeypatch):
    together = msgspec.structs.replace(Acorns.title, cooperative=True)
    monkeypatch.setattr(Acorns, "title", together)
    group.finished()
    (bo,) = recent.head_to_head(group.people["Ana"])
    assert (bo.ahead, bo.behind, bo.together, bo.won) == (0, 0, 1, 1)
    (cross,) = recent.crossed("acorns", newest(group, "acorns"))
    assert (cross.players, cross.plays, cross.won) == (2, 1, 1)
    assert "1 of 1" in page(group, "g/acorns/").content.decode()


def test_plays_great_moments_are_kept_and_averaged(group, monkeypatch):
    monkeypatch.setattr(Acorns, "highlights", {"note.roll": "note.crow"}, raising=False)
    group.finished(6, 1, 4)
    group.finished()
    records = newest(group, "acorns")
    (own,) = recent.own("acorns", records)
    assert (own.average, own.fewest, own.most) == (3.0, 3, 3)
    assert own.rate == 6 / sum(record.turns for record in records)


def test_number_in_no_turn_has_mark_for_rate():
    own = [recent.TitleStat("Crows", 2.5, 0, 6, rate) for rate in (None, 0.125)]
    assert views._own(own).rows == [("Crows", "2.5", 0, 6, rate) for rate in ("–", "0.13")]


def test_play_counted_before_figures_were_kept_is_recounted(group):
    play = group.finished()
    Record.objects.filter(play=play).update(figures=None, clocks=None)
    assert tasks.tidy()["counted"] == 1
    assert Record.objects.get(play=play).figures is not None
    closed = group.play(3)
    ledger.abandon(closed.pk)
    tallies.count(closed.pk)
    assert tasks.tidy()["counted"] == 0


@pytest.mark.parametrize(
    ("query", "left"),
    [
        ("", ("three", "dice", "two")),
        ("title=animated-dice", ("dice",)),
        ("players=3", ("three",)),
        ("who=Di", ("three",)),
        ("until={old}", ("two",)),
        ("since={old}&until={old}", ("two",)),
        ("since={today}", ("three",)),
        ("title=chess&players=x&who=99999999999&since=soon", ("three", "dice", "two")),
    ],
)
def test_plays_are_asked_by_person_title_players_time(group, query, left):
    plays = {
        "two": group.finished(),
        "dice": heists(group, 9, 2, target=7),
        "three": group.finished(6, 1, 1, 4, names="Ana Bo Di", players=3),
    }
    old = timezone.localdate(ended(plays["two"], 40).ended_at)
    ended(plays["dice"], 20)
    di = group.people["Di"].pk
    asked = query.format(old=old, today=timezone.localdate()).replace("who=Di", f"who={di}")
    rows = page(group, f"plays/?{asked}").context["rows"]
    assert [record.play for record in rows] == [plays[name] for name in left]


def test_older_plays_answer_the_same_question(group):
    asked = PlayFilter(group.crew, QueryDict("title=acorns&players=2&since=2026-01-02"))
    assert asked.older("now") == "title=acorns&players=2&since=2026-01-02&before=now"
    assert not PlayFilter(group.crew, QueryDict("players=0&until=2026-13-40")).any


def test_calendar_is_half_year_of_squares_and_table():
    last = date(2026, 11, 25)
    found = charts.calendar({date(2026, 11, 24): 2, date(2025, 1, 1): 9}, last)
    assert found.played == [(date(2026, 11, 24), 2)]
    assert found.days[0].day == date(2026, 6, 1)
    assert found.days[-1].day == last
    (played,) = [day for day in found.days if day.n]
    assert (played.level, played.x, played.y) == (2, 25 * 14, 16 + 14)
    assert [day.month for _x, day in found.months] == [6, 7, 8, 9, 10, 11]
    assert (found.width, found.height) == (26 * 14, 16 + 7 * 14)


def test_the_crews_page_has_its_calendar(group):
    group.finished()
    text = page(group, "").content.decode()
    today = timezone.localdate()
    assert 'class="level-1"' in text
    assert f"since={today}&amp;until={today}" in text


def test_ending_is_said_without_what_differs_between_plays(acorns):
    assert words.condition("animated-dice", "most") == "The most points win"
    assert words.condition("acorns", "full") == "A store is full"
    assert words.condition("gotham-chronicles", "mission.villain") == "The villain wins the mission"


def test_each_set_up_has_most_frequent_endings_first(acorns):
    def ended_as(variant, condition):
        label = msgspec.json.encode(variant).decode()
        return Record(variant=variant, variant_label=label, condition=condition)

    told = [("Ten", "full"), ("Ten", "full"), ("Ten", "empty"), ("Six", "empty")]
    silent = [("", "full"), ("Ten", "")]
    found = recent.sided("acorns", [ended_as(*each) for each in (*silent, *told)])
    full, empty = (words.condition("acorns", each) for each in ("full", "empty"))
    assert [(each.variant, list(each.ends)) for each in found] == [
        ("Six", [(empty, 1)]),
        ("Ten", [(full, 2), (empty, 1)]),
    ]
