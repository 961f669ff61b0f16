"""The run of two hosts notices what it is there to notice."""

import random

import pytest

from bench import games
from tests.hosts import BLOCK, PAGE, PORTS, WEB
from tests.hosts_tables import SOON, Evening, Table, Tap

SLUG = "animated-dice"


@pytest.fixture
def table(db):
    made = Table(1, 0, games.of(SLUG)[0], random.Random(1), 1.0)
    for phone in made.phones:
        phone.screen.revision = made.before
    return made


def test_lost_and_unasked_entries_are_noticed(table):
    code, after = table.game.play.code, table.before + 1
    assert table.wrong() == []
    table.taps.append(Tap({"do": "roll"}, after, 0.0, 0.0))
    assert table.wrong() == [f"{code}: entry {after} was acknowledged and is lost"]
    table.taps.clear()
    table.before -= 1
    assert table.wrong() == [f"{code}: entry {after - 1} was entered by no tap"]


def test_stale_phones_and_changed_states_are_noticed(table):
    table.phones[1].screen.revision -= 1
    play = table.game.play
    type(play).objects.filter(pk=play.pk).update(state=games.begin(games.of(SLUG)[0], 2).play.state)
    found = "\n".join(table.wrong())
    assert f"a phone shows {table.before - 1} of {table.before}" in found
    assert "does not replay" in found


def test_waits_beyond_five_seconds_are_noticed(table):
    evening = Evening.__new__(Evening)
    evening.tables, evening.pulled = [table], 100.0
    table.phones[0].breaks.append((100.5, 100.0 + SOON - 0.1))
    table.taps.append(Tap({}, 1, 99.0, 100.0 + SOON - 0.1))
    assert evening._late() == []
    table.phones[1].breaks.append((100.5, 100.0 + SOON + 0.1))
    table.taps.append(Tap({}, 2, 101.0, 101.0 + SOON + 0.1))
    table.phones[0].cut = 101.0
    assert len(evening._late()) == 3


def test_page_names_every_process_of_the_run():
    files = dict(BLOCK.findall(PAGE.read_text()))
    named = [f"{address}:{port}" for address in WEB for port in PORTS]
    assert all(each in files["etc/haproxy/haproxy.cfg"] for each in named)
    assert "pool_mode = transaction" in files["etc/pgbouncer/pgbouncer.ini"]
