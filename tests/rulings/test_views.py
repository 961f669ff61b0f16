"""Rules at the table and on their own pages: in context, searched, and asked of the engine."""

import pytest
from django.test import Client

from companion.plays.pages.drawing.hyphens import SOFT_HYPHEN


def test_the_drawer_lists_what_governs_this_moment(cast):
    text = cast.host.get(f"{cast.at}rules").content.decode()
    assert "stores as many acorns as it shows" in text
    assert "A 1 may wake the crow." not in text


def test_a_question_mark_opens_the_entry_it_names(cast):
    text = cast.host.get(f"{cast.at}rules?ids=N-02").content.decode()
    assert "A 1 may wake the crow." in text
    assert cast.host.get(f"{cast.at}rules?ids=nonsense,N-99").status_code == 200


def test_typing_finds_a_rule_and_marks_the_words(cast):
    text = cast.host.get(f"{cast.at}rules?q=crow&part=hits").content.decode()
    assert "<mark>crow</mark>" in text
    assert "<html" not in text


@pytest.mark.parametrize("page", ["{at}rules", "/rules/acorns/"])
def test_search_page_makes_ready_for_first_letter(cast, page, monkeypatch):
    ready = []
    monkeypatch.setattr("companion.rulings.views.prepare", ready.append)
    address = page.format(at=cast.at)
    assert cast.host.get(address).status_code == 200
    assert ready == ["acorns"]
    cast.host.get(f"{address}?q=crow&part=hits")
    assert ready == ["acorns"]


def test_hit_opens_in_drawer_and_leads_back(cast):
    text = cast.host.get(f"{cast.at}rules?q=crow&all=1&part=hits").content.decode()
    opened = f"{cast.at}rules?ids=N-02&amp;of=acorns&amp;from=crow&amp;all=1"
    assert f'hx-get="{opened}"' in text
    assert f'href="{opened}"' in text
    page = cast.host.get(opened.replace("&amp;", "&")).content.decode()
    assert "A 1 may wake the crow." in page
    assert f'href="{cast.at}rules?q=crow&amp;all=1"' in page
    assert "Back to the results" not in cast.host.get(f"{cast.at}rules?ids=N-02").content.decode()


def test_other_games_rule_opens_without_its_house_rulings(cast):
    page = cast.host.get(f"{cast.at}rules?ids=D-022&of=animated-dice").content.decode()
    assert "Cup empty when you must draw" in page
    assert "Batman: The Animated Series Dice Game" in page
    assert cast.host.get(f"{cast.at}rules?ids=D-022&of=chess").status_code == 404


def test_rule_on_own_page_leads_back_to_hits(db, acorns):
    found = Client().get("/rules/acorns/?q=crow").content.decode()
    assert 'href="/rules/acorns/N-02/?of=acorns&amp;from=crow"' in found
    page = Client().get("/rules/acorns/N-02/?of=acorns&from=crow").content.decode()
    assert 'href="/rules/acorns/?q=crow"' in page
    assert Client().get("/rules/acorns/N-02/?of=chess").status_code == 404


@pytest.mark.parametrize(
    "query",
    ["🦇🦇", "x" * 10_000, "'; DROP TABLE plays_play; --", "(?:a+)+$", '"', "\\", "<b>"],
)
def test_nothing_typed_into_the_search_breaks_it(cast, query):
    for url in (f"{cast.at}rules", "/rules/acorns/"):
        answer = cast.host.get(url, {"q": query, "all": "1"})
        assert answer.status_code == 200
        assert "<b>" not in answer.content.decode()


def test_can_i_says_what_is_possible_for_whom(cast):
    text = cast.host.get(f"{cast.at}ask").content.decode()
    assert "What did the die show?" in text
    assert "Squirrel 1" in cast.player.get(f"{cast.at}ask").content.decode()


def test_can_i_gives_referees_reason_for_rest(cast):
    cast.host.post(f"{cast.at}act", {"do": "adjust", "tracker": "store.0", "value": 20})
    text = cast.host.get(f"{cast.at}ask", {"q": "die"}).content.decode()
    assert "The game is over" in text


def test_rules_of_title_read_from_start_to_end(db, acorns):
    text = Client().get("/rules/acorns/").content.decode().replace(SOFT_HYPHEN, "")
    assert text.index("Storing") < text.index("The crow")
    found = Client().get("/rules/acorns/?q=storing").content.decode()
    assert "<mark>Storing</mark>" in found
