"""Tests of what a group tells of its copy: forms, checks, and what a play remembers."""

import msgspec
import pytest
from msgspec.structs import replace

from games.batman_who_laughs import BatmanWhoLaughs
from games.fire_nation import FireNation
from games.referee import Refusal
from games.rising.box import CardFacts
from games.rising.box.teaching import with_library
from tests.games.rising.text import Game, Text, a

LAUGHS, FIRE = BatmanWhoLaughs(), FireNation()

TABLE = """
    turn 1: Ben, facing 0
    track 4 4 4 4 4 4 b4 -4 | 3
    0: ?, ?, +H2 0/*
    1: ?, -, -
    2: ?, -, -
    Ben: +Batman 0/5
    Ana: +Wonder Woman 0/5
    boss 0/5
    deck 0, lost 0, supply 30, discard 0
"""


def table(**changes) -> Game:
    return Game(LAUGHS, Text(LAUGHS).read(TABLE, stock=LAUGHS.blank_box().dice, **changes))


@pytest.mark.parametrize("referee", [LAUGHS, FIRE])
@pytest.mark.parametrize("box", ["blank_box", "sample_box"])
def test_every_form_of_box_sends_action_that_teaches(referee, box):
    facts = getattr(referee, box)()
    for prompt in referee.box_pages(facts):
        data = {field.name: field.default for field in prompt.fields if field.default is not None}
        for field in prompt.fields:
            if field.name in ("name", "leader") and not data.get(field.name):
                data[field.name] = field.choices[0].value if field.choices else "Nobody"
            if field.name == "text" and prompt.do == "house.define":
                data["text"] = "Nobody rolls twice"
            if field.name == "verb":
                data["verb"] = "damage"
        action = referee.decode_action({"do": prompt.do, **prompt.fixed, **data})
        assert action.teaches
        learned = referee.learn(facts, action)
        assert not isinstance(learned, Refusal), (prompt.do, data, learned)
        assert referee.decode_box(msgspec.to_builtins(learned)) == learned


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (a.DefineCard(""), "E_NO_NAME"),
        (a.DefineCard("X" * 61), "E_TOO_LONG"),
        (a.DefineCard("X", kind="wizard"), "E_MALFORMED"),
        (a.DefineCard("X", kind="battle"), "E_MALFORMED"),
        (a.DefineCard("X", capacity=10), "E_RANGE"),
        (a.DefineCard("X", price=(1, 2)), "E_MALFORMED"),
        (a.DefineCard("X", price=(1, 2, 3, 99)), "E_RANGE"),
        (a.DefineTrack(side="purple", sizes=(4,) * 7), "E_MALFORMED"),
        (a.DefineTrack(side="green", sizes=(4,) * 8), "E_MALFORMED"),
        (a.DefineTrack(side="purple", sizes=(4, 0, 4, 4, 4, 4, 4, 4)), "E_SECTION"),
        (a.DefineTrack(side="purple", sizes=(4, 4, 4, 4, 4, 4, 0, 4)), "E_SECTION"),
        (a.DefineTrack(side="purple", sizes=(4, 4, 4, 4, 4, 4, 4, 99)), "E_RANGE"),
        (a.DefineDice("red", 3, ("W",) * 5), "E_MALFORMED"),
        (a.DefineDice("red", 99, ("W",) * 6), "E_RANGE"),
        (a.DefineDice("red", 3, ("F",) * 6), "E_MALFORMED"),
        (a.DefineTeam("Power", "Diana", dice=("red",)), "E_MALFORMED"),
        (a.DefineEffect("Robin", "explode"), "E_MALFORMED"),
    ],
)
def test_impossible_facts_are_refused(action, code):
    answer = LAUGHS.learn(LAUGHS.blank_box(), action)
    assert isinstance(answer, Refusal)
    assert answer.code == code


def test_section_behind_boss_may_be_empty_lone_never():
    learned = LAUGHS.learn(LAUGHS.blank_box(), a.DefineTrack(side="purple", sizes=(4,) * 7 + (0,)))
    assert [section.size for section in learned.tracks[0].sections][-2:] == [4, 0]
    empty = FIRE.learn(FIRE.blank_box(), a.DefineTrack(side="", sizes=(0,)))
    assert (empty.code, empty.facts) == ("E_SECTION", {"n": 1})
    (form,) = (prompt for prompt in FIRE.box_pages(FIRE.blank_box()) if prompt.do == "track.define")
    assert form.fields[0].choices[0].value == 1


def test_a_track_entered_once_serves_every_later_table():
    box = LAUGHS.learn(
        LAUGHS.blank_box(), a.DefineTrack(side="purple", sizes=(3, 3, 4, 4, 5, 5, 4, 2))
    )
    box = LAUGHS.learn(box, a.DefineSection("purple", 2, "All Heroes take 1", False))
    box = LAUGHS.learn(box, a.DefineEffect("purple.2", "damage", who="teams"))
    state = LAUGHS.begin(LAUGHS.setup_default(3, box), box).state
    assert LAUGHS.table(state).length() == 30
    assert state.sections[1].facts.known
    assert LAUGHS.board(state, None).track.checked


def test_a_track_corrected_in_play_keeps_its_counters():
    game = table().do(a.DefineTrack(side="orange-brown", sizes=(3, 3, 3, 3, 3, 3, 3, 3)))
    assert (game.state.doom, game.referee.table(game.state).length()) == (3, 24)
    full = table(doom=30)
    assert full.refused(a.DefineTrack(side="orange-brown", sizes=(3,) * 8))[0] == "E_RANGE"


def test_unknown_cards_are_asked_only_when_they_matter():
    game = table().do(a.Deploy(1)).do(a.DoomRoll(0)).do(a.FigureRoll("left"))
    assert game.state.step == "kinds"
    game.do(a.Kinds(unsorted(game), game.state.slots[1][:1]))
    assert game.state.step == "villains"
    game.do(a.Damage(game.state.slots[1][0])).do(a.VillainDone(game.state.slots[2][0]))
    game.do(a.Results(full=(game.state.slots[1][0],)))
    assert (game.state.defeated, game.state.step) == (1, "deploy")


def unsorted(game: Game) -> tuple[str, ...]:
    """Return the cards the table is asked to sort into Heroes and Villains."""
    (asked,) = (each for each in game.referee.prompts(game.state) if each.do == "card.kinds")
    (heroes,) = asked.fields
    assert heroes.default == ()
    assert asked.fixed["cards"] == tuple(each.value for each in heroes.choices)
    return asked.fixed["cards"]


def test_all_unknown_cards_are_sorted_in_one_answer():
    game = table().do(a.Deploy(1)).do(a.DoomRoll(0)).do(a.FigureRoll("stay"))
    everywhere = unsorted(game)
    assert len(everywhere) == 4
    game.do(a.Kinds(everywhere, everywhere[:2]))
    kinds = [game.state.pieces[i].kind for i in range(5) if game.state.pieces[i].id in everywhere]
    assert kinds == ["hero", "hero", "villain", "villain"]


def test_sorting_without_one_hero_is_doubted():
    game = table().do(a.Deploy(1)).do(a.DoomRoll(0)).do(a.FigureRoll("stay"))
    nobody = a.Kinds(unsorted(game))
    assert game.asked(nobody) == ("W_NO_HERO", "warn")
    game.do(nobody, W_NO_HERO="anyway")
    assert game.state.step == "villains"


def test_single_unknown_card_is_sorted_with_one_tap():
    game = table(cards=()).do(a.Deploy(1)).do(a.DoomRoll(0)).do(a.FigureRoll("stay"))
    everywhere = unsorted(game)
    for each in everywhere[1:]:
        game.do(a.DefineCard("", "hero", piece=each))
    asked = [each for each in game.referee.prompts(game.state) if each.do == "card.kinds"]
    assert [each.fixed["heroes"] for each in asked] == [everywhere[:1], ()]
    assert not any(each.fields for each in asked)


def test_table_begun_earlier_sorts_one_location():
    game = table()
    game.state = replace(game.state, setup=replace(game.state.setup, edition=6))
    game.do(a.Deploy(1)).do(a.DoomRoll(0)).do(a.FigureRoll("left"))
    game.do(a.Kinds((game.state.slots[2][0],), ()))
    assert game.state.step == "villains"


@pytest.mark.parametrize(("end", "named"), [("right", 1), ("left", 0)])
def test_team_keeps_its_second_hero_once_named(end, named):
    box = FIRE.blank_box()
    setup = replace(FIRE.setup_default(4, box), facing=0, ally_ends=(end,) * 4)
    game = Game(FIRE, FIRE.begin(setup, box).state)
    game.do(a.Deal(("",) * 9))
    for piece in game.state.teams[1].row:
        if not game.referee.table(game.state).piece(piece).card:
            action = a.DefineCard("Momo", piece=piece)
            assert game.state.teams[1].row.index(piece) == named
    box = FIRE.remember(box, action, game.do(action).state)
    assert [each.ally for each in box.teams] == ["", "Momo", "", "", ""]
    again = FIRE.begin(setup, box).state
    assert "Momo" in {each.card for each in again.pieces}


def test_unknown_cards_spaces_are_asked_in_full_depth():
    game = table(depth="full").do(a.Deploy(1)).do(a.DoomRoll(0)).do(a.FigureRoll("stay"))
    first, second, named = game.state.slots[0]
    game.do(a.Kinds(unsorted(game), (first, second)))
    game.do(a.TeamDice(0, ("red", "red", "red", "purple"))).do(a.Finish(), W_DICE_LEFT="anyway")
    assert game.state.step == "spaces"
    (asked,) = (each for each in game.referee.prompts(game.state) if each.do == "card.spaces")
    assert [each.value for each in asked.fields[0].choices] == [0, -1, *range(1, 10)]
    spaces = a.Spaces((first, second, named), (-1, 0, 4))
    box = LAUGHS.remember(LAUGHS.blank_box(), spaces, game.do(spaces).state)
    assert next(card.capacity for card in box.cards if card.name == "H2") == 4
    assert game.state.defeated == 1
    assert game.state.step == "deploy"


def test_named_card_keeps_its_damage_and_is_remembered():
    game = table()
    unknown = game.state.slots[1][0]
    game.do(a.Damage(unknown, 3))
    action = a.DefineCard("Static", "hero", 2, (1, 0, 0, 0), piece=unknown)
    game.do(action)
    assert game.damage("Static") == 2
    box = LAUGHS.remember(LAUGHS.blank_box(), action, game.state)
    assert next(card for card in box.cards if card.name == "Static").capacity == 2
    assert game.refused(a.DefineCard("Batman", piece=game.state.slots[2][0]))[0] == (
        "E_DUPLICATE_CARD"
    )


def test_villain_without_ability_is_not_asked_again():
    text = TABLE.replace("0: ?, ?, +H2 0/*", "0: !Owl 0/2 2W, -, -")
    game = Game(LAUGHS, Text(LAUGHS).read(text))
    game.state = replace(
        game.state,
        library=tuple(replace(c, known=c.name != "Owl") for c in game.state.library),
    )
    game.do(a.Deploy(1)).do(a.DoomRoll(0)).do(a.FigureRoll("stay"))
    assert game.state.step == "villains"
    never = a.VillainDone(game.id("Owl"), True)
    box = LAUGHS.remember(LAUGHS.blank_box(), never, game.do(never).state)
    assert next(card for card in box.cards if card.name == "Owl").known
    assert game.state.step == "heroes"


def test_unchecked_faces_are_doubted_and_checked_ones_refused():
    box = LAUGHS.blank_box()
    box = LAUGHS.learn(box, a.DefineTeam("Power", "Wonder Woman", dice=("red",) * 4))
    state = LAUGHS.begin(LAUGHS.decode_setup({"team_cards": ["Power", "Determination"]}), box).state
    game = Game(LAUGHS, state).do(a.Deal(("",) * 9)).do(a.Deploy(0)).do(a.DoomRoll(0))
    game.do(a.FigureRoll("right")).do(a.Kinds(game.state.slots[1], game.state.slots[1]))
    game.state = replace(game.state, depth="full")
    roll = a.Roll(("2W", "W", "W", "W"))
    assert game.asked(roll) == ("W_FACE", "warn")
    game.do(a.DefineDice("red", 4, ("W", "J", "D", "P", "D", "2D")))
    assert game.refused(roll) == ("E_FACE", "A-31")
    assert [die.face for die in LAUGHS.rolled(game.state, a.Roll(("2D", "W", "J", "P")))] == [
        "2D",
        "W",
        "J",
        "P",
    ]


def test_a_balance_card_is_entered_space_by_space():
    box = FIRE.learn(FIRE.blank_box(), a.DefineStep("Card 3", "hard", 4))
    box = FIRE.learn(box, a.DefineStep("Card 3", "hard", 4, 2, "tokens", n=2))
    ladder = box.progress[0]
    assert [step.kind for step in ladder.steps] == ["", "tokens", "", ""]
    setup = replace(FIRE.setup_default(2, box), progress_card="Card 3")
    state = FIRE.begin(setup, box).state
    assert FIRE.board(state, None).progress.length == 4


@pytest.mark.parametrize(
    ("played", "told", "kinds"),
    [
        ("Card 3", "Card 3", ["tokens", ""]),
        ("", "Card 3", ["tokens", ""]),
        ("Card 1", "Card 3", []),
    ],
)
def test_told_balance_card_changes_only_one_lying_there(played, told, kinds):
    state = FIRE.begin(FIRE.setup_default(2, FIRE.blank_box()), FIRE.blank_box()).state
    game = Game(FIRE, replace(state, setup=replace(state.setup, progress_card=played), steps=()))
    game.do(a.DefineStep(told, "hard", 2, 1, "tokens", n=2))
    assert [step.kind for step in game.state.steps] == kinds
    assert game.state.progress_checked == bool(kinds)


@pytest.mark.parametrize(
    ("data", "code"),
    [
        ({"players": 5}, "E_RANGE"),
        ({"players": 2, "villains": 7}, "E_RANGE"),
        ({"players": 2, "team_cards": ["Power", "Power"]}, "E_TEAM_TWICE"),
        ({"players": 2, "team_cards": ["Power"]}, "E_TEAMS"),
        ({"players": 2, "team_cards": ["Power", "Nobody"]}, "E_TEAMS"),
        ({"players": 1, "teams": 3}, "E_TEAMS"),
        ({"players": 2, "facing": 3}, "E_RANGE"),
        ({"players": 2, "first": 2}, "E_RANGE"),
        ({"players": 2, "labels": "321"}, "E_MALFORMED"),
        ({"players": 2, "side": "green"}, "E_MALFORMED"),
        ({"players": 2, "hero_limit": 0}, "E_RANGE"),
    ],
)
def test_set_ups_no_table_can_hold_are_refused(data, code):
    answer = LAUGHS.begin(LAUGHS.decode_setup(data), LAUGHS.blank_box())
    assert isinstance(answer, Refusal)
    assert answer.code == code


@pytest.mark.parametrize("referee", [LAUGHS, FIRE])
def test_wizard_starts_with_set_up_that_begins(referee):
    for players in range(1, referee.title.max_players + 1):
        for box in (referee.blank_box(), referee.sample_box()):
            draft = referee.setup_default(players, box)
            data = msgspec.to_builtins(draft)
            for page in referee.setup_pages(draft, box):
                data |= {field.name: field.default for field in page.fields}
            state = referee.begin(referee.decode_setup(data), box).state
            assert referee.check(state) == ()


def test_play_forms_ask_what_is_missing_where_needed():
    text = TABLE.replace("track 4 4", "track 4o 4")
    stock = LAUGHS.blank_box().dice
    game = Game(LAUGHS, Text(LAUGHS).read(text, stock=stock, newest=0))
    state = replace(
        game.state,
        sections=tuple(
            replace(each, facts=replace(each.facts, known=False)) for each in game.state.sections
        ),
    )

    def forms(depth):
        prompts = LAUGHS.prompts(replace(state, depth=depth))
        return [(each.do, each.fixed) for each in prompts if each.do.endswith(".define")]

    assert ("section.define", {"side": "orange-brown", "section": 1}) in forms("quick")
    assert not [do for do, _ in forms("quick") if do == "dice.define"]
    assert [fixed["colour"] for do, fixed in forms("full") if do == "dice.define"] == [
        "red",
        "purple",
        "blue",
        "green",
    ]


def test_play_fills_gaps_of_box_and_keeps_entries():
    entered = CardFacts("June", "villain", 3, type="Fire", known=True, icon="yes")
    other = CardFacts("June", "hero", 2, type="Water", icon="no")
    for own, told in ((entered, other), (CardFacts("June"), entered)):
        box = replace(FIRE.blank_box(), cards=(own,))
        assert with_library(box, table(library=(told,)).state).cards == (entered,)
