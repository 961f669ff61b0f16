"""Tests of how a game ended, as each phone is told it; what was great on the way; where it goes
on."""

from types import SimpleNamespace

import pytest
from msgspec.structs import replace

from companion.plays import ledger, moments, rematch
from companion.plays.models import Entry, Play, Seat
from companion.plays.pages.table import TablePage
from games.messages import msg
from games.referee import Outcome
from games.vocabulary import Threat
from tests.sample_game import Acorns, Setup


@pytest.fixture(autouse=True)
def anew(monkeypatch):
    """Forget for others what these tests make of a table."""
    monkeypatch.setattr(moments, "of", moments.PlayMoment)


def table(cast, name="Ana", **play):
    """Return the table as a phone has it, where its play stands so."""
    Play.objects.filter(pk=cast.play.pk).update(**play)
    seat = name and Seat.objects.select_related("play").get(name=name)
    return TablePage(Play.objects.get(pk=cast.play.pk), seat or None)


def ends(monkeypatch, result="won", winners=(0,), **more):
    outcome = Outcome(result, "store", "N-01", winners, {"who": "Squirrel 1"}, **more)
    monkeypatch.setattr(Acorns, "outcome", lambda self, state: outcome)


def test_ending_names_its_rule_page_and_winners(cast, monkeypatch):
    ends(monkeypatch, also=("store", "store"))
    told = table(cast).outcome()
    assert (told["result"], told["rule"], told["page"]) == ("won", "N-01", "1")
    assert (told["winners"], told["names"]) == (["Squirrel 1"], ["Ana (Squirrel 1)"])
    assert len(told["also"]) == 2
    ends(monkeypatch, winners=())
    assert table(cast).outcome()["winners"] == table(cast).outcome()["names"] == []


@pytest.mark.parametrize(
    ("name", "result", "winners", "yours"),
    [
        ("Ana", "won", (0,), "won"),
        ("Ana", "won", (1,), "lost"),
        ("Bo", "won", (0,), "lost"),
        ("Bo", "won", (0, 1), "won"),
        ("Ana", "lost", (), "lost"),
        ("Ana", "ended", (0,), ""),
        ("Cy", "won", (0,), ""),
        ("", "won", (0,), ""),
    ],
)
def test_phone_is_told_ending_for_its_own_side(cast, monkeypatch, name, result, winners, yours):
    ends(monkeypatch, result, winners)
    assert table(cast, name).outcome()["yours"] == yours


@pytest.mark.parametrize(("parts", "yours"), [([0, 1], ""), ([], "")])
def test_all_sides_or_none_neither_win_nor_lose(cast, monkeypatch, parts, yours):
    ends(monkeypatch)
    Seat.objects.filter(name="Bo").update(parts=[0, 1])
    Seat.objects.filter(name="Ana").update(parts=parts)
    assert table(cast).outcome()["yours"] == yours


@pytest.mark.parametrize("result", ["won", "lost"])
def test_those_who_play_together_win_and_lose_alike(cast, monkeypatch, result):
    ends(monkeypatch, result, ())
    monkeypatch.setattr(Acorns, "title", replace(Acorns.title, cooperative=True))
    assert table(cast, "Bo").outcome()["yours"] == result
    assert table(cast, "Cy").outcome()["yours"] == ""


def test_every_end_is_told_with_its_distance(cast, monkeypatch):
    near = Threat(2, msg("note.find", who="A"), 1, near=True, metered=True)
    monkeypatch.setattr(Acorns, "threats", lambda self, state: (near,), raising=False)
    (told,) = table(cast).threats()
    assert told == {
        "left": 2,
        "text": "A finds an acorn",
        "part": 1,
        "near": True,
        "metered": True,
    }


# -- great moments ---------------------------------------------------------------------------------


def entry(cast, *notes, kind=Entry.Kind.ACTION):
    told = [{"code": code, "facts": facts, **more} for code, facts, more in notes]
    return Entry(play=cast.play, seq=1, kind=kind, notes=told, action={"do": "find"})


@pytest.fixture
def great(monkeypatch):
    """Make a find as great as a roll, and greater than what a store holds."""
    peaks = {"note.find": "note.paint", "note.roll": "note.paint", "note.store": "note.crow"}
    monkeypatch.setattr(Acorns, "highlights", peaks)


def test_great_moments_are_told_everybody_once_greatest_first(cast, great):
    ana, bo = {"who": "Ana"}, {"who": "Bo"}
    stored = ("note.store", {**ana, "n": 3}, {})
    found = [("note.find", who, {}) for who in (bo, ana, bo)]
    secret = ("note.find", {"who": "Cy"}, {"owner": 0})
    told = table(cast).peak(entry(cast, stored, *found, secret))
    assert [each["tone"] for each in told] == ["note.paint", "note.crow"]
    assert told[0]["texts"] == ("Bo finds an acorn", "Ana finds an acorn")
    assert told[1]["texts"] == ("Ana now has 3",)


def test_nothing_taken_back_or_never_happening_is_great(cast, great):
    found = ("note.find", {"who": "Ana"}, {})
    assert table(cast).peak(None) == ()
    assert table(cast).peak(entry(cast, found, kind=Entry.Kind.UNDO)) == ()
    assert table(cast).peak(entry(cast, ("note.paint", {"colour": "x"}, {}))) == ()


# -- what follows ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "play", "told"),
    [
        ("Ana", {"abandoned": True}, {"begins": "", "begun": ""}),
        ("Bo", {"outcome": {"result": "won"}}, {"begins": "", "begun": ""}),
        ("Ana", {}, None),
        ("Ana", {"abandoned": True, "moved": {"join": "http://b/j/A/"}}, None),
        ("Cy", {"abandoned": True}, None),
        ("", {"abandoned": True}, None),
    ],
)
def test_rematch_is_for_players_of_game_ended_here(cast, name, play, told):
    assert table(cast, name, **play).rematch() == told


def test_rematch_says_who_would_begin_and_whether_begun(cast, acorns, monkeypatch):
    monkeypatch.setattr(rematch, "setup", lambda play: SimpleNamespace(first=1))
    begun = ledger.begin(acorns, Setup(2, 20))
    told = table(cast, abandoned=True, rematch=begun).rematch()
    assert told == {"begins": "Squirrel 2", "begun": "yes"}


def test_moved_phones_keep_their_seats_and_watchers_watch(cast):
    to = {"join": "http://b:8000/j/AB/", "watch": "http://b:8000/w/CD/"}
    place = {"place": "b:8000"}
    told = [table(cast, name, moved=to).moved() for name in ("Ana", "Bo", "Cy", "")]
    assert told == [
        {"to": "http://b:8000/j/AB/?seat=0", **place},
        {"to": "http://b:8000/j/AB/?seat=1", **place},
        {"to": "http://b:8000/w/CD/", **place},
        None,
    ]
    assert table(cast, moved={}).moved() is None
