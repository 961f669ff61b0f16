"""Words of a question "Can I …?", and what on the table they mean."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from operator import itemgetter
from typing import TypeVar

from companion.rulings.search import words_of
from companion.rulings.words import SAME, STOP, fold, found, stem
from games import registry

MeantT = TypeVar("MeantT")

LEAST_PREFIX = 3
"""Letters of a word that are enough while a person types it."""
SAME_WORD, BEGUN, SYNONYM = 1.0, 0.9, 0.6
"""How well a typed word fits one of a name: the word itself, its beginning, another word for it."""

_VAGUE = """
    someone somebody something anyone anybody anything another other others else
    ktos kogos komus cos czegos inny inna inne innego innej innym innemu
"""
VAGUE = frozenset(_VAGUE.split())
"""Folded words that point at anything: no thing or action is meant by them."""

SPOKEN = tuple(
    tuple(group.split())
    for group in """
    move run runs go goes walk sprint
    attack fight shoot hit punch strike kick
    end finish stop quit pass done
    evade flee escape
    take grab
    ruch ruszyc ruszac biec biegac pobiec isc pojsc
    atak zaatakuj walcz uderzyc strzelac strzelic bic
    zakoncz skonczyc pasowac spasowac przestac
    wylecz leczyc wyleczyc uleczyc
    wymknij uciec uciekac
    daj oddac dac podac przekaz
    wez wziac zabierz zabrac
    wybierz wybrac wybierac
    policz policzyc licz liczyc
    """.strip().splitlines()
)
"""Folded words that one asks with for what a button calls otherwise; the rule search knows finer
differences."""

Synonyms = dict[str, frozenset[str]]


@cache
def synonyms(slug: str, language: str) -> Synonyms:
    """Return for every stem the stems that mean much the same in a title.

    Words that a title says how one asks with mean that alone there: in Rising no Hero is recruited
    by the button that joins the boss.
    """
    said = registry.referee(slug).clarifications
    usual = _related((*SAME, *SPOKEN, *said.synonyms), language)
    return {**usual, **_related(said.spoken, language)}


def _related(groups: Iterable[tuple[str, ...]], language: str) -> Synonyms:
    related: dict[str, frozenset[str]] = {}
    for group in groups:
        stems = frozenset(stem(fold(word), language) for word in group)
        related.update({each: related.get(each, frozenset()) | stems for each in stems})
    return related


@lru_cache(maxsize=4096)
def telling(text: str) -> tuple[str, ...]:
    """Return the words of a name that tell it from others, folded; all of them if none does."""
    words = [fold(word) for _, _, word in found(text)]
    return tuple(word for word in words if word not in STOP) or tuple(words)


@dataclass(frozen=True)
class Question:
    """Words that a person asks with."""

    words: tuple[str, ...]
    slug: str
    language: str

    @classmethod
    def of(cls, query: str, slug: str, language: str) -> Question:
        """Return the question typed at a table of a title, without its little words."""
        little = STOP | VAGUE
        words = tuple(word for word in map(fold, words_of(query)) if word not in little)
        return cls(words, slug, language)

    def fits(self, text: str) -> tuple[float, frozenset[str]]:
        """Return how well a name fits, from 0 to 1, and the words asked that it explains."""
        names = telling(text)
        explained: set[str] = set()
        score = 0.0
        for name in names:
            best, word = max(((self._alike(w, name), w) for w in self.words), default=(0.0, ""))
            if best:
                score += best
                explained.add(word)
        return score / max(1, len(names)), frozenset(explained)

    def verb(self, text: str) -> tuple[float, int]:
        """Return how well the first word of a name fits, from 0 to 1, and the place of the word
        asked that it fits."""
        head = telling(text)[0]
        fits = [(self._alike(word, head), at) for at, word in enumerate(self.words)]
        return max(fits, key=itemgetter(0), default=(0.0, 0))

    def without(self, words: Iterable[str]) -> Question:
        """Return the rest of the question."""
        gone = {*words}
        return replace(self, words=tuple(word for word in self.words if word not in gone))

    def _alike(self, word: str, name: str) -> float:
        mine, other = stem(word, self.language), stem(name, self.language)
        if mine == other:
            return SAME_WORD
        if len(word) >= LEAST_PREFIX and name.startswith(word):
            return BEGUN
        # One asks whether one may "użyć" what a button calls "użyj".
        infinitive = self.language == "pl" and len(word) > LEAST_PREFIX and word[-1] == "c"
        if infinitive and name.startswith(word[:-1]):
            return BEGUN
        same = synonyms(self.slug, self.language).get(mine, ())
        return SYNONYM if other in same else 0.0


def meant(
    question: Question, named: Sequence[tuple[str, MeantT]], least: float
) -> tuple[list[MeantT], frozenset[str]]:
    """Return what the question names best, and the words that name it.

    Names that explain the same words equally well are all meant; one that explains more wins.
    """
    scored = [(*question.fits(text), each) for text, each in named]
    scored = [each for each in scored if each[1] and each[0] > least - 0.01]
    if not scored:
        return [], frozenset()
    most = max(len(words) for _, words, _ in scored)
    best = max(score for score, words, _ in scored if len(words) == most)
    chosen = [each for each in scored if len(each[1]) == most and each[0] > best - 0.01]
    return [each for _, _, each in chosen], frozenset(w for _, words, _ in chosen for w in words)
