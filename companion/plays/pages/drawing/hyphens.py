"""Hyphens for long words in narrow places, where a browser may have no dictionary of its own."""

from __future__ import annotations

import re
from functools import lru_cache

from markupsafe import Markup

SOFT_HYPHEN = "\u00ad"

LETTERS = re.compile(r"[^\W\d_]{7,}")
"""Words long enough to be broken."""
VOWELS = frozenset("aeiouyąęóAEIOUYĄĘÓ")
KEPT = re.compile(r"[bcdfgkpt][lr]|[cpst]h|ck|[crsd]z|d[źż]|qu|st", re.IGNORECASE)
"""Consonants that begin a syllable together."""
FIRST, LAST = 2, 3
"""Letters that stay together at the beginning and at the end of a word."""
SHORT = 44
"""Letters of a label that names something in passing."""


@lru_cache(2048)
def soft(text: str) -> str:
    """Return the text with soft hyphens in its long words: a line may end there, with a hyphen.

    Syllables of English and Polish begin with a consonant before a vowel; that is near enough for
    names that no one's dictionary has.
    """
    return LETTERS.sub(lambda found: _parted(found[0]), text)


@lru_cache(2048)
def whole(text: str) -> Markup:
    """Return a name or the text of a button: a long word goes to the next line before it is broken.

    A line would else end with the first syllables of a word for which the next line has room.
    """
    words = [
        Markup('<span class="w">{}</span>').format(parted) if SOFT_HYPHEN in parted else parted
        for parted in map(soft, text.split(" "))
    ]
    return Markup(" ").join(words)


def _parted(word: str) -> str:
    parts, since = [], 0
    for n in range(FIRST, len(word) - LAST + 1):
        at = n - 1 if KEPT.fullmatch(word, n - 1, n + 1) else n
        begins = word[n] not in VOWELS and word[n + 1] in VOWELS
        if begins and at - since >= FIRST and VOWELS & {*word[since:at]}:
            parts.append(word[since:at])
            since = at
    return SOFT_HYPHEN.join([*parts, word[since:]])


def shortened(text: str) -> str:
    """Return the text's beginning in whole words, if all of it is too long for a label."""
    if len(text) <= SHORT:
        return text
    return text[:SHORT].rsplit(" ", 1)[0].rstrip(",;:· ") + " …"
