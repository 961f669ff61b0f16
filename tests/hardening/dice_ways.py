"""All ways from a roll of the dice game to its end, and the tables of every title."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, product
from math import comb
from typing import Any

from games.messages import Msg
from games.referee import AnyReferee
from tests.hardening.all_ways import Gotham, Table, Talisman, Villains


class Dice(Table):
    """A roll of the dice game; of a first roll dice may go back."""

    KINDS = ("yellow", "blue", "gray")

    def going(self, state: Any) -> bool:
        return state == self.start or bool(state.turn.first) or bool(sum(state.turn.drawn))

    def faces(self, colour: str) -> list[tuple[str, int]]:
        table = self.start.faces[self.KINDS.index(colour)]
        names = ("loot", "batman", "alarm")
        return [
            (f"{colour}-{each}", getattr(table, each)) for each in names if getattr(table, each)
        ]

    def thrown(self, state: Any) -> list[tuple[dict[str, Any], Fraction]]:
        turn = state.turn
        if turn.first:
            return []
        drawn = [c for c, n in zip(self.KINDS, turn.drawn, strict=True) for _ in range(n)]
        again = [c for c, n in zip(self.KINDS, turn.alarms, strict=True) for _ in range(n)]
        if drawn:
            hands, whole = Counter([tuple(drawn)]), 1
        else:
            cup = [c for c, n in zip(self.KINDS, turn.cup, strict=True) for _ in range(n)]
            need = 3 - len(again) if turn.rolls else state.villain.first
            n = max(0, min(need, len(cup)))
            hands, whole = Counter(combinations(cup, n)), comb(len(cup), n)
        found: dict[tuple[str, ...], Fraction] = {}
        for hand, often in hands.items():
            dice = [*again, *hand]
            for shown in product(*(self.faces(colour) for colour in dice)):
                share = Fraction(often, whole)
                for _, n in shown:
                    share *= Fraction(n, 6)
                told = (
                    *sorted(face for face, _ in shown[: len(again)]),
                    *sorted(face for face, _ in shown[len(again) :]),
                )
                found[told] = found.get(told, Fraction(0)) + share
        return [({"do": "roll", "faces": list(told)}, p) for told, p in found.items()]

    def ways(self, state: Any) -> Iterator[tuple[str, list[tuple[dict[str, Any], Fraction]]]]:
        places = range(len(state.turn.first))
        for n in range(len(places) + 1):
            for back in combinations(places, n):
                yield "own" if back else "", [({"do": "return", "dice": list(back)}, Fraction(1))]

    def figure(self, name: str, state: Any, codes: frozenset[str]) -> int:
        before = sum(self.start.turn.loot)
        if len(state.sheet) > len(self.start.sheet):
            last = state.sheet[-1]
            return 0 if last.how == "bust" else last.loot - before
        return sum(state.turn.loot) - before

    def sought(self, text: Msg) -> bool:
        return True


def table_of(referee: AnyReferee, state: Any) -> Table:
    """Return a table of a title."""
    kinds = {"talisman-batman": Talisman, "gotham-chronicles": Gotham, "animated-dice": Dice}
    return kinds.get(referee.title.slug, Villains)(referee, state)
