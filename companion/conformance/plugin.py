"""The plugin of pytest: which titles are held to the suite, and the suite itself."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from companion.conformance.probes import Probe
    from games.referee import AnyReferee

pytest_plugins = ("companion.conformance.phones",)

SUITE = Path(__file__).parent / "suite"

pytest.register_assert_rewrite(
    "companion.conformance.translations_check",
    "companion.conformance.suite",
    "companion.conformance.walks",
)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addini(
        "sidekick_title", "the title of this repository, held to what every title is held to"
    )


def pytest_configure(config: pytest.Config) -> None:
    """Add the suite to a title's own tests unless the command names parts."""
    named = config.args_source is pytest.Config.ArgsSource.ARGS
    if config.getini("sidekick_title") and not named:
        config.args.append(str(SUITE))


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "held" not in metafunc.fixturenames:
        return
    from games import registry

    own = metafunc.config.getini("sidekick_title")
    metafunc.parametrize("held", [own] if own else list(registry.TITLES))


@pytest.fixture
def referee(held: str) -> AnyReferee:
    """Return the referee of the title that is held to the suite."""
    from games import registry

    if held not in registry.TITLES:
        why = [each for each in registry.REFUSED if each.slug == held]
        pytest.fail(f"{held} is not installed, or refused: {why}")
    return registry.referee(held)


@pytest.fixture
def probe() -> Probe | None:
    """Return what a title tells the laws about itself; its own ``conftest.py`` has a better
    answer."""
    return None
