"""Golden games, one folder a title; `tests.golden` says how they read."""
