"""The same crew the figures are tested with."""

from tests.stats.conftest import group

__all__ = ["group"]
