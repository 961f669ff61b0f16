"""The bench measures what it says: recorded games of every title, entry by entry."""

import os
from pathlib import Path
from random import Random
from urllib.parse import parse_qs, urlsplit

import msgspec
import pytest

from bench import actions, games, logs, phones, record, run, stories, tables
from bench.figures import figures, ratio
from bench.inside import Phone
from bench.screen import Screen
from companion.plays.models import Play
from games import registry
from tests import golden, positions
from tests.serving import until

pytestmark = pytest.mark.any_database

ENOUGH = 4
"""Turns of an evening whose median says something."""


@pytest.mark.patient
@pytest.mark.parametrize("slug", registry.TITLES)
def test_recorded_game_entered_whole_leads_to_own_end(inside, slug):
    path = min(games.of(slug), key=lambda path: len(games.read(path).entries))
    costs = actions.Run()
    actions.play(path, costs)
    play = Play.objects.get()
    entries = len(games.read(path).entries)
    assert (play.revision, play.entries.count()) == (entries, entries)
    assert play.outcome is not None
    assert len(costs.spent[actions.ACTION]) == entries
    # Each of the three other phones shows every entry, by its stream or fetched.
    others = costs.spent[actions.BROUGHT] + costs.spent[actions.FETCHED]
    assert len(others) == 3 * entries
    assert costs.cpu(actions.ACTION).at(50) > 0


@pytest.mark.parametrize("slug", registry.TITLES)
def test_every_title_has_enough_entries_to_measure(slug):
    assert sum(len(games.read(path).entries) for path in games.of(slug)) >= games.ENOUGH


def test_light_phone_shows_what_fresh_page_shows(inside):
    (path, *_) = games.of("batman-who-laughs")
    game = games.begin(path, 2)
    acting, other = (Phone(game.at, place.cookie) for place in game.places)
    acting.open()
    other.open()
    for line in game.lines[:12]:
        acting.act(games.form(line))
        other.look()
        fresh = Phone(game.at, game.places[1].cookie)
        fresh.open()
        assert (other.screen.held, other.screen.revision) == (fresh.screen.held, line.n)
    assert other.screen.wholes == 1, "all but the page came in pieces"


def test_screen_takes_pieces_until_whole_board_clears_them():
    screen = Screen()
    board = '<section id="board" data-revision="{}" data-key="k{}"{}>{}</section>'
    one, other = '<p id="r-one" data-h="a1">', '<p id="r-other" data-h="b1">'
    screen.show(board.format(1, 1, "", one + other))
    screen.show(board.format(2, 2, " data-part", '<p id="r-one" data-h="a2">'))
    assert (screen.revision, screen.key, screen.header) == (2, "k2", "one:a2,other:b1")
    screen.show(board.format(3, 3, "", other))
    assert (screen.header, screen.wholes) == ("other:b1", 2)


def test_screen_names_chances_to_fetch_once():
    screen = Screen()
    board = '<section id="board" data-revision="{}" data-key="k" data-part>{}</section>'
    screen.show(board.format(1, '<p id="r-ahead" data-h="a1" hx-get="/t/ABC/ahead?at=1">'))
    assert screen.ahead == "/t/ABC/ahead?at=1"
    screen.show(board.format(2, ""))
    assert screen.ahead == ""


def test_cost_of_games_is_a_mean_of_actions():
    short, long = tables.Cost(10, 8.0, 4, 900, 20), tables.Cost(30, 12.0, 8, 1_100, 40)
    assert tables.together([short, long]) == tables.Cost(40, 11.0, 7, 1_050, 35)


def test_long_log_ends_where_short_one_does(db):
    short, long = logs.behind(2), logs.behind(30)
    assert (short.play.revision, long.play.revision) == (2, 30)
    assert short.play.state == long.play.state
    assert short.lines == long.lines


def test_ratio_is_of_medians_and_of_slow_ends():
    upper, lower = figures([4.0] * 19 + [30.0]), figures([2.0] * 19 + [10.0])
    assert ratio(upper, lower) == "p50 2.00 ×, p95 3.00 × (n 20)"


def test_the_record_is_a_table_with_its_aims():
    rows = [record.Row("answer", "4,444", "≤ 5,000"), record.Row("memory", "13 KB")]
    assert record.lines(rows) == "| answer | 4,444 | ≤ 5,000 |\n| memory | 13 KB |  |"


def test_hanging_part_and_all_it_started_are_stopped(monkeypatch, tmp_path):
    monkeypatch.setattr(run, "PATIENCE", 0.5)
    started = tmp_path / "started"
    command = ["sh", "-c", f"sleep 60 & echo $! > {started}; wait"]
    (row,) = run.answered("c", command, {})
    assert row.figure == "given up: no figure within 0.5 seconds"
    stat = Path(f"/proc/{started.read_text().strip()}/stat")
    until(lambda: not stat.exists() or " Z " in stat.read_text(), "it goes on")


def test_what_a_part_prints_is_its_rows():
    told = record.Row("answer", "1 byte", "≤ 2", headline=True)
    command = ["printf", "%s", msgspec.json.encode([told]).decode()]
    assert run.answered("d", command, {"PATH": os.environ["PATH"]}) == [told]


def told(of):
    """Return what titles say of their turns, a row each beside its title."""
    rows = ((slug, row) for slug in registry.TITLES for row in getattr(stories.told(slug), of))
    return [pytest.param(slug, row, id=row.what) for slug, row in rows]


@pytest.mark.parametrize("slug", registry.TITLES)
def test_counted_turns_are_those_of_golden_game(slug):
    said = stories.told(slug)
    for game in (said.game, *(each.game for each in said.games)):
        assert golden.at(f"{slug}/{game}") in golden.games(slug)
    assert said.aim


@pytest.mark.parametrize(("slug", "story"), told("rows"))
def test_counted_turn_is_one_phones_are_offered(db, slug, story):
    play, referee = stories.begun(slug, story), registry.referee(slug)
    for part, action in story.now:
        offered = referee.prompts(referee.decode_state(play.state))
        mine = [each.do for each in offered if not each.actors or part in each.actors]
        assert action["do"] in mine
        stories.enter(play, action)


@pytest.mark.parametrize(("slug", "evening"), told("evenings"))
def test_counted_evening_goes_on_for_its_turns(db, slug, evening):
    play = stories.begun(slug, evening)
    referee, rng = registry.referee(slug), Random(3)
    state = referee.decode_state(play.state)
    turns = set()
    while action := evening.choose(referee, state, rng):
        turns.add(stories.told(slug).turn(referee, state))
        state = referee.apply(state, referee.decode_action(action)).state
        if len(turns) > stories.TURNS:
            break
    assert len(turns) > ENOUGH


@pytest.mark.parametrize("slug", registry.TITLES)
def test_table_of_known_dice_is_read_as_stored(slug):
    _, state = next(iter(positions.recorded(slug)))
    referee = registry.referee(slug)
    assert type(stories.told(slug).knowing(referee, state)) is type(state)


def test_each_light_phone_listens_with_its_own_seat(db):
    game = games.begin(phones.GAME, 2, phones.PLAYED)
    for phone in phones.phones(0, game, 6):
        heard = parse_qs(urlsplit(phone.live).query)
        assert phone.at == f"/t/{heard['at'][0]}/"
