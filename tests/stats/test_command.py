"""``manage.py crew``: a crew saved, loaded and counted anew from the shell."""

import io

import pytest
from django.core.management import CommandError, call_command

from companion.crews.models import Crew
from companion.plays.models import Play
from companion.stats import tallies
from companion.stats.models import Job


def crew(*words):
    out = io.StringIO()
    call_command("crew", *words, stdout=out)
    return out.getvalue()


def test_a_crew_is_saved_and_loaded_by_command(group, tmp_path):
    for _ in range(2):
        group.finished()
    file = tmp_path / "cellar.gz"
    assert crew("--save", group.crew.key, "--to", str(file)) == f"The Cellar: 2 plays in {file}\n"
    assert not Job.objects.exists()
    Play.objects.all().delete()
    group.crew.delete()
    said = crew("--load", str(file))
    loaded = Crew.objects.get()
    assert said == f"The Cellar: join it at /crews/join/{loaded.invitation}/\n"
    assert loaded.plays.count() == 2


def test_unsavable_crew_says_why_and_writes_nothing(group, tmp_path, monkeypatch):
    from companion.stats.exports import archive

    def fail(*arguments):
        raise ValueError("no room")

    monkeypatch.setattr(archive, "_head", fail)
    file = tmp_path / "cellar.gz"
    with pytest.raises(CommandError, match=r"cannot be saved.*no room"):
        crew("--save", group.crew.key, "--to", str(file))
    assert not file.exists()


def test_sums_are_counted_anew_by_command(group):
    group.finished()
    right = tallies.stored(group.crew)
    group.crew.tallies.filter(kind="all").update(plays=9)
    crew("--recount", group.crew.key)
    assert tallies.stored(group.crew) == right


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--save", "nobody"), "There is no crew nobody."),
        (("--recount", "nobody"), "There is no crew nobody."),
        (("--load", "/no/such/file"), "Nothing was imported."),
        ((), "one of the arguments --save --load --recount is required"),
        (("--save", "a", "--load", "b"), "not allowed with argument"),
    ],
)
def test_what_cannot_be_done_is_said(db, words, said):
    with pytest.raises(CommandError, match=said):
        crew(*words)
