"""No one loses unwarned: beside what is asked, or when it was entered, and always one may go on."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from msgspec.structs import replace

from companion.plays import moments, playlog, seats
from companion.plays.models import Play
from companion.plays.pages.phrasing import aloud
from companion.plays.pages.warnings import parts_of
from games.odds import loss_warnings
from games.referee import Prompt
from games.registry import TITLES, referee
from tests import golden, highlights, loss_positions
from tests.pageplayer import PagePlayer, forms_of

pytestmark = pytest.mark.django_db


def begun(name: str, until: int, parts: tuple[int, ...]) -> tuple[Play, PagePlayer]:
    """Return a golden game after so many entries, and the phone of whoever plays ``parts``."""
    doc = golden.read(golden.at(name))
    host = playlog.SeatLine("Ana", "host", parts)
    play = playlog.load(replace(doc, entries=doc.entries[:until], seats=(host,), outcome=None))
    seat = play.seats.get()
    seat.play = play
    client = Client()
    client.cookies[seats.cookie_name(play.code)] = seats.token(seat)
    return play, PagePlayer(client, f"/t/{play.code}/")


def test_what_ends_game_is_said_before_being_tapped(monkeypatch):
    # However slow the machine, the search looks to its end.
    monkeypatch.setattr(moments, "looking", lambda: lambda: True)
    moments.of.cache_clear()
    play, ana = begun("batman-who-laughs/lost-team", 20, (0,))
    assert "At this rate the game is lost" in ana.html
    assert "This could still prevent it:" in ana.html
    way = re.search(r'href="([^"]*ways\?id=[^"]*)"[^>]*>Batman: use the ability', ana.html)
    assert way
    opened = ana.client.get(way[1]).content.decode()
    assert forms_of(opened)[0].action == f"{ana.at}act"
    assert "Batman: use the ability" in opened
    ana.tap("results")
    assert ana.warned == 0
    play.refresh_from_db()
    assert play.outcome["condition"] == "team"


def test_ways_out_are_searched_once_unless_timed_out(monkeypatch):
    searches, late = [], [True]
    real = moments.PreventionSearch
    monkeypatch.setattr(
        moments, "PreventionSearch", lambda *how: searches.append(how) or real(*how)
    )
    monkeypatch.setattr(moments, "looking", lambda: lambda: not late[0])
    moments.of.cache_clear()
    _, ana = begun("batman-who-laughs/lost-team", 20, (0,))
    assert len(searches) == 1
    assert "This could still prevent it:" not in ana.html
    late[0] = False
    for told in (2, 2):
        assert "This could still prevent it:" in ana.client.get(ana.at).content.decode()
        assert len(searches) == told


def test_costly_entry_waits_for_one_more_tap():
    play, bane = begun("talisman-batman/death-with-inheritance", 40, (0,))
    strike = next(form for form in bane.forms if form.fixed("do") == "strike")
    pairs: dict[str, list[str]] = {}
    for name, value in strike.data({"dice": [1, 6]}):
        pairs.setdefault(name, []).append(value)
    answer = bane.client.post(strike.action, pairs)
    assert answer.status_code == 422
    html = answer.content.decode()
    assert "Bane is killed" in html
    read = re.search(r'data-say="([^"]*)"', html)
    assert read
    assert read[1].startswith("Right now: Bane is killed")
    assert read[1].endswith(".")
    play.refresh_from_db()
    assert play.revision == 40
    told = next(form for form in forms_of(html) if form.fixed("ahead"))
    bane.post(told, {})
    play.refresh_from_db()
    assert play.revision == 41


@pytest.mark.parametrize(
    ("actors", "actor", "whose"),
    [((1,), 0, (1,)), (None, 0, (0,)), ((), 0, (0,)), (None, None, (2, 3))],
)
def test_bad_entry_concerns_whoever_is_asked_else_enterer(actors, actor, whose):
    assert parts_of(Prompt("roll", "", actors=actors), [2, 3], actor) == whose
    if actors is None:
        assert parts_of(None, [2, 3], actor) == whose


def test_warning_is_read_out_one_sentence_after_other():
    ending = {"head": "Then Villain wins", "why": ["Villain win in round 1", "Vigil falls"]}
    assert aloud(ending) == "Then Villain wins. Villain win in round 1. Vigil falls."
    stands = {"head": "Right now:", "why": ["Bane is killed"]}
    assert aloud(stands) == "Right now: Bane is killed."


def counting_hero(aside: int = 0) -> PagePlayer:
    """Return the phone of a new copy's table after an attack; ``aside`` keeps the team's only Hero
    out of it."""
    phone = Client()
    started = phone.post("/g/batman-who-laughs/", {"players": 2, "box": "", "name": "Ana"})
    ana = PagePlayer(phone, started["Location"])
    ana.tap("deal", rest=True)
    play = Play.objects.get(code=ana.at.split("/")[2])
    facing = referee(play.title).decode_state(play.state).facing
    ana.tap("deploy", location=(facing + aside) % 3)
    ana.tap("doom", n=0)
    ana.tap("figure", face="stay")
    ana.tap("card.kinds", heroes=ana.offers("card.kinds")[0].options["heroes"])
    ana.tap("results")
    return ana


def test_open_count_of_spaces_threatens_no_one():
    ana = counting_hero()
    assert ana.offers("card.count")
    assert 'class="says refusal dread"' not in ana.html


def test_last_hero_called_full_is_asked_first():
    ana = counting_hero()
    ana.tap("card.count", n=-1)
    assert ana.warned == 1
    assert "has no Heroes left" in ana.html


def test_hero_called_full_takes_one_tap():
    ana = counting_hero(1)
    ana.tap("card.count", n=-1)
    assert ana.warned == 0
    assert "Heroes lost: 1" in ana.html


@pytest.mark.parametrize("enters", [0, 1])
def test_player_standing_in_for_somebody_is_then_warned(enters):
    step = loss_positions.heist(8)
    play = highlights.seated("animated-dice", 3, ["Ana", "Bo", "Cy"])
    highlights.placed(play, step)
    seat = play.seats.order_by("pk")[enters]
    seat.play = play
    client = Client()
    client.cookies[seats.cookie_name(seat.address)] = seats.token(seat)
    at = f"/t/{seat.address}/"
    assert 'class="says refusal dread"' not in client.get(at).content.decode()
    client.post(f"{at}stand", {"part": "2"})
    assert 'class="says refusal dread"' in client.get(at).content.decode()


def test_tap_does_not_reckon_again_what_page_said(monkeypatch):
    _, ana = begun("batman-who-laughs/lost-team", 20, (0,))
    reckoned = []
    real = loss_warnings.unfilled
    monkeypatch.setattr(loss_warnings, "unfilled", lambda *how: reckoned.append(how) or real(*how))
    ana.tap("results")
    assert ana.warned == 0
    assert [how for how in reckoned if how[2].do == "results"] == []


def test_whoever_brings_rival_down_is_not_asked_twice():
    _, scarecrow = begun("talisman-batman/bloodbath", 17, (0,))
    assert 'class="says refusal dread"' not in scarecrow.html


def test_stopping_behind_the_leader_names_who_wins():
    _, ivy = begun("animated-dice/target-by-first", 111, (2,))
    assert "“Stop and score 0” ends the game now: The Joker wins" in ivy.html


def test_script_refereed_without_pages_is_not_asked():
    play, bane = begun("talisman-batman/death-with-inheritance", 40, (0,))
    seat = play.seats.get()
    seat.play = play
    answer = bane.client.post(
        f"/api/plays/{play.code}/actions",
        {"action": {"do": "strike", "dice": [1, 6]}},
        content_type="application/json",
        headers={"Authorization": f"Bearer {seats.token(seat)}"},
    )
    assert answer.status_code == 200


@pytest.mark.parametrize(
    ("name", "until"),
    [
        ("batman-who-laughs/lost-team", 20),
        ("fire-nation/lost-team-after-ruin", 46),
        ("talisman-batman/death-with-inheritance", 40),
    ],
)
def test_every_phone_shows_what_next_turn_may_bring(name, until):
    play, ana = begun(name, until, (0,))
    title = referee(play.title)
    board = title.board(title.decode_state(play.state), 0)
    near = [threat for threat in title.threats(board) if threat.near]
    assert near
    strip = ana.html.partition('class="threats"')[2].partition("</ol>")[0]
    assert strip.count('class="low"') == len(near)


@pytest.mark.parametrize("slug", TITLES)
def test_every_phone_shows_distance_to_ends_nearest_first(slug):
    name, until = next(
        (golden.named(path), len(golden.read(path).entries) // 2)
        for path in golden.files()
        if golden.title(path) == slug
    )
    play, ana = begun(name, until, (0,))
    title = referee(slug)
    threats = title.threats(title.board(title.decode_state(play.state), 0))
    assert threats
    far = [each.left for each in threats if each.near or not each.metered]
    strip = ana.html.partition('class="threats"')[2].partition("</ol>")[0]
    assert [int(each) for each in re.findall(r"<b>(\d+)</b>", strip)] == far
