"""A running table goes to another Sidekick, which fetches it from a one-time address."""

from __future__ import annotations

import ipaddress
import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from companion import remote
from companion.plays import ledger, seating, transfer
from companion.plays.models import Handover, Play, Seat
from companion.plays.pages import incoming
from companion.plays.transfer import NotOfferedError
from companion.uploads.kinds import BrokenFileError
from tests.sending import read_all, sent

pytestmark = pytest.mark.any_database
TAKER = "t" * 16


@pytest.fixture
def table(site, cast):
    """Return a table two rolls old on a real server, which is the other Sidekick, too."""
    for n, face in enumerate((3, 5)):
        cast.host.post(f"{cast.at}act", {"do": "roll", "face": face, "key": f"k{n}", "revision": n})
    return cast


def offered(table, site):
    """Return the one-time address, as the code shows it."""
    table.host.post(f"{table.at}handover")
    page = table.host.get(f"{table.at}handover", follow=True).content.decode()
    found = re.search(r"/m/[A-Z0-9]{10}/", page)
    assert found
    return site + found[0]


def fetched(address):
    """Return what the phone is shown in the end that has a table fetched, and the phone."""
    phone = Client()
    answer = phone.post("/import/from", {"from": address})
    assert answer.status_code == 302, answer.content.decode()
    read_all()
    return phone.get(answer["Location"]), phone


def there(table) -> Play:
    return Play.objects.exclude(pk=table.play.pk).get()


def here(table) -> Play:
    return Play.objects.get(pk=table.play.pk)


def test_transferred_table_leads_every_phone_to_its_seat(table, site):
    answer, phone = fetched(offered(table, site))
    new, old = there(table), here(table)
    assert answer.status_code == 302
    assert phone.get(f"/t/{new.code}/").status_code == 200
    assert (new.state, new.revision, new.over) == (old.state, 2, False)
    assert old.abandoned
    for who, seat in ((table.host, 0), (table.player, 1)):
        assert f"/j/{new.code}/?seat={seat}" in who.get(table.at).content.decode()
    watching = table.spectator.get(table.watched_at).content.decode()
    assert f"/w/{new.watch_code}/" in watching
    assert new.code not in watching
    page = Client().get(f"/j/{new.code}/?seat=1").content.decode()
    assert "I am Bo" in page
    assert (
        "Moved the table to another Sidekick" in table.player.get(f"{table.at}log").content.decode()
    )


def test_stranger_with_old_code_is_sent_on(table, site):
    fetched(offered(table, site))
    page = Client().get(f"/j/{table.play.code}/")
    assert page.status_code == 409
    assert f"/j/{there(table).code}/" in page.content.decode()
    assert "moved to another Sidekick" in table.player.get("/").content.decode()


def test_address_is_good_once_and_for_some_minutes(table, site):
    used = offered(table, site)
    fetched(used)
    assert "No table could be fetched from" in fetched(used)[0].content.decode()
    assert Play.objects.count() == 2
    assert Client().get(used.removeprefix(site)).status_code == 404
    ledger.abandon(table.play.pk, closed=False)
    old = offered(table, site)
    Handover.objects.update(made_at=timezone.now() - Handover.FRESH - timedelta(seconds=1))
    assert "No table could be fetched from" in fetched(old)[0].content.decode()
    assert not here(table).abandoned


def test_a_new_address_replaces_the_one_before(table, site):
    before = offered(table, site)
    offered(table, site)
    assert "No table could be fetched from" in fetched(before)[0].content.decode()


def test_only_taker_may_ask_again_or_report_outcome(table, site):
    code = offered(table, site).rstrip("/")[-10:]
    doc = transfer.take(code, TAKER)
    assert transfer.take(code, TAKER) == doc
    assert not doc.abandoned
    for asked in (transfer.take, transfer.failed):
        with pytest.raises(NotOfferedError):
            asked(code, "somebody else" * 2)
    with pytest.raises(NotOfferedError):
        transfer.arrived(code, "somebody else" * 2, {})
    assert here(table).moved == {}


def test_what_cannot_be_read_there_goes_on_here(table, site, monkeypatch):
    def breaks(work):
        raise BrokenFileError("no room")

    monkeypatch.setattr(incoming, "read", breaks)
    answer, _ = fetched(offered(table, site))
    assert "no room" in answer.content.decode()
    assert not here(table).abandoned
    assert table.host.post(f"{table.at}act", {"do": "roll", "face": 4}).status_code == 302


def test_address_of_failed_transfer_is_good_no_more(cast):
    on_offer = transfer.offer(cast.play.seats.get(role=Seat.Role.HOST))
    assert transfer.offered(cast.play) == on_offer
    transfer.take(on_offer.code, TAKER)
    assert Play.objects.get(pk=cast.play.pk).abandoned
    transfer.failed(on_offer.code, TAKER)
    assert not Play.objects.get(pk=cast.play.pk).abandoned
    assert transfer.offered(cast.play) is None
    with pytest.raises(NotOfferedError):
        transfer.find(on_offer.code)


def test_offer_lasts_its_minutes_and_longer_under_way(cast, monkeypatch):
    on_offer = transfer.offer(cast.play.seats.get(role=Seat.Role.HOST))
    over = on_offer.made_at + Handover.FRESH
    monkeypatch.setattr(timezone, "now", lambda: over - timedelta(microseconds=1))
    assert on_offer.fresh
    assert transfer.find(on_offer.code.lower()) == transfer.offered(cast.play) == on_offer
    monkeypatch.setattr(timezone, "now", lambda: over)
    assert not on_offer.fresh
    assert transfer.offered(cast.play) is None
    with pytest.raises(NotOfferedError):
        transfer.find(on_offer.code)
    Handover.objects.update(taker="x")
    assert transfer.find(on_offer.code) == on_offer
    Handover.objects.update(done=True)
    with pytest.raises(NotOfferedError):
        transfer.find(on_offer.code)


def test_untaken_offer_has_neither_arrived_nor_failed(cast):
    on_offer = transfer.offer(cast.play.seats.get(role=Seat.Role.HOST))
    for taker in ("", TAKER):
        with pytest.raises(NotOfferedError):
            transfer.arrived(on_offer.code, taker, {"join": "http://x/"})
        with pytest.raises(NotOfferedError):
            transfer.failed(on_offer.code, taker)
    assert transfer.offered(cast.play) == on_offer
    assert Play.objects.get(pk=cast.play.pk).moved == {}


@pytest.mark.parametrize("how", ["over", "freed", "no host"])
def test_only_host_of_running_table_gives_it_away(cast, how):
    host = cast.play.seats.get(role=Seat.Role.HOST)
    on_offer = transfer.offer(host)
    if how == "over":
        ledger.abandon(cast.play.pk)
    else:
        changed = {"gone": True} if how == "freed" else {"role": Seat.Role.PLAYER}
        Seat.objects.filter(pk=host.pk).update(**changed)
    with pytest.raises(NotOfferedError):
        transfer.take(on_offer.code, TAKER)
    assert Handover.objects.get().taker == ""


def test_lines_after_giving_table_out_stay_behind(cast):
    ledger.record(cast.play.pk, {"do": "roll", "face": 3}, key="k")
    on_offer = transfer.offer(cast.play.seats.get(role=Seat.Role.HOST))
    doc = transfer.take(on_offer.code, TAKER)
    assert [line.kind for line in doc.entries] == ["action"]
    assert transfer.take(on_offer.code, TAKER) == doc
    assert [entry.kind for entry in cast.play.entries.all()] == ["action", "close"]


def test_reopened_table_is_given_out_no_more(table, site):
    code = offered(table, site).rstrip("/")[-10:]
    transfer.take(code, TAKER)
    ledger.abandon(table.play.pk, closed=False)
    with pytest.raises(NotOfferedError):
        transfer.take(code, TAKER)
    with pytest.raises(NotOfferedError):
        transfer.arrived(code, TAKER, {"join": "http://x/", "watch": "http://x/"})
    fetched(offered(table, site))
    ledger.abandon(table.play.pk, closed=False)
    assert here(table).moved == {}


def test_a_freed_seat_waits_for_nobody_there(table, site):
    seating.free(Seat.objects.get(name="Ana"), Seat.objects.get(name="Bo").pk)
    fetched(offered(table, site))
    assert there(table).seats.count() == 3
    assert "I am Bo" not in Client().get(f"/j/{there(table).code}/").content.decode()


def test_secrets_are_not_given_out(table, site, monkeypatch):
    code = offered(table, site).rstrip("/")[-10:]
    monkeypatch.setattr("companion.plays.visibility.everything", lambda play: False)
    assert table.host.get(f"{table.at}handover").status_code == 403
    assert table.host.post(f"{table.at}handover").status_code == 403
    with pytest.raises(NotOfferedError):
        transfer.take(code, TAKER)


def test_who_scans_the_address_is_asked_where_to(table, site):
    path = offered(table, site).removeprefix(site)
    phone = Client()
    assert phone.get(path).status_code == 200
    page = phone.get(path, {"to": "192.168.1.7:8000"}).content.decode()
    assert f"http://192.168.1.7:8000/import/?from=http://testserver{path}" in page
    assert phone.get(path, {"to": "javascript:alert(1)"}).status_code == 422
    filled = phone.get("/import/", {"from": f"http://a{path}"}).content.decode()
    assert f'value="http://a{path}"' in filled
    assert not here(table).abandoned


def test_a_sidekick_that_talks_nonsense_is_told_nothing(table, site):
    path = offered(table, site).removeprefix(site)
    phone = Client(enforce_csrf_checks=True)
    for said in ({}, {"taker": TAKER}, {"what": "take"}, {"what": "arrived", "taker": TAKER}):
        assert phone.post(path, said).status_code == 404
    assert not here(table).abandoned


@pytest.mark.parametrize(
    "text",
    [
        *("", "ftp://h/m/ABCDEFGHJK/", "h/m/ABC/", "http://a:b@h/m/ABCDEFGHJK/", "h/x/ABCDEFGHJK/"),
        *("h/m/ABCDEFGHJK/?a=b", "h:99999/m/ABCDEFGHJK/", "file:///etc/hosts", "h /m/ABCDEFGHJK/"),
    ],
)
def test_nothing_is_asked_but_what_gives_table_away(db, text):
    assert Client().post("/import/from", {"from": text}).status_code == 422
    assert remote.place(text) is None


@pytest.mark.parametrize(
    ("asker", "allowed"),
    [
        ("127.0.0.1", {"127.0.0.1", "192.168.1.5", "8.8.8.8"}),
        ("192.168.1.9", {"192.168.1.5", "8.8.8.8"}),
        ("fd00:1::/64", {"192.168.1.5", "8.8.8.8"}),
        ("8.8.4.4", {"8.8.8.8"}),
        ("nonsense", {"8.8.8.8"}),
    ],
)
def test_nobody_reaches_through_us_anything_nearer_than_themselves(asker, allowed):
    tried = {"127.0.0.1", "192.168.1.5", "8.8.8.8", "169.254.169.254", "0.0.0.0", "224.0.0.1"}
    reach = remote.reach(asker)
    found = {each: remote.away(ipaddress.ip_address(each)) for each in tried}
    assert {each for each, far in found.items() if far is not None and far >= reach} == allowed
    for text in tried - allowed:
        place = remote.place(f"{text}:9/m/ABCDEFGHJK/")
        assert place
        with pytest.raises(remote.UnreachableError), remote.ask(place, reach):
            pass


def test_ipv4_address_in_ipv6_is_just_as_near():
    assert remote.away(ipaddress.ip_address("::ffff:127.0.0.1")) == remote.HERE


def test_too_big_or_slow_answer_is_let_go(monkeypatch):
    import io

    with pytest.raises(remote.UnreachableError):
        list(remote.pieces(io.BytesIO(b"x" * 11), 10))
    monkeypatch.setattr(remote, "WHOLE", -1)
    with pytest.raises(remote.UnreachableError):
        list(remote.pieces(io.BytesIO(b"x"), 10))


def test_a_table_still_moves_as_a_file(cast):
    assert sent(Client(), "/import/", cast.host.post(f"{cast.at}move").content).status_code == 302
