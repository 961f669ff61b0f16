"""Placeholders in cached texts for values that differ by answer or table."""

from __future__ import annotations

import secrets

_SECRET = secrets.token_hex(8)
ADDRESS = f"A{_SECRET}"
"""Placeholder for the code in a table's addresses."""
TOKENS = f"T{_SECRET}"
"""Placeholder for the hidden fields that are new on every answer; empty for phones with script."""
