"""A phone in another engine, for the finger that enters recorded games."""

from __future__ import annotations

import time
from typing import Any

from companion.conformance.phone import ANSWERS
from companion.conformance.serving import until
from tests.engines.drivers import Engine
from tests.engines.watched import COMPLAINTS

SOON = 15
REVISION = "() => +(document.querySelector('#board') || { dataset: {} }).dataset.revision || 0"
LINK = "() => (document.querySelector('#link') || { dataset: {} }).dataset.link"
FREE = """(selector) => {
  const one = document.querySelector(selector);
  if (!one) return false;
  one.scrollIntoView({ block: "nearest" });
  const { left, top, width, height } = one.getBoundingClientRect();
  return one.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}"""


class Phone:
    """One person's phone; it is its own ``page`` for who only evaluates and waits."""

    def __init__(self, engine: Engine, site: str) -> None:
        self.engine, self.site = engine, site
        self.forgives: list[str] = []
        """Parts of complaints that a test brings about on purpose."""

    @property
    def page(self) -> Phone:
        return self

    def sits_down(self, path: str, cookie: str, token: str) -> None:
        """Open a table as someone who has sat down at it before."""
        self.engine.open(f"{self.site}/frame")
        self.engine.remember(cookie, token)
        self.engine.open(f"{self.site}/frame?at={path}")
        self.engine.into_frame()
        self.is_live()

    def leaves(self) -> None:
        self.engine.open("about:blank")

    def is_live(self, seconds: float = SOON) -> None:
        """Wait until the table's page is there, its scripts run and its stream is open."""
        until(lambda: self.evaluate(LINK) == "live", "the table is not live", seconds)

    def evaluate(self, function: str, argument: Any = None) -> Any:
        return self.engine.evaluate(function, argument)

    def wait_for_timeout(self, milliseconds: float) -> None:
        time.sleep(milliseconds / 1000)

    @property
    def revision(self) -> int:
        return int(self.evaluate(REVISION) or 0)

    def shows_revision(self, revision: int, seconds: float = SOON) -> None:
        until(
            lambda: self.revision == revision,
            f"the phone does not come to {revision}",
            seconds,
        )

    def taps(self, selector: str) -> None:
        """Tap the middle of the first such element, once it no longer ignores hasty taps."""
        self.rests_on(f"{selector}:not([data-new])", 0)

    def rests_on(self, selector: str, milliseconds: int, aside: int = 0) -> None:
        """Put a finger on an element that nothing covers, wait, draw it aside, and lift it."""
        until(lambda: self.evaluate(FREE, selector), f"no {selector} can be tapped", SOON)
        at = self.engine.find(selector)
        assert at, selector
        there = {"type": "pointerMove", "duration": 0, "origin": at, "x": 0, "y": 0}
        steps = [there, {"type": "pointerDown", "button": 0}]
        if milliseconds:
            steps.append({"type": "pause", "duration": milliseconds})
        if aside:
            steps.append({**there, "duration": 100, "x": aside})
        self.engine.moves(*steps, {"type": "pointerUp", "button": 0})

    def complaints(self) -> list[str]:
        """Return what the page's console would show: script errors, blocked content, failures."""
        return [
            each
            for each in self.evaluate(COMPLAINTS)
            if not ANSWERS.search(each) and not any(part in each for part in self.forgives)
        ]
