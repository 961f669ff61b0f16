"""Seats at the table: seat tokens, and in whose name a phone may act."""

from __future__ import annotations

import re
import time
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any
from zlib import crc32

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponseBase, QueryDict
from django.http.cookie import parse_cookie

from companion import cookies, names
from companion.http import Scope
from companion.plays import statements
from companion.plays.live import SeatedPhone
from companion.plays.models import Seat, bell
from games.referee import Prompt

SALT = "seat"
A_WHILE = 3600
"""Seconds for which a token that was looked at is believed without another look."""
NAME_COOKIE, KNOWS_COOKIE = "name", "knows"
STANDING = re.compile(r"(\d{1,3})-(\d{1,9})")


def token(seat: Seat) -> str:
    """Return the signed token that brings a phone (or a script) back to this seat."""
    return signing.dumps({"p": seat.play_id, "s": seat.pk, "e": seat.epoch}, salt=SALT)


def cookie_name(address: str) -> str:
    return f"seat-{address}"


def remember(response: HttpResponseBase, seat: Seat) -> None:
    """Give the phone its seat; a reload, a sleep or a restart of the server lands there again."""
    cookies.set_cookie(response, cookie_name(seat.address), token(seat))


def of_request(request: HttpRequest, address: str) -> Seat | None:
    """Return the seat this request may use: a bearer token before the cookie; ``None`` for a
    stranger.

    ``address`` is the code in the URL, the joining or the watching one, or one the table had
    before; its play is read with the seat. A forged, foreign or revoked token is a stranger's.
    """
    seat, epoch, _ = _at(request, address)
    return seat if seat and not seat.gone and seat.epoch == epoch else None


def beside(request: HttpRequest, address: str) -> Sequence[Seat]:
    """Return all seats of the table that ``of_request`` found, as they were read with it."""
    return _at(request, address)[2]


def once(request: HttpRequest, address: str) -> Seat | None:
    """Return the seat this request may use, or might have used before it was freed."""
    return _at(request, address)[0]


def of_token(text: str) -> Seat | None:
    """Return the seat a token opens, and its play; ``None`` if no one sits there with that
    token."""
    seat, epoch, _ = _signed(text)
    return seat if seat and not seat.gone and seat.epoch == epoch else None


@lru_cache(maxsize=4096)
def _claim(text: str, secret: str, moment: int) -> dict[str, Any] | None:
    """Return what a token says if it was signed with this secret and is not too old at this
    moment."""
    try:
        claim: Any = signing.loads(text, key=secret, salt=SALT, max_age=cookies.MAX_AGE)
    except signing.BadSignature:
        return None
    return claim if isinstance(claim, dict) else None


Found = tuple[Seat | None, int, Sequence[Seat]]
"""A seat, the epoch its token was signed for, and all seats of its table."""


def _at(request: HttpRequest, address: str) -> Found:
    """Return the seat of the request's token if it belongs to this address; read once a request."""
    found: dict[str, Found] = request.__dict__.setdefault("_seats", {})
    if address not in found:
        header = request.headers.get("Authorization", "")
        text = header.removeprefix("Bearer ") if header.startswith("Bearer ") else ""
        seat, epoch, held = _signed(text or request.COOKIES.get(cookie_name(address), ""))
        here = seat is not None and address in (seat.address, *seat.play.former)
        found[address] = (seat, epoch, held) if here else (None, 0, ())
    return found[address]


def _signed(text: str) -> Found:
    """Return what a token was signed for; the seat may have been freed since."""
    claim = _claim(text, settings.SECRET_KEY, int(time.time()) // A_WHILE)
    if claim is None:
        return None, 0, ()
    play = statements.PLAY.one(claim.get("p"))
    if play is None:
        return None, 0, ()
    held = statements.SEATS.all(play.pk)
    seat = next((each for each in held if each.pk == claim.get("s")), None)
    if seat:
        seat.play = play
    return seat, int(claim.get("e", 0)), held


def listening(scope: Scope) -> SeatedPhone | None:
    """Return the phone that opens a stream, if its cookie has a seat at that table. Its seat is
    never in the address; whether it is still its own is looked up for every board."""
    said = QueryDict(scope["query_string"])
    address, language = said.get("at", ""), said.get("in", "")
    sent = (value.decode("latin-1") for name, value in scope["headers"] if name == b"cookie")
    text = parse_cookie("; ".join(sent)).get(cookie_name(address), "")
    claim = _claim(text, settings.SECRET_KEY, int(time.time()) // A_WHILE)
    if claim is None or language not in dict(settings.LANGUAGES):
        return None
    phone = SeatedPhone(claim["p"], claim["s"], int(claim.get("e", 0)), address, language)
    here = scope["path"].split("/")[2] == bell(phone.play)
    return phone if here else None


def anywhere(request: HttpRequest) -> str:
    """Return a seat this phone was given at whatever table; empty where it has none.

    No database is asked: it may have been freed since, and then uses up what is its own alone.
    """
    moment = int(time.time()) // A_WHILE
    for address in my_addresses(request):
        if claim := _claim(request.COOKIES[cookie_name(address)], settings.SECRET_KEY, moment):
            return f"seat {claim.get('s')}"
    return ""


def my_addresses(request: HttpRequest) -> list[str]:
    """Return codes of the tables this phone holds a (not yet verified) seat cookie for."""
    return [name[5:] for name in request.COOKIES if name.startswith("seat-")]


def typed_name(request: HttpRequest) -> str:
    """Return the name in a posted form, as long as a name may be; empty where no one gave one."""
    return names.clean(request.POST.get("name", ""))


def known_name(request: HttpRequest) -> str:
    """Return what this phone's person was called last; empty before ``mark_name``."""
    return cookies.word(request, NAME_COOKIE)


def mark_name(response: HttpResponseBase, name: str) -> None:
    """Remember a name that was given, so that no one types it twice on this phone."""
    if name:
        cookies.set_cookie(response, NAME_COOKIE, signing.dumps(name, salt=NAME_COOKIE))


def knows(request: HttpRequest) -> list[str]:
    """Return the titles this phone has sat down to before."""
    try:
        value = signing.loads(request.COOKIES.get(KNOWS_COOKIE, ""), salt=KNOWS_COOKIE)
    except signing.BadSignature:
        return []
    return value if isinstance(value, list) else []


def mark_known(request: HttpRequest, response: HttpResponseBase, title: str) -> None:
    """Remember that this phone has played a title, so that its first steps are explained once."""
    if title not in (known := knows(request)):
        value = signing.dumps([*known, title], salt=KNOWS_COOKIE)
        cookies.set_cookie(response, KNOWS_COOKIE, value)


def free_parts(held: Iterable[Seat], parts: Sequence[Any]) -> set[int]:
    """Return parts no phone plays yet; one without a part of its own enters for them."""
    taken = {
        index
        for seat in held
        if not seat.gone and seat.claimed and seat.role != Seat.Role.SPECTATOR
        for index in seat.parts
    }
    return {part.index for part in parts} - taken


def sitting(held: Iterable[Seat]) -> str:
    """Return a sum of who sits where: phones say with it whom they show."""
    told = ((each.pk, each.name, each.parts, each.gone, each.claimed) for each in held)
    return f"{crc32(repr([*told]).encode()):x}"


def may_act(seat: Seat | None, prompt: Prompt, free: Iterable[int]) -> bool:
    """Return whether this phone may do what the prompt offers."""
    if seat is None or seat.role == Seat.Role.SPECTATOR:
        return False
    if seat.role == Seat.Role.HOST or prompt.actors is None:
        return True
    return any(index in prompt.actors for index in seat.parts or free)


def may_stand_in(seat: Seat | None, prompt: Prompt) -> bool:
    """Return whether this phone may answer another phone's prompt. Any player may, because anyone
    at a table can reach for another's phone. What a title shows to no one but its part is not among
    the prompts of others at all.
    """
    plays = seat is not None and seat.role != Seat.Role.SPECTATOR
    return plays and bool(prompt.actors)


def stand_in(seat: Seat, part: int | None, turn: int) -> None:
    """Let this phone enter for a side of another one until that turn passes; ``None`` ends it."""
    seat.__dict__["stands_in"] = None if part is None else (part, turn)


def stands_in(seat: Seat | None) -> tuple[int, int] | None:
    """Return the side this phone enters for, and the turn it does so in."""
    found: tuple[int, int] | None = seat.__dict__.get("stands_in") if seat else None
    return found


def remember_standing(response: HttpResponseBase, seat: Seat) -> None:
    """Keep for whom this phone enters in a cookie of its own: another phone of the seat doesn't."""
    name = f"for-{seat.address}"
    if stands := stands_in(seat):
        value = "-".join(map(str, stands))
        response.set_cookie(name, value, httponly=True, samesite="Lax", secure=settings.HTTPS)
    else:
        response.delete_cookie(name, samesite="Lax")


def standing(request: HttpRequest, seat: Seat) -> Seat:
    """Return the seat with the side for which this phone said it enters."""
    if found := STANDING.fullmatch(request.COOKIES.get(f"for-{seat.address}", "")):
        stand_in(seat, int(found[1]), int(found[2]))
    return seat


def actor_for(
    seat: Seat,
    prompts: Sequence[Prompt],
    do: str,
    free: Iterable[int],
    instead: int | None = None,
) -> int | None:
    """Return the side for which this seat does ``do``; ``None`` is the table itself.

    ``instead`` is the side it enters for, which counts if that side is asked.

    The host's phone acts for the side that is due; a player's for its own sides, or without any for
    unclaimed ones. A player who is not due acts as their first side and gets a refusal.
    """
    wanted = [prompt for prompt in prompts if prompt.do == do] or [
        prompt for prompt in prompts if prompt.expected
    ]
    due = [index for prompt in wanted for index in prompt.actors or ()]
    if any(instead in (p.actors or ()) and may_stand_in(seat, p) for p in wanted):
        return instead
    for index in seat.parts or free:
        if index in due:
            return index
    if seat.role == Seat.Role.HOST:
        return due[0] if due else next(iter(seat.parts), None)
    return next(iter(seat.parts), -1 if due else None)
