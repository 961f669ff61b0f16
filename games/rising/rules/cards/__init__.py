"""Effects of cards, and how cards come into play."""
