"""Tests of what is said after each action, line by line: every note of the family in a scenario."""

import pytest
from msgspec.structs import replace

from games.referee import SetDepth
from games.rising.board.hands import HANDS
from games.rising.box import AbilityEffect, CardFacts, PriceStep
from tests.games.batman_who_laughs import table as laughs
from tests.games.fire_nation import table as fire
from tests.games.rising.probe import TELLS
from tests.games.rising.text import Game, a

NAMES = tuple(each.name for each in fire.BATTLES)


def own(effect: AbilityEffect, *faces: str, **more) -> Game:
    """Return game A in full depth: Batman has this ability."""
    facts = CardFacts("Batman", effects=(effect,), known=True, **more)
    table = laughs.table(laughs.with_lines("Ben [red red red purple]: +Batman 0/5"), (facts,))
    return laughs.in_full(table, *faces, face="right")


def foe(*effects: AbilityEffect, tokens: str = "") -> Game:
    """Return game A where the Court of Owls acts as told and the villains are about to."""
    facts = CardFacts("Court of Owls", effects=effects, known=True)
    held = f" | tokens {tokens}" if tokens else ""
    lines = (f"Ben [red]: +Batman 0/5{held}", "2: -, +Constantine 0/4, !Court of Owls 0/2 1P+2D")
    supply = 30 - len(tokens.split())
    table = laughs.table(laughs.with_lines(*lines), (facts,), supply=supply)
    return table.do(a.Deploy(0)).do(a.DoomRoll(0))


def hand(*kinds: str, **changes) -> Game:
    lines = laughs.with_lines(f"Ben [red]: +Batman 0/5 | tokens {' '.join(kinds)}")
    return laughs.to_heroes(laughs.table(lines, supply=30 - len(kinds), **changes), 0)


def lost(hero: str = "Batman") -> Game:
    """Return game A on a turn at whose end a Hero is defeated and Robin is left."""
    return laughs.to_heroes(laughs.table(laughs.with_lines(f"Ben: +{hero} 5/5, +Robin 0/3")), 0)


def sun(doom: int, **more) -> Game:
    text = fire.line(f"track -10 | {doom}")
    return fire.to_heroes(fire.table(text, **more), 2, "right0").do(a.Results())


def last_battle() -> Game:
    game = fire.to_heroes(fire.battle_table(battles_done=1), 2)
    return game.do(a.Results(hits=(f"{game.id('Wulong Forest')}:2",)))


def turned_up() -> Game:
    text = fire.line("0: -, +H1 0/4 2A, +H2 0/4, =Ba Sing Se 0/2 1F", fire.BATTLE_TABLE)
    game = fire.to_heroes(fire.battle_table(text)).do(a.Results()).do(a.Aid(False))
    return game.do(a.Refill(0))


def struck() -> Game:
    """Return game A, quick, at the end of a turn that damaged a Hero no one has counted."""
    lines = laughs.with_lines("Ben [red]: +Batman 1/*")
    return laughs.to_heroes(laughs.table(lines), 0).do(a.Results())


def climbing(step: PriceStep, tokens: str = "") -> Game:
    text = fire.line(f"Katara [blue]: +Katara 0/5{tokens}")
    table = fire.table(text, steps=(step,) * 2, supply=30 - 2 * bool(tokens))
    return fire.in_full(table, *"WWWW", card="left0")


def begun(*cards: CardFacts) -> Game:
    """Return game A before the nine opening cards."""
    referee = laughs.LAUGHS
    box = referee.blank_box()
    box = replace(box, cards=(*box.cards, *cards))
    return Game(referee, referee.begin(referee.setup_default(2, box), box).state)


def unnamed() -> Game:
    """Return game B where the villains strike at a card no one has named."""
    text = fire.line("2: ?, +H6 0/4, !V3 0/3 2E")
    return fire.table(text).do(SetDepth("full")).do(a.Deploy(2)).do(a.DriverCard("left0"))


def uncounted() -> Game:
    """Return game B where that card is a Hero with one damage, at the end of the turn."""
    game = unnamed().do(a.Kinds(("p7",), ("p7",)))
    game.do(a.Finish(), W_DICE_LEFT="anyway")
    return game.do(a.Aid(False))


def staying(where: str) -> Game:
    """Return game B, rolled in full depth, with a die that stays on a card."""
    game = fire.in_full(fire.table(), "W", "W", "E", "F", location=2, card="right0")
    die, on = game.dice("E"), game.id(where)
    return game.do(a.Assign(die, on)).do(a.KeepDie(die[0], on))


def answering() -> Game:
    """Return game B where Arnook may answer the damage done beside him, on any card."""
    effect = AbilityEffect("damage", who="choice", when="near")
    facts = (CardFacts("Arnook", effects=(effect,), known=True),)
    return fire.table(cards=facts).do(a.Deploy(0)).do(a.DriverCard("stay0"))


def beaten() -> Game:
    """Return game A before the hit that defeats the boss."""
    table = laughs.table(laughs.with_lines("boss 4/5"), boss_revealed=True)
    return laughs.to_heroes(table)


SAID = {
    "deal.card": (begun(), a.Deal(("Raven",)), "deal.card"),
    "card.kind": (
        unnamed(),
        lambda g: a.Kinds(("p7",), ("p7",)),
        "card.kinds.hero attack damage damage damage damage villains.none",
    ),
    "team.dice": (
        fire.to_heroes(fire.table()),
        a.TeamDice(0, ("red", "red", "blue", "green")),
        "team.dice",
    ),
    "token.look": (hand("die").do(a.DrawToken(0)), a.Look(0, "heal"), "token.look"),
    "token.laid": (
        laughs.in_full(
            laughs.table(laughs.with_lines("Ben [red]: +Batman 0/5 | tokens symbol-W"), supply=29),
            "W",
        ),
        lambda g: a.UseToken(0, "symbol-W", g.id("Plastic Man")),
        "token.use token.laid",
    ),
    "die.added": (fire.to_heroes(fire.table()), a.AddDie("red"), "die.added"),
    "die.stays": (
        fire.in_full(fire.table(), "W", "W", "E", "E", location=2, card="right0"),
        lambda g: a.KeepDie(g.dice("E")[0], g.id("V3")),
        "die.stays",
    ),
    "dice.stay": (
        staying("V3"),
        a.Finish(),
        "results.none aid.blocked dice.back dice.stay team.back turn",
        {"W_DICE_LEFT": "anyway"},
    ),
    "react": (
        answering(),
        lambda g: a.React(g.id("Arnook"), True, g.id("June")),
        "react damage token.draw villains.none",
    ),
    "react.not": (answering(), lambda g: a.React(g.id("Arnook"), False), "react.not villains.none"),
    "passive": (
        fire.to_heroes(
            fire.table(
                fire.line("Aang [red]: +Aang 0/5, +Yue 0/3"), (fire.YUE,), steps=(PriceStep(),)
            )
        ),
        a.Results(advance=True),
        "results.none progress passive token.draw event.progress",
    ),
    "ability.by_hand": (
        own(AbilityEffect("restrict"), *"WWWW"),
        lambda g: a.Ability(g.id("Batman")),
        "ability ability.by_hand",
    ),
    "card.not_full": (
        uncounted(),
        a.Spaces(("p7",), (0,)),
        "card.not_full turn",
    ),
    "aid.taken": (
        fire.to_heroes(fire.table(), 2, "left0").do(a.Results()),
        a.Aid(True),
        "aid.taken token.draw team.back turn",
        {"AID_POSSIBLE": "no"},
    ),
    "event.doom": (
        fire.to_heroes(fire.table(fire.line("track -10 | 10")), 2, "right0"),
        a.Results(),
        "results.none event.doom",
    ),
    "boss.revealed": (
        laughs.to_heroes(laughs.table(laughs.with_lines("track 4o 4o 4o 4o 4o 4o b4 -4 | 28"))),
        a.Results(),
        "results.none boss.revealed turn",
        {"BOSS_ABILITY": "no"},
    ),
    "boss.defeated": (
        beaten(),
        a.Results(hits=("boss",)),
        "results.h damage token.draw boss.defeated",
    ),
    "doom.up": (laughs.table().do(a.Deploy(0)), a.DoomRoll(2), "doom.roll doom.up"),
    "doom.same": (laughs.table().do(a.Deploy(0)), a.DoomRoll(0), "doom.roll doom.same"),
    "figure.stays": (
        foe(),
        a.FigureRoll("stay"),
        "figure.roll figure.stays attack damage villains.none",
    ),
    "figure.roll.ring": (
        foe(),
        a.FigureRoll("left+ring"),
        "figure.roll.ring figure crown.none attack damage damage villains.none",
    ),
    "doom.down": (hand("counters", doom=3), a.UseToken(0, "counters"), "token.use doom.down"),
    "verb.damage": (hand("die"), a.Damage("p10"), "verb.damage damage"),
    "verb.draw": (hand("die"), a.DrawToken(1, 2), "verb.draw token.draw token.draw"),
    "token.off": (hand("die"), a.Block(), "token.off"),
    "token.blocked": (hand("die").do(a.Block()), a.DrawToken(0), "verb.draw token.blocked"),
    "token.lost": (hand("die"), a.LoseToken(0), "token.lost"),
    "remark": (hand("die"), a.Remark("Mind the cat"), "remark"),
    "leave": (hand("die"), a.LeaveTable("p2"), "leave"),
    "join": (hand("die"), a.Join("p2", 0), "join"),
    "set.extra": (hand("die"), a.ExtraSet("p9"), "set.extra"),
    "defined": (hand("die"), a.DefineCard("Nobody", kind="hero"), "defined"),
    "villain.target": (
        foe(AbilityEffect("damage", who="choice")).do(a.FigureRoll("stay")),
        a.Target("p8"),
        "villain.target damage",
    ),
    "villain.never": (
        foe(AbilityEffect("restrict")).do(a.FigureRoll("stay")),
        lambda g: a.VillainDone(g.id("Court of Owls"), never=True),
        "villain.never",
    ),
    "give_up": (
        own(AbilityEffect("token"), *"WWWW"),
        lambda g: a.GiveUp(g.dice("W")[0]),
        "give_up",
    ),
    "set.hero": (
        own(AbilityEffect("token"), *"WWWW"),
        lambda g: a.Assign(g.dice("W", "W", "W"), g.id("Plastic Man")),
        "assign set.hero",
    ),
    "set.hit": (
        own(AbilityEffect("token"), *"DDPW"),
        lambda g: a.Assign(g.dice("D", "D", "P"), g.id("Court of Owls")),
        "assign set.hit",
    ),
    "results.h": (
        hand("die"),
        a.Results(hits=("p1",)),
        "results.h damage token.draw turn",
    ),
    "hero.defeated.team": (lost(), a.Results(), "results.none hero.defeated.team turn"),
    "hero.defeated.leader": (
        lost("Ben"),
        a.Results(),
        "results.none hero.defeated.leader turn",
    ),
    "token.lost.none": (
        foe(AbilityEffect("lose_token")),
        a.FigureRoll("stay"),
        "figure.roll figure.stays attack damage villain.acts token.lost.none",
    ),
    "driver.card": (
        fire.table().do(a.Deploy(2)),
        a.DriverCard("left1"),
        "driver.card doom.up figure attack damage damage damage damage villains.none",
    ),
    "doom.full.event": (
        fire.table(fire.line("track -10 | 9")).do(a.Deploy(0)),
        a.DriverCard("left1"),
        "driver.card doom.up doom.full.event figure attack damage damage villains.none",
    ),
    "progress.paid.dice": (
        climbing(PriceStep("dice", n=2)),
        lambda g: a.PayProgress(dice=g.dice("W", "W")),
        "progress.paid.dice",
    ),
    "progress.paid.tokens": (
        climbing(PriceStep("tokens", n=2), " | tokens ruin ruin"),
        a.PayProgress(owners=(1, 1)),
        "progress.paid.tokens",
    ),
    "event.happens.doom": (
        sun(10),
        lambda g: a.Event((g.id("Arnook"),), NAMES),
        "event.happens.doom hero.defeated.team event.tracks battle.placed battle.placed"
        " battle.placed aid.blocked team.back turn",
    ),
    "event.happens.progress": (
        sun(0, progress=5),
        lambda g: a.Event((g.id("V3"),), NAMES),
        "event.happens.progress event.removed event.tracks battle.placed battle.placed"
        " battle.placed aid.blocked team.back",
    ),
    "battle.reward": (
        last_battle(),
        lambda g: a.Reward(g.id("Wulong Forest")),
        "battle.reward team.back turn",
    ),
    "icon.yes": (
        turned_up(),
        lambda g: a.Icon(g.state.slots[0][0], True, "villain"),
        "icon.yes banned",
    ),
    "card.open": (
        struck(),
        lambda g: a.CountSpaces(g.id("Batman"), -2),
        "card.open turn",
    ),
    "icon.no": (
        turned_up(),
        lambda g: a.Icon(g.state.slots[0][0], False),
        "icon.no turn",
    ),
    "aid.left": (
        fire.to_heroes(fire.table(), 2, "left0").do(a.Results()),
        a.Aid(False),
        "aid.left team.back turn",
    ),
}


def told(code: str) -> Game:
    """Return the table after what is said there."""
    start, action, _said, *answers = SAID[code]
    game = Game(start.referee, start.state)
    return game.do(action(game) if callable(action) else action, **dict(*answers))


def positions(slug):
    """Yield every table of this title something is said at, before and after."""
    for code, (start, *_) in SAID.items():
        if start.referee.title.slug == slug:
            yield start.state
            yield told(code).state


@pytest.mark.parametrize("code", list(SAID))
def test_what_is_said_after_an_action(code):
    game = told(code)
    assert game.codes() == SAID[code][2].split()
    assert all(game.said())


def test_a_game_begins_with_who_plays_first():
    referee = laughs.LAUGHS
    box = referee.blank_box()
    ruling = referee.begin(referee.setup_default(2, box), box)
    assert [note.code for note in ruling.notes] == ["note.begin", "note.begin.first"]
    assert ruling.notes[1].facts == {"team": ruling.state.teams[0].name}


@pytest.mark.parametrize(
    ("card", "name"), [("p10", "Batman"), ("p11", "Ben's unnamed Hero"), ("team", "Ben")]
)
def test_ability_is_told_by_name_of_its_card(card, name):
    text = laughs.with_lines("Ben [red red red purple]: +Batman 0/5, ?")
    game = laughs.in_full(laughs.table(text), *"WWWW").do(a.Ability(card), ABILITY="yes")
    assert [each for each in game.said() if name in each] == game.said()


def test_note_that_moves_a_piece_tells_the_hands():
    told = {code for codes in TELLS.values() for code in codes.split() if "*" not in code}
    spoken = {"turn", "track.ability", "defined", "card.spaces", "section.spaces", "track.spaces"}
    assert {code for code in told - spoken if f"note.{code}" not in HANDS} == set()


def test_card_named_at_the_deal_lies_there_already():
    assert "note.deal.card" not in HANDS
