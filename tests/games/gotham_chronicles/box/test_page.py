"""A mission's page, read line by line while it is played."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from games.gotham_chronicles.box.samples import starter
from games.gotham_chronicles.box.sheets import EVENT_WARNING, Setup, mission_sheet
from games.gotham_chronicles.rules.setup import EDITION
from games.gotham_chronicles.rules.villain.river import payable
from games.referee import Ruling
from tests.games.gotham_chronicles.table import GAME, At, a

TITLE = "Mission 4: Icy Welcome"
HEROES = ("Batman", "Catwoman", "Batgirl")
UNKNOWN = -1
REST = ("Thugs with Crowbar", "Thugs with Firearm", "Hazmat Thugs", "Brutes with Chains")


def post(reserve: int, recovery: int, fatigue: int) -> list[object]:
    """Return the numbers of the villain's page, as they are asked."""
    told = {"reserve": reserve, "recovery": recovery, "fatigue": fatigue}
    return [a.ReadPost(what, n) for what, n in told.items()]


class Evening:
    """A table at a copy that learns what is read aloud."""

    def __init__(self, box=None, heroes=HEROES, **setup) -> None:
        self.box = box or starter()
        setup = Setup(TITLE, heroes, **{"edition": EDITION} | setup)
        self.at = At(GAME.begin(setup, self.box).state)

    def do(self, *actions: object) -> None:
        for action in actions:
            self.at.do(action)
            self.box = GAME.remember(self.box, action, self.at.state)

    @property
    def asked(self) -> list[str]:
        """The questions about the page that are expected now."""
        named = (p.do for p in GAME.prompts(self.at.state) if p.expected)
        return [do for do in named if do.startswith("mission.")]

    @property
    def sheet(self):
        return mission_sheet(TITLE, self.box)

    def to_villain(self) -> None:
        self.do(a.Begin("heroes"), *(a.Stance(n, "active") for n in range(3)), a.Next())

    def whole(self) -> None:
        """Read every line of the page."""
        self.do(a.Begin("heroes"), a.ReadCubes((5, 0, 3)))
        self.do(*(a.Stance(n, "active") for n in range(3)), a.Next())
        self.do(*post(9, 3, 4), *map(a.ReadPlace, ("Mr. Freeze", *REST)), a.Next())
        self.do(a.ReadRounds(8))


def test_setup_asks_no_number_of_mission_page():
    pages = GAME.setup_pages(Setup(TITLE, HEROES, edition=EDITION), starter())
    asked = {field.name for page in pages for field in page.fields}
    assert not asked & {"rounds", "initiative", "hero_fatigue", "reserve", "recovery", "river"}
    codes = [line.code for line in GAME.unsaid(Setup(TITLE, HEROES, edition=EDITION), starter())]
    assert "setup.unread" not in codes


@pytest.mark.parametrize(("side", "phase"), [("heroes", "H3"), ("villain", "V3")])
def test_initiative_begins_first_round(side, phase):
    """Page 11: who begins is the only line that the first round can't do without."""
    evening = Evening()
    assert evening.asked == ["mission.first"]
    assert evening.at.no(a.Next()) == "E_WHO_FIRST"
    evening.do(a.Begin(side))
    assert evening.at.notes[:2] == ["initiative-read", "round"]
    assert (evening.at.state.phase, evening.at.state.initiative) == (phase, side)
    assert evening.sheet.initiative == side
    assert evening.at.no(a.Begin(side)) == "E_PHASE"


def test_each_line_is_asked_once_in_turn():
    evening = Evening()
    evening.do(a.Begin("heroes"))
    assert evening.asked == ["mission.cubes"]
    evening.do(a.ReadCubes((5, 0, 3)))
    assert evening.at.notes == ["fatigue-read"] * 3
    assert [evening.at.zones(n)[:2] for n in range(3)] == [(6, 5), (10, 0), (7, 3)]
    assert evening.asked == []
    evening.do(*(a.Stance(n, "active") for n in range(3)), a.Next())
    assert evening.asked == ["mission.post"]
    evening.do(*post(9, 3, 4))
    assert evening.at.notes == ["number-read"]
    laid = evening.at.state.post
    assert (laid.reserve, laid.fatigue, laid.recovery, laid.total) == (12, 1, 3, 13)
    assert evening.asked == ["mission.place"]
    evening.do(*map(a.ReadPlace, ("Mr. Freeze", *REST)))
    assert evening.at.notes == ["place-read"]
    assert evening.at.state.river == ("Mr. Freeze", *REST, EVENT_WARNING)
    assert evening.asked == []
    evening.do(a.Next())
    assert evening.asked == ["mission.rounds"]
    evening.do(a.ReadRounds(8))
    assert (evening.at.notes, evening.at.state.rounds) == (["rounds-read"], 8)
    assert evening.asked == []


def test_second_evening_asks_nothing_of_page_again():
    first = Evening()
    first.whole()
    again = Evening(first.box)
    assert again.at.state.unread == ()
    assert again.at.state.river == first.at.state.river
    assert [again.at.zones(n)[:2] for n in range(3)] == [(6, 5), (10, 0), (7, 3)]
    assert (again.at.state.post.reserve, again.at.state.post.fatigue) == (9, 4)
    again.do(a.CountMinis((UNKNOWN,) * 5), a.Next())
    assert again.asked == []
    assert not first.sheet.unread


def test_other_hero_of_known_mission_is_asked_alone():
    first = Evening()
    first.whole()
    again = Evening(first.box, ("Batman", "Renee Montoya", "Batgirl"))
    assert again.at.state.unread == ("cubes.1",)
    again.do(a.Next())
    (asked,) = [p for p in GAME.prompts(again.at.state) if p.do == "mission.cubes"]
    assert asked.fields[0].rows == ("Renee Montoya",)
    again.do(a.ReadCubes((2,)))
    assert again.at.zones(1)[:2] == (7, 2)
    third = Evening(again.box, ("Batman", "Renee Montoya", "Batgirl"))
    assert third.at.state.unread == ()


def test_lines_left_open_stop_nothing():
    evening = Evening()
    evening.to_villain()
    evening.do(a.Activate("Mr. Freeze"))
    assert evening.asked == []
    evening.do(a.Next())
    evening.do(a.ReadRounds(0))
    assert evening.at.notes == ["rounds-open"]
    assert evening.asked == []
    assert "mission.rounds" in [p.do for p in GAME.prompts(evening.at.state)]
    assert (evening.sheet.unread, evening.sheet.read) == (True, ("first",))


def test_unknown_rounds_never_end_the_mission():
    evening = Evening()
    evening.do(a.Begin("villain"))
    for n in range(1, 10):
        evening.do(a.Next())
        assert (evening.at.state.round, evening.at.state.phase) == (n, "H3")
        evening.do(*(a.Stance(hero, "resting") for hero in range(3)), a.Next())
    assert evening.at.state.round == 10
    board = GAME.board(evening.at.state, None)["mission"]
    assert (board["left"], board["rounds"][-1]["n"]) == (None, "?")
    assert GAME.text(evening.at.state).startswith("round 10 of ?")
    assert evening.at.no(a.ReadRounds(9)) == "E_RANGE"
    evening.do(a.ReadRounds(10), a.Next())
    evening.do(*(a.Stance(hero, "resting") for hero in range(3)), a.Next())
    assert evening.at.state.phase == "end"


def test_question_marks_teach_nothing():
    evening = Evening()
    evening.do(a.Begin("heroes"), a.ReadCubes((UNKNOWN, 2, UNKNOWN)))
    assert [evening.at.zones(n)[:2] for n in range(3)] == [(11, 0), (8, 2), (10, 0)]
    assert evening.at.state.unread == ("reserve", "recovery", "fatigue", "river", "rounds")
    again = Evening(evening.box)
    assert [line for line in again.at.state.unread if "." in line] == ["cubes.0", "cubes.2"]
    again.do(a.Next(), a.ReadCubes((UNKNOWN, UNKNOWN)))
    assert again.at.notes == ["fatigue-open"]
    again.do(*(a.Stance(n, "active") for n in range(3)), a.Next())
    again.do(*post(7, UNKNOWN, UNKNOWN))
    assert again.at.notes == ["number-open"]
    laid = again.at.state.post
    assert (laid.reserve, laid.fatigue, laid.recovery) == (9, 0, 5)
    assert again.sheet.read == ("first", "reserve")


def test_numbers_left_open_are_shown_as_assumed():
    evening = Evening()
    evening.to_villain()
    evening.do(*post(7, UNKNOWN, UNKNOWN))
    assert GAME.board(evening.at.state, None)["post"]["assumed"] == ["fatigue", "recovery"]
    evening.do(a.Adjust("post.fatigue", 3))
    assert GAME.board(evening.at.state, None)["post"]["assumed"] == ["recovery"]


def test_assumed_reserve_refuses_no_tile():
    """The villain on the table has more cubes than the app assumed."""
    evening = Evening()
    evening.to_villain()
    evening.do(*post(UNKNOWN, 3, 2))
    evening.at.post(reserve=1)
    assert "Hazmat Thugs" in payable(evening.at.state)
    evening.do(a.Activate("Hazmat Thugs"))
    assert evening.at.notes[0] == "assumed-more"
    laid = evening.at.state.post
    assert laid.reserve == 0
    assert laid.total == laid.fatigue + laid.reserve
    known = Evening(edition=3)
    known.to_villain()
    known.do(*post(UNKNOWN, 3, 2))
    known.at.post(reserve=1)
    assert known.at.no(a.Activate("Hazmat Thugs")) == "E_TILE_COST"


def test_cubes_spent_before_they_were_read_stay_spent():
    evening = Evening()
    evening.do(a.Begin("heroes"), *(a.Stance(n, "active") for n in range(3)))
    evening.do(a.SpendPost("defence", 2), *post(12, 5, 4))
    laid = evening.at.state.post
    assert (laid.reserve, laid.fatigue, laid.defence, laid.total) == (10, 4, 2, 16)


def test_tiles_beside_river_are_set_aside():
    evening = Evening()
    evening.to_villain()
    evening.do(*post(UNKNOWN, UNKNOWN, UNKNOWN), a.ReadPlace("Mr. Freeze"))
    assert evening.at.no(a.ReadPlace("")) == "E_RIVER"
    assert evening.at.no(a.ReadPlace("Mr. Freeze")) == "E_NOT_IN_RIVER"
    evening.do(a.ReadPlace(EVENT_WARNING), a.ReadPlace(""))
    assert evening.at.notes == ["beside-read"]
    assert evening.at.state.river == ("Mr. Freeze", EVENT_WARNING)
    assert evening.at.tile("Hazmat Thugs").place == "aside"
    again = Evening(evening.box)
    assert again.at.state.river == ("Mr. Freeze", EVENT_WARNING)
    assert again.at.tile("Hazmat Thugs").place == "aside"


def test_tile_that_fell_keeps_its_printed_place():
    """Page 49: it lies at the right end by now, but the page still shows where it began."""
    evening = Evening()
    evening.do(a.CountMinis((1,) * 5), a.Begin("heroes"))
    evening.do(*(a.Stance(n, "active") for n in range(3)))
    evening.do(a.Hurt("Thugs with Crowbar"), a.Next(), *post(9, 3, 4))
    evening.do(*map(a.ReadPlace, ("Mr. Freeze", *REST)))
    assert evening.at.state.river == ("Mr. Freeze", *REST[1:], EVENT_WARNING, REST[0])
    again = Evening(evening.box)
    assert "river" not in again.at.state.unread
    assert again.at.state.river == ("Mr. Freeze", *REST, EVENT_WARNING)


def test_tables_begun_earlier_ask_for_lying_river():
    evening = Evening(edition=3)
    evening.do(a.CountMinis((1,) * 5), a.Begin("heroes"))
    evening.do(*(a.Stance(n, "active") for n in range(3)))
    evening.do(a.Hurt("Thugs with Crowbar"), a.Next(), *post(9, 3, 4))
    (asked,) = [p for p in GAME.prompts(evening.at.state) if p.do == "mission.place"]
    assert REST[0] not in [each.value for each in asked.fields[0].choices]
    evening.do(*map(a.ReadPlace, ("Mr. Freeze", *REST[1:])))
    assert evening.at.state.river == ("Mr. Freeze", *REST[1:], EVENT_WARNING, REST[0])
    assert not evening.asked


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (a.ReadPost("reserve", 99), "E_RANGE"),
        (a.ReadPost("fatigue", -2), "E_RANGE"),
        (a.ReadCubes((1, 1, 1)), "E_PHASE"),
    ],
)
def test_impossible_lines_are_refused(action, code):
    evening = Evening()
    evening.to_villain()
    assert evening.at.no(action) == code


def test_unlisted_mission_is_kept_by_its_name():
    box = starter()
    tiles = ("Bane", "Thugs with Crowbar")
    setup = Setup("", ("Batman",), river=tiles, title="The Long Night", edition=EDITION)
    page = next(p for p in GAME.setup_pages(setup, box) if p.fields[0].name == "title")
    assert [field.name for field in page.fields] == ["title", "river"]
    box = GAME.settled(setup, box)
    ruling = GAME.begin(setup, box)
    assert isinstance(ruling, Ruling)
    at = At(ruling.state)
    assert at.state.title == "The Long Night"
    assert at.state.river == (*tiles, EVENT_WARNING)
    act = a.Begin("villain")
    at.do(act)
    box = GAME.remember(box, act, at.state)
    kept = mission_sheet("The Long Night", box)
    assert (kept.read, kept.initiative, kept.source) == (("first",), "villain", "group")
    assert len(kept.slots) == 1
    again = GAME.begin(replace(setup, mission="The Long Night"), box).state
    assert "first" not in again.unread
