"""The pieces every board has: when each is there, and what it is drawn from."""

from types import SimpleNamespace

import pytest
from django.utils import timezone

from companion.crews.models import Crew
from companion.plays import reading
from companion.plays.models import Seat
from companion.plays.pages.drawing import boards
from companion.plays.pages.drawing.engine import at
from companion.plays.pages.forms import PromptView
from companion.plays.pages.table import Table
from games.messages import Speaker
from games.pieces import Piece, absent
from games.referee import Prompt

PLAYER, SPECTATOR = (SimpleNamespace(role=role) for role in ("player", "spectator"))
HOST = SimpleNamespace(role="host")


def view(do, mine=True, tone="", **more):
    return PromptView(Prompt(do, do.title(), tone=tone), Speaker({}), mine, **more)


@pytest.fixture
def table(cast):
    return Table(cast.play, Seat.objects.select_related("play").get(name="Ana"))


def board(table, *own, **otherwise):
    """The pieces of a table's board by name, where what it is drawn from is as usual or so."""
    return {piece.name: piece for piece in boards.phone({**table.context(), **otherwise}, own)}


def dos(views):
    return [each.do for each in views]


# -- what is asked, and what may be done besides ---------------------------------------------------


def test_besides_lies_what_is_this_phones_and_has_no_place_of_its_own():
    kept = view("open"), view("read", others=True)
    apart = view("look", tone="private"), view("count", tone="check")
    more = [*kept, *apart, view("theirs", mine=False), view("refused", data={})]
    views = boards.also({"more": more}).values["views"]
    assert [(each.do, each.others) for each in views] == [("open", False), ("read", False)]


@pytest.mark.parametrize(
    ("n", "template"),
    [(0, "empty"), (1, "few"), (4, "few"), (5, "more")],
)
def test_up_to_four_other_possibilities_lie_in_the_page_and_more_are_fetched(table, n, template):
    piece = board(table, more=[view(f"do{i}") for i in range(n)])["more"]
    assert piece.template == f"board/{template}.jinja"
    assert dos(piece.values.get("views", ())) == [f"do{i}" for i in range(n if n < 5 else 0)]
    assert piece.values.get("also", at("also")) == at("also")


@pytest.mark.parametrize("seat", [None, SPECTATOR])
def test_who_only_watches_is_offered_nothing_to_do_or_to_undo(table, seat):
    shown = board(table, seat=seat, more=[view("open")], redo=True)
    assert (shown["more"], shown["undo"]) == (absent("more"), absent("undo"))


@pytest.mark.parametrize(
    ("undo", "label"), [(None, ""), ({}, ""), ({"label": "Ana rolled"}, "Ana rolled")]
)
def test_who_plays_may_undo_and_redo(table, undo, label):
    piece = board(table, seat=PLAYER, undo=undo, redo=True)["undo"]
    assert piece.values == {"label": label, "redo": True}


def test_asked_is_what_this_phone_may_answer_and_what_was_refused_of_the_rest(table):
    now = [view("roll"), view("wait", mine=False)]
    more = [view("paint", data={}), view("open"), view("theirs", mine=False, data={})]
    asked = board(table, now=now, more=more)["asked"].values
    assert dos(asked["now"]) == ["roll", "paint"]
    steps = Piece("asked", "games/any/asked.jinja", {"steps": "drawn"})
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
def test_a_phone_that_is_asked_is_told_for_which_part(table, now, wish, part):
    assert board(table, now=now, more=[], wish=wish)["asked"].values["part"] == part


def test_what_is_entered_for_others_is_named_as_theirs(table):
    now = [view("roll"), view("trade", others=True), view("build", others=True)]
    assert board(table, now=now)["asked"].values["theirs"] == "Trade"
    assert board(table, now=now[:1])["asked"].values["theirs"] == ""


@pytest.mark.parametrize(
    ("seat", "host"), [(HOST, True), (PLAYER, False), (SPECTATOR, False), (None, False)]
)
def test_the_asked_are_told_whether_they_are_the_host(table, seat, host):
    assert board(table, seat=seat)["asked"].values["host"] is host


def test_a_titles_own_pieces_stand_before_those_of_every_table(table):
    own = Piece("danger", "games/any/danger.jinja", {}), Piece("state", "games/any/state.jinja", {})
    names = list(board(table, *own))
    assert names[:3] == ["danger", "state", "asked"]
    assert names[-1] == "links"


# -- what happened, what may come ------------------------------------------------------------------


def test_what_a_roll_may_bring_is_fetched_for_every_revision_where_the_table_wants_it(table):
    assert board(table, ahead=False)["ahead"] == absent("ahead")
    table.play.revision = 7
    assert board(table, ahead=True)["ahead"].values == {"where": at("ahead"), "at": 7}


def test_the_last_entry_is_said_once_there_is_one(table):
    assert board(table, last=[])["last"] == absent("last")
    assert board(table, last=["Ana rolled"])["last"].values == {"last": ["Ana rolled"]}


def test_a_great_moment_is_shown_unless_it_is_the_ending_itself(table):
    found = ({"word": "Great", "texts": ("So",), "tone": "great"},)
    play = SimpleNamespace(revision=3)
    shown = boards.peak({"peak": found, "outcome": None, "play": play})
    assert shown.values == {"peaks": found, "at": 3}
    assert boards.peak({"peak": found, "outcome": {"result": "won"}, "play": play}).values == {}
    assert boards.peak({"peak": (), "outcome": None, "play": play}) == absent("peak")


def test_ends_are_told_that_are_near_or_drawn_nowhere_else(table):
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
def test_players_tick_what_to_lay_out_and_the_host_may_set_up_otherwise(seat, ticks, setup):
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
def test_the_handle_shows_the_first_that_waits_and_how_many_do(lines, sign, left):
    assert boards.hands({"hands": {"lines": lines}}).values == {"sign": sign, "left": left}


def test_nothing_moved_is_no_handle_and_an_empty_list():
    assert boards.hands({"hands": None}) == absent("hands")
    assert boards.todo(None, ticks=True).values == {"lines": (), "ticks": True}
    found = {"lines": [line(False)]}
    assert boards.todo(found, ticks=False).values == {"lines": (line(False),), "ticks": False}


# -- how it ended ----------------------------------------------------------------------------------


def test_a_table_that_goes_on_has_no_ending(table):
    assert board(table)["over"] == absent("over")


def test_an_ending_is_told_with_its_story_to_who_sat_there(table):
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
    ("again", "settled", "reopens"),
    [
        ({"begins": "", "begun": ""}, False, True),
        ({"begins": "", "begun": ""}, True, False),
        (None, False, False),
    ],
)
def test_who_may_begin_again_may_take_a_closed_table_up_until_its_secrets_are_read(
    table, monkeypatch, again, settled, reopens
):
    monkeypatch.setattr(reading, "settled", lambda play: settled)
    table.play.abandoned = True
    table.play.ended_at = timezone.now()
    piece = board(table, outcome=None, again=again, moved=None)["over"]
    assert (piece.template, piece.values["moved"]) == ("board/closed.jinja", None)
    assert piece.values["reopens"] is reopens
