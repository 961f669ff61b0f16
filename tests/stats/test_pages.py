"""Pages of plays and crews: who may look, and what they tell."""

import pytest
from django.test import Client

from companion.plays import ledger
from companion.plays.models import Play
from companion.stats.models import Record


def crew_pages(group):
    ana = group.people["Ana"]
    base = f"/c/{group.crew.key}/"
    return [
        base,
        f"{base}plays/",
        f"{base}dice/",
        f"{base}g/acorns/",
        f"{base}who/{ana.pk}/",
        f"{base}people/",
        f"{base}start/acorns/",
        f"{base}seats.csv",
        f"{base}plays.bgsplay",
        f"{base}me.json",
    ]


def play_pages(play):
    base = f"/p/{play.share}/"
    return [
        base,
        f"{base}log/",
        f"{base}step/0/",
        f"{base}step/2/",
        f"{base}playlog.json",
        f"{base}seats.csv",
        f"{base}dice.csv",
        f"{base}play.bgsplay",
    ]


def test_the_crew_sees_its_pages_and_a_stranger_none(group):
    group.finished()
    for path in crew_pages(group):
        assert group.phones["Bo"].get(path).status_code == 200, path
        assert group.stranger.get(path).status_code == 403, path
    assert group.phones["Bo"].get("/c/nothing/").status_code == 404


def test_an_empty_crew_has_pages_too(group):
    for path in crew_pages(group):
        assert group.phones["Ana"].get(path).status_code == 200, path


def test_whoever_has_the_link_reads_a_finished_play(group):
    play = group.finished()
    for path in play_pages(play):
        assert group.stranger.get(path).status_code == 200, path
    assert group.stranger.get("/p/nothing/").status_code == 404
    assert group.stranger.get(f"/p/{play.share}/step/99/").status_code == 302


def test_a_running_play_has_no_page_yet(group, cast):
    running = group.play(3)
    for path in play_pages(running):
        assert group.stranger.get(path).status_code == 409, path
    assert cast.host.get(f"/p/{cast.play.share}/")["Location"] == cast.at


def test_pages_that_look_refuse_to_be_posted_to(group):
    play = group.finished()
    for path in (*play_pages(play), f"/c/{group.crew.key}/", f"/c/{group.crew.key}/plays/"):
        assert group.phones["Ana"].post(path).status_code == 405, path


def test_pages_that_change_refuse_to_be_looked_at(group):
    play = group.finished()
    base = f"/c/{group.crew.key}/"
    paths = [f"{base}people/{what}" for what in ("box", "link", "name", "merge", "forget")]
    paths += [f"{base}pack", *(f"/p/{play.share}/{what}" for what in ("keep", "who", "picture"))]
    for path in paths:
        assert group.phones["Ana"].get(path).status_code == 405, path


def test_the_page_tells_who_won_by_which_rule_and_how_it_turned(group):
    play = group.finished(2, 5, 6, 2, 6, goal=12)
    page = group.stranger.get(f"/p/{play.share}/").content.decode()
    for told in ("Squirrel 1 has a full store", "N-01", "Ana", "Bo", "Turning points"):
        assert told in page
    assert "<svg" in page
    assert "<table>" in page
    assert "style=" not in page


def test_corrections_and_overruled_rules_stand_on_the_page(group):
    play = group.play(3)
    ledger.record(
        play.pk, {"do": "adjust", "tracker": "store.0", "value": 9, "reason": "miscounted"},
        key="a", actor=None,
    )  # fmt: skip
    ledger.record(
        play.pk, {"do": "roll", "face": 4}, key="b", actor=0,
        answers={"override:E_NOT_ACTIVE": "we agreed"},
    )  # fmt: skip
    ledger.record(play.pk, {"do": "roll", "face": 6}, key="c", actor=0)
    page = group.stranger.get(f"/p/{play.share}/").content.decode()
    assert "miscounted" in page
    record = Record.objects.get(play=play)
    assert (record.book, record.adjusted, record.overruled) == ("ruled", 1, 1)


def test_the_replay_shows_each_step_without_a_control(group):
    play = group.finished(6, 1, 4)
    page = group.stranger.get(f"/p/{play.share}/step/1/").content.decode()
    assert "Squirrel 1 rolled 6" in page
    assert play.code not in page
    assert "hx-post" not in page
    assert f"/p/{play.share}/step/2/" in page


def test_the_whole_log_keeps_what_was_taken_back(group):
    play = group.play(6, 2)
    ledger.undo(play.pk, key="u")
    ledger.record(play.pk, {"do": "roll", "face": 3}, key="r", actor=1)
    ledger.record(play.pk, {"do": "roll", "face": 4}, key="s", actor=0)
    page = group.stranger.get(f"/p/{play.share}/log/").content.decode()
    assert page.count("undone") >= 1
    assert "Took back" in page


def test_an_abandoned_play_is_kept_apart(group):
    group.finished()
    play = group.play(3)
    ledger.abandon(play.pk)
    from companion.stats import tallies

    tallies.count(play.pk)
    page = group.phones["Ana"].get(f"/c/{group.crew.key}/").content.decode()
    assert "Abandoned (1)" in page
    assert "By the rules (1)" in page
    assert group.stranger.get(f"/p/{play.share}/").status_code == 200
    assert group.stranger.get(f"/p/{play.share}/play.bgsplay").status_code == 409


def test_nothing_is_claimed_about_few_dice(group):
    group.finished()
    page = group.phones["Ana"].get(f"/c/{group.crew.key}/dice/").content.decode()
    assert "Too few rolls to say anything" in page


def test_a_die_is_given_a_name_and_loses_it_again(group):
    group.finished()
    at = f"/c/{group.crew.key}/dice/"
    named = {"title": "acorns", "die": "d6", "name": "Old Nut"}
    assert group.phones["Bo"].post(at, named).status_code == 302
    assert "Old Nut" in group.phones["Bo"].get(at).content.decode()
    group.phones["Bo"].post(at, named | {"name": ""})
    assert "Old Nut" not in group.phones["Bo"].get(at).content.decode()


@pytest.mark.parametrize("query", ["?book=ruled", "?book=abandoned", "?book=odd", "?before=x"])
def test_odd_questions_are_answered(group, query):
    group.finished()
    for path in crew_pages(group)[:5]:
        assert group.phones["Ana"].get(path + query).status_code == 200


def test_a_play_page_is_there_before_its_job_has_run(group):
    play = group.play(6, 4, 4)
    assert not Record.objects.exists()
    assert Client().get(f"/p/{play.share}/").status_code == 200
    assert Record.objects.get().play == Play.objects.get()
