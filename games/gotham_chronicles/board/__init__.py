"""The board as pages draw it, its odds and figures."""
