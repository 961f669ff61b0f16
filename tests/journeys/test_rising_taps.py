"""Tests of how many taps a turn of the Rising family takes, on two phones."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from django.core import signing
from msgspec.structs import replace
from playwright.sync_api import expect

from companion import cookies
from companion.boxes import comparing
from companion.boxes.models import Box
from companion.conformance.phone import Phone
from companion.plays import ledger
from companion.plays.answers import Recorded
from games import registry
from games.rising.box import PriceStep, ProgressFacts

pytestmark = [pytest.mark.patient, pytest.mark.django_db(transaction=True)]

COUNT = "window.taps = 0; addEventListener('pointerdown', () => { window.taps += 1; }, true);"


SPACES = "[id^='p-card-count'] button"


def unknown(slug: str, owner: str = "ana") -> Box:
    """Return a group's copy of which no one has entered anything."""
    facts = msgspec.json.encode(registry.referee(slug).blank_box()).decode()
    return Box.objects.create(title=slug, name="Ours", owner=owner, facts=facts)


def owns(phone, site, box):
    """Pick up the phone that owns a copy; return it at the copy's page."""
    one = phone()
    device = signing.dumps(box.owner, salt=cookies.DEVICE_COOKIE)
    one.page.context.add_cookies([{"name": cookies.DEVICE_COOKIE, "value": device, "url": site}])
    one.open(f"/boxes/{box.pk}/")
    return one


class Turn:
    """A table of two, seen on Ana's phone, whose team is on turn, and on Bo's. ``soon``: her ticked
    turns end by themselves."""

    def __init__(
        self, slug: str, seated: Any, *, sample: bool = True, depth: str = "", soon: bool = True
    ) -> None:
        referee = registry.referee(slug)
        box = referee.sample_box() if sample else referee.blank_box()
        setup = referee.draw(referee.setup_default(2, box), box, lambda n: 0)
        self.play = ledger.begin(slug, setup, sample=sample)
        state = referee.decode_state(self.play.state)
        heroes = [each.name for each in state.library if each.kind == "hero"]
        lying = {each.card for each in state.pieces}
        nine = [each for each in heroes if each not in lying][:9]
        self.first, self.second = nine[:2] or ("", "")
        whole = len(nine) == 9
        self.told(do="deal", **({"cards": nine} if whole else {"rest": True}))
        if depth:
            self.told(do="depth", depth=depth)
        self.ana: Phone = seated(self.play, "Ana", 0, role="host")
        self.bo: Phone = seated(self.play, "Bo", 1)
        self.page = self.ana.page
        if soon:
            self.page.evaluate("localStorage.setItem('soon', 'on')")
        self.page.evaluate(COUNT)

    def told(self, **action: Any) -> None:
        self.play.refresh_from_db()
        key = f"before-{self.play.revision}"
        said = ledger.record(self.play.pk, action, key=key)
        assert isinstance(said, Recorded), said

    def state(self) -> Any:
        self.play.refresh_from_db()
        return registry.referee(self.play.title).decode_state(self.play.state)

    def tap(self, place: str, *, sends: bool = True) -> None:
        """Tap the first of these places that no longer ignores hasty taps."""
        key = self.page.locator("#board").get_attribute("data-key")
        self.page.locator(f":is({place}):not([data-new])").locator("visible=true").first.click()
        if sends:
            self.answered(key)

    def answered(self, key: str | None) -> None:
        """Wait until the table has answered what was entered on the board with this key."""
        expect(self.page.locator("#board")).not_to_have_attribute(
            "data-key", key or "", timeout=9_000
        )

    def waits(self, place: str) -> None:
        """Tap the last card, and nothing more; the turn then ends by itself."""
        self.tap(place, sends=False)
        asked = self.page.locator(f".names button, {SPACES}")
        expect(asked.first).to_be_visible(timeout=9_000)

    @property
    def taps(self) -> int:
        return int(self.page.evaluate("window.taps"))

    def is_over(self) -> None:
        """Check that the other phone is asked where its team goes."""
        expect(self.bo.page.locator(".locs button.spot").first).to_be_visible(timeout=9_000)
        self.bo.is_accessible()


class OwnCopyTurn(Turn):
    """A table of two with a group's own copy, in quick depth."""

    def __init__(self, seated: Any, box: Box, cards: tuple[str, ...], **setup: Any) -> None:
        box.refresh_from_db()
        referee = registry.referee(box.title)
        known = comparing.decoded(box)
        chosen = replace(referee.setup_default(2, known), **setup)
        self.play = ledger.begin(box.title, chosen, box=box)
        self.told(do="deal", cards=cards)
        self.ana = seated(self.play, "Ana", 0, role="host")
        self.bo = seated(self.play, "Bo", 1)
        self.page = self.ana.page
        for each in (self.ana, self.bo):
            each.page.evaluate(COUNT)


def test_a_quick_turn_of_batman_takes_five_taps(seated):
    turn = Turn("batman-who-laughs", seated)
    turn.tap(".locs > li:nth-child(2) button.spot")
    turn.tap("#p-doom button[value='0']")
    turn.tap("#p-figure button[value='left']")
    turn.ana.is_accessible()
    turn.waits(".pick:has([name=recruited])")
    turn.tap(".names button:not(.later)")
    assert turn.taps == 5
    turn.is_over()


def test_ticked_turn_awaits_button_unless_phone_wants_sending(seated):
    turn = Turn("batman-who-laughs", seated, soon=False)
    turn.tap(".locs > li:nth-child(2) button.spot")
    turn.tap("#p-doom button[value='0']")
    turn.tap("#p-figure button[value='left']")
    revision = turn.ana.revision
    turn.tap(".pick:has([name=recruited])", sends=False)
    turn.page.wait_for_timeout(5_500)
    expect(turn.page.locator("form.close-turn")).not_to_contain_class("soon")
    assert turn.ana.revision == revision
    turn.page.get_by_role("link", name="More").click()
    switch = turn.page.locator("#soon")
    expect(switch).to_have_attribute("aria-pressed", "false")
    switch.click()
    expect(switch).to_have_attribute("aria-pressed", "true")


def test_tick_that_was_taken_back_ends_no_turn(seated):
    turn = Turn("batman-who-laughs", seated)
    turn.tap(".locs > li:nth-child(2) button.spot")
    turn.tap("#p-doom button[value='0']")
    turn.tap("#p-figure button[value='left']")
    form = turn.page.locator("form.close-turn")
    turn.tap(".pick:has([name=recruited])", sends=False)
    expect(form).to_contain_class("soon")
    turn.page.locator(".mine h2").click()
    expect(form).not_to_contain_class("soon")
    revision = turn.ana.revision
    turn.page.wait_for_timeout(5_500)
    assert turn.ana.revision == revision


def test_tap_on_card_lays_dice_that_fit(seated):
    turn = rolled(seated)
    before = turn.taps
    turn.tap(f".card.lit:has-text('{turn.first}')")
    assert turn.taps == before + 1
    laid = turn.page.locator(".dice.gone")
    expect(laid.first).to_contain_text(turn.first)
    assert laid.count() > 1
    turn.ana.is_accessible()


def test_full_batman_turn_ends_after_nine_taps(seated):
    turn = rolled(seated)
    lays = turn.page.get_by_role("button", name=f"3 to {turn.first} and 1 to {turn.second}")
    expect(lays).to_be_visible()
    turn.ana.is_accessible()
    turn.waits("form:has([value='assign.all']) button")
    turn.tap(".names button:not(.later)")
    assert turn.taps == 9
    turn.is_over()


def test_end_taken_back_waits_for_its_button(seated):
    turn = rolled(seated)
    turn.tap(f".card.lit:has-text('{turn.first}')")
    turn.tap(f".card.lit:has-text('{turn.second}')")
    form = turn.page.locator("form.close-turn")
    expect(form).to_contain_class("soon")
    turn.page.locator(".mine h2").click()
    expect(form).not_to_contain_class("soon")
    turn.tap("#undo")
    turn.tap("#redo")
    expect(form).to_be_visible()
    expect(form).not_to_contain_class("soon")
    turn.ana.is_accessible()


def rolled(seated: Any) -> Turn:
    """Return a table in full depth whose four dice show what the first card asks for."""
    turn = Turn("batman-who-laughs", seated, depth="full")
    turn.tap(".locs > li:nth-child(1) button.spot")
    turn.tap("#p-doom button[value='0']")
    turn.tap("#p-figure button[value='left']")
    for n, face in enumerate(symbols(turn)):
        pad = f"[data-keypad] label:has([name='faces.{n}'][value='{face}'])"
        turn.tap(pad, sends=n == 3)
    return turn


def symbols(turn: Turn) -> list[str]:
    """Return four faces: what the first card of the first location asks for, and one for the
    second."""
    prices = {each.name: each.prices[0] for each in turn.state().library if each.prices}
    asked = [
        [code for code, n in zip("WJDP", prices[card], strict=True) for _ in range(n)]
        for card in (turn.first, turn.second)
    ]
    assert len(asked[0]) == 3
    return [*asked[0], asked[1][0]]


def test_quick_fire_nation_turn_fits_in_six_taps(seated):
    turn = Turn("fire-nation", seated)
    turn.tap(".locs > li:nth-child(1) button.spot")
    turn.tap("#p-fire button[value='left0']")
    if turn.page.locator("#p-card-kinds-f, form.close-turn [value='card.kinds']").count():
        turn.tap("form.close-turn .go")
    turn.waits(".pick:has([name=recruited])")
    turn.tap(".names button:not(.later)")
    assert turn.taps <= 6
    turn.is_over()


def test_unknown_card_takes_three_taps_and_a_name(seated):
    turn = Turn("fire-nation", seated, sample=False)
    turn.tap(".loc .what", sends=False)
    sheet = turn.page.locator(".editor:popover-open")
    expect(sheet).to_be_visible()
    turn.ana.is_accessible()
    before = turn.taps
    turn.tap(".editor:popover-open button[value='hero']")
    turn.tap(".editor:popover-open .dot[value='3']")
    expect(turn.page.locator(".editor:popover-open .dot.chosen")).to_have_count(3)
    sheet.get_by_label("Name").fill("Jet")
    turn.tap(".editor:popover-open .names .btn:has-text('New:')")
    assert turn.taps == before + 3
    expect(sheet).to_have_count(0)
    card = turn.page.locator(".loc .card", has_text="Jet")
    expect(card.locator(".pips i")).to_have_count(3)
    expect(turn.bo.page.locator(".loc .card", has_text="Jet")).to_be_visible(timeout=9_000)


def test_track_is_counted_by_tapping_sections_last_spaces(seated):
    turn = Turn("batman-who-laughs", seated, sample=False)
    opens = turn.page.get_by_role("button", name="Count the spaces on your track")
    opens.click()
    sheet = turn.page.locator("#count-track:popover-open")
    expect(sheet).to_be_visible()
    turn.ana.is_accessible()
    key = turn.page.locator("#board").get_attribute("data-key")
    sheet.locator("fieldset").last.locator("label:has([value='11'])").click()
    sheet.get_by_role("button", name="Enter").click()
    turn.answered(key)
    expect(opens).to_have_count(0)
    for each in (turn.ana, turn.bo):
        last = each.page.locator(".track > li").last
        expect(last.locator(".cells i")).to_have_count(11)
        first = each.page.locator(".track > li").first.bounding_box()["width"]
        assert 2 * first < last.bounding_box()["width"] < 3.5 * first
        assert last.locator("i").first.bounding_box()["width"] > 5


def test_card_may_have_kind_and_spaces_without_name(seated):
    turn = Turn("fire-nation", seated, sample=False)
    turn.tap(".loc .what", sends=False)
    turn.tap(".editor:popover-open button[value='villain']")
    turn.tap(".editor:popover-open .dot[value='2']")
    turn.page.locator(".editor:popover-open").get_by_role("button", name="Later").click()
    expect(turn.page.locator(".editor:popover-open")).to_have_count(0)
    expect(turn.page.locator(".loc .card").first.locator(".pips i")).to_have_count(2)


def test_turn_with_unknown_cards_fits_in_nine_taps(seated):
    turn = Turn("fire-nation", seated, sample=False)
    turn.tap(".locs > li:nth-child(1) button.spot")
    turn.tap("#p-fire button[value='stay0']")
    turn.tap("[data-tick]", sends=False)
    ticks = turn.page.locator("[name=heroes]")
    expect(turn.page.locator("[name=heroes]:checked")).to_have_count(ticks.count())
    turn.ana.is_accessible()
    for n in (2, 3):
        villain = f".locs > li:nth-child({n}) .cards > :nth-child(1)"
        turn.tap(f"{villain} label:has([name=heroes])", sends=False)
    turn.tap("form.close-turn .go")
    turn.waits(".pick:has([name=recruited])")
    for _ in range(3):
        if turn.page.locator(SPACES).count():
            turn.tap(f"{SPACES}[value='4']")
        if turn.bo.page.locator(".locs button.spot").count():
            break
        turn.tap(".later, .prompt.expected button, form.close-turn .go")
        turn.bo.shows_revision(turn.ana.revision)
    assert sum(each.kind == "villain" for each in turn.state().pieces) == 2
    assert turn.taps <= 9
    turn.is_over()


def test_price_is_told_on_symbol_pad_in_box(phone, site):
    referee = registry.referee("fire-nation")
    card = ProgressFacts("Dawn", "easy", (PriceStep(),) * 2)
    known = replace(referee.blank_box(), progress=(card,))
    facts = msgspec.json.encode(known).decode()
    box = Box.objects.create(title="fire-nation", name="Ours", owner="ana", facts=facts)
    one = owns(phone, site, box)
    step = one.page.locator("[id^=p-progress-define-Dawn]", has=one.page.locator(".pad")).first
    step.locator("summary").click()
    step.get_by_text("Symbols", exact=True).first.click()
    for n in (0, 0, 2):
        step.locator(".pad .add").nth(n).click()
    expect(step.locator(".pad .row button")).to_have_count(3)
    step.locator(".pad .row button").last.click()
    one.is_accessible()
    with one.page.expect_navigation():
        step.get_by_role("button", name="Remember").click()
    box.refresh_from_db()
    price = comparing.decoded(box).progress[0].steps[0].price
    assert price[:3] == (2, 0, 0)


def test_several_card_sets_count_by_minus_and_plus(seated):
    turn = Turn("fire-nation", seated, sample=False)
    turn.tap(".locs > li:nth-child(1) button.spot")
    turn.tap("#p-fire button[value='stay0']")
    turn.tap(".pick:has([name=heroes])", sends=False)
    turn.tap("form.close-turn .go")
    card = turn.page.locator(".card:has([name=hits])", has=turn.page.locator(".sets")).first
    for _ in range(3):
        if card.count():
            break
        turn.tap("form:has([value='villain.done']) button, .says button")
    card.locator(".picks .pick").click()
    sets = card.locator(".sets")
    more = sets.get_by_role("button", name="One set more")
    less = sets.get_by_role("button", name="One fewer set")
    more.click()
    expect(sets.locator("output")).to_have_text("×2")
    expect(sets.locator("[value$=':2']")).to_be_checked()
    expect(turn.page.locator("form.close-turn")).to_contain_class("soon")
    # Looking at it all may take longer than five seconds; any key waits.
    turn.page.keyboard.press("Shift")
    turn.ana.is_accessible()
    less.click()
    expect(sets.locator(":checked")).to_have_count(0)
    less.click()
    expect(card.locator(":checked")).to_have_count(0)
    expect(sets).to_be_hidden()
    hit = card.locator(".picks [name=hits]")
    expect(hit).to_be_focused()
    card.locator(".picks .pick").click()
    more.click()
    hit.press("Space")
    # At once: what is left ticked would be sent in five seconds, and be gone as well.
    assert card.locator(":checked").count() == 0
    expect(sets).to_be_hidden()
