"""A board lights only what its own phone may do now; other phones wait, the host's as well."""

from __future__ import annotations

import re

import pytest

from companion.plays import seats
from companion.plays.models import Play, Seat
from companion.plays.pages.table import TablePage
from games.registry import TITLES, referee
from tests import golden

pytestmark = pytest.mark.django_db
GOLD = re.compile(r'class="([^"]*\b(?:expected|lit)\b[^"]*)"')
STOPS = 12


def states_of(slug: str) -> list[object]:
    """Return states of this title's longest recorded game in each depth, in their order."""
    paths = [path for path in golden.files() if golden.title(path) == slug]
    longest = sorted(paths, key=lambda path: -len(golden.read(path).entries))[:3]
    found: list[object] = []
    for path in longest:
        states = [*golden.replayed(path).states.values()]
        found += states[:: max(1, len(states) // STOPS)]
    return found


def waiting(slug: str, state: object):
    """Yield the boards of the phones nothing is asked of, one for each side, the first the
    host's."""
    title = referee(slug)
    due = [prompt.actors for prompt in title.prompts(state) if prompt.expected]
    play = Play(title=slug, state=title.encode_state(state), revision=1, sample=True)
    parts = title.parts(state)
    held = [Seat(pk=n, play=play, name=f"N{n}", parts=[p.index]) for n, p in enumerate(parts)]
    held[0].role = Seat.Role.HOST
    for seat in held:
        if due and not any(actors is None or seat.parts[0] in actors for actors in due):
            yield TablePage(play, seat, seated=held)


@pytest.mark.parametrize("slug", TITLES)
def test_waiting_phone_shows_nothing_gold(slug):
    met = 0
    for state in states_of(slug):
        for table in waiting(slug, state):
            drawn = table.drawn(table.context())["drawn"]
            assert not GOLD.findall(drawn), (table.seat.role, GOLD.findall(drawn)[0])
            met += 1
    assert met


@pytest.mark.parametrize("slug", TITLES)
def test_every_waiting_phone_may_stand_in(slug):
    for state in states_of(slug):
        for table in waiting(slug, state):
            asked = {i for p in table.prompts if p.expected for i in p.actors}
            assert asked & set(table.elsewhere)
            part = next(index for index in table.elsewhere if index in asked)
            seats.stand_in(table.seat, part, table.turn)
            standing = TablePage(table.play, table.seat, seated=table.held)
            assert standing.acting == part
            lit = [view for view in standing.views(standing.prompts) if view.mine and view.expected]
            assert lit
            assert all(view.prompt.actors is None or part in view.prompt.actors for view in lit)
            assert 'class="standing' in standing.drawn(standing.context())["drawn"]
