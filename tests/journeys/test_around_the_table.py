"""Three phones and a television around a table: who is called, what hands do, warnings, peaks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

import pytest
from playwright.sync_api import Locator, Page, expect

from companion.conformance.phone import Phone
from companion.plays import moments, replay, seats
from companion.plays.models import Play
from companion.plays.pages import handwork
from companion.plays.pages.drawing.hyphens import SOFT_HYPHEN
from games import registry
from games.messages import Msg, Speaker
from games.registry import TITLES
from tests import highlights, loss_positions
from tests.highlights import Step
from tests.journeys.test_big_screen import CUT, NAMES, TEXTS

pytestmark = [pytest.mark.patient, pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PHONES = 3
FELT = """Object.defineProperty(navigator, "vibrate", {
  value: () => {
    const { dataset } = document.documentElement;
    dataset.felt = 1 + +(dataset.felt ?? 0);
  },
})"""
"""Counts how often a phone buzzed."""
SOON = 20_000


class Place(NamedTuple):
    """A phone, and the part its person plays; none for who watches."""

    one: Phone
    part: int | None

    @property
    def page(self):
        return self.one.page

    def felt(self) -> int:
        return int(self.page.locator("html").get_attribute("data-felt") or 0)


class Around(NamedTuple):
    play: Play
    places: Sequence[Place]
    screen: Phone

    def shows(self, revision: int) -> None:
        for each in (*(place.one for place in self.places), self.screen):
            each.shows_revision(revision, timeout=SOON)


@pytest.fixture
def around(site: str, phone: Callable[..., Phone]) -> Callable[[str, Step], Around]:
    """Return a table a step before: the phones of three people, or of two and a watcher, and a
    screen."""

    def sit(slug: str, step: Step) -> Around:
        parts = len(step.referee.parts(step.state))
        play = highlights.seated(slug, parts, NAMES)
        highlights.placed(play, step)
        places = []
        for seat in play.seats.order_by("pk")[:PHONES]:
            one = phone()
            cookie = {"name": seats.cookie_name(seat.address), "value": seats.token(seat)}
            one.page.context.add_cookies([{**cookie, "url": site}])
            places.append((one, f"/t/{seat.address}/", seat.parts[0]))
        if len(places) < PHONES:
            places.append((phone(), f"/w/{play.watch_code}/", None))
        for one, address, _ in places:
            one.page.add_init_script(FELT)
            one.open(address)
            one.is_at_the_table()
        screen = phone(viewport={"width": 1280, "height": 720}, has_touch=False, is_mobile=False)
        screen.open(f"/tv/{play.watch_code}/")
        return Around(play, [Place(one, part) for one, _, part in places], screen)

    return sit


def called(step: Step, state: object) -> set[int]:
    """Return the parts that are asked at a table."""
    return set(step.referee.parts_to_act(state, step.referee.prompts(state)))


def passing(slug: str) -> Iterator[Step]:
    """Yield entries after which someone else is asked, each way once: also in the middle of a
    turn."""
    seen = set()
    for step in highlights.recorded(slug):
        after = step.ruling().state
        if step.referee.outcome(after) is not None:
            continue
        who = frozenset(called(step, step.state)), frozenset(called(step, after))
        asked = next((p.do for p in step.referee.prompts(after) if p.expected), "")
        how = (who, asked, len(step.referee.parts(after)))
        if who[0] != who[1] and how not in seen:
            seen.add(how)
            yield step


MOST = 3
"""Changes of whose turn it is that are walked at a table of a size."""


def walked(slug: str) -> Iterator[list[Step]]:
    """Yield great moments and changes of whose turn it is, by how many play."""

    def parts(step: Step) -> int:
        return len(step.referee.parts(step.state))

    peaks = sorted(highlights.peaks(slug).values(), key=parts)
    turns = sorted(passing(slug), key=parts)
    for _, group in groupby(sorted([*peaks, *turns], key=parts), key=parts):
        steps = list(group)
        great = [step for step in steps if step in peaks]
        yield [*great, *[step for step in steps if step not in great][-MOST:]]


@pytest.mark.parametrize("slug", TITLES)
def test_right_phone_called_and_great_moments_reach_everybody(around, slug):
    say = Speaker(registry.referee(slug).catalogue()).say
    for steps in walked(slug):
        table = around(slug, steps[0])
        due = called(steps[0], steps[0].state)
        felt = [place.felt() for place in table.places]
        longest = 0
        for step in steps:
            table.shows(highlights.entered(table.play, step))
            ruling = step.ruling()
            before, due = due, called(step, ruling.state)
            for n, place in enumerate(table.places):
                mine = place.part in due
                felt[n] += mine and place.part not in before
                is_called(place, mine)
                assert place.felt() == felt[n]
            codes = [note.code for note in ruling.notes if note.owner is None]
            for code, word in step.referee.highlights.items():
                if code in codes:
                    for one in (*(place.one for place in table.places), table.screen):
                        expect(one.page.locator("#board .peak")).to_contain_text(say(Msg(word)))
            longest = max(longest, lists_are_whole(table, step, longest))


def is_called(place: Place, mine: bool) -> None:
    """Check whether this phone says, in its title and on its sheet, that it is asked."""
    said = f"{NAMES[place.part]}, your turn" if mine else ""
    expect(place.page.locator("#board")).to_have_attribute("data-turn", said)
    assert place.page.title().startswith(said)
    assert mine or "your turn" not in place.page.title()
    yours = place.page.locator(".yours")
    expect(yours).to_have_count(int(mine))
    if mine:
        expect(yours).to_contain_text(said)
        expect(place.page.locator(f".acts.p{place.part}")).to_have_count(1)


def lists_are_whole(table: Around, step: Step, longest: int) -> int:
    """Check that what the entry moves is counted on every handle and listed on the screen; a list
    longer than those before is opened on every phone."""
    newest = table.play.entries.order_by("-seq")[0]
    notes = replay.notes_of(newest)
    own = [place.part for place in table.places]
    many = len(handwork.lines(step.referee, notes, [], str))
    expect(table.screen.page.locator(".happened .hand")).to_have_count(many)
    assert table.screen.page.evaluate(CUT, TEXTS) == []
    for place, part in zip(table.places, own, strict=True):
        handle = place.page.locator("#r-hands .pic")
        expect(handle).to_have_count(int(many > 0))
        if many > longest:
            expect(handle).to_have_text(str(many))
            place.page.locator("#r-peak").dispatch_event("click")
            place.page.locator("#r-hands").click()
            parts = [] if part is None else [part]
            lines = handwork.lines(step.referee, notes, parts, say_of(step))
            expect(place.page.locator("#todo li")).to_have_count(many)
            told = " ".join(place.page.locator("#todo").inner_text().split())
            told = told.replace(SOFT_HYPHEN, "")
            for text in (text for line in lines for text in line["texts"]):
                assert " ".join(text.split()) in told
            place.one.closes_the_drawer()
    return many


def say_of(step: Step) -> Callable[[Msg], str]:
    return Speaker(step.referee.catalogue()).say


@pytest.mark.parametrize("slug", TITLES)
def test_phones_and_screen_say_winner_wherever_page_scrolled(around, slug):
    for (result, winners), step in highlights.endings(slug).items():
        table = around(slug, step)
        together = step.referee.title.cooperative
        end = "The end" if result == "ended" else result.capitalize()
        for place in table.places:
            place.page.evaluate("document.querySelector('.scene').scrollTop = 99999")
        table.shows(highlights.entered(table.play, step))
        for place in table.places:
            said = place.page.locator(".outcome h2")
            won = result == "won" and (together or place.part in winners)
            own = "You won" if won else "You lost"
            expect(said).to_have_text(end if place.part is None or result == "ended" else own)
            expect(said).to_be_in_viewport(ratio=1)
        alone = result == "won" and not together and len(winners) == 1
        name = f"{NAMES[winners[0]]} wins" if alone else end
        expect(table.screen.page.locator(".ending h2")).to_have_text(name)
        assert table.screen.page.evaluate(CUT, TEXTS) == []


@pytest.fixture
def unhurried(monkeypatch):
    """Look for ways out to the end, however busy this machine is."""
    monkeypatch.setattr(moments, "SECONDS", 60)


def warned(page: Page, step: Step) -> None:
    """Enter what costs dearly, where the page does not warn of it beforehand."""
    if page.locator(".dread").count():
        return
    form = f"#board form:has(input[name=do][value={step.entry['do']}])"
    name, faces = next((k, v) for k, v in step.entry.items() if isinstance(v, list))
    assert name
    folded = page.locator(
        f"#board details:not([open]):has({form.removeprefix('#board ')}) > summary"
    )
    if folded.count():
        folded.first.click()
    for face in faces:
        page.locator(f"{form} .die.next label:has(input[value='{face}'])").first.click()


@pytest.mark.parametrize("slug", TITLES)
def test_last_hero_is_warned_with_or_without_escape(around, unhurried, slug):
    make, way = loss_positions.SAVED[slug]
    step, lost = make(), loss_positions.LOST[slug]()
    table = around(slug, step)
    dread = warning(table, step)
    what, _, whom = way.partition(" + ")
    expect(dread.locator(".way, strong").filter(has_text=what).first).to_be_visible()
    assert whom in dread.inner_text()
    if len(lost.referee.parts(lost.state)) != len(step.referee.parts(step.state)):
        table = around(slug, lost)
    highlights.placed(table.play, lost)
    dread = warning(table, lost)
    expect(dread.locator(".way, .remedy")).to_have_count(0)


def warning(table: Around, step: Step) -> Locator:
    """Return what the phone of whoever enters it says before it is entered; the others say
    nothing."""
    part = step.actor or 0
    page = next(place.page for place in table.places if place.part == part)
    others = [place.page for place in table.places if place.part != part]
    for each in (page, *others):
        each.reload()
    warned(page, step)
    expect(page.locator(".dread")).to_be_visible()
    asked = called(step, step.state) == {part}
    assert not asked or not any(other.locator(".dread").count() for other in others)
    table.play.refresh_from_db()
    assert table.play.revision == 0
    return page.locator(".dread")
