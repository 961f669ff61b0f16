"""Nobody loses unwarned: beside what is asked, or when it was entered, and always one may go on."""

from __future__ import annotations

import pytest
from django.test import Client
from msgspec.structs import replace

from companion.plays import playlog, seats
from companion.plays.models import Play
from games.registry import referee
from tests import golden
from tests.pageplayer import PagePlayer, forms_of

pytestmark = pytest.mark.django_db


def begun(name: str, until: int, parts: tuple[int, ...]) -> tuple[Play, PagePlayer]:
    """A golden game after so many entries, and the phone of whoever plays ``parts``."""
    doc = golden.read(golden.FOLDER / f"{name}.txt")
    host = playlog.SeatLine("Ana", "host", parts)
    play = playlog.load(replace(doc, entries=doc.entries[:until], seats=(host,), outcome=None))
    seat = play.seats.get()
    seat.play = play
    client = Client()
    client.cookies[seats.cookie_name(play.code)] = seats.token(seat)
    return play, PagePlayer(client, f"/t/{play.code}/")


def test_what_ends_the_game_as_it_stands_is_said_before_it_is_tapped():
    play, ana = begun("batman-who-laughs/lost-team", 20, (0,))
    assert "As it stands, the game is lost" in ana.html
    assert "This could still prevent it: Batman: use the ability (Batman)" in ana.html
    ana.tap("results")
    assert ana.warned == 0
    play.refresh_from_db()
    assert play.outcome["condition"] == "team"


def test_what_is_entered_and_costs_dearly_waits_for_one_more_tap():
    play, bane = begun("talisman-batman/death-with-inheritance", 40, (0,))
    strike = next(form for form in bane.forms if form.fixed("do") == "strike")
    pairs: dict[str, list[str]] = {}
    for name, value in strike.data({"dice": [1, 6]}):
        pairs.setdefault(name, []).append(value)
    answer = bane.client.post(strike.action, pairs)
    assert answer.status_code == 422
    html = answer.content.decode()
    assert "Bane is killed" in html
    play.refresh_from_db()
    assert play.revision == 40
    told = next(form for form in forms_of(html) if form.fixed("ahead"))
    bane.post(told, {})
    play.refresh_from_db()
    assert play.revision == 41


def test_whoever_brings_a_rival_down_is_not_asked_twice():
    _, scarecrow = begun("talisman-batman/bloodbath", 17, (0,))
    assert 'class="says refusal dread"' not in scarecrow.html


def test_stopping_behind_the_leader_names_who_wins():
    _, ivy = begun("animated-dice/target-by-first", 111, (2,))
    assert "“Stop and score 0” now ends the game: The Joker wins" in ivy.html


def test_a_script_that_is_refereed_without_pages_is_not_asked():
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
        ("fire-nation/lost-team-after-ruin", 49),
        ("talisman-batman/death-with-inheritance", 40),
    ],
)
def test_what_the_next_turn_may_bring_stands_on_every_phone(name, until):
    play, ana = begun(name, until, (0,))
    title = referee(play.title)
    board = title.board(title.decode_state(play.state), 0)
    near = [threat for threat in title.threats(board) if threat.near]
    assert near
    strip = ana.html.partition('class="meters threats"')[2].partition("</ol>")[0]
    assert strip.count('<li class="meter low"') == min(2, len(near))
