"""Every change of seats: who may make it, what becomes of whom, what the log and phones hear."""

import pytest
from msgspec.structs import replace

from companion.crews.models import Crew, Person
from companion.plays import ledger, live, seating, seats, store
from companion.plays.answers import NothingToUndoError, SeatReleasedError
from companion.plays.models import Entry, Play, Seat
from games import registry
from games.messages import Msg
from games.referee import MalformedError, Refusal
from tests.sample_game import Acorns, Box, Setup

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
    """Return Ana (host, first), Bo (second) and Cy (only looks), after the first roll."""
    ledger.record(cast.play.pk, {"do": "roll", "face": 3}, key="k", seat=seat("Ana"), actor=0)
    return cast


@pytest.fixture
def rung(monkeypatch, django_capture_on_commit_callbacks):
    """Return the revisions that phones are told of while something is done."""

    def hear(change):
        heard = []
        monkeypatch.setattr(live, "announce", lambda bell, revision, **how: heard.append(revision))
        with django_capture_on_commit_callbacks(execute=True):
            change()
        return heard

    return hear


HOSTS = {
    "hand over": lambda seat, other: seating.hand_over(seat, other.pk),
    "free": lambda seat, other: seating.free(seat, other.pk),
    "release": lambda seat, other: seating.release(seat, other.pk),
    "code": lambda seat, other: seating.new_codes(seat, watching=False),
    "link": lambda seat, other: seating.new_codes(seat, watching=True),
}


@pytest.mark.parametrize("what", HOSTS)
def test_only_the_host_puts_a_table_in_order(begun, what):
    before = list(Seat.objects.values()), list(Play.objects.values())
    with pytest.raises(MalformedError, match="Only the host"):
        HOSTS[what](seat("Bo"), seat("Ana"))
    old = seat("Ana")
    Seat.objects.filter(name="Ana").update(epoch=1)
    with pytest.raises(SeatReleasedError):
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
        with pytest.raises(MalformedError, match="Choose "):
            HOSTS[what](seat("Ana"), seat(name))
    nobody = Seat(pk=0)
    with pytest.raises(MalformedError, match="Choose "):
        HOSTS[what](seat("Ana"), nobody)
    assert said() == []


def codes():
    play = Play.objects.get()
    return play.code, play.watch_code, play.freed


def test_handed_over_table_swaps_host_and_player(begun):
    before = codes()
    seating.hand_over(seat("Ana"), seat("Bo").pk)
    assert (now("Ana"), now("Bo")) == (
        ("player", [0], True, False),
        ("host", [1], True, False),
    )
    assert said() == [("host", [1])]
    assert codes() == before


@pytest.mark.parametrize(("name", "joins", "place"), [("Bo", False, 1), ("Cy", True, 2)])
def test_seat_taken_from_phone_voids_codes_it_knew(begun, name, joins, place):
    """Who only looked never knew the code that joins."""
    code, watch_code, freed = codes()
    token = seats.token(seat(name))
    seating.free(seat("Ana"), seat(name).pk)
    assert now(name)[3]
    assert seats.of_token(token) is None
    assert [codes()[0] == code, codes()[1] == watch_code] == [joins, False]
    assert codes()[2] == freed + 1
    assert said() == [("freed", [place])]


def test_released_seat_waits_for_first_phone_taking_it(begun):
    before = codes()
    token = seats.token(seat("Bo"))
    seating.release(seat("Ana"), seat("Bo").pk)
    assert now("Bo") == ("player", [1], False, False)
    assert seats.of_token(token) is None
    assert codes() == (*before[:2], before[2] + 1)
    taken = seating.take_up(begun.play.pk, seat("Bo").pk)
    assert (taken.name, taken.parts, taken.claimed) == ("Bo", [1], True)
    assert seating.take_up(begun.play.pk, seat("Bo").pk) is None
    assert seating.take_up(begun.play.pk, seat("Ana").pk) is None
    assert said() == [("released", [1]), ("claimed", [])]
    assert Entry.objects.last().action["parts"] == [1]


def test_gone_seat_is_taken_up_by_nobody(begun):
    Seat.objects.filter(name="Bo").update(claimed=False, gone=True)
    assert seating.take_up(begun.play.pk, seat("Bo").pk) is None


@pytest.mark.parametrize(("watching", "what"), [(False, "code"), (True, "link")])
def test_one_code_is_changed_and_the_other_stays(begun, watching, what):
    before = codes()
    seating.new_codes(seat("Ana"), watching=watching)
    after = codes()
    assert [before[n] == after[n] for n in (0, 1)] == [watching, not watching]
    assert Play.objects.get().former == [before[watching]]
    assert said() == [(what, [])]


def test_phones_hear_new_name_but_log_does_not(begun, rung):
    assert rung(lambda: seating.change(seat("Bo"), "Bodo", ["1"])) == [1]
    assert now("Bodo") == ("player", [1], True, False)
    assert said() == []
    Seat.objects.filter(name="Ana").update(claimed=False)
    assert 2 in rung(lambda: seating.change(seat("Bodo"), "Bodo", ["0", 1, "1"]))
    assert now("Bodo")[1] == [0, 1]
    assert said() == [("plays", [0])]


def test_whoever_sits_down_takes_parts_there_are(begun):
    for wanted in (["2"], ["0", "x"], [None]):
        with pytest.raises(MalformedError, match=r"There is no such seat: (2|x|None)$"):
            seating.sit_down(begun.play.pk, "Di", wanted)
    with pytest.raises(MalformedError, match=f"There is no such seat: {'y' * 20}$"):
        seating.sit_down(begun.play.pk, "Di", ["y" * 21])
    Seat.objects.update(claimed=False)
    assert seating.sit_down(begun.play.pk, "Di", ["1", "0", 1]).parts == [0, 1]
    assert said() == [("sits", [0, 1])]


def test_table_room_counts_only_those_still_there(begun, monkeypatch):
    """Who has gone takes no place; the one seat of those who look does."""
    monkeypatch.setattr(seating, "MOST", 4)
    seating.sit_down(begun.play.pk, "Di", [])
    with pytest.raises(MalformedError, match="This table is full"):
        seating.sit_down(begun.play.pk, "Ed", [])
    Seat.objects.filter(name="Di").update(gone=True)
    seating.sit_down(begun.play.pk, "Ed", [])


def test_host_still_arranges_table_when_log_is_full(begun, monkeypatch):
    """No one takes a part without a word."""
    Seat.objects.create(play=begun.play, name="Di", claimed=False)
    monkeypatch.setattr(store, "LONGEST", 1)
    for takes in (
        lambda: seating.sit_down(begun.play.pk, "Ed", []),
        lambda: seating.change(seat("Bo"), "Bo", ["0"]),
        lambda: seating.take_up(begun.play.pk, seat("Di").pk),
    ):
        with pytest.raises(MalformedError, match="This table is full"):
            takes()
    assert (now("Bo")[1], now("Di")[2]) == ([1], False)
    seating.free(seat("Ana"), seat("Bo").pk)
    assert now("Bo")[3]
    assert said() == []


def test_spectators_share_one_seat_while_it_is_theirs(begun):
    assert seating.spectators(begun.play.pk).name == "Cy"
    for gone, claimed in ((True, True), (False, False)):
        Seat.objects.filter(role=Seat.Role.SPECTATOR).update(gone=gone, claimed=claimed)
        fresh = seating.spectators(begun.play.pk)
        assert (fresh.role, fresh.address) == ("spectator", begun.play.watch_code)
        assert seating.spectators(begun.play.pk) == fresh


def test_only_host_joins_taken_part_in_secret_game(begun, monkeypatch):
    """The one who has it is named; what someone watching would have taken is free."""
    Seat.objects.filter(name="Cy").update(parts=[0, 1])
    Seat.objects.create(play=begun.play, name="Left", gone=True, parts=[0, 1])
    monkeypatch.setattr(seating.visibility, "secret", lambda play: True)
    for takes in (
        lambda: seating.change(seat("Bo"), "Bo", ["0", "1"]),
        lambda: seating.sit_down(begun.play.pk, "Di", ["0", "1"]),
    ):
        with pytest.raises(MalformedError, match=r"^Ana plays that side"):
            takes()
    seating.change(seat("Bo"), "Bo", ["1"])
    seating.change(seat("Bo"), "Bo", [])
    seating.change(seat("Bo"), "Bo", ["1"])
    seating.change(seat("Ana"), "Ana", ["0", "1"])
    assert (now("Ana")[1], now("Bo")[1]) == ([0, 1], [1])
    assert said()[-1] == ("plays", [1])
    monkeypatch.setattr(seating.visibility, "secret", lambda play: False)
    seating.sit_down(begun.play.pk, "Di", ["1"])
    assert said()[-1] == ("sits", [])


# -- a side that someone plays ------------------------------------------------------------------


def asks(seat_pk: int) -> tuple[list[int], list[int]]:
    asked = Entry.objects.last()
    assert (asked.kind, asked.seat_id) == (Entry.Kind.ASK, seat_pk)
    return asked.action["parts"], asked.action["of"]


def test_anothers_seat_is_requested_and_kept_until_agreed(begun):
    """Anyone who plays it agrees, or the host; both play it from then on."""
    for answers in ("Bo", "Ana"):
        friend = seating.sit_down(begun.play.pk, f"Di {answers}", ["1"])
        assert now(friend.name)[1] == []
        parts, answering = asks(friend.pk)
        assert parts == [1]
        assert {seat("Ana").pk, seat("Bo").pk} <= {*answering}
        assert friend.pk not in answering
        ledger.answer_ask(begun.play.pk, True, key=answers, seat=seat(answers))
        assert (now(friend.name)[1], now("Bo")[1]) == ([1], [1])
        assert said()[-1] == ("lets", [Seat.objects.count() - 1])
        assert Entry.objects.last().action["parts"] == [1]


def test_seat_of_another_stays_theirs_once_declined(begun):
    seating.change(seat("Bo"), "Bo", ["0", "1"])
    assert asks(seat("Bo").pk) == ([0], [seat("Ana").pk])
    with pytest.raises(NothingToUndoError):
        ledger.answer_ask(begun.play.pk, True, key="own", seat=seat("Bo"))
    ledger.answer_ask(begun.play.pk, False, key="no", seat=seat("Ana"))
    assert now("Bo")[1] == [1]


def test_request_for_side_is_shown_with_two_answers(begun):
    seating.sit_down(begun.play.pk, "Di", ["1"])
    page = begun.player.get(begun.at).content.decode()
    assert "Di: Asks to play Squirrel 2" in page
    assert page.count('name="agreed"') == 2
    begun.player.post(f"{begun.at}wish", {"agreed": "yes"})
    assert now("Di")[1] == [1]
    log = begun.host.get(f"{begun.at}log").content.decode()
    assert "Lets Di play Squirrel 2" in log


def test_seat_taken_unasked_before_game_or_by_host(cast, begun):
    seating.change(seat("Ana"), "Ana", ["0", "1"])
    assert now("Ana")[1] == [0, 1]
    Seat.objects.filter(name="Bo").update(claimed=False)
    seating.change(seat("Ana"), "Ana", ["0"])
    assert seating.sit_down(begun.play.pk, "Di", ["1"]).parts == [1]


# -- what is said before a roll --------------------------------------------------------------------


def looks(name, how):
    seating.look_ahead(seat(name), how)
    return Play.objects.get().ahead


def test_rivals_must_agree_to_more_said_not_less(begun):
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


def test_anybody_chooses_what_is_said_before_game(cast):
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


def test_impossible_table_is_refused_and_leaves_nothing(acorns, monkeypatch):
    refusal = Refusal("E_NO", "N-01", {"what": Msg("part.squirrel", {"n": 1})})
    monkeypatch.setattr(Acorns, "begin", lambda self, setup, box: refusal)
    assert seating.open_table("acorns", lambda box: Setup(2, 20), "Ana") == refusal
    assert not Play.objects.exists()
    assert not Seat.objects.exists()


def test_whoever_opens_table_hosts_without_part_yet(acorns):
    told = []
    host = seating.open_table("acorns", lambda box: told.append(box) or Setup(2, 20), "Ana")
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
def test_crew_seats_wait_with_part_if_one_each(acorns, players, others, parts):
    """Who is new to the crew is one of it from then on."""
    crew = Crew.objects.create(name="Squirrels")
    ana = Person.objects.create(crew=crew, name="Ana")
    Person.objects.create(crew=crew, name="Bo")
    people = [Person.objects.filter(name=name).first() or Person(name=name) for name in others]
    for person in people:
        person.crew = crew
    host = seating.open_table(
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
    seating.coach(seat("Bo"), True)
    assert seat("Bo").coached == until
    assert seat("Ana").coached == 0
    seating.coach(seat("Bo"), False)
    assert seat("Bo").coached == 0
