"""Signals of a play to the rest of the site."""

from django.db import transaction
from django.dispatch import Signal

play_ended = Signal()
"""A play has ended, has changed after its end, or has not ended any more; sent with ``play_id``
after the commit. Receivers look the play up: by then it may have changed again."""


def tell_ended(play_id: int) -> None:
    """Send ``play_ended`` once this transaction is committed; a failing receiver stops no one."""
    transaction.on_commit(lambda: play_ended.send_robust(sender="play", play_id=play_id))
