"""Combat: the fight, its odds, Fate, what it brings (pp. 9-10)."""
