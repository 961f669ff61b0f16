"""A call into an installed title has a budget of time and size; beyond it the title is off."""

import subprocess
import sys
import threading
import time
from contextlib import suppress
from functools import partial

import pytest

from companion.plays import budget, ledger, moments, seats
from companion.plays.models import Play, Seat
from games import registry
from games.animated_dice import AnimatedDice
from games.referee import Prompt
from tests.titles import erring
from tests.titles.erring import BREAKING, Setup

pytestmark = pytest.mark.django_db


@pytest.fixture
def installed(monkeypatch):
    """Install Acorns that err, as an installed package brings them."""
    monkeypatch.setattr(
        registry, "TITLES", {**registry.TITLES, "erring": "tests.titles.erring:Erring"}
    )
    monkeypatch.setattr(registry, "INSTALLED", {"erring"})
    monkeypatch.setattr(registry, "REFUSED", [])
    registry.referee.cache_clear()
    moments.of.cache_clear()
    yield
    BREAKING.clear()
    registry.referee.cache_clear()
    moments.of.cache_clear()


@pytest.fixture
def phone(installed, client):
    """Return the host's phone at a table where something was entered."""
    play = ledger.begin("erring", Setup(2, 20))
    ledger.record(play.pk, {"do": "roll", "face": 5}, key="k")
    seat = Seat.objects.create(play=play, name="Ana", role=Seat.Role.HOST, parts=[0, 1])
    client.cookies[seats.cookie_name(seat.address)] = seats.token(seat)
    client.table = f"/t/{play.code}/"
    return client


def spin(what):
    while True:
        pass


def spin_and_catch(what):
    for _ in range(3):
        try:
            spin(what)
        except BaseException:
            continue


def breaks(what, error):
    BREAKING[what] = error
    moments.of.cache_clear()


@pytest.mark.parametrize("error", [spin, spin_and_catch])
@pytest.mark.parametrize("what", ["prompts", "board"])
def test_title_that_never_answers_is_switched_off(phone, what, error):
    breaks(what, error)
    assert phone.get(phone.table).status_code == 410
    page = phone.get(phone.table)
    assert page.status_code == 200
    assert "It is switched off until Sidekick starts again" in page.content.decode()
    assert "Roll: " in page.content.decode()
    assert "switched off" in phone.get("/").content.decode()


def test_other_tables_are_drawn_while_title_spins(phone, cast, monkeypatch):
    monkeypatch.setattr(budget, "SECONDS", 0.5)
    slowest = 0.0

    def look():
        with suppress(registry.UnknownTitleError):
            registry.referee("erring").prompts(state)

    state = moments.of("erring", Play.objects.get(title="erring").state).state
    breaks("prompts", spin)
    spinning = [threading.Thread(target=look) for _ in range(3)]
    for each in spinning:
        each.start()
    while any(each.is_alive() for each in spinning):
        begun = time.monotonic()
        assert cast.host.get(cast.at).status_code == 200
        slowest = max(slowest, time.monotonic() - begun)
    assert "erring" not in registry.TITLES
    assert slowest < 5


@pytest.mark.parametrize("what", ["prompts", "text"])
def test_title_that_answers_too_much_is_switched_off(phone, monkeypatch, what):
    much = "x" * budget.SIZE
    answers = {"prompts": (Prompt("roll", much),), "text": much}
    monkeypatch.setattr(erring.Erring, what, lambda *args: answers[what])
    registry.referee.cache_clear()
    referee = registry.referee("erring")
    state = moments.of("erring", Play.objects.get().state).state
    with pytest.raises(registry.UnknownTitleError):
        getattr(referee, what)(state)
    assert registry.why_not("erring").code == "overflowed"


def test_title_cannot_end_the_server(phone):
    breaks("board", SystemExit)
    assert phone.get(phone.table).status_code == 200
    with pytest.raises(RuntimeError, match="wanted to end"):
        budget.within("erring", lambda: exit(1))


def test_nothing_is_raised_after_a_call(monkeypatch):
    """Calls that end just as they are to be ended leave nothing to strike later."""
    for name, value in (("SECONDS", 0.01), ("TICK", 0.005)):
        monkeypatch.setattr(budget, name, value)

    def work(seconds):
        end = time.thread_time() + seconds
        while time.thread_time() < end:
            pass

    late = 0
    for n in range(150):
        try:
            budget.within("nobody", partial(work, 0.008 + n % 10 * 0.001))
        except registry.UnknownTitleError:
            late += 1
        sum(range(20_000))
    assert late < 150


PROFILED = """
import sys
from companion.plays import budget
from games import registry

budget.SECONDS = budget.TICK = 0.01
def spin():
    while True:
        pass
try:
    budget.within("nobody", spin)
except registry.UnknownTitleError:
    sys.setprofile(lambda frame, event, argument: None)
    (lambda: None)()
    sys.setprofile(None)
    print("returned")
"""


def test_ended_call_leaves_profiled_calls_to_return():
    """In Python 3.11 a thread that is told not to raise after all looks for it ever after."""
    done = subprocess.run(
        [sys.executable, "-c", PROFILED], capture_output=True, text=True, timeout=30, check=False
    )
    assert done.stdout == "returned\n", done.stderr


def test_shipped_titles_are_called_as_they_are():
    assert type(registry.referee("animated-dice")) is AnimatedDice


def test_static_method_of_title_is_called_as_one(monkeypatch):
    monkeypatch.setattr(erring.Erring, "threats", staticmethod(lambda board: (board,)))
    watched = budget.guarded("erring", erring.Erring())
    assert watched.threats("board") == ("board",)
