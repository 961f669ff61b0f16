"""A title that raises takes no more than itself: no entry breaks a table, every table is drawn."""

import json
import logging

import pytest

from companion.plays import faults, forecast_text, ledger, moments, repair, seats
from companion.plays.faults import FaultyTitleError
from companion.plays.models import Play, Seat
from companion.plays.repair import LogChange
from companion.stats.models import Record
from games import registry
from tests.titles import erring
from tests.titles.erring import BREAKING, ERRING, Setup

pytestmark = pytest.mark.django_db

NEEDED = ["parts", "prompts", "roll", "find", "outcome", "board", "step"]
"""What every entry must leave whole, and an offer is as much of it as all."""
LEFT_OUT = [
    *(each for each in NEEDED if each not in ("parts", "step")),
    *(
        "pieces",
        "prompts_for",
        "threats",
        "parts_to_act",
        "seen_by",
        "table_prompts",
        "can_see_forecasts",
        "turn",
    ),
]


@pytest.fixture
def breaking(monkeypatch):
    """Install Acorns that raise for what is put into it."""
    monkeypatch.setitem(registry.TITLES, "erring", "tests.titles.erring:Erring")
    for act, offers in ERRING.items():
        monkeypatch.setattr(act, "prompts", offers)
    forget()
    yield BREAKING
    BREAKING.clear()
    forget()


def forget():
    for kept in (moments.of, forecast_text._of):
        kept.cache_clear()
    faults._named.clear()


@pytest.fixture
def play(breaking):
    return ledger.begin("erring", Setup(2, 20), ahead=Play.Ahead.EVERYTHING)


@pytest.fixture
def phone(play, client):
    """Return the host's phone."""
    seat = Seat.objects.create(play=play, name="Ana", role=Seat.Role.HOST, parts=[0, 1])
    client.cookies[seats.cookie_name(seat.address)] = seats.token(seat)
    client.seat = seat
    return client


def roll(play, face=4, key="k"):
    return ledger.record(play.pk, {"do": "roll", "face": face}, key=key)


def broken(play, what, error=RuntimeError):
    """Enter something at a table before its title errs."""
    roll(play)
    BREAKING[what] = error
    forget()


def at(play, page=""):
    return f"/t/{play.code}/{page}"


def post(phone, play, page, **data):
    play.refresh_from_db()
    return phone.post(at(play, page), {"revision": play.revision, "key": "p", **data})


def api(phone, play, where, **body):
    token = f"Bearer {seats.token(phone.seat)}"
    path = f"/api/plays/{play.code}{where}"
    if where:
        body = json.dumps(body)
        return phone.post(
            path, body, content_type="application/json", headers={"authorization": token}
        )
    return phone.get(path, headers={"authorization": token})


# -- no entry is stored after which the table cannot be drawn ---------------------------------


@pytest.mark.parametrize(
    ("what", "error"),
    [*((each, RuntimeError) for each in [*NEEDED, "apply"]), ("board", SystemExit)],
)
def test_entry_is_not_stored_where_title_raises(play, what, error):
    if what == "apply":
        roll(play, key="before")
    before = Play.objects.get(pk=play.pk)
    BREAKING[what] = error
    forget()
    with pytest.raises(FaultyTitleError):
        roll(play)
    now = Play.objects.get(pk=play.pk)
    assert (now.revision, now.state) == (before.revision, before.state)
    assert now.entries.count() == before.revision


def test_form_and_script_hear_that_nothing_was_entered(play, phone):
    BREAKING["board"] = RuntimeError
    said = post(phone, play, "act", do="roll", face="4")
    assert said.status_code == 500
    assert "our fault, nothing was entered" in said.content.decode()
    assert said["Sidekick-Answer"] == "p", "the phone would send the same tap for ever"
    said = api(phone, play, "/actions", action={"do": "roll", "face": 4})
    assert said.status_code == 500
    assert "our fault, nothing was entered" in said.json()["error"]
    assert Play.objects.get(pk=play.pk).revision == 0


def test_server_log_keeps_playlog_without_names(play, phone, caplog):
    roll(play, 3)
    BREAKING["prompts"] = RuntimeError
    with caplog.at_level(logging.ERROR, "sidekick.title"):
        post(phone, play, "act", do="roll", face="5")
        post(phone, play, "act", do="roll", face="5", key="q")
    (kept,) = (each.getMessage() for each in caplog.records if "playlog" in each.getMessage())
    found = json.loads(kept.partition(": ")[2])
    assert [line["action"] for line in found["entries"]] == [
        {"do": "roll", "face": 3},
        {"do": "roll", "face": 5},
    ]
    assert "Ana" not in kept
    assert play.code not in kept


def test_undo_and_redo_ask_before_they_write(play):
    roll(play, 5)
    roll(play, 5, "k2")
    BREAKING["board"] = RuntimeError
    forget()
    ledger.go_back(play.pk, 0, key="u")
    with pytest.raises(FaultyTitleError):
        ledger.redo(play.pk, key="r")
    BREAKING.clear()
    forget()
    ledger.redo(play.pk, key="r1")
    ledger.redo(play.pk, key="r2")
    assert Play.objects.get(pk=play.pk).head == 2


def test_repair_asks_once_before_it_writes(play):
    roll(play, 2)
    BREAKING["prompts"] = RuntimeError
    forget()
    change = LogChange("replace", 1, {"do": "roll", "face": 5})
    with pytest.raises(FaultyTitleError):
        repair.carry_out(play.pk, change, key="r")
    assert Play.objects.get(pk=play.pk).revision == 1


@pytest.mark.parametrize("what", ["board", "prompts", "outcome", "start"])
def test_table_is_not_begun_where_title_raises(breaking, monkeypatch, what):
    def raises(*args):
        raise RuntimeError

    monkeypatch.setattr(erring.Erring, what, raises)
    with pytest.raises(FaultyTitleError):
        ledger.begin("erring", Setup(2, 20))
    assert not Play.objects.exists()


def test_play_is_not_brought_where_title_raises(play):
    from companion.plays import playlog

    roll(play)
    doc = playlog.export(Play.objects.get(pk=play.pk))
    BREAKING["board"] = RuntimeError
    forget()
    with pytest.raises(FaultyTitleError):
        playlog.load(doc)
    assert Play.objects.count() == 1


def test_what_was_asked_is_drawn_without_asking_again(play, phone, monkeypatch):
    asked = []
    whole = erring.Erring.prompts
    monkeypatch.setattr(erring.Erring, "prompts", lambda *args: [asked.append(1), whole(*args)][1])
    assert post(phone, play, "act", do="roll", face="4").status_code == 302
    once = len(asked)
    phone.get(at(play))
    assert len(asked) == once


# -- a table that is there is always drawn ----------------------------------------------------


@pytest.mark.parametrize(
    ("what", "error"), [*((each, RuntimeError) for each in LEFT_OUT), ("prompts", SystemExit)]
)
def test_table_is_drawn_with_undo_where_title_raises(play, phone, what, error):
    broken(play, what, error)
    page = phone.get(at(play))
    assert page.status_code == 200
    assert at(play, "undo") in page.content.decode()
    for drawer in ("people", "log", "rules", "more", "ask", "whatif", "ahead", "also", "board"):
        assert phone.get(at(play, drawer)).status_code == 200, drawer
    assert phone.get(f"/tv/{play.code}/").status_code == 200
    assert api(phone, play, "").status_code == 200
    assert post(phone, play, "undo").status_code == 302
    assert Play.objects.get(pk=play.pk).head == 0


def test_only_the_offer_that_raises_is_left_out(play, phone, caplog):
    broken(play, "find")
    with caplog.at_level(logging.ERROR, "sidekick.title"):
        offered = {each["do"] for each in api(phone, play, "").json()["prompts"]}
    assert {"roll", "paint", "adjust"} <= offered
    assert "find" not in offered
    assert "the offer find" in caplog.text
    assert post(phone, play, "act", do="roll", face="2").status_code == 302


def test_board_that_raises_gives_way_to_words(play, phone):
    broken(play, "board")
    page = phone.get(at(play)).content.decode()
    assert "This is the table in words" in page
    assert "store.0 4" in page
    assert 'name="face"' in page


def test_number_by_hand_is_taken_at_broken_table(play, phone):
    broken(play, "board")
    adjusted = {"do": "adjust", "tracker": "store.0", "value": "5"}
    assert post(phone, play, "act", **adjusted).status_code == 302
    assert Play.objects.get(pk=play.pk).revision == 2


# -- what is said besides ---------------------------------------------------------------------

BESIDES = [
    "possible_rolls",
    "figure_changes",
    "rules_step",
    "view",
    "figures",
    "trackers",
    "heading",
    "rolled",
]


@pytest.mark.parametrize("what", [*BESIDES, "apply", "text", "scene"])
def test_drawers_stay_where_what_is_said_besides_raises(play, phone, what):
    broken(play, what)
    asked = ["", "people", "log", "rules", "more", "ask", "ahead", "also", "count", "repair/1"]
    for page in [*asked, "whatif", "whatif?do=roll&prompt=p-roll&face=3", "rules?q=crow"]:
        found = phone.get(at(play, page))
        assert found.status_code == 200, page
    assert phone.get(f"/tv/{play.code}/").status_code == 200
    assert api(phone, play, "").status_code == 200
    assert post(phone, play, "undo").status_code == 302


@pytest.mark.parametrize(
    "what", ["apply", "figures", "turn", "rolled", "parts", "board", "outcome"]
)
def test_story_and_statistics_stay_where_title_raises(play, phone, what):
    roll(play, 5)
    roll(play, 3, "k2")
    ledger.abandon(play.pk)
    BREAKING[what] = RuntimeError
    forget()
    Record.objects.all().delete()
    play.refresh_from_db()
    at_story = f"/p/{play.share}/"
    for page in ("", "log/", "luck/", "step/1/", "step/2/", "seats.csv", "dice.csv"):
        assert phone.get(at_story + page).status_code in (200, 409), page
    assert Record.objects.filter(play=play).exists()
