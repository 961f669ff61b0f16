"""Fire Nation Rising: what is the table's to say is asked, and nothing is lost in silence."""

import pytest
from msgspec.structs import replace

from games.fire_nation import FireNation
from games.referee import SetDepth
from games.rising.box import AbilityEffect, CardFacts, PriceStep
from tests.games.fire_nation.table import (
    BATTLE_TABLE,
    JUNE,
    TY_LEE,
    battle_table,
    in_full,
    line,
    table,
    to_heroes,
)
from tests.games.rising.text import Game, a

FIRE = FireNation()


def offered(game: Game, do: str) -> list:
    return [each for each in FIRE.prompts(game.state) if each.do == do]


def values(prompt, name: str) -> list:
    return [
        choice.value for field in prompt.fields if field.name == name for choice in field.choices
    ]


# -- the Balance Track in quick depth ------------------------------------------------------


@pytest.mark.parametrize(("answer", "space"), [("yes", 2), ("no", 1)])
def test_villain_hit_by_way_asks_whether_balance_rises(answer, space):
    game = to_heroes(table(progress=1), 0, "right0")
    hit = a.Results(hits=(game.id("June"),))
    assert game.asked(hit) == ("PROGRESS_MET", "ask")
    assert game.do(hit, PROGRESS_MET=answer).state.progress == space


def test_a_price_nobody_met_asks_nothing():
    game = to_heroes(table(progress=1), 0, "right0")
    assert game.do(a.Results((game.id("H1"),))).state.progress == 1
    symbols = to_heroes(table(progress=0), 0, "right0")
    assert symbols.do(a.Results((symbols.id("H1"),))).state.progress == 0


@pytest.mark.parametrize(("answer", "space", "type_"), [("yes", 5, "Water"), ("no", 4, "")])
def test_unknown_recruit_type_is_asked_in_quick_depth(answer, space, type_):
    game = to_heroes(table(progress=4), 2, "right0")
    told = a.Results((game.id("H5"),), advance=True)
    assert game.asked(told) == ("PROGRESS_TYPE", "ask")
    if answer == "no":
        assert game.refused(told, PROGRESS_TYPE="no") == ("E_BALANCE_UNPAID", "B-43")
        told = a.Results((game.id("H5"),))
    game.do(told, PROGRESS_TYPE=answer)
    assert game.state.progress == space
    assert next(each.type for each in game.state.library if each.name == "H5") == type_


def test_unknown_recruit_type_is_asked_in_full_depth():
    game = in_full(table(progress=4), "W", "F", "F", "F", location=2, card="right0")
    game.do(a.Assign(game.dice("W"), game.id("H5")))
    (finish,) = offered(game, "finish")
    assert [field.name for field in finish.fields] == ["left", "advance"]
    end = a.Finish(advance=True)
    assert game.asked(end, W_DICE_LEFT="anyway") == ("PROGRESS_TYPE", "ask")
    waits = Game(FIRE, game.state).do(end, W_DICE_LEFT="anyway", PROGRESS_TYPE="no")
    assert waits.state.progress == 4
    assert game.do(end, W_DICE_LEFT="anyway", PROGRESS_TYPE="yes").state.progress == 5


def test_space_for_any_hero_takes_any_hero():
    game = to_heroes(table(steps=(PriceStep("recruit"),)), 2, "right0")
    assert game.do(a.Results((game.id("H5"),), advance=True)).state.progress == 1


def test_space_paid_with_tokens_but_left_is_asked():
    text = line("Katara [blue]: +Katara 0/5 | tokens ruin ruin")
    game = to_heroes(table(text, progress=2, supply=28), 2, "left0")
    game.do(a.PayProgress(owners=(1, 1)))
    assert game.asked(a.Results())[0] == "PROGRESS_MET"


# -- tokens --------------------------------------------------------------------------------


def test_a_team_chooses_which_of_its_tokens_pay():
    text = line("Katara [blue]: +Katara 0/5 | tokens ruin reroll heal-one")
    game = to_heroes(table(text, progress=2, supply=27), 2, "left0")
    paying = a.PayProgress(owners=(1, 1))
    question = game.answer(paying)
    assert (question.code, len(question.options)) == ("WHICH_TOKENS_1", 3)
    game.do(paying, WHICH_TOKENS_1="heal-one+ruin")
    assert [token.kind for token in game.state.teams[1].tokens] == ["reroll"]
    assert game.state.discard == 2


def test_tokens_of_one_kind_go_without_question():
    text = line("Katara [blue]: +Katara 0/5 | tokens ruin ruin ruin")
    game = to_heroes(table(text, progress=2, supply=27), 2, "left0")
    assert len(game.do(a.PayProgress(owners=(1, 1))).state.teams[1].tokens) == 1
    assert game.do(a.LoseToken(1, 2)).state.teams[1].tokens == ()


def test_healing_token_reaches_further_heroes_only_after_question():
    text = line("Katara [blue]: +Katara 1/5 | tokens heal-one")
    text = line("2: +H5 2/4 1W, +H6 0/4, !V3 0/3 2E", text)
    game = to_heroes(table(text, (), supply=29), 2, "right0")
    (token,) = offered(game, "token.use")
    near, *far = values(token, "target")
    assert near == game.id("H5")
    assert {*far} == {game.id("H3"), game.id("H4"), game.id("Katara")}
    assert game.asked(a.UseToken(1, "heal-one", game.id("Katara"))) == ("HEAL_WIDER", "ask")
    game.do(a.UseToken(1, "heal-one", game.id("H5")))
    assert game.damage("H5") == 0
    assert [note.facts["n"] for note in game.notes if note.code == "note.heal"] == [2]


def test_healing_token_asks_for_heroes_it_can_heal():
    text = line("Katara [blue]: +Katara 1/5 | tokens heal-one heal-two")
    text = line("2: +H5 2/4 1W, +H6 0/4, !V3 0/3 2E", text)
    game = to_heroes(table(text, (), supply=28), 2, "right0")
    asked = {
        p.fixed["kind"]: [field.name for field in p.fields] for p in offered(game, "token.use")
    }
    assert asked == {"heal-one": ["target"], "heal-two": ["target", "other"]}
    both = a.UseToken(1, "heal-one", game.id("H5"), game.id("H3"))
    assert game.refused(both)[0] == "E_TARGETS"
    game.do(a.UseToken(1, "heal-two", game.id("H5"), game.id("Katara")), HEAL_WIDER="yes")
    assert (game.damage("H5"), game.damage("Katara")) == (1, 0)


def test_token_for_two_asks_only_for_hurt_hero():
    text = line("Katara [blue]: +Katara 0/5 | tokens heal-two")
    game = to_heroes(table(text, (), supply=29))
    hurt = (replace(each, damage=int(each.card == "Katara")) for each in game.state.pieces)
    game.state = replace(game.state, pieces=tuple(hurt))
    (prompt,) = offered(game, "token.use")
    assert [field.name for field in prompt.fields] == ["target"]
    game.do(a.UseToken(1, "heal-two", game.id("Katara")), HEAL_WIDER="yes")
    assert game.damage("Katara") == 0


def test_healing_token_is_unoffered_while_nobody_is_hurt():
    text = line("Katara [blue]: +Katara 0/5 | tokens heal-one")
    game = to_heroes(table(text, (), supply=29), 2, "right0")
    assert [each.fixed for each in offered(game, "token.use")] == [{"owner": 1, "kind": "heal-one"}]
    game.do(a.Heal(game.id("H3"))).do(a.Heal(game.id("H4")))
    assert offered(game, "token.use") == []


def test_a_token_is_handed_over_by_its_kind():
    text = line("Katara [blue]: +Katara 0/5 | tokens ruin reroll")
    game = to_heroes(table(text, supply=28), 2, "right0")
    (giving,) = offered(game, "token.give")
    assert values(giving, "kind") == ["ruin", "reroll"]
    game.do(a.GiveToken(1, 0, "reroll"))
    assert [token.kind for token in game.state.teams[0].tokens] == ["reroll"]


# -- cards no one has named ----------------------------------------------------------------


def guarded_by_a_stranger() -> Game:
    text = line("0: ?, +H1 0/4 2A, +H2 0/4, =Ba Sing Se 0/2 1F", BATTLE_TABLE)
    return to_heroes(battle_table(text), 0, "right0")


def stranger(game: Game) -> str:
    return game.state.slots[0][0]


def test_unnamed_card_beside_battle_is_asked_about():
    game = guarded_by_a_stranger()
    hit = a.Results(hits=(game.id("Ba Sing Se"),))
    assert game.asked(hit) == ("GUARD", "ask")
    assert game.refused(hit, GUARD="yes") == ("E_FB_BLOCKED", "B-44")
    game.do(hit, GUARD="no")
    assert game.damage("Ba Sing Se") == 1


@pytest.mark.parametrize("first", ["battle", "stranger"])
def test_battle_hit_with_guard_refused_in_either_order(first):
    game = guarded_by_a_stranger()
    hits = (game.id("Ba Sing Se"), stranger(game))
    hits = hits if first == "battle" else hits[::-1]
    assert game.refused(a.Results(hits=hits)) == ("E_FB_BLOCKED", "B-44")


def test_dice_on_unnamed_card_ask_what_it_is():
    text = line("0: ?, +H1 0/4 2A, +H2 0/4")
    game = in_full(table(text), "W", "W", "W", "W", location=0, card="left0")
    lay = a.Assign(game.dice("W"), stranger(game))
    assert game.asked(lay) == ("KIND", "ask")
    game.do(lay, KIND="hero", PRICE="yes").do(
        a.Finish(complete=(stranger(game),)), W_DICE_LEFT="anyway"
    )
    assert len(game.state.teams[0].row) == 3


# -- reactions -----------------------------------------------------------------------------


def neighbours(when: str, effect: str = "token", **more) -> Game:
    answers = CardFacts("Watcher", effects=(AbilityEffect(effect, when=when, **more),), known=True)
    text = line("Aang [red red blue green]: +Watcher 0/3, +Sokka 0/4, +Suki 0/4")
    return table(text, (answers,))


@pytest.mark.parametrize(
    ("when", "card", "answered"),
    [
        ("beside", "Sokka", True),
        ("beside", "Watcher", False),
        ("beside", "Suki", False),
        ("damaged", "Watcher", True),
        ("damaged", "Sokka", False),
        ("near", "Sokka", True),
        ("near", "Watcher", True),
        ("near", "Suki", False),
    ],
)
def test_reaction_answers_own_or_neighbours_damage_or_both(when, card, answered):
    game = to_heroes(neighbours(when), 2, "right0")
    game.do(a.Damage(game.id(card)))
    assert ("react" in game.codes()) == answered
    assert len(game.state.teams[0].tokens) == answered


def test_reaction_in_players_step_waits_for_target():
    game = to_heroes(neighbours("damaged", "heal", who="choice"), 2, "right0")
    watcher, far = game.id("Watcher"), game.id("Katara")
    game.do(a.Damage(watcher))
    use, refuse = FIRE.prompts(game.state)[:2]
    assert (use.do, refuse.fixed) == ("react", {"card": watcher, "use": False})
    assert [field.optional for field in use.fields] == [False]
    assert game.refused(a.Results()) == ("E_REACTION", "B-27")
    assert game.asked(a.React(watcher, True, far)) == ("WIDER", "ask")
    assert game.refused(a.React(watcher, True, watcher), actor=1) == ("E_NOT_ACTIVE", "B-18")
    game.do(a.React(watcher, True, watcher))
    assert game.damage("Watcher") == 0
    assert game.do(a.Results()).state.step == "aid"


def test_damage_taken_as_a_price_is_answered_too():
    game = neighbours("beside")
    payer = CardFacts("Sokka", pays=1, effects=(AbilityEffect("doom", 1),), known=True)
    game.state = replace(
        game.state,
        library=(
            *(each for each in game.state.library if each.name != "Sokka"),
            replace(payer, kind="hero", capacity=4),
        ),
    )
    to_heroes(game, 2, "right0").do(a.Ability(game.id("Sokka")))
    assert "react" in game.codes()


def test_heroes_without_entered_ability_are_named_once():
    text = line("Aang [red]: +Aang 0/5, +Arnook 0/3")
    unknown = CardFacts("Arnook")
    game = to_heroes(table(text, (unknown,)), 0, "stay0")
    reminded = [note.facts for note in game.notes if note.code == "note.react.remind"]
    assert reminded == [{"cards": ("Arnook",)}]
    game.do(a.Damage(game.id("Arnook")))
    assert "react.remind" not in game.codes()


# -- consolation ---------------------------------------------------------------------------


def free(effect: AbilityEffect, **more) -> Game:
    ally = CardFacts("Arnook", effects=(effect,), known=True, **more)
    return to_heroes(table(cards=(ally, JUNE, TY_LEE)), 2, "left0")


@pytest.mark.parametrize(
    ("effect", "aid"),
    [
        (AbilityEffect("token"), False),
        (AbilityEffect("reroll", 0), False),
        (AbilityEffect("die", colour="red"), True),
        (AbilityEffect("token", when="progress"), True),
        (AbilityEffect("extra_set", who="choice"), False),
    ],
)
def test_free_ability_left_unused_rules_aid_out(effect, aid):
    game = free(effect).do(a.Results())
    assert (game.state.step == "aid") == aid
    assert ("aid.possible" in game.codes()) != aid


def test_an_ability_with_a_price_leaves_the_aid():
    assert free(AbilityEffect("token"), cost=(1, 0, 0, 0)).do(a.Results()).state.step == "aid"


def test_no_other_team_takes_or_leaves_the_aid():
    game = to_heroes(table(), 2, "left0").do(a.Results())
    assert offered(game, "aid")[0].actors == (0,)
    for take in (True, False):
        assert game.refused(a.Aid(take), actor=1) == ("E_NOT_ACTIVE", "B-18")
    game.do(a.Aid(True), actor=0, AID_POSSIBLE="no")
    assert [len(team.tokens) for team in game.state.teams] == [1, 0]


# -- the villains' part --------------------------------------------------------------------


def two_villains(first: AbilityEffect, second: AbilityEffect) -> Game:
    cards = (
        CardFacts("Azula", effects=(first,), known=True),
        CardFacts("Mai", effects=(second,), known=True),
    )
    text = line("0: !Azula 1/3 2F, !Mai 1/3 2F, -", line("Aang [red]: +Aang 1/5, +Arnook 0/3"))
    return to_heroes(table(text, cards), 1, "stay0")


def test_players_order_villains_where_it_matters():
    game = two_villains(AbilityEffect("damage", who="most"), AbilityEffect("doom", 1))
    assert game.state.step == "heroes"
    game = two_villains(
        AbilityEffect("damage", who="least"), AbilityEffect("damage", who="rightmost")
    )
    assert game.state.step == "villains"
    assert set(values(offered(game, "villain.next")[0], "card")) == {
        game.id("Azula"),
        game.id("Mai"),
    }
    assert game.do(a.VillainNext(game.id("Mai"))).state.step == "heroes"
    assert [line for line in game.said() if "Mai" in line] == ["Mai acts"]


def test_villain_by_hand_is_said_to_act_next():
    game = two_villains(AbilityEffect("restrict"), AbilityEffect("damage", who="rightmost"))
    game.do(a.VillainNext(game.id("Azula")))
    assert game.said() == ["Azula acts next"]


def test_an_order_without_consequence_is_nobodys_choice():
    assert (
        two_villains(AbilityEffect("doom", 1), AbilityEffect("heal", who="villains")).state.step
        == "heroes"
    )


def test_shuffle_is_announced_before_next_draw():
    game = table(drawn=("left0",) * 15)
    game.do(a.Deploy(2))
    assert "driver.shuffle" in game.codes()
    assert game.state.drawn == ()
    game.do(a.DriverCard("left0"))
    assert "driver.shuffle" not in game.codes()


# -- full depth ----------------------------------------------------------------------------


def test_extra_dice_belong_to_next_roll():
    giver = CardFacts("Arnook", effects=(AbilityEffect("die", colour="red"),), known=True)
    game = to_heroes(table(cards=(giver,)).do(SetDepth("full")), 2, "left0")
    roll, *_ = offered(game, "roll")
    assert roll.help.facts == {"cards": ("Arnook",)}
    (extra,) = [p for p in offered(game, "ability") if p.fixed["card"] == game.id("Arnook")]
    assert (extra.expected, extra.group) == (True, "now")
    game.do(a.Ability(game.id("Arnook")))
    (roll,) = offered(game, "roll")
    assert (roll.help, len(roll.fields[0].dice)) == ("", 5)


def finishing(*faces: str, price: str) -> Game:
    """Return one roll of four dice with one card in reach that asks for something."""
    text = line(f"1: +H3 0/4 {price}, -, -")
    return in_full(table(text, (), steps=()), *faces, location=1, card="left0")


@pytest.mark.parametrize(
    ("price", "asks"),
    [("9A", False), ("8A", True), ("7A", True), ("3A+3W", True), ("4A+5W", False)],
)
def test_dice_completing_nothing_are_given_up_without_question(price, asks):
    game = finishing("2A", "2A", "2W", "2A", price=price)
    question = getattr(game.answer(a.Finish()), "code", "")
    assert (question == "W_DICE_LEFT") == asks


def test_unhelpful_roll_loses_one_die_before_next():
    assert getattr(finishing("W", "W", "W", "W", price="7A").answer(a.Finish()), "code", "") == ""
    game = finishing("W", "W", "W", "W", price="6A")
    assert game.asked(a.Finish())[0] == "W_DICE_LEFT"
    game.do(a.GiveUp(game.dice("W")[0])).do(a.Roll(("W", "W", "W")))
    assert "results.none" in game.do(a.Finish()).codes()


def test_unknown_price_or_ability_may_still_be_completed():
    assert finishing("W", "W", "W", "W", price="9A").do(a.Finish())
    text = line("1: +H3 0/4, -, -")
    game = in_full(table(text, (), steps=()), "W", "W", "W", "W", location=1, card="left0")
    assert game.asked(a.Finish())[0] == "W_DICE_LEFT"


# -- dice told together --------------------------------------------------------------------


@pytest.mark.parametrize("told", [("W", "2W"), ("2W", "W")])
@pytest.mark.parametrize("target", ["H5", "V3", "Arnook"])
def test_dice_laid_together_mean_same_in_any_order(target, told):
    text = line("2: +H5 0/4 2W, +H6 0/4, !V3 2/3 2W")
    arnook = CardFacts("Arnook", cost=(0, 2, 0, 0), effects=(AbilityEffect("reach"),), known=True)
    game = in_full(table(text, (arnook,)), "W", "2W", "F", "F")
    game.do(a.Assign(game.dice(*told), game.id(target)))
    assert [die.place for die in game.state.turn.dice] == ["laid", "laid", "pool", "pool"]


@pytest.mark.parametrize("told", [("A", "W"), ("W", "A")])
def test_die_completing_price_follows_die_of_other_price(told):
    game = in_full(table(line("2: +H5 0/4 1A or 2W, +H6 0/4, !V3 0/3 2E")), *"AWFF")
    game.do(a.Assign(game.dice(*told), game.id("H5")))
    assert game.codes() == ["assign", "set.hero"]
