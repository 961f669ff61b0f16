"""A title written by ``newtitle`` passes everything at once, and is played where it lies."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from companion.scaffold import writing
from games import registry
from games.messages import msg
from games.plugins import RefusedTitle

ROOT = Path(__file__).parents[2]
NAMES = ("go", "a-name-as-long-as-there-may-be")


def installed(folder, site):
    """Return an environment of a process that finds a title as an installer would have laid it."""
    slug, package = folder.name.removeprefix("sidekick-"), next(folder.glob("sidekick_*")).name
    named = "".join(word.title() for word in slug.split("-"))
    info = site / f"{package}-0.1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {folder.name}\nVersion: 0.1.0\n")
    points = f"[sidekick.titles]\n{slug} = {package}:{named}\n"
    assert points.splitlines()[1].replace(" = ", ' = "') in (folder / "pyproject.toml").read_text()
    (info / "entry_points.txt").write_text(points)
    found = os.pathsep.join(map(str, (ROOT, folder, site)))
    kept = {
        name: os.environ[name]
        for name in ("PATH", "HOME", "LANG", "CHROMIUM", "FONTCONFIG_FILE")
        if name in os.environ
    }
    return {**kept, "PYTHONPATH": found, "MYPYPATH": found}


def run(folder, env, *words):
    command = [sys.executable, "-m", *words]
    done = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, timeout=300)
    return done.returncode, done.stdout + done.stderr


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    where = tmp_path_factory.mktemp("titles")
    folder = writing.write("fox-and-hens", where)
    return folder, installed(folder, where / "site")


def formatted(folder, env):
    return [
        run(folder, env, "ruff", *words, "--no-cache", ".")[0]
        for words in (("check",), ("format", "--check"))
    ]


@pytest.mark.parametrize("slug", NAMES)
def test_whatever_it_is_called_it_is_formatted(slug, tmp_path):
    folder = writing.write(slug, tmp_path)
    assert formatted(folder, installed(folder, tmp_path / "site")) == [0, 0]


def test_it_is_formatted_and_typed_like_shipped_titles(written):
    folder, env = written
    assert formatted(folder, env) == [0, 0]
    status, said = run(folder, env, "mypy", "--cache-dir", str(folder.parent / "cache"))
    assert (status, said) == (0, "Success: no issues found in 5 source files\n")


QUIET = ("pytest", "-q", "-p", "no:cacheprovider")
NO_BROWSER = ("-k", "not test_journeys")


@pytest.mark.patient
def test_it_passes_own_tests_and_every_titles_tests(written):
    folder, env = written
    status, said = run(folder, env, *QUIET, *NO_BROWSER)
    assert status == 0, said
    suite = [path.stem for path in (ROOT / "companion/conformance/suite").glob("test_*.py")]
    _, listed = run(folder, env, *QUIET, "--collect-only")
    assert all(name in listed for name in suite)


@pytest.mark.patient
def test_browser_plays_it_on_phones_and_big_screen(written):
    folder, env = written
    status, said = run(folder, env, *QUIET, "-k", "test_journeys")
    assert (status, "skipped" in said) == (0, False), said


BROKEN = {
    "templates/games/pines/board.jinja": """{% extends "board/board.jinja" %}
{% block stage %}<button type="button"></button><b data-number="cones">1</b>{% endblock %}
""",
    "templates/games/pines/asked.jinja": """{% extends "board/asked.jinja" %}
{% block now %}<p>Roll!</p>{% endblock %}
""",
    "templates/games/pines/tv.jinja": """{% extends "board/tv.jinja" %}
{% block scene %}{{ piece("state") }}<p class="far">Far away</p>{% endblock %}
""",
    "static/games/pines/screen.css": ".far { position: absolute; top: 60rem; }",
}
PIECES = """
    def pieces(self, board: State, offers: Offers) -> tuple[BoardPiece, ...]:
        asked = BoardPiece("asked", "games/pines/asked.jinja", {})
        return (*super().pieces(board, offers), asked)

    def start("""
SAID = (
    "the page has a form with a button for none of these expected actions: {'do': 'roll'",
    "nobody reads out what this is: <button",
    "data-number names no tracker",
    "'P.far Far away' is cut off",
)


@pytest.mark.patient
def test_broken_look_fails_journeys_and_says_cause(tmp_path):
    folder = writing.write("pines", tmp_path)
    package = folder / "sidekick_pines"
    for name, text in BROKEN.items():
        (package / name).parent.mkdir(parents=True, exist_ok=True)
        (package / name).write_text(text)
    referee = package / "referee.py"
    text = referee.read_text().replace("\n    def start(", PIECES, 1)
    needed = "\nfrom games.pieces import BoardPiece, Offers\n\nfrom . import"
    referee.write_text(text.replace("\nfrom . import", needed))
    env = installed(folder, tmp_path / "site")
    status, said = run(folder, env, *QUIET, "-k", "test_journeys", "--tb=short")
    assert status == 1
    assert [each for each in SAID if each not in said] == [], said


@pytest.mark.patient
def test_colour_that_does_not_stand_out_fails_journeys(tmp_path):
    folder = writing.write("pines", tmp_path)
    sheet = folder / "sidekick_pines/static/games/pines/style.css"
    sheet.write_text(".meter span { color: #30333b; }")
    env = installed(folder, tmp_path / "site")
    status, said = run(folder, env, *QUIET, "-k", "test_every_phone", "--tb=short")
    assert (status, "color-contrast" in said) == (1, True), said


@pytest.mark.patient
def test_journeys_without_browser_are_left_out_and_explained(written):
    folder, env = written
    nowhere = {**env, "CHROMIUM": "/nowhere/chromium"}
    status, said = run(folder, nowhere, *QUIET, "-rs", "-k", "test_journeys")
    assert status == 0, said
    assert "Journeys cannot run: no Chromium found; set CHROMIUM to the path of one" in said


def test_nothing_of_sample_is_left_in_its_name(written):
    folder, _ = written
    for path in folder.rglob("*"):
        assert "acorns" not in path.name
        if path.suffix in {".toml", ".css", ".po", ".py"}:
            text = path.read_text()
            assert not re.search(r'(?i)ctxt "acorns|class Acorns|sidekick.acorns|=acorns', text)


@pytest.mark.patient
def test_broken_title_fails_suite_and_cause_is_said(tmp_path):
    """Sentences with a misspelt fact, also one no random game says, and one without Polish."""
    folder = writing.write("pines", tmp_path)
    rules = folder / "sidekick_pines" / "rules.py"
    text = rules.read_text().replace("{who} rolled {face}", "{who} rolled {fase}")
    text = text.replace("{who} cannot carry", "{whom} cannot carry")
    rules.write_text(text.replace('_("A stray acorn")', '_("Something new")'))
    env = installed(folder, tmp_path / "site")
    status, said = run(folder, env, *QUIET, *NO_BROWSER)
    assert status == 1
    assert "note.roll wants {fase}, its facts are: who, face" in said
    assert "refusal.E_FULL wants {whom}, and is told with: who" in said
    assert "not said in 'pl'; sidekick title pines --messages lists them" in said


@pytest.mark.patient
def test_what_it_lacks_is_said_in_sentences(written):
    folder, env = written
    slug = folder.name.removeprefix("sidekick-")
    kept = {**env, "SIDEKICK_VAR": str(folder.parent / "var"), "SECRET_KEY": "x"}
    status, said = run(folder, kept, "companion", "title", slug, "--missing")
    assert status == 0, said
    assert "The board is a list of numbers" in said
    assert "Not said in" not in said
    status, said = run(folder, kept, "companion", "title", slug, "--messages")
    assert (status, "0 to translate" in said) == (0, True), said


def test_failing_offer_is_named_with_file_and_line(tmp_path):
    folder = writing.write("pines", tmp_path)
    rules = folder / "sidekick_pines" / "rules.py"
    text = rules.read_text().replace("range(1, 7)", "range(1, t.state.sides)")
    rules.write_text(text)
    kept = {"SIDEKICK_VAR": str(tmp_path / "var"), "SECRET_KEY": "x"}
    env = {**installed(folder, tmp_path / "site"), **kept}
    status, said = run(folder, env, "companion", "title", "pines", "--missing")
    line = 1 + text[: text.index("t.state.sides")].count("\n")
    assert status != 0
    why = f"'State' object has no attribute 'sides' (rules.py, line {line})"
    assert f"sidekick-pines can't be loaded: AttributeError: {why}" in said


@pytest.mark.parametrize("slug", ["", "Acorns", "9lives", "../up", "a" * 31, "a--b"])
def test_invalid_name_is_refused_and_nothing_is_written(slug, tmp_path):
    with pytest.raises(CommandError, match="small letters"):
        call_command("newtitle", slug, to=tmp_path)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("slug", ["animated-dice", "rising"])
def test_newtitle_refuses_a_name_in_use(slug, tmp_path):
    with pytest.raises(CommandError, match=f"already uses the name {slug}. Choose another"):
        call_command("newtitle", slug, to=tmp_path)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("words", [("newtitle", "elms"), ("title", "fire-nation", "--missing")])
def test_missing_tools_make_command_say_what_to_install(words, monkeypatch):
    monkeypatch.setitem(sys.modules, "babel.messages.catalog", None)
    for name in [name for name in sys.modules if name.startswith("companion.scaffold")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.delattr("companion.scaffold", raising=False)
    with pytest.raises(CommandError, match=r"pip install 'sidekick\[test\]'"):
        call_command(*words)


def test_uninstalled_title_is_told_how_to_install(monkeypatch):
    with pytest.raises(CommandError, match=r"elms is not installed here: pip install -e \."):
        call_command("title", "elms", "--missing")
    why = msg("contract", package="sidekick-elms", theirs=99, ours=2)
    monkeypatch.setattr(registry, "REFUSED", [RefusedTitle("elms", "sidekick-elms", why)])
    with pytest.raises(CommandError, match="written for version 99"):
        call_command("title", "elms", "--missing")


def test_what_is_there_is_never_written_over(tmp_path):
    call_command("newtitle", "oaks", to=tmp_path, verbosity=0)
    with pytest.raises(CommandError, match="is there already"):
        call_command("newtitle", "oaks", to=tmp_path)
