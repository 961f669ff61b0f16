"""Acorns: a title of Sidekick."""

from .referee import Acorns

__all__ = ["Acorns"]
