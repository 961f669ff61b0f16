"""A backup is restored to exactly what it was, on both databases."""

import pytest
from django.core.management import CommandError, call_command

from companion.plays import ledger
from companion.plays.models import Entry, Play
from tests.sixth_game import Setup


@pytest.mark.django_db(transaction=True)
def test_what_was_lost_after_a_backup_comes_back(acorns, tmp_path):
    play = ledger.begin(acorns, Setup())
    ledger.record(play.pk, {"do": "roll", "face": 4}, key="k1")
    file = tmp_path / "night.backup"
    call_command("backup", str(file), verbosity=0)
    before = Play.objects.get().state
    ledger.record(play.pk, {"do": "roll", "face": 5}, key="k2")
    Entry.objects.filter(seq=1).delete()
    call_command("backup", str(file), "--restore", verbosity=0)
    assert list(Entry.objects.values_list("seq", flat=True)) == [1]
    assert Play.objects.get().state == before
    ledger.record(play.pk, {"do": "roll", "face": 6}, key="k3")
    assert Play.objects.get().revision == 2


@pytest.mark.django_db(transaction=True)
def test_a_file_that_is_no_backup_changes_nothing(acorns, tmp_path):
    ledger.begin(acorns, Setup())
    bad = tmp_path / "bad"
    bad.write_text("not a database at all, not a database at all")
    with pytest.raises(CommandError):
        call_command("backup", str(bad), "--restore", verbosity=0)
    with pytest.raises(CommandError):
        call_command("backup", str(tmp_path / "missing"), "--restore", verbosity=0)
    assert Play.objects.count() == 1
