"""Searches that no rule answered: words and a count, and nothing of who asked."""

from __future__ import annotations

from collections.abc import Iterable

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from companion.rulings.models import Miss
from companion.rulings.search import words_of
from companion.rulings.words import fold

MOST = 2_000
"""Rows kept; the rarest and oldest make room for new ones."""

ROOM = 100
"""The number of rows removed at once, so that not every miss has to make room."""

WORDS, SHORTEST, LONGEST = 6, 2, 24


def plain(query: str) -> str:
    """Return what is kept of a query: its first few words without case; empty for anything else.

    Numbers, addresses and whatever is no word are left out: they may be about a person.
    """
    if "@" in query or "://" in query:
        return ""
    words = (fold(word) for word in words_of(query))
    kept = [word for word in words if _is_word(word)]
    return " ".join(kept[:WORDS])


def _is_word(word: str) -> bool:
    return word.replace("'", "").isalpha() and SHORTEST <= len(word) <= LONGEST


def keep(title: str, language: str, query: str) -> None:
    """Count that a query found no rule of a title."""
    words = plain(query)
    if not words:
        return
    today = timezone.now().date()
    with transaction.atomic():
        row, fresh = Miss.objects.get_or_create(
            title=title, language=language, words=words, defaults={"last": today}
        )
        if not fresh:
            Miss.objects.filter(pk=row.pk).update(times=F("times") + 1, last=today)
        elif Miss.objects.count() > MOST:
            spare = Miss.objects.exclude(pk=row.pk).order_by("times", "last", "pk")
            Miss.objects.filter(pk__in=list(spare.values_list("pk", flat=True)[:ROOM])).delete()


def most(title: str = "", language: str = "", least: int = 1) -> Iterable[Miss]:
    """Return misses seen at least that often, the most frequent first."""
    found = Miss.objects.filter(times__gte=least)
    if title:
        found = found.filter(title=title)
    return found.filter(language=language) if language else found
