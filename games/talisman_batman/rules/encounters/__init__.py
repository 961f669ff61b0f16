"""Encounters: the space, its cards, the other villains, who serves them (pp. 8-9, 12)."""
