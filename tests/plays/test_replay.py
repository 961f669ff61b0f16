"""Every replay of a log is the same fold, and every play is written in one place."""

import ast
from pathlib import Path

import pytest

import companion
from companion.plays import ledger, replay
from companion.plays.answers import NothingToUndoError, Recorded, ReplayMisfitError
from companion.plays.models import Entry, Play
from companion.plays.repair import LogChange
from tests.sample_game import Acorns, Setup

pytestmark = pytest.mark.each_database

SITE = Path(companion.__file__).parent
KEPT = {"Play", "Entry", "Snapshot"}
WRITES = {"create", "bulk_create", "save", "update", "delete", "get_or_create", "update_or_create"}


def rolled(face):
    return LogChange("replace", 1, {"do": "roll", "face": face})


@pytest.fixture
def begun():
    referee = Acorns()
    return referee, referee.begin(Setup(2, 20), referee.blank_box()).state


def test_misfit_is_named_and_changes_nothing_after_it(begun):
    referee, state = begun
    impossible, missing = rolled(9), LogChange("replace", 1, {"do": "fly"})
    played = list(replay.fold(referee, state, [rolled(3), impossible, missing, rolled(4)]))
    assert [type(each) for each in played] == [
        replay.ReplayStep,
        replay.ReplayMisfit,
        replay.ReplayMisfit,
        replay.ReplayStep,
    ]
    assert [played[1].entry, played[2].entry] == [impossible, missing]
    assert [each.answer.code for each in played[1:3]] == ["E_RANGE", "E_MALFORMED"]
    assert played[3].before == played[0].after
    assert played[3].after.stores == (3, 4)


def test_what_rules_refuse_is_misfit_with_their_reason(begun):
    referee, state = begun
    refused = LogChange("insert", 0, {"do": "roll", "face": 3}, actor=1)
    (misfit,) = replay.fold(referee, state, [refused])
    assert (misfit.entry, misfit.answer.code) == (refused, "E_NOT_ACTIVE")


@pytest.mark.django_db
def test_past_state_that_no_longer_holds_names_entry(cast):
    for n in (2, 3, 4):
        done = ledger.record(cast.play.pk, {"do": "roll", "face": n}, key=f"k{n}")
        assert isinstance(done, Recorded)
    Entry.objects.filter(play=cast.play, seq=2).update(action={"do": "roll", "face": 9})
    with pytest.raises(ReplayMisfitError) as unfit:
        replay.state_at(cast.play, 3)
    assert unfit.value.misfit.entry.seq == 2
    assert replay.state_at(cast.play, 1).stores == (2, 0)


@pytest.mark.django_db
def test_no_state_exists_after_what_is_no_action(cast):
    ledger.record(cast.play.pk, {"do": "roll", "face": 3}, key="k1")
    ledger.undo(cast.play.pk, key="u1")
    for seq in (2, 9):
        with pytest.raises(NothingToUndoError):
            replay.state_at(cast.play, seq)


BESIDE = {"seats", "handovers", "save_m2m"}
"""What hangs on a play and is none of its log."""


def writers(path):
    """Yield the places of a file that write rows of a play through its models or a name for one."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            names = {each.id for each in ast.walk(node.func) if isinstance(each, ast.Name)}
            parts = {each.attr for each in ast.walk(node.func) if isinstance(each, ast.Attribute)}
            own = names & KEPT or ("play" in names and not parts & BESIDE)
            own_statement = "rows" in names and node.func.attr in ("add", "write")
            if own_statement or (node.func.attr in WRITES and own):
                yield f"{path.relative_to(SITE)}:{node.lineno}"


def test_nobody_but_the_door_writes_a_play():
    paths = [path for path in SITE.rglob("*.py") if "migrations" not in path.parts]
    found = {at for path in paths for at in writers(path)}
    assert {at.partition(":")[0] for at in found} == {"plays/store.py"}, sorted(found)


def test_live_places_go_around_what_was_undone(cast, django_assert_num_queries):
    for n in range(5):
        ledger.record(cast.play.pk, {"do": "find", "squirrel": 0}, key=f"a{n}")
    ledger.go_back(cast.play.pk, 2, key="back")
    ledger.record(cast.play.pk, {"do": "find", "squirrel": 1}, key="after")
    play = Play.objects.get(pk=cast.play.pk)
    expected = {entry.seq: entry.ordinal for entry in replay.live_entries(play)}
    with django_assert_num_queries(1):
        assert replay.live_places(play) == expected
    assert list(replay.live_places(play, 2)) == [seq for seq in expected if seq > 2]
