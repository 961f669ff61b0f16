"""The audit fails on findings, on its own failure, and where nothing can be found out."""

from __future__ import annotations

import json

import pytest

from tests import audit

SOUND = {"name": "amqp", "version": "5.4.2", "vulns": []}
FLAWED = {
    "name": "django",
    "version": "1.0",
    "vulns": [{"id": "CVE-2000-0001", "fix_versions": ["1.1"]}],
}
UNKNOWN = {"name": "vine", "skip_reason": "Dependency not found on PyPI"}


@pytest.mark.parametrize(
    ("packages", "code", "said"),
    [
        ([SOUND], 0, "1 packages audited, 0 vulnerabilities known"),
        ([SOUND, UNKNOWN], 0, "Not known to the advisory service: vine"),
        ([SOUND, FLAWED], 1, "django 1.0: CVE-2000-0001, mended in 1.1"),
        ([UNKNOWN], None, ""),
    ],
)
def test_only_findings_fail(packages, code, said, capsys):
    assert audit.verdict(json.dumps({"dependencies": packages}), "") == code
    assert said in capsys.readouterr().out


@pytest.mark.parametrize(
    ("complaint", "code", "said"),
    [
        ("requests.exceptions.ConnectionError: no route", None, ""),
        ("error: requirements.lock has no hashes", 1, "has no hashes"),
    ],
)
def test_without_report_only_absent_service_is_no_verdict(complaint, code, said, capsys):
    assert audit.verdict("", complaint) == code
    assert said in capsys.readouterr().out


HELD = {"amqp": "5.4.2", "django": "5.2.19", "colorama": "0.4.6"}


@pytest.mark.parametrize(
    ("newest", "allowed", "code", "said"),
    [
        ({"amqp": "5.4.2", "django": "5.2.19"}, 0, 0, "0 of 2 locked packages lag"),
        ({"amqp": "5.4.2", "django": "5.2.20"}, 0, 1, "django 5.2.19: 5.2.20 is out"),
        ({"amqp": "5.4.2", "django": "5.2.20"}, 1, 0, "1 of 2 locked packages lag"),
        ({"amqp": "5.4.10", "django": "5.2.19"}, 0, 1, "amqp 5.4.2: 5.4.10 is out"),
        ({}, 5, 1, "nothing is known"),
    ],
)
def test_without_advisories_locks_are_held_to_newest(newest, allowed, code, said, capsys):
    assert audit.compared(HELD, newest, allowed) == code
    assert said in capsys.readouterr().out


@pytest.mark.parametrize("newest", [{}, {"amqp": "5.4.2"}])
def test_it_never_passes_in_silence(newest, monkeypatch, capsys):
    monkeypatch.setattr(audit, "audited", lambda: None)
    monkeypatch.setattr(audit, "newest", lambda: newest)
    code = audit.main(0)
    assert audit.UNREACHABLE in capsys.readouterr().out
    assert code == (0 if newest else 1)
