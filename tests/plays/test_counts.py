"""A number put right: a different count points to the entries that could explain it."""

import pytest
from msgspec.structs import replace

from companion.plays import ledger
from companion.plays.pages import counts
from tests.sample_game import Acorns


@pytest.fixture
def asks(cast):
    """Return a function that asks the drawer about a count: squirrel 1 rolled 2 and 4, squirrel 2
    rolled 3."""
    for n, face in enumerate((2, 3, 4)):
        ledger.record(cast.play.pk, {"do": "roll", "face": face}, key=f"k{n}", actor=n % 2)

    def ask(where="store.0", counted="6", who=cast.host, at=cast.at):
        return who.get(f"{at}count", {"where": where, "counted": counted}).content.decode()

    return ask


def test_the_right_count_agrees(asks):
    assert "The table and the log agree." in asks()


def test_a_missed_entry_is_named_newest_first(asks):
    text = asks(counted="2")
    assert 'name="value"' in text
    assert 'value="2"' in text
    assert "Just set it to 2" in text
    assert "Squirrel 1 rolled 4" in text
    assert "not done on the table?" in text
    assert "Squirrel 2 rolled 3" not in text
    both = asks(counted="0")
    assert both.index("Squirrel 1 rolled 4") < both.index("Squirrel 1 rolled 2")


def test_a_doubled_entry_is_named(asks):
    assert "done twice?" in asks(counted="8")


def test_undone_entries_explain_nothing(asks, cast):
    ledger.undo(cast.play.pk, key="u")
    assert "Squirrel 1 rolled 4" not in asks(counted="0")


@pytest.mark.parametrize("counted", ["-1", "x", "", "12345678"])
def test_invalid_count_is_named_and_loses_nothing(asks, counted):
    text = asks("store.0", counted)
    assert "Enter how many are there." in text
    assert 'value="6"' in text


def test_vanished_number_leads_to_all_there_are(asks):
    text = asks("store.9", "1")
    assert "That number is no longer available." in text
    assert "where=store.0" in text
    assert "That number is no longer available" not in asks("", "3")


def test_what_cannot_lie_there_cannot_be_set(asks):
    assert "Just set it to 21" not in asks(counted="21")
    assert "Just set it to 20" in asks(counted="20")


def test_spectators_read_it_but_repair_nothing(asks, cast):
    text = asks(counted="2", who=cast.spectator, at=cast.watched_at)
    assert "Squirrel 1 rolled 4" in text
    assert "/repair/" not in text
    assert "Just set it" not in text


def test_whole_tablet_of_gotham_is_counted_at_glance(db):
    from django.test import Client

    phone = Client()
    started = phone.post("/g/gotham-chronicles/", {"players": 2, "box": "sample"})
    text = phone.get(f"{started['Location']}count").content.decode()
    assert "outside the wound zone" in text
    tablet = phone.get(f"{started['Location']}count?where=hero.0&counted=3")
    assert tablet.status_code == 200
    assert "Just set it" not in tablet.content.decode()


def sheet(cast, counted, who=None, where="store.0"):
    """Return what the page of one number is drawn from."""
    at = cast.watched_at if who == "Cy" else cast.at
    phone = cast.spectator if who == "Cy" else cast.host
    return phone.get(f"{at}count", {"where": where, "counted": counted}).context


def in_steps(monkeypatch, step):
    """Make every number of the table go in such steps."""
    trackers = Acorns.trackers

    def stepped(referee, state):
        return tuple(replace(each, step=step) for each in trackers(referee, state))

    monkeypatch.setattr(Acorns, "trackers", stepped)


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
def test_count_moves_by_its_step_within_what_exists(cast, monkeypatch, step, counted, said):
    in_steps(monkeypatch, step)
    page = sheet(cast, counted)
    assert tuple(page[name] for name in ("less", "fewer", "more", "further")) == said


@pytest.mark.parametrize(
    ("step", "counted", "settable"),
    [(1, 0, True), (1, 20, True), (1, 21, False), (5, 10, True), (5, 12, False), (5, 25, False)],
)
def test_number_is_set_in_steps_within_bounds(cast, monkeypatch, step, counted, settable):
    in_steps(monkeypatch, step)
    page = sheet(cast, counted)
    assert (page["may_set"], page["may_repair"]) == (settable, True)
    seen = sheet(cast, counted, "Cy")
    assert (seen["may_set"], seen["may_repair"]) == (False, False)


def test_what_is_counted_has_up_to_seven_digits(cast):
    most = sheet(cast, "1234567")
    assert (most["counted"], most["same"], most["flash"]) == (1_234_567, False, "")
    beyond = sheet(cast, "12345678")
    assert (beyond["counted"], beyond["same"]) == (0, True)
    assert (beyond["clues"], beyond["flash"]) == ([], "Enter how many are there.")


def test_every_number_of_the_table_may_be_chosen(cast):
    page = cast.host.get(f"{cast.at}count").context
    assert page["numbers"] == [
        ("store.0", "Acorns of Squirrel 1", 0),
        ("store.1", "Acorns of Squirrel 2", 0),
    ]
    assert page["flash"] == ""


def test_clue_says_amount_and_covers_only_latest_entries(asks, cast, monkeypatch):
    clues = sheet(cast, 0)["clues"]
    assert [(each["seq"], each["change"]) for each in clues] == [(3, "+4"), (1, "+2")]
    monkeypatch.setattr(counts, "LATEST", 2)
    assert [each["seq"] for each in sheet(cast, 0)["clues"]] == [3]
    assert sheet(cast, 6)["clues"] == []


def test_where_nothing_was_entered_nothing_explains_a_difference(cast):
    assert sheet(cast, 3)["clues"] == []
