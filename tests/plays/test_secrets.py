"""A secret of one seat reaches no other: not in pages, drawers, the API, the log or a repair."""

from random import Random

import pytest
from django.test import Client

from companion.plays import ledger, seats
from companion.plays.models import Entry, Play, Seat
from games import registry
from tests import chance

SECRET = "Zebra Manoeuvre"


@pytest.fixture
def table(db):
    """A table of Talisman where Bo (the second part) holds a Feat only he may know."""
    referee = registry.referee("talisman-batman")
    play = ledger.begin(
        "talisman-batman", referee.setup_default(3, referee.sample_box()), sample=True
    )
    phones = {}
    for name, role, parts in (
        ("Ana", Seat.Role.HOST, [0]),
        ("Bo", Seat.Role.PLAYER, [1]),
        ("Cy", Seat.Role.PLAYER, [2]),
        ("Di", Seat.Role.SPECTATOR, []),
    ):
        seat = Seat.objects.create(play=play, name=name, role=role, parts=parts)
        client = Client()
        client.cookies[seats.cookie_name(seat.address)] = seats.token(seat)
        client.headers = {"Authorization": f"Bearer {seats.token(seat)}"}
        phones[name] = client
    bo = play.seats.get(name="Bo")
    rng = Random(1)
    for n in range(12):
        state = referee.decode_state(Play.objects.get(pk=play.pk).state)
        prompt = next(p for p in referee.prompts(state) if p.expected)
        if prompt.do not in ("villain", "ready"):
            break
        ledger.record(play.pk, chance.action(prompt, rng), key=f"start-{n}")
    draw = {"do": "feat-draw", "seat": 1, "name": SECRET}
    done = ledger.record(play.pk, draw, key="feat", seat=bo, actor=1)
    assert isinstance(done, ledger.Recorded), done
    play.refresh_from_db()
    return play, phones


def everything(client, play, address):
    """All that a phone can be shown of a table."""
    at = f"/t/{address}/"
    for page in ("", "board", "log", "people", "more", "rules", "ask", "playlog.json"):
        yield page, client.get(at + page).content.decode()
    yield "api", client.get(f"/api/plays/{address}", headers=client.headers).content.decode()
    for entry in Entry.objects.filter(play=play):
        yield f"repair {entry.seq}", client.get(f"{at}repair/{entry.seq}").content.decode()
    yield "tv", client.get(f"/tv/{address}/").content.decode()


@pytest.mark.parametrize("name", ["Ana", "Cy", "Di"])
def test_no_other_seat_is_ever_sent_a_secret(table, name):
    play, phones = table
    address = play.watch_code if name == "Di" else play.code
    for page, text in everything(phones[name], play, address):
        assert SECRET not in text, page


def test_its_owner_reads_it(table):
    play, phones = table
    seen = {page for page, text in everything(phones["Bo"], play, play.code) if SECRET in text}
    assert {"board", "log"} <= seen


def test_a_stale_tap_and_an_undo_tell_nothing_either(table):
    play, phones = table
    ana = phones["Ana"]
    stale = ana.post(
        f"/t/{play.code}/act", {"do": "end", "revision": 0, "key": "x"}, HTTP_HX_REQUEST="true"
    )
    undone = ana.post(f"/t/{play.code}/undo", {"revision": play.revision, "key": "u"}, follow=True)
    for answer in (stale, undone):
        assert SECRET not in answer.content.decode()
