"""A phone in a browser test: a page, what it complained about, what it says aloud."""

from __future__ import annotations

import re

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import ConsoleMessage, Page, expect

ANSWERS = re.compile(r"the server responded with a status of (403|404|409|413|422|429)\b")
"""Refusals are answers, but Chromium still writes each to the console."""
CUT = re.compile(r"net::ERR_(INTERNET_DISCONNECTED|NETWORK_CHANGED|NETWORK_IO_SUSPENDED)")


class Phone:
    """One person's phone; ``page`` is Playwright's."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.complaints: list[str] = []
        self.forgives = ""
        """Part of a complaint that a test brings about on purpose."""
        page.on("console", self._heard)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type not in {"error", "warning"}:
            return
        if ANSWERS.search(message.text) or CUT.search(message.text):
            return
        if self.forgives and self.forgives in message.text:
            return
        self.complaints.append(f"{message.text} ({message.location.get('url', '')})")

    def complains_about_nothing(self) -> None:
        """Fail on what the browser's console showed: script errors, blocked content, failures."""
        assert not self.complaints, "\n".join(self.complaints)

    def open(self, path: str) -> None:
        """Go to a path of the site."""
        answer = self.page.goto(path)
        assert answer is not None
        assert answer.status < 400, f"{path}: {answer.status}"

    def tap(
        self, name: str | re.Pattern[str], *, within: str = "body", exact: bool = False
    ) -> None:
        """Tap the first button or link of this name, once it no longer ignores hasty taps."""
        place = self.page.locator(within)
        button = place.get_by_role("button", name=name, exact=exact)
        link = place.get_by_role("link", name=name, exact=exact)
        button.or_(link).first.and_(self.page.locator(":not([data-new])")).click()

    def chooses(self, name: str | re.Pattern[str], *, within: str = "body") -> None:
        """Tap the tile of a radio button or tick box; its label takes the tap."""
        page = self.page
        radio = page.get_by_role("radio", name=name)
        box = radio.or_(page.get_by_role("checkbox", name=name))
        page.locator(within).locator("label", has=box).first.click()

    def unfolds(self, name: str) -> None:
        """Open what is folded away under ``name``, if it is folded."""
        fold = self.page.locator("details:not([open]) > summary", has_text=name)
        if fold.count():
            fold.first.click()

    def is_at_the_table(self) -> None:
        """Wait until the table's page is there, its scripts run and its stream is open."""
        expect(self.page.locator("#link")).to_have_attribute("data-link", "live", timeout=15_000)

    def pulls(self, drawer: str) -> None:
        """Open a drawer by the name on its handle."""
        self.tap(drawer, within="nav.dock", exact=True)
        self.page.locator("#drawer[open] h2").first.wait_for()

    def closes_the_drawer(self) -> None:
        self.page.keyboard.press("Escape")
        self.page.locator("#drawer[open]").wait_for(state="detached")

    def reads_aloud(self, text: str | re.Pattern[str]) -> None:
        """Wait until the live region says ``text``."""
        expect(self.page.locator("#live")).to_contain_text(text)

    def shows_revision(self, revision: int, *, timeout: float = 20_000) -> None:
        """Wait until the board on this phone is at ``revision``."""
        expect(self.page.locator("#board")).to_have_attribute(
            "data-revision", str(revision), timeout=timeout
        )

    def shows_something_else(self) -> None:
        """Change a piece of the board, so that no brought board fits and the next is fetched."""
        self.page.locator("#r-links").evaluate("(one) => { one.dataset.h = 'xxxxx'; }")

    @property
    def revision(self) -> int:
        return int(self.page.locator("#board").get_attribute("data-revision") or 0)

    def goes_offline(self) -> None:
        """Cut the line; htmx writes to the console what it could not send."""
        self.forgives = "htmx:"
        self.page.context.set_offline(True)

    def comes_back(self) -> None:
        self.page.context.set_offline(False)

    def is_accessible(self) -> None:
        """Check that axe finds no violation on the page as it is."""
        expect(self.page.locator("#board .peak")).to_be_hidden()
        found = Axe().run(self.page)
        assert found.violations_count == 0, f"{self.page.url}\n{found.generate_report()}"
