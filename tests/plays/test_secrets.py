"""A secret of one seat reaches no other: not in pages, drawers, the API, the log or a repair."""

import pytest
from django.test import Client
from django.utils import timezone

from companion.plays import ledger, visibility
from companion.plays.models import Play, Seat
from tests.hardening.thief import SECRET, found, read, set_up, streamed

pytestmark = pytest.mark.any_database

HTMX = {"HTTP_HX_REQUEST": "true"}


@pytest.fixture
def robbed(db):
    """Return a table of Talisman where Bo (the second part) holds a Feat only he may know."""
    return set_up()


@pytest.mark.patient
def test_no_address_tells_anybody_elses_secret(robbed):
    told = {name: found(robbed, name)[0] for name in robbed.phones if name != "Gil"}
    at = f"GET /t/{robbed.play.code}/"
    assert {at, f"{at}board", f"{at}log", f"GET /api/plays/{robbed.play.code}"} <= {*told.pop("Bo")}
    assert {name: where for name, where in told.items() if where} == {}


@pytest.mark.django_db
def test_streams_bring_a_secret_to_its_owner_alone():
    robbed = set_up()
    brought = streamed(robbed)
    assert set(brought) == {"Ana", "Bo", "Cy", "Di", "Eve"}
    assert all(len(text) > 500 for text in brought.values()), "nothing came"
    assert {name for name, text in brought.items() if SECRET.encode() in text} == {"Bo"}


@pytest.mark.patient
def test_closed_table_tells_partless_phone_no_more(robbed):
    ledger.abandon(robbed.play.pk)
    robbed.play.refresh_from_db()
    assert found(robbed, "Eve")[0] == []


def test_stale_tap_and_undo_tell_no_secret(robbed):
    play, ana = robbed.play, robbed.phones["Ana"]
    stale = ana.post(f"{at(robbed)}act", {"do": "end", "revision": 0, "key": "x"}, **HTMX)
    undone = ana.post(f"{at(robbed)}undo", {"revision": play.revision, "key": "u"}, follow=True)
    for answer in (stale, undone):
        assert SECRET not in answer.content.decode()


def test_secret_of_another_seat_needs_consent_to_undo(robbed):
    play, bo = robbed.play, robbed.phones["Bo"]
    before = play.revision
    for way, sent in (("undo", {}), ("back", {"seq": play.entries.get(seq=play.head).parent})):
        data = {"revision": play.revision, "key": way, **sent}
        assert robbed.phones["Ana"].post(f"{at(robbed)}{way}", data, **HTMX).status_code == 200
        play.refresh_from_db()
        assert (play.head, play.entries.last().kind) == (before, "ask")
    bo.post(f"{at(robbed)}wish", {"agreed": "yes", "revision": play.revision, "key": "w"}, **HTMX)
    play.refresh_from_db()
    assert play.head < before


def test_own_secret_is_undone_at_once(robbed):
    data = {"revision": robbed.play.revision, "key": "u"}
    robbed.phones["Bo"].post(f"{at(robbed)}undo", data, **HTMX)
    assert robbed.play.entries.last().kind == "undo"


def test_only_host_sits_beside_part_and_all_hear(robbed):
    cy, ana = robbed.phones["Cy"], robbed.phones["Ana"]
    refused = cy.post(f"{at(robbed)}seat", {"name": "Cy", "parts": ["1", "2"]})
    assert refused.status_code == 422
    assert "Bo plays that side" in refused.content.decode()
    assert SECRET not in cy.get(f"{at(robbed)}log").content.decode()
    joined = Client().post(f"/j/{robbed.play.code}/", {"name": "Zoe", "parts": "1"})
    assert joined.status_code == 422
    assert ana.post(f"{at(robbed)}seat", {"name": "Ana", "parts": ["0", "1"]}).status_code == 302
    log = robbed.phones["Bo"].get(f"{at(robbed)}log").content.decode()
    assert "Played by Bo so far" in log
    assert SECRET in ana.get(f"{at(robbed)}log").content.decode()


@pytest.mark.patient
def test_freed_seats_knowledge_falls_to_nobody_silently(robbed):
    bo = robbed.play.seats.get(name="Bo")
    robbed.phones["Ana"].post(f"{at(robbed)}revoke", {"seat": bo.pk})
    robbed.play.refresh_from_db()
    assert found(robbed, "Eve")[0] == []
    for name in ("Ana", "Cy"):
        assert robbed.phones[name].get(f"/j/{robbed.play.code}/")["Location"] == at(robbed)
    assert "Freed the seat of Bo" in robbed.phones["Cy"].get(f"{at(robbed)}log").content.decode()
    assert (
        robbed.phones["Cy"]
        .post(f"{at(robbed)}seat", {"name": "Cy", "parts": ["1", "2"]})
        .status_code
        == 302
    )
    log = robbed.phones["Ana"].get(f"{at(robbed)}log").content.decode()
    assert "Now plays " in log
    assert SECRET not in log


def test_another_phone_on_seat_is_said_in_log(robbed):
    bo = robbed.play.seats.get(name="Bo")
    robbed.phones["Ana"].post(f"{at(robbed)}release", {"seat": bo.pk})
    other = Client()
    other.post(f"/j/{robbed.play.code}/", {"claim": bo.pk})
    assert SECRET in other.get(f"{at(robbed)}log").content.decode()
    log = robbed.phones["Cy"].get(f"{at(robbed)}log").content.decode()
    assert "Lets another phone take over Bo&#x27;s seat" in log
    assert "Moved this seat to another phone" in log


def test_the_upgrade_page_hands_out_no_secret(robbed):
    gone = {"rules_version": 0, "setup": {"players": "many"}, "state": "{}"}
    Play.objects.filter(pk=robbed.play.pk).update(**gone)
    for name in ("Ana", "Cy"):
        assert robbed.phones[name].get(at(robbed)).status_code == 409
        assert robbed.phones[name].get(f"{at(robbed)}upgrade").status_code == 403
    watching = f"/t/{robbed.play.watch_code}/upgrade"
    assert robbed.phones["Di"].get(watching).status_code == 403


def test_closed_table_keeps_secrets_while_it_can_reopen(robbed):
    ana, fay = robbed.phones["Ana"], robbed.phones["Fay"]
    ana.post(f"{at(robbed)}close", {"closed": "yes"})
    story = f"/p/{robbed.play.share}/"
    assert ana.get(f"{at(robbed)}playlog.json").status_code == 403
    assert Client().get(f"{story}playlog.json").status_code == 409
    assert "Bo draws a Feat" not in archive_of(fay, robbed)
    later(robbed.play)
    assert SECRET in Client().get(f"{story}playlog.json").content.decode()
    assert SECRET in Client().get(f"{story}log/").content.decode()
    assert SECRET in archive_of(fay, robbed)
    assert ana.post(f"{at(robbed)}close", {"closed": "no"}).status_code == 409
    assert Play.objects.get(pk=robbed.play.pk).abandoned


def test_ending_is_undone_only_while_secrets_are_kept(robbed):
    play = Play.objects.filter(pk=robbed.play.pk)
    play.update(outcome={"result": "won"}, ended_at=timezone.now())
    story = f"/p/{robbed.play.share}/"
    assert SECRET not in Client().get(f"{story}log/").content.decode()
    later(robbed.play)
    assert SECRET in Client().get(f"{story}log/").content.decode()
    undone = robbed.phones["Bo"].post(f"{at(robbed)}undo", {"key": "u"}, **HTMX)
    assert undone.status_code == 409
    assert "everyone can read its secrets" in undone.content.decode()
    assert play.get().revision == robbed.play.revision


def test_archive_leaves_out_running_game_with_secrets(robbed):
    text = archive_of(robbed.phones["Fay"], robbed)
    assert "The Cellar" in text
    assert robbed.play.share not in text
    assert SECRET not in text


def later(play):
    """Make it an hour after the end."""
    ended = timezone.now() - visibility.SETTLES
    Play.objects.filter(pk=play.pk).update(ended_at=ended)


def archive_of(client, robbed):
    """Return the crew's archive as text, as its keeper gets it."""
    page = client.post(f"/c/{robbed.crew.key}/pack")["Location"]
    for _ in range(5):
        client.get(page)
    return read(client.get(f"{page}file")).decode()


def at(robbed):
    return f"/t/{Play.objects.get(pk=robbed.play.pk).code}/"


def test_waiting_seats_future_secrets_fall_to_nobody(robbed):
    waiting = Seat.objects.create(play=robbed.play, name="Zoe", parts=[1], claimed=False)
    bare = Seat(play=robbed.play, name="Yan", parts=[])
    assert visibility.parts(robbed.play, bare, [0, 1], [waiting]) == [0]
    waiting.claimed = True
    assert visibility.parts(robbed.play, bare, [0, 1], [waiting]) == [0, 1]
    waiting.gone = True
    assert visibility.parts(robbed.play, bare, [0, 1], [waiting]) == [0]
    assert visibility.parts(robbed.play, None, [0, 1], []) == []
