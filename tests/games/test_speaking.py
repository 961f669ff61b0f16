"""Tests of what rules speak through: who is held back, what is asked and said, and to whom."""

import pytest

from games.messages import Msg, Plural, Speaker, msg
from games.pieces import Handle, Offers, absent, handle, taps
from games.referee import Choice, Field, Part, Prompt, Question, Refusal
from games.ruling import RulingContext, RulingInterruptError


def stopped(do) -> Refusal | Question:
    with pytest.raises(RulingInterruptError) as stop:
        do()
    return stop.value.answer


@pytest.mark.parametrize("value", [2, 3, 5])
def test_both_ends_of_a_range_belong_to_it(value):
    RulingContext().require_range("n", value, 2, 5)


@pytest.mark.parametrize("value", [1, 6])
def test_number_outside_range_is_impossible_with_ends_told(value):
    refusal = stopped(
        lambda: RulingContext(0, {"override:E_RANGE": "no"}).require_range("n", value, 2, 5, "R-1")
    )
    assert (refusal.code, refusal.rule, refusal.overridable) == ("E_RANGE", "R-1", False)
    assert refusal.facts == {"what": "n", "low": 2, "high": 5, "value": value}
    assert refusal.remedy == msg("remedy.range", low=2, high=5)


def test_only_table_and_whoever_is_active_may_act():
    part = Part(1, "Bo")
    RulingContext(None).require_actor(part, "R-1")
    RulingContext(1).require_actor(part, "R-1")
    for actor in (0, 2):
        refusal = stopped(lambda actor=actor: RulingContext(actor).require_actor(part, "R-1"))
        assert (refusal.code, refusal.rule, refusal.overridable) == ("E_NOT_ACTIVE", "R-1", True)
        assert refusal.remedy == msg("remedy.ask_active", active="Bo")


def test_only_own_code_overrules_refusal_noting_its_rule():
    call = RulingContext(0, {"override:E_FULL": "house rule"})
    call.refuse("E_FULL", "R-1", who="Bo")
    (noted,) = call.overrides
    assert (noted.code, noted.rule) == ("note.override", "R-1")
    assert noted.facts == {"reason": "house rule", "code": "E_FULL"}
    refusal = stopped(lambda: call.refuse("E_LATE", "R-2", remedy=msg("now"), who="Bo"))
    assert (refusal.code, refusal.rule, refusal.facts) == ("E_LATE", "R-2", {"who": "Bo"})
    assert (refusal.remedy, refusal.overridable) == (msg("now"), True)
    assert refusal.message == msg("refusal.E_LATE", who="Bo")


def test_secret_is_told_to_owner_hinted_to_others():
    call = RulingContext()
    call.secret(1, "draws", "drew", "R-1", what="Bat")
    call.secret(1, "draws", "", "R-1")
    told, silent = call.notes
    assert (told.code, told.owner, told.hidden) == ("note.draws", 1, "note.drew")
    assert (told.rule, told.facts) == ("R-1", {"what": "Bat"})
    assert silent.hidden == ""
    call.note("plain")
    assert (call.notes[2].owner, call.notes[2].hidden) == (None, "")


def test_question_takes_only_one_of_its_own_answers():
    three = tuple(Choice(n, str(n)) for n in (1, 2, 3))
    assert RulingContext(0, {"HOW": "2"}).ask("HOW", "R-1", options=three) == "2"
    for answers in ({}, {"HOW": "4"}, {"HOW": "yes"}, {"OTHER": "2"}):
        call = RulingContext(0, answers)
        question = stopped(lambda call=call: call.ask("HOW", "R-1", options=three, who="Bo"))
        assert (question.code, question.rule, question.options) == ("HOW", "R-1", three)
        assert (question.facts, question.weight, question.consent) == ({"who": "Bo"}, "ask", None)
    plain = stopped(lambda: RulingContext().ask("IS", "R-1"))
    assert [option.value for option in plain.options] == ["yes", "no"]
    assert plain.message == msg("question.IS")


def test_somebody_elses_consent_is_yes_or_no():
    assert RulingContext(0, {"OK": "yes"}).consents("OK", "R-1", 1) is True
    assert RulingContext(0, {"OK": "no"}).consents("OK", "R-1", 1) is False
    for answers in ({}, {"OK": "maybe"}):
        call = RulingContext(0, answers)
        question = stopped(lambda call=call: call.consents("OK", "R-1", 1, who="Bo"))
        assert (question.consent, question.facts) == (1, {"who": "Bo"})


def test_warning_is_passed_only_by_doing_it_anyway():
    RulingContext(0, {"SURE": "anyway"}).warn("SURE", "R-1")
    for answers in ({}, {"SURE": "yes"}):
        call = RulingContext(0, answers)
        question = stopped(lambda call=call: call.warn("SURE", "R-1"))
        assert (question.weight, [o.value for o in question.options]) == ("warn", ["anyway"])


CATALOGUE = {
    "one": Plural("{n} card", "{n} cards"),
    "by": Plural("{a} of {b} die", "{a} of {b} dice", by="b"),
    "gap": "{who} has {what}",
    "plain": "no facts",
    "term.bat": "Bat",
}


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ("as it is", "as it is"),
        (msg("one", n=1), "1 card"),
        (msg("one", n=0), "0 cards"),
        (msg("one", n=2), "2 cards"),
        (msg("one"), "… cards"),
        (msg("by", a=1, b=2), "1 of 2 dice"),
        (msg("by", a=2, b=1), "2 of 1 die"),
        (msg("gap", who="Bo"), "Bo has …"),
        (msg("gap", who="Bo", what=[]), "Bo has"),
        (msg("gap", who="Bo", what=["a"]), "Bo has a"),
        (msg("gap", who="Bo", what=("a", Msg("term.bat"))), "Bo has a and Bat"),
        (msg("gap", who="Bo", what=["a", "b", "c", "d"]), "Bo has a, b, c and d"),
        (
            msg("gap", who={"code": "term.bat"}, what={"code": "one", "facts": {"n": 1}}),
            "Bat has 1 card",
        ),
        (msg("plain", n=1), "no facts"),
        (msg("new", n=1, who=Msg("term.bat")), "new 1 Bat"),
    ],
)
def test_a_sentence_is_said_whatever_its_facts(said, text):
    assert Speaker(CATALOGUE).say(said) == text


class Offered:
    """A prompt on a phone."""

    typed, others = None, False

    def __init__(self, do, mine=True, *fields):
        self.do, self.mine, self.fields, self.fixed = do, mine, fields, {"seat": 1}
        self.id, self.prompt = f"p-{do}", Prompt(do, do)


def test_phone_finds_its_own_prompts_and_nobody_elses():
    mine, theirs, more = Offered("roll"), Offered("roll", False), Offered("paint")
    offers = Offers([theirs, mine], [more])
    assert (offers.asked("roll"), offers.besides("paint")) == (mine, more)
    assert (offers.asked("paint"), offers.besides("roll")) == (None, None)
    assert handle(mine) == Handle("roll", "p-roll", {"seat": 1})
    assert handle(theirs) is handle(None) is None


def test_piece_knows_which_of_its_things_prompt_takes():
    card = Field("card", "choice", "", (Choice("a", "A"), Choice("b", "B")))
    other = Field("other", "choice", "", (Choice("c", "C"),))
    offer = Offered("play", True, card, other)
    assert taps(offer, "card", ["c", "b", "x", "a"]) == ("b", "a")
    assert taps(offer, "other", ["a", "c"]) == ("c",)
    assert taps(Offered("play", False, card), "card", ["a"]) == taps(None, "card", ["a"]) == ()


def test_piece_without_anything_to_show_keeps_its_place():
    piece = absent("danger")
    assert (piece.name, piece.template, piece.values) == ("danger", "board/empty.jinja", {})


def test_fractional_number_is_written_as_language_does():
    polish = Speaker({"odds": "{n}\u00a0%"}, lambda text: "1,5" if text == "1.5" else text)
    english = Speaker({"odds": "{n}\u00a0%"})
    assert polish.say(msg("odds", n="<8.3")) == "<8,3\u00a0%"
    assert english.say(msg("odds", n="8.3")) == "8.3\u00a0%"
    assert polish.say(msg("odds", n="1.2.3")) == "1.2.3\u00a0%"


def test_plural_name_takes_apostrophe_alone():
    speaker = Speaker({"note.done": "{card}'s ability is done"})
    said = [speaker.say(msg("note.done", card=name)) for name in ("Evil Robins", "Bane")]
    assert said == ["Evil Robins' ability is done", "Bane's ability is done"]


def test_place_of_unnamed_card_follows_what_it_owns():
    said = {"note.done": "{card}'s ability is done", "note.n": "{card}'s damage spaces: {n}"}
    speaker = Speaker({**said, "term.left": "the left card (sector 2)"})
    ends = [speaker.say(msg(code, card=Msg("term.left"), n=3)) for code in said]
    card = "The left card's"
    assert ends == [f"{card} ability (sector 2) is done", f"{card} damage spaces (sector 2): 3"]


def test_name_with_clause_closes_before_next_word():
    names = {"name.Laughs": "Batman, Who Laughs", "name.Robin": "Robin"}
    words = {"note.acts": "{card} acts", "note.first": "First: {card}", "note.on": "{card}: on"}
    speaker = Speaker({**names, **words})
    said = [speaker.say(msg(code, card="Laughs")) for code in words]
    name = "Batman, Who Laughs"
    assert said == [f"{name}, acts", f"First: {name}", f"{name}: on"]
    both = speaker.say(msg("note.acts", card=("Laughs", "Robin")))
    assert both == "Batman, Who Laughs, and Robin acts"
    assert speaker.say(msg("note.acts", card="Robin")) == "Robin acts"
