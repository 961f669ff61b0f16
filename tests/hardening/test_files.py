"""No file, however bad, ends in an error of ours or in a page that does not open."""

import gzip
import json

import pytest
from django.db import connection

from companion.plays import playlog
from companion.plays.models import Play
from companion.uploads import reading
from companion.uploads.models import Upload
from tests.hardening import files
from tests.sending import stored

pytestmark = pytest.mark.django_db

SHORT = 120


@pytest.mark.patient
def test_bad_files_are_refused_or_their_pages_open(acorns):
    """Each database gets bad files of its own."""
    assert files.run(SHORT, {"sqlite": 1, "postgresql": 2}[connection.vendor]) > 50


def test_files_are_good_before_they_are_spoiled(acorns):
    for abandoned in (True, False):
        play = playlog.load(playlog.decode(files.encoded(files.log(abandoned))))
        assert play.revision == (9 if abandoned else 8)
    content = gzip.compress(b"\n".join(map(files.encoded, files.archive(0))))
    upload = reading.go_on(stored("archive", content).pk)
    assert upload.stage == Upload.Stage.DONE, upload.problem


def changed(n, **what):
    document = files.log()
    document["entries"][n - 1].update(what)
    return document


def recorded(**what):
    return {**files.log(), **what}


BAD = {
    "entry 7: Expected": changed(7, change=None),
    "entry 5: Expected": changed(5, change=None),
    "entry 5: entry 3 is not an action": changed(5, to=3),
    "entry 6: entry 5 is not an action": changed(6, to=5),
    "entry 7: the repaired stretch": changed(7, change={"kind": "remove", "seq": 1, "last": 99}),
    "entry 1: nobody played in the year 9999": changed(1, at="9999-12-31T23:59:59Z"),
    "entry 1: nobody played in the year 1\\b": changed(1, at="0001-01-01T00:00:00Z"),
    "timezone": changed(1, at="2026-01-03T20:00:00"),
    "entry 1: there is no part 7": changed(1, actor=7),
    "rules_version": recorded(rules_version=2**31),
    r"entries\[0\].rules": changed(1, rules=2**70),
    "seat 0: there are no such parts": recorded(
        seats=[{"name": "Ana", "parts": [9]}, *files.log()["seats"][1:]]
    ),
    "seats.*name": recorded(seats=[{"name": "x" * 41}]),
    "nobody played in the year 2500": recorded(started="2500-01-01T00:00:00Z"),
    "entry 8.*answers": changed(8, answers={"no such thing!": "no"}),
    "set-up.*goal": recorded(setup={"players": 2, "goal": 2**70}),
}


@pytest.mark.parametrize("said", BAD)
def test_what_no_page_could_show_is_named(acorns, said):
    with pytest.raises(playlog.BrokenFileError, match=said):
        playlog.load(playlog.decode(json.dumps(BAD[said])))
    assert not Play.objects.exists()
