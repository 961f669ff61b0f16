"""Boards that the stream brings: the same as the seat's own fetch, and a number to all others."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterator

import pytest
from django.utils import translation

from bench import games
from bench.games import Game
from bench.inside import Phone
from companion.plays import live, seats
from companion.plays.models import Play, Seat
from companion.plays.pages import pushing
from games import registry
from tests.streaming import Stream, Streams, streaming

pytestmark = pytest.mark.any_database
KEY = re.compile(r' data-key="[^"]*"')
ENTRIES = 25
"""So many entries of a title's game are followed."""


@pytest.fixture
def streams(inside) -> Iterator[Streams]:
    with streaming() as found:
        yield found


def opened(game: Game) -> tuple[list[Phone], list[Seat]]:
    """Return phones that show the table, the last one of someone who watches."""
    watching = Seat.objects.create(play=game.play, name="Di", role=Seat.Role.SPECTATOR)
    cookie = {seats.cookie_name(watching.address): seats.token(watching)}
    phones = [Phone(game.at, place.cookie) for place in game.places]
    phones.append(Phone(f"/t/{watching.address}/", cookie))
    for phone in phones:
        phone.open()
    return phones, [*game.play.seats.order_by("pk")]


def at_table(slug: str, streams: Streams, played: int = 4) -> tuple[Game, list[Phone], list[Seat]]:
    game = games.begin(games.of(slug)[0], 3, played)
    phones, held = opened(game)
    streams += [Stream(seat) for seat in held]
    return game, phones, held


def enter(game: Game, phones: list[Phone], streams: Streams, n: int = 0) -> int:
    """Enter the next line of the game on the phone whose turn it is; return which one that is."""
    acting = game.acting(game.lines[n])
    phones[acting].act(games.form(game.lines[n]))
    streams.drawn()
    return acting


@pytest.mark.parametrize("slug", registry.TITLES)
def test_every_pushed_board_equals_own_fetch(slug, streams):
    game, phones, _ = at_table(slug, streams)
    pushed = 0
    for n in range(min(ENTRIES, len(game.lines))):
        acting = enter(game, phones, streams, n)
        for at, (phone, stream) in enumerate(zip(phones, streams, strict=True)):
            if at == acting:
                assert stream.numbers.pop() == game.lines[n].n
                assert not stream.boards
                continue
            ((head, html),) = stream.boards
            begun, of, to = map(int, head.split())
            assert (begun, to) == (phone.screen.revision, game.lines[n].n)
            assert of == pushing.sum_of(phone.screen.header)
            phone.look()
            fetched = phone.text.replace("\r", "")
            assert KEY.sub("", html.replace(pushing.BROUGHT, pushing.AT_ONCE)) == KEY.sub(
                "", fetched
            )
            assert 'data-key=""' in html
            stream.boards.clear()
            pushed += 1
    assert pushed >= 3 * min(ENTRIES, len(game.lines))


def test_loop_is_woken_once_for_boards_of_table(streams, monkeypatch):
    game, phones, _ = at_table("animated-dice", streams)
    tell, told = live.hub.tell, []

    def counted(some, call):
        told.append(len(some))
        tell(some, call)

    monkeypatch.setattr(live.hub, "tell", counted)
    enter(game, phones, streams)
    assert [n for n in told if n] == [1, 3]
    assert sum(len(stream.boards) for stream in streams) == 3


def test_forecast_is_put_once_for_each_language(streams, monkeypatch):
    game, phones, held = at_table("talisman-batman", streams)
    streams.append(Stream(held[1], "pl"))
    render, put = pushing.render_to_string, []

    def counted(template, values):
        put.append(translation.get_language())
        return render(template, values)

    monkeypatch.setattr(pushing, "render_to_string", counted)
    for n in range(len(game.lines)):
        put.clear()
        enter(game, phones, streams, n)
        if all(stream.chances for stream in streams[:3]):
            break
        for phone, stream in zip(phones, streams, strict=False):
            phone.look()
            stream.chances.clear()
    assert put == [*dict.fromkeys(put)]
    assert "en" in put


def test_chances_come_with_the_board_they_belong_to(streams):
    game, phones, _ = at_table("talisman-batman", streams)
    came = 0
    for n in range(min(60, len(game.lines))):
        enter(game, phones, streams, n)
        for phone, stream in zip(phones, streams, strict=True):
            if stream.boards:
                phone.text = stream.boards[-1][1]
                phone.screen.show(phone.text)
            if pushing.BROUGHT in phone.text:
                mark = phone.screen.held["ahead"]
                (line,) = stream.chances
                assert f'data-h="{mark}"' in line
                asked = f"{phone.at}ahead?at={phone.screen.revision}"
                shown = dict(phone.screen.held)
                phone.ask("GET", asked)
                assert phone.text.strip() in line
                phone.screen.held = shown
                came += 1
            else:
                assert not stream.chances
            stream.boards.clear()
            stream.chances.clear()
    assert came > 4


@pytest.fixture
def line(monkeypatch):
    """Return the work that answers leave, in its order, and what of it was done."""
    waiting: deque[Callable[[], None]] = deque()
    done: list[object] = []
    monkeypatch.setattr(pushing, "close_old_connections", lambda: None)
    monkeypatch.setattr(pushing, "_boards", lambda _, revision, own: done.append(revision) or [])
    monkeypatch.setattr(pushing, "_chances", lambda boards, own: done.append("chances"))
    return waiting, done


OWN = pushing.Own(None, {"ahead": "asked for"}, None)


def test_chances_wait_for_boards_of_other_tables(line):
    waiting, done = line
    pushing._queue("ABCDEF", 1, OWN, waiting.append)
    pushing._queue("GHJKLM", 2, OWN, waiting.append)
    while waiting:
        waiting.popleft()()
    assert done == [1, 2, "chances", "chances"]


def test_chances_of_board_that_is_outdated_are_spared(line):
    waiting, done = line
    pushing._queue("ABCDEF", 1, OWN, waiting.append)
    waiting.popleft()()
    pushing._queue("ABCDEF", 2, OWN, waiting.append)
    while waiting:
        waiting.popleft()()
    assert done == [1, 2, "chances"]


def test_phone_of_older_board_is_told_from_which(streams):
    game, phones, _ = at_table("animated-dice", streams)
    old = phones[-1].screen.revision
    enter(game, phones, streams, 0)
    enter(game, phones, streams, 1)
    heads = [head.split() for head, _ in streams[-1].boards]
    assert [(int(head[0]), int(head[2])) for head in heads] == [(old, old + 1), (old + 1, old + 2)]


def test_a_refused_entry_changes_what_its_phone_shows(streams):
    game, phones, held = at_table("animated-dice", streams)
    acting = game.acting(game.lines[0])
    variant = pushing.variant_of(game.play, held[acting], "en")
    before = pushing.shown.get(variant)
    phone = phones[acting]
    pairs = [("do", "nonsense"), ("revision", str(phone.screen.revision)), ("key", "k")]
    with pytest.raises(AssertionError):
        phone.ask("POST", f"{phone.at}act", pairs)
    after = pushing.shown.get(variant)
    assert before is not None
    assert after is not None
    assert after[0] == before[0]
    assert pushing.sum_of(after[1]) != pushing.sum_of(before[1])


def test_deleted_plays_boards_are_not_taken_for_anothers(db):
    old, new = (Play(pk=1, share=share) for share in ("old", "new"))
    seat, boards = Seat(pk=1, role=Seat.Role.HOST), pushing.ShownBoards()
    boards.note(pushing.variant_of(old, seat, "en"), 7, "last:aaaaa")
    boards.note(pushing.variant_of(new, seat, "en"), 0, "last:bbbbb")
    assert boards.get(pushing.variant_of(new, seat, "en")) == (0, "last:bbbbb")


@pytest.mark.parametrize("how", ["freed", "left", "moved"])
def test_a_seat_that_changed_hears_the_number_only(how, streams):
    game, phones, held = at_table("animated-dice", streams)
    other = (game.acting(game.lines[0]) + 1) % 3
    if how == "freed":
        Seat.objects.filter(pk=held[other].pk).update(epoch=held[other].epoch + 1)
    elif how == "left":
        Seat.objects.filter(pk=held[other].pk).update(gone=True)
    else:
        Play.objects.filter(pk=game.play.pk).update(former=[game.play.code], code="NEWCOD")
    enter(game, phones, streams)
    assert streams[other].boards == []
    assert streams[other].numbers == [game.lines[0].n]
