"""The pieces every board has: when each is there, and what it is drawn from."""

from types import SimpleNamespace

import pytest
from django.utils import timezone

from companion.crews.models import Crew
from companion.plays import visibility
from companion.plays.models import Seat
from companion.plays.pages.drawing import boards
from companion.plays.pages.drawing.engine import at
from companion.plays.pages.forms import PromptView
from companion.plays.pages.table import TablePage
from games.messages import Speaker
from games.pieces import BoardPiece, absent
from games.referee import Field, Prompt

PLAYER, SPECTATOR = (SimpleNamespace(role=role) for role in ("player", "spectator"))
HOST = SimpleNamespace(role="host")


def view(do, mine=True, tone="", **more):
    return PromptView(Prompt(do, do.title(), tone=tone), Speaker({}), mine, **more)


@pytest.fixture
def table(cast):
    return TablePage(cast.play, Seat.objects.select_related("play").get(name="Ana"))


def board(table, *own, **otherwise):
    """Return the pieces of a table's board by name, where what it is drawn from is as usual or
    so."""
    return {piece.name: piece for piece in boards.phone({**table.context(), **otherwise}, own)}


def dos(views):
    return [each.do for each in views]


# -- what is asked, and what may be done besides ---------------------------------------------------


def test_besides_holds_this_phones_entries_without_place():
    kept = view("open"), view("read")
    apart = view("look", tone="private"), view("count", tone="check")
    more = [*kept, *apart, view("theirs", mine=False), view("refused", data={})]
    views = boards.also({"more": more}).values["views"]
    assert dos(views) == ["open", "read"]


@pytest.mark.parametrize(
    ("n", "template"),
    [(0, "empty"), (1, "few"), (4, "few"), (5, "more")],
)
def test_page_holds_up_to_four_possibilities_fetching_more(table, n, template):
    piece = board(table, more=[view(f"do{i}") for i in range(n)])["more"]
    assert piece.template == f"board/{template}.jinja"
    assert dos(piece.values.get("views", ())) == [f"do{i}" for i in range(n if n < 5 else 0)]
    assert piece.values.get("also", at("also")) == at("also")


@pytest.mark.parametrize("seat", [None, SPECTATOR])
def test_watcher_is_offered_nothing_to_do_or_undo(table, seat):
    shown = board(table, seat=seat, more=[view("open")], redo=True)
    assert (shown["more"], shown["undo"]) == (absent("more"), absent("undo"))


@pytest.mark.parametrize(
    ("undo", "label"), [(None, ""), ({}, ""), ({"label": "Ana rolled"}, "Ana rolled")]
)
def test_who_plays_may_undo_and_redo(table, undo, label):
    piece = board(table, seat=PLAYER, undo=undo, redo=True)["undo"]
    assert piece.values == {"label": label, "redo": True}


def test_asked_holds_answerable_and_refused_for_this_phone(table):
    now = [view("roll"), view("wait", mine=False)]
    more = [view("paint", data={}), view("open"), view("theirs", mine=False, data={})]
    asked = board(table, now=now, more=more)["asked"].values
    assert dos(asked["now"]) == ["roll", "paint"]
    steps = BoardPiece("asked", "games/any/asked.jinja", {"steps": "drawn"})
    piece = board(table, steps, now=now, more=more)["asked"]
    assert (piece.template, piece.values["steps"]) == ("games/any/asked.jinja", "drawn")
    assert piece.values["now"] == ()


@pytest.mark.parametrize(
    ("now", "wish", "part"),
    [
        ([view("roll")], None, 0),
        ([view("roll", mine=False)], None, None),
        ([], {"mine": True}, 0),
        ([], {"mine": False}, None),
        ([], None, None),
    ],
)
def test_asked_phone_is_told_for_which_part(table, now, wish, part):
    assert board(table, now=now, more=[], wish=wish)["asked"].values["part"] == part


def test_titles_own_pieces_precede_those_of_every_table(table):
    own = (
        BoardPiece("danger", "games/any/danger.jinja", {}),
        BoardPiece("state", "games/any/state.jinja", {}),
    )
    names = list(board(table, *own))
    assert names[:3] == ["danger", "state", "asked"]
    assert names[-1] == "links"


# -- what happened, what may come ------------------------------------------------------------------


def test_roll_forecast_is_fetched_each_revision_if_wanted(table):
    assert board(table, ahead=False)["ahead"] == absent("ahead")
    table.play.revision = 7
    assert board(table, ahead=True)["ahead"].values == {"where": at("ahead"), "at": 7}


def test_last_entry_is_said_once_there_is_one(table):
    assert board(table, last=[])["last"] == absent("last")
    assert board(table, last=["Ana rolled"])["last"].values == {"last": ["Ana rolled"]}


def test_great_moment_is_shown_unless_it_is_ending(table):
    found = ({"word": "Great", "texts": ("So",), "tone": "great"},)
    play = SimpleNamespace(revision=3)
    shown = boards.peak({"peak": found, "outcome": None, "play": play})
    assert shown.values == {"peaks": found, "at": 3}
    assert boards.peak({"peak": found, "outcome": {"result": "won"}, "play": play}).values == {}
    assert boards.peak({"peak": (), "outcome": None, "play": play}) == absent("peak")


def test_ends_near_or_drawn_nowhere_else_are_told(table):
    threats = [
        {"left": left, "text": f"{left} left", "part": 0, "near": near, "metered": metered}
        for left, near, metered in ((1, True, True), (2, False, False), (9, False, True))
    ]
    told = board(table, threats=threats, checklist=[], outcome=None)["threats"].values["threats"]
    assert [each["left"] for each in told] == [1, 2]
    assert told[0] == {"left": 1, "text": "1 left", "near": True}
    for otherwise in (
        {"threats": threats[2:]},
        {"checklist": [{"done": False}]},
        {"outcome": table.outcome() or {"result": "won"}},
    ):
        given = {"threats": threats, "checklist": [], "outcome": None, **otherwise}
        assert board(table, **given)["threats"] == absent("threats")


# -- what hands do ---------------------------------------------------------------------------------


def line(done, icon="cube"):
    return {"done": done, "icon": icon}


@pytest.mark.parametrize(
    ("seat", "ticks", "setup"),
    [(None, False, ""), (SPECTATOR, False, ""), (PLAYER, True, ""), (HOST, True, at("setup"))],
    ids=["nobody", "spectator", "player", "host"],
)
def test_players_tick_checklist_and_host_may_change_setup(seat, ticks, setup):
    lines = [line(True), line(False), line(False)]
    play = SimpleNamespace(laid=[0, 12])
    values = boards.checklist({"checklist": lines, "seat": seat, "play": play}).values
    assert values == {"lines": lines, "left": 2, "laid": "0-12", "ticks": ticks, "setup": setup}


def test_nothing_to_lay_out_is_no_list():
    assert boards.checklist({"checklist": [], "seat": PLAYER}) == absent("checklist")


@pytest.mark.parametrize(
    ("lines", "sign", "left"),
    [
        ([line(True, "card"), line(False, "figure"), line(False, "cube")], "figure", 2),
        ([line(True, "card")], "", 0),
    ],
)
def test_handle_shows_first_waiting_and_how_many_wait(lines, sign, left):
    assert boards.hands({"hands": {"lines": lines}}).values == {"sign": sign, "left": left}


def test_nothing_moved_is_no_handle_and_empty_list():
    assert boards.hands({"hands": None}) == absent("hands")
    assert boards.todo(None, ticks=True).values == {"lines": (), "ticks": True}
    found = {"lines": [line(False)]}
    assert boards.todo(found, ticks=False).values == {"lines": (line(False),), "ticks": False}


@pytest.mark.parametrize(("label", "shown"), [("Steps to the Guard", 1), ("Roll", 1)])
def test_row_of_numbers_says_once_what_it_counts(table, label, shown):
    field = Field("n", "number", label, low=1, high=6)
    asked = PromptView(Prompt("roll", "Roll", (field,)), Speaker({}))
    drawn = table.alone(BoardPiece("wide", "board/also.jinja", {"views": [asked]}), None)
    assert drawn.count(f">{label}<") == shown
    assert drawn.count('class="hint"') == (label != "Roll")


# -- how it ended ----------------------------------------------------------------------------------


def test_a_table_that_goes_on_has_no_ending(table):
    assert board(table)["over"] == absent("over")


def test_ending_and_story_are_told_to_those_seated(table):
    outcome = table.play.outcome = {"result": "won"}
    again = {"begins": "", "begun": ""}
    piece = board(table, outcome=outcome, again=again)["over"]
    assert piece.template == "board/over.jinja"
    assert (piece.values["outcome"], piece.values["again"]) == (outcome, again)
    assert piece.values["story"].endswith(f"{table.play.share}/")
    assert piece.values["crew"] is None
    table.play.crew = Crew.objects.create(name="Friday")
    seen = board(table, outcome=outcome, again=again)["over"].values
    assert seen["crew"] == {"name": "Friday", "url": f"/c/{table.play.crew.key}/"}
    stranger = board(table, outcome=outcome, seat=None)["over"].values
    assert (stranger["story"], stranger["crew"]) == ("", None)


@pytest.mark.parametrize(
    ("seat", "settled", "opens"),
    [(PLAYER, False, True), (PLAYER, True, False), (SPECTATOR, False, False), (None, False, False)],
)
def test_ending_opens_the_entry_that_caused_it(table, monkeypatch, seat, settled, opens):
    monkeypatch.setattr(visibility, "settled", lambda play: settled)
    table.play.outcome, table.play.head = {"result": "won"}, 7
    again = {"begins": "", "begun": ""}
    seen = board(table, outcome=table.play.outcome, again=again, seat=seat)["over"].values
    assert seen["cause"] == (at("repair", 7) if opens else "")


@pytest.mark.parametrize(
    ("again", "settled", "reopens"),
    [
        ({"begins": "", "begun": ""}, False, True),
        ({"begins": "", "begun": ""}, True, False),
        (None, False, False),
    ],
)
def test_who_may_restart_may_reopen_until_secrets_read(table, monkeypatch, again, settled, reopens):
    monkeypatch.setattr(visibility, "settled", lambda play: settled)
    table.play.abandoned = True
    table.play.ended_at = timezone.now()
    piece = board(table, outcome=None, again=again, moved=None)["over"]
    assert (piece.template, piece.values["moved"]) == ("board/closed.jinja", None)
    assert piece.values["reopens"] is reopens
