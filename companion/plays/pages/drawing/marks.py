"""What differs from answer to answer or from table to table stands in a kept text as a mark."""

from __future__ import annotations

import secrets

_SECRET = secrets.token_hex(8)
ADDRESS = f"A{_SECRET}"
"""Stands for the code in a table's addresses."""
TOKENS = f"T{_SECRET}"
"""Stands for the hidden fields that are new on every answer; empty for phones with script."""
