"""The family's probe."""

from tests.games.rising.probe import PROBE

__all__ = ["PROBE"]
