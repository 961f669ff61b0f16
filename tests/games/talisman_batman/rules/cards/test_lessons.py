"""A text is taught once in the book's verbs, and carried out from then on."""

import msgspec

from games.talisman_batman.rules.cards import lesson
from games.talisman_batman.state import Effect, EncounterCard, Lesson
from tests.games.talisman_batman.table import REFEREE, SAY, a, begun

INFIRMARY = "space.infirmary"


def arrived(**changes):
    """Return a table whose active villain encounters the Infirmary, which has its own text."""
    table = begun().set(0, space="infirmary", life=2).set(1, space="?9", floor=2)
    if changes:
        table.set(0, **changes)
    return table


def visit(table):
    return table.at("encounter", here="").do(a.Space(0))


def offers(table, do):
    return [p for p in REFEREE.prompts(table.state) if p.do == do]


def heal(keep):
    return a.TeachText(INFIRMARY, "life", 1, keep)


def test_unknown_text_can_be_taught():
    table = visit(arrived())
    (prompt,) = offers(table, "does")
    assert not prompt.expected
    assert SAY(prompt.label) == "Teach once what this does: Infirmary"
    assert table.do(a.EndTurn()).state.active == 1


def test_taught_once_happens_now_only():
    table = visit(arrived()).do(heal("once"))
    assert (table.villain().life, table.state.lessons) == (3, ())
    assert offers(visit(table), "does")


def test_taught_text_happens_alone_next_time():
    table = visit(arrived()).do(heal("every"))
    assert table.villain().life == 3
    visit(table)
    assert table.villain().life == 4
    assert not offers(table, "does")
    assert "Infirmary: Life +1" in table.log()


def test_taught_text_is_kept_in_the_copy():
    table = visit(arrived()).do(taught := heal("every"))
    box = REFEREE.remember(REFEREE.blank_box(), taught, table.state)
    assert box.lessons == (Lesson(INFIRMARY, (Effect("life", 1),)),)
    again = REFEREE.decode_box(msgspec.json.decode(msgspec.json.encode(box)))
    assert again.lessons == box.lessons
    once = REFEREE.remember(REFEREE.blank_box(), heal("once"), visit(arrived()).state)
    assert once.lessons == ()


def test_copy_brings_its_texts_to_the_next_game():
    box = msgspec.structs.replace(
        REFEREE.sample_box(), lessons=(Lesson(INFIRMARY, (Effect("coins", 2),)),)
    )
    table = begun(own_box=box).set(0, space="infirmary").set(1, space="?9", floor=2)
    before = table.villain().coins
    assert visit(table).villain().coins == before + 2


def test_wrong_text_is_taken_back_and_forgotten():
    table = visit(visit(arrived()).do(heal("every")))
    (prompt,) = offers(table, "does-not")
    assert SAY(prompt.label) == "Wrong? Fix Infirmary: Life +1"
    table.do(wrong := a.CorrectText(INFIRMARY))
    assert (table.villain().life, table.state.lessons) == (3, ())
    assert offers(table, "does")
    known = msgspec.structs.replace(
        REFEREE.blank_box(), lessons=(Lesson(INFIRMARY, (Effect("life", 1),)),)
    )
    assert REFEREE.remember(known, wrong, table.state).lessons == ()


def test_text_may_do_several_things():
    table = visit(arrived()).do(heal("every"), a.TeachText(INFIRMARY, "coins", -1, "every"))
    (kept,) = table.state.lessons
    assert kept.effects == (Effect("life", 1), Effect("coins", -1))
    assert SAY(offers(table, "does")[0].label) == "Infirmary also does something else"


def test_every_verb_is_carried_out():
    for verb in lesson.VERBS:
        table = visit(arrived(fate=1)).do(a.TeachText(INFIRMARY, verb, 1, "once"))
        assert table.state.turn.done
        table.do(a.CorrectText(INFIRMARY))
    table = visit(arrived()).do(a.TeachText(INFIRMARY, "lose-turn", 1, "once"))
    assert table.villain().lost_turns == 1
    table = visit(arrived()).do(a.TeachText(INFIRMARY, "insane", 1, "once"))
    assert table.villain().insane == 3
    table = visit(arrived(cunning=5)).do(a.TeachText(INFIRMARY, "feat", 2, "once"))
    assert len(table.villain().feats) == 2


def test_nothing_left_to_lose_is_no_obstacle():
    table = visit(arrived(coins=0)).do(a.TeachText(INFIRMARY, "coins", -1, "every"))
    assert visit(table).villain().coins == 0


def test_turns_missed_are_as_log_says_either_sign():
    for by in (-2, 2):
        table = visit(arrived()).do(a.TeachText(INFIRMARY, "lose-turn", by, "every"))
        assert "Infirmary: Miss a turn: 2, from now on every time" in table.log()
        assert table.villain().lost_turns == 2
        assert visit(table).villain().lost_turns == 4
        assert table.do(a.CorrectText(INFIRMARY)).villain().lost_turns == 2


def test_insanity_taken_back_leaves_what_was_there_before():
    table = visit(arrived(insane=1)).do(a.TeachText(INFIRMARY, "insane", -1, "once"))
    assert table.villain().insane == 3
    assert SAY(offers(table, "does-not")[0].label) == "Wrong? Fix Infirmary: Go Insane"
    assert table.do(a.CorrectText(INFIRMARY)).villain().insane == 1
    assert table.do(a.EndTurn()).villain().insane == 0


def test_insanity_of_this_turn_outlives_text_taken_back():
    table = visit(arrived().do(a.GoInsane(0)))
    table.do(a.TeachText(INFIRMARY, "insane", 1, "once"), a.CorrectText(INFIRMARY))
    assert table.do(a.EndTurn()).villain().insane == 3


def test_what_no_text_does_is_refused():
    table = visit(arrived())
    table.refused(a.TeachText(INFIRMARY, "feat", -1, "once"), "T-VERB")
    table.refused(a.TeachText("space.office", "life", 1, "once"), "T-NO-TEXT")
    table.refused(a.CorrectText(INFIRMARY), "T-NO-TEXT")


def test_taught_life_lost_can_kill():
    table = visit(arrived(life=1)).do(a.TeachText(INFIRMARY, "life", -1, "every"))
    assert table.villain().status == "waiting"
    assert table.state.active == 1


def test_card_that_was_taught_acts_when_resolved():
    table = begun().set(0, space="office").set(1, space="?9", floor=2).at("encounter")
    table.do(a.Space(1), a.DrawEncounter("Fire", kind="event"))
    (card,) = table.state.spots[0].cards
    table.do(a.Resolve(card.id), a.TeachText("card.Fire", "life", -1, "every"))
    life = table.villain().life
    table.at("encounter", here="", resolved=()).do(a.Space(1), a.DrawEncounter("Fire"))
    (card,) = table.state.spots[0].cards
    assert table.do(a.Resolve(card.id)).villain().life == life - 1


def test_secret_feat_is_taught_after_use_only():
    table = begun()
    (feat,) = table.feats(0, "Ambush plan")
    assert not offers(table, "does")
    table.do(a.UseFeat(0, feat), a.TeachText("feat.ambush plan", "fate", 1, "every"))
    (again,) = table.feats(0, "Ambush plan")
    assert not any("Ambush" in str(p) for p in REFEREE.prompts_for(table.state, 1))
    fate = table.villain().fate
    table.do(a.UseFeat(0, again))
    assert table.villain().fate == fate + 1


def test_nameless_feat_teaches_nothing():
    table = begun()
    (feat,) = table.feats(0, "")
    assert not offers(table.do(a.UseFeat(0, feat)), "does")


def test_named_cards_only_are_remembered():
    assert lesson.of_card(EncounterCard("Fire").name) == "card.Fire"
