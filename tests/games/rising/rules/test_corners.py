"""Cases at the edges: what is not there, what is not known, and what is just not enough."""

import pytest
from msgspec.structs import replace

from games.referee import Adjust, Refusal, SetDepth
from games.rising.box import AbilityEffect, CardFacts
from games.rising.rules.dice.results import maybe_full
from games.rising.rules.spaces import unmeasured
from tests.games.batman_who_laughs import table as laughs
from tests.games.fire_nation import table as fire
from tests.games.rising.text import Game, a


def able(name: str, *effects: AbilityEffect, **more) -> CardFacts:
    return CardFacts(name, effects=effects, known=True, **more)


def full(*faces: str, cards=(), line="Ben [red red red purple]: +Batman 0/5", **where) -> Game:
    table = laughs.table(laughs.with_lines(line), cards, **laughs.STOCK)
    return laughs.in_full(table, *faces, **where)


# -- refused ---------------------------------------------------------------------------------


def test_without_a_die_nothing_is_laid():
    game = full(*"PPPP", cards=(able("Batman", AbilityEffect("token"), cost=(1, 0, 0, 0)),))
    assert game.refused(a.Assign((), game.id("Plastic Man")))[0] == "E_NO_FIT"
    assert game.refused(a.Assign((), game.id("Batman")))[0] == "E_NO_FIT"
    assert game.refused(a.Assign(("9.9",), game.id("Plastic Man")))[0] == "E_NO_DIE"


def test_colour_not_in_box_is_refused():
    game = laughs.to_heroes(laughs.table(**laughs.STOCK))
    assert game.refused(a.AddDie("yellow"))[0] == "E_COLOUR"


def test_only_villains_are_hit_and_heroes_recruited():
    game = laughs.to_heroes(laughs.table())
    assert game.refused(a.Results(hits=(game.id("Constantine"),)))[0] == "E_NOT_VILLAIN"
    assert game.refused(a.Results((game.id("Court of Owls"),)))[0] == "E_NOT_HERO"
    assert game.refused(a.ExtraSet(game.id("Constantine")))[0] == "E_NOT_VILLAIN"


def test_nothing_happens_to_absent_card():
    game = laughs.to_heroes(laughs.table())
    assert game.refused(a.Damage("p99"))[0] == "E_NO_CARD"


def test_a_token_that_would_heal_nobody_only_warns():
    line = "Ben [red]: +Batman 0/5, +Robin 1/3 | tokens heal"
    game = laughs.to_heroes(laughs.table(laughs.with_lines(line), supply=29), 0)
    token = a.UseToken(0, "heal", game.id("Batman"))
    assert game.asked(token) == ("W_NO_DAMAGE", "warn")
    game.do(token, W_NO_DAMAGE="anyway")
    assert game.damage("Batman") == 0


def test_the_figure_die_has_no_other_faces():
    game = laughs.table().do(a.Deploy(0)).do(a.DoomRoll(0))
    for face in ("up", "left+moon", "+ring", ""):
        assert game.refused(a.FigureRoll(face))[0] == "E_MALFORMED"


@pytest.mark.parametrize(
    ("sets", "code"),
    [("", "E_MALFORMED"), ("x", "E_MALFORMED"), ("²", "E_MALFORMED"), ("0", "E_RANGE")],
)
def test_a_hit_is_of_a_number_of_sets(sets, code):
    game = laughs.to_heroes(laughs.table())
    assert game.refused(a.Results(hits=(f"{game.id('Court of Owls')}:{sets}",)))[0] == code


def test_a_die_stays_only_while_the_players_act():
    game = fire.table().do(SetDepth("full")).do(a.Deploy(2))
    assert game.refused(a.KeepDie("1.1"))[0] == "E_PHASE"


def test_ability_ends_only_by_its_own_name():
    game = laughs.table(
        laughs.with_lines("turn 1: Ben, facing 2"),
        (able("Court of Owls", AbilityEffect("restrict")),),
    )
    laughs.to_heroes(game)
    assert game.state.turn.pending
    assert game.refused(a.VillainDone(game.id("Evil Robins")))[0] == "E_NO_ABILITY"
    game.do(a.VillainDone(game.id("Court of Owls")))
    assert not game.state.turn.pending


@pytest.mark.parametrize("option", ["villain_order", "token_window"])
def test_option_takes_no_value_off_its_list(option):
    referee, box = laughs.LAUGHS, laughs.LAUGHS.sample_box()
    setup = referee.setup_default(2, box)
    answer = referee.begin(replace(setup, **{option: "whatever"}), box)
    assert isinstance(answer, Refusal)
    assert answer.code == "E_MALFORMED"


def test_dice_nobody_has_rolled_are_not_rolled_again():
    game = full(*"WWWW", cards=(able("Batman", AbilityEffect("reroll", 2)),))
    game.do(a.AddDie("red"))
    new = game.state.turn.dice[-1].id
    assert not game.state.turn.dice[-1].face
    batman = game.id("Batman")
    assert game.refused(a.RerollByAbility(batman, ("W", "W", "W", "")))[0] == "E_TARGETS"
    game.do(a.RerollByAbility(batman, ("J", "J", "", "")))
    assert game.codes() == ["ability", "reroll"]
    assert [die.id for die in game.state.turn.dice if not die.face] == [new]


# -- dice ------------------------------------------------------------------------------------


def test_the_box_has_no_sixteenth_die():
    game = full(*"WWWW")
    for _ in range(11):
        game.do(a.AddDie("red"))
    assert len(game.state.turn.dice) == 15
    game.do(a.AddDie("red"))
    assert game.codes() == ["die.none"]
    assert len(game.state.turn.dice) == 15


def test_hero_takes_no_symbol_twice_whatever_its_damage():
    line = "2: +H5 0/4 1W+1E, +H6 0/4, !V3 0/3 2E"
    game = fire.in_full(fire.table(fire.line(line)), *"WWEF")
    game.do(a.Assign(game.dice("W"), game.id("H5")))
    assert game.refused(a.Assign(game.dice("W"), game.id("H5")))[0] == "E_SATISFIED"
    game.do(a.Assign(game.dice("E"), game.id("H5")))


@pytest.mark.parametrize(("there", "step"), [("+H2 0/4 9A", ""), ("!V9 0/2 9A", "aid")])
def test_dice_that_could_hurt_open_battle_bar_aid(there, step):
    """Page 9: the Aid is for who could do nothing; a guarded battle takes no dice."""
    line = f"0: +H7 0/4 9A, +H1 0/4 9A, {there}, =Ba Sing Se 0/2 1F"
    table = fire.battle_table(fire.line(line, fire.BATTLE_TABLE))
    game = fire.in_full(table, *"FWWW", location=0, card="left0")
    game.do(a.Finish(), W_DICE_LEFT="anyway")
    assert ("aid.possible" in game.codes(), game.state.step == "aid") == (not step, bool(step))


def test_a_full_villain_has_room_for_nothing():
    line = "2: -, +Constantine 0/4 1P+2J, !Court of Owls 2/2 1P+2D"
    game = laughs.in_full(laughs.table(laughs.with_lines(line)), *"PDDD")
    question = game.answer(a.Assign(game.dice("P"), game.id("Court of Owls")))
    assert (question.code, question.facts["n"]) == ("W_NO_ROOM", 0)


def test_dice_use_ability_of_unknown_price_at_once():
    game = full(*"WWWW", cards=(able("Batman", AbilityEffect("token")),))
    held = laughs.tokens(game)
    game.do(a.Assign(game.dice("W"), game.id("Batman")))
    assert "ability" in game.codes()
    assert laughs.tokens(game) == held + 1


def test_team_dice_are_asked_only_before_first_roll():
    table = laughs.table(laughs.with_lines("Ben: +Batman 0/5"), **laughs.STOCK).do(SetDepth("full"))
    game = laughs.to_heroes(table).do(a.AddDie("red"))
    assert "team.dice" in {prompt.do for prompt in game.referee.prompts(game.state)}
    game.do(a.Roll(("W",)))
    assert "team.dice" not in {prompt.do for prompt in game.referee.prompts(game.state)}


# -- what is told about cards ----------------------------------------------------------------


def test_ability_told_mid_game_acts_from_then_on():
    game = laughs.table(cards=(CardFacts("Court of Owls"),))
    game.do(a.DefineEffect("Court of Owls", "damage", n=1, who="team", first=True))
    effects = [each.effects for each in game.state.library if each.name == "Court of Owls"]
    assert [[each.do for each in told] for told in effects] == [["damage"]]


def test_team_ability_is_told_about_this_team_alone():
    game = laughs.table()
    game.do(a.DefineEffect("Ana", "token", n=2))
    assert [[each.do for each in team.effects] for team in game.state.teams] == [[], ["token"]]


def test_spaces_told_before_name_are_kept_with_it():
    game = fire.table(fire.line("2: ?, +H6 0/4, !V3 0/3 2E"))
    game.do(a.DefineCard("", piece="p7", kind="hero", capacity=3))
    game.do(a.DefineCard("Suki", piece="p7"))
    (told,) = (each for each in game.state.library if each.name == "Suki")
    assert (told.kind, told.capacity) == ("hero", 3)


def test_dice_form_shows_what_is_known_of_them():
    referee = fire.FIRE
    forms = [form for form in referee.box_pages(referee.blank_box()) if form.do == "dice.define"]
    shown = [next(field for field in form.fields if field.name == "faces") for form in forms]
    assert [tuple(field.default) for field in shown] == [
        each.faces for each in referee.blank_box().dice
    ]


def test_a_mark_once_told_is_not_asked_again():
    text = fire.line("0: -, +H1 0/4 2A, +H2 0/4, =Ba Sing Se 0/2 1F", fire.BATTLE_TABLE)
    game = fire.to_heroes(fire.battle_table(text)).do(a.Results()).do(a.Aid(False))
    game.do(a.Refill(0, "Toph"))
    piece = game.id("Toph")
    game.do(a.Icon(piece, False))
    assert [each.icon for each in game.state.library if each.name == "Toph"] == ["no"]


def test_spaces_asked_of_reachable_villains_and_anyone_hurt():
    text = fire.line("2: +H5 0/* 1W, +H6 1/*, !V3 0/* 2E")
    game = fire.to_heroes(fire.table(text))
    assert maybe_full(game.referee.table(game.state)) == (game.id("H6"), game.id("V3"))


# -- abilities -------------------------------------------------------------------------------


def test_moved_damage_is_told_with_both_cards():
    line = "Ben [red]: +Batman 2/5, +Robin 0/3"
    game = laughs.to_heroes(laughs.table(laughs.with_lines(line)), 0)
    game.do(a.MoveDamage(game.id("Batman"), game.id("Robin"), 2))
    assert game.codes() == ["damage.moved"]
    assert (game.notes[0].facts["n"], game.damage("Batman"), game.damage("Robin")) == (2, 0, 2)


@pytest.mark.parametrize(("moved", "asked"), [(1, 1), (2, 0)])
def test_giving_damage_away_reopens_question_when_hurt_again(moved, asked):
    """Not full with two counters says nothing of two others later."""
    text = fire.line("2: +H5 0/9 1W, +H6 2/*, !V3 0/2 2E")
    game = fire.to_heroes(fire.table(text))
    table = game.referee.table(game.state)
    table.put_piece(game.id("H6"), asked=2)
    game.state = table.state
    game.do(a.MoveDamage(game.id("H6"), game.id("H5"), moved))
    assert game.referee.table(game.state).piece(game.id("H6")).asked == asked
    assert unmeasured(game.referee.table(game.state)) == ()
    table = game.referee.table(game.state)
    table.put_piece(game.id("H6"), damage=2)
    assert unmeasured(table) == (game.id("H6"),)


def test_a_section_that_fills_announces_who_leaves_it():
    """The card leaves at the end of the turn, while counters may still be taken off."""
    game = laughs.table(laughs.with_lines("track 4 4 4 4 4 4 b4 -4 | 3")).do(a.Deploy(0))
    game.do(a.DoomRoll(2))
    assert game.codes()[:3] == ["doom.roll", "doom.up", "doom.pending"]
    assert game.notes[2].facts["section"] == 1


def test_tokens_of_one_kind_are_taken_unasked():
    pirates = able("Pirate Captain", AbilityEffect("lose_token", 1, each=True))
    text = fire.line("0: !Pirate Captain 0/3 2E, +H1 0/4 2A, +H2 0/4")
    text = fire.line("Aang [red red blue green]: +Aang 0/5 | tokens ruin ruin", text)
    game = fire.table(text, (pirates,), supply=28)
    fire.to_heroes(game, 0)
    assert fire.tokens(game) == 1
    assert "token.lost" in game.codes()


# -- the set-up ------------------------------------------------------------------------------


def test_corrected_discard_number_leaves_no_tokens_over():
    game = laughs.table(laughs.with_lines("deck 27, lost 0, supply 26, discard 4"))
    game.do(Adjust("discard", 1, "counted"))
    assert (game.state.supply, game.state.discard) == (29, 1)


@pytest.mark.parametrize(("first", "shown"), [(0, 0), (1, 1), (3, 1)])
def test_wizard_shows_last_team_where_first_is_gone(first, shown):
    referee = laughs.LAUGHS
    box = referee.sample_box()
    draft = replace(referee.setup_default(2, box), first=first)
    fields = [field for page in referee.setup_pages(draft, box) for field in page.fields]
    assert [field.default for field in fields if field.name == "first"] == [shown]


@pytest.mark.parametrize(("villains", "said"), [(10, True), (13, False)])
def test_checklist_names_villains_left_out_when_any(villains, said):
    referee = fire.FIRE
    box = referee.sample_box()
    setup = replace(referee.setup_default(2, box), villains=villains)
    state = referee.begin(setup, box).state
    lines = {line.code for line in referee.checklist(state)}
    assert ("checklist.villains_out" in lines) == said


@pytest.mark.parametrize(("spaces", "most"), [("0/4", 4), ("0/*", 9)])
def test_damage_correction_allows_capacity_or_nine_if_unknown(spaces, most):
    game = laughs.table(laughs.with_lines(f"1: +H3 {spaces}, +H4 0/3, !Evil Robins 0/2 2W"))
    named = f"damage.{game.id('H3')}"
    assert [each.high for each in game.referee.trackers(game.state) if each.name == named] == [most]


@pytest.mark.parametrize("facing", [0, 1, 2])
def test_where_figure_is_told_to_look_it_looks(facing):
    referee = laughs.LAUGHS
    box = referee.sample_box()
    setup = replace(referee.setup_default(2, box), facing=facing)
    assert referee.draw(setup, box, lambda n: n - 1 - facing // 2).facing == facing
    assert referee.draw(replace(setup, facing=-1), box, lambda n: n - 1).facing == 2


def test_ruin_below_top_brings_no_event_however_read():
    game = fire.table(fire.line("track -10 | 5"))
    game.state = replace(game.state, setup=replace(game.state.setup, event_test="reached"))
    fire.to_heroes(game, 2, "stay0").do(a.Results())
    assert game.state.step == "aid"


def acting(facts: CardFacts) -> Game:
    """Return game A where the Court of Owls has looked at the figure and acts."""
    game = laughs.table(laughs.with_lines("turn 1: Ben, facing 2"), (facts,))
    return laughs.to_heroes(game)


def offered(game: Game) -> set[str]:
    return {prompt.do for prompt in game.referee.prompts(game.state)}


def test_table_does_pointed_ability_neither_hurting_nor_healing():
    pointed = acting(able("Court of Owls", AbilityEffect("damage", who="choice")))
    assert {"villain.target"} <= offered(pointed)
    by_hand = acting(able("Court of Owls", AbilityEffect("restrict", who="choice")))
    assert "villain.target" not in offered(by_hand)
    assert "villain.done" in offered(by_hand)


def test_incompletely_told_ability_is_done_at_once():
    restricts = (AbilityEffect("restrict"), AbilityEffect("restrict"))
    for known, left in ((True, 1), (False, 0)):
        game = acting(CardFacts("Court of Owls", effects=restricts, known=known))
        game.do(a.VillainDone(game.id("Court of Owls")))
        assert sum(len(each.effects) for each in game.state.turn.pending) == left


@pytest.mark.parametrize(
    "lacking",
    [{}, {"kind": ""}, {"capacity": 0}, {"prices": ()}, {"known": False}],
    ids=lambda lacking: next(iter(lacking), "nothing"),
)
def test_card_is_asked_until_all_printed_is_told(lacking):
    game = laughs.to_heroes(laughs.table())
    whole = CardFacts("Plastic Man", "hero", 4, prices=((2, 0, 0, 0),), known=True)
    table = game.referee.table(game.state)
    piece = game.id("Plastic Man")
    table.put_piece(piece, capacity=0, kind="")
    library = tuple(each for each in table.state.library if each.name != "Plastic Man")
    table.put(library=(*library, replace(whole, **lacking)))
    asked = [
        p
        for p in game.referee.prompts(table.state)
        if p.do == "card.define" and p.fixed == {"name": "Plastic Man"}
    ]
    assert bool(asked) == bool(lacking)


def test_effect_done_by_hand_leaves_the_next_one():
    talons = able("Talons", AbilityEffect("restrict"), AbilityEffect("doom", n=2))
    text = laughs.with_lines("2: !Talons 0/2 2W, +H8 0/4, +H9 0/4")
    game = laughs.to_heroes(laughs.table(text, (talons,)))
    game.do(a.VillainDone(game.id("Talons")))
    assert game.state.doom == 2
