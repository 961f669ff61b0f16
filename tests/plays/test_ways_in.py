"""The ways to a table: begin one, find one's own again, join by a code, watch, the big screen."""

import json
import re

import pytest
from django.http import Http404
from django.test import Client
from django.utils import timezone

from companion import cookies
from companion.boxes.models import Box
from companion.plays import ledger, seating, seats
from companion.plays.models import Play, Seat
from companion.plays.pages import gate, joining, opening, screens, starting
from companion.plays.pages.table import TablePage
from games import registry
from tests.sample_game import Acorns, Setup

HTMX = {"HTTP_HX_REQUEST": "true"}


def begin(phone, **data):
    return phone.post("/g/acorns/", {"players": 2, **data})


def newest():
    return Play.objects.order_by("-pk").first()


# -- beginning -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "status"), [(0, 422), (1, 302), (4, 302), (5, 422)])
def test_as_many_play_as_the_title_is_for(db, acorns, players, status):
    answer = begin(Client(), players=players)
    assert answer.status_code == status
    assert Play.objects.count() == (status == 302)
    if status == 422:
        assert "Choose the number of players: 1 to 4." in answer.content.decode()


@pytest.mark.parametrize(("name", "kept"), [("", "Host"), ("  ", "Host"), ("x" * 50, "x" * 40)])
def test_whoever_begins_is_the_host_under_a_name(db, acorns, name, kept):
    phone = Client()
    answer = begin(phone, name=name)
    play = newest()
    assert answer["Location"] == f"/t/{play.code}/"
    assert [(s.name, s.role) for s in play.seats.all()] == [(kept, "host")]
    assert phone.get(answer["Location"]).status_code == 200


def test_phone_keeps_one_newest_box_unless_it_chooses(db, acorns):
    phone = Client()
    begin(phone)
    first = Box.objects.get()
    second = Box.objects.create(title=acorns, name="Other", owner=first.owner, facts="{}")
    begin(phone)
    assert newest().box == second
    begin(phone, box=str(first.pk))
    assert newest().box == first
    strange = Box.objects.create(title=acorns, name="Strange", owner="z", facts="{}")
    begin(phone, box=str(strange.pk))
    assert newest().box == second
    begin(phone, box="sample")
    assert (newest().box, newest().sample) == (None, True)
    begin(Client())
    assert newest().box not in (first, second, strange)
    assert not newest().sample


def test_sufficient_boxes_are_named_where_others_fall_short(db):
    referee = registry.referee("animated-dice")
    boxes = Box.objects.filter(title="animated-dice")
    assert opening.counts_for(referee, boxes) == [(2, ""), (3, ""), (4, "")]
    assert opening.counts_for(referee, boxes, sample=True)[-1] == (5, "Sample box")
    Box.objects.create(title="animated-dice", name="Ours", owner="x", facts="{}")
    assert opening.counts_for(referee, boxes, sample=True)[-1] == (5, "Sample box")
    assert opening.counts_for(referee, boxes)[-1] == (4, "")


def test_start_page_counts_players_as_the_book(db):
    page = Client().get("/g/animated-dice/").content.decode()
    assert "2–4 (5 with promo)" in " ".join(page.split())


def test_set_up_beyond_box_is_said_starting_nothing(db):
    answer = Client().post("/g/animated-dice/", {"players": 5})
    assert answer.status_code == 422
    assert "This box has enough villains for 2 to 4 players, not 5" in answer.content.decode()
    assert not Play.objects.exists()


def gotham(**data):
    Client().post("/g/gotham-chronicles/", {"players": 3, **data})
    return registry.referee("gotham-chronicles").decode_state(newest().state)


def test_our_own_copy_begins_with_what_is_public(db):
    state = gotham(starter="on")
    assert state.title == "To Sink a City"
    assert [hero.sheet.name for hero in state.heroes[:2]] == ["Batman", "Catwoman"]
    assert len(state.river) == 7
    assert {hero.source for hero in newest_facts().heroes} == {"unconfirmed"}
    assert gotham().heroes[0].sheet.name == "Hero 1"


def newest_facts():
    return registry.referee(newest().title).decode_box(json.loads(newest().box.facts))


def test_starter_set_is_on_where_it_says_more(db, acorns):
    page = Client().get("/g/gotham-chronicles/").content.decode()
    assert re.search(r'name="starter"\s+checked', page)
    assert 'name="starter"' not in Client().get("/g/acorns/").content.decode()


@pytest.mark.parametrize("slug", registry.TITLES)
def test_table_starts_in_depth_that_was_chosen(slug, db):
    referee = registry.referee(slug)
    for depth in referee.title.depths:
        Client().post(f"/g/{slug}/", {"players": 2, "depth": depth, "box": "sample"})
        assert referee.decode_state(newest().state).depth == depth


def test_the_depth_is_chosen_with_the_copy(db):
    for depth, kept in (("full", "full"), ("quick", "quick"), ("deep", "quick")):
        Client().post("/g/animated-dice/", {"players": 2, "depth": depth})
        assert newest().setup.get("depth", "quick") == kept


def test_another_copy_is_a_box_of_its_own(db, acorns):
    phone = Client()
    begin(phone)
    begin(phone, box="new")
    assert [box.name for box in Box.objects.order_by("pk")] == ["Our copy", "A different copy"]
    assert newest().box.name == "A different copy"


def test_copy_is_not_asked_of_titles_knowing_none(db, acorns, monkeypatch):
    asked = "Which copy is on the table?"
    assert asked in Client().get(f"/g/{acorns}/").content.decode()
    monkeypatch.setattr(Acorns, "box_pages", lambda self, box: ())
    phone = Client()
    assert asked not in phone.get(f"/g/{acorns}/").content.decode()
    for _ in range(2):
        phone.post(f"/g/{acorns}/", {"players": 2})
    assert (Play.objects.count(), Box.objects.count()) == (2, 1)


def test_what_we_play_is_choosable_before_table_shows(db, acorns):
    assert begin(Client(), then="setup")["Location"] == f"/t/{newest().code}/setup/"


def test_a_name_is_typed_once_on_a_phone(db, acorns):
    phone = Client()
    begin(phone, name="Ana")
    assert 'value="Ana"' in phone.get("/g/acorns/").content.decode()
    begin(Client())
    assert 'value="Ana"' in phone.get(f"/j/{newest().code}/").content.decode()
    other = Client()
    other.cookies[seats.NAME_COOKIE] = "forged"
    assert 'value="Ana"' not in other.get("/g/acorns/").content.decode()


def test_nameless_players_are_called_by_what_they_play(db, acorns):
    begin(Client())
    door = f"/j/{newest().code}/"
    Client().post(door, {"parts": ["1"]})
    Client().post(door)
    assert [seat.name for seat in newest().seats.all()] == ["Host", "Squirrel 2", "Player 3"]


def test_home_folds_finished_and_shows_played_title_first(db, acorns):
    phone = Client()
    for _ in range(4):
        begin(phone)
    stopped = newest()
    ledger.abandon(stopped.pk)
    page = phone.get("/").content.decode()
    above, _, older = page.partition("Older tables")
    assert above.count('class="code"') == 2
    assert older.count('class="code"') == 2
    assert stopped.code in older
    assert "can be resumed" in older
    assert above.index('"/g/acorns/"') < above.index('"/g/animated-dice/"')
    strange = Client().get("/").content.decode()
    assert strange.index('"/g/acorns/"') > strange.index('"/g/animated-dice/"')


def test_table_untouched_for_days_is_not_running(db, acorns):
    phone = Client()
    for _ in range(2):
        begin(phone)
    Play.objects.update(updated_at=timezone.now() - starting.YOUNG)
    above, _, older = phone.get("/").content.decode().partition("Older tables")
    assert (above.count('class="code"'), older.count('class="code"')) == (1, 1)


def test_home_lists_phones_tables_by_newest_change(db, acorns):
    phone = Client()
    codes = []
    for name in ("Ana", "Ina"):
        begin(phone, name=name)
        codes.append(newest().code)
    ledger.record(Play.objects.get(code=codes[0]).pk, {"do": "roll", "face": 3}, key="k", actor=0)
    page = phone.get("/").content.decode()
    assert page.index(codes[0]) < page.index(codes[1])
    Play.objects.filter(code=codes[0]).update(title="chess")
    assert codes[0] not in phone.get("/").content.decode()
    assert codes[1] not in Client().get("/").content.decode()


# -- the wizard ------------------------------------------------------------------------------------


def test_wizard_keeps_the_unasked_and_unticked_means_no(db):
    phone = Client()
    phone.post("/g/animated-dice/", {"players": 2, "box": "sample"})
    play = newest()
    referee = registry.referee("animated-dice")
    assert referee.decode_setup(play.setup).return_before_bust is True
    data = {"target": "12", "empty_cup_ends": "on", "first": "1"}
    answer = phone.post(f"/t/{play.code}/setup/", data)
    assert answer["Location"] == f"/t/{play.code}/"
    play.refresh_from_db()
    kept = referee.decode_setup(play.setup)
    assert (kept.target, kept.first, len(kept.villains)) == (12, 1, 2)
    assert (kept.return_before_bust, kept.empty_cup_ends) == (False, True)
    refused = phone.post(f"/t/{play.code}/setup/", {"target": "200"})
    assert refused.status_code == 422
    assert "must be from 5 to 99, not 200" in refused.content.decode()
    assert "see the reason next to it" in refused.content.decode()
    play.refresh_from_db()
    assert play.setup["target"] == 12


def test_the_checklist_is_shown_until_something_is_entered(db):
    phone = Client()
    phone.post("/g/animated-dice/", {"players": 2, "box": "sample"})
    at = f"/t/{newest().code}/"
    assert "All ten dice go in the cup" in phone.get(at).content.decode()
    phone.post(f"{at}act", {"do": "total", "points": "3"})
    assert "All ten dice go in the cup" not in phone.get(at).content.decode()


# -- joining ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "found"),
    [("abcd", "ABCD"), (" A2C4 ", "A2C4"), ("abc", None), ("a" * 13, None), ("a b c d", None)],
)
def test_a_code_that_may_be_one_leads_on(db, typed, found):
    answer = Client().get("/join/", {"code": typed})
    assert (answer.status_code == 302) == bool(found)
    if found:
        assert answer["Location"] == f"/j/{found}/"
    assert Client().post("/join/", {"code": typed}).status_code == answer.status_code


def test_a_code_nobody_has_is_said_shortly(db):
    page = Client().get("/join/", {"code": "x" * 40}).content.decode()
    assert f"No table has the code {'X' * 12}." in page


def test_refused_newcomer_keeps_the_sides_they_ticked(cast):
    page = Client().post(f"/j/{cast.play.code}/", {"parts": ["1"], "name": "Ana"})
    assert page.status_code == 422
    ticked = re.findall(r'value="(\d)"( checked)?>', page.content.decode())
    assert ticked == [("0", ""), ("1", " checked")]


def test_guest_without_side_chooses_one_until_play_begins(db, acorns):
    host, guest = Client(), Client()
    begin(host)
    play = newest()
    guest.post(f"/j/{play.code}/", {"name": "Bo"})
    at = f"/t/{play.code}/"
    assert 'id="sit-1"' in guest.get(at).content.decode()
    guest.post(f"{at}seat", {"parts": "1"}, **HTMX)
    assert play.seats.get(name="Bo").parts == [1]
    assert 'id="sit"' not in guest.get(at).content.decode()


def test_side_without_a_detail_begins_with_its_holder(cast):
    page = Client().get(f"/j/{cast.play.code}/").content.decode()
    assert "held by Ana" in page
    assert not re.search(r"<small>\s*·", page)


def test_door_names_every_side_with_its_holders(cast):
    Seat.objects.create(play=cast.play, name="Gone", parts=[1], gone=True)
    table = TablePage(cast.play, None)
    assert joining.parts_with_seats(table) == [
        {"index": 0, "name": "Squirrel 1", "detail": "", "seats": ["Ana"], "checked": False},
        {"index": 1, "name": "Squirrel 2", "detail": "", "seats": ["Bo"], "checked": False},
    ]


def test_whoever_joins_again_keeps_seat_under_another_name(cast):
    door = f"/j/{cast.play.code}/"
    assert cast.player.get(door)["Location"] == cast.at
    assert cast.player.post(door, {"name": "Bodo", "parts": ["0"]})["Location"] == cast.at
    assert Seat.objects.count() == 3
    bo = Seat.objects.get(name="Bodo")
    assert bo.parts == [0]
    assert cast.player.post(door, {"name": "x" * 60, "parts": []}).status_code == 302
    assert Seat.objects.get(pk=bo.pk).name == "x" * 40


def test_whoever_watches_may_sit_down_besides(cast):
    door = f"/j/{cast.play.code}/"
    assert cast.spectator.get(door).status_code == 200
    assert cast.spectator.post(door, {"name": "Cyd"}).status_code == 302
    assert Seat.objects.get(name="Cyd").role == "player"


def test_a_seat_that_waits_is_taken_up_once(cast):
    waiting = Seat.objects.create(play=cast.play, name="Di", parts=[1], claimed=False)
    door = f"/j/{cast.play.code}/"
    assert "Di" in Client().get(door).content.decode()
    phone = Client()
    assert phone.post(door, {"claim": str(waiting.pk)})["Location"] == cast.at
    assert phone.get(cast.at).status_code == 200
    assert Client().post(door, {"claim": str(waiting.pk)}).status_code == 422
    for claim in ("9" * 18, "x", str(waiting.pk + 1)):
        assert Client().post(door, {"claim": claim}).status_code == 422


def test_seat_that_does_not_wait_leaves_typed_name(cast):
    door = f"/j/{cast.play.code}/"
    first, _ = Seat.objects.update_or_create(
        pk=1, defaults={"play": cast.play, "name": "Di", "parts": [], "claimed": False}
    )
    refused = Client().post(door, {"claim": "x", "name": "Eve"})
    assert refused.status_code == 422
    assert 'value="Eve"' in refused.content.decode()
    first.refresh_from_db()
    assert not first.claimed


def test_name_typed_at_door_is_known_at_next(cast):
    phone = Client()
    phone.post(f"/j/{cast.play.code}/", {"name": "Eve"})
    assert 'value="Eve"' in phone.get("/g/acorns/").content.decode()


def test_a_watching_seat_never_waits_at_the_door(cast):
    Seat.objects.create(play=cast.play, name="Watcher", role="spectator", claimed=False)
    Seat.objects.create(play=cast.play, name="Gone", claimed=False, gone=True)
    page = Client().get(f"/j/{cast.play.code}/").content.decode()
    assert "Watcher" not in page
    assert "Gone" not in page


@pytest.mark.parametrize("kinds", [("code",), ("watch_code",), ("code", "watch_code")])
def test_code_opens_only_its_purpose_in_any_case(cast, kinds):
    play = cast.play
    for kind in ("code", "watch_code"):
        text = getattr(play, kind).lower()
        if kind in kinds:
            assert gate.find(text, *kinds) == play
        else:
            with pytest.raises(Http404):
                gate.find(text, *kinds)


def test_phone_without_seat_is_sent_to_permitted_door(cast):
    stranger = cast.stranger
    assert stranger.get(cast.at)["Location"] == f"/j/{cast.play.code}/"
    assert stranger.get(cast.watched_at)["Location"] == f"/w/{cast.play.watch_code}/"
    for answer in (stranger.post(f"{cast.at}undo"), stranger.get(cast.at, **HTMX)):
        assert answer.status_code == 403
        assert answer["HX-Redirect"] == f"/j/{cast.play.code}/"


def test_scan_code_takes_places_size_and_pages_colours():
    code = joining.qr("http://192.168.1.5/j/ABCDEF/")
    head = code.partition(">")[0]
    assert 'viewBox="0 0 33 33"' in head  # 29 modules, a margin of two around them
    assert 'class="qr"' in head
    assert "width" not in head
    assert 'class="qrline"' not in code


# -- the big screen --------------------------------------------------------------------------------


def test_big_screen_shows_way_in_only_while_open(cast):
    code, watch = f"/tv/{cast.play.code}/", f"/tv/{cast.play.watch_code}/"

    def shown(at):
        return Client().get(at).content.decode()

    assert 'class="qr"' not in shown(code)
    Seat.objects.filter(name="Bo").update(parts=[])
    assert 'class="qr"' in shown(code)
    assert 'class="qr"' not in shown(watch)
    assert cast.play.code not in shown(watch)
    ledger.abandon(cast.play.pk)
    assert 'class="qr"' not in shown(code)


def test_the_big_screen_fetches_what_it_lacks(cast):
    at = f"/tv/{cast.play.code}/"
    assert Client().get(f"{at}?have=0").status_code == 204
    part = Client().get(f"{at}?have=7").content.decode()
    assert "<html" not in part
    assert "<html" in Client().get(at).content.decode()


def test_seated_phone_opens_big_screen_by_own_address(cast):
    assert cast.spectator.get(f"/tv/{cast.play.watch_code}/").status_code == 200
    seating.new_codes(Seat.objects.select_related("play").get(name="Ana"), watching=False)
    old = f"/tv/{cast.play.code}/"
    assert cast.player.get(old).status_code == 200
    assert Client().get(old).status_code == 404


@pytest.mark.parametrize(
    ("text", "revision"),
    [("0", 0), ("17", 17), ("9" * 9, 10**9 - 1), ("9" * 10, None), ("", None), ("-1", None)],
)
def test_revision_is_number_of_up_to_nine_digits(text, revision):
    assert screens.given(text) == revision


def test_nobody_else_sees_what_a_phone_owns(rf):
    request = rf.get("/")
    assert cookies.device(request) == ""
    request.COOKIES[cookies.DEVICE_COOKIE] = "forged"
    assert cookies.device(request) == ""


def test_acorns_is_set_up_again_until_somebody_acts(db, acorns):
    play = ledger.begin(acorns, Setup(2, 20))
    again = ledger.set_up_again(play.pk, Setup(4, 9))
    assert (again.setup, again.revision) == ({"players": 4, "goal": 9}, 0)
    assert again.snapshots.get().state == again.state
