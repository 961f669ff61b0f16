"""Before an entry loses the game or somebody: it is foreseen, and so is what could prevent it."""

from __future__ import annotations

import pytest

from games import ahead
from games.referee import Choice, Field, Prompt
from tests import threatened
from tests.threatened import LOST, SAVED, heist, ways


@pytest.mark.parametrize("title", SAVED)
def test_a_way_out_that_is_on_offer_is_named(title):
    step, way = SAVED[title]
    assert way in ways(step())


@pytest.mark.parametrize("title", LOST)
def test_no_way_out_is_named_where_there_is_none(title):
    assert ways(LOST[title]()) == set()


@pytest.mark.parametrize(
    ("choices", "sure"),
    [(0, False), (1, True), (ahead.VARIANTS, True), (ahead.VARIANTS + 1, False)],
)
def test_a_search_is_sure_only_where_every_way_to_fill_in_was_tried(choices, sure):
    search = threatened.search(heist(0))
    whom = Field("whom", "choice", "", tuple(Choice(n, str(n)) for n in range(choices)))
    assert len([*search._filled(Prompt("tell", "", (whom,)))]) == min(choices, ahead.VARIANTS)
    assert search.sure is (0 < choices <= ahead.VARIANTS)


def test_a_search_stays_as_unsure_as_it_was():
    search = threatened.search(heist(0))
    search.sure = False
    assert [*search._filled(Prompt("tell", ""))] == [({"do": "tell"}, ())]
    assert not search.sure


@pytest.mark.parametrize(
    ("field", "filled"),
    [
        (Field("it", "number", "", low=0, high=9), None),
        (Field("it", "number", "", low=0, high=9, optional=True), {}),
        (Field("it", "choice", "", (Choice(1, "one"),)), None),
        (Field("it", "flag", ""), {"it": False}),
        (Field("it", "flag", "", default=True), {"it": True}),
        (Field("it", "choices", "", (Choice(1, "one"),)), {"it": []}),
        (Field("it", "choices", "", (Choice(1, "one"),), default=[1]), {"it": [1]}),
        (Field("it", "choices", "", (Choice(1, "one"),), low=1, high=1), None),
    ],
)
def test_a_plain_entry_leaves_out_what_may_be_left_out(field, filled):
    entry = ahead.plain(Prompt("tell", "", (field,), fixed={"seat": 1}))
    assert entry == (None if filled is None else {"do": "tell", "seat": 1, **filled})
