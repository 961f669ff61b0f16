"""Each phone in its own language, at the same table."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.test import Client
from msgspec.structs import replace
from playwright.sync_api import expect

from companion.conformance.phone import Phone
from companion.plays import ledger, seats
from companion.plays.models import Play, Seat
from games import registry
from games.animated_dice.rules.roll import Roll
from games.talisman_batman.state import Fight, Fighter

ENGLISH, POLISH = "All dice go back in the cup", "Wszystkie kości wracają do kubka"
SAID = {"": (ENGLISH, POLISH), "log": ("Round 1 ·", "Runda 1 ·")}
FACES = {"faces": [f"{colour}-loot" for colour in ("gray", "gray", "gray")]}


@pytest.fixture
def play(db: None) -> Play:
    """Return a table of the dice game, whose seats are Ana's and Bo's."""
    referee = registry.referee("animated-dice")
    begun = ledger.begin("animated-dice", referee.setup_default(2, referee.blank_box()))
    assert isinstance(begun, Play)
    return begun


def sits(play: Play, name: str, role: str, part: int) -> Client:
    seat = Seat.objects.create(play=play, name=name, role=role, parts=[part])
    client = Client()
    client.cookies[seats.cookie_name(seat.address)] = seats.token(seat)
    return client


@pytest.fixture
def ana(play: Play) -> Client:
    """Return Ana's phone, which has chosen nothing: English, as the site."""
    return sits(play, "Ana", Seat.Role.HOST, 0)


@pytest.fixture
def bo(play: Play) -> Client:
    """Return Bo's phone, which has tapped Polski."""
    client = sits(play, "Bo", Seat.Role.PLAYER, 1)
    client.post("/i18n/setlang/", {"language": "pl", "next": "/"})
    return client


def page(client: Client, address: str, **headers: str) -> str:
    return client.get(address, headers=headers).content.decode()


def spoken(html: str) -> str:
    found = re.search(r'<html lang="(\w+)"', html)
    assert found
    return found[1]


def plays_a_heist(client: Client, play: Play) -> None:
    for action in ({"do": "roll", **FACES}, {"do": "stop"}):
        play.refresh_from_db()
        answer = client.post(
            f"/t/{play.code}/act",
            {**action, "revision": play.revision, "key": f"{play.code}{play.revision}"},
            headers={"HX-Request": "true"},
        )
        assert answer.status_code == 200, answer.content.decode()


@pytest.mark.parametrize("where", ["", "log", "people", "more", "rules"])
def test_two_phones_read_table_each_in_own_language(
    play: Play, ana: Client, bo: Client, where: str
) -> None:
    plays_a_heist(ana, play)
    address = f"/t/{play.code}/{where}"
    for _again in range(2):
        english, polish = page(ana, address), page(bo, address)
        assert (spoken(english), spoken(polish)) == ("en", "pl")
        if where in SAID:
            ours, theirs = SAID[where]
            assert ours in english
            assert theirs not in english
            assert theirs in polish
            assert ours not in polish


def test_an_entry_is_kept_without_a_language(play: Play, ana: Client, bo: Client) -> None:
    plays_a_heist(ana, play)
    page(bo, f"/t/{play.code}/")
    kept = "".join(str(entry.notes) for entry in play.entries.all())
    assert "note." in kept
    assert ENGLISH not in kept
    assert POLISH not in kept


def test_refusal_is_said_in_language_of_who_tapped(play: Play, ana: Client, bo: Client) -> None:
    def refused(client: Client) -> str:
        return client.post(
            f"/t/{play.code}/act",
            {"do": "stop", "revision": play.revision, "key": "k"},
            headers={"HX-Request": "true"},
        ).content.decode()

    ana.post("/i18n/setlang/", {"language": "pl"})
    assert "Nikt nie kończy przed pierwszym rzutem" in refused(ana)
    ana.post("/i18n/setlang/", {"language": "en"})
    assert "stop before the first roll" in refused(ana)


def test_fragment_that_phone_fetches_follows_its_cookie(
    play: Play, ana: Client, bo: Client
) -> None:
    plays_a_heist(ana, play)
    address = f"/t/{play.code}/board?have=0"
    assert POLISH in page(bo, address, HX_Request="true")
    assert ENGLISH in page(ana, address, HX_Request="true")


@pytest.mark.parametrize("address", ["/", "/g/talisman-batman/", "/rules/talisman-batman/?q=los"])
def test_switch_brings_phone_back_to_its_page(db: None, address: str) -> None:
    phone = Client()
    shown = page(phone, address)
    assert f'name="next" value="{address}"' in shown
    assert 'value="pl" lang="pl">Polski</button>' in shown
    assert "English</button>" not in shown
    answer = phone.post("/i18n/setlang/", {"language": "pl", "next": address})
    assert (answer.status_code, answer["Location"]) == (302, address)
    polish = page(phone, address)
    assert spoken(polish) == "pl"
    assert 'value="en" lang="en">English</button>' in polish


def test_switch_at_table_leads_back_to_table(play: Play, ana: Client) -> None:
    drawer = page(ana, f"/t/{play.code}/more", HX_Request="true")
    assert f'name="next" value="/t/{play.code}/"' in drawer
    assert 'lang="pl">Polski</button>' in drawer


def test_choice_lasts_year_and_hides_from_others_scripts(db: None) -> None:
    phone = Client()
    phone.post("/i18n/setlang/", {"language": "pl", "next": "/"})
    cookie = phone.cookies["django_language"]
    assert cookie["max-age"] == 365 * 24 * 3600
    assert cookie["samesite"] == "Lax"
    later = Client()
    later.cookies["django_language"] = cookie.value
    assert spoken(page(later, "/", Accept_Language="en")) == "pl"


def test_the_switch_leads_nowhere_else(db: None) -> None:
    answer = Client().post(
        "/i18n/setlang/", {"language": "pl", "next": "https://elsewhere.example/"}
    )
    assert answer["Location"] == "/"


def test_switch_asks_for_token_of_page(db: None) -> None:
    answer = Client(enforce_csrf_checks=True).post("/i18n/setlang/", {"language": "pl"})
    assert answer.status_code == 403
    assert "django_language" not in answer.cookies


@pytest.mark.parametrize("wanted", ["xx", "de", "../en", ""])
def test_an_unknown_language_falls_back_to_english(db: None, wanted: str) -> None:
    phone = Client()
    phone.post("/i18n/setlang/", {"language": wanted, "next": "/"})
    assert spoken(page(phone, "/")) == "en"
    phone.cookies["django_language"] = wanted
    assert spoken(page(phone, "/")) == "en"
    assert spoken(page(Client(), "/", Accept_Language=f"{wanted},fr;q=0.5")) == "en"


def test_a_polish_browser_is_greeted_in_polish(db: None) -> None:
    first = Client().get("/", headers={"Accept-Language": "pl-PL,pl;q=0.9,en;q=0.5"})
    assert spoken(first.content.decode()) == "pl"
    assert "Accept-Language" in first["Vary"]
    assert "Cookie" in first["Vary"]


def test_the_api_speaks_the_language_that_is_accepted(play: Play, ana: Client) -> None:
    plays_a_heist(ana, play)
    token = seats.token(play.seats.get(name="Ana"))

    def shown(language: str) -> dict[str, object]:
        headers = {"Authorization": f"Bearer {token}", "Accept-Language": language}
        answer = Client().get(f"/api/plays/{play.code}", headers=headers)
        assert answer.status_code == 200
        return answer.json()

    english, polish = shown("en"), shown("pl")
    assert english["state"] == polish["state"]
    assert next(each["label"] for each in english["prompts"]) == "Roll 3 dice"
    assert next(each["label"] for each in polish["prompts"]) == "Rzuć 3 kośćmi"


def test_api_says_what_is_closed_in_accepted_language(play: Play, ana: Client) -> None:
    token = seats.token(play.seats.get(name="Ana"))

    def refused(language: str, where: str, body: dict[str, object]) -> str:
        headers = {"Authorization": f"Bearer {token}", "Accept-Language": language}
        answer = Client().post(
            f"/api/plays/{play.code}/{where}", body, "application/json", headers=headers
        )
        assert answer.status_code == 409
        return str(answer.json()["error"])

    assert refused("pl", "undo", {}) == "Nie ma tu już czego cofać ani przywracać."
    assert refused("en", "undo", {}) == "There is nothing left to undo or redo here."
    Play.objects.filter(pk=play.pk).update(abandoned=True)
    roll = {"action": {"do": "roll", **FACES}}
    assert refused("pl", "actions", roll) == "Ten stół jest zamknięty."
    assert refused("en", "actions", roll) == "This table is closed."


def test_api_refuses_in_language_that_is_accepted(db: None) -> None:
    def refused(language: str, **body: object) -> str:
        return str(
            Client()
            .post(
                "/api/plays",
                body,
                content_type="application/json",
                headers={"Accept-Language": language},
            )
            .json()["error"]
        )

    assert "Nieznany tytuł." in refused("pl", title="chess")
    assert "Unknown title." in refused("en", title="chess")
    setup = {"title": "animated-dice", "players": 2, "setup": {"villains": ["joker", "joker"]}}
    assert "tylko jeden raz" in refused("pl", **setup)
    assert "only once" in refused("en", **setup)


def test_drawer_switch_turns_only_this_phone(
    phone: Callable[..., Phone], play: Play, site: str
) -> None:
    phones = [phone(), phone()]
    for each, (name, part) in zip(phones, [("Ana", 0), ("Bo", 1)], strict=True):
        seat = Seat.objects.create(play=play, name=name, role=Seat.Role.HOST, parts=[part])
        each.page.context.add_cookies(
            [{"name": seats.cookie_name(play.code), "value": seats.token(seat), "url": site}]
        )
        each.open(f"/t/{play.code}/")
        each.is_at_the_table()
    mine, other = phones
    mine.pulls("More")
    mine.tap("Polski", within="#drawer")
    expect(mine.page.locator("html")).to_have_attribute("lang", "pl")
    expect(mine.page).to_have_url(f"{site}/t/{play.code}/")
    expect(mine.page.locator("#link")).to_have_text("na żywo", timeout=15_000)
    ledger.record(play.pk, Roll(("gray-loot",) * 3), key="one")
    mine.shows_revision(1)
    other.shows_revision(1)
    expect(mine.page.locator("#board")).to_contain_text("Joker rzuca: szary Łup")
    expect(other.page.locator("#board")).to_contain_text("The Joker rolls gray Loot")
    mine.is_accessible()


def test_title_takes_polish_edition_name_where_one_exists(client, db):
    for path in ("/", "/g/talisman-batman/", "/rules/talisman-batman/"):
        polish = client.get(path, HTTP_ACCEPT_LANGUAGE="pl").content.decode()
        assert "Talisman: Batman – Edycja Superłotrów" in polish
        assert "Talisman: Batman Super-Villains Edition" in client.get(path).content.decode()
    assert (
        "The Batman Who Laughs Rising"
        in client.get("/", HTTP_ACCEPT_LANGUAGE="pl").content.decode()
    )


@pytest.mark.parametrize("screen", [False, True])
def test_villains_are_named_in_polish_everywhere(db: None, screen: bool) -> None:
    referee = registry.referee("talisman-batman")
    setup = referee.setup_default(2, referee.sample_box())
    play = ledger.begin("talisman-batman", setup, sample=True)
    state = referee.decode_state(play.state)
    jokers = [
        replace(v, status="alive", sheet=replace(v.sheet, name="The Joker"), space=space)
        for v, space in zip(state.villains, ("", state.plan.first[0]), strict=True)
    ]
    fight = Fight("enemy", Fighter(0), "strength", value=3)
    state = replace(state, villains=tuple(jokers), fight=fight)
    Play.objects.update(state=referee.encode_state(state))
    watcher = sits(play, "Eve", Seat.Role.SPECTATOR, -1)
    address = f"/tv/{play.watch_code}/" if screen else f"/t/{play.watch_code}/"
    drawn = page(watcher, address, **{"Accept-Language": "pl"})
    assert drawn.count("Joker") > 3
    assert "The Joker" not in drawn
