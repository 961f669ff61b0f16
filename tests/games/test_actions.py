"""One action, one place: the unit of work, the doors of an action, the chapters of a title."""

from types import ModuleType
from typing import Annotated, Literal

import msgspec
import pytest

from games import actions
from games.actions import MaxLength, Range, Rules, Table
from games.messages import Msg, msg
from games.referee import Choice, Field, Frozen, Outcome, Question, Referee
from games.ruling import RulingInterruptError


class Pond(Frozen):
    ducks: int = 2
    frozen_over: bool = False


class Act(actions.Act[Table[Pond]]):
    """Anything done at the pond."""


class Feed(Act, tag="feed"):
    named = "Feed the ducks"
    crumbs: Annotated[int, Range(1, 9)] = 3
    side: Literal["left", "right"] = "left"
    words: Annotated[str, MaxLength(40)] = ""
    quietly: bool = False
    ducks: tuple[int, ...] = ()

    @classmethod
    def ensure_allowed(cls, t):
        if t.state.frozen_over:
            t.refuse("E_ICE", "P-1")

    @classmethod
    def prompts(cls, t):
        yield cls.prompt(msg("prompt.feed", n=t.state.ducks), cls.field("crumbs"), rule="P-1")

    def apply(self, t):
        self.bounded(t, "P-2")
        t.put(ducks=t.state.ducks + 1)
        t.note("fed", "P-1", n=self.crumbs)


class Freeze(Act, tag="freeze"):
    @classmethod
    def prompts(cls, t):
        yield cls.prompt()

    def apply(self, t):
        if t.ask("SURE", "P-3") == "yes":
            t.put(frozen_over=True)


def chapter(*acts, name="pond", **rest):
    """Return a module that holds these actions."""
    made = ModuleType(name)
    for act in acts:
        act.__module__ = name
        setattr(made, act.__name__, act)
    for key, value in rest.items():
        setattr(made, key, value)
    return made


RULES = Rules(chapter(Feed, Freeze, Act=Act, WORDS={"note.fed": "Fed"}))


def code(t, action):
    with pytest.raises(RulingInterruptError) as stopped:
        RULES.apply(t, action)
    return stopped.value.answer.code


# -- the unit of work ---------------------------------------------------------------------


def test_table_holds_call_it_answers_and_replaces_state():
    t = Table(Pond(), 1, {"SURE": "yes"})
    before = t.state
    t.put(ducks=5)
    assert (t.actor, t.state.ducks, before.ducks) == (1, 5, 2)


def test_dry_check_leaves_state_notes_and_answers_unchanged():
    t = Table(Pond(), 1, {"SURE": "no"})
    t.note("seen", "P-9")
    state = t.state
    assert t.allows(RULES.apply, t, Feed(4))
    assert not t.allows(RULES.apply, t, Feed(10))
    assert (t.state is state, t.actor, t.answers) == (True, 1, {"SURE": "no"})
    assert [note.code for note in t.notes] == ["note.seen"]


def test_dry_check_acts_for_nobody_and_without_overrides():
    t = Table(Pond(frozen_over=True), 1, {"override:E_ICE": "house rule"})
    assert not t.allows(RULES.apply, t, Feed(4))
    RULES.apply(t, Feed(4))
    assert (t.state.ducks, len(t.overrides)) == (3, 1)


def test_a_question_is_not_a_no():
    t = Table(Pond())
    assert t.allows(RULES.apply, t, Freeze())

    def insists():
        if t.ask("SURE", "P-3", (Choice("no", "No"), Choice("yes", "Yes"))) == "no":
            t.refuse_impossible("E_NO")

    assert not t.allows(insists)


def test_question_that_no_answer_satisfies_is_no():
    def insists():
        raise RulingInterruptError(Question("MAY", "P-3"))

    assert not Table(Pond()).allows(insists)


def test_costly_value_is_worked_out_once_per_state():
    calls = []

    def count(pond):
        calls.append(pond)
        return pond.ducks * 2

    t = Table(Pond())
    assert (t.once(count), t.once(count), len(calls)) == (4, 4, 1)
    t.put(ducks=3)
    assert (t.once(count), len(calls)) == (6, 2)


def test_a_field_on_offer_is_also_the_check():
    t = Table(Pond())
    field = Field("points", "number", msg("field.points"), low=0, high=4)
    t.require_offered(field, 4, "P-2")
    with pytest.raises(RulingInterruptError) as stopped:
        t.require_offered(field, 5, "P-2")
    assert (stopped.value.answer.code, stopped.value.answer.rule) == ("E_RANGE", "P-2")


# -- an action ----------------------------------------------------------------------------


def test_inputs_come_from_the_types():
    assert Feed.field("crumbs") == Field(
        "crumbs", "number", Msg("field.crumbs"), low=1, high=9, default=3
    )
    assert Feed.field("side").kind == "choice"
    assert [each.label.code for each in Feed.field("side").choices] == ["side.left", "side.right"]
    assert Feed.field("words") == Field(
        "words", "text", Msg("field.words"), high=40, default="", optional=True
    )
    assert Feed.field("quietly").optional
    assert Feed.field("ducks").kind == "choices"
    assert Feed.field("crumbs", default=5, rule="P-2").default == 5
    with pytest.raises(KeyError):
        Feed.field("crumps")


def test_number_beyond_span_is_decoded_then_refused():
    action = msgspec.convert({"do": "feed", "crumbs": 10}, RULES.union())
    assert code(Table(Pond()), action) == "E_RANGE"


class Guess(Act, tag="guess"):
    seen: Annotated[int | None, Range(1, 5, rule="P-5")] = None
    most: int | None = None

    def apply(self, t):
        self.bounded(t, "P-2")


def test_optional_number_is_bounded_once_told():
    assert Guess.field("seen") == Field(
        "seen", "number", Msg("field.seen"), low=1, high=5, optional=True, rule="P-5"
    )
    assert Guess.field("most").optional
    Guess().apply(Table(Pond()))
    with pytest.raises(RulingInterruptError) as stop:
        Guess(6).apply(Table(Pond()))
    assert (stop.value.answer.code, stop.value.answer.rule) == ("E_RANGE", "P-5")


def test_may_is_asked_before_offer_and_before_rule():
    ice = Table(Pond(frozen_over=True))
    assert [each.do for each in RULES.prompts(Table(Pond()))] == ["feed", "freeze"]
    assert [each.do for each in RULES.prompts(ice)] == ["freeze"]
    assert code(ice, Feed(10)) == "E_ICE"


def test_offers_of_some_actions_alone():
    assert [each.label.code for each in RULES.prompts(Table(Pond()), Freeze)] == ["prompt.freeze"]


# -- the chapters -------------------------------------------------------------------------


def test_chapters_give_actions_names_and_words():
    assert RULES.acts == (Feed, Freeze)
    assert RULES.names == {"action.feed": "Feed the ducks"}
    assert RULES.words == {"note.fed": "Fed"}
    assert msgspec.convert({"do": "depth", "depth": "full"}, RULES.union()).depth == "full"


def test_an_action_without_a_rule_is_an_error():
    class Stare(Act, tag="stare"):
        pass

    with pytest.raises(TypeError, match="Stare has no rule"):
        Rules(chapter(Stare))


def test_untagged_action_is_error_and_base_no_action():
    class Wave(Act):
        def apply(self, t):
            pass

    class Base(Act):
        pass

    with pytest.raises(TypeError, match="Wave has no tag"):
        Rules(chapter(Wave))
    assert Rules(chapter(Base)).acts == ()


def test_tag_or_sentence_claimed_twice_is_error():
    class Again(Act, tag="feed"):
        def apply(self, t):
            pass

    with pytest.raises(ValueError, match="feed"):
        Rules(chapter(Feed), chapter(Again, name="other"))
    with pytest.raises(ValueError, match=r"note\.fed"):
        Rules(chapter(WORDS={"note.fed": "Fed"}), chapter(name="other", WORDS={"note.fed": "F"}))


def test_chapter_offers_own_actions_and_nothing_else_mentioned():
    class Hush(Act, tag="hush"):
        def apply(self, t):
            pass

    class Lamp:
        """Thing that is no action, though it stands among them."""

    Lamp.__module__ = "dusk"
    rules = Rules(chapter(Hush, name="dawn"), chapter(name="dusk", Hush=Hush, Lamp=Lamp))
    assert rules.acts == (Hush,)


# -- teaching -----------------------------------------------------------------------------


class Count(actions.Teach[Table[Pond]], tag="count"):
    ducks: Annotated[int, Range(0, 9, "field.birds")]

    def learned_facts(self, known, call):
        self.bounded(call, "P-4")
        call.note("counted", "P-4", n=self.ducks)
        return {"ducks": self.ducks}


class Copy(Frozen):
    ducks: int = 0


class Ponds(Referee[Pond, Pond, Copy]):
    """Title that is just enough to teach."""

    rules = Rules(chapter(Count))
    title = parts = setup_pages = setup_default = step = None

    def outcome(self, state):
        return None

    check = trackers = set_tracker = outcome


def test_teaching_action_speaks_once_for_box_and_game():
    ponds = Ponds()
    assert ponds.learn(Copy(), Count(7)) == Copy(7)
    ruling = ponds.apply(Pond(), Count(7))
    assert (ruling.state.ducks, [note.code for note in ruling.notes]) == (7, ["note.counted"])


def test_box_refuses_what_its_form_does_not_offer():
    refused = Ponds().learn(Copy(), Count(10))
    assert (refused.code, refused.rule, refused.facts["what"].code) == (
        "E_RANGE",
        "P-4",
        "field.birds",
    )


def test_title_has_declared_types_and_its_chapters_actions():
    assert (Ponds.Setup, Ponds.State, Ponds.Box) == (Pond, Pond, Copy)
    assert Ponds().decode_action({"do": "count", "ducks": 3}) == Count(3)


def test_running_game_offers_chapter_actions_and_ended_nothing(monkeypatch):
    monkeypatch.setattr(Ponds, "rules", RULES)
    assert [prompt.do for prompt in Ponds().prompts(Pond())] == ["feed", "freeze"]
    monkeypatch.setattr(Ponds, "outcome", lambda self, state: Outcome("won", "fed", "P-1"))
    assert Ponds().prompts(Pond()) == ()
    assert Ponds().apply(Pond(), Feed(4)).code == "E_OVER"


class Wade(Act, tag="wade"):
    @classmethod
    def prompts(cls, t):
        yield cls.prompt("Later", group="table")
        yield cls.prompt("Beside", group="more")
        yield cls.prompt("Also", group="now")
        yield cls.prompt("Elsewhere", group="a place on the board")
        yield cls.prompt("Now", group="now", expected=True)

    def apply(self, t):
        pass


def test_offers_stand_by_group_with_awaited_ones_first():
    found = Rules(chapter(Wade)).prompts(Table(Pond()))
    assert [each.label for each in found] == ["Now", "Also", "Elsewhere", "Beside", "Later"]
