"""A machine gets another address, or has several: phones still reach their table."""

from __future__ import annotations

import http.client
import io
import socket
import threading
from contextlib import contextmanager

import pytest
from django.test import Client

from companion import network, serve
from companion.plays import seats
from companion.plays.management.commands.play import Command
from companion.plays.models import Play, Seat
from tests.serving import until


@contextmanager
def everywhere():
    """Provide a server on every address of this machine; give its port."""
    from companion.asgi import Site

    listening = serve.listen_everywhere("", 0)
    server = serve.Server(serve.config(Site()))
    thread = threading.Thread(target=server.run, kwargs={"sockets": listening}, daemon=True)
    thread.start()
    try:
        until(lambda: server.started, "the server did not start", 20)
        yield listening[0].getsockname()[1]
    finally:
        server.should_exit = True
        thread.join(20)


def asked(address: str, port: int, host: str) -> int:
    line = http.client.HTTPConnection(address, port, timeout=20)
    line.request("GET", "/manifest.webmanifest", headers={"Host": f"{host}:{port}"})
    return line.getresponse().status


@pytest.mark.django_db(transaction=True)
def test_address_added_after_the_start_is_answered(settings):
    settings.ALLOWED_HOSTS = ["localhost"]
    with everywhere() as port:
        assert asked("127.0.0.2", port, "127.0.0.2") == 200
        assert asked("127.0.0.2", port, "evil.example") == 400
    assert settings.ALLOWED_HOSTS == ["localhost", "127.0.0.2"]


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(not network.is_own("::1"), reason="this machine has no IPv6")
def test_phone_with_ipv6_is_answered(settings):
    settings.ALLOWED_HOSTS = ["localhost"]
    with everywhere() as port:
        assert asked("::1", port, "[::1]") == 200


def test_chosen_address_is_the_only_one_listened_on():
    (listening,) = serve.listen_everywhere("127.0.0.1", 0)
    with listening:
        assert listening.family == socket.AF_INET


@pytest.fixture
def moving(monkeypatch):
    """Let this machine have addresses one after the other; gives what was noticed."""
    addresses, noticed = iter([None, "192.0.2.1", "192.0.2.9"]), []
    monkeypatch.setattr(network, "outgoing_address", lambda: next(addresses))
    return network.Lookout("192.0.2.1", lambda *each: noticed.append(each)), noticed


def test_only_another_address_is_noticed(moving):
    lookout, noticed = moving
    lookout.look()
    lookout.look()
    assert noticed == []
    lookout.look()
    assert noticed == [("192.0.2.9", "192.0.2.1")]


def shown(monkeypatch, lost):
    """Return what is printed once the address has changed."""
    out = io.StringIO()
    monkeypatch.setattr(network, "outgoing_address", lambda: "192.0.2.9")
    monkeypatch.setattr(network, "is_own", lambda address: not lost)
    monkeypatch.setattr(
        "companion.plays.management.commands.play.connections.close_all", lambda: None
    )
    Command(stdout=out).looking_out("", "192.0.2.1", 8000).look()
    return out.getvalue()


def test_new_address_shows_a_code_and_keeps_seats(cast, monkeypatch):
    said = shown(monkeypatch, lost=True)
    assert "http://192.0.2.9:8000/" in said
    assert said.count("\n") > 15
    assert "each seat waits for its phone" in said
    phone = Client()
    page = phone.get(f"/j/{cast.play.code}/").text
    assert "I am Ana" in page
    assert "I am Bo" in page
    bo = Seat.objects.get(name="Bo")
    answer = phone.post(f"/j/{cast.play.code}/", {"claim": bo.pk})
    assert answer.status_code == 302
    assert seats.cookie_name(cast.play.code) in phone.cookies
    assert "Bo" in phone.get(f"/t/{cast.play.code}/").text
    # The old phone is Bo's as well, should the address come back.
    assert cast.player.get(cast.at).status_code == 200


def test_second_address_leaves_every_seat_alone(cast, monkeypatch):
    said = shown(monkeypatch, lost=False)
    assert "192.0.2.1, still works" in said
    assert not Seat.objects.filter(claimed=False).exists()


def test_chosen_address_is_not_looked_after():
    assert not isinstance(Command().looking_out("192.0.2.1", "192.0.2.1", 8000), network.Lookout)


def test_tables_that_are_over_await_nobody(cast, monkeypatch):
    Play.objects.update(outcome={"result": "won"})
    shown(monkeypatch, lost=True)
    assert not Seat.objects.filter(claimed=False).exists()
