"""Tests of what a title has from the contract without a line of its own: numbers, names, pages, the
box."""

from itertools import pairwise

import msgspec
import pytest

from games.messages import Msg, msg
from games.referee import (
    Adjust,
    Choice,
    Defect,
    Field,
    Frozen,
    Outcome,
    Part,
    Prompt,
    Referee,
    Refusal,
    Rulebook,
    Ruling,
    RulingContext,
    RulingInterruptError,
    SetDepth,
    Title,
    Tracker,
)


class Setup(Frozen):
    players: int = 2
    first: int = 0
    length: str = "short"


class State(Frozen):
    eggs: int = 3
    hens: int = 1
    round: int | None = None
    turn: int | None = None
    depth: str = "quick"


class Box(Frozen):
    names: tuple[str, ...] = ()


class Hens(Referee[Setup, State, Box]):
    """A coop: no more hens than eggs, unless the table had it so already."""

    title = Title("hens", "Hens", 1, 4, 5, Rulebook("Hens", 2), cooperative=False)
    Action = Adjust | SetDepth
    messages = {"prompt.lay": "Lay an egg", "question.SURE": "Sure?", "refusal.E_COOP": "No"}
    names = {"action.brood": "Brood"}

    def setup_pages(self, draft, box):
        lengths = (Choice("short", "Short"), Choice("long", "Long"))
        first = Field("first", "choice", "First", (Choice(0, "A"),))
        players = Field("players", "choice", "Hens", (Choice(2, "2"),))
        goal = Field("goal", "number", "Goal")
        return (
            Prompt("who", "Who", (players, first)),
            Prompt("how", "How", (goal, Field("length", "choice", "Length", lengths))),
        )

    def setup_default(self, players, box):
        return Setup(players)

    def start(self, setup, box, call):
        if setup.players > 3:
            call.refuse_impossible("E_COOP", "H-1")
        call.note("begun", n=setup.players)
        return State()

    def parts(self, state):
        return (Part(0, "Hen"),)

    def outcome(self, state):
        return Outcome("won", "full", "H-1", (0,)) if state.eggs > 90 else None

    def check(self, state):
        few = (Defect("few", {"hens": state.hens}),) if state.hens > state.eggs else ()
        return (*few, *((Defect("many", {}),) if state.eggs > 50 else ()))

    def trackers(self, state):
        eggs = Tracker("eggs", msg("tracker.eggs"), state.eggs, 0, 99, "H-1")
        hens = Tracker("hens", msg("tracker.hens"), state.hens, 0, 9, "H-2")
        return (eggs, hens) if state.eggs else (hens,)

    def set_tracker(self, state, name, value):
        return msgspec.structs.replace(state, **{name: value})

    def step(self, state):
        return "s"


HENS = Hens()


# -- beginning -------------------------------------------------------------------------------------


def test_game_begins_with_its_notes_or_is_refused():
    begun = HENS.begin(Setup(), Box())
    assert isinstance(begun, Ruling)
    assert [(note.code, note.facts) for note in begun.notes] == [("note.begun", {"n": 2})]
    refused = HENS.begin(Setup(4), Box())
    assert isinstance(refused, Refusal)
    assert (refused.code, refused.rule) == ("E_COOP", "H-1")


@pytest.mark.parametrize(("length", "label"), [("short", "Short"), ("long", "Long")])
def test_first_choice_not_about_seats_tells_plays_apart(length, label):
    assert HENS.variant(Setup(length=length), Box()).label == label


def test_set_up_without_such_choice_is_like_others(monkeypatch):
    assert HENS.variant(Setup(length="odd"), Box()) is None
    monkeypatch.setattr(Hens, "setup_pages", lambda self, draft, box: ())
    assert HENS.variant(Setup(), Box()) is None


def test_box_is_kept_while_it_stays_readable():
    assert HENS.keepable(Box(("Ada",)))
    assert not HENS.keepable(Box(("x" * 2001,)))
    assert HENS.learn(Box(("Ada",)), Adjust("eggs", 1)) == Box(("Ada",))
    assert (HENS.blank_box(), HENS.sample_box()) == (Box(), Box())


# -- prompts and names -----------------------------------------------------------------------------


def test_action_has_own_name_or_its_prompts_name():
    assert HENS.action_name("brood") == Msg("action.brood")
    assert HENS.action_name("lay") == Msg("prompt.lay")


def test_prompts_at_hand_are_not_made_again(monkeypatch):
    given = (Prompt("lay", "Lay"),)
    assert HENS.prompts_for(State(), 0, given) is given
    monkeypatch.setattr(Hens, "prompts", lambda self, state: (Prompt("brood", "Brood"),))
    assert [each.do for each in HENS.prompts_for(State(), 0)] == ["brood"]


def test_every_title_offers_its_numbers_and_other_depth():
    adjust, switch = HENS.table_prompts(State())
    which, value, reason, played = adjust.fields
    assert [(c.value, c.hint) for c in which.choices] == [("eggs", "3"), ("hens", "1")]
    assert (value.kind, reason.high, reason.optional) == ("number", 120, True)
    assert (played.kind, played.optional) == ("flag", True)
    assert [c.value for c in switch.fields[0].choices] == ["full"]
    assert (adjust.group, switch.group) == ("table", "table")
    deep = HENS.table_prompts(State(depth="full"))[1]
    assert [c.value for c in deep.fields[0].choices] == ["quick"]


def test_a_title_of_one_depth_offers_no_other(monkeypatch):
    monkeypatch.setattr(Hens, "title", msgspec.structs.replace(Hens.title, depths=("quick",)))
    assert [each.do for each in HENS.table_prompts(State())] == ["adjust"]


# -- adjusting -------------------------------------------------------------------------------------


def test_corrected_number_is_noted_with_before_after_why():
    ruling = HENS.apply(State(), Adjust("eggs", 7, "counted"))
    (note,) = ruling.notes
    assert (ruling.state.eggs, note.code, note.rule) == (7, "note.adjust", "H-1")
    why = msg("adjust.why", why="counted")
    assert note.facts == {"what": msg("tracker.eggs"), "before": 3, "after": 7, "reason": why}
    assert HENS.apply(State(), Adjust("eggs", 7)).notes[0].facts["reason"] == ""


@pytest.mark.parametrize(
    ("reason", "said"),
    [("", msg("adjust.played")), ("a fox", msg("adjust.played_by", why="a fox"))],
)
def test_number_changed_in_play_is_noted_as_such(reason, said):
    (note,) = HENS.apply(State(), Adjust("eggs", 7, reason, played=True)).notes
    assert note.facts["reason"] == said


def test_breaking_count_is_refused_with_what_it_breaks():
    refused = HENS.apply(State(), Adjust("hens", 4))
    assert (refused.code, refused.overridable) == ("E_INVARIANT", False)
    assert [each.code for each in refused.facts["defects"]] == ["defect.few"]


def test_what_was_broken_before_stops_no_other_correction():
    broken = State(eggs=60, hens=1)
    assert HENS.apply(broken, Adjust("eggs", 55)).state.eggs == 55
    assert HENS.apply(broken, Adjust("hens", 9)).state.hens == 9
    assert HENS.apply(broken, Adjust("eggs", 8)).state.eggs == 8


def test_depth_is_noted_and_kept():
    ruling = HENS.apply(State(), SetDepth("full"))
    assert ruling.state.depth == "full"
    assert [(n.code, n.facts) for n in ruling.notes] == [
        ("note.depth", {"depth": Msg("depth.full")})
    ]


def test_numbers_and_depth_may_be_set_after_end():
    over = State(eggs=95)
    assert HENS.prompts(over) == ()
    assert HENS.apply(over, Adjust("eggs", 94)).state.eggs == 94
    assert HENS.apply(over, SetDepth("full")).state.depth == "full"


# -- counting and looking back ---------------------------------------------------------------------


def log(*eggs):
    states = [State(eggs=n) for n in eggs]
    return [(a, None, (), b) for a, b in pairwise(states)]


def clues(counted, *eggs):
    return [(c.index, c.change, c.how) for c in HENS.count_check(log(*eggs), "eggs", counted).clues]


def test_number_that_came_and_went_counts_from_nothing():
    """Without eggs there is no number of them."""
    assert clues(2, 0, 3) == [(0, 3, "partly")]
    assert clues(6, 3, 0, 3) == [(1, 3, "doubled"), (0, -3, "missed")]
    with pytest.raises(ValueError, match="eggs"):
        clues(1, 3, 0)


@pytest.mark.parametrize(
    ("state", "turn"),
    [
        (State(round=4, turn=9), 4),
        (State(turn=9), 9),
        (State(round=0, turn=9), 0),
        (State(), 0),
    ],
)
def test_rounds_are_counted_before_turns(state, turn):
    assert HENS.turn(state) == turn


def test_a_title_without_a_board_shows_its_numbers():
    (piece,) = HENS.pieces(HENS.board(State(), None), None)
    eggs, hens = ("eggs", 3, msg("tracker.eggs")), ("hens", 1, msg("tracker.hens"))
    assert piece.values == {"trackers": (eggs, hens)}
    assert HENS.text(State()) == "eggs 3\nhens 1"
    assert [(f.name, f.value) for f in HENS.figures(State())] == [("eggs", 3), ("hens", 1)]
    assert [t.name for t in HENS.countable(State())] == ["eggs", "hens"]
    assert HENS.view(State(), 0) == State()
    assert HENS.dice(State()) == {"d6": {str(n): 1 for n in range(1, 7)}}
    assert HENS.rolled(State(), Adjust("eggs", 1)) == ()
    assert (HENS.checklist(State()), HENS.box_pages(Box()), HENS.rules_step(State())) == (
        (),
        (),
        "",
    )


# -- what is told ----------------------------------------------------------------------------------


def test_only_questions_and_refusals_of_title_are_answered():
    told = {"SURE": "yes", "override:E_COOP": "because", "override:E_OVER": "because"}
    assert HENS.decode_answers(told) == told
    for code in ("E_COOP", "override:SURE", "WHAT", "override:E_WHAT"):
        with pytest.raises(ValueError, match=f"Nobody asks that - at `\\$.answers.{code}`"):
            HENS.decode_answers({code: "yes"})


@pytest.mark.parametrize(
    ("low", "high", "value", "inside"),
    [
        (None, 4, -9, True),
        (None, 4, 5, False),
        (2, None, 99, True),
        (2, None, 1, False),
        (None, None, 7, True),
    ],
)
def test_field_open_on_one_side_refuses_on_other(low, high, value, inside):
    field = Field("n", "number", "n", low=low, high=high)
    if inside:
        RulingContext().require_offered(field, value)
    else:
        with pytest.raises(RulingInterruptError):
            RulingContext().require_offered(field, value)
