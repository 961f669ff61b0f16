"""Tests of what ``make test`` makes of tests that fail on a machine with too much to do."""

import json

import pytest

from tests import run


@pytest.fixture
def steps(monkeypatch, tmp_path):
    """Return every step and what it is to say; the tests that the first one leaves as failed."""

    class Steps:
        names: list[str] = []
        passing: set[str] = set()

        def failing(self, count):
            run.FAILED.write_text(json.dumps({f"test_{n}": True for n in range(count)}))

        def __call__(self, name, command, **environment):
            self.names.append(name)
            return name in self.passing

    monkeypatch.setattr(run, "FAILED", tmp_path / "lastfailed")
    told = Steps()
    told.names, told.passing = [], set()
    monkeypatch.setattr(run, "step", told)
    return told


def test_what_passes_only_alone_is_named(steps):
    steps.failing(2)
    steps.passing = {"tests, again"}
    starved = []
    assert run.tested("tests", "patient", starved)
    assert steps.names == ["tests", "tests, again"]
    assert starved == ["test_0", "test_1"]


@pytest.mark.parametrize("count", [0, run.STARVED + 1])
def test_many_unknown_failures_are_not_tried_again(steps, count):
    steps.failing(count)
    steps.passing = {"tests, again"}
    assert not run.tested("tests", "patient", starved := [])
    assert steps.names == ["tests"]
    assert not starved


def test_what_fails_alone_has_failed(steps):
    steps.failing(1)
    assert not run.tested("tests", "patient", starved := [])
    assert steps.names == ["tests", "tests, again"]
    assert not starved


def test_missing_fonts_are_named_before_anything_fails(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(run.fetch_browser, "fetch", lambda: None)
    monkeypatch.setattr(run.services, "FONTS", tmp_path / "fonts" / "fonts.conf")
    monkeypatch.setattr(run.fetch_browser, "_download", _no_registry)
    assert "no registry" in run.missing()["Fonts"]
    assert "this machine's fonts and may fail" in capsys.readouterr().out
    assert not run.services.FONTS.exists()


def _no_registry(*package):
    raise OSError("no registry")
