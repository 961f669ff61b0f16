"""A phone with one task: what it shows and may do, for whom, and the one tap back."""

from __future__ import annotations

import pytest
from django.utils import translation

from companion.plays.models import Seat
from companion.plays.pages import tasks
from companion.plays.pages.table import TablePage
from games import registry
from tests import golden
from tests.games.talisman_batman.table import begun
from tests.pageplayer import forms_of
from tests.sample_game import Acorns

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}
RISING = {"dice", "villain"}
ASKED = {"batman-who-laughs": RISING, "fire-nation": RISING}
"""The tasks that recorded games ask for; in Talisman's Batman never moves."""


@pytest.fixture(autouse=True)
def dice_of_acorns(monkeypatch):
    monkeypatch.setattr(Acorns, "tasks", {"dice": frozenset({"roll"})})


def takes(client, at: str, task: str) -> str:
    return client.post(f"{at}task", {"task": task}, headers=HTMX).content.decode()


def dos(board: str) -> set[str]:
    """Return the actions a board has forms for."""
    return {form.fixed("do") for form in forms_of(board)} - {None, ""}


def test_every_task_is_off_until_it_is_chosen(cast):
    assert {seat.task for seat in cast.play.seats.all()} == {""}
    assert "Show everything" not in cast.player.get(cast.at).content.decode()
    more = cast.player.get(f"{cast.at}more").content.decode()
    assert '<button name="task" value="dice">Dice</button>' in more
    assert 'value="villain"' not in more
    assert 'name="task"' not in cast.spectator.get(f"{cast.watched_at}more").content.decode()


def test_dice_phone_enters_for_whoever_is_asked(cast):
    board = takes(cast.player, cast.at, "dice")
    assert "Only: Dice" in board
    assert "for Ana" in board
    assert dos(board) == {"roll"}
    form = next(form for form in forms_of(board) if form.fixed("do") == "roll")
    answer = cast.player.post(f"{cast.at}act", dict(form.data({"face": 4})), headers=HTMX)
    assert answer.status_code == 200
    entry = cast.play.entries.get()
    assert (entry.actor, entry.seat.name) == (0, "Bo")
    assert "for Ana" not in cast.player.get(cast.at).content.decode()


def test_one_tap_shows_everything_again(cast):
    takes(cast.player, cast.at, "dice")
    form = next(
        f for f in forms_of(cast.player.get(cast.at).content.decode()) if f.action.endswith("/task")
    )
    board = cast.player.post(form.action, dict(form.data({})), headers=HTMX).content.decode()
    assert "Only:" not in board
    assert "Enter for Ana" in board


def test_counters_phone_shows_numbers_alone(cast):
    board = takes(cast.host, cast.at, "counters")
    assert dos(board) == set()
    assert board.count('data-number="store.') >= 2
    assert "your turn" not in board


@pytest.mark.parametrize("task", ["villain", "nonsense", ""])
def test_unknown_task_is_none(cast, task):
    takes(cast.player, cast.at, "dice")
    assert "Only:" not in takes(cast.player, cast.at, task)


@pytest.mark.parametrize("slug", sorted(registry.TITLES))
def test_tasks_of_title_are_asked_in_its_games(slug):
    """Every task of a title shows something in a recorded game, and nothing but its own."""
    referee = registry.referee(slug)
    kept = {task: set() for task in referee.tasks}
    for path in golden.games(slug):
        replayed = golden.replayed(path)
        for state in replayed.states.values():
            prompts = referee.prompts(state)
            for task, seen in kept.items():
                shown = tasks.only(task, referee, prompts)
                assert {each.do for each in shown} <= referee.tasks[task]
                seen |= {each.do for each in shown if each.expected}
    assert {task for task, seen in kept.items() if seen} == ASKED.get(slug, {"dice"})


def test_villain_phone_of_talisman_moves_batman():
    state = begun().at("batman-roll").state
    referee = registry.referee("talisman-batman")
    shown = tasks.only("villain", referee, referee.prompts(state))
    assert [prompt.do for prompt in shown if prompt.expected] == ["batman-roll"]


def test_dice_phone_shows_pushed_board_of_its_task(cast):
    bo = cast.play.seats.get(name="Bo")
    bo.task = Seat.Task.DICE
    with translation.override("en"):
        table = TablePage(cast.play, bo)
        assert [prompt.do for prompt in table.prompts] == ["roll"]
        bo.task = Seat.Task.COUNTERS
        assert TablePage(cast.play, bo).prompts == ()
