"""Signals of a crew to the rest of the site."""

from django.dispatch import Signal

merged = Signal()
"""Two entries are one person: sent with ``guest``, which is about to go, and ``into``, which
stays, inside the transaction."""
