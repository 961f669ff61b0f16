"""Tests of what a script is told in JSON: the table member by member, refusals, questions,
mistakes."""

import pytest
from django.test import Client

from companion.plays import ledger, seating, seats
from companion.plays.models import Entry, Play, Seat


class Script:
    """A script with the token of one seat."""

    def __init__(self, play, name):
        self.at = f"/api/plays/{play.code}"
        token = seats.token(Seat.objects.select_related("play").get(name=name))
        self.headers = {"Authorization": f"Bearer {token}"}

    def post(self, where="/actions", body=None):
        return Client().post(
            f"{self.at}{where}", body or {}, content_type="application/json", headers=self.headers
        )

    def table(self):
        return Client().get(self.at, headers=self.headers).json()


@pytest.fixture
def ana(cast):
    return Script(cast.play, "Ana")


@pytest.fixture
def bo(cast):
    return Script(cast.play, "Bo")


def act(script, action, **more):
    return script.post("/actions", {"action": action, **more})


ROLL = {"do": "roll", "face": 3}


def test_a_table_is_told_member_by_member(cast, bo):
    told = bo.table()
    roll, *more = told.pop("prompts")
    assert told == {
        "title": "acorns",
        "revision": 0,
        "rules_version": 1,
        "seat": {"name": "Bo", "role": "player", "parts": [1]},
        "parts": [{"index": 0, "name": "Squirrel 1"}, {"index": 1, "name": "Squirrel 2"}],
        "state": {
            "players": 2,
            "goal": 20,
            "active": 0,
            "turn": 1,
            "stores": [0, 0],
            "depth": "quick",
        },
        "last": [],
        "outcome": None,
    }
    assert (roll["do"], roll["label"], roll["rule"], roll["page"]) == (
        "roll",
        "What did the die show?",
        "N-01",
        "1",
    )
    assert (roll["expected"], roll["mine"], roll["actors"]) == (True, False, [0])
    assert [(each["do"], each["mine"], each["page"]) for each in more] == [
        ("find", True, "1"),
        ("find", True, "1"),
        ("paint", True, ""),
        ("adjust", True, ""),
        ("depth", True, ""),
    ]
    (face,) = roll["fields"]
    assert (face["label"], [c["label"] for c in face["choices"]]) == ("Face", list("123456"))


def test_action_is_answered_with_entry_and_fresh_table(ana):
    done = act(ana, ROLL, key="k").json()
    assert (done["fresh"], done["entry"], done["kind"], done["revision"]) == (True, 1, "action", 1)
    assert done["last"] == ["Squirrel 1 rolled 3", "Squirrel 1 now has 3"]
    assert act(ana, ROLL, key="k").json()["fresh"] is False
    undone = ana.post("/undo").json()
    assert (undone["entry"], undone["kind"], undone["last"]) == (
        2,
        "undo",
        ["Undone: Squirrel 1 rolled 3"],
    )


def test_script_without_key_acts_anew_each_time(ana, bo):
    for script in (ana, bo, ana):
        assert act(script, ROLL).json()["fresh"] is True
    assert Entry.objects.count() == 3


def test_long_key_counts_up_to_two_hundred_characters(ana):
    act(ana, ROLL, key="k" * 200)
    assert act(ana, ROLL, key="k" * 200 + "x").json()["fresh"] is False
    assert Entry.objects.count() == 1


def test_refusal_says_what_how_and_whether_overrulable(bo):
    assert act(bo, ROLL).json() == {
        "kind": "refusal",
        "error": "It is Squirrel 1's turn",
        "code": "E_NOT_ACTIVE",
        "rule": "N-01",
        "page": "1",
        "facts": {"active": "Squirrel 1"},
        "remedy": "Ask Squirrel 1, or have the host enter it",
        "overridable": True,
    }
    insisted = act(bo, ROLL, answers={"override:E_NOT_ACTIVE": "we say so"})
    assert insisted.status_code == 200


def test_facts_are_numbers_or_said(ana):
    told = act(ana, {"do": "roll", "face": 9}).json()
    assert (told["code"], told["overridable"]) == ("E_RANGE", False)
    assert told["facts"] == {"what": "face", "low": 1, "high": 6, "value": 9}
    assert told["remedy"] == "Enter a number from 1 to 6"
    label = act(ana, {"do": "adjust", "tracker": "store.0", "value": 99}).json()
    assert label["facts"]["what"] == "Acorns of Squirrel 1"
    same = act(ana, {"do": "adjust", "tracker": "store.0", "value": 0}).json()
    assert (same["code"], same["remedy"]) == ("E_SAME_VALUE", "")


def test_a_question_says_its_answers(ana):
    assert act(ana, {"do": "roll", "face": 1}).json() == {
        "kind": "question",
        "error": "Did the crow look?",
        "code": "CROW",
        "rule": "N-02",
        "page": "2",
        "facts": {},
        "weight": "ask",
        "options": ["yes", "no"],
    }


@pytest.mark.parametrize(
    ("where", "body", "status", "error"),
    [
        ("/actions", {"action": ROLL, "revision": True}, 422, "The revision must be a number."),
        ("/actions", {"action": ROLL, "revision": "1"}, 422, "The revision must be a number."),
        ("/back", {"seq": -1}, 422, "Choose the entry to go back to."),
        ("/back", {}, 422, "Choose the entry to go back to."),
        ("/dance", {}, 404, "No such page or table."),
        ("/undo", {}, 409, "There is nothing left to undo or redo here."),
        ("/redo", {}, 409, "There is nothing left to undo or redo here."),
        ("/agree", {}, 409, "There is nothing left to undo or redo here."),
    ],
)
def test_a_mistake_is_named(ana, where, body, status, error):
    answer = ana.post(where, body)
    assert (answer.status_code, answer.json()["error"]) == (status, error)


def test_a_wish_is_answered_by_whom_it_concerns(cast, ana, bo):
    for script in (ana, bo, ana):
        act(script, ROLL)
    asked = ana.post("/back", {"seq": 1}).json()
    assert (asked["kind"], asked["revision"]) == ("ask", 4)
    assert ana.post("/agree").status_code == 409
    declined = bo.post("/decline").json()
    assert (declined["kind"], declined["state"]["stores"]) == ("decline", [6, 3])
    ana.post("/back", {"seq": 1})
    agreed = bo.post("/agree").json()
    assert (agreed["kind"], agreed["state"]["stores"]) == ("undo", [3, 0])
    assert bo.post("/redo").json()["state"]["stores"] == [3, 3]


def test_a_closed_table_says_so_and_shows_itself(cast, ana):
    ledger.abandon(cast.play.pk)
    answer = act(ana, ROLL)
    assert (answer.status_code, answer.json()["error"]) == (409, "This table is closed.")
    assert answer.json()["prompts"][0]["do"] != "roll"


def test_whoever_watches_reads_and_changes_nothing(cast):
    token = seats.token(Seat.objects.select_related("play").get(name="Cy"))
    at = f"/api/plays/{cast.play.watch_code}"
    headers = {"Authorization": f"Bearer {token}"}
    assert Client().get(at, headers=headers).json()["seat"]["role"] == "spectator"
    answer = Client().post(f"{at}/undo", {}, content_type="application/json", headers=headers)
    assert answer.status_code == 403
    assert answer.json()["error"] == "You are watching: only players can change the table."


def test_a_seat_that_was_freed_is_a_strangers(cast, bo):
    Seat.objects.filter(name="Bo").update(epoch=5)
    assert act(bo, ROLL).status_code == 401


def test_seat_freed_during_its_request_is_a_strangers(bo, monkeypatch):
    record = ledger.record

    def freed_first(*given, **how):
        seating.free(Seat.objects.get(name="Ana"), Seat.objects.get(name="Bo").pk)
        return record(*given, **how)

    monkeypatch.setattr(ledger, "record", freed_first)
    answer = act(bo, {"do": "find", "squirrel": 1})
    assert answer.status_code == 401
    assert answer.json() == {"error": "Send the token of your seat as a bearer token."}
    assert answer.json() == Client().get(bo.at).json()
    assert not Entry.objects.filter(kind="action").exists()


def test_what_closed_table_meanwhile_is_in_answer(cast, bo, monkeypatch):
    undo = ledger.undo

    def closed_first(pk, **how):
        ledger.abandon(pk)
        return undo(pk, **how)

    monkeypatch.setattr(ledger, "undo", closed_first)
    answer = bo.post("/undo")
    assert (answer.status_code, answer.json()["error"]) == (409, "This table is closed.")
    assert answer.json()["revision"] == Play.objects.get(pk=cast.play.pk).revision == 1


def test_nobody_on_the_way_keeps_an_answer(cast, ana):
    for headers in (ana.headers, {}):
        answer = Client().get(ana.at, headers=headers)
        assert (answer["Cache-Control"], answer["Content-Type"]) == ("no-store", "application/json")


# -- beginning and joining -------------------------------------------------------------------------


def begin(**body):
    return Client().post("/api/plays", {"title": "acorns", **body}, content_type="application/json")


def test_table_begins_with_wishes_and_defaults_for_rest(db, acorns):
    made = begin(players=3, name="  Zoe ", setup={"goal": 7}).json()
    play = Play.objects.get(code=made["code"])
    assert play.setup == {"players": 3, "goal": 7}
    assert (made["seat"]["name"], made["seat"]["role"]) == ("Zoe", "host")
    assert (play.sample, play.box) == (False, None)
    alone = begin(setup=None, sample=None).json()
    assert (len(alone["parts"]), alone["seat"]["name"]) == (1, "Host")
    assert Play.objects.get(code=begin(sample=True).json()["code"]).sample is True


@pytest.mark.parametrize(("players", "status"), [(0, 422), (1, 201), (4, 201), (5, 422)])
def test_as_many_play_as_the_title_is_for(db, acorns, players, status):
    assert begin(players=players).status_code == status


def test_unknown_title_is_answered_with_known_ones(db, acorns):
    told = begin(title="chess").json()
    assert told["error"] == "Unknown title."
    assert {"acorns", "animated-dice"} <= set(told["titles"])


def test_member_no_set_up_has_is_named_shortly(db, acorns):
    told = begin(setup={"z": 1, "a" * 99: 2}).json()
    assert told["error"] == f"The setup has no field {'a' * 40}"


def test_impossible_set_up_is_refused_with_its_reason(db):
    body = {"title": "animated-dice", "players": 2, "setup": {"villains": ["joker", "joker"]}}
    answer = Client().post("/api/plays", body, content_type="application/json")
    told = answer.json()
    assert (answer.status_code, told["code"], told["rule"]) == (422, "E_DUPLICATE", "D-004")
    assert told["error"] == "The Joker can be played only once"
    assert told["remedy"] == "Choose a different villain for each player"


def join(play, **body):
    at = f"/api/plays/{play.code}/join"
    return Client().post(at, body, content_type="application/json")


def test_whoever_joins_is_told_token_and_table(cast):
    joined = join(cast.play, name="Di" * 40, parts=[1])
    assert joined.status_code == 201
    told = joined.json()
    assert (told["seat"]["name"], told["seat"]["parts"]) == ("Di" * 20, [1])
    assert seats.of_token(told["token"]).name == "Di" * 20


@pytest.mark.parametrize(
    ("body", "error"),
    [
        ({}, "Say who you are, so that the log can name you."),
        ({"name": "  "}, "Say who you are, so that the log can name you."),
        ({"name": "Di", "parts": "1"}, "The parts must be a list."),
        ({"name": "Di", "parts": [7]}, "There is no such seat: 7"),
    ],
)
def test_whoever_cannot_join_is_told_why(cast, body, error):
    answer = join(cast.play, **body)
    assert (answer.status_code, answer.json()["error"]) == (422, error)
    assert Seat.objects.count() == 3
