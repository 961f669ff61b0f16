"""Part h: taps for an ordinary turn, counted in the browser while a recorded game is entered.

Each action of a golden game is entered on the page as a person would: what is folded away
is unfolded, every tile, button and list is tapped. A choice from a list counts as two taps, a
typed character as one.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from statistics import median
from typing import Any

import msgspec
from playwright.sync_api import Page, expect

from bench import browser
from bench.part import Served, server
from bench.record import Row
from companion.plays import playlog, seats
from companion.plays.models import Play, Seat
from games import registry
from tests import golden, needs, record

AIMS = {
    "batman-who-laughs": "median ≤ 5",
    "fire-nation": "median ≤ 6",
    "animated-dice": "two rolls and stop ≤ 6",
    "gotham-chronicles": "cubes + 1",
    "talisman-batman": "the quietest turn ≤ 3",
}
NAMING = ("deal", "refill")
"""Actions that tell which cards now lie on the table; a table may leave them unknown."""
ACTIONS = 55
"""Actions entered per game at most; turns that are not finished by then do not count."""

ANSWER = 15_000
"""Milliseconds an answer may take; a form that enters itself waits five seconds before."""

FETCHED = 500
"""Milliseconds until what was fetched again stands in the page."""

COUNT = (Path(__file__).parent / "taps.js").read_text()


def measure() -> list[Row]:
    """The median and the range over the turns of one game per title, in quick depth."""
    if needs.chromium() is None:
        return [Row("taps", "not measured: no Chromium found; set CHROMIUM")]
    rows = []
    with server() as served, browser.chromium() as running:
        for slug in registry.TITLES:
            game = record.plans(slug).TURNS
            page = running.new_page(viewport={"width": 390, "height": 844})
            page.add_init_script(COUNT)
            turns = enter(served, page, golden.FOLDER / slug / f"{game}.txt")
            page.close()
            rows += _rows(slug, turns)
    return rows


def _rows(slug: str, turns: list[tuple[int, int]]) -> list[Row]:
    name = registry.referee(slug).title.name
    kinds = {name: [taps for taps, _ in turns]}
    if any(named for _, named in turns):
        kinds[f"{name}, without naming new cards"] = [taps - named for taps, named in turns]
    return [
        Row(
            what,
            f"median {median(taps):g}, {min(taps)} to {max(taps)} in {len(taps)} turns",
            AIMS.get(slug, ""),
        )
        for what, taps in kinds.items()
    ]


def enter(served: Served, page: Page, path: Path) -> list[tuple[int, int]]:
    """Enter a recorded game from its start; of each whole turn all taps and those for naming."""
    doc = golden.read(path)
    states = playlog.replay(doc).states
    play = playlog.load(msgspec.structs.replace(doc, entries=(), outcome=None))
    _sit(served, page, play)
    spent: Counter[str] = Counter()
    naming: Counter[str] = Counter()
    for line in doc.entries[:ACTIONS]:
        assert line.kind == "action", f"{path.name} holds more than actions"
        turn, taps = turn_of(doc.title, states[line.n - 1]), _enter(page, doc.title, line)
        spent[turn] += taps
        naming[turn] += taps * (line.action["do"] in NAMING)
    *whole, _unfinished = [(spent[turn], naming[turn]) for turn in spent if turn]
    return whole


def turn_of(slug: str, state: Any) -> str:
    """What tells one turn from the next: its number, in Gotham whose it is; empty between turns."""
    if slug == "gotham-chronicles":
        return state.side and f"{state.round}.{state.side}"
    return registry.referee(slug).step(state).partition(".")[0]


def _sit(served: Served, page: Page, play: Play) -> None:
    host = play.seats.get(role=Seat.Role.HOST)
    cookie = {"name": seats.cookie_name(host.address), "value": seats.token(host)}
    page.context.add_cookies([{**cookie, "url": served.base}])
    page.goto(f"{served.base}/t/{play.code}/")
    expect(page.locator("#link")).to_have_text("live", timeout=15_000)


def _enter(page: Page, slug: str, line: playlog.Line) -> int:
    """Enter one action and answer what is asked; how many taps that took."""
    before = _taps(page)
    action = registry.referee(slug).decode_action(line.action)
    given = msgspec.to_builtins(line.action)
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
    for step in steps:
        _step(page, step)
    for code, value in line.answers.items():
        _tap(page, page.locator(f'[name="answer:{code}"][value="{value}"]'), True)
    if page.locator("#all-the-same").count():
        _tap(page, page.locator("#all-the-same"), True)
    expect(page.locator("#board")).to_have_attribute("data-revision", str(line.n))
    return _taps(page) - before


def _besides(page: Page, plan: list[Any]) -> Any:
    """What has to be tapped once all that is possible besides has been fetched."""
    if page.locator("details#r-more[data-also]:not([open])").count():
        page.locator("#r-more > summary").click()
    if page.locator("details#r-more[data-also]").count():
        fetched = "() => { const { dataset } = document.getElementById('board');"
        fetched += " return document.getElementById('r-more').dataset.of === dataset.revision; }"
        page.wait_for_function(fetched)
        page.locator("#r-also").wait_for()
        page.wait_for_timeout(FETCHED)
    return page.evaluate("a => benchPlan(...a)", plan)


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
    place.and_(page.locator(":not([data-new])")).first.click()
    if sends:
        _answered(page, board)


def _board(page: Page) -> str:
    """What tells the board that is shown from any other."""
    return page.locator("#board").get_attribute("data-key") or ""


def _answered(page: Page, board: str) -> None:
    """Wait until what was entered on a board has been answered by another one."""
    expect(page.locator("#board")).not_to_have_attribute("data-key", board, timeout=ANSWER)


def _taps(page: Page) -> int:
    return int(page.evaluate("window.benchTaps"))
