"""Starting a table in three taps, joining it, and who may see what."""

import pytest
from django.test import Client

from companion.boxes.models import Box
from companion.plays import seats
from companion.plays.models import Play, Seat


@pytest.fixture
def phone(db, acorns):
    return Client()


def started(phone, **data):
    answer = phone.post("/g/acorns/", {"players": 2, **data})
    assert answer.status_code == 302
    return Play.objects.get()


def test_three_taps_from_home_to_a_running_table(phone):
    home = phone.get("/").content.decode()
    assert '"/g/acorns/"' in home
    choose = phone.get("/g/acorns/").content.decode()
    assert 'name="players"' in choose
    play = started(phone)
    assert "What did the die show?" in phone.get(f"/t/{play.code}/").content.decode()
    assert play.seats.get().role == Seat.Role.HOST


@pytest.mark.parametrize("players", ["", "0", "9", "two", "²"])
def test_wrong_number_of_players_is_said_starting_nothing(phone, players):
    answer = phone.post("/g/acorns/", {"players": players})
    assert answer.status_code == 422
    assert "1 to 4" in answer.content.decode()
    assert not Play.objects.exists()


def test_group_keeps_its_box_from_play_to_play(phone):
    play = started(phone)
    phone.post(f"/t/{play.code}/act", {"do": "paint", "colour": "teal"})
    phone.post("/g/acorns/", {"players": 3})
    assert Box.objects.count() == 1
    assert [play.facts for play in Play.objects.order_by("pk")][1] == '{"colour":"teal"}'


def test_the_sample_box_leaves_the_own_one_alone(phone):
    started(phone, box="sample")
    assert Play.objects.get().sample
    assert not Box.objects.exists()


def test_host_changes_set_up_until_game_begins(phone):
    play = started(phone)
    address = f"/t/{play.code}/setup/"
    assert phone.get(address).status_code == 200
    assert phone.post(address, {"players": 3, "goal": 30}).status_code == 302
    play.refresh_from_db()
    assert play.setup == {"players": 3, "goal": 30}
    refused = phone.post(address, {"players": "many", "goal": 30})
    assert refused.status_code == 422
    phone.post(f"/t/{play.code}/act", {"do": "roll", "face": 4})
    assert phone.post(address, {"players": 2, "goal": 30}).status_code == 409


def test_joining_takes_a_name_and_a_part(phone):
    play = started(phone)
    guest = Client()
    page = guest.get(f"/j/{play.code.lower()}/")
    assert "Squirrel 2" in page.content.decode()
    assert guest.post(f"/j/{play.code}/", {"name": "Bo", "parts": "7"}).status_code == 422
    assert guest.post(f"/j/{play.code}/", {"name": "Bo", "parts": "1"}).status_code == 302
    assert play.seats.get(name="Bo").parts == [1]
    assert guest.get(f"/j/{play.code}/")["Location"] == f"/t/{play.code}/"
    assert guest.get(f"/t/{play.code}/").status_code == 200


def test_code_read_aloud_is_typed_in_any_case(phone):
    play = started(phone)
    assert phone.get(f"/join/?code= {play.code.lower()} ")["Location"] == f"/j/{play.code}/"
    missing = phone.get("/join/?code=nosuch", follow=True)
    assert missing.status_code == 404
    assert "No table has the code NOSUCH" in missing.content.decode()


def test_seat_survives_restart_and_is_listed_at_home(phone):
    play = started(phone)
    kept = Client()
    name = seats.cookie_name(play.code)
    kept.cookies[name] = phone.cookies[name].value
    assert kept.get(f"/t/{play.code}/").status_code == 200
    assert play.code in kept.get("/").content.decode()


def test_watching_link_gives_seat_that_only_looks(phone):
    play = started(phone)
    watcher = Client()
    assert watcher.get(f"/w/{play.watch_code}/")["Location"] == f"/t/{play.watch_code}/"
    assert watcher.get(f"/t/{play.watch_code}/").status_code == 200
    assert watcher.get(f"/t/{play.code}/")["Location"] == f"/j/{play.code}/"
    assert watcher.get(f"/w/{play.watch_code}/").status_code == 302
    assert play.seats.filter(role=Seat.Role.SPECTATOR).count() == 1
    assert watcher.post(f"/j/{play.watch_code}/", {"name": "Eve"}).status_code == 404


def test_a_watching_link_opened_often_makes_one_seat(phone):
    play = started(phone)
    assert f"/w/{play.watch_code}/" in Client().get(f"/j/{play.code}/").content.decode()
    for _ in range(5):
        assert Client().get(f"/w/{play.watch_code}/").status_code == 302
    assert play.seats.filter(role=Seat.Role.SPECTATOR).count() == 1


def test_the_board_answers_204_to_who_has_it(cast):
    assert cast.host.get(f"{cast.at}board?have=0").status_code == 204
    assert cast.host.get(f"{cast.at}board?have=7").status_code == 200
    assert "no-store" in cast.host.get(f"{cast.at}board")["Cache-Control"]


def test_waiting_phone_is_told_whose_turn_it_is(cast):
    assert "Ana (Squirrel 1): What did the die show?" in cast.player.get(cast.at).content.decode()


def test_tv_shows_way_in_while_seats_are_free(cast):
    assert cast.play.code not in cast.stranger.get(f"/tv/{cast.play.watch_code}/").content.decode()
    cast.play.seats.filter(name="Bo").update(parts=[])
    at = f"/tv/{cast.play.code}/"
    page = cast.stranger.get(at).content.decode()
    assert cast.play.code in page
    assert "<form" not in page
    assert cast.stranger.get(f"{at}?have=0").status_code == 204


@pytest.mark.parametrize("page", ["log", "people", "more", "rules", "playlog.json", "setup/"])
def test_strangers_see_nothing_of_a_table(cast, page):
    answer = cast.stranger.get(cast.at + page)
    assert (answer.status_code, answer["Location"]) == (302, f"/j/{cast.play.code}/")


@pytest.mark.parametrize(
    "url", ["/w/NOSUCHCODE/", "/g/chess/", "/rules/chess/", "/rules/acorns/N-99/", "/boxes/1/"]
)
def test_what_does_not_exist_is_a_plain_404(db, acorns, url):
    answer = Client().get(url)
    assert answer.status_code == 404
    assert "Nothing here" in answer.content.decode()


@pytest.mark.parametrize(
    "page", ["/", "/g/acorns/", "/boxes/", "/import/", "/rules/acorns/", "/rules/acorns/N-01/"]
)
def test_open_pages_answer_anybody(db, acorns, page):
    answer = Client().get(page)
    assert answer.status_code == 200
    assert "default-src 'none'" in answer["Content-Security-Policy"]
    assert "<script>" not in answer.content.decode()
    assert "style=" not in answer.content.decode()


def test_box_is_its_owners_and_travels_as_file(phone, tmp_path):
    started(phone)
    box = Box.objects.get()
    assert phone.get(f"/boxes/{box.pk}/").status_code == 200
    assert Client().get(f"/boxes/{box.pk}/").status_code == 404
    assert phone.post(f"/boxes/{box.pk}/", {"do": "paint", "colour": "plum"}).status_code == 302
    assert phone.post(f"/boxes/{box.pk}/", {"do": "roll", "face": 3}).status_code == 422
    text = phone.get(f"/boxes/{box.pk}/export.json").content
    file = tmp_path / "box.json"
    file.write_bytes(text)
    other = Client()
    with file.open("rb") as opened:
        answer = other.post("/boxes/import/", {"file": opened})
    assert answer.status_code == 302
    assert Box.objects.exclude(pk=box.pk).get().facts == '{"colour":"plum"}'
    file.write_text('{"schema": "sidekick.box/1", "title": "acorns", "facts": {"colour": 3}}')
    with file.open("rb") as opened:
        answer = other.post("/boxes/import/", {"file": opened})
    assert answer.status_code == 422
    assert "Nothing was imported" in answer.content.decode()
    assert Box.objects.count() == 2


def test_pages_are_padded_at_random_unlike_board_pieces(cast):
    def sizes(path, **how):
        found = [
            cast.host.get(cast.at + path, HTTP_ACCEPT_ENCODING="gzip", **how) for _ in range(12)
        ]
        assert {each.headers["Content-Encoding"] for each in found} == {"gzip"}
        return sorted(len(each.content) for each in found)

    padded, bare = sizes("log"), sizes("board", HTTP_HX_REQUEST="true")
    assert padded[-1] - padded[0] > 20
    # The key of each board is random itself.
    assert bare[-1] - bare[0] < 9
