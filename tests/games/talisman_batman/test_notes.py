"""Every sentence of the log is said where it belongs: no more, no fewer, in this order."""

import pytest
from msgspec.structs import replace

from games.talisman_batman.state import (
    Batman,
    Effect,
    EncounterCard,
    Lesson,
    PurchaseStock,
    Setup,
    rings,
)
from tests.games.talisman_batman.table import REFEREE, Table, a, begun, box, sheet

BAT = EncounterCard("baseball-bat", strength=1, combat=True, weapon=True)
VEST, ROPE = EncounterCard("Vest", armour=True), EncounterCard("Rope")
KEY, KEYS = EncounterCard("security-key", key=True), EncounterCard("guard-keys", purchase=True)
PICKS = EncounterCard("lock-picks", purchase=True)
RADIO = EncounterCard("police-radio", forbids=("chaotic",))
LINES = ("one", "two", "three", "four", "five", "six")
CLEVER = box(*(sheet(name, 3, 6) for name in ("Bane", "Scarecrow", "Clayface")))


def table(*goods, phase="", names=("Bane", "Scarecrow"), readings=(), own=None, **villain):
    """Return the first villain with these goods, in this step of the turn, no one with Fate."""
    setup = Setup(preset="custom", readings=readings)
    made = begun(*names, setup=setup, own_box=own)
    for seat in range(len(names)):
        made.set(seat, fate=0)
    made.give(0, *goods)
    made.set(0, **villain)
    return made.at(phase) if phase else made


def meeting(value=4, attribute="strength", fate=0, **villain):
    made = table(phase="encounter", fate=fate, **villain).do(a.Space(1))
    return made.do(a.DrawEncounter("Robin", "enemy", attribute, value))


def duel(*goods, **villain):
    return table(*goods, phase="encounter", **villain).do(a.AttackVillain(1))


def won_duel(*goods, of=(), **loser):
    made = table(*goods, phase="encounter").set(1, **loser)
    made.give(1, *of)
    return made.do(a.AttackVillain(1), a.Strike((6, 1)))


def batman(*goods, space="Ward", floor=2, phase="batman-target", **villain):
    made = table(*goods, space=space, floor=floor, **villain)
    made.state = replace(made.state, batman=Batman(space, floor, 5, 5, LINES))
    return made.at(phase)


def fighting_batman(**villain):
    return batman(**villain).do(a.BatmanTarget(0), a.Stand("strength"))


def in_control_room(**villain):
    made = table(KEY, phase="path", space="S1", floor=3, **villain)
    return made.at("path", roll=2).do(a.MoveFigure("anteroom", direction="up"))


def at_guard(used=2):
    return table(strength=8).do(a.Roll(3), a.Guard(used))


def feats(*names, seat=0, **changes):
    made = table(own=CLEVER, **changes)
    made.ids = made.feats(seat, *names)
    return made


def lying(*cards, phase="", **villain):
    made = table(**villain)
    for card in cards:
        made.do(a.LayCard(card, kind="object"))
    return made.at(phase) if phase else made


def ids(made):
    return tuple(card.id for spot in made.state.spots for card in spot.cards)


def held(made, seat=0):
    return tuple(card.id for card in made.villain(seat).goods)


def dying():
    return table(ROPE, names=("Bane", "Scarecrow", "Clayface"), life=1)


def arriving(*goods):
    made = dying().do(a.Change(0, "life", -1))
    return made.at("end").do(a.EndTurn()).at("end")


def at_last():
    """Return a table where the last two stand; one of them is about to die."""
    return begun("Bane", "Scarecrow", setup=Setup(bloodbath=True)).set(1, life=1)


def nobody_left():
    made = dying().do(a.Change(1, "life", -9)).at("end")
    made.state = replace(made.state, unused=())
    return made


def only_dead_left():
    made = begun("Bane", "Scarecrow").set(0, life=1).do(a.Change(1, "life", -9))
    made.state = replace(made.state, unused=())
    return made


def waiting_for_the_card():
    return Table(Setup(2, villains=("Bane", "Scarecrow")), REFEREE.blank_box())


NUMBERS = a.EnterNumbers("bane", 4, 2, 2, 4, "chaotic")


def upstairs():
    """Return the Guard is beaten, and the Second Floor's size is known."""
    stairs = table(space="guard-post", floor=1)
    stairs.state = replace(stairs.state, plan=rings.sized(stairs.state.plan, 2, 16))
    return stairs.at("up", left=2, roll=4)


def on_a_nameless_place():
    """Return the encounter with a place on the ring that no one has named."""
    place = table(space="1-4", floor=1)
    place.state = replace(place.state, plan=rings.sized(place.state.plan, 1, 24))
    return place.at("encounter")


def at_its_text():
    """Return the encounter with a space that has its own text."""
    return table(space="office", floor=1).at("encounter").do(a.Space(0))


def taught():
    """Return a space whose text the copy knows, about to be encountered."""
    office = table(space="office", floor=1)
    lesson = Lesson("space.office", (Effect("life", -1),))
    office.state = replace(office.state, lessons=(lesson,))
    return office.at("encounter")


def with_an_unread_card():
    """Return a fight of a villain with a card of which no one has said what it adds."""
    made = begun("Bane", "Scarecrow", setup=Setup(edition=2))
    return made.do(a.Gain(0, "Rope"), a.Roll(4), a.Guard(4))


SAID = {
    # before the first turn
    "villain": (lambda: Table(Setup(2), box()), a.PickVillain(0, "Bane")),
    "sheet": (waiting_for_the_card, NUMBERS),
    "dealt": (lambda: Table(Setup(2), box()), a.DealVillains(0, 4)),
    "arrived-raised": (
        lambda: Table(Setup(2, villains=("Bane", "Scarecrow")), box()),
        a.Ready(0, "strength"),
    ),
    "arrived feat-drawn feat-drawn gear": (
        lambda: Table(
            Setup(2, villains=("Bane", "Scarecrow")),
            box(sheet("Bane", 3, 5, feats=2, gear=("Rope",))),
        ),
        a.Ready(0),
    ),
    # the board gets known
    "ring-size": (lambda: table().do(a.Roll(4)), a.CountRing(1, 24)),
    "placed": (lambda: table().do(a.Roll(4), a.CountRing(1, 24)), a.PlaceSpace("1-3")),
    "way-up": (upstairs, a.PlaceSpace("2-3")),
    "named space-draw": (on_a_nameless_place, a.Space(1, name="Kitchen")),
    "adds": (
        with_an_unread_card,
        lambda t: a.EnterBonuses((t.villain().objects[0].id,), ("strength-1-always",)),
    ),
    # texts
    "space-empty does lose": (taught, a.Space(0)),
    "learned gain": (at_its_text, a.TeachText("space.office", "coins", 1, "every")),
    "unlearned gain": (
        lambda: taught().do(a.Space(0)),
        a.CorrectText("space.office"),
    ),
    # movement
    "rolled": (table, a.Roll(4)),
    "rolled forced": (table, a.Roll(4, forced=True)),
    "reroll": (lambda: table(fate=1).do(a.Roll(4)), a.RerollByFate(0, 2)),
    "moved": (lambda: table().do(a.Roll(4)), a.MoveFigure("Ward")),
    "turns-back": (lambda: table(space="S1", floor=3), a.TurnBack()),
    "turns-back moved": (
        lambda: table(space="S2", floor=3).do(a.Roll(1)),
        a.MoveFigure("S1", direction="down"),
    ),
    "moved no-key": (
        lambda: table(space="S1", floor=3).do(a.Roll(2)),
        a.MoveFigure("anteroom", direction="up"),
    ),
    "moved enters-control batman-control": (
        lambda: table(KEY, space="S1", floor=3).do(a.Roll(2)),
        a.MoveFigure("anteroom", direction="up"),
    ),
    "guard": (lambda: table().do(a.Roll(3)), a.Guard(2)),
    "scores won guard-passed": (lambda: at_guard(), a.Strike((2,))),
    "scores won guard-later": (lambda: at_guard(3), a.Strike((2,))),
    "searched": (
        lambda: table(PICKS, space="office", own=box(stock=(PurchaseStock("guard-keys", 1, 1),))),
        a.Search(),
    ),
    "keys": (lambda: table(KEYS), a.UseKeys("Ward")),
    "door": (lambda: table(floor=2).do(a.Roll(3)), a.Door()),
    "door-dice": (lambda: table(floor=2).do(a.Roll(3), a.Door()), a.DoorDice((2, 3))),
    "fate-spent": (lambda: table(floor=2, fate=1).do(a.Roll(3), a.Door()), a.SpendFate(0)),
    "door-open": (lambda: table(floor=2).do(a.Roll(3), a.Door()), a.DoorResult(True)),
    "door-shut": (lambda: table(floor=2).do(a.Roll(3), a.Door()), a.DoorResult(False)),
    "sent": (table, a.Send(1, "Office")),
    # Batman
    "batman-rolled": (lambda: batman(phase="batman-roll"), a.BatmanRoll(3)),
    "batman-moved": (
        lambda: batman(phase="batman-path", floor=1).at("batman-path", batman_roll=3),
        a.BatmanMove("Cellar", 2, 1),
    ),
    "batman-placed": (table, a.PlaceBatman("Office", 1)),
    "batman-attacks": (batman, a.BatmanTarget(0)),
    "batman-card": (table, a.EnterBatman(8, 8)),
    "batman-line": (table, a.BatmanLine(3, "Lose a coin")),
    "stand": (lambda: batman().do(a.BatmanTarget(0)), a.Stand("cunning")),
    "scores won": (lambda: fighting_batman(strength=6), a.Strike((6, 1))),
    "escape": (lambda: fighting_batman(strength=6).do(a.Strike((6, 1))), a.Escape(2)),
    "escaped": (lambda: fighting_batman(strength=6).do(a.Strike((6, 1)), a.Escape(2)), a.Escaped()),
    "reroll escape": (
        lambda: fighting_batman(strength=6, fate=1).do(a.Strike((6, 1)), a.Escape(2)),
        a.RerollByFate(0, 3),
    ),
    "scores batman-tie": (lambda: fighting_batman(strength=5), a.Strike((3, 3))),
    "scores lost untold lose": (fighting_batman, a.Strike((1, 6))),
    "scores control-tie": (
        lambda: in_control_room(strength=12).do(a.Stand("strength")),
        a.Strike((3, 3)),
    ),
    "scores lost untold lose control-lost": (
        lambda: in_control_room().do(a.Stand("strength")),
        a.Strike((1, 6)),
    ),
    "scores won victory": (
        lambda: in_control_room(strength=12).do(a.Stand("strength")),
        a.Strike((6, 1)),
    ),
    # encounters
    "space": (lambda: lying("Net", phase="encounter"), a.Space(2)),
    "space-draw": (lambda: table(phase="encounter"), a.Space(1)),
    "space-lying": (lambda: lying("Net", phase="encounter"), a.Space(1)),
    "space-empty": (lambda: table(phase="encounter"), a.Space(0)),
    "space-open": (lambda: table(phase="encounter", space="Ward"), a.Space()),
    "space-draw guard-forfeit": (
        lambda: table(phase="encounter", space="guard-post", guard_passed=True),
        a.Space(),
    ),
    "no-encounter": (
        lambda: table(phase="encounter", space="S1", floor=3, turning_back=True),
        a.SkipEncounter(),
    ),
    "drawn": (lambda: table(phase="encounter").do(a.Space(1)), a.DrawEncounter("Alarm", "event")),
    "drawn meet": (lambda: table(phase="encounter").do(a.Space(1)), a.DrawEncounter("Spoiler")),
    "meet": (
        lambda: table(phase="encounter", space="Ward").do(a.Space(), a.DrawEncounter("Spoiler")),
        a.Meet(),
    ),
    "drawn elsewhere": (
        lambda: table(phase="encounter").do(a.Space(1)),
        a.DrawEncounter("Spoiler", elsewhere="Office"),
    ),
    "no-draw": (lambda: table(phase="encounter").do(a.Space(1)), a.NoDraw()),
    "resolved": (
        lambda: table(phase="encounter").do(a.Space(1), a.DrawEncounter("Alarm", "event")),
        lambda made: a.Resolve(ids(made)[0]),
    ),
    "ambush": (lambda: table().at("take", here="space"), a.Ambush("Robin", "strength", 3)),
    "number": (
        lambda: table(phase="encounter").do(
            a.Space(2),
            a.DrawEncounter("A", "enemy", "strength", 3),
            a.DrawEncounter("B", "enemy", "strength", 2),
        ),
        lambda made: a.NumberCard(ids(made)[0], 2),
    ),
    "takes": (lambda: lying("Rope").at("take", here="space"), lambda made: a.TakeGoods(ids(made))),
    "takes-coins": (
        lambda: table(phase="end", coins=3).do(a.LeaveGoods(0, (), 2)).at("take", here="space"),
        a.TakeGoods((), 2),
    ),
    "done": (lambda: table().at("take", here="space"), a.Done()),
    "job": (lambda: table(space="falcone", floor=2).at("take", here="space"), a.TakeJob(3)),
    "job-done key": (
        lambda: table(space="falcone", floor=2).at("take", here="space").do(a.TakeJob(3)),
        a.JobDone(0),
    ),
    "job-done no-key-left": (
        lambda: (
            table(KEY, KEY, KEY, KEY, space="falcone", floor=2)
            .at("take", here="space")
            .do(a.TakeJob(3))
        ),
        a.JobDone(0),
    ),
    "reroll job": (
        lambda: table(fate=1, space="falcone", floor=2).at("take", here="space").do(a.TakeJob(3)),
        a.CardReroll(0, 5),
    ),
    # fights
    "boost": (meeting, a.Boost(0, (), 2)),
    "evades": (meeting, a.Evade(0)),
    "scores won trophy": (meeting, a.Strike((6, 1))),
    "scores": (lambda: meeting(fate=1), a.Strike((2, 3))),
    "reroll scores won trophy": (
        lambda: meeting(fate=1).do(a.Strike((2, 3))),
        a.RerollByFate(0, 6),
    ),
    "keep lost untold lose": (lambda: meeting(fate=1).do(a.Strike((2, 3))), a.SpendNoFate(0)),
    "scores tie": (meeting, a.Strike((3, 2))),
    "scores lost no-armour lose": (
        lambda: table(VEST, phase="encounter").do(
            a.Space(1), a.DrawEncounter("Robin", "enemy", "cunning", 9)
        ),
        a.Strike((1, 6)),
    ),
    "saved": (
        lambda: table(VEST, phase="encounter").do(
            a.Space(1), a.DrawEncounter("Robin", "enemy", "strength", 9), a.Strike((1, 6))
        ),
        lambda made: a.Save(0, held(made)[0]),
    ),
    "attacks": (lambda: table(phase="encounter"), a.AttackVillain(1)),
    "ability": (lambda: table(phase="encounter"), a.UseAbility(1)),
    "ability-evaded": (lambda: table(phase="encounter"), a.UseAbility(1, evaded=True)),
    "scores duel-tie": (duel, a.Strike((3, 3))),
    "scores duel-won": (duel, a.Strike((6, 1))),
    "reward-life untold lose": (won_duel, a.TakePrize("life")),
    "reward-coin": (lambda: won_duel(coins=1), a.TakePrize("coin")),
    "reward-object": (
        lambda: won_duel(of=(ROPE,)),
        lambda made: a.TakePrize("object", held(made, 1)[0]),
    ),
    "reward-nothing": (won_duel, a.TakePrize("nothing")),
    # the end of a turn
    "ends turn": (lambda: table(phase="end"), a.EndTurn()),
    "ends turn skipped turn": (lambda: table(phase="end").do(a.LoseTurn(1)), a.EndTurn()),
    "trades gain": (
        lambda: table(EncounterCard("A", "enemy", value=5), phase="end"),
        lambda made: a.Trade(tuple(c.id for c in made.villain().trophies)),
    ),
    "leaves leaves-coins": (
        lambda: table(ROPE, phase="end", coins=1),
        lambda made: a.LeaveGoods(0, held(made), 1),
    ),
    "done insane-left": (lambda: table(insane=3).at("take", here="space", number=2), a.Done()),
    "done sane": (lambda: table(insane=1).at("take", here="space", number=2), a.Done()),
    # Feats
    "feat-drawn": (lambda: feats(), a.DrawFeat(0)),
    "feat-drawn feat-is": (lambda: feats(), a.DrawFeat(0, "Sneak")),
    "feat-named feat-is": (lambda: feats(""), lambda made: a.NameFeat(0, made.ids[0], "Sneak")),
    "feat-used": (lambda: feats("A", "B"), lambda made: a.UseFeat(0, made.ids[0])),
    "feat-used feat-again feat-drawn": (
        lambda: feats("A").set(0, sheet=sheet("Bane", 3, 6, always_feat=True)),
        lambda made: a.UseFeat(0, made.ids[0]),
    ),
    "feat-discarded feat-was": (
        lambda: feats("A", "B", "C", "D"),
        lambda made: a.DiscardFeat(0, made.ids[0]),
    ),
    "feat-drawn owes-feats": (lambda: feats("A", "B", "C"), a.DrawFeat(0)),
    # cards and points
    "gain": (table, a.Change(0, "coins", 2)),
    "gain capped": (table, a.Change(0, "life", 3)),
    "lose": (table, a.Change(0, "life", -1)),
    "gets": (table, a.Gain(0, "Rope", "object")),
    "pays gets": (table, a.Gain(0, "Rope", "object", price=1)),
    "key": (table, a.Gain(0, source="key")),
    "gets owes-objects": (
        lambda: table(EncounterCard("loot-bag"), *[ROPE] * 3),
        a.Gain(0, "Net", "object"),
    ),
    "discards": (lambda: table(ROPE), lambda made: a.Discard(0, held(made)[0])),
    "insane": (table, a.GoInsane(0)),
    "insane-again": (lambda: table(insane=2), a.GoInsane(0)),
    "insane feat-discarded feat-was": (lambda: feats("A"), a.GoInsane(0)),
    "loses-turn": (table, a.LoseTurn(0)),
    "aligned": (table, a.Align(0, "righteous")),
    "aligned forbidden": (lambda: table(RADIO), a.Align(0, "chaotic")),
    "laid-here": (table, a.LayCard("Spoiler")),
    "laid": (table, a.LayCard("Spoiler", "Office")),
    "shifted": (lambda: lying("Rope"), lambda made: a.ShiftCard(ids(made)[0], "Office")),
    "cleared": (lambda: lying("Rope"), lambda made: a.ClearCard(ids(made)[0])),
    "handed-over": (lambda: table(ROPE), lambda made: a.HandOver(0, held(made)[0], 1)),
    "sells gain": (
        lambda: table(ROPE, EncounterCard("killer-croc", "follower")),
        lambda made: a.Sell(0, held(made)[:1]),
    ),
    "medic-heals gain": (
        lambda: table(EncounterCard("medic", "follower"), space="infirmary", life=3).at(
            "take", here="space"
        ),
        a.VisitMedic(0, 1),
    ),
    "medic-leaves gain": (
        lambda: table(EncounterCard("medic", "follower"), space="infirmary").at(
            "take", here="space"
        ),
        a.PartMedic(0),
    ),
    "card-rolled": (table, a.CardRoll(0, (2, 3))),
    # death
    "lose killed estate turn": (dying, a.Change(0, "life", -1)),
    "lose killed scattered turn": (
        lambda: begun("Bane", "Scarecrow", setup=Setup(preset="classic")).set(0, life=1),
        a.Change(0, "life", -1),
    ),
    "lose killed scattered eliminated last": (at_last, a.Change(1, "life", -1)),
    "ends turn no-villain turn": (nobody_left, a.EndTurn()),
    "lose killed estate turn no-villain turn no-villain nobody": (
        only_dead_left,
        a.Change(0, "life", -1),
    ),
    "left-lying ends turn": (lambda: lying("Net").at("take", here="space"), a.EndTurn()),
    "ends turn draw-villain": (arriving, a.EndTurn()),
    "drawn-villain": (lambda: arriving().do(a.EndTurn()), a.DrawVillain(3)),
    "inherits left-behind": (
        lambda: arriving().do(a.EndTurn(), a.PickVillain(0, "Poison Ivy"), a.Ready(0)),
        lambda made: a.Inherit(tuple(c.id for c in made.villain().estate.objects)),
    ),
    # the box
    "card": (table, a.EnterCard("Net", "object")),
    "card mended": (lambda: table().do(a.EnterCard("Net", "object")), a.EnterCard("Net", "place")),
    "plan": (table, a.EnterSymbols("Ward", 2)),
    "plan on-floor": (
        lambda: table(space="Ward", floor=1),
        a.EnterRing(2, "Ward, falcone, Hall, security-door"),
    ),
    "stock": (table, a.EnterStock("Rope", 3)),
    "dial": (table, a.EnterDial(12)),
    "bag": (table, a.EnterBag(6)),
    "checked": (
        lambda: table().do(a.EnterCard("Net", "object"), actor=0),
        a.Check("card-net", "so"),
    ),
    "doubted": (
        lambda: table().do(a.EnterCard("Net", "object"), actor=0),
        a.Check("card-net", "otherwise"),
    ),
}


def told(said):
    """Return the table after what is said there."""
    prepare, action = SAID[said]
    made = prepare()
    return made.do(action(made) if callable(action) else action)


def positions(slug):
    """Yield every table something is said at, before and after."""
    for said, (prepare, _action) in SAID.items():
        yield prepare().state
        yield told(said).state


@pytest.mark.parametrize("said", SAID)
def test_the_log_says_what_happened_and_nothing_else(said):
    made = told(said)
    assert made.said() == said.split()
    assert "{" not in made.log()


def test_deck_made_of_discards_and_beginning_are_said():
    made = feats()
    made.state = replace(made.state, feat_deck=0, feat_discard=24)
    assert made.do(a.DrawFeat(0)).said() == ["feats-reshuffled", "feat-drawn"]
    floor = table().at("cards", here="space", to_draw=1)
    floor.state = replace(floor.state, discards=(2, 0, 0))
    assert floor.do(a.Shuffle()).said() == ["shuffled"]
    assert Table(Setup(2)).said() == ["begin"]


def test_every_sentence_is_said_somewhere_here():
    seen = {code for said in SAID for code in said.split()}
    # Only a table that overrules a refusal says the last one.
    seen |= {"begin", "feats-reshuffled", "shuffled", "in-control"}
    notes = {
        code.removeprefix("note.")
        for code in {**REFEREE.rules.words, **REFEREE.messages}
        if code.startswith("note.")
    }
    assert notes == seen
