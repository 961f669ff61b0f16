"""A table that today's rules do not fold, and one that moves as a file: who may do what with it."""

import json

import pytest

from companion.plays import upgrade, visibility
from companion.plays.models import Play, Seat
from tests.plays.test_upgrade import Stricter, play, release, undrawable

__all__ = ["play", "release", "undrawable"]


@pytest.fixture
def outgrown(cast, play, release, undrawable):
    """Return a table whose second roll no longer fits, and whose board cannot be shown."""
    release(Stricter)
    return cast


def test_every_phone_sees_misfit_and_host_may_continue(outgrown):
    phones = (
        (outgrown.host, outgrown.at),
        (outgrown.player, outgrown.at),
        (outgrown.spectator, outgrown.watched_at),
    )
    told = [phone.get(at) for phone, at in phones]
    assert [each.status_code for each in told] == [409] * 3
    assert [each.context["can_go_on"] for each in told] == [True, False, False]
    assert {each.context["entry"].seq for each in told} == {2}
    assert [each.context["address"] for each in told[1:]] == [
        outgrown.play.code,
        outgrown.play.watch_code,
    ]


def test_what_does_not_begin_goes_on_for_nobody(outgrown, monkeypatch):
    bring_up = upgrade.bring_up

    def begun_otherwise(pk):
        misfit = bring_up(pk)
        return type(misfit)(None, misfit.answer)

    monkeypatch.setattr(upgrade, "bring_up", begun_otherwise)
    answer = outgrown.host.get(outgrown.at)
    assert (answer.status_code, answer.context["can_go_on"]) == (409, False)


def test_log_is_file_for_who_may_read_all(outgrown, monkeypatch):
    at = f"{outgrown.at}upgrade"
    assert json.loads(outgrown.player.get(at).content)["title"] == "acorns"
    monkeypatch.setattr(visibility, "why_no_playlog", lambda play, seat: "It has secrets.")
    kept = outgrown.player.get(at)
    assert kept.status_code == 403
    assert "It has secrets." in kept.content.decode()


def test_host_alone_goes_on_without_what_misfits(outgrown):
    at = f"{outgrown.at}upgrade"
    refused = outgrown.player.post(at)
    assert refused.status_code == 403
    assert "Only the host of this table can do that." in refused.content.decode()
    assert outgrown.host.get(outgrown.at).status_code == 409
    assert outgrown.host.post(at)["Location"] == outgrown.at
    assert outgrown.host.get(outgrown.at).status_code == 200


def test_fitting_table_and_stranger_are_led_to_table(cast):
    for phone in (cast.host, cast.stranger):
        for answer in (phone.get(f"{cast.at}upgrade"), phone.post(f"{cast.at}upgrade")):
            assert (answer.status_code, answer["Location"]) == (302, cast.at)
    assert not cast.play.entries.exists()


# -- moving as a file ------------------------------------------------------------------------------


def test_only_host_moves_table_and_never_with_secrets(cast, monkeypatch):
    assert cast.player.post(f"{cast.at}move").status_code == 403
    monkeypatch.setattr(visibility, "why_no_playlog", lambda play, seat: "It has secrets.")
    for answer in (cast.host.post(f"{cast.at}move"), cast.host.get(f"{cast.at}playlog.json")):
        assert answer.status_code == 403
        assert "It has secrets." in answer.content.decode()
    assert not Play.objects.get().abandoned


def test_moving_tables_file_is_taken_before_it_closes(cast):
    answer = cast.host.post(f"{cast.at}move")
    assert not json.loads(answer.content).get("abandoned")
    host = Seat.objects.get(name="Ana")
    assert Play.objects.get().entries.last().seat == host
