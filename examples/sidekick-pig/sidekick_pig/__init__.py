"""Pig, the old game of one die, as a title of Sidekick."""

from .referee import Pig

__all__ = ["Pig"]
