"""The wizard: what is chosen opens further pages, and an empty choice is one."""

import json
import re
from html import unescape

import pytest
from django.test import Client

from companion.plays.models import Play
from companion.plays.pages.drawing.hyphens import SOFT_HYPHEN
from games import registry

GOTHAM = registry.referee("gotham-chronicles")


@pytest.fixture
def phone(db):
    return Client()


def begun(phone, **typed):
    answer = phone.post("/g/gotham-chronicles/", {"players": 4, **typed})
    return Play.objects.latest("pk"), answer


def posted(page, **chosen):
    """Return what a browser sends from a page: all that it shows, with something chosen."""
    text = page.content.decode()
    text = text[text.index('<form class="stack start"') :]
    sent = {}
    for tag in re.findall(r"<input[^>]*>", text):
        found = {name: unescape(told) for name, told in re.findall(r'(\w+)="([^"]*)"', tag)}
        if found.get("type") in ("radio", "checkbox") and "checked" not in tag:
            continue
        if "name" in found:
            sent.setdefault(found["name"], []).append(found.get("value", "on"))
    for name, options in re.findall(r'<select[^>]*name="([^"]+)".*?>(.*?)</select>', text, re.S):
        picked = re.findall(r'value="([^"]*)"\s+selected', options)
        first = re.findall(r'value="([^"]*)"', options)[:1]
        sent.setdefault(name, []).extend(map(unescape, picked or first))
    return sent | chosen


def setup_of(play):
    play.refresh_from_db()
    return GOTHAM.decode_setup(play.setup)


def test_own_mission_asks_for_name_and_tiles(phone):
    play, _ = begun(phone, starter="on")
    address = f"/t/{play.code}/setup/"
    asked = phone.post(address, posted(phone.get(address), mission=""))
    assert asked.status_code == 200
    assert 'name="title"' in asked.content.decode()
    assert setup_of(play).mission == "To Sink a City"
    tiles = ["Harley Quinn", "Bane"]
    laid = phone.post(address, posted(asked, title="Night Watch", river=tiles))
    assert laid["Location"] == f"/t/{play.code}/"
    chosen = setup_of(play)
    assert (chosen.mission, chosen.title, set(chosen.river)) == ("", "Night Watch", set(tiles))
    state = GOTHAM.decode_state(play.state)
    assert not state.tile("Harley Quinn").counted


def test_an_empty_mission_posted_alone_is_chosen(phone):
    play, _ = begun(phone, starter="on")
    asked = phone.post(f"/t/{play.code}/setup/", {"mission": ""})
    assert 'name="title"' in asked.content.decode()


def test_look_at_mission_saves_nothing(phone):
    play, _ = begun(phone, starter="on")
    address = f"/t/{play.code}/setup/"
    sent = posted(phone.get(address), mission="Mission 4: Icy Welcome", _look="1")
    before = setup_of(play)
    asked = phone.post(address, sent)
    assert asked.status_code == 200
    assert "Renee Montoya" in asked.content.decode()
    assert "HX-Reswap" not in asked
    assert phone.post(address, posted(asked, _look="1"))["HX-Reswap"] == "none"
    assert setup_of(play) == before
    assert phone.post(address, posted(asked)).status_code == 302
    assert setup_of(play).mission == "Mission 4: Icy Welcome"


def warned(page):
    """Return what a page says that no one has entered yet."""
    return page.content.decode().partition('id="unsaid"')[2].partition("<form")[0]


def test_warning_names_heroes_of_mission_looked_at(phone):
    play, _ = begun(phone, starter="on")
    address = f"/t/{play.code}/setup/"
    first = phone.get(address)
    assert "Red Hood (Jason Todd) carries no" in warned(first)
    asked = phone.post(address, posted(first, mission="Mission 4: Icy Welcome", _look="1"))
    assert "Red Hood" not in warned(asked)
    assert "Batgirl carries no" in warned(asked)


def test_warning_ends_with_gadget_looked_at(phone):
    play, _ = begun(phone, starter="on")
    address = f"/t/{play.code}/setup/"
    first = phone.get(address)
    assert "Batman carries no" in warned(first)
    belt = next(each for each in re.findall(r'value="(0\|[^"]*)"', first.content.decode()))
    asked = phone.post(address, posted(first, gadgets=[belt], _look="1"))
    assert "Batman carries no" not in warned(asked)


def test_missions_list_says_its_help_once(phone):
    play, _ = begun(phone, starter="on")
    text = phone.get(f"/t/{play.code}/setup/").content.decode()
    assert text.count("as you play") == 1


def test_what_is_unticked_is_gone(phone):
    play, _ = begun(phone, box="sample")
    address = f"/t/{play.code}/setup/"
    gadget = "0|Throwing Stars (sample)"
    phone.post(address, posted(phone.get(address), gadgets=[gadget], variants=["E1"]))
    assert (setup_of(play).gadgets, setup_of(play).variants) == ((gadget,), ("E1",))
    again = posted(phone.get(address))
    del again["gadgets"], again["variants"]
    phone.post(address, again)
    assert (setup_of(play).gadgets, setup_of(play).variants) == ((), ())


def test_another_hero_shows_what_it_may_carry(phone):
    """The gadgets of a belt are asked once it is known whose belt it is."""
    play, _ = begun(phone, starter="on")
    address = f"/t/{play.code}/setup/"
    first = phone.get(address)
    slot = GOTHAM.decode_box(json.loads(play.facts)).missions[0].slots[0]
    other = next(name for name in slot.heroes if name not in setup_of(play).heroes)
    further = phone.post(address, posted(first, **{"heroes.0": other}))
    assert further.status_code == 200
    assert 'value="0|' in further.content.decode()
    assert phone.post(address, posted(further)).status_code == 302
    assert setup_of(play).heroes[0] == other


def test_a_start_with_numbers_nobody_counted_asks_first(phone):
    play, answer = begun(phone, starter="on")
    assert answer["Location"] == f"/t/{play.code}/setup/"
    text = phone.get(answer["Location"]).content.decode()
    assert "carries no Bat-Gadget" in text
    table = phone.get(f"/t/{play.code}/").content.decode().replace(SOFT_HYPHEN, "")
    assert "How many miniatures start on the map?" in table
    assert "As many miniatures as the mission&#39;s map shows: " in table


def test_start_with_invented_cards_goes_to_table(phone):
    play, answer = begun(phone, box="sample")
    assert answer["Location"] == f"/t/{play.code}/"


def test_start_with_all_counted_goes_to_table(phone):
    play, answer = begun(phone)
    assert answer["Location"] == f"/t/{play.code}/"
    assert "No one has entered this yet" not in phone.get(f"/t/{play.code}/setup/").content.decode()
