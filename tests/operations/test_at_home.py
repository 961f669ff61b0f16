"""HTTPS at home: a certificate of the home's own, the plain door, the way to trust it."""

from __future__ import annotations

import http.client
import io
import os
import signal
import ssl
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from cryptography import x509
from django.core.management import CommandError, call_command
from django.test import Client, RequestFactory

from companion import certificates, network
from companion.certificates import Home, NotAtHomeError
from companion.plays.management.commands.play import HERE, SECURE, Command
from companion.requests import to_scan
from tests.serving import free_port, until

ROOT = Path(__file__).parent.parent.parent


def ports():
    """Return a free port that has a free one so many above it."""
    while True:
        plain = free_port()
        if plain + SECURE < 65_536:
            return plain, plain + SECURE


def asked(path, port, context=None, **head):
    kind = http.client.HTTPSConnection if context else http.client.HTTPConnection
    line = kind("127.0.0.1", port, timeout=5, **({"context": context} if context else {}))
    line.request("GET", path, headers=head)
    return line.getresponse()


@pytest.fixture(scope="module")
def at_home(tmp_path_factory):
    """Provide a whole server with HTTPS=1; give its ports and its folder."""
    var = tmp_path_factory.mktemp("var")
    plain, secure = ports()
    command = [sys.executable, "manage.py", "play", "--https", "--host", "127.0.0.1"]
    environment = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "companion.settings",
        "SIDEKICK_VAR": str(var),
        "DATABASE_URL": "",
    }
    server = subprocess.Popen(
        [*command, "--port", str(plain)], cwd=ROOT, env=environment, stdout=subprocess.PIPE
    )

    def answers():
        try:
            return asked("/healthz", plain).status == 200
        except OSError:
            return False

    until(answers, "the server did not start", 60)
    yield plain, secure, Home(var / "certificates")
    server.send_signal(signal.SIGINT)
    assert server.wait(20) == 0
    assert b"SHA-256" in server.stdout.read()


@pytest.mark.patient
def test_plain_door_leads_phone_through_trusting_to_table(at_home):
    plain, secure, home = at_home
    first = asked("/j/ABC/?x=1", plain)
    assert (first.status, first.headers["Location"]) == (303, "/trust/?next=/j/ABC/%3Fx%3D1")
    page = asked(first.headers["Location"], plain).read().decode()
    assert f'href="https://127.0.0.1:{secure}/j/ABC/?x=1"' in page
    assert home.fingerprint in page
    got = asked("/trust/sidekick.crt", plain)
    assert got.headers["Content-Type"] == "application/x-x509-ca-cert"
    trusting = ssl.create_default_context(cadata=got.read().decode())
    inside = asked("/", secure, trusting)
    assert inside.status == 200
    cookie = inside.headers["Set-Cookie"].partition(";")[0]
    led = asked("/j/ABC/?x=1", plain, Cookie=cookie)
    assert led.headers["Location"] == f"https://127.0.0.1:{secure}/j/ABC/?x=1"
    assert led.status == 307


@pytest.mark.patient
def test_the_plain_door_tells_nothing_of_a_table(at_home):
    plain, _, _ = at_home
    for path in ("/", "/t/ABCDEF/", "/api/plays/ABCDEF", "/live/x/y", "/boxes/", "/metrics"):
        assert asked(path, plain).headers["Location"].startswith("/trust/?next=/"), path
    assert asked("/", plain, Host="a b").status == 400
    outside = asked("/trust/?next=//evil.example/", plain).read().decode()
    assert "evil" not in outside


def test_who_does_not_trust_is_not_let_in(at_home):
    with pytest.raises(ssl.SSLCertVerificationError):
        asked("/", at_home[1], ssl.create_default_context())


def test_secrets_are_the_tables_own_users(at_home):
    for path in at_home[2].folder.iterdir():
        assert path.stat().st_mode & 0o077 == 0, path


def test_the_authority_vouches_for_homes_alone(tmp_path):
    home = Home(tmp_path)
    home.prepare("192.168.1.5", "den.local")
    made = x509.load_pem_x509_certificate(home.authority.read_bytes())
    limits = made.extensions.get_extension_for_class(x509.NameConstraints)
    assert limits.critical
    assert x509.DNSName("local") in limits.value.permitted_subtrees
    for host in ("8.8.8.8", "example.com", "2001:db8::1", "notlocal"):
        with pytest.raises(NotAtHomeError):
            home.prepare(host)
    for host in ("10.0.0.1", "fd00::5", "localhost", "fritz.box"):
        assert certificates.at_home(host)


def test_certificate_is_remade_where_needed_authority_never(tmp_path, monkeypatch):
    home = Home(tmp_path)
    home.prepare("192.168.1.5")
    trusted, first = home.fingerprint, home.certificate.read_bytes()
    home.prepare("192.168.1.5")
    assert home.certificate.read_bytes() == first
    home.prepare("192.168.1.6")
    moved = home.certificate.read_bytes()
    assert moved != first
    monkeypatch.setattr(certificates, "RENEWED_BEFORE", timedelta(days=400))
    home.prepare("192.168.1.6")
    assert home.certificate.read_bytes() != moved
    assert home.fingerprint == trusted
    made = x509.load_pem_x509_certificate(home.certificate.read_bytes())
    # Phones refuse certificates of servers that are good for more than 398 days.
    assert made.not_valid_after_utc - datetime.now(UTC) < timedelta(days=398)


def shakes_hands(server, home, host):
    """Return whether a phone that trusts the home's authority accepts what the server shows at a
    host."""
    into, out = ssl.MemoryBIO(), ssl.MemoryBIO()
    trusting = ssl.create_default_context(cafile=str(home.authority))
    phone = trusting.wrap_bio(into, out, server_hostname=host)
    site = server.wrap_bio(out, into, server_side=True)
    for each in (phone, site, phone):
        try:
            each.do_handshake()
        except ssl.SSLWantReadError:
            continue
        except ssl.SSLCertVerificationError:
            return False
    return True


def moved(home, monkeypatch, new):
    """Return what a home that was at 192.168.1.5 prints when its machine gets another address."""
    out = io.StringIO()
    monkeypatch.setattr(network, "outgoing_address", lambda: new)
    monkeypatch.setattr(network, "is_own", lambda address: True)
    home.prepare("192.168.1.5", *HERE)
    home.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    home.context.load_cert_chain(home.certificate, home.key)
    Command(stdout=out).looking_out("", "192.168.1.5", 8000, home).look()
    return out.getvalue()


def test_running_server_is_trusted_at_its_new_address(tmp_path, monkeypatch):
    home = Home(tmp_path)
    said = moved(home, monkeypatch, "192.168.1.9")
    for host in ("192.168.1.9", "192.168.1.5", *HERE):
        assert shakes_hands(home.context, home, host), host
    assert not shakes_hands(home.context, home, "192.168.1.7")
    assert "tart again" not in said


def test_address_outside_of_homes_gets_a_sentence(tmp_path, monkeypatch):
    home = Home(tmp_path)
    assert "start again without HTTPS" in moved(home, monkeypatch, "203.0.113.9")
    assert shakes_hands(home.context, home, "192.168.1.5")


def test_what_cannot_be_is_said_before_anything_starts(settings):
    with pytest.raises(CommandError, match="one process"):
        call_command("play", https=True, workers=2)
    with pytest.raises(CommandError, match="no address of a home network"):
        call_command("play", https=True, workers=1, host="example.com")


def test_without_it_there_is_nothing_to_trust(db):
    assert Client().get("/trust/").status_code == 404
    assert Client().get("/trust/sidekick.crt").status_code == 404
    assert "trusts" not in Client().get("/", secure=True).cookies


@pytest.mark.parametrize("secure", [True, False])
def test_table_over_http_explains_keeping_screen_on(cast, secure):
    page = cast.host.get(f"{cast.at}more", secure=secure).content.decode()
    assert ("Auto-Lock" in page) is not secure


@pytest.mark.parametrize(("secure", "scheme", "port"), [(True, "http", 8000), (False, "http", 80)])
def test_codes_lead_to_the_plain_door(settings, secure, scheme, port):
    settings.HOME_PORTS = (8000, 8443)
    settings.ALLOWED_HOSTS = ["192.168.1.5"]
    host = "192.168.1.5:8443" if secure else "192.168.1.5"
    request = RequestFactory().get("/", secure=secure, HTTP_HOST=host)
    at = urlsplit(to_scan(request, "/j/ABC/"))
    assert (at.scheme, at.port or 80, at.path) == (scheme, port, "/j/ABC/")
