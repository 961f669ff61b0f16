"""The audit fails on findings and on its own failure, and on nothing else."""

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
        ([UNKNOWN], 0, audit.UNREACHABLE),
    ],
)
def test_only_findings_fail(packages, code, said, capsys):
    assert audit.verdict(json.dumps({"dependencies": packages}), "") == code
    assert said in capsys.readouterr().out


@pytest.mark.parametrize(
    ("complaint", "code", "said"),
    [
        ("requests.exceptions.ConnectionError: no route", 0, audit.UNREACHABLE),
        ("error: requirements.lock has no hashes", 1, "has no hashes"),
    ],
)
def test_without_a_report_only_an_absent_service_is_forgiven(complaint, code, said, capsys):
    assert audit.verdict("", complaint) == code
    assert said in capsys.readouterr().out
