"""Count-check: a different count on the table points to the entries that could explain it."""

import pytest

from companion.plays import ledger


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
    assert "The log says 6, you counted 2." in text
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


@pytest.mark.parametrize(
    ("where", "counted"), [("store.9", "1"), ("store.0", "-1"), ("store.0", "x"), ("", "3")]
)
def test_what_cannot_be_counted_is_said(asks, where, counted):
    assert "Choose a number" in asks(where, counted)


def test_spectators_read_it_but_repair_nothing(asks, cast):
    text = asks(counted="2", who=cast.spectator, at=cast.watched_at)
    assert "Squirrel 1 rolled 4" in text
    assert "/repair/" not in text


def test_a_whole_tablet_of_gotham_is_counted_at_a_glance(db):
    from django.test import Client

    phone = Client()
    started = phone.post("/g/gotham-chronicles/", {"players": 2, "box": "sample"})
    text = phone.get(f"{started['Location']}count").content.decode()
    assert "outside the wounds" in text
    assert phone.get(f"{started['Location']}count?where=hero.0&counted=3").status_code == 200
