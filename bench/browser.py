"""Two real phones: bytes of the first load, and the time from a tap to the other screen."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, BrowserContext, Page, expect

from bench.figures import Figures, figures
from bench.games import Game
from companion.conformance import browsers
from tests import services

WATCH = """() => {
  window.changed = [];
  const time = () => performance.timeOrigin + performance.now();
  const seen = () => document.getElementById("board").dataset.revision;
  let last = seen();
  new MutationObserver(() => {
    if (seen() === last) return;
    last = seen();
    window.changed.push(time());
  }).observe(document.getElementById("table"), { childList: true, subtree: true });
  document.addEventListener("click", () => { window.tapped = time(); }, true);
}"""


@contextmanager
def chromium() -> Iterator[Browser]:
    services.use_fonts()
    with browsers.started(services.chromium()) as browser:
        yield browser
        browser.close()


def sit(browser: Browser, base: str, game: Game) -> BrowserContext:
    """Return a phone with the host's cookie."""
    context = browser.new_context(base_url=base, viewport={"width": 390, "height": 844})
    context.add_cookies(
        [{"name": n, "value": v, "url": base} for n, v in game.places[0].cookie.items()]
    )
    return context


def first_load(browser: Browser, base: str, game: Game) -> dict[str, int]:
    """Return bytes on the wire, headers included, of all that a new phone loads, by path."""
    page = sit(browser, base, game).new_page()
    wire = page.context.new_cdp_session(page)
    paths: dict[str, str] = {}
    sizes: dict[str, int] = {}
    wire.on(
        "Network.requestWillBeSent", lambda e: paths.update({e["requestId"]: e["request"]["url"]})
    )
    wire.on(
        "Network.loadingFinished",
        lambda e: sizes.update({paths[e["requestId"]]: int(e["encodedDataLength"])}),
    )
    wire.send("Network.enable")
    page.goto(game.at)
    expect(page.locator("#link")).to_have_text("live", timeout=15_000)
    page.wait_for_timeout(500)
    browsers.put_away(page.context)
    return {url.removeprefix(base): size for url, size in sizes.items()}


def tap_to_screen(
    browser: Browser,
    base: str,
    game: Game,
    rounds: int,
    then: Callable[[int, float], None] = lambda revision, tapped: None,
) -> tuple[Figures, Figures]:
    """Return milliseconds from a tap on one phone to the changed page on itself and on the other.

    Entry by entry of a recorded game is taken back, so that every board is another one.

    ``then`` is told the revision and the moment of each tap before the next one is made.
    """
    contexts = [sit(browser, base, game) for _ in range(2)]
    one, other = (context.new_page() for context in contexts)
    for page in (one, other):
        page.goto(game.at)
        expect(page.locator("#link")).to_have_text("live", timeout=15_000)
        page.evaluate(WATCH)
    own, far = [], []
    for n in range(rounds):
        button = one.locator("#undo")
        button.and_(one.locator(":not([data-new])")).click()
        changed = _changes(other, n + 1), _changes(one, n + 1)
        tapped = float(one.evaluate("window.tapped"))
        far.append(changed[0] - tapped)
        own.append(changed[1] - tapped)
        then(int(one.locator("#board").get_attribute("data-revision") or 0), tapped)
    for context in contexts:
        browsers.put_away(context)
    return figures(own), figures(far)


def _changes(page: Page, count: int) -> float:
    page.wait_for_function("count => window.changed.length >= count", arg=count, timeout=30_000)
    return float(page.evaluate("count => window.changed[count - 1]", count))
