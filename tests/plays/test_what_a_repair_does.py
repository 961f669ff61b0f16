"""A repair before anyone agrees: numbers before and after, what is lost and why, the forms."""

import pytest
from django.http import HttpResponse

from companion.plays import ledger, repair
from companion.plays.models import Entry, Play, Seat
from companion.plays.pages import repair_page
from games.messages import Msg
from games.referee import Prompt


@pytest.fixture
def shown(cast, monkeypatch):
    """Return what the page of a repair is drawn with, once three rolls are in the log."""
    ana, bo = (Seat.objects.select_related("play").get(name=name) for name in ("Ana", "Bo"))
    for n, (face, sits) in enumerate(((4, ana), (5, bo), (3, ana))):
        data = {"do": "roll", "face": face}
        ledger.record(cast.play.pk, data, key=f"k{n}", seat=sits, actor=sits.parts[0])
    drawn = []

    def draw(request, table, entry, template, values, flash="", status=200):
        drawn.append((entry, status, {**values, "flash": flash}))
        return HttpResponse(status=status)

    monkeypatch.setattr(repair_page, "_draw", draw)

    def ask(seq, phone=cast.host, **data):
        at = f"{cast.at}repair/{seq}"
        answer = phone.post(at, data) if data else phone.get(at)
        assert drawn, answer.content.decode()
        return drawn.pop()

    return ask


def test_removed_roll_takes_along_rolls_made_on_it(shown):
    _entry, status, context = shown(1, repair="remove")
    assert status == 200
    assert context["lost"] == [
        {"seq": 2, "what": "Squirrel 2 rolled 5", "why": "It is Squirrel 1's turn", "rule": "N-01"}
    ]
    assert context["differences"] == [
        {"label": "Acorns of Squirrel 1", "before": 7, "after": 3},
        {"label": "Acorns of Squirrel 2", "before": 5, "after": 0},
    ]
    assert context["outcome"] == ""
    assert ("repair", "remove") in context["again"]


def test_a_repair_that_ends_the_game_says_so(shown):
    change = {"repair": "insert", "do": "adjust", "tracker": "store.1", "value": "20"}
    _entry, _status, context = shown(3, **change)
    assert context["outcome"] == "Squirrel 2 has a full store"
    assert context["lost"] == []
    assert ("value", "20") in context["again"]


def test_form_shows_entry_as_made_and_possible_followers(shown):
    entry, status, context = shown(2)
    assert (entry.seq, status, context["flash"]) == (2, 200, "")
    (form,) = context["corrections"]
    assert (form.do, form.typed["face"]) == ("roll", ["5"])
    assert [view.do for view in context["insertions"]] == [
        "roll",
        "find",
        "find",
        "paint",
        "adjust",
        "depth",
    ]


def test_before_first_entry_there_is_nothing_to_correct(shown):
    entry, _status, context = shown(0)
    assert entry is None
    assert context["corrections"] == []
    assert context["insertions"][0].do == "roll"


@pytest.mark.parametrize(
    ("seq", "data", "status", "part"),
    [
        (1, {"repair": "dance"}, 422, "choose what to repair"),
        (1, {"repair": "replace", "do": "fly"}, 422, "no action is called"),
    ],
)
def test_what_is_no_repair_is_said(shown, seq, data, status, part):
    _entry, got, context = shown(seq, **data)
    assert got == status
    assert part in context["flash"]


def test_repair_that_does_not_hold_answers_like_tap(shown):
    _entry, status, context = shown(2, repair="replace", do="roll", face="9")
    assert (status, context["refusal"]["code"]) == (422, "E_RANGE")
    _entry, status, context = shown(2, repair="replace", do="roll", face="1")
    assert (status, context["question"]["code"]) == (422, "CROW")


def test_repair_agreed_on_older_table_is_not_made(shown):
    data = {"repair": "replace", "do": "roll", "face": "2", "agreed": "yes", "revision": "2"}
    _entry, status, context = shown(1, **data)
    assert status == 409
    assert "The table has moved on." in context["flash"]
    assert Play.objects.get().revision == 3


def test_same_action_keeps_maker_else_whoever_is_due(shown, monkeypatch):
    asked = []
    plan = repair.plan

    def planned(play, change):
        asked.append(change)
        return plan(play, change)

    monkeypatch.setattr(repair, "plan", planned)
    shown(2, repair="replace", do="roll", face="2")
    shown(2, repair="insert", do="roll", face="2")
    shown(2, repair="replace", do="find", squirrel="0")
    assert [(each.kind, each.seq, each.actor) for each in asked] == [
        ("replace", 2, 1),
        ("insert", 2, 0),
        ("replace", 2, 0),
    ]


@pytest.mark.parametrize(
    ("action", "posted"),
    [
        (
            {"do": "x", "n": 3, "on": True, "off": False, "none": None},
            {"do": ["x"], "n": ["3"], "on": ["on"]},
        ),
        (
            {"do": "x", "dice": ["a", "b"]},
            {"do": ["x"], "dice": ["a", "b"], "dice.0": ["a"], "dice.1": ["b"]},
        ),
        ({"do": "x", "dice": []}, {"do": ["x"], "dice": []}),
    ],
)
def test_old_action_is_posted_as_its_form_would(action, posted):
    filled = repair_page._filled(Entry(action=action), object(), Prompt("x", Msg("x")))
    assert dict(filled.lists()) == posted
