"""Likeness of a query to questions that were written down, three letters at a time."""

from __future__ import annotations

import math
from array import array
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

from companion.rulings.words import fold, found


class Likeness:
    """Questions, each about a numbered entry, ready to be compared with a query.

    Two texts are as like as the angle between them is narrow, where each run of three letters of a
    word is a direction of its own, the longer the rarer it is. A word of another ending still
    points much the same way, and so does one in the middle of being typed.
    """

    def __init__(self, asked: Iterable[tuple[int, str]]) -> None:
        counts = [(about, _threes(word for _, _, word in found(text))) for about, text in asked]
        self.about = array("I", [about for about, _ in counts])
        places = Counter(three for _, count in counts for three in count)
        self.rarity = {
            three: 1 + math.log((1 + len(counts)) / (1 + n)) for three, n in places.items()
        }
        self.where: dict[str, tuple[array[int], array[float]]] = defaultdict(
            lambda: (array("I"), array("f"))
        )
        for at, (_, count) in enumerate(counts):
            for three, weight in self._direction(count).items():
                self.where[three][0].append(at)
                self.where[three][1].append(weight)

    def _direction(self, count: Counter[str]) -> dict[str, float]:
        known = {
            three: (1 + math.log(n)) * self.rarity[three]
            for three, n in count.items()
            if three in self.rarity
        }
        length = math.hypot(*known.values())
        return {three: weight / length for three, weight in known.items()}

    def near(self, words: Sequence[str]) -> dict[int, float]:
        """Return what the questions like a query are about: the likeness of the nearest, from 0 to
        1."""
        like: dict[int, float] = defaultdict(float)
        for three, weight in self._direction(_threes(words)).items():
            for at, share in zip(*self.where[three], strict=True):
                like[at] += weight * share
        nearest: dict[int, float] = {}
        for at, value in like.items():
            about = self.about[at]
            if value > nearest.get(about, 0.0):
                nearest[about] = value
        return nearest


def _threes(words: Iterable[str]) -> Counter[str]:
    padded = (f" {fold(word)} " for word in words)
    return Counter(each[at : at + 3] for each in padded for at in range(len(each) - 2))
