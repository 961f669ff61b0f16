"""Luck of one evening: where its rolls stood, whose they were, and what decisions gave away."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _

from companion.crews.models import Person
from companion.plays.models import Play
from companion.stats import history, story, words
from companion.stats.history import History
from companion.stats.models import Place, Record
from games.messages import Speaker
from games.odds.probability import decimal
from games.odds.roll_luck import Luck, RollRank, standing, summed, sums, together

COSTLY = 3
"""Decisions that are named: those that gave away most."""
EVENINGS = 200
"""The newest evenings of someone that are added up."""
ENOUGH = 8
"""Games with fewer rolls than this get no luck rating."""

TELLING = 10
"""So far from the middle of 100 games a luck rating is worth a sentence."""


@dataclass(frozen=True)
class Share:
    """The rolls of one person, or with one kind of dice, in percent."""

    name: str
    rolls: int
    share: int
    low: int
    high: int
    sentence: str


@dataclass(frozen=True)
class Cost:
    """A decision that best play would not have made: whose, when, and its price in points."""

    who: str
    when: str
    entry: str
    points: str


@dataclass(frozen=True)
class Evening:
    """The luck of one game's dice.

    ``unsaid`` counts rolls without a luck rating as no one knows the faces or what follows; those
    that made no difference count nowhere. ``given`` is what each has given away, by name.
    """

    people: Sequence[Share]
    dice: Sequence[Share]
    costs: Sequence[Cost]
    given: Sequence[tuple[str, str]]
    unsaid: int
    sums: Sequence[tuple[int, int, int, int]]
    """As ``Record.luck`` keeps them."""


def of_play(play: Play, places: Sequence[Place], speaker: Speaker) -> Evening:
    """Return the luck of a finished play, roll by roll, in the speaker's language; nothing where
    the title raises."""
    past = history.read(play)
    return past.soft("luck", lambda: _told(past, places, speaker), Evening((), (), (), (), 0, ()))


def _told(past: History, places: Sequence[Place], speaker: Speaker) -> Evening:
    play = past.play
    names = {place.part: _name(place) for place in places}
    parts: dict[int, list[RollRank]] = defaultdict(list)
    people: dict[str, list[RollRank]] = defaultdict(list)
    dice: dict[str, list[RollRank]] = defaultdict(list)
    costs: list[tuple[Fraction, Cost]] = []
    given: dict[str, Fraction] = defaultdict(Fraction)
    unsaid = 0
    for step in past.steps:
        cost = past.referee.decision_cost(step.before, step.action)
        who = names.get(-1 if step.entry.actor is None else step.entry.actor, "")
        if cost is not None:
            who = who or names.get(_on_turn(past.referee, step.before), "")
            given[who] += cost
        if cost:
            when = words.period(play.title, words.turn_of(past.referee, step.before))
            said = story.say(speaker, play, step.entry)
            costs.append((cost, Cost(who, when, said, decimal(cost, 1))))
        rolled = past.referee.rolled(step.before, step.action)
        if not rolled:
            continue
        found = standing(past.referee, step.before, step.action)
        if found is None or not found.spread:
            unsaid += found is None
            continue
        part = step.entry.actor if rolled[0].part is None else rolled[0].part
        part = -1 if part is None else part
        parts[part].append(found)
        people[names.get(part, "")].append(found)
        dice[rolled[0].die].append(found)
    costs.sort(key=lambda each: -each[0])
    return Evening(
        _shares(people, told=True),
        _shares(dice, told=False),
        [cost for points, cost in costs[:COSTLY] if cost.points != "0.0"],
        [(name, decimal(points, 1)) for name, points in sorted(given.items()) if name],
        unsaid,
        [_sums(part, each) for part, each in sorted(parts.items())],
    )


def _sums(part: int, rolls: Sequence[RollRank]) -> tuple[int, int, int, int]:
    gain, spread = sums(rolls)
    return part, len(rolls), round(1000 * gain), round(1000 * spread)


def of_person(person: Person) -> tuple[Share | None, int]:
    """Return all rolls of someone over the evenings whose luck was looked at, and how many these
    are."""
    places = Place.objects.filter(person=person, record__luck__isnull=False)
    newest = places.order_by("-ended_at", "-pk").values_list("record_id", "part", "record__luck")
    seen, rolls, gain, spread = set(), 0, 0, 0
    for record, own, kept in newest[:EVENINGS]:
        seen.add(record)
        for part, n, more, wider in kept or ():
            if part == own:
                rolls, gain, spread = rolls + n, gain + more, spread + wider
    if not spread:
        return None, len(seen)
    luck = summed(rolls, Fraction(gain, 1000), Fraction(spread, 1000))
    return _share(person.name, luck, told=True), len(seen)


def sentence(record: Record, places: Sequence[Place]) -> str:
    """Return whose dice were the most unusual of the evening; "" where no one has looked at them,
    or they were ordinary."""
    names = {place.part: _name(place) for place in places}
    people: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0])
    for part, *kept in record.luck or ():
        if names.get(part):
            people[names[part]] = [a + b for a, b in zip(people[names[part]], kept, strict=True)]
    shares = [
        _share(name, summed(rolls, Fraction(gain, 1000), Fraction(spread, 1000)), told=True)
        for name, (rolls, gain, spread) in people.items()
        if spread
    ]
    said = [each for each in shares if each.sentence]
    return max(said, key=lambda each: abs(each.share - 50)).sentence if said else ""


def _on_turn(referee: Any, state: Any) -> int:
    """Return the part that decides, where the table entered it for everyone."""
    due = (p.actors for p in referee.prompts(state) if p.expected and p.actors)
    return next((actors[0] for actors in due), -1)


def _name(place: Place) -> str:
    return words.name(place)


def _shares(rolls: Mapping[str, list[RollRank]], *, told: bool) -> list[Share]:
    found = []
    for name, each in rolls.items():
        luck = together(each)
        if luck is not None:
            found.append(_share(name or _("The table"), luck, told))
    return sorted(found, key=lambda share: -share.share)


def _share(name: str, luck: Luck, told: bool) -> Share:
    low, high = 50 - 100 * luck.error, 50 + 100 * luck.error
    return Share(
        name,
        luck.rolls,
        round(100 * luck.share),
        max(0, round(low)),
        min(100, round(high)),
        _sentence(name, luck) if told else "",
    )


def _sentence(name: str, luck: Luck) -> str:
    """Return what a group will quote; nothing of too few rolls, or of an ordinary evening."""
    better = min(99, max(1, round(100 * luck.better)))
    if luck.rolls < ENOUGH or abs(better - 50) < TELLING:
        return ""
    if better > 50:
        text = _("{name} rolled better than in {n} of 100 games.")
        return text.format(name=name, n=better)
    text = _("{name} rolled worse than in {n} of 100 games.")
    return text.format(name=name, n=100 - better)
