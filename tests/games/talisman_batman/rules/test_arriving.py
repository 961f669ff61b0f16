"""Set-up, presets, villains entered on the phones."""

from msgspec.structs import replace

from games.referee import Refusal, Ruling
from games.talisman_batman.state import Setup
from tests.games.talisman_batman.table import REFEREE, SAY, Table, a, begun, box, sheet


def test_two_to_six_can_play():
    for players in (1, 7):
        answer = REFEREE.begin(Setup(players), REFEREE.blank_box())
        assert isinstance(answer, Refusal)
        assert answer.code == "T-E34"
    for players in range(2, 7):
        ruling = REFEREE.begin(REFEREE.setup_default(players, box()), box())
        assert isinstance(ruling, Ruling)
        assert len(REFEREE.parts(ruling.state)) == players


def test_presets_set_the_printed_and_the_classic_rules():
    fast = begun(setup=Setup(preset="fast", start_bonus=False, trophy_rate=7)).state.options
    classic = begun(setup=Setup(preset="classic")).state.options
    custom = begun(setup=Setup(preset="custom", trophy_rate=7)).state.options
    assert (fast.start_bonus, fast.trophy_rate, fast.inheritance) == (True, 5, True)
    assert (classic.start_bonus, classic.trophy_rate, classic.inheritance) == (False, 7, False)
    assert (custom.start_bonus, custom.trophy_rate, custom.inheritance) == (True, 7, True)


def test_everybody_picks_villain_and_enters_what_is_unknown():
    table = Table(Setup(2), REFEREE.blank_box())
    table.do(a.PickVillain(0, "The Joker"), actor=0)
    assert table.refused(a.PickVillain(1, "The Joker"), "T-TAKEN", 1)
    table.refused(a.PickVillain(1, "Bane"), "T-NOT-YOURS", 0)
    table.do(a.PickVillain(1, "Bane"), actor=1)
    form = next(p for p in REFEREE.prompts(table.state) if p.do == "numbers")
    assert form.actors == (1,)
    card = a.EnterNumbers("Bane", 5, 2, 2, 5, "indifferent", "Kostnica")
    table.do(card, a.Ready(0, "cunning"), a.Ready(1))
    assert table.phase == "move"
    assert REFEREE.remember(REFEREE.blank_box(), card, table.state).sheets[3].strength == 5
    joker, bane = table.state.villains
    assert (joker.strength, joker.cunning, joker.life, joker.fate, joker.coins) == (2, 5, 4, 3, 1)
    assert (bane.strength, bane.space, len(joker.feats)) == (5, "morgue", 2)


def test_villain_may_be_changed_until_bonus_is_chosen():
    table = Table(Setup(2), box())
    table.do(a.PickVillain(0, "Bane"), a.PickVillain(0, "Clayface"), a.PickVillain(1, "Bane"))
    assert [v.sheet.name for v in table.state.villains] == ["Clayface", "Bane"]
    table.do(a.PickVillain(0, "Clayface"), a.Ready(0))
    assert table.villain().sheet.name == "Clayface"
    table.refused(a.PickVillain(0, "The Joker"), "T-PHASE")


def test_a_villain_without_a_name_is_none():
    Table(Setup(2), box()).refused(a.PickVillain(0, ""), "T-TAKEN")


def test_the_starting_bonus_is_one_attribute_once():
    table = Table(Setup(2, villains=("Bane", "Scarecrow")), box())
    table.do(a.Ready(0, "strength"))
    table.refused(a.Ready(0, "cunning"), "T-E30")
    off = Table(Setup(2, "custom", ("Bane", "Scarecrow"), start_bonus=False), box())
    assert off.phase == "move" or all(v.alive for v in off.state.villains)
    off.refused(a.Ready(0, "strength"), "T-E30")


def test_mr_freeze_starts_with_five_coins_shrinking_pools():
    table = begun("Mr. Freeze", "Bane")
    assert [v.coins for v in table.state.villains] == [5, 1]
    assert (table.state.coin_pool, table.state.fate_pool) == (24, 30)


def test_gear_comes_from_purchase_stock_while_it_lasts():
    harley = sheet("Harley Quinn", gear=("baseball-bat",))
    own = box(harley)
    own = REFEREE.learn(own, a.EnterStock("Kij bejsbolowy", 1))
    table = begun("Harley Quinn", "Bane", own_box=own)
    assert [c.name for c in table.villain().objects] == ["baseball-bat"]
    assert table.state.stock[0].left == 0
    empty = replace(own, stock=(replace(own.stock[0], total=0),))
    assert begun("Harley Quinn", "Bane", own_box=empty).villain().objects == ()


def test_starting_feats_above_limit_are_discarded_at_once():
    table = begun("Bane", "Scarecrow", own_box=box(sheet("Bane", 3, 3, feats=2)))
    assert [(o.seat, o.what) for o in table.state.owes] == [(0, "feats")]
    table.refused(a.Roll(3), "T-FEATS")
    table.do(a.DiscardFeat(0, table.villain().feats[0].id))
    assert table.state.owes == ()
    table.do(a.Roll(3))


def test_seats_given_twice_or_unknown_villains_are_refused():
    for names in (("Bane", "Bane"), ("Robin",), ("Bane", "Scarecrow", "Clayface")):
        answer = REFEREE.begin(Setup(2, villains=names), box())
        assert isinstance(answer, Refusal)
        assert answer.code == "T-TAKEN"


def test_batmans_starting_space_is_limited_as_in_wizard():
    pages = REFEREE.setup_pages(Setup(2), box())
    (longest,) = (f.high for page in pages for f in page.fields if f.name == "batman")
    ruling = REFEREE.begin(Setup(2, batman="x" * longest), box())
    assert ruling.state.batman.space == "x" * longest
    answer = REFEREE.begin(Setup(2, batman="x" * (longest + 1)), box())
    assert isinstance(answer, Refusal)
    assert (answer.code, answer.rule) == ("E_MALFORMED", "T-Q01")


def test_bloodbath_leaves_one_key_and_checklist_says_so():
    table = begun(setup=Setup(bloodbath=True))
    assert table.state.key_pool == 1
    assert any("Bloodbath" in SAY(step) for step in REFEREE.checklist(table.state))


def test_the_first_player_is_the_one_chosen():
    table = begun("Bane", "Scarecrow", "Clayface", setup=Setup(first=2))
    assert table.state.active == 2
    table.at("end").do(a.EndTurn())
    assert (table.state.active, table.state.round) == (0, 1)
    table.at("end").do(a.EndTurn()).at("end").do(a.EndTurn())
    assert (table.state.active, table.state.round) == (2, 2)


def test_wizard_pages_cover_every_setup_field_but_depth():
    fields = {f.name for page in REFEREE.setup_pages(Setup(3), box()) for f in page.fields}
    assert fields == set(Setup.__struct_fields__) - {"depth", "house_rules", "edition"}


def test_no_villain_may_be_reentered_while_in_play():
    table = begun()
    table.refused(a.EnterNumbers("Bane", 9, 9, 9, 9, "chaotic"), "T-SHEET")


def test_whoever_dies_while_others_arrive_draws_villain_first():
    table = Table(Setup(2, villains=("Bane", "Scarecrow")), box())
    table.do(a.Ready(0), a.Change(0, "life", -4))
    assert table.phase == "setup"
    table.do(a.Ready(1))
    assert (table.phase, table.state.active) == ("arrive", 0)


def test_nobody_begins_who_is_out_before_first_turn():
    names = ("Bane", "Scarecrow", "Clayface")
    table = Table(Setup(3, preset="custom", villains=names, bloodbath=True), box())
    table.do(a.Ready(0), a.Change(0, "life", -4), a.Ready(1), a.Ready(2))
    assert (table.phase, table.state.active) == ("move", 1)


def test_cards_do_nothing_before_anybody_stands_on_board():
    table = Table(Setup(2, villains=("Bane", "Scarecrow")), box())
    prompts = REFEREE.prompts(table.state)
    assert {prompt.group for prompt in prompts} == {"now", "table"}


def test_villain_cards_form_shows_what_is_known():
    def shown(own):
        pages = (page for page in REFEREE.box_pages(own) if page.do == "numbers")
        page = next(page for page in pages if page.label.facts["who"] == "Bane")
        return {field.name: field.default for field in page.fields}

    known = shown(box(sheet("Bane", 5, 2, alignment="chaotic")))
    assert (known["strength"], known["cunning"], known["alignment"]) == (5, 2, "chaotic")
    blank = shown(REFEREE.blank_box())
    assert (blank["strength"], blank["cunning"], blank["alignment"]) == (None, None, None)
