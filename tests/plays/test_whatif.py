"""Tests of "What if?": a choice weighed on the phone, and nothing entered."""

import re

import pytest
from msgspec.structs import replace

from companion.plays.models import Entry, Play
from games import registry
from games.talisman_batman.state import Feat
from tests.plays.test_ahead import HTMX, Ahead, at_table, fight, look
from tests.positions import recorded


def asks(client, at, **query):
    answer = client.get(f"{at}whatif", query, **HTMX)
    assert answer.status_code == 200
    return " ".join(re.sub(r"<[^>]*>", " ", answer.content.decode()).replace("\xa0", " ").split())


def roll(cast, face, who=None, at=None):
    said = {"do": "roll", "prompt": "p-roll", "face": face}
    return asks(who or cast.host, at or cast.at, **said)


def test_choice_says_what_is_certain_and_enters_nothing(cast):
    said = roll(cast, 3)
    assert "Squirrel 1 rolled 3" in said
    assert "Squirrel 1 now has 3" in said
    assert "Then: What did the die show?" in said
    assert not Entry.objects.exists()
    assert Play.objects.get().revision == 0


def test_what_only_table_knows_is_weighed_either_way(cast):
    said = roll(cast, 1)
    assert "Did the crow look?" in said
    assert "The crow empties Squirrel 1&#x27;s store" in said
    assert "Squirrel 1 now has 1" in said


def test_what_would_be_refused_says_why(cast):
    said = roll(cast, 3, cast.player)
    assert "Squirrel 1" in said
    assert "Certain" not in said


def test_without_a_script_every_choice_has_its_link(cast):
    page = cast.host.get(f"{cast.at}whatif").content.decode()
    links = re.findall(r'href="([^"]*whatif\?[^"]*)"', page)
    assert len(links) == 9
    for link in links:
        shown = cast.host.get(link.replace("&amp;", "&")).content.decode()
        assert "Preview only: nothing is entered." in shown
    assert not Entry.objects.exists()
    assert f'href="{cast.at}whatif"' in cast.host.get(f"{cast.at}more").content.decode()


@pytest.mark.parametrize(
    "query",
    [
        {"do": "roll"},
        {"do": "fly", "prompt": "p-roll"},
        {"do": "roll", "prompt": "p-roll", "face": "many"},
        {"do": "roll", "prompt": "p-find-0"},
        {"do": "roll", "prompt": "p-roll", "face": "9" * 400},
    ],
)
def test_invalid_choice_leads_to_those_there_are(cast, query):
    assert "That option is no longer available." in asks(cast.host, cast.at, **query)


def test_coming_roll_tells_chances_as_table_wants(db):
    _, host, _ = at_table("talisman-batman", fight())
    strike = {"do": "strike", "prompt": "p-strike"}
    said = asks(host, host.at, **strike)
    assert "A Life is lost 28 %" in said.replace("&nbsp;", " ")
    assert "The fight is won" not in said
    Play.objects.update(ahead="everything")
    assert "The fight is won 58 %" in asks(host, host.at, **strike).replace("&nbsp;", " ")
    Play.objects.update(ahead="nothing")
    assert "%" not in asks(host, host.at, **strike)


def test_chances_say_how_far_they_hold_where_shown(db, acorns, monkeypatch):
    host = look(monkeypatch, Ahead)
    roll = {"do": "roll", "prompt": "p-roll"}
    assert "17 % depends on what only the table knows" in asks(host, host.at, **roll).replace(
        "&nbsp;", " "
    )
    Play.objects.update(ahead="dangers")
    assert "only the table knows" not in asks(host, host.at, **roll)


def test_who_only_looks_reads_nothing_that_needs_secret(db):
    name = "A trick up the sleeve"
    _, _host, watcher = at_table("talisman-batman", fight())
    page = watcher.get(f"{watcher.at}whatif").content.decode()
    links = [
        each.replace("&amp;", "&") for each in re.findall(r'href="([^"]*whatif\?[^"]*)"', page)
    ]
    assert links
    for link in links:
        assert name not in watcher.get(link).content.decode()


def test_a_rival_s_secret_is_weighed_as_unknown(db, monkeypatch):
    """The referee is never asked about what this phone may not read."""
    from companion.plays.pages import whatif

    state = fight()
    _, _, watcher = at_table("talisman-batman", state)
    asked, weigh = [], whatif.consequence
    monkeypatch.setattr(
        whatif, "consequence", lambda r, s, *rest: asked.append(s) or weigh(r, s, *rest)
    )
    asks(watcher, watcher.at, do="strike", prompt="p-strike")
    referee = registry.referee("talisman-batman")
    assert asked == [referee.view(state, None)]
    assert asked != [state]
    assert {feat.name for each in asked[0].villains for feat in each.feats} == {Feat(1).name}


@pytest.mark.patient
@pytest.mark.parametrize("slug", registry.TITLES)
def test_every_choice_of_recorded_game_has_sheet(slug, db):
    for _, state in list(recorded(slug))[5::60]:
        if getattr(state, "advice", None):
            state = replace(state, advice="all")
        play, host, _ = at_table(slug, state, sees="everything")
        page = host.get(f"{host.at}whatif").content.decode()
        for link in re.findall(r'href="([^"]*whatif\?[^"]*)"', page)[:12]:
            shown = host.get(link.replace("&amp;", "&"))
            assert "Preview only" in shown.content.decode(), link
        assert not play.entries.exists()
