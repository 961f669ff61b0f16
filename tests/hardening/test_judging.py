"""Tests of how a fault run is judged, and that nothing but a run needs its services."""

import os
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from tests.hardening import faults
from tests.hardening.judging import KILLS, QUIET, RECOVERY, Machine, Phase, Tap, judged, worked
from tests.hardening.services import PATIENCE, Blow, Services
from tests.sample_game import State
from tests.titles import raising

READING, CROWD = Phase("reading", 40, 50), Phase("crowd", 50, 60)
BLOW = Blow("killed", 20, 22)
QUICK = [Tap(each, 0.1) for each in (5, 45, 55)]


def wrong(*taps):
    return judged([*QUICK, *taps], (READING, CROWD), [BLOW])[1]


@pytest.mark.parametrize(
    ("tap", "part"),
    [
        (Tap(1, 1.2), QUIET),
        (Tap(22 + RECOVERY, 1.2), QUIET),
        (Tap(49.5, 1.2), "reading"),
        (Tap(50, 1.2), "crowd"),
    ],
)
def test_tap_over_second_is_wrong_outside_of_kills(tap, part):
    assert wrong(tap) == [f"{part}: 1 taps over 1 s within 0 s, up to 1.2 s"]


@pytest.mark.parametrize("tap", [Tap(18, 2.5), Tap(21, 9), Tap(22 + RECOVERY - 0.1, 1.2)])
def test_tap_that_meets_a_kill_is_excused(tap):
    assert not wrong(tap)


@pytest.mark.parametrize(
    ("slow", "refused"), [([1.2] * 5, False), ([1.2] * 6, True), ([3.1], True)]
)
def test_one_tap_in_twenty_may_meet_a_stall(slow, refused):
    taps = [*(Tap(45, 0.1) for _ in range(100 - len(slow))), *(Tap(46, each) for each in slow)]
    assert bool(wrong(*taps)) is refused


def test_taps_of_a_second_are_right():
    assert not wrong(Tap(52, 1.0))


@pytest.mark.parametrize(("others", "limit"), [(0, 1), (0.5, 2), (0.95, 4)])
def test_tap_may_take_longer_by_others_machine_use(others, limit):
    for took, wrong in ((limit - 0.1, False), (limit + 0.1, True)):
        taps = [*QUICK, Tap(52, took)]
        found = judged(taps, (READING, CROWD), [BLOW], lambda begun, ended: others)[1]
        assert bool(found) is wrong, took


def test_others_take_what_is_worked_between_two_moments(monkeypatch):
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    machine = Machine(list)
    machine.samples = [(0, 5), (1, 5), (2, 6), (3, 8), (4, 8)]
    assert machine.others(1.5, 2.5) == 3 / 4
    assert machine.others(0, 0.5) == 0


def test_work_of_process_and_children_is_not_others():
    subprocess.run([sys.executable, "-c", "sum(range(10**6))"], check=True)
    without = worked([os.getpid()])
    assert worked([]) - without > 0.05


def test_part_in_which_nobody_tapped_is_wrong():
    found = judged(QUICK[:2], (READING, CROWD), [BLOW])[1]
    assert found == ["crowd: nobody tapped"]


def test_slowest_tap_is_said_for_every_part():
    said, _ = judged([*QUICK, Tap(21, 3), Tap(41, 0.7)], (READING, CROWD), [BLOW])
    told = dict(line[5:].split(": ", 1) for line in said if line.startswith("taps "))
    assert [*told] == sorted([QUIET, KILLS, "crowd", "reading"])
    assert "slowest 700 ms" in told["reading"]
    assert "slowest 3000 ms" in told[KILLS]


@pytest.mark.parametrize("seconds", [60, 120, 600])
def test_nothing_is_killed_in_the_middle(seconds):
    reading, crowd = faults.middle(0, seconds)
    blows = faults.plan(seconds)
    assert not [at for at, _ in blows if reading.begun - RECOVERY < at < crowd.ended]
    assert reading.ended - reading.begun == pytest.approx(seconds / 10)
    fallen = Counter(what for _, what in blows)
    del fallen["web process killed"]
    assert fallen == {"PostgreSQL restarted": 2, "Redis restarted": 2, "worker killed": 1}


def test_services_are_made_where_none_is_installed(tmp_path, monkeypatch):
    monkeypatch.setattr(shutil, "which", lambda name: None)
    monkeypatch.setattr(Path, "glob", lambda self, pattern: iter(()))
    services = Services(tmp_path, RAISING="here")
    assert services.environment["RAISING"] == "here"
    with pytest.raises(AssertionError, match="PostgreSQL is not installed"):
        services.start()


def test_server_errors_are_excused_until_blow_is_over(tmp_path):
    services = Services(tmp_path)
    services.blows = [Blow("killed", 20, 22), Blow("restarted", 50)]
    assert [services.excused(at) for at in (19, 20, 22 + PATIENCE - 1, 22 + PATIENCE, 99)] == [
        *(False, True, True, False, True)
    ]


def test_installed_title_raises_what_it_is_told(tmp_path, monkeypatch):
    monkeypatch.setattr(raising, "FOLDER", tmp_path)
    monkeypatch.setattr(raising.erring, "BREAKING", raising.Told())
    title = raising.Raising()
    state = State(2, 20, stores=(4, 0))
    assert title.prompts(state)
    (tmp_path / "prompts").touch()
    with pytest.raises(RuntimeError):
        title.prompts(state)
