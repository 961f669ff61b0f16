"""Titles of installed packages are found by their entry points; what does not fit is refused."""

import logging
import sys
from importlib import import_module

import pytest
from django.utils import translation

from companion import checks
from games import plugins, registry
from games.messages import COMMON, Speaker
from games.plugins import PluginTitle, RefusedTitle

TITLE = """
from tests.sample_game import Acorns

class Pine(Acorns):
    contract = {contract}
    title = Acorns.title.__class__(**{{**{{n: getattr(Acorns.title, n) for n in
        Acorns.title.__struct_fields__}}, "slug": "{slug}"}})
"""


@pytest.fixture
def install(tmp_path, monkeypatch):
    """Lay a package with an entry point where installed ones lie."""
    monkeypatch.syspath_prepend(tmp_path)

    def lay(name, code, slug="pine", at=""):
        package = f"sidekick_{name}"
        (tmp_path / package).mkdir()
        (tmp_path / package / "__init__.py").write_text(code)
        info = tmp_path / f"{package}-1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(
            f"Metadata-Version: 2.1\nName: sidekick-{name}\nVersion: 1\n"
        )
        points = f"[{plugins.GROUP}]\n{slug} = {at or package + ':Pine'}\n"
        (info / "entry_points.txt").write_text(points)
        return tmp_path / package

    yield lay
    for name in [name for name in sys.modules if name.startswith("sidekick_")]:
        del sys.modules[name]


def found():
    return list(plugins.discover(registry.TITLES))


def why(refused):
    assert isinstance(refused, RefusedTitle)
    return Speaker(COMMON).say(refused.why)


def fitting(slug="pine"):
    return TITLE.format(contract=plugins.CONTRACT, slug=slug)


def test_an_installed_title_is_found_with_its_folder(install):
    folder = install("pine", fitting())
    assert found() == [PluginTitle("pine", "sidekick_pine:Pine", folder)]
    kind = import_module("sidekick_pine").Pine
    assert kind().title.slug == "pine"


def test_nothing_is_found_where_nothing_is_installed():
    assert found() == []


@pytest.mark.parametrize(
    ("code", "at", "said"),
    [
        (TITLE.format(contract=99, slug="pine"), "", "written for version 99 of the contract"),
        (TITLE.format(contract=1, slug="pine"), "", "written for version 1 of the contract"),
        (fitting("oak"), "", "calls its game pine, but the game calls itself oak"),
        ("from games import nothing", "", "can't be loaded: ImportError"),
        ("1 / 0", "", "can't be loaded: ZeroDivisionError"),
        ("def (", "", "can't be loaded: SyntaxError"),
        ("Pine = 7", "", "isn't a referee"),
        ("", "sidekick_pine:Pine", "can't be loaded: AttributeError"),
        ("raise SystemExit('no')", "", "can't be loaded: SystemExit: no"),
        ("import os; os._exit(3)", "", "can't be loaded: exit 3"),
        (fitting() + "    def board(self, *args): return 1 / 0\n", "", "ZeroDivisionError"),
    ],
)
def test_misfit_is_refused_with_sentence_others_are_found(install, code, at, said):
    install("pine", code, at=at)
    install("zebra", TITLE.format(contract=plugins.CONTRACT, slug="zebra"), "zebra")
    refused, fits = found()
    assert said in why(refused)
    assert "sidekick-pine" in why(refused)
    assert fits.slug == "zebra"


@pytest.mark.parametrize(
    "code",
    ["while True: pass", fitting() + "    def prompts(self, state):\n        while True: pass\n"],
)
def test_title_that_hangs_is_refused_in_time(install, monkeypatch, code):
    monkeypatch.setattr(plugins, "PATIENCE", 2)
    install("pine", code)
    (refused,) = found()
    assert "does not begin a game within 2 seconds" in why(refused)


def test_a_slug_belongs_to_whoever_had_it_first(install):
    install("pine", fitting("talisman-batman"), "talisman-batman")
    install("a", fitting())
    install("b", fitting())
    slugs = [each.slug for each in found() if isinstance(each, PluginTitle)]
    assert slugs == ["pine"]
    taken = [why(each) for each in found() if isinstance(each, RefusedTitle)]
    assert [text.split()[0] for text in taken] == ["sidekick-b", "sidekick-pine"]
    assert all("already exists" in text for text in taken)


@pytest.fixture
def refused(install, monkeypatch):
    install("pine", TITLE.format(contract=99, slug="pine"))
    monkeypatch.setattr(registry, "REFUSED", found())


def test_home_page_says_why_in_language_of_phone(db, refused, client):
    page = client.get("/").content.decode()
    assert "pine can't be played on this server." in page
    assert "version 99" in page
    client.cookies["django_language"] = "pl"
    polish = client.get("/").content.decode()
    assert "pine" in polish
    assert "can&#x27;t be played" not in polish


def test_the_checks_and_the_log_say_why(refused, caplog):
    from django.apps import apps

    with translation.override("en"), caplog.at_level(logging.WARNING):
        (warning,) = checks.titles_fit()
        assert warning.id == "sidekick.W004"
        assert "version 99" in warning.msg
        apps.get_app_config("plays").ready()
    assert "version 99" in caplog.text
