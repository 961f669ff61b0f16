"""Every set-up of both titles is drawn, and the laws hold on each."""

from random import Random

import pytest
from msgspec.structs import replace

from companion.conformance import draws, walks
from companion.conformance.draws import DrawCounts
from games import registry
from games.referee import Ruling
from tests.games.rising.probe import PROBE, drawn

SLUGS = ("batman-who-laughs", "fire-nation")
DRAWS = 80


@pytest.mark.parametrize("slug", SLUGS)
def test_every_choice_of_setup_is_drawn(slug):
    referee, found, rng = registry.referee(slug), DrawCounts(), Random(1)
    for _ in range(DRAWS):
        found.saw(*drawn(referee, rng))
    game = referee.definition
    assert all(found["players", str(n)] for n in range(1, referee.title.max_players + 1))
    assert all(found["team_cards", each.name] for each in referee.blank_box().teams)
    assert all(found["facing", str(n)] for n in range(3))
    for option in game.every_option:
        for each in option.choices:
            assert found[option.name, str(each.value)], (option.name, each.value)
    for progress in referee.sample_box().progress:
        assert found["progress_card", progress.name]


@pytest.mark.parametrize("slug", SLUGS)
def test_walks_reach_setups_that_differ(slug):
    """Names that only the copy's library holds are not on the table."""
    referee, found, rng = registry.referee(slug), DrawCounts(), Random(1)
    found.saw(*drawn(referee, rng))
    starter = draws.copies(referee)["starter"]
    assert list(found.missing(starter))
    found.named({"cards": [name for _, name in draws.entries(starter)]})
    assert not list(found.missing(starter))


def test_half_entered_copy_keeps_what_is_printed():
    referee = registry.referee("fire-nation")
    blank, sample = referee.blank_box(), referee.sample_box()
    half = draws.halved(sample, Random(1), blank)
    assert {each.name for each in half.cards} >= {each.name for each in blank.cards}
    assert len(half.cards) < len({each.name for each in (*blank.cards, *sample.cards)})


@pytest.mark.parametrize("kept", [0, 2])
def test_battles_come_to_copy_without_them(kept):
    referee = registry.referee("fire-nation")
    blank = referee.blank_box()
    battles = [each for each in blank.cards if each.kind == "battle"]
    others = tuple(each for each in blank.cards if each.kind != "battle")
    strange = replace(battles[0], name="Another battle")
    box = replace(blank, cards=(*others, *battles[:kept], strange))
    ruling = referee.begin(referee.setup_default(2, box), box)
    assert isinstance(ruling, Ruling)
    found = [each.name for each in ruling.state.library if each.kind == "battle"]
    assert sorted(found) == sorted(each.name for each in battles)


@pytest.mark.parametrize("slug", SLUGS)
def test_laws_hold_over_drawn_setups(slug):
    assert list(walks.search(registry.referee(slug), PROBE, 60, 4)) == []
