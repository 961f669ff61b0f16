"""Someone at the table types "Can I …?": each title answers ten questions of its own."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from companion.conformance.suite.test_journeys import reads
from games.registry import TITLES
from tests.journeys.test_big_screen import begun, longest

QUESTIONS = {
    "batman-who-laughs": (
        *("heal wonder woman", "use a token", "reroll", "join the boss", "go to sector 2"),
        *("draw a token", "refill", "choose the next villain", "swap two cards", "change a face"),
    ),
    "fire-nation": (
        *("heal sokka", "use a token", "reroll", "pay for the next space", "go to location 2"),
        *("move a hero in the row", "aid", "keep a die", "take a reward", "add a die"),
    ),
    "animated-dice": (
        *("roll", "stop", "return dice", "draw", "enter the result"),
        *("keep going", "score", "reroll", "win", "take back"),
    ),
    "gotham-chronicles": (
        *("attack", "move", "defend", "throw", "reroll"),
        *("choose a stance", "activate a tile", "pick up a card", "give a card", "use misfortune"),
    ),
    "talisman-batman": (
        *("fight", "move", "trade", "use a feat", "spend fate"),
        *("draw a feat", "take a job", "evade", "search the desk", "leave things"),
    ),
}

POLISH = {
    "batman-who-laughs": (
        *("iść", "uleczyć wonder woman", "użyć żetonu", "przerzucić kości", "zaatakować bossa"),
        *("przesunąć drużynę", "dobrać żeton", "uzupełnić", "zamienić dwie karty", "zmienić kość"),
    ),
    "fire-nation": (
        *("iść", "uleczyć sokkę", "użyć żetonu", "przerzucić kości", "zapłacić za równowagę"),
        *("przejść do lokacji", "pomoc", "zatrzymać kość", "wziąć nagrodę", "dodać kość"),
    ),
    "animated-dice": (
        *("rzucić kośćmi", "zakończyć turę", "zwrócić kości", "dobrać kość", "policzyć punkty"),
        *("rzucać dalej", "pasować", "skończyć", "wygrać", "cofnąć"),
    ),
    "gotham-chronicles": (
        *("zaatakować", "ruszyć się", "bronić się", "rzucić granat", "przerzucić kość"),
        *("wybrać postawę", "odpocząć", "aktywować kafelek", "podnieść kartę", "użyć pecha"),
    ),
    "talisman-batman": (
        *("walczyć", "ruszyć się", "wydać los", "wziąć zlecenie", "uciec"),
        *("przeszukać biurko", "zakończyć turę", "użyć podstępu", "leczyć się", "kupić"),
    ),
}


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("slug", TITLES)
def test_ten_typed_questions_are_answered_while_typing(phone, seated, slug):
    ten_are_answered(halfway(seated, slug), QUESTIONS[slug], "Rules", "Can I …?")


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("slug", TITLES)
def test_ten_polish_questions_are_answered_while_typing(phone, seated, slug):
    one = halfway(seated, slug)
    reads(one, "pl")
    ten_are_answered(one, POLISH[slug], "Zasady", "Czy mogę …?")


def halfway(seated, slug):
    """Return a phone that plays every side in the middle of a recorded game."""
    doc = longest(slug)
    play = begun(doc, len(doc.entries) // 2)
    return seated(play, "Zoe", *range(play.seats.count()), role="host")


def ten_are_answered(one, questions, rules, can):
    """Ask each question by typing it in the drawer of the rules; at least seven are answered."""
    one.pulls(rules)
    one.page.get_by_role("link", name=can).click()
    field = one.page.get_by_role("searchbox", name=can)
    answered = 0
    for query in questions:
        field.fill(query)
        answers = one.page.locator("#answers[data-asked]")
        expect(answers).to_have_attribute("data-asked", query)
        found = answers.locator(".answer")
        expect(found.or_(answers.locator("#hits")).first).to_be_visible()
        answered += bool(found.count())
        assert one.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), query
    assert answered >= 7
    one.is_accessible()


@pytest.mark.browser
def test_yes_is_tapped_where_it_stands(table):
    ana, bo = table
    ana.pulls("Rules")
    ana.page.get_by_role("link", name="Can I …?").click()
    ana.page.get_by_role("searchbox", name="Can I …?").fill("die")
    answer = ana.page.locator(".answer[data-verdict=yes]")
    expect(answer).to_be_visible()
    answer.get_by_role("button", name="4", exact=True).click()
    bo.shows_revision(1)


@pytest.mark.browser
def test_question_typed_before_search_is_ready_is_answered(table):
    ana, _ = table
    ana.pulls("Rules")
    ana.page.evaluate(
        """document.addEventListener("htmx:afterSwap", () => {
          document.getElementById("can").value = "die";
        }, { once: true })"""
    )
    ana.page.get_by_role("link", name="Can I …?").click()
    expect(ana.page.locator("#answers[data-asked=die]")).to_be_visible()
