"""House rulings: answered once, shown beside the rule, switched on when a table starts."""

import json

import pytest
from django.test import Client

from companion.crews.models import Crew
from companion.plays.models import Play
from companion.rulings.models import HouseRuling


@pytest.fixture
def phone(db):
    """Return a phone whose person has founded a crew."""
    client = Client()
    answer = client.post("/crews/", {"name": "Friday", "me": "Ana"})
    assert answer.status_code == 302
    return client


@pytest.fixture
def at(phone):
    return f"/c/{Crew.objects.get().key}/"


def rule(phone, at, entry, slug="batman-who-laughs", **data):
    return phone.post(f"{at}rulings/{slug}/{entry}/", {"reading": "We jump early", **data})


def test_ruling_is_made_once_changed_and_taken_back(phone, at):
    assert (
        rule(phone, at, "A-Q05", boss_jump_before_reveal="on", reason="more fun").status_code == 302
    )
    (ruling,) = HouseRuling.objects.all()
    assert (ruling.reading, ruling.reason, ruling.by, ruling.value) == (
        "We jump early",
        "more fun",
        "Ana",
        True,
    )
    rule(phone, at, "A-Q05", reading="We do not")
    assert HouseRuling.objects.get().value is False
    assert "We do not" in phone.get(f"{at}rulings/").content.decode()
    rule(phone, at, "A-Q05", take_back="1")
    assert not HouseRuling.objects.exists()


def test_ruling_on_missing_rule_can_be_taken_back(phone, at):
    crew = Crew.objects.get()
    crew.rulings.create(title="batman-who-laughs", entry="Z-99", reading="From an old file")
    page = phone.get(f"{at}rulings/").content.decode()
    assert "From an old file" in page
    assert "Z-99" in page
    assert phone.get(f"{at}rulings/batman-who-laughs/Z-99/").status_code == 404
    back = phone.post(f"{at}rulings/batman-who-laughs/Z-99/", {"take_back": "1"})
    assert back.status_code == 302
    assert not HouseRuling.objects.exists()


def test_table_of_crew_starts_with_its_rulings(phone, at):
    rule(phone, at, "A-Q05", boss_jump_before_reveal="on")
    rule(phone, at, "A-Q10", reading="Any time", token_window="turn")
    rule(phone, at, "A-01", reading="No setting here")
    phone.post(f"{at}start/batman-who-laughs/", {"players": 2})
    play = Play.objects.get()
    assert play.setup["boss_jump_before_reveal"] is True
    assert play.setup["token_window"] == "turn"
    assert {each["entry"] for each in play.rulings} == {"A-Q05", "A-Q10", "A-01"}
    drawer = phone.get(f"/t/{play.code}/rules?ids=A-Q05").content.decode()
    assert "We jump early" in drawer
    assert f"{at}rulings/batman-who-laughs/A-Q05/" in drawer


def test_setting_from_a_list_is_switched_too(phone, at):
    page = phone.get(f"{at}rulings/talisman-batman/T-Q05/").content.decode()
    assert 'type="checkbox"' in page
    rule(phone, at, "T-Q05", "talisman-batman", readings="on")
    phone.post(f"{at}start/talisman-batman/", {"players": 2})
    assert Play.objects.get().setup["readings"] == ["fateOnBatmanRoll"]


def test_tables_outside_the_crew_are_left_alone(phone, at):
    rule(phone, at, "A-Q05", boss_jump_before_reveal="on")
    phone.post("/g/batman-who-laughs/", {"players": 2})
    play = Play.objects.get()
    assert not play.setup.get("boss_jump_before_reveal")
    assert play.rulings == []


def test_rulings_travel_as_file_own_answers_stay(phone, at, tmp_path):
    rule(phone, at, "A-Q05", boss_jump_before_reveal="on")
    exported = phone.get(f"{at}rulings/export.json").content
    rule(phone, at, "A-Q05", reading="Changed our mind")
    rule(phone, at, "B-Q02", "fire-nation", reading="Strictly", black_sun_test="reached")
    document = json.loads(exported)
    document["rulings"].append({"title": "fire-nation", "entry": "B-01", "reading": "As it says"})
    file = tmp_path / "rulings.json"
    file.write_text(json.dumps(document))
    with file.open("rb") as opened:
        assert phone.post(f"{at}rulings/import", {"file": opened}).status_code == 302
    readings = dict(HouseRuling.objects.values_list("entry", "reading"))
    assert readings == {"A-Q05": "Changed our mind", "B-Q02": "Strictly", "B-01": "As it says"}


@pytest.mark.parametrize(
    "content",
    [
        "",
        "[",
        "{}",
        '{"rulings": 3}',
        '{"schema": "other", "rulings": []}',
        '{"rulings": [{"title": "chess", "entry": "A-01", "reading": "x"}]}',
        '{"rulings": [{"title": "fire-nation", "entry": "A-01", "reading": "x"}]}',
        '{"rulings": [{"title": "fire-nation", "entry": "B-01", "reading": ""}]}',
        '{"rulings": [{"title": "fire-nation", "entry": "B-01", "reading": "x", "value": {}}]}',
    ],
)
def test_a_bad_file_is_named_and_writes_nothing(phone, at, content, tmp_path):
    file = tmp_path / "rulings.json"
    file.write_text(content)
    with file.open("rb") as opened:
        answer = phone.post(f"{at}rulings/import", {"file": opened})
    assert answer.status_code == 422
    assert "Nothing was imported" in answer.content.decode()
    assert not HouseRuling.objects.exists()


def test_a_ruling_needs_words_and_a_rule(phone, at):
    assert rule(phone, at, "A-Q05", reading=" ").status_code == 422
    assert rule(phone, at, "Z-99").status_code == 404
    assert not HouseRuling.objects.exists()


def test_strangers_see_and_change_no_rulings(phone, at):
    rule(phone, at, "A-Q05")
    stranger = Client()
    for page in ("rulings/", "rulings/export.json", "rulings/batman-who-laughs/A-Q05/"):
        assert stranger.get(at + page).status_code == 403
    assert rule(stranger, at, "A-Q05", reading="Mine").status_code == 403
    assert HouseRuling.objects.get().reading == "We jump early"
