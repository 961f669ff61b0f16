"""Tests of what a phone reads of its table: who did what, what is waited for, what may be taken
back."""

import pytest
from django.http import QueryDict
from django.test import Client

from companion.plays import ledger, seating
from companion.plays.models import Entry, Play, Seat
from companion.plays.pages.table import TablePage
from games.messages import Msg
from games.referee import Choice, Note, Question, Refusal
from tests.sample_game import Setup


@pytest.fixture
def play(cast):
    return cast.play


def seat(name):
    return Seat.objects.select_related("play").get(name=name)


def roll(play, face=4, name="Ana", **more):
    sits = seat(name)
    data = {"do": "roll", "face": face}
    key = f"k{Play.objects.get(pk=play.pk).revision}"
    actor = sits.parts[0]
    return ledger.record(play.pk, data, key=key, seat=sits, actor=actor, **more)


def table(name="Ana"):
    sits = seat(name)
    return TablePage(sits.play, sits)


def said(kind=None):
    """Return the sentences of the newest entry (of a kind)."""
    seen = table()
    entries = Entry.objects.filter(play=seen.play)
    entry = (entries.filter(kind=kind) if kind else entries).last()
    return seen.say_entry(entry)


# -- entries ---------------------------------------------------------------------------------------


def test_an_action_is_said_with_everything_that_followed(play):
    roll(play)
    assert said() == ["Squirrel 1 rolled 4", "Squirrel 1 now has 4"]


def test_undone_and_redone_entries_are_named(play):
    roll(play)
    roll(play, 5, "Bo")
    ledger.undo(play.pk, key="u")
    assert said() == ["Undone: Squirrel 2 rolled 5"]
    ledger.redo(play.pk, key="r")
    assert said() == ["Redone: Squirrel 2 rolled 5"]


def test_closing_and_opening_are_said(play):
    ledger.abandon(play.pk)
    stood = ["Acorns of Squirrel 1: 0", "Acorns of Squirrel 2: 0"]
    assert said() == ["Ended the table without a result", *stood]
    ledger.abandon(play.pk, closed=False)
    assert said() == ["Opened the table again"]


def test_wish_names_where_to_and_who_may_answer(play):
    roll(play)
    roll(play, 5, "Bo")
    roll(play, 3)
    ledger.go_back(play.pk, 1, key="b", seat=seat("Ana"))
    assert said() == ["Asks to go back to: Squirrel 1 rolled 4"]
    newest = Entry.objects.last()
    assert table("Bo").wish(newest) == {
        "who": "Ana",
        "what": "Asks to go back to: Squirrel 1 rolled 4",
        "mine": True,
        "sign": "undo",
    }
    assert [table(name).wish(newest)["mine"] for name in ("Ana", "Cy")] == [False, False]
    assert TablePage(play, None).wish(newest)["mine"] is False
    assert table().wish(Entry.objects.first()) is table().wish(None) is None
    ledger.answer_ask(play.pk, False, key="d", seat=seat("Bo"))
    assert said() == ["Declines to go back to: Squirrel 1 rolled 4"]


def test_wish_to_begin_anew_names_set_up(play):
    roll(play)
    roll(play, 5, "Bo")
    ledger.go_back(play.pk, 0, key="b", seat=seat("Ana"))
    assert said() == ["Asks to go back to: setup"]


@pytest.mark.parametrize(
    ("what", "parts", "of", "sentences"),
    [
        ("sits", [], [], ["Sat down"]),
        ("sits", [0, 1], [], ["Sat down for Squirrel 1 and Squirrel 2"]),
        ("sits", [1], [1], ["Sat down for Squirrel 2", "Played by Bo so far"]),
        ("plays", [1], [], ["Now plays Squirrel 2"]),
        ("plays", [], [], ["No longer plays a side"]),
        ("plays", [0], [0, 1], ["Now plays Squirrel 1", "Played by Ana and Bo so far"]),
        ("host", [], [1], ["Made Bo the host"]),
        ("freed", [1], [1], ["Freed the seat of Bo"]),
        ("released", [], [1], ["Lets another phone take over Bo's seat"]),
        ("claimed", [1], [], ["Moved this seat to another phone"]),
        ("code", [], [], ["Gave the table a new code"]),
        ("link", [], [], ["Changed the spectator link"]),
        ("played", [1], [1], ["Says Bo played Squirrel 2"]),
        ("kept", [], [], ["Added this game to a crew's book"]),
        ("danced", [7], [9, -1], ["Changed seats"]),
    ],
)
def test_a_change_of_seats_is_said(play, what, parts, of, sentences):
    entry = Entry(play=play, kind=Entry.Kind.SEAT, action={"what": what, "parts": parts, "of": of})
    assert table().say_entry(entry) == sentences


def test_going_on_by_newer_rules_is_said(play):
    entry = Entry(play=play, kind=Entry.Kind.CORRECT, action={"kind": "upgrade", "seq": 3})
    said = ["Continued under newer rules, without what no longer fits"]
    assert table().say_entry(entry) == said


def test_note_is_for_everybody_its_owner_or_hinted(play):
    notes = [
        Note("note.crow", {"who": "A"}),
        Note("note.find", {"who": "B"}, "", 0, "note.paint"),
        Note("note.find", {"who": "C"}, "", 1, "note.paint"),
        Note("note.find", {"who": "D"}, "", 1),
    ]
    assert table("Ana").say_notes(notes) == [
        "The crow empties A's store",
        "B finds an acorn",
        "The nest is … now",
    ]
    assert table("Cy").say_notes(notes) == [
        "The crow empties A's store",
        "The nest is … now",
        "The nest is … now",
    ]


def test_entry_with_nothing_readable_says_so(play):
    secret = [{"code": "note.find", "facts": {"who": "C"}, "rule": "", "owner": 1, "hidden": ""}]
    entry = Entry(play=play, kind=Entry.Kind.ACTION, notes=secret)
    assert table("Ana").say_entry(entry) == ["A secret"]
    assert table("Bo").say_entry(entry) == ["C finds an acorn"]
    assert [table(name).keeps_secret(entry) for name in ("Ana", "Bo")] == [True, False]
    open_ = Entry(play=play, kind=Entry.Kind.ACTION, notes=[{**secret[0], "owner": None}])
    assert not table("Ana").keeps_secret(open_)


# -- what is asked now -----------------------------------------------------------------------------


def test_whoever_is_not_due_reads_who_is(play):
    bo, ana = table("Bo"), table("Ana")
    assert bo.waiting(bo.views(bo.prompts)) == "Ana (Squirrel 1): What did the die show?"
    assert ana.waiting(ana.views(ana.prompts)) == ""
    assert bo.waiting([]) == ""


def test_prompts_belong_to_phone_that_is_asked_alone(play):
    views = {view.do: view for view in table("Bo").views(table("Bo").prompts)}
    assert (views["roll"].mine, views["paint"].mine) == (False, True)
    mine = {view.do: view for view in table("Ana").views(table("Ana").prompts)}
    assert mine["roll"].mine
    watching = {view.do: view for view in table("Cy").views(table("Cy").prompts)}
    assert {view.mine for view in watching.values()} == {False}


def test_typed_values_stay_in_refused_form(play):
    seen = table()
    data = QueryDict("prompt=p-paint&colour=red")
    typed = {view.id: view.typed for view in seen.views(seen.prompts, data)}
    assert typed.pop("p-paint") == {"prompt": ["p-paint"], "colour": ["red"]}
    assert set(typed.values()) == {None}


def test_a_closed_table_asks_nothing(play):
    ledger.abandon(play.pk)
    assert table().prompts == ()


def test_only_what_is_there_can_be_taken_back(play):
    assert table().undo(None) is None
    entry = roll(play).entry
    assert table().undo(entry) == {"label": "Squirrel 1 rolled 4"}
    assert table().undo(None) == {"label": ""}


def test_undo_names_its_entry_despite_later_seat_change(play):
    roll(play)
    seating.change(seat("Bo"), "Bo", [])
    assert table().context()["undo"] == {"label": "Squirrel 1 rolled 4"}


def test_partless_player_sees_free_parts_until_first_entry(play):
    def offered(name="Ana"):
        return [side.index for side in table(name).sit()]

    assert offered() == []
    Seat.objects.update(parts=[])
    assert [offered(name) for name in ("Ana", "Bo", "Cy")] == [[0, 1], [0, 1], []]
    Seat.objects.filter(name="Bo").update(parts=[1])
    assert offered() == [0]
    Seat.objects.filter(name="Ana").update(parts=[0])
    Seat.objects.filter(name="Bo").update(parts=[])
    assert offered() == []
    roll(play)
    Seat.objects.update(parts=[])
    assert offered() == []


def test_host_takes_all_heroes_of_gotham_at_once(db):
    phone = Client()
    phone.post("/g/gotham-chronicles/", {"players": 2, "box": "own", "starter": "on"})
    play, host = Play.objects.get(), Seat.objects.get()
    assert TablePage(play, host).sit_as() == (("Heroes", (0, 1, 2)),)
    Seat.objects.create(play=play, name="Bo", parts=[3])
    page = phone.get(f"/t/{play.code}/").content.decode()
    assert '<section class="panel" id="sit">' in page
    assert "Heroes: all 3" in page
    phone.post(f"/t/{play.code}/seat", {"parts": ["0", "1", "2"]}, headers={"HX-Request": "true"})
    host.refresh_from_db()
    assert host.parts == [0, 1, 2]


def test_host_is_not_offered_only_part_there_is(cast):
    alone = ledger.begin("acorns", Setup(1, 20))
    host = Seat.objects.create(play=alone, name="Di", role=Seat.Role.HOST, parts=[])
    assert TablePage(alone, host).sit() == ()


def test_what_everything_says_after_a_roll(play):
    entry = roll(play).entry
    seen = TablePage(seat("Bo").play, seat("Bo"), entry)
    shown = seen.context(have=0)
    assert shown["last"] == ["Squirrel 1 rolled 4", "Squirrel 1 now has 4"]
    assert shown["say"] == "Squirrel 1 rolled 4 Squirrel 1 now has 4"
    assert (shown["last_by"], shown["redo"], shown["depth"]) == ("Ana", False, "quick")
    assert [view.do for view in shown["now"]] == ["roll"]
    assert [view.do for view in shown["more"]] == ["find", "find", "paint"]
    assert shown["undo"] == {"label": "Squirrel 1 rolled 4"}
    assert shown["address"] == play.code
    assert seen.context(flash="Look here")["say"] == "Look here"
    ledger.undo(play.pk, key="u")
    assert table().context()["redo"] is True
    assert table("Cy").context()["address"] == play.watch_code
    assert TablePage(play, None).context()["address"] == play.code


def test_long_entry_shows_whole_but_speaks_six_sentences(play):
    entry = roll(play).entry
    Entry.objects.filter(pk=entry.pk).update(
        notes=[{"code": "note.find", "facts": {"who": str(n)}, "rule": ""} for n in range(9)]
    )
    shown = table().context()
    assert shown["last"] == [f"{n} finds an acorn" for n in range(9)]
    assert shown["say"].count("finds") == 6


def test_ending_is_said_with_rule_page_and_winners(play):
    ledger.record(play.pk, {"do": "adjust", "tracker": "store.1", "value": 20}, key="a")
    assert table().outcome() == {
        "result": "won",
        "text": "Squirrel 2 has a full store",
        "rule": "N-01",
        "page": "1",
        "also": [],
        "winners": ["Squirrel 2"],
        "scores": {},
        "names": ["Bo (Squirrel 2)"],
        "yours": "lost",
    }
    shown = table().context()
    assert shown["say"].endswith("Squirrel 2 has a full store")
    assert "full store" not in table().context(flash="No.")["say"]
    refused = table().context(answer=Refusal("E_OVER", ""))
    assert "full store" not in refused["say"]


def test_refusal_tells_rule_page_remedy_and_repeatable_tap(play):
    data = QueryDict("do=roll&face=4&key=k&revision=3&csrfmiddlewaretoken=x&dice=1&dice=2")
    refusal = Refusal("E_NOT_ACTIVE", "N-01", {"active": "Bo"}, Msg("remedy.ask_active", {}))
    shown = table().refusal(refusal, data)
    assert shown == {
        "text": "It is Bo's turn",
        "remedy": "Ask …, or have the host enter it",
        "rule": "N-01",
        "page": "1",
        "code": "E_NOT_ACTIVE",
        "overridable": True,
        "again": [("do", "roll"), ("face", "4"), ("dice", "1"), ("dice", "2")],
    }
    plain = table().refusal(Refusal("E_OVER", "", overridable=False), None)
    assert (plain["remedy"], plain["page"], plain["overridable"], plain["again"]) == (
        "",
        "",
        False,
        [],
    )


def test_a_question_is_told_with_its_answers(play):
    options = (Choice("a", "Aye"), Choice("n", Msg("answer.no")))
    shown = table().question(Question("CROW", "N-02", {}, options, "warn"), QueryDict("do=roll"))
    assert shown == {
        "text": "Did the crow look?",
        "rule": "N-02",
        "page": "2",
        "code": "CROW",
        "weight": "warn",
        "options": [{"value": "a", "label": "Aye"}, {"value": "n", "label": "No"}],
        "again": [("do", "roll")],
    }


def test_due_one_of_two_own_parts_reads_secrets(play):
    seating.change(seat("Bo"), "Bo", ["0", "1"])
    assert table("Bo").viewer == 0
    roll(play)
    assert table("Bo").viewer == 1
    assert table("Ana").viewer == 0
    assert table("Cy").viewer is None
