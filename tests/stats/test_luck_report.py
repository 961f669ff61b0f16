"""Tests of how lucky an evening was: roll by roll, person by person, and what decisions gave
away."""

import re
from fractions import Fraction

import pytest

from companion.plays.pages.table import speaker_for
from companion.stats import luck_report
from games.odds.roll_luck import Luck, RollRank
from games.referee import DiceRoll, RiskFigure
from tests.sample_game import Acorns

D6 = tuple((n, 1) for n in range(1, 7))


@pytest.fixture
def fair(monkeypatch):
    """Make the die of Acorns known: more is better, and no one cares about the crow."""
    monkeypatch.setattr(Acorns, "risk_figures", {"stored": RiskFigure("note.store", counts=True)})
    monkeypatch.setattr(Acorns, "irrelevant_questions", frozenset({"CROW"}))
    monkeypatch.setattr(
        Acorns,
        "possible_rolls",
        lambda self, state: (DiceRoll("roll", "face", (D6,), single=True),),
    )
    monkeypatch.setattr(
        Acorns,
        "figure_changes",
        lambda self, before, ruling: {"stored": sum(ruling.state.stores) - sum(before.stores)},
    )


def page(group, play):
    answer = group.phones["Ana"].get(f"/p/{play.share}/luck/")
    assert answer.status_code == 200
    return " ".join(re.sub(r"<[^>]*>", " ", answer.content.decode()).split())


def of(play):
    play.refresh_from_db()
    return luck_report.of_play(play, list(play.record.places.all()), speaker_for(play.title))


def test_each_roll_is_held_against_all_possible_ones(group, fair):
    """A 6 stands above 11 twelfths; a 2 above 3; a 4 fills the store as 5 and 6 would: above 9."""
    found = of(group.finished(6, 2, 4))
    assert [(each.name, each.rolls, each.share) for each in found.people] == [
        ("Ana", 2, 83),
        ("Bo", 1, 25),
    ]
    assert [(each.name, each.rolls, each.share) for each in found.dice] == [("d6", 3, 64)]
    assert found.unsaid == 0
    ana = found.people[0]
    assert (ana.low, ana.high) == (12, 88)


def test_evening_is_told_of_many_rolls_not_few(group, fair):
    assert not of(group.finished(6, 2, 4)).people[0].sentence
    many = [n for _ in range(9) for n in (5, 2)]
    found = of(group.finished(*many, goal=45))
    assert found.people[0].sentence.startswith("Ana rolled better than in 9")
    assert found.people[1].sentence.startswith("Bo rolled worse than in 9")
    assert found.people[0].rolls == 9
    assert [die.sentence for die in found.dice] == [""]


def test_nothing_is_claimed_where_nobody_can_say(group):
    play = group.finished(6, 2, 4)
    assert of(play).unsaid == 3
    said = page(group, play)
    assert "There are no odds for 3 rolls" in said
    assert "in 100 games" not in said


def test_roll_that_made_no_difference_is_not_counted(group, fair, monkeypatch):
    play = group.finished(6, 2, 4)
    record = luck_report.standing
    moot = RollRank(Fraction(1, 2), Fraction(0))
    monkeypatch.setattr(
        luck_report,
        "standing",
        lambda referee, state, action: moot if action.face == 4 else record(referee, state, action),
    )
    found = of(play)
    assert [(each.name, each.rolls) for each in found.people] == [("Ana", 1), ("Bo", 1)]
    assert [each.rolls for each in found.dice] == [2]
    assert [rolls for _part, rolls, _gain, _spread in found.sums] == [1, 1]
    assert found.unsaid == 0


def test_the_story_leads_to_it(group, fair):
    play = group.finished(6, 2, 4)
    story = group.phones["Ana"].get(f"/p/{play.share}/").content.decode()
    assert f'href="/p/{play.share}/luck/"' in story
    said = page(group, play)
    assert "Ana 2 83 12–88" in said


def test_decisions_giving_something_away_are_named_with_price(group, monkeypatch):
    """Here an acorn more than a three is said to cost half a point."""
    monkeypatch.setattr(
        Acorns,
        "decision_cost",
        lambda self, state, action: Fraction(max(0, action.face - 3), 2),
    )
    play = group.finished(6, 2, 4)
    found = of(play)
    assert [(each.who, each.when, each.entry, each.points) for each in found.costs] == [
        ("Ana", "Turn 1", "Squirrel 1 rolled 6", "1.5"),
        ("Ana", "Turn 3", "Squirrel 1 rolled 4", "0.5"),
    ]
    assert found.given == [("Ana", "2.0"), ("Bo", "0.0")]
    assert "Turn 1, “Squirrel 1 rolled 6”: cost 1.5" in page(group, play)


def test_who_plays_what_is_reread_when_told(group, fair):
    play = group.finished(6, 2, 4)
    assert "Ana 2 83" in page(group, play)
    play.record.places.filter(part=0).update(person=group.people["Di"])
    assert "Di 2 83" in page(group, play)


def test_somebodys_luck_adds_up_over_evenings_looked_at(group, fair):
    ana = group.people["Ana"]
    first, second = (group.finished(*[5, 2] * 5, goal=25) for _ in range(2))
    where = f"/c/{group.crew.key}/who/{ana.pk}/"
    assert luck_report.of_person(ana) == (None, 0)
    page(group, first)
    assert luck_report.of_person(ana)[0].rolls == 5
    page(group, second)
    found, evenings = luck_report.of_person(ana)
    assert (found.rolls, evenings) == (10, 2)
    own = of(first).people[0]
    assert found.share == own.share
    assert found.high - found.low < own.high - own.low
    assert found.sentence.startswith("Ana rolled better than in 9")
    said = group.phones["Ana"].get(where).content.decode()
    assert found.sentence in said


@pytest.mark.parametrize(
    ("share", "error", "shown"),
    [
        (0.5, 0.1, (50, 40, 60)),
        (0.004, 0.504, (0, 0, 100)),
        (0.996, 0.5, (100, 0, 100)),
        (1.0, 0.0, (100, 50, 50)),
    ],
)
def test_luck_share_and_fair_stray_stay_in_picture(share, error, shown):
    found = luck_report._share("Ana", Luck(8, share, error, 0.5), told=True)
    assert (found.share, found.low, found.high) == shown


@pytest.mark.parametrize(
    ("rolls", "better", "said"),
    [
        (7, 0.9, ""),
        (8, 0.9, "Ana rolled better than in 90 of 100 games."),
        (8, 0.6, "Ana rolled better than in 60 of 100 games."),
        (8, 0.59, ""),
        (8, 0.47, ""),
        (8, 0.4, "Ana rolled worse than in 60 of 100 games."),
        (8, 1.0, "Ana rolled better than in 99 of 100 games."),
        (8, 0.0, "Ana rolled worse than in 99 of 100 games."),
    ],
)
def test_evening_told_from_eight_rolls_never_as_best(rolls, better, said):
    assert luck_report._share("Ana", Luck(rolls, 0.5, 0.1, better), told=True).sentence == said
    assert luck_report._share("Ana", Luck(rolls, 0.5, 0.1, better), told=False).sentence == ""
