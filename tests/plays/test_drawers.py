"""Tests of what may be done with one thing of the board, in a drawer: its prompts, on whose
phone."""

from types import SimpleNamespace

import pytest

from companion.plays.pages.drawers import _concerns
from tests.pageplayer import forms_of

HTMX = {"HX-Request": "true"}


def opened(client, at, **query):
    """Return the forms of a drawer: what each does, and to which squirrel."""
    html = client.get(f"{at}ways", query, headers=HTMX).content.decode()
    return [(form.fixed("do"), form.fixed("squirrel")) for form in forms_of(html)]


def test_prompts_for_one_thing_are_those_naming_it(cast):
    assert opened(cast.host, cast.at, about="find") == [("find", "0"), ("find", "1")]
    assert opened(cast.host, cast.at, about="find", squirrel=1) == [("find", "1")]
    assert opened(cast.host, cast.at, about="find", squirrel=2) == []
    assert opened(cast.host, cast.at, about="fin") == []
    assert opened(cast.host, cast.at) == []


def test_one_prompt_opens_on_phone_that_may_answer(cast):
    assert [do for do, _ in opened(cast.host, cast.at, id="p-roll")] == ["roll"]
    assert opened(cast.player, cast.at, id="p-roll") == []
    assert opened(cast.player, cast.at, about="roll") == []
    assert opened(cast.host, cast.at, id="p-fly") == []


@pytest.mark.parametrize(
    ("do", "fixed", "mine", "fits"),
    [
        ("villain", {}, True, True),
        ("villain.next", {}, True, True),
        ("villain.next", {"area": 2}, True, True),
        ("villain.next", {"area": 1}, True, False),
        ("villains", {}, True, False),
        ("hero", {"area": 2}, True, False),
        ("villain", {"area": 2}, False, False),
    ],
)
def test_thing_is_meant_by_action_or_its_beginnings(do, fixed, mine, fits):
    view = SimpleNamespace(do=do, fixed=fixed, mine=mine)
    assert _concerns(view, "villain", {"area": "2"}) is fits


# -- what each phone finds in them -----------------------------------------------------------------


def drawer(cast, name, **how):
    """Return what a drawer is drawn from on the phones of host, player and spectator."""
    phones = (cast.host, cast.at), (cast.player, cast.at), (cast.spectator, cast.watched_at)
    answers = [phone.get(f"{at}{name}", **how) for phone, at in phones]
    assert {each.status_code for each in answers} == {200}
    return [each.context for each in answers]


@pytest.mark.parametrize("name", ["hands", "people", "ways", "more"])
def test_drawer_is_fragment_or_page_without_script(cast, name):
    for how, base in (({}, "page.html"), ({"headers": HTMX}, "drawer.html")):
        told = drawer(cast, name, **how)
        assert [each["base"] for each in told] == [base] * 3
        assert [each["seat"].name for each in told] == ["Ana", "Bo", "Cy"]
        assert len({each["key"] for each in told}) == 3
        assert told[2]["address"] == cast.play.watch_code


def test_more_is_for_host_table_actions_for_players(cast):
    told = drawer(cast, "more")
    assert [each["is_host"] for each in told] == [True, False, False]
    assert [bool(each["tablewide"]) for each in told] == [True, True, False]
    assert "p-depth" in told[1]["tablewide"]
    assert [t.name for t in told[0]["trackers"]] == ["store.0", "store.1"]
    assert (told[0]["depth"], told[0]["may_open"], told[0]["no_playlog"]) == ("quick", True, "")
    assert told[2]["playlog_url"] == f"{cast.watched_at}playlog.json"


def test_only_players_are_led_to_door_of_table(cast):
    told = drawer(cast, "people")
    assert [bool(each["join_url"]) for each in told] == [True, True, False]
    assert [bool(each["qr"]) for each in told] == [True, True, False]
    assert told[0]["tv_full"] == f"http://testserver/tv/{cast.play.code}/"
    assert told[2]["tv_full"] == f"http://testserver/tv/{cast.play.watch_code}/"


def test_nothing_to_carry_out_takes_nothing_back(cast):
    assert [each["back"] for each in drawer(cast, "hands")] == [False] * 3


def test_a_number_is_corrected_in_one_place(cast):
    more = cast.host.get(f"{cast.at}more", headers=HTMX).content.decode()
    assert "p-adjust" not in more
    assert "Correct a number" in more
    assert "hold any number" in more
