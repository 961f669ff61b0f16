"""Only the active team tells what concerns its own choices; book-keeping is anyone's."""

from random import Random
from typing import get_args, get_type_hints

import msgspec
import pytest

from companion.conformance import chance
from games import registry
from games.house_rules import UseHouseRule
from games.referee import Refusal
from games.rising.rules.spaces import CountSpaces
from games.rising.table import ActiveTeamAct


def plain(kind):
    """Return an action of this type that tells as little as it may."""
    empty = {str: "", int: 0, bool: False}
    needed = {
        field.encode_name: empty.get(get_type_hints(kind)[field.name], ())
        for field in msgspec.structs.fields(kind)
        if field.default is field.default_factory
    }
    return kind(**needed)


@pytest.mark.parametrize("title", ["batman-who-laughs", "fire-nation"])
@pytest.mark.parametrize("step", ["deploy", "heroes"])
def test_every_active_team_action_is_refused_to_others(title, step):
    referee = registry.referee(title)
    state = chance.begin(referee, 3)
    while state.step != step:
        state = chance.onward(referee, state, Random(1))
    for kind in get_args(referee.Action):
        said = [code(referee.apply(state, plain(kind), actor)) for actor in range(3)]
        others = {"E_NOT_ACTIVE"} == {each for i, each in enumerate(said) if i != state.active}
        assert others == ("E_NOT_ACTIVE" in said), kind
        assert said[state.active] != "E_NOT_ACTIVE", kind
        # Tables of 1.0.0 let anyone count; house rules are the same for every title.
        own = issubclass(kind, ActiveTeamAct) or kind in (CountSpaces, UseHouseRule)
        assert others == own, f"{kind}: what only the active team enters is ActiveTeamAct"


def code(answer) -> str:
    return answer.code if isinstance(answer, Refusal) else ""
