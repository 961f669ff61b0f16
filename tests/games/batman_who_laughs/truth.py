"""Printed cards that only the players can read, as the family tells them."""

from tests.games.rising.box.truth import Table, knows, printed

__all__ = ["Table", "knows", "printed"]
