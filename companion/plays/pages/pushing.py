"""Boards that the stream brings: what changed, drawn once for all phones of a seat and a language.

``shown`` remembers what a phone of each variant shows that has kept up. A phone that shows anything
else hears the number and fetches, as does every phone after anything but an entry. What goes out
is exactly what the same seat's own fetch would bring: ``TablePage`` draws it, for the seat as it
is in the database once the entry is committed.
"""

from __future__ import annotations

import logging
import threading
from collections import OrderedDict, defaultdict
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import islice
from typing import Any, NamedTuple, TypeVar

from django.db import InterfaceError, OperationalError, close_old_connections
from django.template.loader import render_to_string
from django.utils import translation

from companion import turns
from companion.plays import live, seats, statements, upgrade
from companion.plays.answers import NewerReleaseError
from companion.plays.live import Listener
from companion.plays.models import Entry, Play, Seat
from companion.plays.pages import chances, removed
from companion.plays.pages.drawing import boards
from companion.plays.pages.table import TablePage

T = TypeVar("T")

log = logging.getLogger(__name__)

KEPT = 4000
"""Variants whose boards one process remembers; half a kilobyte each."""
TOGETHER = 4
"""Boards for which the loop is woken once: a call costs as much as a tenth of a board, and the loop
would take its turns from the drawing of the others."""
LONGEST = 100_000
"""Characters of a board; phones fetch a longer one themselves."""
PRIME = 2**35 - 31
"""``live.js`` has it, too."""
AT_ONCE, BROUGHT = "load delay:0s", "load delay:2s"
"""When a phone asks for chances by itself: later where they are on their way."""

AWAY = (OperationalError, InterfaceError, NewerReleaseError)
"""Errors after which phones fetch, and are told what a page says of them."""

Variant = tuple[str, int, str]
"""A play, a seat (0 for all who watch) and a language: phones that are sent the same. The play's
``share`` is its own for good; a number may be another's once a play is deleted."""


class ShownBoards:
    """Boards on phones that have kept up, by variant: the revision, and the pieces by hash."""

    def __init__(self) -> None:
        self._boards: OrderedDict[Variant, tuple[int, str]] = OrderedDict()
        self._lock = threading.Lock()

    def note(self, variant: Variant, revision: int, shown: str) -> None:
        """Keep what a phone was sent; nothing older than what is known already."""
        with self._lock:
            before = self._boards.pop(variant, None)
            newer = before is not None and before[0] > revision
            self._boards[variant] = before if before and newer else (revision, shown)
            if len(self._boards) > KEPT:
                self._boards.popitem(last=False)

    def forget(self, variant: Variant) -> None:
        with self._lock:
            self._boards.pop(variant, None)

    def get(self, variant: Variant) -> tuple[int, str] | None:
        return self._boards.get(variant)


shown = ShownBoards()


class Own(NamedTuple):
    """A page that has just made an entry: its table, what it shows, and the newest entry."""

    table: TablePage
    context: dict[str, Any]
    newest: Entry


class PushedBoard(NamedTuple):
    """Streams that get the same, the board they show by now, and the event that brings it."""

    listeners: Sequence[Listener]
    table: TablePage
    context: dict[str, Any]
    event: bytes = b""


def sum_of(held: str) -> int:
    """Return what a phone checks its own pieces against, in whatever order they are."""
    return int.from_bytes(",".join(sorted(held.split(","))).encode()) % PRIME


def variant_of(play: Play, seat: Seat, language: str) -> Variant:
    return play.share, 0 if seat.role == Seat.Role.SPECTATOR else seat.pk, language


def note(table: TablePage, context: dict[str, Any]) -> None:
    """Remember what a phone is sent, unless it shows more than others of its seat would."""
    assert table.seat is not None
    variant = variant_of(table.play, table.seat, context["language"])
    stands = seats.stands_in(table.seat)
    if stands and stands[1] == table.turn:
        shown.forget(variant)
    else:
        shown.note(variant, table.play.revision, context["shown"])


_next: dict[str, tuple[int, Own | None]] = {}
"""The newest revision of each table whose boards wait to be drawn."""
_brought: dict[str, tuple[list[PushedBoard], Own | None]] = {}
"""The newest boards of each table whose chances wait to be reckoned."""
_lock = threading.Lock()


def bring(code: str, revision: int, own: Own | None = None) -> bool:
    """Have the boards of a table drawn once the present answer is away; False where no one of it
    listens here, or in no answer."""
    if not live.hub.seated(code):
        return False
    return turns.afterwards(code, partial(_queue, code, revision, own))


def hand(table: TablePage, context: dict[str, Any], newest: Entry) -> None:
    """Leave what the present answer knows to the drawing after it, which brings its chances."""
    code = table.play.bell
    if not turns.leaves(code):
        return
    if _own_streams(table, context):
        context["section"] = later(context["section"])
    bring(code, table.play.revision, Own(table, context, newest))


def later(section: str) -> str:
    """Return a board whose chances are on their way."""
    return section.replace(AT_ONCE, BROUGHT)


def _own_streams(table: TablePage, context: dict[str, Any]) -> list[Listener]:
    """Return the streams of the seat that makes the present answer, in its language."""
    own = (table.seat and table.seat.pk, context["language"])
    streams = live.hub.seated(table.play.bell)
    return [
        each for each in streams if each.phone and own == (each.phone.seat, each.phone.language)
    ]


def _queue(code: str, revision: int, own: Own | None, work: turns.Later) -> None:
    _wait(_next, code, (revision, own), partial(work, partial(push, code, work)))


def _wait(waiting: dict[str, T], code: str, newest: T, begin: Callable[[], Any]) -> None:
    """Keep the newest of a table until its turn, which ``begin`` asks for if it has none yet."""
    with _lock:
        waits = code in waiting
        waiting[code] = newest
    if not waits:
        begin()


def push(code: str, work: turns.Later) -> None:
    """Bring the phones of a table what changed, the newest only; its chances come after the boards
    of other tables."""
    with _lock:
        revision, own = _next.pop(code)
    close_old_connections()
    listeners = live.hub.seated(code)
    try:
        boards = _boards(listeners, revision, own)
    except AWAY:
        _number(listeners, revision)
        return
    except Exception:
        # Whatever goes wrong here: phones that hear the number fetch.
        log.exception("Boards could not be brought")
        _number(listeners, revision)
        return
    contexts = [each.context for each in boards] + ([own.context] if own else [])
    if any(context["ahead"] for context in contexts):
        _wait(_brought, code, (boards, own), partial(work, partial(foretell, code)))


def foretell(code: str) -> None:
    """Bring a table's phones the chances of their newest boards."""
    with _lock:
        boards, own = _brought.pop(code)
        outdated = code in _next
    # Newer boards are about to come, and bring their own.
    if outdated:
        return
    try:
        _chances(boards, own)
    except Exception:
        log.exception("Chances could not be brought")


def _number(listeners: Sequence[Listener], revision: int) -> None:
    live.hub.tell(listeners, lambda listener: listener.offer(revision))


def _boards(listeners: Sequence[Listener], revision: int, own: Own | None) -> list[PushedBoard]:
    """Bring a table's phones their boards, and the number to those that have to fetch."""
    play = _play(listeners, revision, own)
    if play is None:
        _number(listeners, revision)
        return []
    own = own if own and own.table.play is play else None
    held = statements.SEATS.all(play.pk)
    groups: dict[Variant, list[Listener]] = defaultdict(list)
    for each in listeners:
        if seat := _seat(each, play, held):
            language = each.phone.language if each.phone else ""
            groups[variant_of(play, seat, language)].append(each)
        else:
            _number([each], play.revision)
    found = (_board(group, one, play, held, own) for one, group in groups.items())
    boards = (each for each in found if each)
    brought: list[PushedBoard] = []
    while some := [*islice(boards, TOGETHER)]:
        events = {listener: each.event for each in some for listener in each.listeners}
        live.hub.tell(events, partial(_offer, play.revision, events))
        brought += some
    return brought


def _offer(revision: int, events: Mapping[Listener, bytes], listener: Listener) -> None:
    listener.offer(revision, events[listener])


def _play(listeners: Sequence[Listener], revision: int, own: Own | None) -> Play | None:
    """Return the play as it stands, as far as this process may draw it."""
    play = own.table.play if own else None
    if play is None or play.revision != revision:
        pk = next((each.phone.play for each in listeners if each.phone), None)
        play = statements.PLAY.one(pk) if pk else None
    if play is None or removed.gone(play) or not upgrade.current(play):
        return None
    return play


def _seat(listener: Listener, play: Play, held: Sequence[Seat]) -> Seat | None:
    """Return the seat that a stream's phone still has, under the address it was given."""
    phone = listener.phone
    seat = next((each for each in held if phone and each.pk == phone.seat), None)
    if seat is None or phone is None or seat.gone or seat.epoch != phone.epoch:
        return None
    seat.play = play
    # At a new address a phone needs a new cookie, which only an answer of its own brings.
    return seat if seat.address == phone.address else None


def _board(
    group: Sequence[Listener], one: Variant, play: Play, held: Sequence[Seat], own: Own | None
) -> PushedBoard | None:
    """Return the board of a variant, drawn from what its phones show; those that show something
    else hear the number."""
    last = shown.get(one)
    if last is None or last[0] >= play.revision:
        _number(group, play.revision)
        return None
    watching = one[1] == 0
    seat = Seat(play=play, role=Seat.Role.SPECTATOR) if watching else _seat(group[0], play, held)
    with translation.override(one[2]):
        table = TablePage(play, seat, own.newest if own else None, seated=held)
        table.before_play = own.table.before_play if own else None
        context = table.context(have=None if watching else last[0])
        # Phones of one seat must not share a key: each makes its own.
        context = table.drawn({**context, "key": ""}, last[1])
    section = later(context["section"]) if context["ahead"] else context["section"]
    if len(section) > LONGEST:
        _number(group, play.revision)
        return None
    shown.note(one, play.revision, context["shown"])
    told = live.event(f"{last[0]} {sum_of(last[1])} {play.revision}", section)
    return PushedBoard(group, table, context, told)


def _chances(brought: Sequence[PushedBoard], own: Own | None) -> None:
    """Bring the chances of the next roll to phones whose board has a place for them."""
    found = [*brought]
    if own:
        group = _own_streams(own.table, own.context)
        found.insert(0, PushedBoard(group, own.table, own.context))
    said: dict[str, str] = {}
    lines: dict[Listener, bytes] = {}
    try:
        for each in found:
            if each.context["ahead"] and each.listeners:
                lines |= dict.fromkeys(each.listeners, _foretold(each, said))
    finally:
        live.hub.tell(lines, lambda listener: listener.foretell(lines[listener]))


def _foretold(brought: PushedBoard, said: dict[str, str]) -> bytes:
    """Return the event that brings chances to where a board has its place for them; ``said`` keeps
    the line of each language, which all boards with such a place have in common."""
    context, language = brought.context, brought.context["language"]
    with translation.override(language):
        if language not in said:
            told = chances.told(brought.table)
            said[language] = render_to_string("plays/ahead_line.html", told)
        line = boards.foretold(context, context["shown"], said[language])
    return live.event("", str(line))


live.brings = bring
