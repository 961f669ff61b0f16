"""Pages of a public server: privacy, terms, security.txt, robots.txt; reported names."""

from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client

from companion.operations.models import Report
from companion.plays.models import Play, Seat

pytestmark = pytest.mark.each_database


@pytest.fixture
def public(settings, tmp_path):
    """Make this the server of someone who runs it for strangers."""
    settings.OPERATOR, settings.CONTACT = "Olga of Kraków", "mailto:olga@example.org"
    settings.VAR = tmp_path
    return settings


def page(path, language="en"):
    return Client().get(path, headers={"Accept-Language": language})


def test_home_has_no_pages_for_strangers(db):
    for path in ("/privacy/", "/terms/", "/.well-known/security.txt"):
        assert page(path).status_code == 404
    assert "/privacy/" not in page("/").content.decode()


@pytest.mark.parametrize(
    ("language", "words"), [("en", "is run by"), ("pl", "Ten serwer prowadzi")]
)
def test_privacy_and_terms_name_operator_in_both_languages(public, db, language, words):
    for path in ("/privacy/", "/terms/"):
        told = page(path, language).content.decode()
        assert words in told
        assert "Olga of Kraków" in told
    assert 'href="/privacy/"' in page("/").content.decode()


def test_privacy_page_says_what_retention_does(public, db):
    assert "kept until its host deletes it" in page("/privacy/").content.decode()
    public.KEEP_PLAYS, public.KEEP_NAMES = 400, 1
    told = " ".join(page("/privacy/").content.decode().split())
    assert "deleted 400 days after its end" in told
    assert "Names in such a game are deleted 1 day after its end" in told


def test_operators_own_text_replaces_page(public, db, tmp_path):
    (tmp_path / "pages").mkdir()
    (tmp_path / "pages" / "terms.txt").write_text("Be kind.\n\n<b>Always.</b>")
    (tmp_path / "pages" / "terms.pl.txt").write_text("Bądź miły.")
    told = page("/terms/").content.decode()
    assert "<p>Be kind.</p>" in told
    assert "&lt;b&gt;Always." in told
    assert "guess codes" not in told
    assert "Bądź miły." in page("/terms/", "pl").content.decode()


def test_security_txt_expires_within_a_year(public):
    lines = dict(
        line.split(": ", 1)
        for line in page("/.well-known/security.txt").content.decode().splitlines()
    )
    assert lines["Contact"] == "mailto:olga@example.org"
    left = datetime.fromisoformat(lines["Expires"]) - datetime.now(UTC)
    assert timedelta(days=100) < left < timedelta(days=366)


def test_robots_leave_tables_and_crews_alone():
    told = page("/robots.txt").content.decode().splitlines()
    assert {"Disallow: /t/", "Disallow: /c/", "Disallow: /j/"} <= set(told)
    assert not {"Disallow: /", "Disallow: /rules/", "Disallow: /p/"} & set(told)


def test_story_is_not_indexed_running_or_over(cast):
    at = f"/p/{cast.play.share}/"
    assert cast.host.get(at).headers["X-Robots-Tag"] == "noindex"
    Play.objects.filter(pk=cast.play.pk).update(abandoned=True)
    for path in (at, f"{at}log/", f"{at}seats.csv"):
        assert cast.stranger.get(path).headers["X-Robots-Tag"] == "noindex", path


def test_name_is_reported_with_one_tap(cast, public):
    bo = Seat.objects.get(name="Bo")
    assert "Report this name" in cast.host.get(f"{cast.at}people").content.decode()
    for _ in range(2):
        assert cast.host.post(f"{cast.at}report", {"seat": bo.pk}).status_code == 302
    assert [(each.kind, each.row) for each in Report.objects.all()] == [("seat", bo.pk)]
    assert cast.host.post(f"{cast.at}report", {"seat": "9999"}).status_code == 404
    Play.objects.filter(pk=cast.play.pk).update(abandoned=True)
    story = f"/p/{cast.play.share}/"
    assert "Report a name" in cast.stranger.get(story).content.decode()
    assert cast.stranger.post(f"{story}report").status_code == 302
    assert Report.objects.filter(kind="table", row=cast.play.pk).exists()


def test_home_has_no_one_to_report_to(cast):
    bo = Seat.objects.get(name="Bo")
    assert "Report this name" not in cast.host.get(f"{cast.at}people").content.decode()
    assert cast.host.post(f"{cast.at}report", {"seat": bo.pk}).status_code == 404
    assert not Report.objects.exists()
