"""The board as pages draw it, and cut into pieces."""
