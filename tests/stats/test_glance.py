"""Tests of who won at a glance, in words that so few plays bear; replays that run; dice as they
lie."""

import re

import pytest
from playwright.sync_api import expect

from companion.stats import charts, queries, words
from companion.stats.charts import Rate
from companion.stats.models import Place, Record
from tests.stats.conftest import heists, make_group


def text(answer):
    return " ".join(re.sub(r"<[^>]+>", " ", answer.content.decode()).split())


def test_every_list_names_the_winner_and_the_points(group):
    heists(group, 4, 9, target=7)
    for path in ("", "plays/", "g/animated-dice/"):
        assert "Bo won 9 : 4" in text(group.phones["Di"].get(f"/c/{group.crew.key}/{path}")), path


def test_loser_reads_lost_and_by_whom_never_won(group):
    play = heists(group, 4, 9, target=7)
    crew = f"/c/{group.crew.key}/"
    lost = text(group.phones["Ana"].get(f"{crew}who/{group.people['Ana'].pk}/"))
    assert "Lost Bo won 9 : 4" in lost
    won = text(group.phones["Ana"].get(f"{crew}who/{group.people['Bo'].pk}/"))
    assert "Won 9 : 4" in won
    assert "Lost" not in won
    heads = {
        name: re.search(r'<h2 id="over">(.*?)</h2>', page.content.decode())[1]
        for name, page in {
            **{name: phone.get(f"/p/{play.share}/") for name, phone in group.phones.items()},
            "stranger": group.stranger.get(f"/p/{play.share}/"),
        }.items()
    }
    assert heads == {"Ana": "You lost", "Bo": "You won", "Di": "Bo won", "stranger": "Bo won"}


@pytest.mark.parametrize(
    ("title", "result", "winners", "said"),
    [
        ("fire-nation", "won", (True, True), "Won together"),
        ("fire-nation", "lost", (False, False), "Lost together"),
        ("talisman-batman", "won", (True, False), "Ana won"),
        ("talisman-batman", "won", (True, True), "Ana and Bo won"),
        ("talisman-batman", "ended", (False, False), "Ended"),
        ("talisman-batman", "abandoned", (None, None), "Abandoned"),
    ],
)
def test_who_won_is_said_by_kind_of_game(title, result, winners, said):
    record = Record(title=title, result=result)
    names = zip(("Ana", "Bo"), winners, strict=True)
    places = [Place(record=record, name=name, winner=winner) for name, winner in names]
    assert words.winners(record, places) == said


def test_fewer_than_five_plays_claim_no_share():
    assert words.share(Rate("", 1, 1, 100.0, 21, 100)) == "1 of 1 play won"
    assert words.share(Rate("", 2, 4, 50.0, 15, 85)) == "2 of 4 plays won"
    assert words.share(Rate("", 2, 5, 40.0, 12, 77)) == "2 of 5: 40 % (12 to 77 %)"


def test_few_plays_have_no_interval_on_any_page(group):
    for _ in range(4):
        group.finished()
    for path in ("", "g/acorns/", f"who/{group.people['Ana'].pk}/"):
        page = group.phones["Ana"].get(f"/c/{group.crew.key}/{path}").content.decode()
        assert "whisker" not in page, path
        assert "%" not in page.partition("<main")[2], path
    group.finished()
    assert "whisker" in group.phones["Ana"].get(f"/c/{group.crew.key}/").content.decode()


def test_face_is_drawn_with_line_of_fair_dice():
    table = {"blue": {"loot": 3, "batman": 2, "alarm": 1}}
    row = queries.ledger_row("animated-dice", "blue", {"loot": 6, "alarm": 6}, table)
    assert (row.name, row.thrown) == ("Blue", 12)
    assert [(bar.label, bar.sign, bar.note, bar.mark) for bar in row.bars.bars] == [
        ("Loot", "animated-dice-loot", "6.0", 100.0),
        ("Batman", "animated-dice-batman", "4.0", 66.7),
        ("Alarm", "animated-dice-alarm", "2.0", 33.3),
    ]
    assert words.sign("acorns", "4") == "pips-4"
    assert words.sign("acorns", "oak") == ""
    assert words.face("batman-who-laughs", "left+ring") == "Left, Ring"
    assert charts.bars("", [("a", 2)], [4.0]).bars[0].length == 50.0


def test_dice_of_unknown_faces_lead_to_telling_them(group, monkeypatch):
    group.finished()
    monkeypatch.setattr(queries, "die_tables", lambda *which: {})
    page = group.phones["Ana"].get(f"/c/{group.crew.key}/dice/").content.decode()
    assert 'href="/boxes/"' in page.partition("haven't been entered")[2][:200]


def test_replay_begins_with_first_entry_on_phones_board(group):
    play = group.finished(6, 1, 4)
    story = group.stranger.get(f"/p/{play.share}/").content.decode()
    assert f"/p/{play.share}/step/1/#play" in story
    page = group.stranger.get(f"/p/{play.share}/step/1/")
    assert 'class="scene"' in page.content.decode()
    assert play.code not in page.content.decode()


def test_a_mark_lies_where_its_entry_does():
    from companion.stats.play_pages import _along

    assert [_along(n, 5) for n in (1, 2, 5)] == [0.0, 250.0, 1000.0]
    assert _along(1, 1) == 0.0


@pytest.fixture
def evening(acorns, transactional_db):
    group = make_group()
    return group.finished(2, 1, 1, 6, 1, 1, 1, 3, goal=11)


def test_replay_plays_itself_scrubs_and_jumps_to_peaks(phone, site, evening):
    anybody = phone()
    anybody.open(f"/p/{evening.share}/")
    anybody.page.emulate_media(reduced_motion="no-preference")
    anybody.tap("Replay")
    head = anybody.page.locator("#moment h1")
    expect(head).to_contain_text("Entry 1 of 8")
    expect(head).to_contain_text("Entry 2 of 8", timeout=8000)
    anybody.tap("Stop")
    anybody.page.locator("#scrub").fill("7")
    expect(head).to_contain_text("Entry 7 of 8")
    anybody.tap("Start", exact=True)
    expect(head).to_contain_text("Entry 1 of 8")
    anybody.tap("Next highlight")
    expect(head).to_contain_text("Entry 4 of 8")
    expect(anybody.page.locator("#moment .told")).to_contain_text("Squirrel 2 rolled 6")
    assert anybody.page.url.endswith("/step/4/")
    anybody.tap("Back", exact=True)
    expect(head).to_contain_text("Entry 3 of 8")
