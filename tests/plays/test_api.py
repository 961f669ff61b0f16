"""The JSON API: a script with a seat's token may do what the phone may, and no more."""

import pytest
from django.test import Client

from companion.plays.models import Entry, Play


class Script:
    """A client that knows nothing but URLs and JSON."""

    def __init__(self, token=""):
        self.client = Client()
        self.headers = {"Authorization": f"Bearer {token}"} if token else {}

    def post(self, url, body=None):
        return self.client.post(
            url, body or {}, content_type="application/json", headers=self.headers
        )

    def get(self, url):
        return self.client.get(url, headers=self.headers)


@pytest.fixture
def table(db, acorns):
    made = Script().post("/api/plays", {"title": "acorns", "players": 2, "name": "Ana"})
    assert made.status_code == 201
    return made.json()


@pytest.fixture
def at(table):
    return f"/api/plays/{table['code']}"


@pytest.fixture
def host(table):
    return Script(table["token"])


def act(script, at, action, **more):
    return script.post(f"{at}/actions", {"action": action, **more})


def test_script_plays_whole_game_from_prompts(host, at):
    shown = host.get(at).json()
    while shown["outcome"] is None:
        prompt = next(each for each in shown["prompts"] if each["expected"])
        (field,) = prompt["fields"]
        best = max(choice["value"] for choice in field["choices"])
        action = {"do": prompt["do"], field["name"]: best}
        done = act(host, at, action, revision=shown["revision"], key=str(shown["revision"]))
        assert done.status_code == 200
        shown = done.json()
    assert shown["outcome"]["text"] == "Squirrel 1 has a full store"
    assert shown["state"]["stores"] == [20, 18]


def test_guest_joins_and_is_held_to_turn(host, table, at):
    joined = Script().post(f"{at}/join", {"name": "Bo", "parts": [1]})
    bo = Script(joined.json()["token"])
    refused = act(bo, at, {"do": "roll", "face": 3})
    assert refused.status_code == 422
    body = refused.json()
    assert (body["kind"], body["code"], body["rule"], body["page"]) == (
        "refusal",
        "E_NOT_ACTIVE",
        "N-01",
        "1",
    )
    assert body["remedy"]
    host_roll = act(host, at, {"do": "roll", "face": 3})
    assert host_roll.status_code == 200
    assert act(bo, at, {"do": "roll", "face": 3}).status_code == 200


def test_a_question_lists_its_options(host, at):
    asked = act(host, at, {"do": "roll", "face": 1})
    assert (asked.status_code, asked.json()["options"]) == (422, ["yes", "no"])
    answered = act(host, at, {"do": "roll", "face": 1}, answers={"CROW": "no"})
    assert answered.status_code == 200


def test_the_same_key_is_one_entry(host, at):
    for fresh in (True, False):
        done = act(host, at, {"do": "roll", "face": 3}, key="once")
        assert (done.status_code, done.json()["fresh"]) == (200, fresh)
    assert Entry.objects.count() == 1


def test_stale_revision_is_409_with_fresh_table(host, at):
    act(host, at, {"do": "roll", "face": 3}, revision=0)
    stale = act(host, at, {"do": "roll", "face": 3}, revision=0)
    assert stale.status_code == 409
    assert stale.json()["revision"] == 1
    assert "Squirrel 1 rolled 3" in stale.json()["error"]


def test_undo_redo_and_back(host, at):
    act(host, at, {"do": "roll", "face": 3})
    assert host.post(f"{at}/undo").json()["state"]["stores"] == [0, 0]
    assert host.post(f"{at}/redo").json()["state"]["stores"] == [3, 0]
    assert host.post(f"{at}/back", {"seq": 0}).json()["state"]["stores"] == [0, 0]
    assert host.post(f"{at}/back", {"seq": "x"}).status_code == 422
    assert host.post(f"{at}/undo").status_code == 409


def test_without_a_token_nothing_is_shown_or_changed(table, at):
    for script in (Script(), Script("forged"), Script(table["token"][:-1] + "x")):
        assert script.get(at).status_code == 401
        assert act(script, at, {"do": "roll", "face": 3}).status_code == 401
    assert not Entry.objects.exists()


def test_a_cookie_reads_but_never_changes(cast):
    at = f"/api/plays/{cast.play.code}"
    assert cast.host.get(at).status_code == 200
    body = {"action": {"do": "roll", "face": 3}}
    answer = cast.host.post(f"{at}/actions", body, content_type="application/json")
    assert answer.status_code == 403
    assert not Entry.objects.exists()


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"{", 400),
        (b"[]", 400),
        (b"\xff\xfe", 400),
        (b'{"action": {"do": "paint", "colour": "\\u0000"}}', 400),
        (b'{"action": 3}', 422),
        (b'{"action": {"do": "roll", "face": 99999999999999999999}}', 422),
        (b'{"action": {"do": "roll", "face": 3}, "revision": "x"}', 422),
        (b'{"action": {"do": "roll", "face": 3}, "revision": -5}', 409),
        (b'{"action": {"do": "roll", "face": 3}, "answers": [1]}', 422),
        (b'{"action": {"do": "roll", "face": 3, "extra": 1}}', 422),
        (b'{"action": {"do": "adjust", "tracker": "x", "value": 1}}', 422),
    ],
)
def test_bad_bodies_get_a_sentence(host, at, body, status):
    answer = host.client.post(
        f"{at}/actions", body, content_type="application/json", headers=host.headers
    )
    assert answer.status_code == status
    assert answer.status_code == 400 or answer.json()["error"]
    assert not Entry.objects.exists()


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"title": "chess"},
        {"title": "acorns", "players": 9},
        {"title": "acorns", "players": "2"},
        {"title": "acorns", "setup": {"goal": "high"}},
        {"title": "acorns", "setup": 3},
        {"title": "acorns", "setup": {"gaol": 20}},
        {"title": ["acorns"]},
        {"title": {}},
    ],
)
def test_a_table_that_cannot_be_is_not_made(db, acorns, body):
    assert Script().post("/api/plays", body).status_code == 422


def test_state_holds_what_is_at_its_default_too(table):
    assert table["state"]["active"] == 0
    assert table["state"]["depth"] == "quick"


@pytest.mark.parametrize("where", ["", "/actions", "/undo", "/back", "/nonsense"])
def test_a_missing_table_and_a_strangers_look_alike(table, where):
    for script in (Script(), Script("forged")):
        ask = script.post if where else script.get
        there, missing = (ask(f"/api/plays/{code}{where}") for code in (table["code"], "NOSUCH"))
        assert (there.status_code, there.content) == (missing.status_code, missing.content)
        assert there.status_code == 401


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", ""])
def test_body_of_another_kind_starts_no_table(db, acorns, kind):
    body = '{"title": "acorns", "players": 2, "name": "Ana"}'
    answer = Client().post("/api/plays", body, content_type=kind)
    assert answer.status_code == 415
    assert "application/json" in answer.json()["error"]
    assert not Play.objects.exists()
