"""Boards as HTML: an engine, regions drawn from values, and what of them a phone still has."""
