"""Pages of plays and crews: who may look, and what they tell."""

import pytest
from django.http import QueryDict
from django.test import Client

from companion.plays import ledger
from companion.plays.models import Play
from companion.stats import story
from companion.stats.models import DieName, Record
from tests.stats.conftest import heists, roll


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


def test_crew_sees_its_pages_and_stranger_none(group):
    group.finished()
    for path in crew_pages(group):
        assert group.phones["Bo"].get(path).status_code == 200, path
        assert group.stranger.get(path).status_code == 403, path
    assert group.phones["Bo"].get("/c/nothing/").status_code == 403


def test_an_empty_crew_has_pages_too(group):
    for path in crew_pages(group):
        assert group.phones["Ana"].get(path).status_code == 200, path


def test_plays_of_each_set_up_are_counted_apart(group):
    heists(group, 4, 9, target=7)
    heists(group, 8, 2, target=7)
    heists(group, 12, 2, target=11)
    heists(group, 12, 2, 12, 2, 12, 2, target=30)
    page = group.phones["Ana"].get(f"/c/{group.crew.key}/g/animated-dice/")
    shown = {name: (tally.plays, length) for name, tally, length in page.context["variants"]}
    assert {name: plays for name, (plays, _) in shown.items()} == {"7": 2, "11": 1}
    assert page.context["whole"].plays == 4
    text = " ".join(page.content.decode().split())
    for name, plays in (("7", "2 plays"), ("11", "1 play")):
        assert f'<span class="grow">{name}</span> <span class="dim"> {plays} ·' in text


def test_whoever_has_the_link_reads_a_finished_play(group):
    play = group.finished()
    for path in play_pages(play):
        assert group.stranger.get(path).status_code == 200, path
    assert group.stranger.get("/p/nothing/").status_code == 404
    assert group.stranger.get(f"/p/{play.share}/step/99/").status_code == 302


def test_running_play_is_told_to_nobody_else_yet(group, cast):
    running = group.play(3)
    base = f"/p/{running.share}/"
    for path in play_pages(running):
        assert group.stranger.get(path).status_code == 404, path
        so_far = path in (base, f"{base}step/0/")
        seen = group.phones["Bo"].get(path)
        assert seen.status_code == (200 if so_far else 302 if "step" in path else 409), path
    assert cast.host.get(f"/p/{cast.play.share}/log/")["Location"] == cast.at


def test_ongoing_evening_tells_own_people_story_so_far(group):
    running = group.play(6, 1, goal=20)
    page = group.phones["Bo"].get(f"/p/{running.share}/").content.decode()
    for told in ("Still on the table", "Ana took the lead in turn 1", "It is not over yet."):
        assert told in page
    for kept in ("picture-", "playlog.json", "story-log", "Abandoned"):
        assert kept not in page
    assert not Record.objects.filter(play=running).exists()
    assert "6" in group.phones["Bo"].get(f"/p/{running.share}/step/1/").content.decode()
    plays = group.phones["Bo"].get(f"/c/{group.crew.key}/plays/").content.decode()
    assert f'href="/p/{running.share}/"' in plays
    roll(running, 4)
    page = group.phones["Bo"].get(f"/p/{running.share}/").content.decode()
    assert "best turn 6" in page


def test_pages_that_look_refuse_to_be_posted_to(group):
    play = group.finished()
    for path in (*play_pages(play), f"/c/{group.crew.key}/", f"/c/{group.crew.key}/plays/"):
        assert group.phones["Ana"].post(path).status_code == 405, path


def test_pages_that_change_refuse_to_be_looked_at(group):
    play = group.finished()
    base = f"/c/{group.crew.key}/"
    paths = [f"{base}people/{what}" for what in ("box", "link", "name", "merge", "forget")]
    paths += [f"{base}pack", *(f"/p/{play.share}/{what}" for what in ("keep", "who"))]
    for path in paths:
        assert group.phones["Ana"].get(path).status_code == 405, path


def test_page_tells_winner_rule_and_how_it_turned(group):
    play = group.finished(2, 5, 6, 2, 6, goal=12)
    page = group.stranger.get(f"/p/{play.share}/").content.decode()
    for told in ("Squirrel 1 has a full store", "N-01", "Ana", "Bo", "Highlights"):
        assert told in page
    assert "<svg" in page
    assert "<table>" in page
    assert "style=" not in page


def test_corrections_and_overruled_rules_stand_on_the_page(group):
    play = group.play(3)
    ledger.record(
        play.pk,
        {"do": "adjust", "tracker": "store.0", "value": 9, "reason": "miscounted"},
        key="a",
        actor=None,
    )
    ledger.record(
        play.pk,
        {"do": "roll", "face": 4},
        key="b",
        actor=0,
        answers={"override:E_NOT_ACTIVE": "we agreed"},
    )
    ledger.record(play.pk, {"do": "roll", "face": 6}, key="c", actor=0)
    by_card = {"do": "adjust", "tracker": "store.1", "value": 5, "reason": "a fox", "played": True}
    ledger.record(play.pk, by_card, key="d", actor=None)
    answer = group.stranger.get(f"/p/{play.share}/")
    page = answer.content.decode()
    assert "miscounted" in page
    assert "a fox" not in page
    corrected, overruled = answer.context["story"].corrections
    assert "miscounted" in corrected
    assert "rolled 4" in overruled
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
    assert "Undone" in page


def test_an_abandoned_play_is_kept_apart(group):
    group.finished()
    play = group.play(3)
    ledger.abandon(play.pk)
    from companion.stats import tallies

    tallies.count(play.pk)
    page = group.phones["Ana"].get(f"/c/{group.crew.key}/").content.decode()
    assert "Abandoned (1)" in page
    assert "By the book (1)" in page
    assert group.stranger.get(f"/p/{play.share}/").status_code == 200
    assert group.stranger.get(f"/p/{play.share}/play.bgsplay").status_code == 409


def test_nothing_is_claimed_about_few_dice(group):
    group.finished()
    page = group.phones["Ana"].get(f"/c/{group.crew.key}/dice/").content.decode()
    assert "Too few dice to tell" in page


def test_die_is_given_name_and_loses_it_again(group):
    group.finished()
    at = f"/c/{group.crew.key}/dice/"
    named = {"title": "acorns", "die": "d6", "name": "Old Nut"}
    assert group.phones["Bo"].post(at, named).status_code == 302
    assert "Old Nut" in group.phones["Bo"].get(at).content.decode()
    group.phones["Bo"].post(at, named | {"name": ""})
    assert "Old Nut" not in group.phones["Bo"].get(at).content.decode()


def test_die_is_named_in_forty_letters_at_most(group):
    about = {"title": "t" * 60, "die": "d" * 80, "name": "n" * 60}
    group.phones["Bo"].post(f"/c/{group.crew.key}/dice/", about)
    named = DieName.objects.get()
    assert (len(named.title), len(named.die), len(named.name)) == (40, 60, 40)


@pytest.mark.parametrize("query", ["?book=ruled", "?book=abandoned", "?book=odd", "?before=x"])
def test_odd_questions_are_answered(group, query):
    group.finished()
    for path in crew_pages(group)[:5]:
        assert group.phones["Ana"].get(path + query).status_code == 200


def test_play_page_is_there_before_its_job(group):
    play = group.play(6, 4, 4)
    assert not Record.objects.exists()
    assert Client().get(f"/p/{play.share}/").status_code == 200
    assert Record.objects.get().play == Play.objects.get()


def test_play_page_reads_no_overlong_log(group, monkeypatch):
    play = group.finished()
    monkeypatch.setattr("companion.stats.play_pages.LONG", 2)
    page = group.stranger.get(f"/p/{play.share}/")
    assert page.status_code == 200
    assert "too long for a story" in page.content.decode()
    assert group.stranger.get(f"/p/{play.share}/dice.csv").status_code == 409
    assert group.stranger.get(f"/p/{play.share}/picture-tall.png").status_code == 409


# -- what the pages hold -----------------------------------------------------------------------


def shown(group, path, **query):
    answer = group.phones["Ana"].get(f"/c/{group.crew.key}/{path}", query)
    assert answer.status_code == 200
    return answer


def test_crews_page_holds_sums_people_and_last_plays(group):
    play = group.finished()
    Record.objects.filter(play=play).update(minutes=61)
    page = shown(group, "")
    context = page.context
    assert context["whole"].plays == 1
    assert [(row["slug"], row["name"], row["plays"]) for row in context["titles"]] == [
        ("acorns", "Acorns", 1)
    ]
    assert context["titles"][0]["rate"] is None
    assert [person.name for person, _tally in context["roster"]] == ["Ana", "Bo"]
    assert [(rate.label, rate.won, rate.of) for rate in context["rates"]] == [
        ("Ana", 1, 1),
        ("Bo", 0, 1),
    ]
    assert [record.play for record in context["newest"]] == [play]
    assert context["book"] == "clean"
    assert context["books"] == [
        ("clean", "By the book", 1),
        ("ruled", "With house rules", 0),
        ("abandoned", "Abandoned", 0),
    ]
    assert context["elsewhere"] is False
    empty = shown(group, "", book="ruled").context
    assert (empty["book"], empty["whole"]) == ("ruled", None)
    assert empty["facts"] == []


def test_page_of_title_holds_lengths_endings_and_sides(group):
    group.finished()
    group.finished(6, 4, 4, players=3, names="Ana Bo Di", goal=6)
    context = shown(group, "g/acorns/").context
    assert [(players, plays) for players, plays, _length in context["pace"].rows] == [
        (2, 1),
        (3, 1),
    ]
    assert [bars.title for bars in context["endings"]] == ["Won"]
    assert context["role_rates"][0].label == "Squirrel 1"
    assert [label for label, _value in context["facts"]] == ["plays", "usual length", "on average"]
    assert list(context["variant_rates"]) == []


def test_page_of_person_holds_only_what_is_theirs(group):
    group.finished()
    group.finished(2, 6, 3, 4)
    context = shown(group, f"who/{group.people['Bo'].pk}/").context
    assert (context["whole"].plays, context["whole"].won) == (2, 1)
    assert [(rate.label, rate.of) for rate in context["title_rates"]] == [("Acorns", 2)]
    assert [(rate.label, rate.of) for rate in context["role_rates"]] == [("Squirrel 2", 2)]
    facts = dict(context["facts"])
    assert facts.pop("at the table")
    assert facts == {
        "plays": 2,
        "h-index": 1,
        "won": "1 of 2",
        "current win streak": 1,
        "longest streak": 1,
    }
    assert [record.mine for record in context["newest"]] == [True, False]
    assert [die.thrown for die in context["dice"]] == [3]
    assert shown(group, f"who/{group.people['Di'].pk}/").context["whole"] is None


def test_all_plays_are_paged_with_running_ones_apart(group, monkeypatch):
    from companion.stats import views

    monkeypatch.setattr(views, "PAGE", 2)
    running = group.play(3)
    plays = [group.finished() for _ in range(5)]
    seen, before = [], ""
    for rows in (2, 2, 1):
        context = shown(group, "plays/", **QueryDict(before).dict()).context
        assert len(context["rows"]) == rows
        seen += [record.play for record in context["rows"]]
        before = context["older"]
        assert bool(before) == (rows == 2)
        assert context["running"] == [(running, "Acorns")]
    assert seen == plays[::-1]


def test_just_full_page_has_no_further_one(group, monkeypatch):
    from companion.stats import views

    monkeypatch.setattr(views, "PAGE", 2)
    for _ in range(2):
        group.finished()
    assert shown(group, "plays/").context["older"] == ""


def test_dice_of_one_person_are_asked_by_number(group):
    group.finished()
    bo = group.people["Bo"]
    assert [die.thrown for die in shown(group, "dice/").context["dice"]] == [3]
    mine = shown(group, "dice/", who=bo.pk).context
    assert (mine["who"], [die.thrown for die in mine["dice"]]) == (bo, [1])
    for odd in ("x", "9" * 18, "-1", "0"):
        assert shown(group, "dice/", who=odd).context["who"] is None


def test_rare_chance_is_said_as_fewer_than_one():
    from types import SimpleNamespace as Some

    from companion.stats.templatetags.stats import percent

    said = [percent(Some(luck=Some(chance=n))) for n in (0.5, 0.01, 0.0099, 0)]
    assert said == ["50", "1", "fewer than 1", "fewer than 1"]
    assert percent(Some(luck=None)) == ""


def test_story_page_counts_parts_entries_and_names_charts(group):
    play = group.finished(2, 5, 6, 2, 6, goal=12)
    context = group.stranger.get(f"/p/{play.share}/").context
    assert [(place.part, did[0]) for place, did in context["places"]] == [
        (0, "3 entries"),
        (1, "2 entries"),
    ]
    assert context["story"].turns is True
    assert context["story"].charts[0].title == "Side by side"
    assert (context["may_keep"], context["crews"], list(context["roster"])) == (False, [], [])
    assert context["bgstats"]
    alone = group.finished(6, 1, 4)
    story = group.stranger.get(f"/p/{alone.share}/").context["story"]
    assert story.corrections == []
    assert story.long is False


def test_story_is_worked_out_once_in_each_language(group, monkeypatch):
    play = group.finished(6, 4, 4)
    tell, asked = story.tell, []
    monkeypatch.setattr(story, "tell", lambda *about: asked.append(about) or tell(*about))
    for language, times in (("en", 1), ("en", 1), ("pl", 2), ("pl", 2)):
        page = group.stranger.get(f"/p/{play.share}/", headers={"Accept-Language": language})
        assert (page.status_code, len(asked)) == (200, times)


def test_story_of_two_turns_is_told_in_turns(group):
    two = group.finished(6, 1, 4)
    told = group.stranger.get(f"/p/{two.share}/").context["story"]
    assert told.turns is True
    quiet = group.finished(6, 6, 6, goal=12, players=1, names="Ana")
    charts = group.stranger.get(f"/p/{quiet.share}/").context["story"].charts
    assert [chart.title for chart in charts] == ["Acorns of Squirrel 1"]


def test_the_outcome_names_its_rule_and_page(group):
    play = group.finished()
    outcome = group.stranger.get(f"/p/{play.share}/").context["outcome"]
    assert (outcome["result"], outcome["rule"], outcome["page"], outcome["also"]) == (
        "won",
        "N-01",
        "1",
        [],
    )
    closed = group.play(3)
    ledger.abandon(closed.pk)
    page = group.stranger.get(f"/p/{closed.share}/").context
    assert (page["outcome"], page["bgstats"]) == (None, "")


def test_log_pages_show_what_was_done_to_entries(group, monkeypatch):
    monkeypatch.setattr("companion.stats.play_pages.LOG_PAGE", 2)
    play = group.play(6, 2)
    ledger.undo(play.pk, key="u")
    ledger.record(play.pk, {"do": "adjust", "tracker": "store.1", "value": 7}, key="a", actor=1)
    over = {"override:E_NOT_ACTIVE": "we agreed"}
    ledger.record(play.pk, {"do": "roll", "face": 4}, key="r", actor=0, answers=over)
    seen, after = [], 0
    while True:
        context = group.stranger.get(f"/p/{play.share}/log/", {"after": after}).context
        seen += context["entries"]
        if not (after := context["after"]):
            break
    marks = [(e["seq"], e["undone"], e["adjusted"], e["overruled"], bool(e["step"])) for e in seen]
    assert marks == [
        (1, False, False, False, True),
        (2, True, False, False, False),
        (3, False, False, False, False),
        (4, False, True, False, True),
        (5, False, False, True, True),
    ]
    assert [e["who"] for e in seen][:2] == ["Ana", "Bo"]
    odd = group.stranger.get(f"/p/{play.share}/log/", {"after": "9" * 10}).context
    assert (odd["start"], odd["entries"][0]["seq"]) == (0, 1)


def test_step_todays_rules_refuse_is_told_not_drawn(group):
    play = group.finished(6, 1, 4)
    play.entries.filter(seq=1).update(action={"do": "roll", "face": 9})
    page = group.stranger.get(f"/p/{play.share}/step/2/")
    assert page.status_code == 409
    assert "the board can&#x27;t be shown" in page.content.decode()


def test_replay_tells_step_and_outcome_at_end_only(group):
    play = group.finished(6, 1, 4)
    start, first, last = (
        group.stranger.get(f"/p/{play.share}/step/{n}/").context for n in (0, 1, 3)
    )
    assert (start["entry"], start["said"], start["n"], start["total"]) == (None, [], 0, 3)
    assert first["said"] == ["Squirrel 1 rolled 6", "Squirrel 1 now has 6"]
    assert (first["outcome"], first["turn"], last["turn"]) == (None, "Turn 1", "Turn 3")
    assert start["turn"] == "Turn 1"
    assert last["outcome"]["result"] == "won"
    assert (start["before"], start["after"], start["peak"]) == (0, 1, 1)
    assert (last["before"], last["after"], last["peak"]) == (2, 3, 3)


@pytest.mark.parametrize("after", ["", "0", "x", "²", "-1", "9" * 30])
def test_log_begins_at_beginning_without_valid_number(group, after):
    play = group.finished(6, 1, 4)
    page = group.stranger.get(f"/p/{play.share}/log/", {"after": after})
    assert (page.context["start"], len(page.context["entries"])) == (0, 3)
    assert page.context["after"] == 0


def test_long_log_has_pages_and_last_says_so(group, monkeypatch):
    from companion.stats import play_pages

    monkeypatch.setattr(play_pages, "LOG_PAGE", 2)
    play = group.finished(6, 1, 4)
    at = f"/p/{play.share}/log/"
    first = group.stranger.get(at).context
    second = group.stranger.get(at, {"after": first["after"]}).context
    assert [len(page["entries"]) for page in (first, second)] == [2, 1]
    assert (bool(first["after"]), second["start"], second["after"]) == (True, first["after"], 0)
    monkeypatch.setattr(play_pages, "LOG_PAGE", 3)
    assert group.stranger.get(at).context["after"] == 0
