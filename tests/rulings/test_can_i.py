"""Can I …? A question has one answer, with the button or the reason; in every title."""

from __future__ import annotations

import re

import pytest
from django.utils import translation

from companion.plays.pages.forms import action_types
from companion.plays.pages.table import TablePage
from companion.rulings.ask import MOST, Asked, can_i
from games.referee import Refusal
from games.registry import TITLES
from tests import highlights
from tests.plays.test_peaks import NAMES

pytestmark = pytest.mark.django_db


CODE = re.compile(r"\b[A-Z]+_[A-Z]+\b|\b(action|prompt|note|refusal|term|step)\.\w|\{|\}")
POSITIONS = 12
"""Tables of a title, spread over its recorded games, that are asked from every side."""


@pytest.mark.patient
@pytest.mark.parametrize("slug", TITLES)
def test_every_answer_is_short_and_without_codes(slug):
    for table in tables(slug):
        kinds = action_types(table.referee.Action)
        for query in ("", *questions(table)):
            found = can_i(table, query)
            views = [view for answer in found.answers for view in answer.views]
            assert len(found.do) <= MOST
            assert len(found.things) <= MOST
            assert not [view for view in views if kinds[view.do].teaches]
            if not query:
                assert len(views) <= MOST
                assert not [view for view in views if kinds[view.do].by_hand]
            said = [view.label for view in views]
            said += [f"{each.label} {each.why} {each.remedy}" for each in found.answers]
            said += [chip.label for chip in (*found.do, *found.things)]
            said += [label for each in found.others for label in each.labels]
            assert not [text for text in said if CODE.search(text)], query


def tables(slug):
    """Yield tables of a title as every side sees them, spread over its recorded games."""
    steps = [*highlights.recorded(slug)]
    plays = {}
    for step in steps[:: max(1, len(steps) // POSITIONS)]:
        parts = len(step.referee.parts(step.state))
        play = plays.setdefault(parts, highlights.seated(slug, parts, NAMES))
        highlights.placed(play, step)
        play.refresh_from_db()
        for seat in play.seats.order_by("pk"):
            seat.play = play
            yield TablePage(play, seat)


def questions(table):
    """Return what may be asked of a table: an action alone, a thing alone, both."""
    found = can_i(table)
    for chip in (*found.do[:3], *found.things[:2]):
        yield chip.label
    for action in found.do[:2]:
        for thing in found.things[:2]:
            yield f"{action.label} {thing.label}"


@pytest.mark.patient
@pytest.mark.parametrize("slug", TITLES)
def test_every_yes_with_a_button_is_let_through(slug):
    """A prompt without open fields does what it says: no rule refuses it."""
    for table in tables(slug):
        for query in questions(table):
            for answer in can_i(table, query).answers:
                for view in answer.views:
                    if not view.fields:
                        action = table.referee.decode_action({"do": view.do, **view.fixed})
                        actor = table.actor(view.do)
                        ruling = table.referee.apply(table.state, action, actor)
                        assert not isinstance(ruling, Refusal), (query, view.label, ruling)


HALF = (
    "end my turn",
    "batgadget encumbrance",
    "does a 2 count twice",
    "shoot someone",
    "buy something",
)


@pytest.mark.patient
@pytest.mark.parametrize("slug", TITLES)
def test_report_needs_whole_question(slug):
    """What only tells of a card or the table is no answer to some of the words."""
    for table in tables(slug):
        kinds = action_types(table.referee.Action)
        for query in HALF:
            for answer in can_i(table, query).answers:
                assert not [view for view in answer.views if kinds[view.do].by_hand], query


NATURAL = {
    "batman-who-laughs": {
        "en": {"move my team": "deploy", "spend a token": "token.use", "flip a die": "face"},
        "pl": {"przenieść drużynę": "deploy", "wydać żeton": "token.use", "walczyć": "jump"},
    },
    "fire-nation": {
        "en": {"move my team": "deploy", "spend a token": "token.use", "flip a die": "face"},
        "pl": {"pójść do lokacji": "deploy", "wydać żeton": "token.use", "obrócić kość": "face"},
    },
    "animated-dice": {
        "en": {"finish my turn": "stop", "cash in": "stop", "pick dice": "draw"},
        "pl": {"zatrzymać się": "stop", "pasować": "stop", "policzyć punkty": "stop"},
    },
    "gotham-chronicles": {
        "en": {"shoot": "attack", "rest": "stance", "sprint": "move"},
        "pl": {"strzelić": "attack", "odpocząć": "stance", "wybrać postawę": "stance"},
    },
    "talisman-batman": {
        "en": {"shoot": "strike", "escape": "evade", "drop an object": "leave"},
        "pl": {"uciec": "evade", "wziąć zlecenie": "job", "zaatakować złoczyńcę": "attack"},
    },
}


@pytest.mark.parametrize("slug", TITLES)
@pytest.mark.parametrize("language", ["en", "pl"])
def test_natural_words_mean_action_of_other_name(slug, language):
    with translation.override(language):
        table = next(tables(slug))
        for query, do in NATURAL[slug][language].items():
            assert do in Asked(table, query).meant, query


TEN = {
    "batman-who-laughs": {
        "en": {
            "walk": "deploy",
            "walk to sector 2": "deploy",
            "go to another sector": "deploy",
            "attack the boss": "jump",
            "give a token": "token.give",
            "roll the dice": "roll",
            "give up a die": "give-up",
            "recruit": "",
            "recruit a hero": "",
            "search": "",
        },
        "pl": {
            "iść": "deploy",
            "pójść do sektora 2": "deploy",
            "przesunąć drużynę": "deploy",
            "zaatakować bossa": "jump",
            "dołączyć do szefa": "jump",
            "dać żeton": "token.give",
            "rzucić kośćmi": "roll",
            "odrzucić kość": "give-up",
            "zwerbować": "",
            "szukać": "",
        },
    },
    "fire-nation": {
        "en": {
            "walk": "deploy",
            "go to another location": "deploy",
            "give a token": "token.give",
            "pay for balance": "progress.pay",
            "advance balance": "progress.pay",
            "reorder my row": "row",
            "keep a die": "die.keep",
            "give up a die": "give-up",
            "recruit": "",
            "search": "",
        },
        "pl": {
            "iść": "deploy",
            "przejść": "deploy",
            "pójść do lokacji": "deploy",
            "zapłacić za równowagę": "progress.pay",
            "dać żeton": "token.give",
            "zatrzymać kość": "die.keep",
            "rzucić kośćmi": "roll",
            "odrzucić kość": "give-up",
            "zwerbować": "",
            "szukać": "",
        },
    },
}
"""Ten questions as players ask them, with the one action they mean; none is for the rules."""


@pytest.mark.parametrize("slug", TEN)
@pytest.mark.parametrize("language", ["en", "pl"])
def test_ten_natural_questions_mean_one_action(slug, language):
    with translation.override(language):
        found = {table.state.step: table for table in tables(slug)}
        for step in ("deploy", "heroes"):
            for query, do in TEN[slug][language].items():
                assert Asked(found[step], query).meant == [do][: bool(do)], (query, step)


def asked(cast, query="", **told):
    return cast.host.get(f"{cast.at}ask", {"q": query, **told}).content.decode()


def test_an_answer_is_tapped_where_it_stands(cast):
    assert asked(cast).count('name="do" value="roll"') == 1
    assert asked(cast, "die").count('name="do" value="roll"') == 1


def test_other_actions_are_left_out_of_an_answer(cast):
    text = asked(cast, "die")
    assert "Yes" in text
    assert "You can do this now" not in text


def test_others_action_is_not_now_and_says_whose(cast):
    text = cast.player.get(f"{cast.at}ask", {"q": "die"}).content.decode()
    assert "Not now" in text
    assert "Squirrel 1" in text
    assert 'name="do" value="roll"' not in text


def test_unknown_word_is_looked_for_in_rules(cast):
    text = asked(cast, "winter")
    assert "In the rules" in text
    assert 'class="panel rule"' in text or "No rule found" in text


def test_chip_asks_by_action_and_not_by_words(cast):
    assert asked(cast, do="roll").count('name="do" value="roll"') == 1
    assert asked(cast, do="no such thing").count("Yes") == 0


def test_answers_alone_are_sent_to_somebody_typing(cast):
    text = asked(cast, "die", part="answers")
    assert "<input" in text
    assert 'type="search"' not in text


@pytest.mark.parametrize(
    ("slug", "language", "query", "label"),
    [
        ("batman-who-laughs", "en", "attack a villain", ""),
        ("batman-who-laughs", "en", "heal a hero", ""),
        ("batman-who-laughs", "pl", "uleczyć bohatera", ""),
        ("batman-who-laughs", "pl", "użyć żetonu", "Użyj żetonu"),
        ("fire-nation", "en", "put a die on a card", "Keep a die on a card"),
        ("fire-nation", "pl", "Co robi figurka Ozaia na początku mojej tury?", ""),
        ("animated-dice", "en", "stop rolling", "Stop and score"),
        ("animated-dice", "en", "does a 2 count twice", ""),
        ("animated-dice", "en", "steal loot", ""),
        ("animated-dice", "pl", "zakończyć turę", "Zakończ i licz punkty"),
        ("gotham-chronicles", "en", "run to another area", "Move miniatures of a tile"),
        ("gotham-chronicles", "en", "use a gadget", ""),
        ("gotham-chronicles", "en", "rest", "Choose a stance"),
        ("gotham-chronicles", "pl", "użyć gadżetu", ""),
        ("talisman-batman", "en", "fight batman", "Choose who fights Batman"),
        ("talisman-batman", "pl", "zaatakować innego złoczyńcę", "Zaatakuj Łotra"),
    ],
)
def test_question_means_its_verb_or_goes_to_rules(slug, language, query, label):
    steps = [*highlights.recorded(slug)]
    step = steps[len(steps) // 2]
    play = highlights.seated(slug, len(step.referee.parts(step.state)), NAMES)
    highlights.placed(play, step)
    play.refresh_from_db()
    with translation.override(language):
        found = can_i(TablePage(play, play.seats.first()), query)
    assert [each.label for each in found.answers][:1] == [label][: bool(label)]
    assert found.unknown == (not label or query == "stop rolling")
