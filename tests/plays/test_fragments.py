"""Pieces of the board that are drawn once: the same for everybody but for what must differ."""

import re

import pytest
from django.core.cache import caches
from django.utils.safestring import mark_safe

from companion.plays import fragments, ledger, seats
from companion.plays.models import Seat
from tests.sixth_game import Setup

HTMX = {"HTTP_HX_REQUEST": "true"}


def test_a_piece_is_drawn_once_for_the_same_values():
    drawn = []
    for values in ((1, mark_safe("a")), (1, "a"), (2, "a")):
        fragments.keep("test-once", values, lambda values=values: drawn.append(values) or "x")
    assert drawn == [(1, "a"), (2, "a")]


def test_a_piece_is_kept_per_language(settings):
    from django.utils import translation

    said = []
    for language in ("en", "pl", "en"):
        with translation.override(language):
            said.append(fragments.keep("test-language", (), lambda: translation.get_language()))
    assert said == ["en", "pl", "en"]


def test_values_of_unknown_types_are_refused():
    with pytest.raises(TypeError):
        fragments.keep("test-types", object(), str)


def test_every_table_and_phone_has_its_own_address_and_tokens_in_the_same_prompt(cast, acorns):
    other = ledger.begin(acorns, Setup(2, 20))
    seat = Seat.objects.create(play=other, name="Di", role=Seat.Role.HOST, parts=[0])
    caches["fragments"].clear()
    first = cast.host.get(f"{cast.at}board").content.decode()
    cast.host.cookies[seats.cookie_name(seat.address)] = seats.token(seat)
    second = cast.host.get(f"/t/{other.code}/board").content.decode()
    assert other.code not in first
    assert cast.play.code not in second
    mark = fragments.ADDRESS[1:]
    assert mark not in first + second
    tokens = [re.findall(r'name="(?:csrfmiddlewaretoken|key)" value="([^"]+)"', text)
              for text in (first, second)]  # fmt: skip
    assert tokens[0]
    assert not set(tokens[0]) & set(tokens[1])
    assert set(re.findall(r'action="([^"]+/act)"', first)) == {f"{cast.at}act"}


def test_a_kept_prompt_posts_the_revision_of_today(cast):
    for seen in range(2):
        page = cast.host.get(f"{cast.at}board").content.decode()
        assert set(re.findall(r'name="revision" value="(\d+)"', page)) == {str(seen)}
        data = {"do": "find", "squirrel": 0, "key": f"k{seen}", "revision": seen}
        assert cast.host.post(f"{cast.at}act", data, **HTMX).status_code == 200


def test_an_action_takes_six_statements_and_the_end_of_its_transaction(
    cast, django_assert_num_queries
):
    cast.host.get(cast.at)
    data = {"do": "find", "squirrel": 0, "key": "first", "revision": 0}
    cast.host.post(f"{cast.at}act", data, **HTMX)
    # In a test the transaction is a savepoint: its begin and end are counted too.
    with django_assert_num_queries(6 + 2):
        data |= {"key": "second", "revision": 1}
        assert cast.host.post(f"{cast.at}act", data, **HTMX).status_code == 200
