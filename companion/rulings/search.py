"""Rule search in process: BM25 over stems, whole words, beginnings, synonyms and typos; what is
like a question that was asked before counts for more.

The entries are few and never change while the process runs, so an index per title and
language is built on first use and kept; nothing is stored, and both databases are alike.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice, pairwise
from threading import Lock, Thread
from typing import NamedTuple

from rapidfuzz import process
from rapidfuzz.distance import OSA

from companion.rulings.likeness import Likeness
from companion.rulings.words import PAIRS, SAME, STOP, fold, found, keys, stem
from games import registry
from games.clarifications import LANGUAGES, Clarification, Clarifications

LETTERS, WORDS, LONGEST = 300, 12, 40
"""How much of a query is read: letters, words, and letters per word."""

# Weights found on the questions of the tests that are not held out.
FIELDS = {"title": 4.0, "also": 3.0, "asked": 0.7, "text": 1.0, "tags": 1.0}
SATURATION, LENGTH = 2.4, 0.3
TYPED, SYNONYM, PREFIX, TYPO = 1.0, 0.7, 0.8, 0.75
SPELT, ROOT = 0.8, 0.35
STOPPED, READING, STEP = 0.2, 0.85, 1.1
PHRASE, WHOLE, LIKE = 1.5, 1.15, 8.0
SLIPS = (4, 7, 11)
"""So long a word may be mistyped once, twice, three times; a short one not at its start."""
COMPLETIONS = 40

Span = tuple[int, int]


@dataclass(frozen=True)
class TextPiece:
    """A stretch of a text; ``marked`` where a word of the query was found."""

    text: str
    marked: bool


@dataclass(frozen=True)
class SearchHit:
    """An entry found, its title's slug, its score, and where the words were found.

    Spans are (start, end) in the entry's title and text of ``language``.
    """

    slug: str
    entry: Clarification
    language: str
    score: float
    title_spans: tuple[Span, ...] = ()
    text_spans: tuple[Span, ...] = ()

    @property
    def title(self) -> tuple[TextPiece, ...]:
        """The entry's title cut at the marks."""
        return pieces(said(self.entry.title, self.language), self.title_spans)

    @property
    def text(self) -> tuple[TextPiece, ...]:
        """The entry's text cut at the marks."""
        return pieces(said(self.entry.text, self.language), self.text_spans)


def said(texts: Mapping[str, str], language: str) -> str:
    """Return a text in a language, in English where it is missing."""
    return texts.get(language) or texts.get("en", "")


def pieces(text: str, spans: Sequence[Span]) -> tuple[TextPiece, ...]:
    """Return ``text`` cut into marked and unmarked pieces; ``spans`` are in order."""
    cut, at = [], 0
    for start, end in spans:
        cut += [TextPiece(text[at:start], False), TextPiece(text[start:end], True)]
        at = end
    cut.append(TextPiece(text[at:], False))
    return tuple(piece for piece in cut if piece.text)


class Index:
    """The entries of one title in one language, ready to be asked."""

    def __init__(self, entries: Clarifications, language: str) -> None:
        self.language = language
        self.entries = tuple(entries.values())
        self.forms: dict[str, set[str]] = defaultdict(set)
        self.joined: dict[str, tuple[str, ...]] = {}
        self.compounds: dict[str, tuple[str, ...]] = {}
        """Pairs of a title that are one word elsewhere: each finds what the other says."""
        self.phrases: dict[str, set[int]] = defaultdict(set)
        self.ids = {fold(entry.id): at for at, entry in enumerate(self.entries)}
        self.titles = [self._telling(said(entry.title, language)) for entry in self.entries]
        counts = [self._read(at, entry) for at, entry in enumerate(self.entries)]
        self.alphabet = sorted(self.forms)
        self.postings = self._weigh(counts)
        self.synonyms = self._relate((*SAME, *entries.synonyms))
        self.vocabulary = sorted(self.forms)
        self.readings = lru_cache(maxsize=2_000)(self._readings)
        self.asked = Likeness(
            (at, question)
            for at, entry in enumerate(self.entries)
            for question in entry.asked.get(language, ())
        )

    def _read(self, at: int, entry: Clarification) -> dict[str, float]:
        """Count the keys of an entry by the weight of their fields; note forms and phrases."""
        count: dict[str, float] = defaultdict(float)
        for field, weight in FIELDS.items():
            for text in _texts(entry, field, self.language):
                words = [word for _, _, word in found(text)]
                for word in words:
                    self.forms[fold(word)].add(self._stem(word))
                    for key in keys(word, self.language):
                        count[key] += weight
                if field in {"title", "also", "asked"}:
                    self._join(at, words)
                if field == "title":
                    pairs = ((self._stem(a + b), (a, b)) for a, b in pairwise(words))
                    self.compounds |= {each: pair for each, pair in pairs if len(min(pair)) > 2}
        return count

    def _join(self, at: int, words: list[str]) -> None:
        self.phrases[" ".join(map(fold, words))].add(at)
        for left, right in pairwise(words):
            self.joined[self._stem(left + right)] = (left, right)

    def _weigh(self, counts: list[dict[str, float]]) -> dict[str, dict[int, float]]:
        """Weigh every key in every entry that has it by BM25."""
        # What players also call it does not make an entry long.
        lengths = [
            FIELDS["title"] * len(said(entry.title, self.language))
            + FIELDS["text"] * len(said(entry.text, self.language))
            for entry in self.entries
        ]
        usual = sum(lengths) / max(1, len(lengths))
        where: dict[str, dict[int, float]] = defaultdict(dict)
        for at, count in enumerate(counts):
            norm = SATURATION * (1 - LENGTH + LENGTH * lengths[at] / usual)
            for each, times in count.items():
                where[each][at] = times * (SATURATION + 1) / (times + norm)
        return {
            each: {at: value * self._rarity(len(places)) for at, value in places.items()}
            for each, places in where.items()
        }

    def _rarity(self, places: int) -> float:
        return math.log(1 + (len(self.entries) - places + 0.5) / (places + 0.5))

    def _relate(self, groups: Iterable[Sequence[str]]) -> dict[str, set[str]]:
        """Return for every stem the stems that mean the same here; their forms become known."""
        related: dict[str, set[str]] = defaultdict(set)
        for group in groups:
            stems = {each for word in group for each in (self._stem(word), *self._known(word))}
            here = stems & self.postings.keys()
            for each in stems if here else ():
                related[each] |= here - {each}
            for word in group if here else ():
                self.forms[fold(word)].add(self._stem(word))
        return related

    def _stem(self, word: str) -> str:
        return stem(word, self.language)

    def _telling(self, text: str) -> set[str]:
        return {self._stem(word) for _, _, word in found(text) if fold(word) not in STOP}

    def _known(self, word: str) -> set[str]:
        """Return the stems of a word that occurs here, however its diacritics were typed."""
        stems = {*self.forms.get(fold(word), ()), self._stem(word)}
        return stems & self.postings.keys()

    def knows(self, word: str) -> bool:
        """Return whether a word of a query occurs here, as typed or as a beginning."""
        return bool(self._known(word) or self._beginnings(fold(word), self.alphabet, 1))

    def _beginnings(self, prefix: str, forms: list[str], most: int = COMPLETIONS) -> list[str]:
        """Return those of the sorted ``forms`` that begin with ``prefix``."""
        if len(prefix) < 2:
            return []
        at = bisect_left(forms, prefix)
        return [form for form in forms[at : at + most] if form.startswith(prefix)]

    def _readings(self, word: str, last: bool) -> dict[str, float]:
        """Return the keys of what a query word may stand for, each with its weight."""
        found = self._meant(dict.fromkeys({*self._known(word), self._stem(word)}, TYPED))
        folded = fold(word)
        if last or not found:
            for form in self._beginnings(folded, self.alphabet):
                weight = PREFIX * math.sqrt(len(folded) / len(form))
                self._add(found, form, weight * (0.6 if found else 1.0))
        if not found:
            near = dict.fromkeys(self._beginnings(folded, self.vocabulary), PREFIX)
            for form, weight in (near or dict(self._alike(folded))).items():
                self._add(found, form, weight)
            found = self._meant(found)
        _, spelt, root = keys(word, self.language)
        also = {spelt: SPELT, root: ROOT}
        return found | {key: weight for key, weight in also.items() if key in self.postings}

    def _meant(self, typed: dict[str, float]) -> dict[str, float]:
        """Return those of the stems that occur here, and their synonyms, each as telling as all."""
        same = {other for each in typed for other in self.synonyms.get(each, ())}
        found = {each: weight for each, weight in typed.items() if each in self.postings}
        places = {at for each in {*found, *same} for at in self.postings[each]}
        weight = SYNONYM * max(typed.values(), default=0.0) * self._rarity(len(places))
        for other in same - found.keys():
            found[other] = weight / self._rarity(len(self.postings[other]))
        return found

    def _add(self, found: dict[str, float], form: str, weight: float) -> None:
        for each in self.forms[form]:
            found[each] = max(found.get(each, 0.0), weight)

    def _alike(self, folded: str) -> Iterator[tuple[str, float]]:
        """Yield the nearest forms that ``folded`` may be a slip of, each with its weight."""
        slips = sum(len(folded) >= length for length in SLIPS)
        if not slips:
            return
        near = process.extract(
            folded, self.vocabulary, scorer=OSA.distance, score_cutoff=slips, limit=COMPLETIONS
        )
        near = [each for each in near if each[0][0] == folded[0] or len(folded) >= SLIPS[1]]
        for form, distance, _ in near:
            if distance == near[0][1]:
                yield form, TYPO * (1 - distance / len(folded)) ** 2

    def ask(self, words: Sequence[str], step: str = "") -> list[tuple[float, int, set[str]]]:
        """Return entries for the words of a query as (score, position, keys matched), best
        first."""
        split = list(self._split(words))
        readings = [(each, self.readings(each, each is split[-1])) for each in split]
        scores: dict[int, float] = defaultdict(float)
        covered: dict[int, float] = defaultdict(float)
        matched: dict[int, set[str]] = defaultdict(set)
        told = 0.0
        for word, stems in readings:
            weight = STOPPED if fold(word) in STOP else 1.0
            told += weight
            for at, (score, hits) in self._score(stems).items():
                scores[at] += weight * score
                covered[at] += weight
                if weight == 1.0:
                    matched[at] |= hits
        like = self.asked.near(words)
        phrase = " ".join(map(fold, words))
        for at in self.phrases.get(phrase, ()):
            scores[at] *= PHRASE
        for at, score in scores.items():
            score *= 1 + LIKE * like.get(at, 0.0)
            scores[at] = self._finish(at, score, covered[at] / told, step)
            if self.titles[at] and self.titles[at] <= matched[at]:
                scores[at] *= WHOLE
        if (at := self.ids.get(phrase.replace(" ", "-"), -1)) >= 0:
            scores[at] = math.inf
        bare = all(fold(word) in STOP for word in split)
        ranked = [
            (score, at, matched[at])
            for at, score in scores.items()
            if score == math.inf or (score > 0 and (matched[at] or bare))
        ]
        return sorted(ranked, key=lambda each: (-each[0], each[1]))

    def _finish(self, at: int, score: float, share: float, step: str) -> float:
        entry = self.entries[at]
        score *= 0.5 + 0.5 * share
        if entry.reading:
            score *= READING
        return score * STEP if step and step in entry.steps else score

    def _score(self, stems: Mapping[str, float]) -> dict[int, tuple[float, set[str]]]:
        """Return per entry the best reading of one word, and the keys that hit."""
        best: dict[int, tuple[float, set[str]]] = {}
        for each, weight in stems.items():
            for at, value in self.postings.get(each, {}).items():
                score, hits = best.get(at, (0.0, set()))
                best[at] = max(score, weight * value), hits | {each}
        return best

    def _split(self, words: Sequence[str]) -> Iterator[str]:
        """Yield words, with "keycard" read as "key card" where only that occurs, and the
        reverse."""
        rest = iter(pairwise((*words, "")))
        for word, after in rest:
            joined = self._stem(word)
            if pair := PAIRS.get((fold(word), fold(after))):
                yield pair
                next(rest)
            elif joined in self.joined and not self._known(word):
                yield from self.joined[joined]
            elif joined in self.compounds:
                yield from (word, *self.compounds[joined])
            elif after and self._stem(word + after) in self.postings:
                yield word + after
                next(rest)
            else:
                yield word

    def spans(self, text: str, stems: set[str]) -> tuple[Span, ...]:
        """Return where words of these stems stand in ``text``."""
        return tuple((start, end) for start, end, word in found(text) if self._stem(word) in stems)


def _texts(entry: Clarification, field: str, language: str) -> Iterable[str]:
    match field:
        case "title":
            return (said(entry.title, language),)
        case "text":
            return (said(entry.text, language),)
        case "also":
            return entry.also
        case "asked":
            return entry.asked.get(language, ())
        case _:
            return entry.tags


def index(slug: str, language: str) -> Index:
    """Return the index of a title in a language, made once; raise ``KeyError`` for an unknown
    one."""
    if language not in LANGUAGES:
        raise KeyError(language)
    return _made(slug, language, registry.referee(slug).clarifications)


def prepare(slug: str) -> Thread:
    """Build a title's indexes in the background, so that the first letter typed need not wait.

    A word that one language does not know is looked up in the other: all are made. Raises
    ``KeyError`` for an unknown title.
    """
    entries = registry.referee(slug).clarifications
    making = Thread(target=lambda: [_made(slug, each, entries) for each in LANGUAGES], daemon=True)
    making.start()
    return making


MADE: dict[tuple[str, str], Index] = {}
MAKING = Lock()
"""Of two phones that ask at once one has the index made, and the other waits for it."""


def _made(slug: str, language: str, entries: Clarifications) -> Index:
    if (slug, language) not in MADE:
        with MAKING:
            if (slug, language) not in MADE:
                MADE[slug, language] = Index(entries, language)
    return MADE[slug, language]


def words_of(query: str) -> tuple[str, ...]:
    """Return what is read of a query: its first words, cut to a bearable length."""
    words = (word[:LONGEST] for _, _, word in found(query[:LETTERS]))
    return tuple(islice(words, WORDS))


def search(
    query: str,
    title: str | None = None,
    language: str = "en",
    step: str = "",
    everywhere: bool = False,
    limit: int = 10,
) -> tuple[SearchHit, ...]:
    """Return entries for what a player typed, best first; an empty tuple if nothing fits.

    ``title`` is a slug; its entries come first, those of the other titles only with
    ``everywhere`` (or without a ``title``, all by relevance). Entries that govern ``step``
    win among those about as relevant. Any text is a legal query; the work is bounded.
    Raises ``KeyError`` for an unknown title or language.
    """
    words = words_of(query)
    if not words:
        return ()
    here = [title] if title else []
    others = [slug for slug in registry.TITLES if slug != title] if everywhere or not title else []
    finds = _found(words, here, language, step) + _found(
        words, others, language, "" if title else step
    )
    return tuple(find.hit(language) for find in finds[:limit])


class IndexHit(NamedTuple):
    """An entry found by an index, not yet marked."""

    score: float
    slug: str
    asked: Index
    at: int
    stems: set[str]

    def hit(self, language: str) -> SearchHit:
        """Return the hit as a phone of this language shows it; asked in another it has no marks."""
        entry = self.asked.entries[self.at]
        stems = self.stems if self.asked.language == language else set()
        spans = (
            self.asked.spans(said(texts, language), stems) for texts in (entry.title, entry.text)
        )
        return SearchHit(self.slug, entry, language, self.score, *spans)


def _found(words: tuple[str, ...], slugs: list[str], language: str, step: str) -> list[IndexHit]:
    finds = [
        IndexHit(score, slug, asked, at, stems)
        for slug in slugs
        for asked in (_index_for(words, slug, language),)
        for score, at, stems in asked.ask(words, step)
    ]
    return sorted(finds, key=lambda find: -find.score)


def _index_for(words: tuple[str, ...], slug: str, language: str) -> Index:
    """Return the index that knows most of the words; the phone's own language if as many."""
    best = index(slug, language)
    telling = [word for word in words if fold(word) not in STOP]
    most = sum(map(best.knows, telling))
    for other in LANGUAGES:
        if most < len(telling) and (known := sum(map(index(slug, other).knows, telling))) > most:
            best, most = index(slug, other), known
    return best
