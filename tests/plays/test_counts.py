"""A number put right: a different count points to the entries that could explain it."""

import pytest
from msgspec.structs import replace

from companion.plays import ledger
from tests.sixth_game import Acorns


@pytest.fixture
def asks(cast):
    """Squirrel 1 rolled 2 and 4, squirrel 2 rolled 3; asks the drawer about a count."""
    for n, face in enumerate((2, 3, 4)):
        ledger.record(cast.play.pk, {"do": "roll", "face": face}, key=f"k{n}", actor=n % 2)

    def ask(where="store.0", counted="6", who=cast.host, at=cast.at):
        return who.get(f"{at}count", {"where": where, "counted": counted}).content.decode()

    return ask


def test_the_right_count_agrees(asks):
    assert "Table and log agree." in asks()


def test_a_missed_entry_is_named_newest_first(asks):
    text = asks(counted="2")
    assert 'name="value"' in text
    assert 'value="2"' in text
    assert "Just set it to 2" in text
    assert "Squirrel 1 rolled 4" in text
    assert "not carried out on the table?" in text
    assert "Squirrel 2 rolled 3" not in text
    both = asks(counted="0")
    assert both.index("Squirrel 1 rolled 4") < both.index("Squirrel 1 rolled 2")


def test_a_doubled_entry_is_named(asks):
    assert "carried out twice?" in asks(counted="8")


def test_undone_entries_explain_nothing(asks, cast):
    ledger.undo(cast.play.pk, key="u")
    assert "Squirrel 1 rolled 4" not in asks(counted="0")


@pytest.mark.parametrize("counted", ["-1", "x", "", "12345678"])
def test_what_is_no_count_is_said_and_nothing_is_lost(asks, counted):
    text = asks("store.0", counted)
    assert "Say how many lie there." in text
    assert 'value="6"' in text


def test_a_number_that_is_gone_leads_to_all_there_are(asks):
    text = asks("store.9", "1")
    assert "There is no such number now." in text
    assert "where=store.0" in text
    assert "There is no such number" not in asks("", "3")


def test_what_cannot_lie_there_cannot_be_set(asks):
    assert "Just set it to 21" not in asks(counted="21")
    assert "Just set it to 20" in asks(counted="20")


def test_spectators_read_it_but_repair_nothing(asks, cast):
    text = asks(counted="2", who=cast.spectator, at=cast.watched_at)
    assert "Squirrel 1 rolled 4" in text
    assert "/repair/" not in text
    assert "Just set it" not in text


def test_a_whole_tablet_of_gotham_is_counted_at_a_glance(db):
    from django.test import Client

    phone = Client()
    started = phone.post("/g/gotham-chronicles/", {"players": 2, "box": "sample"})
    text = phone.get(f"{started['Location']}count").content.decode()
    assert "outside the wounds" in text
    tablet = phone.get(f"{started['Location']}count?where=hero.0&counted=3")
    assert tablet.status_code == 200
    assert "Just set it" not in tablet.content.decode()


@pytest.mark.parametrize(
    ("step", "counted", "said"),
    [
        (1, 6, (5, "One less", 7, "One more")),
        (1, 0, (0, "One less", 1, "One more")),
        (1, 20, (19, "One less", 20, "One more")),
        (5, 10, (5, "5 less", 15, "5 more")),
        (5, 3, (0, "5 less", 8, "5 more")),
        (5, 18, (13, "5 less", 20, "5 more")),
    ],
)
def test_a_count_goes_up_and_down_by_its_step_as_far_as_there_is_anything(
    cast, monkeypatch, step, counted, said
):
    trackers = Acorns.trackers

    def stepped(referee, state):
        return tuple(replace(each, step=step) for each in trackers(referee, state))

    monkeypatch.setattr(Acorns, "trackers", stepped)
    page = cast.host.get(f"{cast.at}count", {"where": "store.0", "counted": counted}).context
    assert tuple(page[name] for name in ("less", "fewer", "more", "further")) == said
