"""Part h: taps for an ordinary turn, counted in the browser while a recorded game is entered.

Each action of a golden game is entered on the page as a person would: what is folded away
is unfolded, every tile, button and list is tapped. A choice from a list counts as two taps, a
typed character as one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

import msgspec
from playwright.sync_api import Page, expect
from playwright.sync_api import TimeoutError as Late

from bench import browser, stories
from bench.part import Served, server
from bench.record import Row
from companion.conformance import browsers
from companion.plays import playlog, seats
from companion.plays.models import Play, Seat
from games import registry
from tests import golden, services

NAMING = ("deal", "refill")
"""Actions that tell which cards now lie on the table; a table may leave them unknown."""
NONE: Mapping[str, str] = {}
ACTIONS = 55
"""Actions entered per game at most; turns that are not finished by then do not count."""

ANSWER = 15_000
"""Milliseconds an answer may take; a form that enters itself waits five seconds before."""

HASTY = 5_000
"""Milliseconds a place may take to be there and to heed a tap."""

FETCHED = 500
"""Milliseconds until what was fetched again stands in the page."""

WRONG = "animated-dice/won", 12, 5, "blue-loot"
"""A recorded game, how far it is played, an earlier roll of it, and what its second die was."""

COUNT = (Path(__file__).parent / "taps.js").read_text()


def measure() -> list[Row]:
    """Measure the median and the range over the turns of one game per title, in quick depth; then
    turns in full depth."""
    if services.chromium() is None:
        return [Row("taps", "not measured: no Chromium found; set CHROMIUM")]
    with server() as served, browser.chromium() as running:
        rows = [row for slug in registry.TITLES for row in of(slug, served, running)]
        return [*rows, mending(served, running)]


def of(slug: str, served: Served, running: browser.Browser) -> list[Row]:
    """Return the rows of one title."""
    counted = stories.told(slug)
    name = registry.referee(slug).title.name
    rows: list[Row] = []
    for game in (stories.CountedGame(name, counted.aim, counted.game), *counted.games):
        doc = golden.read(golden.at(f"{slug}/{game.game}"))
        with phones(served, running, recorded(doc), 1) as (page,):
            rows += _rows(game.what, game.aim, enter(page, doc))
    for evening in counted.evenings:
        play = stories.begun(slug, evening)
        with phones(served, running, play, 1) as (page,):
            rows += _rows(evening.what, evening.aim, played(page, play, evening))
    for story in counted.rows:
        with phones(served, running, stories.begun(slug, story), story.players) as pages:
            taps = told(pages, slug, story)
            each = taps if story.players > 2 else [sum(taps)]
            rows.append(Row(story.what, " / ".join(map(str, each)), story.aim))
    return rows


def mending(served: Served, running: browser.Browser) -> Row:
    """Count the taps from the board to a die of an earlier roll put right."""
    name, until, seq, face = WRONG
    play = recorded(golden.read(golden.at(name)), until)
    pad = ".keypad.on"
    with phones(served, running, play, 1) as (page,):
        places = (
            '#board [href$="/log"]',
            f'#drawer [href$="/repair/{seq}"]',
            f"{pad} .tray button:nth-child(2)",
            f'{pad} .die.next label:has([value="{face}"])',
            f'form:has({pad}) button[id$="-b"]',
        )
        for place in places:
            page.locator(place).first.click()
        agree = page.locator('form:has([name="agreed"]) button')
        board = page.locator("#board")
        expect(agree.or_(board)).to_be_visible(timeout=ANSWER)
        taps = len(places)
        if agree.count():
            agree.click()
            taps += 1
        expect(board).not_to_have_attribute("data-revision", str(until), timeout=ANSWER)
    return Row("an earlier entry fixed", str(taps), "≤ 5")


def _rows(name: str, aim: str, turns: list[tuple[int, int]]) -> list[Row]:
    kinds = {name: [taps for taps, _ in turns]}
    if any(named for _, named in turns):
        kinds[f"{name}, without naming new cards"] = [taps - named for taps, named in turns]
    return [
        Row(what, f"median {median(taps):g}, {min(taps)} to {max(taps)} in {len(taps)} turns", aim)
        for what, taps in kinds.items()
    ]


def recorded(doc: playlog.Playlog, until: int = 0) -> Play:
    """Return the table of a recorded game after that many entries."""
    return playlog.load(msgspec.structs.replace(doc, entries=doc.entries[:until], outcome=None))


@contextmanager
def phones(
    served: Served, running: browser.Browser, play: Play, count: int
) -> Iterator[tuple[Page, ...]]:
    """Provide that many phones at a table, one a part; a single one plays for everyone."""
    referee = registry.referee(play.title)
    parts = [part.index for part in referee.parts(referee.decode_state(play.state))]
    host = Seat.objects.filter(play=play, role=Seat.Role.HOST).first()
    host = host or Seat.objects.create(play=play, name="P1", role=Seat.Role.HOST)
    host.parts, host.claimed = parts[::count], True
    host.save(update_fields=["parts", "claimed"])
    others = [
        Seat.objects.create(play=play, name=f"P{n + 1}", parts=parts[n::count])
        for n in range(1, count)
    ]
    pages = []
    for seat in (host, *others):
        pages.append(running.new_context(viewport={"width": 390, "height": 844}).new_page())
        _sit(served, pages[-1], play, seat)
    yield tuple(pages)
    for page in pages:
        browsers.put_away(page.context)


def enter(page: Page, doc: playlog.Playlog) -> list[tuple[int, int]]:
    """Enter a recorded game from its start; of each whole turn all taps and those for naming."""
    states = playlog.replay(doc).states
    count = Count(doc.title)
    for line in doc.entries[:ACTIONS]:
        assert line.kind == "action", f"{doc.title} has more than actions on record"
        taps = _enter(page, doc.title, line.action, line.n, line.answers)
        count.add(states[line.n - 1], line.action, taps)
    return count.whole


def played(page: Page, play: Play, evening: stories.Evening) -> list[tuple[int, int]]:
    """Play on, as the evening's rows say; counted as a recorded game is."""
    referee, rng, count = registry.referee(play.title), Random(3), Count(play.title)
    while len(count.whole) < stories.TURNS:
        play.refresh_from_db()
        state = referee.decode_state(play.state)
        action = evening.choose(referee, state, rng)
        if action is None:
            break
        count.add(state, action, _enter(page, play.title, action, play.revision + 1))
    return count.whole


def told(pages: tuple[Page, ...], slug: str, story: stories.Story) -> list[int]:
    """Count the taps of one turn on each of its phones."""
    taps = [0] * len(pages)
    for part, action in story.now:
        newest = max(int(_revision(page)) for page in pages)
        expect(pages[part].locator("#board")).to_have_attribute(
            "data-revision", str(newest), timeout=ANSWER
        )
        answers = story.answers.get(f"{part} {action['do']}", NONE)
        taps[part] += _enter(pages[part], slug, action, newest + 1, answers)
    return taps


class Count:
    """Taps by turn: all of them, and those for naming."""

    def __init__(self, slug: str) -> None:
        self.slug = slug
        self.spent: Counter[str] = Counter()
        self.naming: Counter[str] = Counter()

    def add(self, state: Any, action: dict[str, Any], taps: int) -> None:
        turn = stories.told(self.slug).turn(registry.referee(self.slug), state)
        self.spent[turn] += taps
        self.naming[turn] += taps * (action["do"] in NAMING)

    @property
    def whole(self) -> list[tuple[int, int]]:
        """The turns that are over; what lies between turns is none."""
        turns = [(self.spent[turn], self.naming[turn]) for turn in self.spent if turn]
        return turns[:-1]


def _sit(served: Served, page: Page, play: Play, seat: Seat) -> None:
    page.add_init_script(COUNT)
    cookie = {"name": seats.cookie_name(seat.address), "value": seats.token(seat)}
    page.context.add_cookies([{**cookie, "url": served.base}])
    page.goto(f"{served.base}/t/{seat.address}/")
    expect(page.locator("#link")).to_have_text("live", timeout=15_000)


def _enter(
    page: Page, slug: str, given: dict[str, Any], n: int, answers: Mapping[str, str] = NONE
) -> int:
    """Enter an action, revision ``n``, and answer what is asked; how many taps that took."""
    before = _taps(page)
    action = registry.referee(slug).decode_action(given)
    given = msgspec.to_builtins(given)
    values = {
        spec.encode_name: msgspec.to_builtins(getattr(action, spec.name))
        for spec in msgspec.structs.fields(action)
    }
    plan = [given["do"], values, list(given)]
    steps = page.evaluate("a => benchPlan(...a)", plan) or _besides(page, plan)
    if steps is None:
        page.locator("#to-more").click()
        page.locator("#drawer[open] h2").first.wait_for()
        steps = page.evaluate("a => benchPlan(...a)", plan)
    assert steps is not None, f"the page cannot do {given}"
    try:
        _steps(page, steps)
    except Late:
        # What was possible besides came once more, and took its places away; what was already
        # tapped is not tapped again.
        steps = page.evaluate("a => benchPlan(...a)", plan)
        assert steps is not None, f"the page can no longer do {given}"
        _steps(page, steps)
    for code, value in answers.items():
        asked = page.locator(f'[name="answer:{code}"][value="{value}"]')
        # A phone that plays for everyone is not asked about the others.
        if asked.count():
            _tap(page, asked, True)
    if page.locator("#all-the-same").count():
        _tap(page, page.locator("#all-the-same"), True)
    expect(page.locator("#board")).to_have_attribute("data-revision", str(n))
    return _taps(page) - before


def _revision(page: Page) -> str:
    return page.locator("#board").get_attribute("data-revision") or ""


def _besides(page: Page, plan: list[Any]) -> Any:
    """Return what has to be tapped once all that is possible besides has been fetched."""
    if page.locator("details#r-more[data-also]:not([open])").count():
        page.locator("#r-more > summary").click()
    if page.locator("details#r-more[data-also]").count():
        fetched = "() => { const { dataset } = document.getElementById('board');"
        fetched += " return document.getElementById('r-more').dataset.of === dataset.revision; }"
        page.wait_for_function(fetched)
        page.locator("#r-also").wait_for()
        page.wait_for_timeout(FETCHED)
    return page.evaluate("a => benchPlan(...a)", plan)


def _steps(page: Page, steps: list[dict[str, Any]]) -> None:
    for step in steps:
        _step(page, step)


def _step(page: Page, step: dict[str, Any]) -> None:
    place = page.locator(f'[data-bench="{step["n"]}"]')
    board = _board(page)
    if step["how"] == "choose":
        place.select_option(step["value"])
    elif step["how"] == "type":
        place.click()
        place.press_sequentially(step["value"])
    elif step["how"] == "wait":
        _answered(page, board)
    else:
        _tap(page, place, step["how"] in ("send", "enter"))


def _tap(page: Page, place: Any, sends: bool) -> None:
    """Tap once it no longer ignores hasty taps; one that sends is followed by its answer."""
    board = _board(page)
    place.and_(page.locator(":not([data-new])")).first.click(timeout=HASTY)
    if sends:
        _answered(page, board)


def _board(page: Page) -> str:
    """Return a mark that tells the board that is shown from any other."""
    return page.locator("#board").get_attribute("data-key") or ""


def _answered(page: Page, board: str) -> None:
    """Wait until what was entered on a board has been answered by another one."""
    expect(page.locator("#board")).not_to_have_attribute("data-key", board, timeout=ANSWER)


def _taps(page: Page) -> int:
    return int(page.evaluate("window.benchTaps"))
