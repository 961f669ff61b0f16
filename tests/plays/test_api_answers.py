"""What a script is told: why nothing was done, what it may know, who it is taken for."""

import pytest

from companion.plays import ledger, seats, sitting
from companion.plays.models import Entry, Play, Seat
from tests.plays.test_api import Script, act


@pytest.fixture
def at(cast):
    return f"/api/plays/{cast.play.code}"


def script(name):
    return Script(seats.token(Seat.objects.select_related("play").get(name=name)))


def test_a_seat_freed_while_its_request_is_under_way_is_a_strangers(cast, at, monkeypatch):
    record, bo = ledger.record, script("Bo")

    def freed_first(*given, **how):
        sitting.free(Seat.objects.get(name="Ana"), Seat.objects.get(name="Bo").pk)
        return record(*given, **how)

    monkeypatch.setattr(ledger, "record", freed_first)
    answer = act(bo, at, {"do": "find", "squirrel": 1})
    assert answer.status_code == 401
    assert answer.json() == {"error": "Send the token of your seat as a bearer token."}
    assert not Entry.objects.filter(kind="action").exists()


def test_what_closed_the_table_meanwhile_is_in_the_answer(cast, at, monkeypatch):
    undo = ledger.undo

    def closed_first(pk, **how):
        ledger.abandon(pk)
        return undo(pk, **how)

    monkeypatch.setattr(ledger, "undo", closed_first)
    answer = script("Bo").post(f"{at}/undo")
    assert (answer.status_code, answer.json()["error"]) == (409, "This table is closed.")
    assert answer.json()["revision"] == Play.objects.get(pk=cast.play.pk).revision == 1


@pytest.mark.parametrize(
    ("body", "name"),
    [({}, "Host"), ({"name": " Ana "}, "Ana"), ({"name": "n" * 41}, "n" * 40), ({"name": 7}, "7")],
)
def test_a_host_has_a_name_of_up_to_forty_letters(db, acorns, body, name):
    made = Script().post("/api/plays", {"title": "acorns", **body})
    assert made.status_code == 201
    assert made.json()["seat"] == {"name": name, "role": "host", "parts": []}


def test_a_guest_says_a_name_and_a_list_of_parts(cast, at):
    for body in ({}, {"name": " "}, {"name": "Di", "parts": 1}, {"name": "Di", "parts": "1"}):
        assert Script().post(f"{at}/join", body).status_code == 422
    assert not Seat.objects.filter(name="Di").exists()
    assert Script().post(f"{at}/join", {"name": "Di"}).json()["seat"]["parts"] == []


@pytest.mark.parametrize(
    ("players", "status"), [(0, 422), (1, 201), (4, 201), (5, 422), (None, 422), ("2", 422)]
)
def test_a_script_begins_for_as_many_as_the_title_is_for(db, acorns, players, status):
    made = Script().post("/api/plays", {"title": "acorns", "players": players})
    assert made.status_code == status
    assert Play.objects.count() == (status == 201)


def test_a_set_up_is_what_is_said_of_it_and_else_the_usual(db, acorns):
    for wanted in (None, {}, {"goal": 30}):
        body = {"title": "acorns", "players": 3, "setup": wanted}
        state = Script().post("/api/plays", body).json()["state"]
        assert (len(state["stores"]), state["goal"]) == (3, 30 if wanted else 20)
    unknown = Script().post("/api/plays", {"title": "acorns", "setup": {"z": 1, "gaol" * 20: 1}})
    assert unknown.json()["error"] == f"The set-up has no such member: {'gaol' * 10}"
    title = Script().post("/api/plays", {"title": "chess"}).json()
    assert title["error"] == "Unknown title."
    assert "acorns" in title["titles"]


@pytest.mark.parametrize(("sample", "kept"), [(True, True), (False, False), (None, False)])
def test_a_script_may_begin_with_the_sample_box(db, acorns, sample, kept):
    Script().post("/api/plays", {"title": "acorns", "sample": sample})
    assert Play.objects.get().sample is kept


def test_a_refusal_says_its_rule_its_way_out_and_whether_the_table_may_overrule(cast, at):
    body = act(script("Bo"), at, {"do": "roll", "face": 3}).json()
    assert (body["kind"], body["overridable"]) == ("refusal", True)
    assert body["error"] == "It is Squirrel 1's turn"
    assert body["remedy"]
    assert "Squirrel 1" in body["facts"].values()
    asked = act(script("Ana"), at, {"do": "roll", "face": 1}).json()
    assert (asked["kind"], asked["code"], asked["rule"]) == ("question", "CROW", "N-02")
    assert asked["error"] == "Did the crow look?"
    assert asked["weight"]
    assert "remedy" not in asked


def test_every_prompt_is_said_in_words_and_whose_it_is(cast, at):
    for name, mine in (("Ana", True), ("Bo", False)):
        prompts = script(name).get(at).json()["prompts"]
        (roll,) = (each for each in prompts if each["do"] == "roll")
        assert (roll["label"], roll["mine"], roll["page"]) == ("What did the die show?", mine, "1")
        assert roll["fields"][0]["label"] == "Face"
        assert roll["actors"] == [0]


def test_a_seat_is_told_the_newest_entry_in_words(cast, at):
    bo = script("Bo")
    assert (bo.get(at).json()["last"], bo.get(at).json()["revision"]) == ([], 0)
    done = act(script("Ana"), at, {"do": "roll", "face": 3}).json()
    assert (done["fresh"], done["entry"], done["kind"]) == (True, 1, "action")
    assert bo.get(at).json()["last"] == ["Squirrel 1 rolled 3", "Squirrel 1 now has 3"]
    assert bo.get(at).json()["seat"] == {"name": "Bo", "role": "player", "parts": [1]}
    assert bo.get(at).json()["parts"][1] == {"index": 1, "name": "Squirrel 2"}


def test_who_watches_reads_and_changes_nothing(cast):
    at, cy = f"/api/plays/{cast.play.watch_code}", script("Cy")
    assert cy.get(at).status_code == 200
    for changed in (act(cy, at, {"do": "roll", "face": 3}), cy.post(f"{at}/undo")):
        assert changed.status_code == 403
        assert changed.json()["error"] == "You are watching: only players change the table."
    assert not Entry.objects.exists()


def test_a_script_answers_a_wish_like_a_phone(cast, at):
    ana, bo = script("Ana"), script("Bo")
    for n, (who, face) in enumerate(((ana, 2), (bo, 3), (ana, 4))):
        assert act(who, at, {"do": "roll", "face": face}, revision=n).status_code == 200
    assert ana.post(f"{at}/back", {"seq": 1}).json()["kind"] == "ask"
    assert bo.post(f"{at}/decline").json()["state"]["stores"] == [6, 3]
    ana.post(f"{at}/back", {"seq": 1})
    assert bo.post(f"{at}/agree").json()["state"]["stores"] == [2, 0]


@pytest.mark.parametrize("body", [{}, {"seq": -1}, {"seq": "0"}, {"seq": None}])
def test_a_script_goes_back_to_a_number_of_the_log(cast, at, body):
    answer = script("Ana").post(f"{at}/back", body)
    assert answer.status_code == 422
    assert answer.json()["error"] == "Choose the entry to go back to."


def test_a_move_that_there_is_not_is_not_found(cast, at):
    assert script("Ana").post(f"{at}/sideways").status_code == 404


@pytest.mark.parametrize("revision", [True, "0", 0.5, [0]])
def test_a_revision_is_a_whole_number(cast, at, revision):
    answer = act(script("Ana"), at, {"do": "roll", "face": 3}, revision=revision)
    assert answer.json() == {"error": "The revision must be a number."}
    assert answer.status_code == 422


def test_a_key_is_known_by_its_first_two_hundred_letters(cast, at):
    ana = script("Ana")
    for key, fresh in (("k" * 200, True), ("k" * 201, False), ("k" * 199, True)):
        assert act(ana, at, {"do": "find", "squirrel": 0}, key=key).json()["fresh"] is fresh
    for _ in range(2):
        assert act(ana, at, {"do": "find", "squirrel": 0}).json()["fresh"]


def test_a_code_no_table_has_lets_nobody_join(cast):
    missing = Script().post("/api/plays/NOSUCH/join", {"name": "Di"})
    assert (missing.status_code, missing.json()["error"]) == (404, "There is no such table.")


def test_answers_are_kept_by_nobody_on_the_way(cast, at):
    for answer in (script("Ana").get(at), Script().get(at)):
        assert (answer["Cache-Control"], answer["Content-Type"]) == ("no-store", "application/json")
