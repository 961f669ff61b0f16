"""Tests of what to do on the table after an entry: whole, the same everywhere, ticked by anyone."""

from __future__ import annotations

import re
from collections.abc import Collection
from html import unescape
from types import SimpleNamespace

import msgspec
import pytest
from django.test import Client

from companion.plays import ledger, repair
from companion.plays.answers import Recorded
from companion.plays.models import Play
from companion.plays.pages import handwork
from companion.plays.pages.drawing.engine import speaker_for
from companion.plays.pages.drawing.hyphens import SOFT_HYPHEN
from companion.plays.replay import notes_of, state_at
from games.messages import Msg
from games.referee import Note, PhysicalStep
from games.registry import TITLES, referee
from tests import golden
from tests.plays.test_warnings import begun

pytestmark = pytest.mark.django_db
HTMX = {"HTTP_HX_REQUEST": "true"}


def moved(slug: str, play: Play, seqs: Collection[int]) -> list[Note]:
    """Return the notes of some entries after which something lies otherwise."""
    hands = referee(slug).physical_steps
    return [
        note
        for entry in play.entries.filter(kind="action", seq__in=seqs)
        for note in notes_of(entry)
        if note.code in hands and hands[note.code].many(note.facts) != 0
    ]


def fullest(slug: str) -> tuple[str, int]:
    """Return the golden game and entry that moves most."""
    found = []
    for path in golden.files():
        if golden.title(path) == slug:
            play, _ = begun(golden.named(path), len(golden.read(path).entries), (0,))
            found += [
                (len(moved(slug, play, {seq})), golden.named(path), seq)
                for seq in range(1, play.revision + 1)
            ]
    return max(found)[1:]


def listed(page: str) -> list[str]:
    """Return the lines of a list, each as text."""
    page = page.replace(SOFT_HYPHEN, "")
    todo = page.partition('id="todo"')[2].partition("</section>")[0]
    lines = (re.sub(r"<[^>]*>", " ", line) for line in todo.split("<li")[1:])
    return [unescape(" ".join(line.partition(">")[2].split())) for line in lines]


@pytest.mark.patient
@pytest.mark.parametrize("slug", TITLES)
def test_the_list_is_whole_and_the_greatest_first(slug):
    name, seq = fullest(slug)
    play, ana = begun(name, seq, (0,))
    title = referee(slug)
    notes = moved(slug, play, {seq})
    great = [note for note in notes if title.physical_steps[note.code].size == handwork.GREAT]
    small = {note.code for note in notes} - {note.code for note in great}
    part = ana.html.partition('id="r-hands"')[2].partition("</a>")[0]
    assert f">{len(great) + len(small)}<svg" in part
    page = ana.client.get(f"{ana.at}hands").content.decode()
    assert "Do this on the table" in page
    lines = listed(page)
    assert len(lines) == len(great) + len(small)
    say = speaker_for("en", slug).say
    said = [say(Msg(note.code, note.facts)) for note in notes]
    for note, text in zip(notes, said, strict=True):
        named = note.facts.get(title.physical_steps[note.code].of, text)
        assert any(str(named) in line for line in lines), text
    for n, note in enumerate(great):
        assert say(Msg(note.code, note.facts)) in lines[n]


def test_small_steps_of_one_kind_share_summed_line():
    _, ana = begun("batman-who-laughs/lost-heroes", 50, (0,))
    figure, hurt = listed(ana.client.get(f"{ana.at}hands").content.decode())
    assert "turns left" in figure
    assert hurt.startswith("8 Robin takes 2 damage: 2/4 Sample Hero 16 takes 2 damage: 2/3")
    assert hurt.count("takes") == 4


SMALL = SimpleNamespace(
    physical_steps={
        "pay": PhysicalStep("cube", "n", of="who"),
        "draw": PhysicalStep("card", "cards", of="who"),
        "turn": PhysicalStep("card", of="who"),
        "veiled": PhysicalStep("card"),
        "fall": PhysicalStep("figure", size=handwork.GREAT),
    }
)
"""A title with a note of every kind: a number, a list, nothing counted, a secret, a great thing."""


def laid(*notes, own=()):
    """Return kind by kind what is elsewhere: the first note's number, how many, each text."""
    said = handwork.lines(SMALL, notes, own, lambda text: " ".join(map(str, text.facts.values())))
    return [(line["n"], line["count"], line["texts"]) for line in said]


def told(code, **facts):
    return Note(code, facts=facts)


def test_same_thing_merges_only_where_numbers_add_up():
    ana, bo = {"who": "Ana"}, {"who": "Bo"}
    pays = told("pay", **ana, n=2), told("pay", **bo, n=1), told("pay", **ana, n=3)
    assert laid(*pays) == [(0, 6, ["Ana 5", "Bo 1"])]
    drawn = told("draw", **ana, cards=[["a", 2]]), told("draw", **ana, cards=["b"])
    assert laid(*drawn) == [(0, 3, ["Ana [['a', 2]]", "Ana ['b']"])]
    assert laid(told("turn", **ana), told("turn", **ana)) == [(0, 2, ["Ana", "Ana"])]
    assert laid(told("turn", **ana)) == [(0, "", ["Ana"])]


def test_nothing_lies_otherwise_where_none_is_moved():
    assert laid(told("pay", who="Ana", n=0), told("said")) == []


def test_line_has_kinds_sign_and_counts_unnumbered_things():
    paid, turned = (
        Note(code, facts={"who": "Ana", "n": 5}, owner=1, hidden="veiled")
        for code in ("pay", "turn")
    )
    (line,) = handwork.lines(SMALL, (paid, turned), (1,), str)
    assert (line["icon"], line["count"], line["size"]) == (
        "cube",
        2,
        SMALL.physical_steps["pay"].size,
    )
    unnamed = told("pay", n=2), told("pay", n=3)
    assert laid(*unnamed) == [(0, 5, ["2", "3"])]
    other = told("pay", who="Ana", n=2), told("pay", who="Ana", n=0), told("pay", who="Ana", n=-1)
    assert laid(*other) == [(0, 1, ["Ana 1"])]


def test_great_thing_has_own_line_above_others():
    fallen = told("fall", who="Ana"), told("fall", who="Bo")
    paid = told("pay", who="Ana", n=1)
    assert laid(paid, *fallen) == [(1, "", ["Ana"]), (2, "", ["Bo"]), (0, 1, ["Ana 1"])]


def test_secret_is_one_line_only_owner_reads():
    note = Note("pay", facts={"who": "Ana", "n": 2}, owner=1, hidden="veiled")
    assert laid(note, own=(1,)) == [(0, 2, ["Ana 2"])]
    assert laid(note, own=(0,)) == laid(note) == [(0, "", [""])]
    both = note, Note("draw", facts={"who": "Ana", "cards": ["a"]}, owner=1, hidden="veiled")
    assert [n for n, _, _ in laid(*both, own=(1,))] == [n for n, _, _ in laid(*both)] == [0]


def test_all_taken_back_together_is_undone_on_table():
    play, ana = begun("batman-who-laughs/lost-heroes", 78, (0,))
    ana.client.post(f"{ana.at}back", {"seq": 70, "revision": 78, "key": "b"})
    page = ana.client.get(f"{ana.at}hands").content.decode()
    assert "Undo this on the table" in page
    notes = moved(play.title, play, range(71, 79))
    assert len({note.code for note in notes}) > 2
    for code in {note.code for note in notes}:
        facts = next(note.facts for note in notes if note.code == code)
        name = facts.get(referee(play.title).physical_steps[code].of)
        text = name or speaker_for("en", play.title).say(Msg(code, facts))
        assert any(text in line for line in listed(page))


def test_polling_phone_finds_ticks_too():
    play, ana = begun("batman-who-laughs/lost-heroes", 78, (0,))
    board, watching = f"{ana.at}board?have=78", f"/t/{play.watch_code}/board?have=78"
    line = re.search(
        r'name="line" value="(\d+)"', ana.client.get(f"{ana.at}hands").content.decode()
    )
    assert line
    watcher = Client()
    watcher.get(f"/w/{play.watch_code}/")
    for given in ({"done": "yes"}, {}):
        before = ana.client.get(f"{ana.at}board?have=0").content.decode()
        laid = re.search(r'data-laid="([^"]*)"', before)
        assert laid
        assert ana.client.get(f"{board}&laid={laid[1]}").status_code == 204
        watcher.get(f"{watching}&laid=none", **HTMX)
        ana.client.post(f"{ana.at}lay", {"line": line[1], **given}, **HTMX)
        for client, at in ((ana.client, board), (watcher, watching)):
            answer = client.get(f"{at}&laid={laid[1]}", **HTMX)
            assert answer.status_code == 200
            assert f'data-laid="{laid[1]}"' not in answer.content.decode()


def test_every_phone_shows_tick_until_next_entry():
    play, ana = begun("batman-who-laughs/won", 53, (0,))
    listed = f"{ana.at}hands"
    first = re.search(r'name="line" value="(53\d\d\d)"', ana.client.get(listed).content.decode())
    assert first
    line = first[1]
    answer = ana.client.post(f"{ana.at}lay", {"line": line, "done": "yes"}, **HTMX)
    assert answer.content.decode().count('aria-pressed="true"') == 1
    play.refresh_from_db()
    assert play.laid == [int(line)]
    ana.client.post(f"{ana.at}undo", {"revision": 53, "key": "u"})
    after = ana.client.get(listed).content.decode()
    assert "Undo this on the table" in after
    assert 'aria-pressed="true"' not in after
    ana.client.post(f"{ana.at}lay", {"line": "9901", "done": "yes"}, **HTMX)
    play.refresh_from_db()
    assert play.laid == [int(line)]


def test_repair_says_what_lies_otherwise():
    play, ana = begun("batman-who-laughs/lost-heroes", 14, (0,))
    entry = next(e for e in play.entries.filter(kind="action") if e.action["do"] == "doom")
    n = 3 - entry.action["n"]
    change = repair.LogChange("replace", entry.seq, {"do": "doom", "n": n})
    assert isinstance(repair.carry_out(play.pk, change, key="other die"), Recorded)
    before = state_at(play, play.head).doom
    play.refresh_from_db()
    after = state_at(play, play.head).doom
    assert (before, after) == (entry.action["n"], n)
    assert f"{before} → {after}" in " ".join(listed(page(ana)))
    ledger.undo(play.pk, key="back")
    assert f"{after} → {before}" in " ".join(listed(page(ana)))
    ledger.redo(play.pk, key="forth")
    assert f"{before} → {after}" in " ".join(listed(page(ana)))


def test_removal_says_what_lies_otherwise():
    play, ana = begun("batman-who-laughs/lost-heroes", 14, (0,))
    doom = next(e.seq for e in play.entries.filter(kind="action") if e.action["do"] == "doom")
    ledger.go_back(play.pk, doom - 1, key="before it")
    done = ledger.record(play.pk, {"do": "doom", "n": 3}, key="another")
    assert isinstance(done, Recorded)
    doom, after = done.entry.seq, done.entry.action["n"]
    repair.carry_out(play.pk, repair.LogChange("remove", doom), key="never was")
    assert f"{after} → 0" in " ".join(listed(page(ana)))
    ledger.undo(play.pk, key="back")
    assert f"0 → {after}" in " ".join(listed(page(ana)))
    ledger.redo(play.pk, key="forth")
    assert f"{after} → 0" in " ".join(listed(page(ana)))


def page(ana) -> str:
    return ana.client.get(f"{ana.at}hands").content.decode()


def test_cards_lying_elsewhere_are_put_back_by_place():
    title = referee("batman-who-laughs")
    box = title.sample_box()
    before = title.begin(title.setup_default(2, box), box).state
    hero = before.teams[0].row[0]
    teams = (msgspec.structs.replace(before.teams[0], row=()), *before.teams[1:])
    after = msgspec.structs.replace(before, teams=teams, slots=((hero, "", ""), *before.slots[1:]))
    rows = handwork.put_back(title, before, after, speaker_for("en", title.title.slug).say)
    name = next(each.card for each in before.pieces if each.id == hero)
    assert [row["texts"] for row in rows] == [[f"{name}: sector 1"]]
    gone = msgspec.structs.replace(before, teams=teams)
    rows = handwork.put_back(title, before, gone, speaker_for("en", title.title.slug).say)
    assert rows[0]["texts"] == [f"{name}: off the table"]
