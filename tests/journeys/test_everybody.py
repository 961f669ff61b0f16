"""Everyone's phone and the screen in the middle of golden games: whose turn, peaks, warnings."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from companion.plays import ledger, playlog, seats
from games.registry import TITLES, referee
from tests import golden
from tests.journeys.test_big_screen import NAMES, begun, fullest, longest

pytestmark = [pytest.mark.patient, pytest.mark.browser, pytest.mark.django_db(transaction=True)]
MOST = 3
"""Phones that are picked up; a fourth would show nothing new."""


@pytest.fixture
def everybody(site, phone):
    """Return the phones of the first people at a table, each in its own seat."""

    def sit(play):
        phones = []
        for seat in play.seats.order_by("pk")[:MOST]:
            seat.play = play
            one = phone()
            cookie = {"name": seats.cookie_name(seat.address), "value": seats.token(seat)}
            one.page.context.add_cookies([{**cookie, "url": site}])
            one.open(f"/t/{seat.address}/")
            one.is_at_the_table()
            phones.append(one)
        return phones

    return sit


@pytest.mark.parametrize("part", [0, 1])
@pytest.mark.parametrize("slug", TITLES)
def test_waiting_phone_enters_for_somebody_in_one_tap(everybody, slug, part):
    """The host's, and a player's: nothing glows until the name is tapped."""
    doc = longest(slug)
    title = referee(slug)
    states = playlog.replay(doc).states
    stops = range(len(doc.entries) // 3, len(doc.entries))
    at = next(n for n in stops if waits(title, states[n], part))
    name = NAMES[waits(title, states[at], part)[0]]
    play = begun(doc, at)
    play.seats.update(claimed=True)
    one = everybody(play)[part]
    expect(one.page.locator(".waiting")).to_contain_text(name)
    expect(one.page.locator(".scene .lit, .expected")).to_have_count(0)
    enter = one.page.get_by_role("button", name=f"Enter for {name}")
    expect(enter).to_be_in_viewport(ratio=1)
    enter.click()
    expect(one.page.locator(".standing")).to_contain_text(f"You enter for {name}")
    expect(one.page.locator(".scene .lit, .expected").first).to_be_attached()
    one.is_accessible()
    one.page.get_by_role("button", name="Stop", exact=True).click()
    expect(one.page.locator(".standing")).to_have_count(0)
    expect(one.page.locator(".scene .lit, .expected")).to_have_count(0)


def test_what_player_enters_for_somebody_comes_to_all(everybody):
    doc = longest("animated-dice")
    title = referee(doc.title)
    states = playlog.replay(doc).states
    stops = (n for n, state in states.items() if waits(title, state, 1) == (0,))
    at = next(n for n in stops if any(p.do == "stop" for p in title.prompts(states[n])))
    play = begun(doc, at)
    play.seats.update(claimed=True)
    max_, leo, *_rest = everybody(play)
    leo.tap(f"Enter for {NAMES[0]}")
    leo.page.locator("#p-stop-b:not([data-new])").click()
    leo.shows_revision(at + 1)
    max_.shows_revision(at + 1, timeout=15_000)
    entry = play.entries.get(seq=at + 1)
    assert (entry.actor, entry.seat.name) == (0, "Leo")


def waits(title, state, part=0):
    """Return who is due while this part waits; by default the host's."""
    due = [prompt.actors or () for prompt in title.prompts(state) if prompt.expected]
    return () if not due or any(part in each for each in due) else due[0]


def test_warning_stands_at_entry_and_loss_everywhere(everybody):
    doc = golden.read(golden.at("fire-nation/lost-team-after-ruin"))
    play = begun(doc, 46)
    aang, katara, *_ = everybody(play)
    told = aang.page.locator(".dread")
    expect(told).to_contain_text("loses the game now")
    expect(told).to_contain_text("Aang is defeated")
    aang.page.get_by_role("button", name="No Aid from the Spirits").click()
    expect(aang.page.locator(".outcome h2")).to_have_text("You lost", timeout=15_000)
    expect(katara.page.locator(".outcome h2")).to_have_text("You lost")


def test_undo_redo_and_tasks_share_smallest_phones_row(everybody):
    doc, at, _ = fullest("talisman-batman")
    one = everybody(begun(doc, at))[0]
    one.page.locator("#undo").click()
    expect(one.page.locator("#redo")).to_be_visible()
    for width, height in ((320, 640), (390, 664), (844, 390)):
        one.page.set_viewport_size({"width": width, "height": height})
        for name in ("undo", "redo", "r-hands", "to-more"):
            expect(one.page.locator(f"#{name}")).to_be_in_viewport(ratio=1)
    one.page.set_viewport_size({"width": 320, "height": 640})
    tops = "(ids) => ids.map((id) => document.getElementById(id).getBoundingClientRect().top)"
    handles = ["undo", "redo", "r-hands", "to-log", "to-rules", "to-people", "to-more"]
    assert len(set(one.page.evaluate(tops, handles))) == 1


COUNTED = """() => {
  const { start } = OscillatorNode.prototype, { dataset } = document.body;
  dataset.tones = 0;
  OscillatorNode.prototype.start = function (at) { dataset.tones++; return start.call(this, at); };
}"""


def test_your_turn_sounds_only_once_switch_is_on(everybody):
    doc = longest("animated-dice")
    title = referee(doc.title)
    prompts = [title.prompts(state) for state in playlog.replay(doc).states.values()]
    due = [next((p.actors for p in each if p.expected), None) for each in prompts]
    at = next(n for n in range(3, len(due)) if due[n - 1] != (0,) and due[n] == (0,))
    play = begun(doc, at - 1)
    one = everybody(play)[0]
    one.page.evaluate(COUNTED)
    line = doc.entries[at - 1]
    ledger.record(play.pk, line.action, key="k", actor=line.actor, answers=line.answers)
    expect(one.page.locator(".yours")).to_be_visible(timeout=15_000)
    expect(one.page.locator("body")).to_have_attribute("data-tones", "0")
    ledger.undo(play.pk, key="u")
    expect(one.page.locator(".yours")).to_have_count(0)
    one.pulls("More")
    one.tap("Sound when it is my turn")
    expect(one.page.locator("#chime")).to_have_attribute("aria-pressed", "true")
    expect(one.page.locator("body")).to_have_attribute("data-tones", "2")
    one.closes_the_drawer()
    ledger.redo(play.pk, key="r")
    expect(one.page.locator("body")).to_have_attribute("data-tones", "4")


FELT = """() => {
  document.body.dataset.felt = 0;
  Object.defineProperty(navigator, "vibrate", { value: () => { document.body.dataset.felt++; } });
}"""


def test_turn_buzzes_that_phone_alone_until_switched_off(everybody):
    doc = longest("animated-dice")
    title = referee(doc.title)
    prompts = [title.prompts(state) for state in playlog.replay(doc).states.values()]
    due = [next((p.actors for p in each if p.expected), None) for each in prompts]
    at = next(n for n in range(3, len(due)) if due[n - 1] != (0,) and due[n] == (0,))
    play = begun(doc, at - 1)
    mine, *others = everybody(play)
    for one in (mine, *others):
        one.page.evaluate(FELT)
    line = doc.entries[at - 1]
    ledger.record(play.pk, line.action, key="k", actor=line.actor, answers=line.answers)
    expect(mine.page.locator("body")).to_have_attribute("data-felt", "1", timeout=15_000)
    ledger.undo(play.pk, key="u")
    expect(mine.page.locator(".yours")).to_have_count(0)
    mine.pulls("More")
    mine.tap("Vibrate when it's my turn")
    expect(mine.page.locator("#buzz")).to_have_attribute("aria-pressed", "false")
    mine.closes_the_drawer()
    ledger.redo(play.pk, key="r")
    expect(mine.page.locator(".yours")).to_be_visible(timeout=15_000)
    expect(mine.page.locator("body")).to_have_attribute("data-felt", "1")
    for one in others:
        one.shows_revision(at + 2, timeout=15_000)
    assert others[-1].page.locator("body").get_attribute("data-felt") == "0"


FETCHED = """() => new Promise((done) => {
  const look = () => (window.Settle ? done() : setTimeout(look, 20));
  look();
})"""
MOVING = """(marks) => {
  const { dataset } = document.body, { animate } = Element.prototype;
  const moves = (one) => { if (one.matches(marks)) dataset.moved = "yes"; };
  document.addEventListener("transitionrun", ({ target }) => moves(target));
  Element.prototype.animate = function (...how) { moves(this); return animate.apply(this, how); };
}"""
MOVED = {
    "a tooth grows": ("batman-who-laughs/won", 11, "#r-danger .track i"),
    "the figure turns": ("batman-who-laughs/lost-track", 42, "#r-fan path"),
    "a flame climbs": ("fire-nation/won-after-ruin", 11, "#r-danger .flame"),
    "dice fall": ("animated-dice/target-by-first", 56, "#r-danger .d"),
    "the clock goes on": ("gotham-chronicles/last-round", 4, "#r-danger .clock li"),
    "a ring empties": ("talisman-batman/death-with-inheritance", 25, "path.v"),
}


@pytest.mark.parametrize("what", MOVED)
def test_board_moves_what_changed_unless_motion_is_unwanted(phone, what):
    name, at, marks = MOVED[what]
    doc = golden.read(golden.at(name))
    play = begun(doc, at - 2)
    # The fan of the locations is drawn where there is room for it.
    size = {"viewport": {"width": 1280, "height": 800}} if "fan" in marks else {}
    lively, calm = phone(reduced_motion="no-preference", **size), phone(**size)
    for one in (lively, calm):
        one.open(f"/w/{play.watch_code}/")
        one.is_at_the_table()
        one.page.evaluate(MOVING, marks)
    for line in doc.entries[at - 2 : at]:
        ledger.record(
            play.pk, line.action, key=f"k{line.n}", actor=line.actor, answers=line.answers
        )
        for one in (lively, calm):
            one.shows_revision(line.n, timeout=15_000)
        lively.page.evaluate(FETCHED)
    expect(lively.page.locator("body")).to_have_attribute("data-moved", "yes")
    expect(calm.page.locator("body")).not_to_have_attribute("data-moved", "yes")
