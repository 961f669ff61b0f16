"""Tests of who may read what of a play and until when, and when a table no one touches is
closed."""

from datetime import timedelta
from types import SimpleNamespace

import pytest
from django.utils import timezone

from companion.plays import ledger, visibility
from companion.plays.models import CLOSED_AFTER, CODES_LINGER, WARNED_AFTER, Entry, Play, Seat
from companion.plays.visibility import SETTLES
from games.referee import Note
from tests.sample_game import Setup

NOW = timezone.now()
MOMENT = timedelta(microseconds=1)
SECRETIVE = "talisman-batman"


@pytest.fixture(autouse=True)
def at_one_moment(acorns, monkeypatch):
    monkeypatch.setattr(timezone, "now", lambda: NOW)


def play(title="acorns", ended=None, **more):
    at = None if ended is None else NOW - ended
    return Play(
        code="ABC234", title=title, ended_at=at, abandoned=at is not None, updated_at=NOW, **more
    )


@pytest.mark.parametrize(
    ("title", "ended", "settled", "everything"),
    [
        ("acorns", None, False, True),
        ("acorns", SETTLES, False, True),
        (SECRETIVE, None, False, False),
        (SECRETIVE, SETTLES - MOMENT, False, False),
        (SECRETIVE, SETTLES, True, True),
        ("nobody-knows", None, False, False),
        ("nobody-knows", SETTLES, True, True),
    ],
)
def test_secrets_are_told_hour_after_end_for_good(db, title, ended, settled, everything):
    one = play(title, ended)
    assert (visibility.settled(one), visibility.everything(one)) == (settled, everything)
    if title != "nobody-knows":
        kept = ledger.begin("acorns", Setup(2, 20))
        Play.objects.update(title=title, ended_at=one.ended_at)
        assert [*visibility.whole(Play.objects.all())] == [kept] * everything


@pytest.mark.parametrize(
    ("title", "role", "ended", "says"),
    [
        ("acorns", "host", None, ""),
        ("acorns", "player", None, ""),
        ("acorns", "spectator", None, "Spectators can read the playlog once the game is over."),
        ("acorns", "spectator", timedelta(0), ""),
        (SECRETIVE, "host", timedelta(0), "This game has secrets"),
        (SECRETIVE, "host", SETTLES, ""),
        (SECRETIVE, "spectator", SETTLES, ""),
    ],
)
def test_file_is_for_players_then_all_once_over(title, role, ended, says):
    why = visibility.why_no_playlog(play(title, ended), Seat(role=role))
    assert why.startswith(says)
    assert bool(why) == bool(says)


@pytest.mark.parametrize(
    ("title", "seat", "reads"),
    [
        (SECRETIVE, None, []),
        (SECRETIVE, Seat(role="spectator", parts=[1]), []),
        (SECRETIVE, Seat(role="player", parts=[3, 1]), [3, 1]),
        (SECRETIVE, Seat(role="player"), [3]),
        ("acorns", Seat(role="player"), [0, 2, 3]),
    ],
)
def test_partless_phone_reads_for_parts_never_taken(title, seat, reads):
    """The first part was freed and the third waits for its phone; the second is played."""
    held = [
        Seat(parts=[0], gone=True),
        Seat(parts=[1]),
        Seat(parts=[2], claimed=False),
    ]
    assert visibility.parts(play(title), seat, {3, 0, 2}, held) == reads


def test_owned_note_is_told_to_others_as_allowed():
    open_note = Note("note.roll", facts={"n": 1})
    hidden = Note("note.drew", facts={"card": "x"}, owner=1, hidden="note.drew_one")
    secret = Note("note.sees", facts={"card": "y"}, owner=1)
    notes = [open_note, hidden, secret]
    told = visibility.public(play(SECRETIVE), notes)
    assert [(each.code, each.facts) for each in told] == [
        ("note.roll", {"n": 1}),
        ("note.drew_one", {}),
    ]
    assert visibility.public(play("acorns"), notes) == notes
    assert visibility.public(play(SECRETIVE, SETTLES), notes) == notes


@pytest.mark.parametrize(
    ("untouched", "more", "closes"),
    [
        (timedelta(0), {}, False),
        (WARNED_AFTER - MOMENT, {}, False),
        (WARNED_AFTER, {}, True),
        (WARNED_AFTER, {"abandoned": True}, False),
        (WARNED_AFTER, {"outcome": {}}, False),
    ],
)
def test_untouched_table_says_when_it_will_close(untouched, more, closes):
    table = Play(code="ABC234", updated_at=NOW - untouched, **more)
    assert table.closes_at == (NOW - untouched + CLOSED_AFTER if closes else None)


@pytest.mark.parametrize(
    ("ended", "opens"),
    [(None, True), (CODES_LINGER - MOMENT, True), (CODES_LINGER, False)],
)
def test_codes_open_table_for_rest_of_evening(ended, opens):
    assert play(ended=ended).open_to_strangers is opens


def test_correction_is_told_from_change_in_play():
    actions = [
        None,
        {"do": "roll"},
        {"do": "adjust"},
        {"do": "adjust", "played": False},
        {"do": "adjust", "played": True},
    ]
    adjusted = [Entry(action=each).adjusted for each in actions]
    assert adjusted == [False, False, True, True, False]


def test_board_of_missing_title_is_nobodys_to_read():
    assert visibility.secret(SimpleNamespace(title="nobody-knows"))
    assert not visibility.secret(SimpleNamespace(title="acorns"))
    assert visibility.secret(SimpleNamespace(title=SECRETIVE))
