"""The log reads like a game: turns as headings, how it stood, who did it; mending behind a tap."""

from __future__ import annotations

import re
from zoneinfo import ZoneInfo

import pytest

from companion.plays import ledger, playlog, replay, store
from companion.plays.answers import Recorded
from games.registry import TITLES
from tests import golden
from tests.plays.test_warnings import begun

pytestmark = pytest.mark.django_db


def shown(name: str, until: int) -> str:
    _, ana = begun(name, until, (0,))
    return str(ana.client.get(f"{ana.at}log").content.decode())


def test_turn_has_heading_and_its_final_standing():
    page = shown("batman-who-laughs/lost-track", 26)
    heads = re.findall(r"<h3[^>]*>\s*<span>([^<]+)</span>", page)
    assert heads[-1] == "The start"
    assert [head for head in heads if head.startswith("Turn 2: ")]
    first = page.partition("Turn 2: ")[2].partition("</h3>")[0]
    assert re.search(r"Losses|Heroes|Dark Knights", first)
    assert "<li>Turn 2: " not in page


@pytest.mark.parametrize("slug", TITLES)
def test_the_log_of_every_title_has_turns(slug):
    path = max(
        (each for each in golden.files() if golden.title(each) == slug),
        key=lambda each: len(golden.read(each).entries),
    )
    page = shown(golden.named(path), len(golden.read(path).entries))
    assert page.count("<h3") > 1


@pytest.mark.parametrize(
    ("name", "until", "said"),
    [
        ("animated-dice/tie-broken-twice", 12, ["Round 3 · Ana (", "Round 1 · Ana ("]),
        ("animated-dice/tie-broken-twice", 109, ["Tiebreaker 2 · ", "Tiebreaker 1 · "]),
        ("batman-who-laughs/lost-track", 26, ["Turn 4: Ana (Determination)"]),
        ("talisman-batman/bloodbath", 23, ["Turn 2: "]),
    ],
)
def test_heading_says_turn_and_who_plays_it(name, until, said):
    page = shown(name, until)
    heads = re.findall(r"<h3[^>]*>\s*<span>([^<]+)</span>", page)
    for each in said:
        assert [head for head in heads if head.startswith(each)], heads
    assert "All dice are returned in the cup" not in " ".join(heads)


def test_talismans_die_shows_bat_where_physical_one_does():
    doc = golden.read(golden.at("talisman-batman/death-with-inheritance"))
    done = playlog.replay(doc)
    rolled = done.referee.rolled
    at = next(
        line.n
        for line in doc.entries
        if any(
            die.face == "1"
            for die in rolled(done.states[line.n - 1], done.referee.decode_action(line.action))
        )
    )
    page = shown("talisman-batman/death-with-inheritance", at)
    newest = page.partition('class="entry')[2].partition("</li>")[0]
    assert 'd="M1 7.5q4' in newest


def test_entry_leads_to_its_fix_by_one_tap():
    page = shown("animated-dice/won", 30)
    assert page.count('aria-label="Fix entry ') == 30
    assert "<details" not in page


def test_entry_says_who_did_it_for_which_side():
    page = shown("batman-who-laughs/lost-track", 26)
    assert "Ana (Determination)" in page


@pytest.mark.parametrize(
    ("name", "until", "drawn"),
    [
        (
            "animated-dice/won",
            30,
            r'class="d dc-(gray|yellow|blue)"\s*><svg[^>]*><use[^>]*#anim',
        ),
        ("batman-who-laughs/lost-track", 26, r'class="d">\d<'),
        ("gotham-chronicles/reinforced-in-full-depth", 27, r'class="gd d-(red|yellow)">\d<'),
        ("talisman-batman/bloodbath", 17, r'class="d">\s*<svg class="pips"'),
    ],
)
def test_dice_of_entry_are_drawn_beside_it(name, until, drawn):
    doc = golden.read(golden.at(name))
    done = playlog.replay(doc)
    told = [
        die
        for line in doc.entries[:until]
        for die in done.referee.rolled(
            done.states[line.n - 1], done.referee.decode_action(line.action)
        )
        if die.face
    ]
    page = shown(name, until)
    dice = re.findall(r'<span class="g?d[ "]', page)
    assert told
    assert len(dice) == len(told)
    assert re.search(drawn, page)


def test_an_entry_taken_back_shows_no_dice():
    play, ana = begun("animated-dice/won", 1, (0,))
    rolled = ana.client.get(f"{ana.at}log").content.decode()
    ledger.undo(play.pk, key="u")
    undone = ana.client.get(f"{ana.at}log").content.decode()
    assert 'class="d ' in rolled
    assert 'class="d ' not in undone


def test_turns_cubes_share_line_with_entries_behind_tap():
    play, ana = begun("gotham-chronicles/heroes-win", 2, (0, 1))
    spends = [("melee", 1), ("movement", 1), ("melee", 2)]
    for n, (space, cubes) in enumerate(spends):
        spend = {"do": "spend", "hero": 0, "space": space, "cubes": cubes}
        done = ledger.record(play.pk, spend, key=f"k{n}", actor=0)
        assert isinstance(done, Recorded), done
    page = ana.client.get(f"{ana.at}log").content.decode()
    assert "cubes spent, 3 to Melee and 1 to Movement" in page
    run = page.partition("3 entries")[2].partition("</ol>")[0]
    assert run.count('class="entry"') == 3
    assert run.count(">Repair<") + run.count("Fix entry") >= 3
    ledger.undo(play.pk, key="u")
    ledger.undo(play.pk, key="v")
    page = ana.client.get(f"{ana.at}log").content.decode()
    assert "cubes spent" not in page
    assert "2 entries" not in page
    assert "Vigil (sample) puts 1 cube on Melee</strong>" in page


def test_page_of_log_is_played_again_once(monkeypatch):
    _, ana = begun("batman-who-laughs/lost-track", 40, (0,))
    played = []
    real = replay.again
    monkeypatch.setattr(replay, "again", lambda *how: played.append(how) or real(*how))
    ana.client.get(f"{ana.at}log")
    assert len(played) <= 40 + store.SNAPSHOT_EVERY


@pytest.mark.parametrize("before", ["", "x", "²", "-1", "9" * 30])
def test_log_opens_at_end_unless_number_says_otherwise(cast, before):
    for n in range(3):
        cast.play.refresh_from_db()
        action = {"do": "roll", "face": 2}
        ledger.record(cast.play.pk, action, key=f"r{n}", actor=n % 2)
    newest = cast.play.entries.order_by("-seq").first().seq
    whole = cast.host.get(f"{cast.at}log").context
    page = cast.host.get(f"{cast.at}log", {"before": before}).context
    assert (len(page["turns"]), page["older"]) == (len(whole["turns"]), 0)
    earlier = cast.host.get(f"{cast.at}log", {"before": newest}).context
    assert len(earlier["turns"]) < len(whole["turns"])


def test_log_shows_the_clock_of_the_time_zone(settings):
    settings.TIME_ZONE = "Asia/Kolkata"
    play, ana = begun("batman-who-laughs/lost-track", 3, (0,))
    at = play.entries.order_by("-pk").first().at
    page = ana.client.get(f"{ana.at}log").content.decode()
    assert f">{at.astimezone(ZoneInfo('Asia/Kolkata')):%H:%M}</time>" in page
