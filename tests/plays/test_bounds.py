"""No road leads text, lists or numbers without end into a log, and no page shows all of one."""

import json

import pytest

from companion import requests
from companion.plays import ledger, playlog, store
from companion.plays.answers import TableFullError
from companion.plays.models import Entry, Play
from companion.plays.pages.forms import action_types
from games import bounds, registry
from games.referee import MalformedError
from tests.sample_game import Setup

pytestmark = pytest.mark.django_db

LONG = "x" * 440_000
ADJUST = {"do": "adjust", "tracker": "store.0", "value": 1}


def api(client, cast, body):
    from companion.plays import seats

    token = seats.token(cast.play.seats.get(name="Ana"))
    return client.post(
        f"/api/plays/{cast.play.code}/actions",
        json.dumps(body),
        content_type="application/json",
        headers={"Authorization": f"Bearer {token}"},
    )


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("0", 0),
        ("9" * 9, 999_999_999),
        ("9" * 10, None),
        ("", None),
        ("-1", None),
        ("²", None),
        ("x", None),
    ],
)
def test_address_or_form_numbers_stop_at_nine_digits(text, number):
    assert requests.given(text) == number


@pytest.mark.parametrize(
    "body",
    [
        {"action": {**ADJUST, "reason": LONG}},
        {"action": {**ADJUST, "reason": "x" * 121}},
        {"action": {**ADJUST, "tracker": LONG}},
        {"action": {**ADJUST, "value": 2**70}},
        {"action": {"do": "depth", "depth": LONG}},
        {"action": ADJUST, "answers": {"CROW": LONG}},
        {"action": ADJUST, "answers": {"NOBODY_ASKED": "yes"}},
        {"action": ADJUST, "answers": {"override:NO_SUCH": "yes"}},
        {"action": ADJUST, "answers": {"CROW" + "X" * 100: "yes"}},
        {"action": ADJUST, "answers": {f"A{n}": "yes" for n in range(1000)}},
        {"action": ADJUST, "answers": ["CROW"]},
        {"action": ADJUST, "answers": {"CROW": 1}},
    ],
)
def test_api_takes_nothing_that_is_out_of_bounds(cast, body):
    answer = api(cast.stranger, cast, body)
    assert answer.status_code == 422
    assert json.loads(answer.content)["error"]
    assert len(answer.content) < 2_000
    assert not Entry.objects.exists()


@pytest.mark.parametrize(
    "data",
    [{"reason": LONG}, {"reason": "x" * 121}, {"tracker": "x" * 5000}, {"answer:NOBODY": "yes"}],
)
def test_page_takes_nothing_that_is_out_of_bounds(cast, data):
    answer = cast.host.post(f"{cast.at}act", {**ADJUST, "key": "k", "revision": 0, **data})
    assert answer.status_code == 422
    assert not Entry.objects.exists()


def test_playlog_brings_in_nothing_out_of_bounds(cast):
    ledger.record(cast.play.pk, ADJUST, key="k")
    good = json.loads(playlog.encode(playlog.export(Play.objects.get(pk=cast.play.pk))))
    for what in (
        {"action": {**ADJUST, "reason": LONG}},
        {"answers": {"CROW": LONG}},
        {"answers": {f"A{n}": "" for n in range(50)}},
    ):
        bad = {**good, "entries": [{**good["entries"][0], **what}]}
        with pytest.raises(playlog.BrokenFileError, match="entry 1: "):
            playlog.load(playlog.decode(json.dumps(bad)))


@pytest.mark.parametrize("slug", sorted(registry.TITLES))
def test_every_field_of_every_action_is_bounded(slug):
    """Whatever a type lets through, it never lets through what has no end."""
    referee = registry.referee(slug)
    endless = ("x" * 501, ["x"] * 201, [["x"] * 201], 10**7, -(10**7), {"x": ["y" * 501]})
    for tag, kind in action_types(referee.Action).items():
        for field in kind.__struct_encode_fields__:
            for value in endless:
                with pytest.raises(MalformedError):
                    referee.decode_action({"do": tag, field: value})


def test_what_is_nested_without_end_is_malformed():
    deep = []
    for _ in range(50):
        deep = [deep]
    for data in (deep, {"a": [[1] * 200] * 200}, "\ud800", "a\x00b", float("nan"), float("inf")):
        with pytest.raises(MalformedError):
            bounds.bounded(data, bounds.ACTION)


def test_log_of_longest_entries_is_shown_in_pages(cast):
    reason = "ż" * 120
    for n in range(120):
        ledger.record(cast.play.pk, {**ADJUST, "value": n % 2 + 1, "reason": reason}, key=f"k{n}")
    page = cast.host.get(f"{cast.at}log")
    assert len(page.content) < 200_000
    assert "Earlier entries" in page.content.decode()
    assert len(api(cast.stranger, cast, {"action": {**ADJUST, "value": 7}}).content) < 100_000


def test_a_full_log_takes_nothing_but_its_closing(cast, monkeypatch):
    monkeypatch.setattr(store, "LONGEST", 2)
    for n in range(2):
        ledger.record(cast.play.pk, {**ADJUST, "value": n + 1}, key=f"k{n}")
    roll = {"do": "roll", "face": 3, "key": "k", "revision": 2}
    answer = cast.host.post(f"{cast.at}act", roll)
    assert answer.status_code == 409
    assert "log is full" in answer.content.decode()
    assert cast.host.post(f"{cast.at}undo", {"revision": 2}).status_code == 409
    assert "full" in json.loads(api(cast.stranger, cast, {"action": ADJUST}).content)["error"]
    ledger.abandon(cast.play.pk)
    assert Play.objects.get(pk=cast.play.pk).abandoned
    monkeypatch.setattr(playlog, "LONGEST", 2)
    assert playlog.load(playlog.export(Play.objects.get(pk=cast.play.pk))).revision == 3


def test_state_grown_too_large_is_not_kept(acorns, monkeypatch):
    other, play = ledger.begin(acorns, Setup()), ledger.begin(acorns, Setup())
    largest = len(ledger.record(other.pk, ADJUST, key="k").play.state)
    monkeypatch.setattr(store, "LARGEST", largest - 1)
    with pytest.raises(TableFullError):
        ledger.record(play.pk, ADJUST, key="k")
    assert not play.entries.exists()
    monkeypatch.setattr(store, "LARGEST", largest)
    assert ledger.record(play.pk, ADJUST, key="k").fresh


def test_box_is_taught_only_what_can_be_reread(acorns, monkeypatch):
    referee = registry.referee(acorns)
    assert referee.keepable(referee.blank_box())
    monkeypatch.setattr(bounds, "FACTS", bounds.Bounds(text=2, items=1))
    assert not referee.keepable(referee.Box(colour="teal"))
