"""Every refusal the rules name: its code, a rule with its page, a remedy, and no change."""

from collections import defaultdict
from typing import get_args

import pytest
from msgspec.structs import replace

from games.referee import MalformedError, Refusal, SetDepth
from games.rising.box import AbilityEffect, CardFacts, DieFacts
from games.rising.referee import RULES
from tests.games.batman_who_laughs import table as laughs
from tests.games.fire_nation import table as fire
from tests.games.rising.test_notes import SAID
from tests.games.rising.text import Game, a

PAYER = CardFacts("Batman", pays=1, effects=(AbilityEffect("token"),), known=True)


def heroes(**changes):
    """Return game A at the players' step, nothing rolled."""
    return laughs.to_heroes(laughs.table(**changes))


def rolled(*faces, **where):
    """Return game A in full depth after the first roll."""
    return laughs.in_full(laughs.table(boss_revealed=True), *faces, **where)


def laid(target, *faces):
    """Return game A with the first dice on a card and two more of their symbol left."""
    game = rolled(*faces)
    return game.do(a.Assign(game.dice(*faces[:-2]), game.id(target)))


def own(cards, *tokens):
    rows = (f"Ben [red red red purple]: +Batman 5/5 | tokens {' '.join(tokens)}",)
    text = laughs.with_lines(*rows if tokens else ("Ben: +Batman 5/5",))
    return laughs.to_heroes(laughs.table(text, cards, supply=30 - len(tokens)), 0, 0, "stay")


def robin():
    rows = ("Ben [red red red purple]: +Batman 0/5, +Robin 0/3",)
    game = laughs.in_full(laughs.table(laughs.with_lines(*rows), (laughs.ROBIN,)), *"DDWP")
    return game.do(a.Ability(game.id("Robin"), game.dice("D")))


def no_red_left():
    text = laughs.with_lines("Ben [red red red purple]: +Batman 0/5 | tokens die")
    game = laughs.table(text, supply=29, stock=(DieFacts("red", 3), DieFacts("purple")))
    return laughs.in_full(game, *"WWWP")


def blocked():
    text = fire.line("Katara [blue]: +Katara 0/5 | tokens ruin")
    return fire.to_heroes(fire.table(text, supply=29), 1, "right0")


def guarded():
    return fire.in_full(fire.battle_table(), *"FFFA", location=1, card="stay0")


def balanced():
    game = fire.in_full(fire.table(), *"AAWE")
    return game.do(a.Assign(game.dice("A"), "progress"))


CASES = {
    "E_PHASE": (laughs.table, lambda g: a.FigureRoll("left")),
    "E_NOT_ACTIVE": (laughs.table, lambda g: a.Deploy(0)),
    "E_LOCATION": (lambda: rolled(*"WWWW"), lambda g: a.Assign(g.dice("W"), g.id("H1"))),
    "E_SYMBOL": (lambda: rolled(*"JJJJ"), lambda g: a.Assign(g.dice("J"), g.id("Plastic Man"))),
    "E_SATISFIED": (
        lambda: laid("Plastic Man", "2W", "W", "W", "W"),
        lambda g: a.Assign(g.dice("W", "W"), g.id("Plastic Man")),
    ),
    "E_SPLIT": (
        lambda: laid("Plastic Man", "2W", "W", "J", "J"),
        lambda g: a.Assign((g.state.turn.dice[0].id,), g.id("Constantine")),
    ),
    "E_LOCKED": (
        lambda: laid("Plastic Man", "W", "W", "J", "J"),
        lambda g: a.Assign((g.state.turn.dice[0].id,), g.id("Constantine")),
    ),
    "E_MUST_ASSIGN": (lambda: rolled(*"WWWW"), lambda g: a.Roll(("W",) * 4)),
    "E_ONCE": (robin, lambda g: a.Ability(g.id("Robin"), g.dice("D"))),
    "E_TOKEN_FRESH": (
        lambda: heroes().do(a.DrawToken(0)),
        lambda g: a.UseToken(0, "counters"),
    ),
    "E_TOKEN_PHASE": (
        lambda: laughs.table(laughs.with_lines("Ana: +Wonder Woman 0/5 | tokens heal"), supply=29),
        lambda g: a.UseToken(1, "heal", g.id("Wonder Woman")),
    ),
    "E_TOKEN_BLOCKED": (blocked, lambda g: a.UseToken(1, "ruin")),
    "E_VILLAIN_ONCE": (heroes, lambda g: a.Results(hits=(f"{g.id('Court of Owls')}:2",))),
    "E_BOSS_HIDDEN": (heroes, lambda g: a.Results(hits=("boss",))),
    "E_BOSS_AWAY": (
        lambda: rolled(*"DDDD", location=0),
        lambda g: a.Assign(g.dice("D"), "boss"),
    ),
    "E_FB_BLOCKED": (guarded, lambda g: a.Assign(g.dice("F"), g.id("Fire Nation Palace"))),
    "E_FULL": (lambda: own((PAYER,)), lambda g: a.Ability(g.id("Batman"))),
    "E_DICE_SUPPLY": (no_red_left, lambda g: a.UseToken(0, "die", colour="red")),
    "E_ROW": (
        lambda: fire.to_heroes(fire.table(), 2, "left0"),
        lambda g: a.Reorder(g.id("Arnook"), 0),
    ),
    "E_BALANCE_MAX": (balanced, lambda g: a.Assign(g.dice("A"), "progress")),
    "E_REMOVED": (
        lambda: fire.to_heroes(fire.battle_table()),
        lambda g: a.ShiftDoom(1),
    ),
    "E_DEPTH": (heroes, lambda g: a.Roll(("W",) * 4)),
    "E_GONE_CARD": (
        lambda: laughs.table(gone=("Raven",), step="deal", at=-1, slots=(("", "", ""),) * 3),
        lambda g: a.Deal(("Raven",)),
    ),
    "E_NOT_ROLLED": (
        lambda: fire.to_heroes(fire.table().do(SetDepth("full"))),
        lambda g: a.Assign(("1.1",), g.id("H5")),
    ),
    "E_SAME_FACE": (
        lambda: laughs.in_full(
            laughs.table(laughs.with_lines("Ben [red]: +Cyborg 0/5"), (laughs.CHANGER,)), "W"
        ),
        lambda g: a.ChangeFace(g.id("Cyborg"), "1.1", "W"),
    ),
    "E_RANGE": (lambda: laughs.table().do(a.Deploy(0)), lambda g: a.DoomRoll(7)),
}


@pytest.mark.parametrize("code", list(CASES))
def test_every_refusal_names_rule_page_and_remedy(code):
    make, act = CASES[code]
    game = make()
    before = game.referee.encode_state(game.state)
    refusal = game.answer(act(game), 1 if code == "E_NOT_ACTIVE" else None)
    assert isinstance(refusal, Refusal)
    assert (refusal.code, game.referee.encode_state(game.state)) == (code, before)
    rule = game.referee.clarifications[refusal.rule]
    assert rule.page or rule.reading
    assert game.speaker.say(refusal.message)
    assert game.speaker.say(refusal.remedy)


OTHERS = {
    laughs: (
        *("progress.pay", "progress.define", "event", "reward", "row", "react", "aid"),
        *("die.keep", "icon", "fire"),
    ),
    fire: ("jump", "set.extra", "doom", "figure", "driver.define", "section.define"),
}
"""What each title has no use for, and the other has."""


@pytest.mark.parametrize("module", [laughs, fire])
def test_title_has_no_action_of_the_other_alone(module):
    referee = module.table().referee
    known = {kind.__struct_config__.tag for kind in get_args(referee.Action)}
    assert {*OTHERS[module]} <= {act.do() for act in RULES.acts} - known
    for do in OTHERS[module]:
        with pytest.raises(MalformedError):
            referee.decode_action({"do": do})


def test_an_overridden_refusal_is_applied_and_written_down():
    game = heroes().do(a.DrawToken(0))
    game.do(a.ShiftDoom(2)).do(a.UseToken(0, "counters"), override_E_TOKEN_FRESH="house rule")
    assert game.state.doom == 1
    last = game.notes[-1]
    assert (last.code, last.rule, last.facts["reason"]) == ("note.override", "A-63", "house rule")


def test_table_reading_is_setting_and_changes_answer():
    game = laughs.in_full(laughs.table(), *"WWWW", location=0)
    die = game.dice("W")[0]
    assert game.asked(a.Jump(die))[0] == "JUMP_EARLY"
    free = replace(game.state.setup, boss_jump_before_reveal=True)
    game.state = replace(game.state, setup=free)
    game.do(a.Jump(die))
    assert game.state.turn.location == 2


def test_no_colour_has_fewer_dice_than_are_rolled():
    game = heroes()
    faces = ("W", "J", "D", "P", "W", "2W")
    assert game.refused(a.DefineDice("red", 2, faces)) == ("E_RANGE", "A-07")
    game.do(a.DefineDice("red", 3, faces))


ACTIVE = "ability aid assign card.count doom figure finish fire give-up progress.pay react results"
"""What the active team alone says."""

UNKNOWN = {
    "E_NO_CARD": "ability.card assign.target card.count.card card.count.full card.define.piece"
    " damage.card die.keep.card icon.card join.card leave.card react.target results.full"
    " results.hits results.left results.recruited"
    " set.extra.card token.use.target villain.target.card",
    "E_NO_DIE": "ability.dice assign.dice die.keep.die give-up.die progress.pay.dice",
    "E_NO_ABILITY": "react.card reward.battle villain.done.source",
    "E_RANGE": "card.count.n card.define.capacity card.define.pays card.spaces.spaces damage.n"
    " doom.n fire.card join.team progress.pay.owners team.dice.team token.draw.n token.draw.team"
    " token.look.owner token.lose.n token.lose.team token.use.n token.use.owner",
}
"""What is refused where the table has no such card, die, ability or number."""

TIMED = (
    "ability aid assign card.count card.kinds card.spaces deal die.add die.keep doom event figure"
    " finish fire give-up icon progress.pay results reward set.extra villain.done villain.target"
)
"""What has its step in the turn."""


def deeds():
    """Yield everything that is said in a scenario, on the table where it is said."""
    for start, action, _said, *answers in SAID.values():
        game = Game(start.referee, start.state)
        yield game, action(game) if callable(action) else action, dict(*answers)


def code(answer):
    return getattr(answer, "code", "")


def unknown(told):
    """Return what is no card, die or team of a table, instead of what was told."""
    if isinstance(told, tuple):
        return [(each, *told[1:]) for each in unknown(told[0])] if told else [("p99",)]
    return [99] if type(told) is int else ["p99"] if isinstance(told, str) else []


def test_what_active_team_says_is_refused_to_others():
    deaf = {action.do() for game, action, said in deeds() if code(game.answer(action, 1, said))}
    assert " ".join(sorted(deaf)) == ACTIVE


def test_what_is_not_on_the_table_is_refused():
    found = defaultdict(set)
    for game, action, said in deeds():
        for name in action.__struct_fields__:
            for wrong in unknown(getattr(action, name)):
                answer = game.answer(replace(action, **{name: wrong}), None, said)
                found[code(answer)].add(f"{action.do()}.{name}")
    assert {each: " ".join(sorted(found[each])) for each in UNKNOWN} == UNKNOWN


def test_every_step_of_turn_has_own_actions():
    found = set()
    for game, action, said in deeds():
        game.state = replace(game.state, step="deploy")
        if code(game.answer(action, None, said)) == "E_PHASE":
            found.add(action.do())
    assert " ".join(sorted(found)) == TIMED
