"""All ways from a roll to its end: every face of every die, every answer that is offered.

Made of rulings and prompts alone. What the forecast of a title says of its dice, its answers and
its figures is not asked; each title says here again how its dice fall, who passes how, and how a
figure is read off two states.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cached_property
from itertools import combinations, product
from typing import Any, get_args

import msgspec

from games.actions import Act
from games.messages import Msg
from games.referee import AnyReferee, Question, Ruling

MOST = 2500
"""Rulings of one table: a second of a core at most."""
Goal = Callable[[Any, frozenset[str]], bool]
"""Whether it has come, by the last state and the codes of the notes on the way."""
Way = tuple[dict[str, Any], str]
"""An entry, and who makes it: ``own``, ``against``, or ``""`` for who passes."""


class TooManyError(Exception):
    """More ways than can be gone."""


class Table:
    """A table that waits for a roll, and everything that may come of it."""

    def __init__(self, referee: AnyReferee, start: Any) -> None:
        self.referee, self.start = referee, start
        self.rerolls = True
        """Whether rerolls of single dice are among the answers."""
        self.between = True
        """Whether part of a defence is, or only none of a kind and all of it."""
        self.after_: dict[tuple[bytes, bytes], tuple[Any, frozenset[str]] | None] = {}
        self.texts: dict[int, tuple[bytes, Any]] = {}
        self.offers_: dict[tuple[bytes, str], list[Any]] = {}
        self.dice_: dict[bytes, list[tuple[dict[str, Any], Fraction]]] = {}
        self.ways_: dict[bytes, list[tuple[str, list[tuple[dict[str, Any], Fraction]]]]] = {}
        self.known: dict[Any, Fraction] = {}

    # -- what a title says -------------------------------------------------------------------

    def going(self, state: Any) -> bool:
        """Return whether the roll is not over."""
        raise NotImplementedError

    def thrown(self, state: Any) -> list[tuple[dict[str, Any], Fraction]]:
        """Return the entries of dice that have to be thrown now, each with its chance."""
        raise NotImplementedError

    def ways(self, state: Any) -> Iterator[tuple[str, list[tuple[dict[str, Any], Fraction]]]]:
        """Yield who may answer (``""``: the pass) and the entries of it, with their chances."""
        raise NotImplementedError

    def figure(self, name: str, state: Any, codes: frozenset[str]) -> int:
        """Return by how much a figure has changed."""
        raise NotImplementedError

    def sought(self, text: Msg) -> bool:
        """Return whether whoever rolls wants what a text says."""
        raise NotImplementedError

    # -- all ways --------------------------------------------------------------------------------

    def goal(self, text: Msg) -> Goal:
        """Return how to see whether what a text says has come."""
        if text.code == "forecast.wins":
            return lambda state, _: any(
                part.name == text.facts["who"] and part.index in outcome.winners
                for outcome in [self.referee.outcome(state)]
                if outcome is not None
                for part in self.referee.parts(state)
            )
        if text.code.startswith("forecast."):
            how = text.code.partition(".")[2]
            return lambda state, _: getattr(self.referee.outcome(state), "result", "") == how
        name, n = text.code.partition(".")[2], int(text.facts.get("n", 1))
        return lambda state, codes: self.figure(name, state, codes) >= n

    def chance(self, goal: Goal, who: str, most: bool) -> Fraction:
        """Return the chance of a goal where ``who`` answers (``nobody``, ``own``, ``against`` or
        ``everybody``), for the most or the least of it."""
        self.known = {}
        self.goal_, self.who, self.most = goal, who, most
        return self._thrown(self.start, frozenset(), self.thrown(self.start))

    def open(self) -> bool:
        """Return whether a way leads to where only the table could go on."""
        try:
            self.chance(lambda *_: True, "nobody", True)
        except LookupError:
            return True
        return False

    def left(self) -> Fraction:
        """Return how often a step is left over that only the table can carry out."""
        try:
            return self.chance(lambda state, _: self.waits(state), "nobody", True)
        except LookupError:
            return Fraction(0)

    def waits(self, state: Any) -> bool:
        """Return whether only the table can go on from the end of a way."""
        return False

    def _at(self, state: Any, codes: frozenset[str]) -> Fraction:
        text = self.text(state)
        key = (text, codes)
        if key not in self.known:
            if text not in self.dice_:
                over = self.referee.outcome(state) is not None or not self.going(state)
                self.ways_[text] = [] if over else list(self.ways(state))
                self.dice_[text] = [] if over else self.thrown(state)
            if self.dice_[text]:
                self.known[key] = self._thrown(state, codes, self.dice_[text])
            elif self.ways_[text]:
                self.known[key] = self._decided(state, codes)
            else:
                self.known[key] = Fraction(self.goal_(state, codes))
        return self.known[key]

    def text(self, state: Any) -> bytes:
        """Return a state as bytes, each written once."""
        if id(state) not in self.texts:
            self.texts[id(state)] = msgspec.msgpack.encode(state), state
        return self.texts[id(state)][0]

    def _decided(self, state: Any, codes: frozenset[str]) -> Fraction:
        best: Fraction | None = None
        for who, entries in self.ways_[self.text(state)]:
            if who and self.who not in (who, "everybody"):
                continue
            try:
                found = self._thrown(state, codes, entries)
            except LookupError:
                if not who:
                    raise
                continue
            better = best is None or (found > best if self.most else found < best)
            best = found if better else best
        if best is None:
            raise LookupError(state)
        return best

    def _thrown(
        self, state: Any, codes: frozenset[str], entries: list[tuple[dict[str, Any], Fraction]]
    ) -> Fraction:
        found = Fraction(0)
        for entry, share in entries:
            after, noted = self._after(state, entry)
            found += share * self._at(after, codes | noted)
        return found

    def _after(self, state: Any, entry: dict[str, Any]) -> tuple[Any, frozenset[str]]:
        key = (self.text(state), msgspec.msgpack.encode(entry))
        if key not in self.after_:
            if len(self.after_) == MOST:
                raise TooManyError
            self.after_[key] = self._ruled(state, entry)
        found = self.after_[key]
        if found is None:
            raise LookupError(entry)
        return found

    def _ruled(self, state: Any, entry: dict[str, Any]) -> tuple[Any, frozenset[str]] | None:
        answers: dict[str, str] = {}
        action = self.referee.decode_action(entry)
        while True:
            answer = self.referee.apply(state, action, None, answers)
            if isinstance(answer, Ruling):
                return answer.state, frozenset(note.code for note in answer.notes)
            if not isinstance(answer, Question):
                return None
            if answer.code.startswith("WOUND_FROM"):
                answers[answer.code] = str(answer.options[0].value)
            elif answer.code == "REROLL_LIMIT" and answer.code not in answers:
                # No one has entered the limit: there is room.
                answers[answer.code] = str(answer.options[0].value)
            else:
                return None

    def prompt(self, state: Any, do: str) -> list[Any]:
        """Return what is offered under a name: only that action is asked."""
        key = (self.text(state), do)
        if key not in self.offers_:
            t, over = self.referee.table(state), self.referee.outcome(state) is not None
            acts = (each for each in get_args(self.referee.Action) if not over and _named(each, do))
            may = (each for each in acts if t.allows(each.ensure_allowed, t))
            self.offers_[key] = [each for act in may for each in act.prompts(t) if each.do == do]
        return self.offers_[key]


def _named(act: Any, do: str) -> bool:
    return issubclass(act, Act) and act.do() == do


SIX = [(n, Fraction(1, 6)) for n in range(1, 7)]


class Talisman(Table):
    """Fights with Fate and what saves a Life; the die of movement with Fate."""

    def __init__(self, referee: AnyReferee, start: Any) -> None:
        super().__init__(referee, start)
        self.mine = start.fight.me.seat if start.fight else start.active

    def going(self, state: Any) -> bool:
        phase = state.turn.phase
        return (
            state == self.start
            or phase in ("fate", "loss")
            or (phase == "path" and bool(self.prompt(state, "reroll")))
        )

    def thrown(self, state: Any) -> list[tuple[dict[str, Any], Fraction]]:
        if state.turn.phase == "fight":
            n = 1 if state.fight.kind == "guard" else 2
            dice = product(range(1, 7), repeat=n)
            return [({"do": "strike", "dice": list(each)}, Fraction(1, 6**n)) for each in dice]
        if state.turn.phase == "move":
            return [({"do": "roll", "die": n}, p) for n, p in SIX]
        if state == self.start:
            return [({"do": "reroll", "seat": self.mine, "die": n}, p) for n, p in SIX]
        return []

    def ways(self, state: Any) -> Iterator[tuple[str, list[tuple[dict[str, Any], Fraction]]]]:
        for prompt in self.prompt(state, "reroll"):
            seat = prompt.fixed["seat"]
            entries = [({"do": "reroll", "seat": seat, "die": n}, p) for n, p in SIX]
            yield ("own" if seat == self.mine else "against"), entries
        for do in ("keep", "suffer"):
            for prompt in self.prompt(state, do):
                yield "", [({"do": do, **prompt.fixed}, Fraction(1))]
        for prompt in self.prompt(state, "save"):
            who = "own" if prompt.fixed["seat"] == self.mine else "against"
            yield who, [({"do": "save", "seat": prompt.fixed["seat"]}, Fraction(1))]
        if state.turn.phase == "path":
            yield "", []

    def _decided(self, state: Any, codes: frozenset[str]) -> Fraction:
        if state.turn.phase != "path":
            return super()._decided(state, codes)
        stays = Fraction(self.goal_(state, codes))
        if self.who not in ("own", "everybody"):
            return stays
        ((_, entries),) = (each for each in self.ways_[self.text(state)] if each[0])
        again = self._thrown(state, codes, entries)
        return max(stays, again) if self.most else min(stays, again)

    def figure(self, name: str, state: Any, codes: frozenset[str]) -> int:
        pairs = list(zip(self.start.villains, state.villains, strict=True))
        if name == "life":
            return sum(max(0, old.life - new.life) for old, new in pairs)
        if name == "dies":
            return sum(old.alive and not new.alive for old, new in pairs)
        if name == "batman":
            return state.turn.batman_due - self.start.turn.batman_due
        duel = "note.duel-won" in codes and state.fight.winner == self.mine
        return int(bool(codes & {"note.won", "note.victory"}) or duel)

    def sought(self, text: Msg) -> bool:
        mine = self.referee.parts(self.start)[self.mine].name
        return text.code == "stake.won" or text.facts.get("who") == mine


class Gotham(Table):
    """Attacks with their defence, tasks and perils, each die with its rerolls."""

    def roll(self, state: Any) -> Any:
        """Return the roll on the table and who rolls it."""
        if state.peril:
            return state.peril.roll, state.peril.victims[0].who
        stage = getattr(state.open, "stage", "roll")
        if state.open is None or not hasattr(state.open, "roll") or stage in ("defence", "after"):
            return None
        if stage == "defend":
            return state.open.defence, state.open.target
        return state.open.roll, state.open.who

    def going(self, state: Any) -> bool:
        stage = getattr(state.open, "stage", "")
        return not state.ended and (stage == "defence" or self.roll(state) is not None)

    def dice(self, state: Any, dice: Any) -> dict[tuple[int, ...], Fraction]:
        """Return everything dice may show together, with its chance."""
        faces = dict(zip(("white", "yellow", "orange", "red", "black"), state.faces, strict=True))
        found: Counter[tuple[int, ...]] = Counter()
        for shown in product(*(Counter(faces[die.colour]).items() for die in dice)):
            often = 1
            for _, n in shown:
                often *= n
            # Equal dice next to each other count alike, whichever of them shows what.
            pairs = sorted(zip((die.colour for die in dice), (f for f, _ in shown), strict=True))
            places = sorted(range(len(dice)), key=lambda at: dice[at].colour)
            told = [0] * len(dice)
            for at, (_, face) in zip(places, pairs, strict=True):
                told[at] = face
            found[tuple(told)] += often
        return {shown: Fraction(n, found.total()) for shown, n in found.items()}

    def thrown(self, state: Any) -> list[tuple[dict[str, Any], Fraction]]:
        found = self.roll(state)
        if found is None or not found[0].dice or found[0].rolled:
            return []
        shown = self.dice(state, found[0].dice)
        return [({"do": "faces", "faces": list(each)}, p) for each, p in shown.items()]

    def chance(self, goal: Goal, who: str, most: bool) -> Fraction:
        """Return it also where an ally takes the blow before the dice are thrown."""
        best = super().chance(goal, who, most)
        for prompt in self.prompt(self.start, "sacrifice"):
            if who in (self.side(prompt), "everybody"):
                entry = {"do": "sacrifice", **prompt.fixed}
                after, codes = self._after(self.start, entry)
                found = self._thrown(after, codes, self.thrown(after))
                best = max(best, found) if most else min(best, found)
        return best

    def again(self, state: Any) -> Iterator[tuple[str, list[tuple[dict[str, Any], Fraction]]]]:
        """Yield the rerolls on offer, those an enemy may force among them."""
        faces = dict(zip(("white", "yellow", "orange", "red", "black"), state.faces, strict=True))
        for do in ("reroll", "misfortune"):
            for prompt in self.prompt(state, do):
                shown = faces[self.roll(state)[0].dice[prompt.fixed["die"]].colour]
                yield (
                    self.side(prompt),
                    [
                        ({"do": do, **prompt.fixed, "face": face}, Fraction(n, len(shown)))
                        for face, n in Counter(shown).items()
                    ],
                )

    def side(self, prompt: Any) -> str:
        """Return whether those who are asked roll, or play against who does."""
        roller = self.start_roller
        villain = self.start.villain
        asked_ = set(prompt.actors or ())
        return "own" if (villain in asked_) == roller else "against"

    @cached_property
    def start_roller(self) -> bool:
        """True if the villain rolls first."""
        for prompt in self.prompt(self.start, "faces"):
            return self.start.villain in (prompt.actors or ())
        return False

    def ways(self, state: Any) -> Iterator[tuple[str, list[tuple[dict[str, Any], Fraction]]]]:
        for prompt in self.prompt(state, "keep"):
            free = bool(prompt.fixed)
            yield (
                (self.side(prompt) if free else ""),
                [({"do": "keep", **prompt.fixed}, Fraction(1))],
            )
        yield from self.again(state) if self.rerolls else ()
        for prompt in self.prompt(state, "defend"):
            fields = {each.name: each for each in prompt.fields}
            worn = (
                [str(each.value) for each in fields["cards"].choices] if "cards" in fields else []
            )
            guard = fields["guard"].high if "guard" in fields else 0
            sets = [set_ for n in range(len(worn) + 1) for set_ in combinations(worn, n)]
            spent = range(fields["cubes"].high + 1)
            if not self.between:
                sets, spent = list(dict.fromkeys((sets[0], sets[-1]))), spent[:: max(1, spent[-1])]
            for cubes, cards, g in product(spent, sets, {0, guard}):
                entry = {"do": "defend", "cubes": cubes, "cards": list(cards), "guard": g}
                bare = not (cubes or cards or g)
                yield "" if bare else self.side(prompt), [(entry, Fraction(1))]

    def figure(self, name: str, state: Any, codes: frozenset[str]) -> int:
        heroes = list(zip(self.start.heroes, state.heroes, strict=True))
        tiles = list(zip(self.start.tiles, state.tiles, strict=False))
        match name:
            case "hurt":
                return sum(new.wounds - old.wounds for old, new in heroes)
            case "down":
                return sum(new.neutralized and not old.neutralized for old, new in heroes)
            case "felled":
                return sum(len(old.minis) - len(new.minis) for old, new in tiles)
            case "wounds":
                return sum(
                    sum(mini.life for mini in old.minis) - sum(mini.life for mini in new.minis)
                    for old, new in tiles
                )
        return int("note.task-done" in codes)

    def sought(self, text: Msg) -> bool:
        bad = text.code in ("stake.hurt", "stake.down")
        return bad == self.start_roller


BEFORE_HEROES = ("figure_die", "kinds", "crown", "attack", "villains", "battle")


class Villains(Table):
    """The dice and cards of the villains' turn, which no one answers: the figures are the title's,
    ruling by ruling."""

    def going(self, state: Any) -> bool:
        return state == self.start or bool(self.thrown(state))

    def thrown(self, state: Any) -> list[tuple[dict[str, Any], Fraction]]:
        dice = [each.faces for each in state.driver_dice if each.checked]
        for prompt in self.referee.prompts(state):
            if not prompt.expected or prompt.do not in ("doom", "figure", "fire"):
                continue
            if prompt.do != "fire" and not dice:
                return []
            name = {"doom": "n", "figure": "face", "fire": "card"}[prompt.do]
            if prompt.do == "fire":
                left = Counter(state.driver_deck) - Counter(state.drawn)
                faces = tuple(left.elements()) or state.driver_deck
            else:
                faces = dice[0] if prompt.do == "doom" else dice[-1]
            return [
                (
                    {"do": prompt.do, name: int(face) if name == "n" else face},
                    Fraction(n, len(faces)),
                )
                for face, n in Counter(faces).items()
            ]
        return []

    def ways(self, state: Any) -> Iterator[tuple[str, list[tuple[dict[str, Any], Fraction]]]]:
        yield from ()

    def waits(self, state: Any) -> bool:
        """Return whether the villains' turn stands still before the Heroes'."""
        return self.referee.outcome(state) is None and state.step in BEFORE_HEROES

    def _ruled(self, state: Any, entry: dict[str, Any]) -> tuple[Any, frozenset[str]] | None:
        answer = self.referee.apply(state, self.referee.decode_action(entry), None, {})
        if not isinstance(answer, Ruling):
            return None
        brought = self.referee.figure_changes(state, answer).items()
        return answer.state, frozenset(f"{state.step}:{name}:{n}" for name, n in brought if n)

    def figure(self, name: str, state: Any, codes: frozenset[str]) -> int:
        return sum(int(each.split(":")[2]) for each in codes if each.split(":")[1] == name)

    def sought(self, text: Msg) -> bool:
        return False
