"""Gotham by touch on two phones: how few taps a turn takes, and that nothing has to be scrolled."""

from __future__ import annotations

import re

import pytest
from msgspec.structs import replace
from playwright.sync_api import Locator, expect

from companion.conformance.phone import Phone
from companion.plays import ledger
from companion.plays.models import Play
from games import registry

pytestmark = pytest.mark.patient

SOON = 10_000
SCROLLED = """() => [scrollY, ...[...document.querySelectorAll(".scene, .acts")]
  .map((place) => place.scrollTop)]"""


class Player:
    """One phone; every tap on it is counted."""

    def __init__(self, phone: Phone) -> None:
        self.phone, self.taps = phone, 0
        self.board = phone.page.locator("#board")

    def taps_on(self, thing: Locator) -> None:
        thing.and_(self.phone.page.locator(":not([data-new])")).first.click()
        self.taps += 1

    @property
    def chosen(self) -> Locator:
        """The form that stands open in the sheet."""
        return self.board.locator(".choice:has(> .pick:checked)")

    def enters(self, button: Locator) -> None:
        """Tap what sends something, and wait for the answer."""
        before = self.phone.revision
        self.taps_on(button)
        expect(self.board).not_to_have_attribute("data-revision", str(before), timeout=SOON)

    def space(self, name: str) -> Locator:
        return self.board.locator(".tablet[open] .space.lit", has_text=name)

    def button(self, name: str) -> Locator:
        return self.board.get_by_role("button", name=re.compile(name))

    def follows(self, other: Player) -> None:
        self.phone.shows_revision(other.phone.revision, timeout=SOON)

    def has_scrolled_nothing(self) -> None:
        places = self.phone.page.evaluate(SCROLLED)
        assert set(places) == {0}, places


@pytest.fixture
def duel(seated):
    """Return two phones at a depth: Ana plays the one hero and hosts, Vic the villain."""

    def sit(depth: str, **options: object) -> tuple[Player, Player]:
        referee = registry.referee("gotham-chronicles")
        setup = replace(referee.setup_default(2, referee.sample_box()), depth=depth)
        play = ledger.begin("gotham-chronicles", setup, sample=True)
        ana = Player(seated(play, "Ana", 0, role="host", **options))
        return ana, Player(seated(play, "Vic", 1, **options))

    return sit


def test_turn_takes_one_tap_per_cube_plus_end(duel):
    ana, vic = duel("quick")
    ana.enters(ana.button("Begin the first round"))
    ana.taps = 0
    ana.enters(ana.space("Melee"))
    expect(ana.board.locator(".tablet.p0 .stance")).to_have_text("Active")
    ana.enters(ana.space("Melee"))
    ana.enters(ana.space("Thought"))
    expect(ana.board.locator(".tablet.p0 .space", has_text="Melee")).to_contain_text("2 / 3")
    ana.has_scrolled_nothing()
    ana.enters(ana.button("End the heroes"))
    assert ana.taps == 3 + 1
    vic.follows(ana)
    vic.enters(vic.board.locator("button.rt", has_text="Dockers"))
    vic.has_scrolled_nothing()
    for player in (ana, vic):
        player.phone.is_accessible()


def active(ana: Player, vic: Player) -> None:
    """Make the hero active; taps count from here."""
    ana.enters(ana.button("Begin the first round"))
    ana.enters(ana.button("^Active"))
    vic.follows(ana)
    ana.taps = vic.taps = 0


def successes(player: Player, n: int) -> Locator:
    """Return the button of a number of successes in the form that is open."""
    form = player.board.locator(".choice:has(> .pick:checked), .choice.ready")
    return form.locator(f"[name=symbols][value='{n}']")


def test_a_melee_attack_takes_three_taps(duel):
    ana, vic = duel("full")
    active(ana, vic)
    ana.taps_on(ana.space("Melee"))
    ana.taps_on(ana.board.locator(".rt.lit", has_text="Gunners"))
    expect(successes(ana, 5)).to_be_hidden()
    ana.enters(successes(ana, 3))
    expect(ana.board.locator("#r-river .rt", has_text="Gunners")).to_contain_text("× 1")
    assert ana.taps == 3
    ana.has_scrolled_nothing()
    ana.phone.is_accessible()


def test_the_villain_defends_after_an_attack_was_counted(duel):
    ana, vic = duel("full")
    active(ana, vic)
    ana.taps_on(ana.space("Melee"))
    ana.taps_on(ana.board.locator(".tablet[open] label.space.sel"))
    ana.enters(successes(ana, 3))
    expect(ana.board.locator(".tablet.p0 .space", has_text="Melee")).to_contain_text("2 / 3")
    vic.follows(ana)
    vic.enters(vic.button("defends with cubes"))
    vic.phone.is_accessible()
    vic.enters(vic.board.locator("[name=cubes][value='1']"))
    vic.enters(vic.board.locator("[name='faces.0'][value='4']"))
    vic.enters(vic.button("^Keep"))
    expect(vic.board.locator("#r-river .rt", has_text="Dockers")).to_contain_text("× 3")


def test_assumption_chip_is_tapped_to_change_it(duel):
    ana, vic = duel("full")
    active(ana, vic)
    ana.taps_on(ana.space("Melee"))
    where = ana.chosen.locator(".assumed summary", has_text="In the same area")
    ana.taps_on(where)
    ana.taps_on(ana.chosen.locator(".assumed .tile", has_text="Adjacent"))
    expect(ana.chosen.locator(".assumed summary")).to_contain_text("Adjacent, in sight")
    ana.phone.is_accessible()
    ana.taps_on(ana.chosen.locator(".assumed .flag", has_text="adds no cube"))
    ana.enters(successes(ana, 3))
    vic.follows(ana)
    vic.enters(vic.board.locator("[name=cubes][value='0']"))
    expect(vic.board.locator(".reply")).to_contain_text("Attack 4")


def test_full_hero_turn_takes_ten_taps(duel):
    """The stance, a move, two attacks and the end of the turn."""
    ana, _vic = duel("full")
    ana.enters(ana.button("Begin the first round"))
    ana.taps = 0
    ana.enters(ana.button("^Active"))
    ana.enters(ana.space("Movement"))
    ana.enters(ana.button("End the movement"))
    for _attack in range(2):
        ana.taps_on(ana.space("Melee"))
        ana.taps_on(ana.board.locator(".rt.lit", has_text="Dockers"))
        ana.enters(successes(ana, 3))
    ana.enters(ana.button("End the heroes"))
    expect(ana.board.locator("#r-river .rt", has_text="Dockers")).to_contain_text("× 1")
    assert ana.taps <= 10


def test_tile_of_three_is_activated_in_nine_taps(duel):
    ana, vic = duel("full")
    active(ana, vic)
    ana.enters(ana.button("End the heroes"))
    vic.follows(ana)
    ana.taps = vic.taps = 0
    vic.enters(vic.board.locator("button.rt", has_text="Dockers"))
    for _docker in range(3):
        vic.enters(successes(vic, 2))
        ana.follows(vic)
        ana.enters(ana.board.locator("[name=symbols][value='1']"))
        vic.follows(ana)
    vic.enters(vic.button("This miniature is done"))
    expect(ana.board.locator(".tablet.p0 .z-wounds")).to_contain_text("3")
    assert ana.taps + vic.taps <= 9


def test_a_manipulation_takes_three_taps(duel):
    ana, vic = duel("full")
    active(ana, vic)
    ana.taps_on(ana.space("Manipulation"))
    ana.phone.is_accessible()
    ana.taps_on(ana.chosen.locator(".tile", has_text=re.compile("^1$")).first)
    ana.enters(successes(ana, 1))
    expect(ana.board).to_contain_text("succeeds")
    assert ana.taps <= 3
    ana.has_scrolled_nothing()


def test_die_is_rerolled_for_cube_beside_keeping_it(duel):
    ana, vic = duel("full")
    active(ana, vic)
    ana.taps_on(ana.space("Melee"))
    ana.enters(ana.chosen.get_by_role("button", name="Enter the dice"))
    ana.enters(ana.board.locator("[name='faces.0'][value='1']"))
    expect(ana.button("^Keep 1")).to_be_visible()
    ana.taps_on(ana.board.locator("label.btn", has_text="1 cube"))
    ana.enters(ana.chosen.locator("[name=face][value='3']"))
    expect(ana.board.locator(".tablet.p0 .space", has_text="Reroll")).to_contain_text("1 / 4")


def test_one_tap_on_its_tile_neutralizes_thug(duel):
    ana, vic = duel("quick")
    ana.enters(ana.button("Begin the first round"))
    ana.enters(ana.space("Melee"))
    ana.taps = 0
    for left in ("× 2", "× 1"):
        ana.enters(ana.button("Dockers.*one is neutralized"))
        expect(ana.board.locator("#r-river .rt", has_text="Dockers")).to_contain_text(left)
    assert ana.taps == 2
    ana.has_scrolled_nothing()
    ana.phone.is_accessible()
    vic.follows(ana)
    expect(vic.board.locator("#r-river .lit")).to_have_count(0)


def test_leader_wounds_take_tile_tap_and_number_tap(duel):
    ana, _vic = duel("quick")
    ana.enters(ana.button("Begin the first round"))
    ana.enters(ana.space("Melee"))
    ana.taps = 0
    ana.taps_on(ana.board.locator("label.rt", has_text="Foreman"))
    ana.phone.is_accessible()
    ana.enters(ana.chosen.get_by_role("button", name="2", exact=True))
    expect(ana.board.locator("#r-river .rt", has_text="Foreman")).to_contain_text("4")
    assert ana.taps == 2


def test_move_takes_one_tap_past_somebody_three(duel):
    ana, vic = duel("full")
    active(ana, vic)
    ana.enters(ana.space("Movement"))
    assert ana.taps == 1
    ana.taps = 0
    ana.taps_on(ana.board.locator("label.btn", has_text="move past obstacles"))
    enemies = ana.chosen.locator(".field", has_text="Enemies")
    ana.taps_on(enemies.locator(".tile", has_text=re.compile("^1$")))
    ana.enters(ana.chosen.locator(".btn.go"))
    expect(ana.board).to_contain_text("1 hindering")
    assert ana.taps <= 3


def test_map_token_picture_is_tapped_to_remove_it(duel):
    ana, vic = duel("quick")
    ana.enters(ana.button("Begin the first round"))
    play = Play.objects.get()
    for n, area in enumerate(("Quay", "Quay", "")):
        ledger.record(play.pk, {"do": "token", "kind": "gas", "area": area}, key=f"{n}")
    things = ana.board.locator(".thing.k-gas")
    expect(things).to_have_count(2, timeout=SOON)
    expect(things.first).to_contain_text("× 2")
    ana.phone.is_accessible()
    things.first.click()
    sheet = ana.phone.page.locator("#drawer[open]")
    expect(sheet.locator("form")).to_have_count(1)
    before = ana.phone.revision
    sheet.get_by_role("button", name="Take a token off the map").click()
    ana.phone.shows_revision(before + 1, timeout=SOON)
    vic.follows(ana)
    expect(vic.board.locator(".thing.k-gas", has_text="Quay")).not_to_contain_text("×")


def held(player: Player, place: Locator) -> Locator:
    """Hold a finger on a number until its sheet stands open; gives the sheet."""
    place.hover()
    player.phone.page.mouse.down()
    sheet = player.phone.page.locator("#drawer[open]")
    expect(sheet).to_be_visible()
    player.phone.page.mouse.up()
    return sheet


def one_more(player: Player, place: Locator) -> None:
    """Hold a number, count one more than the log says, and let it be so."""
    sheet = held(player, place)
    before = player.phone.revision
    sheet.get_by_role("link", name="One more").click()
    sheet.locator("button.go").click()
    expect(player.board).not_to_have_attribute("data-revision", str(before), timeout=SOON)
    expect(player.phone.page.locator("#drawer[open]")).to_have_count(0)


@pytest.mark.parametrize(
    ("number", "shows"),
    [
        ("hero.0.melee", "1 / 3"),
        ("hero.0.wounds", "1"),
        ("counter.Crates", "1 / 3"),
        ("tile.Gunners (sample).on_map", "× 3"),
        ("round", "Round 2"),
    ],
)
def test_any_board_number_is_held_to_correct_it(duel, number, shows):
    ana, _vic = duel("quick")
    ana.enters(ana.button("Begin the first round"))
    place = ana.board.locator(f".scene [data-number='{number}']:visible").first
    one_more(ana, place)
    expect(ana.board.locator(f".scene [data-number='{number}']:visible").first).to_contain_text(
        shows
    )


def test_held_number_names_explanations_and_opens_by_key(duel):
    ana, _vic = duel("quick")
    ana.enters(ana.button("Begin the first round"))
    ana.enters(ana.space("Melee"))
    ana.space("Melee").focus()
    ana.phone.page.keyboard.press("Shift+F10")
    sheet = ana.phone.page.locator("#drawer[open]")
    sheet.get_by_role("link", name="One less").click()
    expect(sheet.locator(".clues a")).to_contain_text("+1")
    ana.phone.is_accessible()


def test_tapping_target_tile_aims_and_holding_it_counts(duel):
    ana, vic = duel("full")
    active(ana, vic)
    ana.taps_on(ana.space("Melee"))
    gunners = ana.board.locator(".rt.lit", has_text="Gunners")
    ana.taps_on(gunners)
    expect(ana.board.locator(".rt.sel", has_text="Gunners")).to_have_count(1)
    expect(ana.phone.page.locator("#drawer[open]")).to_have_count(0)
    expect(held(ana, gunners).locator("h2").first).to_contain_text("Gunners")


def test_every_phone_shows_big_answer_until_next_tap(duel):
    ana, vic = duel("full")
    active(ana, vic)
    ana.taps_on(ana.space("Melee"))
    ana.taps_on(ana.board.locator(".rt.lit", has_text="Gunners"))
    ana.enters(successes(ana, 3))
    vic.follows(ana)
    for player in (ana, vic):
        expect(player.board.locator(".reply h2 b")).to_have_text("3")
        expect(player.board.locator(".reply")).to_contain_text("Gunners (sample): off the map")
        expect(player.board.locator(".reply")).to_contain_text("Attack 4 − defense 1")
        player.phone.is_accessible()
    ana.taps_on(ana.space("Thought"))
    ana.enters(ana.chosen.get_by_role("button", name="Enter the dice"))
    expect(vic.board.locator(".reply")).to_have_count(0)
    ana.enters(ana.board.locator("[name='faces.0'][value='1']"))
    ana.enters(ana.button("^Keep"))
    expect(ana.board.locator(".reply.failed")).to_contain_text("difficulty 2")


def test_tapped_spaces_say_which_cubes_become_wounds(duel):
    ana, _vic = duel("quick")
    ana.enters(ana.button("Begin the first round"))
    for space in ("Melee", "Melee", "Thought"):
        ana.enters(ana.space(space))
    ana.board.locator("#p-wound-0-harm > summary").click()
    ana.taps_on(ana.board.locator("#p-wound-0-5"))
    spaces = ana.board.locator(".space[data-take]")
    expect(spaces).to_have_count(2)
    expect(spaces.filter(has_text="Ranged")).to_have_count(0)
    spaces.filter(has_text="Melee").click()
    ana.phone.is_accessible()
    ana.enters(spaces.filter(has_text="Thought"))
    tablet = ana.board.locator(".tablet.p0")
    expect(tablet.locator(".z-wounds")).to_contain_text("5")
    expect(tablet.locator(".space", has_text="Melee")).to_contain_text("1 / 3")
    expect(tablet.locator(".space", has_text="Thought")).to_contain_text("0 / 4")
    expect(ana.board.locator("[data-take]")).to_have_count(0)


def test_second_hero_is_one_tap_away_without_scrolling(seated):
    referee = registry.referee("gotham-chronicles")
    setup = referee.setup_default(3, referee.sample_box())
    play = ledger.begin("gotham-chronicles", setup, sample=True)
    ana = Player(seated(play, "Ana", 0, 1, role="host"))
    ana.enters(ana.button("Begin the first round"))
    ana.enters(ana.button("^Active"))
    ana.enters(ana.button("^Active"))
    ana.taps = 0
    ana.enters(ana.space("Thought"))
    ana.taps_on(ana.board.locator(".stage .tablet.folded:not([open]) > summary"))
    ana.enters(ana.space("Defense"))
    ana.has_scrolled_nothing()
    assert ana.taps == 2 + 1
    for part, space in ((0, "Thought"), (1, "Defense")):
        laid = ana.board.locator(f".tablet.p{part} .space", has_text=space)
        expect(laid).to_contain_text("1 / ")
