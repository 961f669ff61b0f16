"""Every change of seats: who may make it, what becomes of whom, what the log and phones hear."""

import pytest
from msgspec.structs import replace

from companion.crews.models import Crew, Person
from companion.plays import door, ledger, live, seats, sitting
from companion.plays.answers import Freed
from companion.plays.models import Entry, Play, Seat
from games import registry
from games.messages import Msg
from games.referee import Malformed, Refusal
from tests.sixth_game import Acorns, Box, Setup

pytestmark = pytest.mark.django_db


def seat(name):
    return Seat.objects.select_related("play").get(name=name)


def now(name):
    found = seat(name)
    return found.role, found.parts, found.claimed, found.gone


def said():
    return [(each.action["what"], each.action["of"]) for each in Entry.objects.filter(kind="seat")]


@pytest.fixture
def begun(cast):
    """Ana (host, first), Bo (second) and Cy (only looks), after the first roll."""
    ledger.record(cast.play.pk, {"do": "roll", "face": 3}, key="k", seat=seat("Ana"), actor=0)
    return cast


@pytest.fixture
def rung(monkeypatch, django_capture_on_commit_callbacks):
    """The revisions that phones are told of while something is done."""

    def hear(change):
        heard = []
        monkeypatch.setattr(live, "announce", lambda bell, revision: heard.append(revision))
        with django_capture_on_commit_callbacks(execute=True):
            change()
        return heard

    return hear


HOSTS = {
    "hand over": lambda seat, other: sitting.hand_over(seat, other.pk),
    "free": lambda seat, other: sitting.free(seat, other.pk),
    "release": lambda seat, other: sitting.release(seat, other.pk),
    "code": lambda seat, other: sitting.new_codes(seat, watching=False),
    "link": lambda seat, other: sitting.new_codes(seat, watching=True),
}


@pytest.mark.parametrize("what", HOSTS)
def test_only_the_host_puts_a_table_in_order(begun, what):
    before = list(Seat.objects.values()), list(Play.objects.values())
    with pytest.raises(Malformed, match="Only the host"):
        HOSTS[what](seat("Bo"), seat("Ana"))
    old = seat("Ana")
    Seat.objects.filter(name="Ana").update(epoch=1)
    with pytest.raises(Freed):
        HOSTS[what](old, seat("Bo"))
    Seat.objects.filter(name="Ana").update(epoch=0)
    assert (list(Seat.objects.values()), list(Play.objects.values())) == before
    assert said() == []


@pytest.mark.parametrize(("what", "of_watchers"), [("hand over", 1), ("release", 1), ("free", 0)])
def test_a_host_chooses_another_seat_that_is_there(begun, what, of_watchers):
    """Of those who only look a seat may be freed, and nothing else."""
    Seat.objects.create(play=begun.play, name="Left", gone=True)
    elsewhere = ledger.begin("acorns", Setup(2, 20))
    Seat.objects.create(play=elsewhere, name="Far")
    for name in ("Ana", "Left", "Far", *("Cy",) * of_watchers):
        with pytest.raises(Malformed, match="Choose "):
            HOSTS[what](seat("Ana"), seat(name))
    nobody = Seat(pk=0)
    with pytest.raises(Malformed, match="Choose "):
        HOSTS[what](seat("Ana"), nobody)
    assert said() == []


def codes():
    play = Play.objects.get()
    return play.code, play.watch_code, play.freed


def test_a_table_handed_over_has_another_host_and_its_old_one_as_a_player(begun):
    before = codes()
    sitting.hand_over(seat("Ana"), seat("Bo").pk)
    assert (now("Ana"), now("Bo")) == (
        ("player", [0], True, False),
        ("host", [1], True, False),
    )
    assert said() == [("host", [1])]
    assert codes() == before


@pytest.mark.parametrize(("name", "joins", "place"), [("Bo", False, 1), ("Cy", True, 2)])
def test_a_seat_taken_from_its_phone_is_gone_with_the_codes_it_knew(begun, name, joins, place):
    """Who only looked never knew the code that joins."""
    code, watch_code, freed = codes()
    token = seats.token(seat(name))
    sitting.free(seat("Ana"), seat(name).pk)
    assert now(name)[3]
    assert seats.of_token(token) is None
    assert [codes()[0] == code, codes()[1] == watch_code] == [joins, False]
    assert codes()[2] == freed + 1
    assert said() == [("freed", [place])]


def test_a_seat_released_waits_for_the_first_phone_that_takes_it_up(begun):
    before = codes()
    token = seats.token(seat("Bo"))
    sitting.release(seat("Ana"), seat("Bo").pk)
    assert now("Bo") == ("player", [1], False, False)
    assert seats.of_token(token) is None
    assert codes() == (*before[:2], before[2] + 1)
    taken = sitting.take_up(begun.play.pk, seat("Bo").pk)
    assert (taken.name, taken.parts, taken.claimed) == ("Bo", [1], True)
    assert sitting.take_up(begun.play.pk, seat("Bo").pk) is None
    assert sitting.take_up(begun.play.pk, seat("Ana").pk) is None
    assert said() == [("released", [1]), ("claimed", [])]
    assert Entry.objects.last().action["parts"] == [1]


def test_a_seat_that_is_gone_is_taken_up_by_nobody(begun):
    Seat.objects.filter(name="Bo").update(claimed=False, gone=True)
    assert sitting.take_up(begun.play.pk, seat("Bo").pk) is None


@pytest.mark.parametrize(("watching", "what"), [(False, "code"), (True, "link")])
def test_one_code_is_changed_and_the_other_stays(begun, watching, what):
    before = codes()
    sitting.new_codes(seat("Ana"), watching=watching)
    after = codes()
    assert [before[n] == after[n] for n in (0, 1)] == [watching, not watching]
    assert Play.objects.get().former == [before[watching]]
    assert said() == [(what, [])]


def test_every_phone_hears_of_another_name_and_the_log_does_not(begun, rung):
    assert rung(lambda: sitting.change(seat("Bo"), "Bodo", ["1"])) == [1]
    assert now("Bodo") == ("player", [1], True, False)
    assert said() == []
    assert 2 in rung(lambda: sitting.change(seat("Bodo"), "Bodo", ["0", 1, "1"]))
    assert now("Bodo")[1] == [0, 1]
    assert said() == [("plays", [0])]


def test_whoever_sits_down_takes_parts_there_are(begun):
    for wanted in (["2"], ["0", "x"], [None]):
        with pytest.raises(Malformed, match=r"There is no such seat: (2|x|None)$"):
            sitting.sit_down(begun.play.pk, "Di", wanted)
    with pytest.raises(Malformed, match=f"There is no such seat: {'y' * 20}$"):
        sitting.sit_down(begun.play.pk, "Di", ["y" * 21])
    assert sitting.sit_down(begun.play.pk, "Di", ["1", "0", 1]).parts == [0, 1]
    assert said() == [("sits", [0, 1])]


def test_a_table_has_room_for_so_many_that_are_there(begun, monkeypatch):
    """Who has gone takes no place; the one seat of those who look does."""
    monkeypatch.setattr(sitting, "MOST", 4)
    sitting.sit_down(begun.play.pk, "Di", [])
    with pytest.raises(Malformed, match="This table is full"):
        sitting.sit_down(begun.play.pk, "Ed", [])
    Seat.objects.filter(name="Di").update(gone=True)
    sitting.sit_down(begun.play.pk, "Ed", [])


def test_when_the_log_is_full_a_host_still_puts_the_table_in_order(begun, monkeypatch):
    """Nobody takes a part without a word."""
    Seat.objects.create(play=begun.play, name="Di", claimed=False)
    monkeypatch.setattr(door, "LONGEST", 1)
    for takes in (
        lambda: sitting.sit_down(begun.play.pk, "Ed", []),
        lambda: sitting.change(seat("Bo"), "Bo", ["0"]),
        lambda: sitting.take_up(begun.play.pk, seat("Di").pk),
    ):
        with pytest.raises(Malformed, match="This table is full"):
            takes()
    assert (now("Bo")[1], now("Di")[2]) == ([1], False)
    sitting.free(seat("Ana"), seat("Bo").pk)
    assert now("Bo")[3]
    assert said() == []


def test_all_who_only_look_share_a_seat_as_long_as_it_is_theirs(begun):
    assert sitting.spectators(begun.play.pk).name == "Cy"
    for gone, claimed in ((True, True), (False, False)):
        Seat.objects.filter(role=Seat.Role.SPECTATOR).update(gone=gone, claimed=claimed)
        fresh = sitting.spectators(begun.play.pk)
        assert (fresh.role, fresh.address) == ("spectator", begun.play.watch_code)
        assert sitting.spectators(begun.play.pk) == fresh


def test_in_a_game_with_secrets_only_the_host_sits_down_beside_a_part(begun, monkeypatch):
    """The one who has it is named; what somebody watching would have taken is free."""
    Seat.objects.filter(name="Cy").update(parts=[0, 1])
    Seat.objects.create(play=begun.play, name="Left", gone=True, parts=[0, 1])
    monkeypatch.setattr(sitting.reading, "secret", lambda play: True)
    for takes in (
        lambda: sitting.change(seat("Bo"), "Bo", ["0", "1"]),
        lambda: sitting.sit_down(begun.play.pk, "Di", ["0", "1"]),
    ):
        with pytest.raises(Malformed, match=r"^Ana plays that side"):
            takes()
    sitting.change(seat("Bo"), "Bo", ["1"])
    sitting.change(seat("Bo"), "Bo", [])
    sitting.change(seat("Bo"), "Bo", ["1"])
    sitting.change(seat("Ana"), "Ana", ["0", "1"])
    assert (now("Ana")[1], now("Bo")[1]) == ([0, 1], [1])
    assert said()[-1] == ("plays", [1])
    monkeypatch.setattr(sitting.reading, "secret", lambda play: False)
    sitting.sit_down(begun.play.pk, "Di", ["1"])
    assert said()[-1] == ("sits", [0, 1])


# -- what is said before a roll --------------------------------------------------------------------


def looks(name, how):
    sitting.look_ahead(seat(name), how)
    return Play.objects.get().ahead


def test_rivals_agree_that_more_is_said_and_anybody_has_less_said(begun):
    """Only who plays and holds a phone is asked; to say as much as before is no wish."""
    Seat.objects.create(play=begun.play, name="Waits", claimed=False)
    Seat.objects.create(play=begun.play, name="Left", gone=True)
    assert looks("Bo", Play.Ahead.DANGERS) == "dangers"
    assert Entry.objects.count() == 1
    assert looks("Bo", Play.Ahead.EVERYTHING) == "dangers"
    asked = Entry.objects.last()
    assert (asked.kind, asked.action["of"]) == ("ask", [seat("Ana").pk])
    assert looks("Bo", Play.Ahead.NOTHING) == "nothing"
    assert looks("Ana", Play.Ahead.DANGERS) == "nothing"
    assert Entry.objects.last().action["of"] == [seat("Bo").pk]


def test_before_the_game_has_begun_anybody_chooses_what_is_said(cast):
    assert looks("Bo", Play.Ahead.EVERYTHING) == "everything"
    assert not Entry.objects.exists()


class Together(Acorns):
    title = Acorns.title


def test_who_plays_together_chooses_at_once(begun, monkeypatch):
    monkeypatch.setattr(Together, "title", replace(Acorns.title, cooperative=True))
    monkeypatch.setitem(registry.TITLES, "acorns", f"{__name__}:Together")
    registry.referee.cache_clear()
    try:
        assert looks("Bo", Play.Ahead.EVERYTHING) == "everything"
    finally:
        registry.referee.cache_clear()
    assert said() == [("ahead-everything", [])]


# -- tables that are opened ------------------------------------------------------------------------


def test_a_table_that_cannot_be_is_refused_and_leaves_nothing(acorns, monkeypatch):
    refusal = Refusal("E_NO", "N-01", {"what": Msg("part.squirrel", {"n": 1})})
    monkeypatch.setattr(Acorns, "begin", lambda self, setup, box: refusal)
    assert sitting.open_table("acorns", lambda box: Setup(2, 20), "Ana") == refusal
    assert not Play.objects.exists()
    assert not Seat.objects.exists()


def test_whoever_opens_a_table_is_its_host_and_has_no_part_yet(acorns):
    told = []
    host = sitting.open_table("acorns", lambda box: told.append(box) or Setup(2, 20), "Ana")
    assert told == [Box()]
    assert (host.role, host.parts, host.name, host.play.crew) == ("host", [], "Ana", None)
    assert host.play.rulings == []


@pytest.mark.parametrize(
    ("players", "others", "parts"),
    [
        (2, ["Bo"], [[0], [1]]),
        (3, ["Bo", "Di"], [[0], [1], [2]]),
        (3, ["Bo"], [[], []]),
        (2, ["Bo", "Di"], [[], [], []]),
        (1, [], [[]]),
    ],
)
def test_a_seat_waits_for_each_of_a_crew_with_a_part_where_there_is_one_each(
    acorns, players, others, parts
):
    """Who is new to the crew is one of it from then on."""
    crew = Crew.objects.create(name="Squirrels")
    ana = Person.objects.create(crew=crew, name="Ana")
    Person.objects.create(crew=crew, name="Bo")
    people = [Person.objects.filter(name=name).first() or Person(name=name) for name in others]
    for person in people:
        person.crew = crew
    host = sitting.open_table(
        "acorns", lambda box: Setup(players, 20), "Ana", person=ana, others=people
    )
    assert (host.person, host.play.crew) == (ana, crew)
    held = {each.name: each for each in host.play.seats.select_related("person")}
    assert [(each.claimed, each.parts) for each in (held.pop("Ana"),)] == [(True, parts[0])]
    assert [(name, each.claimed, each.parts) for name, each in held.items()] == [
        (name, False, some) for name, some in zip(others, parts[1:], strict=True)
    ]
    assert [each.person.name for each in held.values()] == others
    assert Person.objects.filter(crew=crew).count() == len({"Ana", "Bo", *others})


# -- lessons ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("turn", "until"), [(0, 3), (1, 3), (4, 6)])
def test_steps_are_explained_until_everybody_had_a_turn(begun, monkeypatch, turn, until):
    monkeypatch.setattr(Acorns, "turn", lambda self, state: turn)
    monkeypatch.setattr(Acorns, "lesson", lambda self, state: 2)
    sitting.coach(seat("Bo"), True)
    assert seat("Bo").coached == until
    assert seat("Ana").coached == 0
    sitting.coach(seat("Bo"), False)
    assert seat("Bo").coached == 0
