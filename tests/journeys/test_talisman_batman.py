"""Talisman on three phones, one in Polish: a secret Feat never reaches another phone."""

from __future__ import annotations

import msgspec
import pytest
from django.core import signing
from playwright.sync_api import Error, Response, expect

from companion import cookies
from companion.boxes.models import Box
from companion.conformance.phone import Phone
from games import registry

SECRET = "Midnight Masquerade"
SOON = 10_000
"""Milliseconds for the other phones to follow, on a machine that runs other tests beside."""


class Villain:
    """One villain's phone, and everything the site has ever sent to it."""

    def __init__(self, phone: Phone, seat: int) -> None:
        self.phone, self.seat, self.heard = phone, seat, []
        self.board = phone.page.locator("#board")
        phone.page.on("response", self._hears)

    def _hears(self, response: Response) -> None:
        if "event-stream" in response.headers.get("content-type", ""):
            return
        try:
            self.heard.append(response.text())
        except (Error, UnicodeDecodeError):
            self.heard.append(response.url)

    def sits_down(self, code: str, name: str) -> None:
        self.phone.open(f"/j/{code}/")
        page = self.phone.page
        page.locator("#name").fill(name)
        page.locator(f"label:has(input[name=parts][value='{self.seat}'])").click()
        page.locator("main form button").first.click()
        page.locator("#board").wait_for()

    def taps(self, button: str) -> None:
        """Tap what enters something, and wait for the answer."""
        before = self.phone.revision
        self.board.locator(button).and_(self.phone.page.locator(":not([data-new])")).click()
        expect(self.board).not_to_have_attribute("data-revision", str(before))

    def opens(self, details: str) -> None:
        self.board.locator(f"{details} > summary").click()

    def notes_down(self, name: str) -> None:
        """Write down what the first Feat of the own hand is called."""
        form = f"#p-feat-name-{self.seat}-f"
        self.board.locator(f"{form} label").filter(
            has=self.phone.page.locator("[type=radio]")
        ).first.click()
        self.board.locator(f"{form} [name=name]").fill(name)
        self.taps(f"{form} button")


@pytest.fixture
def villains(phone):
    """Return three phones: Ana hosts, Bo plays in English, Cy in Polish."""
    ana, bo, cy = Villain(phone(), 0), Villain(phone(), 1), Villain(phone(locale="pl-PL"), 2)
    ana.phone.open("/g/talisman-batman/")
    ana.phone.chooses("3")
    ana.phone.chooses("Sample box")
    ana.phone.tap("Start the table")
    ana.phone.is_at_the_table()
    code = ana.phone.page.url.rstrip("/").rpartition("/")[2]
    bo.sits_down(code, "Bo")
    cy.sits_down(code, "Cy")
    return ana, bo, cy


def together(*villains: Villain) -> None:
    """Wait until all phones show the newest board."""
    newest = max(villain.phone.revision for villain in villains)
    for villain in villains:
        villain.phone.shows_revision(newest, timeout=SOON)


def they_arrive(*villains: Villain) -> None:
    """Make everyone pick a villain and take the bonus."""
    for villain, name in zip(villains, ("the-joker", "bane", "scarecrow"), strict=True):
        villain.taps(f"#p-villain-{villain.seat}-{name}")
        together(*villains)
    _host, *others = villains
    for villain in others:
        expect(villain.board.locator(".prompt.expected").first).to_be_visible()
        expect(villain.board.locator("[id^=for-]")).to_have_count(0)
    for villain in villains:
        villain.taps(f"#p-ready-{villain.seat}-cunning")
        together(*villains)


@pytest.mark.patient
def test_a_feat_written_down_reaches_no_other_phone(villains):
    ana, bo, cy = villains
    they_arrive(*villains)
    expect(cy.phone.page.locator("html")).to_have_attribute("lang", "pl")
    expect(cy.board.locator(".dials").first).to_contain_text("Spryt")
    expect(bo.board.locator(".dials").first).to_contain_text("Cunning")

    for width in (390, 320):
        cy.phone.page.set_viewport_size({"width": width, "height": 640})
        assert cy.phone.page.evaluate("document.documentElement.scrollWidth") == width

    ana.opens("#r-hand")
    ana.notes_down(SECRET)
    together(*villains)
    expect(ana.board.locator(".secret", has_text=SECRET)).to_have_count(1)
    ana.phone.is_accessible()

    ana.taps("#p-roll-2")
    ana.taps(".map .lit[value=darkroom]")
    together(*villains)
    for other in (bo, cy):
        for drawer in ("#to-log", "#to-rules", "#to-people", "#to-more"):
            other.phone.page.locator(drawer).click()
            other.phone.page.locator("#drawer[open] h2").first.wait_for()
            other.phone.closes_the_drawer()
        other.phone.open(f"{other.phone.page.url.rstrip('/')}/log")
        assert SECRET not in other.phone.page.content()
        assert len(other.heard) > 5
        assert not [text for text in other.heard if SECRET in text]
    assert [text for text in ana.heard if SECRET in text]


@pytest.mark.patient
def test_card_typed_on_phone_is_checked_on_another(villains):
    ana, bo, cy = villains
    they_arrive(*villains)
    expect(ana.board.locator("[id^=for-]")).to_have_count(0)
    ana.taps("#p-roll-3")
    ana.taps(".map .lit[value='Demo 1-1']")
    ana.opens("#p-draw-d")
    form = ana.board.locator("#p-draw-f")
    form.locator("[name=name]").fill("Dredge")
    form.locator("label", has=ana.phone.page.locator("[value=enemy]")).click()
    form.locator("[name=value]").fill("4")
    ana.taps("#p-draw-f button >> nth=-1")
    together(*villains)
    expect(ana.board.locator("[id^=p-checked]")).to_have_count(0)

    question = "#p-checked-card-dredge"
    cy.opens(f"{question}-d")
    cy.taps(f"{question}-otherwise")
    together(*villains)
    form = cy.board.locator("#p-card-f")
    expect(form.locator("[name=name]")).to_have_value("Dredge")
    form.locator("[name=value]").fill("3")
    cy.taps("#p-card-f button >> nth=-1")
    together(*villains)
    expect(ana.board.locator(".clash b").nth(1)).to_have_text("3")
    expect(ana.board.locator(".clash .checked")).to_have_count(0)

    expect(cy.board.locator("[id^=p-checked]")).to_have_count(0)
    bo.opens(f"{question}-d")
    bo.phone.is_accessible()
    bo.taps(f"{question}-so")
    together(*villains)
    for villain in villains:
        expect(villain.board.locator(".clash .checked")).to_have_count(1)


def counts_taps(villain: Villain) -> None:
    villain.phone.page.evaluate(
        "window.tapped = 0; addEventListener('pointerdown', () => { window.tapped += 1; }, true)"
    )


def tapped(villain: Villain) -> int:
    return int(villain.phone.page.evaluate("window.tapped"))


@pytest.mark.patient
def test_quiet_turn_takes_three_taps_and_life_two(villains):
    ana, bo, cy = villains
    they_arrive(*villains)
    counts_taps(ana)
    ana.taps("#p-roll-2")
    expect(ana.board.locator(".map .lit")).to_have_count(2)
    expect(bo.board.locator(".map .lit")).to_have_count(0)
    ana.taps(".map .lit[value=darkroom]")
    ana.taps("#p-end button")
    assert tapped(ana) == 3
    together(ana, bo, cy)
    darkroom = bo.board.locator(".map li", has_text="Darkroom")
    expect(darkroom.locator(".disc.p0")).to_have_count(1)
    expect(bo.board.locator("#p-roll-4")).to_be_visible()

    counts_taps(cy)
    cy.board.locator("#mine-life > summary").click()
    cy.taps("#mine-life-1")
    assert tapped(cy) == 2
    together(ana, bo, cy)
    life = bo.board.locator("[data-number='life.2']")
    expect(life.first).to_contain_text("5")


@pytest.mark.patient
def test_a_new_enemy_is_met_with_one_tap(villains):
    ana, bo, cy = villains
    they_arrive(*villains)
    counts_taps(ana)
    ana.taps("#p-roll-3")
    ana.taps(".map .lit[value='Demo 1-1']")
    ana.taps("#p-draw--strength-1")
    assert tapped(ana) == 3
    together(ana, bo, cy)
    expect(bo.board.locator(".clash")).to_contain_text("Enemy")
    expect(cy.board.locator(".clash")).to_contain_text("Wróg")


def rolls(villain: Villain, *faces: int) -> None:
    """Tap a face a die; the last one enters the roll."""
    before = villain.phone.revision
    for face in faces:
        villain.board.locator(f".die.next label:has(input[value='{face}'])").click()
    expect(villain.board).not_to_have_attribute("data-revision", str(before), timeout=SOON)


@pytest.mark.patient
def test_turn_fighting_new_enemy_takes_six_taps(villains):
    ana, bo, cy = villains
    they_arrive(*villains)
    counts_taps(ana)
    ana.taps("#p-roll-3")
    ana.taps(".map .lit[value='Demo 1-1']")
    ana.taps("#p-draw--strength-1")
    rolls(ana, 6, 1)
    expect(ana.board).to_contain_text("The Joker wins the fight")
    expect(ana.board.locator("[id^=p-reroll]")).to_have_count(0)
    together(ana, bo, cy)
    ana.taps("#p-end button")
    assert tapped(ana) == 6


@pytest.mark.patient
def test_floor_is_entered_by_picture_and_typing_ahead(villains):
    ana, bo, _cy = villains
    they_arrive(*villains)
    page = ana.phone.page
    ana.phone.pulls("More")
    page.locator("#drawer details", has=page.locator("#p-ring-2-f")).locator("summary").click()
    form = page.locator("#p-ring-2-f")
    spaces = form.locator(".ring-picture li button")
    expect(form.locator("[name=spaces]")).to_be_hidden()
    known = spaces.all_inner_texts()
    assert "Security Door" in known
    form.get_by_role("button", name="+1").click()
    ana.phone.is_accessible()
    expect(spaces).to_have_count(len(known) + 1)
    spaces.nth(1).click()
    name = form.locator(".inner input")
    name.fill("Laundry")
    name.press("Enter")
    expect(spaces.nth(1)).to_have_text("Laundry")
    expect(spaces.nth(2)).to_have_attribute("aria-pressed", "true")
    spaces.last.click()
    name.fill("sec")
    form.locator(".inner").get_by_role("button", name="Security Door").click()
    expect(spaces.last).to_have_text("Security Door")
    before = ana.phone.revision
    form.locator("button.go").click()
    bo.phone.shows_revision(before + 1, timeout=SOON)
    drawn = bo.board.locator(".map li.f2")
    expect(drawn).to_have_count(len(known) + 1)
    expect(drawn.nth(1)).to_contain_text("Laundry")


@pytest.mark.patient
def test_unknown_floor_is_entered_in_box_by_taps(phone, site):
    referee = registry.referee("talisman-batman")
    facts = msgspec.json.encode(referee.decode_box({})).decode()
    box = Box.objects.create(title="talisman-batman", name="Ours", owner="ana", facts=facts)
    one = phone()
    ours = signing.dumps("ana", salt=cookies.DEVICE_COOKIE)
    one.page.context.add_cookies([{"name": cookies.DEVICE_COOKIE, "value": ours, "url": site}])
    one.open(f"/boxes/{box.pk}/")
    floor = one.page.locator("#p-ring-1")
    floor.locator("summary").click()
    spaces = floor.locator(".ring-picture li button")
    spaces.nth(3).click()
    floor.locator(".inner").get_by_role("button", name="Guard Post").click()
    one.is_accessible()
    with one.page.expect_navigation():
        floor.get_by_role("button", name="Remember").click()
    box.refresh_from_db()
    first = referee.decode_box(msgspec.json.decode(box.facts)).plan.first
    assert (first[2:5], len(first)) == (("1-3", "guard-post", "1-5"), 24)
