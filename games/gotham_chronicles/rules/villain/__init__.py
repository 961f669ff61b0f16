"""The villain's chapters (p.26-32)."""
