"""Signals of a crew to the rest of the site."""

from django.dispatch import Signal

merged = Signal()
"""Two entries are one person: sent with ``guest``, which is about to go, and ``into``, which
stays, inside the transaction."""

renamed = Signal()
"""A person gets another name: sent with ``person``, which still has the old one, inside the
transaction."""
