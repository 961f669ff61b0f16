"""A villain dies: what is left, who comes next, and when the game is over (pp. 12, 14)."""

from msgspec.structs import replace

from games.talisman_batman.state import EncounterCard, PurchaseStock, Setup
from tests.games.talisman_batman.rules.villain.test_living import CROC, RADIO, pass_turn
from tests.games.talisman_batman.table import REFEREE, a, begun, box, sheet


def rich(**facts):
    """Return a villain with Life 1 who owns a little of everything, about to lose a fight."""
    own = box(
        sheet("Bane", 3, 3),
        sheet("Clayface", 4, 4, feats=1, gear=("Hat",), start="office"),
        sheet("The Joker", alignment="chaotic"),
    )
    own = replace(own, stock=(PurchaseStock("Hat", 3, 3),))
    table = begun("Bane", "Scarecrow", setup=Setup(**facts), own_box=own)
    table.set(0, life=1, fate=1, coins=2, space="Ward").feats(0, "Sneak")
    table.give(0, EncounterCard("One"), EncounterCard("Two"), RADIO, CROC)
    table.give(0, EncounterCard("E1", "enemy", value=3), EncounterCard("E2", "enemy", value=4))
    table.at("encounter").do(a.Space(1), a.DrawEncounter("Robin", "enemy", "strength", 9))
    table.do(a.Strike((1, 6)))
    return table.do(a.Suffer(0))


def test_dead_leave_estate_and_everything_else_returns():
    table = rich()
    dead = table.villain()
    assert dead.status == "waiting"
    assert [len(dead.estate.objects), len(dead.estate.followers), dead.estate.coins] == [3, 1, 2]
    assert (dead.trophies, dead.feats, dead.fate) == ((), (), 0)
    assert table.state.discards == (2, 0, 0)
    assert (table.state.feat_discard, table.state.fate_pool) == (1, 33)
    assert (table.state.active, table.phase) == (1, "move")
    assert [s.name for s in table.state.gone] == ["Bane"]


def test_new_villain_inherits_and_leaves_surplus():
    table = pass_turn(rich())
    assert table.phase == "arrive"
    table.refused(a.PickVillain(0, "Bane"), "T-TAKEN")
    table.refused(a.PickVillain(0, "Scarecrow"), "T-TAKEN")
    table.do(a.PickVillain(0, "Clayface"), a.Ready(0, "strength"))
    assert table.phase == "inherit"
    one = table.villain().estate.objects[0].id
    table.do(a.Inherit((one,)))
    new = table.villain()
    assert [c.name for c in new.objects] == ["Hat", "Two", "police-radio"]
    assert (new.coins, new.strength, new.space, len(new.feats)) == (3, 5, "office", 1)
    assert [(s.space, s.cards[0].name) for s in table.state.spots if s.space == "office"] == [
        ("office", "One")
    ]
    assert table.phase == "move"
    table.refused(a.Inherit(), "T-PHASE")
    table.do(a.Roll(3))


def test_abilities_of_dead_villain_are_not_asked_for():
    def asked(table):
        prompts = REFEREE.prompts(table.state)
        return {prompt.fixed["villain"] for prompt in prompts if prompt.do == "abilities"}

    table = pass_turn(rich())
    assert asked(table) == {"scarecrow"}
    assert asked(table.do(a.PickVillain(0, "Clayface"))) == {"clayface", "scarecrow"}


def test_inheriting_too_much_asks_what_to_leave():
    table = pass_turn(rich()).do(a.PickVillain(0, "Clayface"), a.Ready(0, ""))
    table.do(a.Inherit())
    assert table.state.owes == ()
    table.do(a.Gain(0, "Rope"))
    table.refused(a.Roll(2), "T-E16")


def test_goods_new_alignment_forbids_stay_on_start_space():
    table = pass_turn(rich())
    table.do(a.PickVillain(0, "The Joker"))
    table.do(a.Ready(0), a.Inherit())
    assert "police-radio" not in [c.name for c in table.villain().objects]
    assert [c.name for s in table.state.spots for c in s.cards if s.space == "morgue"] == [
        "police-radio"
    ]


def test_without_inheritance_everything_lies_where_the_villain_died():
    table = rich(preset="custom", inheritance=False)
    spot = next(s for s in table.state.spots if s.space == "Ward")
    assert ([c.name for c in spot.cards], spot.coins) == (
        ["Robin", "One", "Two", "police-radio", "killer-croc"],
        2,
    )
    pass_turn(table).do(a.PickVillain(0, "Clayface"), a.Ready(0))
    assert table.phase == "move"


def test_a_bloodbath_eliminates_and_the_last_one_wins():
    table = rich(bloodbath=True)
    outcome = REFEREE.outcome(table.state)
    assert (table.villain().status, outcome.condition, outcome.winners) == ("out", "last", (1,))
    assert table.said().count("last") == 1
    assert "turn" not in table.said()
    assert table.state.active == 0


def test_fight_ends_when_last_opponent_killed_by_hand():
    table = begun(setup=Setup(bloodbath=True)).set(0, space="Ward").set(1, space="Ward")
    table.at("encounter").do(a.AttackVillain(1), a.Change(1, "life", -9))
    assert (table.state.winner, table.state.fight) == (0, None)


def test_dead_villains_never_return_unless_table_wants_it():
    table = rich()
    table.state = replace(table.state, unused=())
    pass_turn(table)
    assert table.villain().status == "out"
    assert (table.state.winner, table.state.active) == (None, 1)
    kind = rich(preset="custom", readings=("reuseDead",))
    kind.state = replace(kind.state, unused=())
    pass_turn(kind)
    assert kind.phase == "arrive"


def test_dead_survivor_ends_the_game_without_winner():
    """No one is the last one standing where Bloodbath is off, least of all a dead villain."""
    table = rich()
    table.state = replace(table.state, unused=())
    table.do(a.Change(1, "life", -9))
    outcome = REFEREE.outcome(table.state)
    assert (outcome.result, outcome.condition, outcome.winners) == ("ended", "nobody", ())
    assert [villain.status for villain in table.state.villains] == ["out", "out"]
    assert "last" not in table.said()
    assert REFEREE.board(table.state, None).winner == ""
    assert REFEREE.prompts(table.state) == ()
