"""Tests of what a new box ships as told by the rulebook, and what the sample box makes up."""

from msgspec.structs import replace

from games.talisman_batman.box.villains import EnterNumbers
from games.talisman_batman.state import PURCHASES, EncounterCard, PurchaseStock, VillainSheet
from games.talisman_batman.state.derived import untold
from tests.games.talisman_batman.table import REFEREE, Table, a

PRINTED = {
    "The Joker": VillainSheet(
        "The Joker",
        2,
        4,
        3,
        4,
        1,
        "chaotic",
        "morgue",
        feats=2,
        cunning_attack=True,
        always_feat=True,
    ),
    "Mr. Freeze": VillainSheet("Mr. Freeze", coins=5),
    "Poison Ivy": VillainSheet("Poison Ivy", weapons=0),
}
"""Page 5 (the Joker), page 7 (the coins), page 12 (no Weapons)."""

UNCONFIRMED = {
    "Harley Quinn": VillainSheet(
        "Harley Quinn", start="morgue", feats=1, gear=("baseball-bat",), unconfirmed=True
    )
}
"""Seen on early photographs only."""

NAMES = [
    "The Joker",
    "Harley Quinn",
    "The Joker's Daughter",
    "Bane",
    "Two-Face",
    "Clayface",
    "Poison Ivy",
    "Mr. Freeze",
    "The Penguin",
    "The Riddler",
    "Scarecrow",
    "Ra's al Ghul",
]

CARDS = {
    EncounterCard("baseball-bat", strength=1, combat=True, weapon=True, purchase=True),
    EncounterCard("jokers-flower", cunning=2, legendary=True),
    EncounterCard("killer-croc", "follower"),
    EncounterCard("medic", "follower"),
    EncounterCard("police-radio", forbids=("chaotic",)),
    EncounterCard("loot-bag"),
    EncounterCard("lock-picks", purchase=True),
    EncounterCard("guard-keys", purchase=True),
    EncounterCard("spoiler", "enemy", attribute="strength", value=6),
}
"""Pages 5 and 10 to 13."""


def test_new_box_knows_only_what_rulebook_prints():
    box = REFEREE.blank_box()
    assert [sheet.name for sheet in box.sheets] == NAMES
    told = {**PRINTED, **UNCONFIRMED}
    assert {sheet.name: sheet for sheet in box.sheets} == {
        name: told.get(name, VillainSheet(name)) for name in NAMES
    }
    assert set(box.cards) == CARDS
    assert (box.stock, box.facts, box.dial_max, box.sample) == ((), (), 0, False)
    assert (box.batman.space, box.batman.strength, box.batman.lines) == ("", 0, ())
    assert (box.plan.first, box.plan.second, box.plan.tower, box.plan.links) == ((), (), (), ())


def test_joker_of_rulebook_is_ready_and_nobody_else():
    ready = [sheet.name for sheet in REFEREE.blank_box().sheets if sheet.complete]
    assert ready == ["The Joker"]


def test_sample_box_says_that_it_is_made_up():
    box = REFEREE.sample_box()
    assert box.sample
    assert all(sheet.complete for sheet in box.sheets)
    assert [s.name for s in box.sheets if not s.unconfirmed] == ["The Joker"]
    assert box.sheets[0] == PRINTED["The Joker"]
    assert {s.name: s.coins for s in box.sheets if s.coins != 1} == {"Mr. Freeze": 5}
    assert {s.name: s.weapons for s in box.sheets if s.weapons != 1} == {"Poison Ivy": 0}
    assert box.stock == (
        PurchaseStock("baseball-bat", 4, 4),
        PurchaseStock("lock-picks", 2, 2),
        PurchaseStock("guard-keys", 3, 3),
    )
    assert (box.batman.space, box.batman.floor) == ("security-door", 2)
    assert (box.batman.strength, box.batman.cunning, len(box.batman.lines)) == (8, 8, 6)


def test_made_up_board_links_floors_to_control_room():
    plan = REFEREE.sample_box().plan
    assert plan.tower[0] == "tower-entrance"
    assert plan.tower[-2:] == ("anteroom", "control-room")
    assert {"guard-post", "office", "darkroom"} <= set(plan.first)
    assert {"falcone", "security-door"} <= set(plan.second)
    spaces = (*plan.first, *plan.second, *plan.tower)
    assert len(spaces) == len(set(spaces)) == 25
    assert [first for first, _ in plan.links] == ["guard-post", "office", "darkroom"]
    assert {second for _, second in plan.links} <= set(plan.second)


def test_counts_of_box_are_those_of_page_two():
    assert PURCHASES == 28
    state = REFEREE.begin(REFEREE.setup_default(2, REFEREE.blank_box()), REFEREE.blank_box()).state
    assert (state.coin_pool, state.fate_pool, state.key_pool, state.feat_deck) == (30, 36, 4, 24)


def test_unknown_villain_cards_form_chooses_no_number_beforehand():
    form = EnterNumbers.page_of(REFEREE.blank_box(), VillainSheet("Bane"))
    begins = {field.name: field.default for field in form.fields}
    unknown = ("strength", "cunning", "fate", "life", "alignment")
    assert [begins[name] for name in unknown] == [None] * len(unknown)
    assert (begins["coins"], begins["feats"]) == (1, 0)


def test_short_form_keeps_what_the_book_prints():
    setup = REFEREE.setup_default(2, REFEREE.blank_box())
    t = Table(replace(setup, villains=("Mr. Freeze", "Harley Quinn")), REFEREE.blank_box())
    forms = [each for each in REFEREE.prompts(t.state) if each.do == "numbers"]
    for form in forms:
        asked = {"strength": 3, "cunning": 3, "fate": 3, "life": 4, "alignment": "chaotic"}
        action = REFEREE.decode_action({"do": "numbers", **form.fixed, **asked, "saves_life": True})
        t.do(action)
    t.do(a.Ready(0), a.Ready(1))
    freeze, harley = t.state.villains
    assert (freeze.coins, len(harley.feats)) == (5, 1)
    assert freeze.sheet.saves_life


def test_card_read_without_saving_warns_no_more():
    setup = REFEREE.setup_default(2, REFEREE.blank_box())
    t = Table(replace(setup, villains=("Bane", "Scarecrow")), REFEREE.blank_box())
    t.do(a.EnterNumbers("bane", 3, 3, 3, 4, "chaotic", saves_life=False))
    assert not untold(t.villain(0).sheet)
    t.do(a.EnterNumbers("scarecrow", 3, 3, 3, 4, "chaotic"))
    assert untold(t.villain(1).sheet)
