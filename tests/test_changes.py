"""The laws about changes by hand notice a title that breaks them."""

from random import Random

import pytest
from msgspec.structs import replace

from companion.conformance import chance, changes
from games import registry
from games.referee import Outcome
from games.rising.rules import resolve, turn
from tests.games.batman_who_laughs import table as laughs
from tests.games.fire_nation import table as fire
from tests.games.rising.text import a
from tests.sample_game import Acorns

TESTED = 15
"""The place of the test among the steps of a turn of Batman."""


def found(law, referee, state, *more):
    """Return the names of the breaches of a law in one state, tried often enough."""
    return {each.name for n in range(8) for each in law(referee, state, *(m(n) for m in more))}


@pytest.mark.parametrize("slug", list(registry.TITLES))
def test_titles_by_the_rules_break_none(slug):
    referee = registry.referee(slug)
    state = chance.begin(referee, 2)
    assert found(changes.changes, referee, state, Random) == set()


def test_ending_staying_after_number_set_back_is_noticed():
    class Sticky(Acorns):
        ended = False

        def outcome(self, state):
            self.ended = self.ended or super().outcome(state) is not None
            return Outcome("won", "full", "N-01", (0,), {"who": ""}) if self.ended else None

    state = chance.begin(Acorns(), 2)
    assert found(changes.wandered, Acorns(), state, Random) == set()
    assert found(changes.wandered, Sticky(), state, Random) == {"wandered adjust"}


def test_question_lost_with_ending_taken_back_is_noticed():
    text = fire.line("0: -, +H1 0/4, +H2 0/4, =Ba Sing Se 0/2", fire.BATTLE_TABLE)
    game = fire.to_heroes(fire.battle_table(text, event_side="doom")).do(a.Results())
    state = game.do(a.Aid(False)).do(a.Refill(0)).state

    class Forgetful(type(game.referee)):
        def adjusted(self, t, before):
            resolve.revise(t)
            t.put_turn(judging=())
            turn.settle(t)

    assert found(changes.wandered, game.referee, state, Random) == set()
    lost = replace(state, defeated=9)
    assert found(changes.wandered, Forgetful(), lost, Random) == {"wandered adjust"}


def test_number_by_hand_that_ends_nothing_is_noticed():
    referee = registry.referee("batman-who-laughs")
    begun = chance.begin(referee, 2)
    setup = replace(begun.setup, edition=3)
    over = {"defeated": 10, "step": "over", "at": TESTED, "endings": ("heroes",)}
    state = replace(begun, setup=setup, **over)

    class Deaf(type(referee)):
        def adjusted(self, t, before):
            if t.state.endings:
                resolve.revise(t)
            turn.settle(t)

    assert found(changes.overdue, referee, state, Random) == set()
    assert found(changes.overdue, Deaf(), state, Random) == {"overdue adjust"}


def test_dice_lost_by_change_of_depth_are_noticed():
    game = laughs.in_full(laughs.table(), *"PDDW")
    game.do(a.Assign(game.dice("P", "D", "D"), game.id("Court of Owls")))

    class Careless(type(game.referee)):
        def prompts(self, state):
            for each in super().prompts(state):
                fields = (replace(f, default=()) if f.name == "hits" else f for f in each.fields)
                yield replace(each, fields=tuple(fields))

    assert found(changes.interrupted, game.referee, game.state) == set()
    assert found(changes.interrupted, Careless(), game.state) == {"interrupted quick"}


def test_ability_only_full_depth_offers_breaks_no_law():
    game = laughs.in_full(laughs.table(), *"PDDW")

    class Inviting(type(game.referee)):
        def prompts(self, state):
            found = tuple(super().prompts(state))
            yield from found
            if state.depth == "full" and not state.teams[0].tokens:
                draw = {"team": 0, "n": 1}
                yield replace(found[0], do="token.draw", fixed=draw, fields=(), expected=True)

    assert found(changes.interrupted, Inviting(), game.state) == set()
