"""Talisman: Batman Super-Villains Edition."""

from games.talisman_batman.referee import TalismanBatman

__all__ = ["TalismanBatman"]
