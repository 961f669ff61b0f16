"""Two crews play twenty evenings each; every figure is recomputed from what goes out.

What goes out is the archive of a crew: its people and the log of each evening. The sums here are
made with code of their own; of the site only the referees are asked what a log comes to.
"""

import gzip
import json
import math
import re
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import pairwise
from random import Random

import msgspec
import pytest
from django.template.defaultfilters import floatformat
from django.utils.timezone import localdate

from companion.crews.models import Person
from companion.plays import playlog
from games import registry
from games.messages import Msg, Speaker
from tests.stats.conftest import phone_of
from tests.stats.evenings import Evenings, files
from tests.stats.test_exports import packed

EVENINGS = 20
LEFT = 3
"""Of so many evenings one is broken off."""
Z = 1.959963984540054


@dataclass
class Sat:
    """A part, or someone who helped without one (``part`` -1)."""

    part: int
    role: str
    person: str
    winner: bool | None
    score: int | None


@dataclass
class Evening:
    share: str
    title: str
    began: datetime
    ended: datetime
    minutes: int | None
    result: str
    condition: str
    variant: str
    margin: int | None
    overruled: bool
    sat: list[Sat]
    dice: Counter = field(default_factory=Counter)
    moments: Counter = field(default_factory=Counter)
    turns: int = 0

    @property
    def book(self):
        if self.result == "abandoned":
            return "abandoned"
        return "ruled" if self.overruled else "clean"

    @property
    def players(self):
        return len({s.part for s in self.sat if s.part >= 0}) or len(self.sat)


def read(archive):
    """Return the evenings of an archive, oldest first, and the people by their ids."""
    lines = [json.loads(line) for line in gzip.decompress(archive).splitlines()]
    people = {line["uid"]: line["name"] for line in lines[0]["people"]}
    return [evening(line, people) for line in lines[1:]]


def live(entries):
    """Return the entries that count: an undo takes the newest one away."""
    found = []
    for entry in entries:
        if entry["kind"] == "undo":
            found.pop()
        elif entry["kind"] == "action":
            found.append(entry)
    return found


def evening(line, people):
    log = line["playlog"]
    done = playlog.replay(playlog.decode(msgspec.json.encode(log)))
    referee, kept = done.referee, live(log["entries"])
    times = [datetime.fromisoformat(entry["at"]) for entry in kept]
    gaps = [later - earlier for earlier, later in pairwise(times)]
    played = sum((gap for gap in gaps if gap <= timedelta(minutes=45)), timedelta())
    outcome = log.get("outcome")
    choice = referee.variant(done.setup, done.box)
    found = Evening(
        line["share"],
        log["title"],
        times[0] if times else datetime.fromisoformat(line["created_at"]),
        datetime.fromisoformat(line["ended_at"]),
        round(played.total_seconds() / 60) if gaps else None,
        outcome["result"] if outcome else "abandoned",
        condition(referee, done.state, outcome) if outcome else "",
        str(choice.value)[:80] if choice else "",
        margin(referee, done.state, outcome),
        any(k.startswith("override:") for e in kept for k in e.get("answers", {})),
        seats(line, log, done.state, referee, outcome, people),
    )
    before = done.states[0]
    rounds = set()
    for entry in kept:
        rounds.add(referee.turn(before))
        words = {referee.highlights.get(note.code) for note in done.notes[entry["n"]]}
        found.moments.update(words - {None})
        for rolled in referee.rolled(before, referee.decode_action(entry["action"])):
            part = entry.get("actor") if rolled.part is None else rolled.part
            if rolled.face:
                found.dice[-1 if part is None else part, rolled.die, rolled.face] += 1
        before = done.states[entry["n"]]
    found.turns = len(rounds - {0})
    return found


def condition(referee, state, outcome):
    """Return the condition; where heroes play a villain, with the side it was met for."""
    if referee.title.slug != "gotham-chronicles":
        return outcome["condition"]
    villain = outcome["winners"] == [state.villain]
    return outcome["condition"] + (".villain" if villain else ".heroes")


def margin(referee, state, outcome):
    if not outcome:
        return None
    points = [s["score"] for s in outcome.get("scores", ()) if s.get("score") is not None]
    if len(points) > 1:
        best, second = sorted(points)[-1:-3:-1]
        return best - second
    against = outcome["result"] != "won"
    room = [f for f in referee.figures(state) if f.limit is not None and f.wins is against]
    return min((abs(f.limit - f.value) for f in room), default=None)


def seats(line, log, state, referee, outcome, people):
    """Return who held which part and how it came out for them; helpers win and lose with the
    rest."""
    who = list(zip(log["seats"], line["seats"], strict=True))
    together = referee.title.cooperative
    won = outcome["result"] == "won" if outcome else None
    scores = {s["part"]: s.get("score") for s in (outcome or {}).get("scores", ())}
    winners = (outcome or {}).get("winners", ())
    speaker, found = Speaker(referee.catalogue()), []
    for part in referee.parts(state):
        name = next(people[b["person"]] for a, b in who if part.index in a.get("parts", ()))
        mine = won if together or not outcome else part.index in winners
        role = speaker.say(part.name)
        found.append(Sat(part.index, role, name, mine, scores.get(part.index)))
    if together:
        idle = [b for a, b in who if not a.get("parts")]
        found += [Sat(-1, "", people[b["person"]], won, None) for b in idle]
    return found


# -- sums ---------------------------------------------------------------------------------------


def sums(evenings, ids):
    """Return every question the pages may ask, with plays, won, decided, minutes, timed, score,
    scored."""
    found = defaultdict(lambda: [0] * 7)

    def add(evening, kind, title, key, who, winner, score=None):
        row = found[evening.book, kind, title, key, who]
        row[0] += 1
        row[1] += winner is True
        row[2] += winner is not None
        row[3] += evening.minutes or 0
        row[4] += evening.minutes is not None
        row[5] += score or 0
        row[6] += score is not None

    for e in evenings:
        won = {"won": True, "lost": False}.get(e.result)
        add(e, "all", "", "", 0, won)
        add(e, "title", e.title, "", 0, won)
        add(e, "month", "", localdate(e.began).strftime("%Y-%m"), 0, won)
        add(e, "players", e.title, str(e.players), 0, won)
        if e.variant:
            add(e, "variant", e.title, e.variant, 0, won)
        if e.condition:
            add(e, "ending", e.title, f"{e.result}:{e.condition}", 0, won)
        for sat in e.sat:
            if sat.role:
                add(e, "role", e.title, sat.role, 0, sat.winner, sat.score)
                add(e, "role", e.title, sat.role, ids[sat.person], sat.winner, sat.score)
        for name in {sat.person for sat in e.sat}:
            own = [sat for sat in e.sat if sat.person == name]
            winner = None if all(s.winner is None for s in own) else any(s.winner for s in own)
            top = max((s.score or 0 for s in own if bool(s.winner) == bool(winner)), default=0)
            score = top if any(s.score is not None for s in own) else None
            add(e, "person", "", "", ids[name], winner, score)
            add(e, "person", e.title, "", ids[name], winner, score)
    return dict(found)


def thrown(evenings, ids):
    """Return how often each face was seen, in all and in each hand."""
    found = Counter()
    for e in evenings:
        hands = {sat.part: ids[sat.person] for sat in e.sat if sat.part >= 0}
        for (part, die, face), n in e.dice.items():
            found[0, e.title, die, face] += n
            if part in hands:
                found[hands[part], e.title, die, face] += n
    return found


def wilson(won, n):
    middle = (won / n + Z * Z / (2 * n)) / (1 + Z * Z / n)
    half = Z / (1 + Z * Z / n) * math.sqrt(won / n * (1 - won / n) / n + Z * Z / (4 * n * n))
    return middle - half, middle + half


def said(minutes):
    """Return a length as pages say it."""
    hours, rest = divmod(round(minutes), 60)
    if hours >= 10:
        return f"{hours + (rest >= 30)} h"
    return f"{hours} h {rest} min" if hours else f"{rest} min"


def runs(results):
    """Return the run of wins that goes on, and the longest, of results newest first."""
    text = "".join("w" if won else "." for won in results)
    return len(text) - len(text.lstrip("w")), max(map(len, re.findall("w*", text)), default=0)


# -- the evenings -------------------------------------------------------------------------------


@pytest.fixture
def crews(db, monkeypatch):
    """Return two crews after their evenings, and the clock of the second."""
    made, clocks = [], []
    for n, name in enumerate(("The Cellar", "Tuesday")):
        played, rng = Evenings(monkeypatch, n + 1), Random(n)
        crew = played.crew(name)
        for i, path in enumerate(files(EVENINGS, rng)):
            played.play(crew, path, to_the_end=i % LEFT != LEFT - 1 or i > EVENINGS // 2)
        clocks.append(played.now)
        made.append(crew)
    # Secrets are told an hour after the end.
    played.now = max(clocks) + timedelta(hours=2)
    return made


@pytest.mark.patient
def test_two_crews_figures_match_their_logs(crews):
    for crew in crews:
        evenings = read(packed(crew))
        assert len(evenings) == EVENINGS
        assert {e.title for e in evenings} == set(registry.TITLES)
        assert {e.book for e in evenings} >= {"clean", "abandoned"}
        ids = {person.name: person.pk for person in crew.people.all()}
        whole = sums(evenings, ids)
        stored = crew.tallies.exclude(plays=0).values_list(
            *("book", "kind", "title", "key", "who"),
            *("plays", "won", "decided", "minutes", "timed", "score", "scored"),
        )
        asked = {key[1] for key in whole}
        assert {row[:5]: list(row[5:]) for row in stored if row[1] in asked} == whole
        faces = crew.faces.exclude(n=0).values_list("who", "title", "die", "face", "n")
        assert {row[:4]: row[4] for row in faces} == thrown(evenings, ids)
        phone = phone_of(Person.objects.get(crew=crew, name="Ana"))
        at = f"/c/{crew.key}/"
        check_crew(phone.get(at), evenings, whole, ids)
        for slug in registry.TITLES:
            check_title(phone.get(f"{at}g/{slug}/"), slug, evenings, whole, ids)
        for name, pk in ids.items():
            check_person(phone.get(f"{at}who/{pk}/"), name, pk, evenings, whole)
        check_dice(phone.get(f"{at}dice/"), 0, thrown(evenings, ids))
        check_dice(phone.get(f"{at}dice/?who={ids['Bruno']}"), ids["Bruno"], thrown(evenings, ids))
        check_list(phone.get(f"{at}plays/"), evenings)


def told(rates):
    return {r.label: (r.won, r.of, r.share, r.low, r.high) for r in rates}


def rate(row):
    """Return a row of sums as a rate: won, of how many, share, and its interval in percent."""
    _plays, won, n = row[:3]
    low, high = wilson(won, n)
    return won, n, *(round(100 * share, 1) for share in (won / n, low, high))


def of(whole, kind, title="", book="clean", who=None):
    """Return the rows of one kind of question, by key and person."""
    return {
        (key, pk): row
        for (b, k, t, key, pk), row in whole.items()
        if (b, k, t) == (book, kind, title) and who in (None, pk)
    }


def check_crew(page, evenings, whole, ids):
    names = {pk: name for name, pk in ids.items()}
    row = whole["clean", "all", "", "", 0]
    facts = dict(page.context["facts"])
    assert facts["plays"] == row[0]
    assert facts["at the table"] == said(row[3])
    assert facts["on average"] == said(row[3] / row[4])
    titles = {r["slug"]: (r["plays"], r["average"]) for r in page.context["titles"]}
    assert titles == {
        slug: (r[0], said(r[3] / r[4]))
        for slug in registry.TITLES
        for r in of(whole, "title", slug).values()
    }
    people = of(whole, "person")
    assert told(page.context["rates"]) == {names[pk]: rate(r) for (_k, pk), r in people.items()}
    roster = {person.name: tally.plays for person, tally in page.context["roster"]}
    assert roster == {names[pk]: r[0] for (_k, pk), r in people.items()}
    months = {key: r[0] for (key, _pk), r in of(whole, "month").items()}
    (line,) = page.context["months"].lines
    assert sum(line.values) == sum(months[k] for k in sorted(months)[-12:])
    assert [v for v in line.values if v] == [months[k] for k in sorted(months)[-12:]]
    newest = sorted(evenings, key=lambda e: e.ended, reverse=True)
    assert [r.play.share for r in page.context["newest"]] == [e.share for e in newest[:8]]
    close = closest(evenings)
    assert [r.margin for r in page.context["closest"]] == [e.margin for e in close]


def closest(evenings, title=""):
    won = [e for e in evenings if e.book == "clean" and e.result == "won" and e.margin is not None]
    won = [e for e in won if title in ("", e.title)]
    return sorted(won, key=lambda e: (e.margin, -e.ended.timestamp()))[:5]


def check_title(page, slug, evenings, whole, ids):
    names = {pk: name for name, pk in ids.items()}
    together = registry.referee(slug).title.cooperative
    row = whole["clean", "title", slug, "", 0]
    facts = dict(page.context["facts"])
    assert facts["plays"] == row[0]
    assert facts["on average"] == said(row[3] / row[4])
    newest = sorted((e for e in evenings if e.title == slug), key=lambda e: e.ended, reverse=True)
    if together:
        decided = [e.result == "won" for e in newest if e.result in ("won", "lost")]
        assert (facts["current win streak"], facts["longest streak"]) == runs(decided)
    assert told(page.context["rates"]) == {
        names[pk]: rate(r) for (_k, pk), r in of(whole, "person", slug).items()
    }
    assert told(page.context["role_rates"]) == {
        role: rate(r) for (role, _pk), r in of(whole, "role", slug, who=0).items()
    }
    assert page.context["pace"].rows == [
        (int(key), r[0], said(r[3] / r[4]))
        for (key, _pk), r in sorted(of(whole, "players", slug).items())
    ]
    variants = of(whole, "variant", slug)
    assert sorted(v.plays for _name, v, _average in page.context["variants"]) == sorted(
        r[0] for r in variants.values()
    )
    endings = Counter()
    for (key, _pk), r in of(whole, "ending", slug).items():
        endings[key.partition(":")[0]] += r[0]
    shown = [sum(bar.value for bar in bars.bars) for bars in page.context["endings"]]
    assert sorted(shown) == sorted(endings.values())
    assert [r.play.share for r in page.context["newest"]] == [e.share for e in newest[:8]]
    close = closest(evenings, slug)
    assert [r.margin for r in page.context["closest"]] == [e.margin for e in close]
    check_newest(page, slug, [e for e in newest if e.book == "clean"])


def check_newest(page, slug, newest):
    """Check what compares the newest plays of a title, which no stored sum holds."""
    points = defaultdict(list)
    for e in newest:
        best = {}
        for sat in e.sat:
            if sat.score is not None:
                best[sat.person] = max(sat.score, best.get(sat.person, sat.score))
        for name, score in best.items():
            points[name].append(score)
    assert sorted(page.context["points"].rows) == sorted(
        (name, len(each), floatformat(sum(each) / len(each), 1), max(each), each[0])
        for name, each in points.items()
    )
    speaker = Speaker(registry.referee(slug).catalogue())
    moments = {
        word: [e.moments[word] for e in newest]
        for word in registry.referee(slug).highlights.values()
    }
    turns = sum(e.turns for e in newest)
    shown = {label: numbers for label, *numbers in page.context["own"].rows}
    for word, each in moments.items():
        average, rate = sum(each) / len(each), sum(each) / turns
        expected = [floatformat(average, 1), min(each), max(each), floatformat(rate, 2)]
        assert shown.get(speaker.say(Msg(word))) == (expected if any(each) else None)
    if registry.referee(slug).title.cooperative:
        decided = [e for e in newest if e.result in ("won", "lost")]
        by_size = Counter(e.players for e in decided)
        won = Counter(e.players for e in decided if e.result == "won")
        shown = defaultdict(lambda: [0, 0])
        for _variant, players, said_won in page.context["crossed"].rows:
            wins, plays = map(int, said_won.split(" of "))
            shown[players][0] += plays
            shown[players][1] += wins
        assert shown == {size: [n, won[size]] for size, n in by_size.items()}


def check_pairs(page, name, evenings):
    """Check who met whom, and how it came out between them."""
    found = defaultdict(lambda: [0, 0, 0])
    for e in evenings:
        won = {
            who: any(s.winner for s in e.sat if s.person == who)
            for who in {s.person for s in e.sat if s.winner is not None}
        }
        if name not in won:
            continue
        for other in won.keys() - {name}:
            pair = found[other]
            pair[0] += won[name] and not won[other]
            pair[1] += won[other] and not won[name]
            if won[name] == won[other]:
                pair[2] += won[name] or registry.referee(e.title).title.cooperative
    shown = {p.person.name: [p.ahead, p.behind, p.together] for p in page.context["pairs"]}
    assert shown == {other: pair for other, pair in found.items() if any(pair)}


def check_person(page, name, pk, evenings, whole):
    row = whole["clean", "person", "", "", pk]
    facts = dict(page.context["facts"])
    assert facts["plays"] == row[0]
    assert facts["at the table"] == said(row[3])
    mine = [
        any(sat.winner for sat in e.sat if sat.person == name)
        for e in sorted(evenings, key=lambda e: e.ended, reverse=True)
        if any(sat.person == name and sat.winner is not None for sat in e.sat)
    ]
    assert (facts["current win streak"], facts["longest streak"]) == runs(mine)
    titles = {
        registry.referee(slug).title.name: rate(r)
        for slug in registry.TITLES
        for r in of(whole, "person", slug, who=pk).values()
    }
    assert told(page.context["title_rates"]) == titles
    check_pairs(page, name, evenings)


def check_dice(page, who, faces):
    shown = {
        (die.slug, die.die): (die.thrown, sum(bar.value for bar in die.bars.bars))
        for die in page.context["dice"]
    }
    expected = Counter()
    for (pk, slug, die, _face), n in faces.items():
        if pk == who:
            expected[slug, die] += n
    assert shown == {key: (n, n) for key, n in expected.items()}


def check_list(page, evenings):
    newest = sorted(evenings, key=lambda e: e.ended, reverse=True)
    rows = page.context["rows"]
    assert [(r.play.share, r.result, r.minutes) for r in rows] == [
        (e.share, e.result, e.minutes) for e in newest
    ]
