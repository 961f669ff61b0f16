"""Tests that what no table can have, or the turn forbids, is refused by name; one step beside it is
not."""

from collections import defaultdict

import pytest
from msgspec.structs import replace

from games.referee import Refusal
from games.talisman_batman.state import EncounterCard, Setup
from tests.games.talisman_batman.table import REFEREE, a, begun, box, sheet
from tests.games.talisman_batman.test_notes import SAID

GUARD_KEYS = EncounterCard("guard-keys")

ONLY = {
    "E_NOT_ACTIVE": "ability ambush attack batman-move batman-roll batman-target done door"
    " door-dice door-result draw end fight guard job keys move no-draw no-encounter number place"
    " resolve ring-size roll search space take trade turn-back",
    "T-NOT-YOURS": "adds boost card-reroll card-roll deal does does-not draw-villain escape escaped"
    " evade heal inherit job-done keep leave medic numbers ready reward save sell spend-fate stand"
    " villain",
    "T-HAND": "feat-discard feat-draw feat-name feat-use",
    "T-E07": "reroll",
}
"""What only one seat may say, by how others are refused."""

LIVING = (
    "align card-roll change discard feat-discard feat-draw feat-name feat-use gain hand-over heal"
    " insane job-done keep leave lose-turn medic sell send"
)
"""What is done by or to a villain on the board alone."""

TIMED = (
    "ability adds ambush attack batman-move batman-roll batman-target boost deal done door"
    " door-dice door-result draw draw-villain end escape escaped evade fight guard inherit job keep"
    " keys move no-draw no-encounter number place reroll resolve reward ring-size roll save search"
    " space stand strike take turn-back villain"
)
"""What has its step in the turn."""

SEATS = {"seat", "victim", "target", "taker"}

BEYOND = {
    "E_RANGE": "ambush.value bag.limit batman-card.cunning batman-card.strength batman-move.floor"
    " batman-place.floor boost.extra card-reroll.which card.bag card.cunning card.number"
    " card.strength card.value dial.maximum does.by draw.number draw.value feat-use.extra"
    " gain.price guard.used heal.by leave.coins move.floor move.symbols number.number numbers.coins"
    " numbers.cunning numbers.fate numbers.feats numbers.life numbers.strength ring-size.n"
    " ring.floor space.symbols stock.total symbols.cards take.coins",
    "T-NO-CARD": "adds.cards clear.card discard.card hand-over.card inherit.leave leave.cards"
    " number.card resolve.card save.card sell.cards shift.card take.cards trade.cards",
    "T-NO-FEAT": "evade.feat feat-discard.feat feat-name.feat feat-use.feat save.feat",
}
"""What is refused where there is no such number, card or Feat."""


def deeds():
    """Yield everything that can be said, on a table where it can."""
    for prepare, action in SAID.values():
        table = prepare()
        yield table, action(table) if callable(action) else action


def code(answer):
    return getattr(answer, "code", "")


def test_one_seats_action_is_refused_to_others():
    found = defaultdict(set)
    for table, action in deeds():
        seats = range(len(table.state.villains))
        codes = {code(table.ask(action, seat)) for seat in seats} - {"", "T-SAME-EYES"}
        for each in codes:
            found[each].add(action.do())
    assert {each: " ".join(sorted(dos)) for each, dos in found.items()} == ONLY


def test_villain_off_board_neither_does_nor_suffers_anything():
    found = set()
    for table, action in deeds():
        if hasattr(action, "seat"):
            villains = list(table.state.villains)
            villains[action.seat] = replace(villains[action.seat], status="waiting")
            table.state = replace(table.state, villains=tuple(villains))
            if code(table.ask(action)) == "T-DEAD":
                found.add(action.do())
    assert " ".join(sorted(found)) == LIVING


def test_nobody_sits_beyond_the_last_seat():
    for table, action in deeds():
        for name in SEATS & set(action.__struct_fields__):
            for seat in (-1, len(table.state.villains)):
                table.refused(replace(action, **{name: seat}), "E_RANGE")


def test_every_turn_step_has_its_own_actions():
    found = set()
    for table, action in deeds():
        if code(table.at("duel-reward").ask(action)) == "T-PHASE":
            found.add(action.do())
    assert " ".join(sorted(found)) == TIMED


@pytest.mark.parametrize("face", [-1, 7])
def test_a_die_has_six_faces(face):
    for table, action in deeds():
        for name in {"die", "dice"} & set(action.__struct_fields__):
            told = getattr(action, name)
            wrong = (*told[:-1], face) if isinstance(told, tuple) else face
            table.refused(replace(action, **{name: wrong}), "T-E03")


def test_what_the_table_does_not_have_is_refused():
    found = defaultdict(set)
    for table, action in deeds():
        for name in set(action.__struct_fields__) - SEATS:
            told = getattr(action, name)
            beyond = (*told[:-1], 99) if isinstance(told, tuple) else 99
            if type(told) is int or (told and isinstance(told, tuple)):
                answer = table.ask(replace(action, **{name: beyond}))
                found[code(answer)].add(f"{action.do()}.{name}")
    assert {each: " ".join(sorted(found[each])) for each in BEYOND} == BEYOND


@pytest.mark.parametrize("floor", [-1, 4])
def test_there_is_no_fourth_floor(floor):
    begun().do(a.Roll(3)).refused(a.MoveFigure("Attic", floor), "E_RANGE")
    begun().set(0, insane=2).refused(a.InsaneMove("Attic", floor), "E_RANGE")
    begun().refused(a.Send(0, "Attic", floor), "E_RANGE")
    begun().refused(a.PlaceBatman("Attic", floor), "E_RANGE")
    begun().at("batman-path", batman_roll=3).refused(a.BatmanMove("Attic", floor), "E_RANGE")


def fight():
    """Return the first villain, drawing Spoiler."""
    table = begun(own_box=REFEREE.sample_box()).at("encounter")
    return table.do(a.Space(1), a.DrawEncounter("Spoiler", "enemy", "strength", 6, 2))


@pytest.mark.parametrize("dice", [(), (3,), (3, 4, 5)])
def test_a_fight_is_of_two_dice(dice):
    fight().refused(a.Strike(dice), "T-DICE")
    fight().do(a.Strike((3, 4)))


@pytest.mark.parametrize("dice", [(), (3, 4)])
def test_the_guard_is_fought_with_one_die(dice):
    table = begun().set(0, strength=8).do(a.Roll(3), a.Guard(2))
    table.refused(a.Strike(dice), "T-DICE")
    table.do(a.Strike((3,)))


@pytest.mark.parametrize("extra", [30, -30])
def test_what_else_adds_to_score_has_end(extra):
    table = fight().do(a.Boost(0, (), extra))
    assert table.state.fight.me.extra == extra
    beyond = extra + (1 if extra > 0 else -1)
    table.refused(a.Boost(0, (), beyond), "E_RANGE")
    feats = table.feats(0, "Nameless", "Other")
    table.refused(a.UseFeat(0, feats[0], extra=beyond), "E_RANGE")


def test_the_first_draw_comes_before_the_first_fight():
    table = (
        begun().at("encounter").do(a.Space(2), a.DrawEncounter("Thug", "enemy", "strength", 4, 2))
    )
    table.at("cards").refused(a.Meet(), "T-DRAW-FIRST")


def test_nobody_fights_where_no_enemy_lies():
    begun().at("cards").refused(a.Meet(), "T-NO-ENEMY")


def test_a_villain_has_an_alignment_only_once():
    table = begun()
    table.refused(a.Align(0, "indifferent"), "T-ALIGNED")
    table.do(a.Align(0, "chaotic"))
    assert table.villain().alignment == "chaotic"


def dead():
    table = begun("Bane", "Scarecrow", "Two-Face")
    return table.do(a.Change(1, "life", -20))


@pytest.mark.parametrize(
    "action",
    [a.Change(1, "life", 1), a.Align(1, "chaotic"), a.Gain(1, "Bat", "object"), a.JobDone(1)],
    ids=lambda each: type(each).__name__,
)
def test_nothing_more_happens_to_dead_villain(action):
    table = dead()
    assert not table.villain(1).alive
    table.refused(action, "T-DEAD")


@pytest.mark.parametrize("kind", ["enemy", "stranger", "nonsense"])
def test_only_objects_and_followers_are_gained(kind):
    begun().refused(a.Gain(0, "Thing", kind), "T-KIND")
    for held in ("object", "follower"):
        begun().do(a.Gain(0, "Thing", held))


def test_drawn_card_is_of_kind_that_deck_has():
    table = begun().at("encounter").do(a.Space(1))
    refusal = table.refused(a.DrawEncounter("Thing", "nonsense"), "T-KIND")
    assert refusal.remedy is not None
    assert refusal.remedy.code == "remedy.new-card"


@pytest.mark.parametrize(
    "by", [a.UseFeat(0, 999), a.NameFeat(0, 999, "Szał"), a.DiscardFeat(0, 999)]
)
def test_feat_nobody_holds_is_neither_used_nor_discarded(by):
    begun().refused(by, "T-NO-FEAT")


def test_a_job_nobody_has_is_not_done():
    begun().refused(a.JobDone(0), "T-NO-JOB")


def test_number_changes_by_something_and_has_name():
    begun().refused(a.Change(0, "life", 0), "E_MALFORMED")
    begun().do(a.Change(0, "life", -1))


@pytest.mark.parametrize("floor", [1, 2])
def test_only_in_the_tower_one_turns_back(floor):
    table = begun().set(0, floor=floor, space="S1" if floor == 3 else "morgue")
    table.refused(a.TurnBack(), "T-NOT-TOWER")


@pytest.mark.parametrize("phase", ["move", "path"])
def test_guard_and_his_keys_are_of_first_floor(phase):
    table = begun().set(0, floor=2)
    table.give(0, GUARD_KEYS)
    if phase == "path":
        table.do(a.Roll(3)).refused(a.Guard(2), "T-NOT-FIRST")
    else:
        table.refused(a.UseKeys(), "T-NOT-FIRST")


@pytest.mark.parametrize(
    ("setup", "code"),
    [
        (Setup(1), "T-E34"),
        (Setup(7), "T-E34"),
        (Setup(2, trophy_rate=6), "E_MALFORMED"),
        (Setup(2, first=2), "E_MALFORMED"),
        (Setup(2, first=-1), "E_MALFORMED"),
    ],
)
def test_game_nobody_can_set_up_does_not_begin(setup, code):
    refusal = REFEREE.begin(setup, box(sheet("Bane")))
    assert isinstance(refusal, Refusal)
    assert (refusal.code, refusal.overridable) == (code, False)


@pytest.mark.parametrize(
    "setup", [Setup(6, first=5), Setup(2, trophy_rate=5), Setup(2, trophy_rate=7)]
)
def test_last_player_begins_and_both_trophy_rates_work(setup):
    assert not isinstance(REFEREE.begin(setup, REFEREE.sample_box()), Refusal)


def test_bonus_is_one_of_two_attributes_or_none():
    table = begun()
    table.state = replace(
        table.state, villains=(replace(table.villain(), status="bonus"), table.villain(1))
    )
    table.refused(a.Ready(0, "life"), "E_MALFORMED")
    ready = table.ask(a.Ready(0, "cunning")).state.villains[0]
    assert (ready.status, ready.cunning) == ("alive", table.villain().cunning + 1)


@pytest.mark.parametrize(
    ("by", "said", "n", "after"), [(2, "gain", 2, 6), (-1, "lose", 1, 3), (-3, "lose", 3, 1)]
)
def test_log_tells_numbers_change_with_before_and_after(by, said, n, after):
    table = begun().set(0, coins=4).do(a.Change(0, "coins", by))
    assert table.said()[0] == said
    facts = table.notes[0].facts
    assert (facts["n"], facts["before"], facts["after"]) == (n, 4, after)


def test_enemy_without_card_is_no_stronger_than_any():
    table = begun().at("take", here="space")
    table.refused(a.Ambush("Shadow", "strength", 31), "E_RANGE")
    table.do(a.Ambush("Shadow", "strength", 30))


def test_no_feat_is_drawn_when_hands_hold_all():
    table = begun()
    table.state = replace(table.state, feat_deck=0, feat_discard=0)
    table.refused(a.DrawFeat(0), "T-E29")
    assert "feat-draw" not in {prompt.do for prompt in REFEREE.prompts(table.state)}
