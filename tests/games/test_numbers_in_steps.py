"""Numbers that go in steps, are told in every language's way, and stand for things in cases."""

import pytest

from games.messages import Msg, Plural, Speaker, Term, msg
from games.ruling import RulingContext, RulingInterruptError


@pytest.mark.parametrize("value", [50, 100, 150, 200])
def test_every_step_between_both_ends_may_be_told(value):
    RulingContext().require_range("Points", value, 50, 200, "N-1", step=50)


@pytest.mark.parametrize(
    ("value", "high", "below", "above"),
    [(51, 200, 50, 100), (120, 200, 100, 150), (199, 200, 150, 200), (199, 190, 150, 190)],
)
def test_between_two_steps_both_are_named(value, high, below, above):
    with pytest.raises(RulingInterruptError) as stop:
        RulingContext().require_range("Points", min(value, high - 1), 50, high, "N-1", step=50)
    refusal = stop.value.answer
    assert str(stop.value) == refusal.code == "E_STEP"
    assert (refusal.rule, refusal.facts["step"], refusal.overridable) == ("N-1", 50, False)
    assert refusal.remedy == msg("remedy.step", below=below, above=above)


def test_only_an_answer_that_is_offered_is_one():
    for answers in ({}, {"CROW": ""}, {"CROW": "perhaps"}, {"OWL": "yes"}):
        with pytest.raises(RulingInterruptError):
            RulingContext(answers=answers).ask("CROW", "N-2")
    assert RulingContext(answers={"CROW": "no"}).ask("CROW", "N-2") == "no"


# -- how they are said -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fact", "english", "polish"),
    [
        (9999, "9999", "9999"),
        (10000, "10,000", "10\u00a0000"),
        (-10000, "-10,000", "-10\u00a0000"),
        (1234567, "1,234,567", "1\u00a0234\u00a0567"),
        ("12500", "12500", "12500"),
        ("2.5", "2.5", "2,5"),
        ("about 2.5", "about 2.5", "about 2.5"),
        (True, "True", "True"),
    ],
)
def test_numbers_are_written_as_a_language_does(fact, english, polish):
    local = {"1.5": "1,5", "10,000": "10\u00a0000"}
    assert Speaker({}).word(fact) == english
    assert Speaker({}, lambda text: local.get(text, text)).word(fact) == polish


def test_place_takes_case_that_sentence_asks_for():
    catalogue = {
        "place": "Dach||Dachu||Dachowi",
        "at": "Na {place:1}",
        "to": "Ku {place:2}",
        "is": "To {place}",
        "plain": "Nic",
    }
    speaker = Speaker(catalogue)
    said = [speaker.say(Msg(code, {"place": Msg("place")})) for code in ("at", "to", "is")]
    assert said == ["Na Dachu", "Ku Dachowi", "To Dach"]
    assert isinstance(speaker.say(Msg("place")), Term)
    assert speaker.say(Msg("place")) == "Dach"
    assert type(speaker.say(Msg("plain"))) is str


def test_plain_data_message_is_said_other_data_shown():
    speaker = Speaker({"hen": Plural("{n} hen", "{n} hens")})
    assert speaker.word({"code": "hen", "facts": {"n": 2}}) == "2 hens"
    assert speaker.word({"code": "hen"}) == "… hens"
    assert speaker.word({"eggs": 2}) == "{'eggs': 2}"
