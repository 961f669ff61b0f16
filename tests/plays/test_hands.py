"""What to do on the table after an entry: whole, the same everywhere, ticked by anybody."""

from __future__ import annotations

import re

import pytest

from companion.plays.fold import notes_of
from games.registry import TITLES, referee
from tests import golden
from tests.plays.test_warnings import begun

pytestmark = pytest.mark.django_db
HTMX = {"HTTP_HX_REQUEST": "true"}


def fullest(slug: str) -> tuple[str, int, int]:
    """The golden game and entry that moves most, and how many lines that makes."""
    hands = referee(slug).hands
    found = [("", 0, 0)]
    for path in golden.files():
        if path.parent.name == slug:
            play, _ = begun(golden.named(path), len(golden.read(path).entries), (0,))
            for entry in play.entries.filter(kind="action"):
                moved = [
                    note
                    for note in notes_of(entry)
                    if note.code in hands and hands[note.code].many(note.facts) != 0
                ]
                found.append((golden.named(path), entry.seq, len(moved)))
    return max(found, key=lambda each: each[2])


@pytest.mark.parametrize("slug", TITLES)
def test_the_list_is_whole_and_the_greatest_first(slug):
    name, seq, lines = fullest(slug)
    assert lines > 1
    _, ana = begun(name, seq, (0,))
    part = ana.html.partition('id="r-hands"')[2].partition("</a>")[0]
    assert f">{lines}<svg" in part
    page = ana.client.get(f"{ana.at}hands").content.decode()
    assert page.partition('id="todo"')[2].partition("</section>")[0].count("<li") == lines
    assert "Do this on the table" in page


def test_a_tick_shows_on_every_phone_and_goes_with_the_next_entry():
    play, ana = begun("batman-who-laughs/won", 53, (0,))
    listed = f"{ana.at}hands"
    first = re.search(r'name="line" value="(53\d\d)"', ana.client.get(listed).content.decode())
    assert first
    line = first[1]
    answer = ana.client.post(f"{ana.at}lay", {"line": line, "done": "yes"}, **HTMX)
    assert answer.content.decode().count('aria-pressed="true"') == 1
    play.refresh_from_db()
    assert play.laid == [int(line)]
    ana.client.post(f"{ana.at}undo", {"revision": 53, "key": "u"})
    after = ana.client.get(listed).content.decode()
    assert "Take this back on the table" in after
    assert 'aria-pressed="true"' not in after
    ana.client.post(f"{ana.at}lay", {"line": "9901", "done": "yes"}, **HTMX)
    play.refresh_from_db()
    assert play.laid == [int(line)]
