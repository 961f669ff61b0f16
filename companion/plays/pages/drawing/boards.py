"""A phone's board: the title's pieces and those every table has, whole or only what changed."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from companion.plays import reading
from companion.plays.pages import handwork
from companion.plays.pages.drawing import regions
from companion.plays.pages.drawing.engine import at, environment
from companion.plays.pages.drawing.regions import Look
from games.pieces import Piece, absent

Context = Mapping[str, Any]
"""What ``Table.context`` says of a table."""

FEW = 4
"""The number of other options in the page; more would be its largest piece, mostly unread, so they
are fetched when someone opens them.
"""


APART = ("private", "check")
"""Tones of prompts that a title draws where they belong."""


def _besides(context: Context) -> list[Any]:
    """What this phone may do besides; what was refused is asked again in sight."""
    return [
        view.alike()
        for view in context["more"]
        if view.mine and view.data is None and view.tone not in APART
    ]


def phone(context: Context, own: tuple[Piece, ...]) -> list[Piece]:
    """All pieces of a phone's board: those the title draws itself, and those of every table."""
    found = {piece.name: piece for piece in own}
    sheet = found.pop("asked", Piece("asked", "board/asked.jinja", {}))
    said = ("flash", "refusal", "question", "foreseen", "wish", "waiting", "turn", "warnings")
    # What was refused is asked again in sight, also if it was possible besides.
    again = (view for view in context["more"] if view.data is not None)
    now = [view for view in (*context["now"], *again) if view.mine]
    host = context["seat"] is not None and context["seat"].role == "host"
    asked = now or (context["wish"] or {}).get("mine")
    part = context["viewer"] if asked else None
    values = {name: context[name] for name in said}
    values = {
        # A title that shares its steps among phones has the prompts in them.
        "now": () if "steps" in sheet.values else now,
        **sheet.values,
        **values,
        "theirs": next((view.label for view in now if view.others), ""),
        "host": host,
        "coach": context["coach"],
        "sit": context["sit"],
        "entering": context["entering"],
        "instead": context["instead"],
        "part": part,
    }
    plays = context["seat"] is not None and context["seat"].role != "spectator"
    return [
        *found.values(),
        sheet._replace(values=values),
        _ahead(context),
        _over(context),
        peak(context),
        _threats(context),
        _last(context),
        checklist(context),
        hands(context),
        _more(context) if plays else absent("more"),
        _undo(context) if plays else absent("undo"),
        Piece("links", "board/links.jinja", {}),
    ]


def answer(
    context: Context, pieces: list[Piece], header: str | None, tokens: str, *, screen: bool = False
) -> tuple[SafeString, bool]:
    """The board's HTML, and whether it is whole; ``header`` is what the phone holds, if it says."""
    slug, address = context["title"].slug, context["address"]
    look = Look(slug, context["language"])
    if header is not None:
        texts = regions.changed(look, pieces, regions.held(header))
        if texts is not None:
            return regions.filled("".join(texts), address, tokens), False
    kind = "tv" if screen else "board"
    own = () if context["board"] is None else (f"games/{slug}/{kind}.jinja",)
    frames = (*own, f"board/{kind}.jinja")
    return regions.filled(regions.whole(look, frames, pieces), address, tokens), True


def section(context: Context, drawn: SafeString, *, part: bool) -> SafeString:
    """Return the board as sent: ``drawn`` and the data for the phone's scripts."""
    said = {name: context[name] for name in ("say", "turn", "stale", "key", "small", "taught")}
    play = context["play"]
    values = {**said, "revision": play.revision, "drawn": drawn, "part": part}
    values["laid"] = handwork.ticked(play)
    engine = environment(context["language"], context["title"].slug)
    return mark_safe(engine.get_template("board/section.jinja").render(values))


def also(context: Context) -> Piece:
    """Return the other prompts, each folded unless they are few."""
    return Piece("also", "board/also.jinja", {"views": _besides(context)})


NAMES = re.compile(r' (?:id|name|for|form|popovertarget|aria-(?:labelledby|describedby))="[^"]*"')
"""What ties parts of a page together: two boards on one page must not share it."""


def glance(slug: str, pieces: Sequence[Piece], other: Sequence[Piece]) -> SafeString:
    """A board to look at, nothing on it to tap; what is not so on the ``other`` is marked."""
    look = Look(slug, get_language())
    elsewhere = {piece.name: regions.key_of(look, piece) for piece in other}
    shown = [piece for piece in pieces if piece.name != "asked"]
    text = regions.whole(look, (f"games/{slug}/board.jinja", "board/board.jinja"), shown)
    for piece in shown:
        if regions.key_of(look, piece) != elsewhere.get(piece.name):
            text = text.replace(f'id="r-{piece.name}"', "data-differs", 1)
    return regions.filled(NAMES.sub("", text), "", "")


def alone(slug: str, address: str, tokens: str, piece: Piece) -> SafeString:
    """Return a piece on a page or in a drawer of its own."""
    look = Look(slug, get_language())
    return regions.filled(regions.draw(look, piece), address, tokens)


def peak(context: Context) -> Piece:
    """The great moments that the newest entry brought; the last one of all is the ending itself."""
    found = context["peak"]
    if not found or context["outcome"]:
        return absent("peak")
    return Piece("peak", "board/peak.jinja", {"peaks": found, "at": context["play"].revision})


def _ahead(context: Context) -> Piece:
    """Where what a roll may bring is put once it is known: fetched anew for every revision."""
    if not context["ahead"]:
        return absent("ahead")
    where = at("ahead")
    return Piece("ahead", "board/ahead.jinja", {"where": where, "at": context["play"].revision})


def _threats(context: Context) -> Piece:
    said = [each for each in context["threats"] if each["near"] or not each["metered"]]
    if not said or context["checklist"] or context["outcome"]:
        return absent("threats")
    shown = [{name: each[name] for name in ("left", "text", "near")} for each in said]
    return Piece("threats", "board/threats.jinja", {"threats": shown})


def _last(context: Context) -> Piece:
    last = context["last"]
    return Piece("last", "board/last.jinja", {"last": last}) if last else absent("last")


def _more(context: Context) -> Piece:
    mine = _besides(context)
    if not mine:
        return absent("more")
    if len(mine) <= FEW:
        return Piece("more", "board/few.jinja", {"views": mine})
    return Piece("more", "board/more.jinja", {"also": at("also")})


def _undo(context: Context) -> Piece:
    label = (context["undo"] or {}).get("label", "")
    return Piece("undo", "board/undo.jinja", {"label": label, "redo": context["redo"]})


def _over(context: Context) -> Piece:
    outcome, play, seat = context["outcome"], context["play"], context["seat"]
    if not play.over:
        return absent("over")
    crew = play.crew if seat else None
    values = {
        "outcome": outcome,
        "again": context["again"],
        "learned": context["learned"] if seat else None,
        "story": reverse("story", args=[play.share]) if seat else "",
        "crew": {"name": crew.name, "url": reverse("crew", args=[crew.key])} if crew else None,
    }
    if not outcome:
        values["moved"] = context["moved"]
        values["reopens"] = context["again"] is not None and not reading.settled(play)
    return Piece("over", "board/over.jinja" if outcome else "board/closed.jinja", values)


def checklist(context: Context) -> Piece:
    """What to lay out, ticked on any phone; gone with the first entry."""
    lines, seat = context["checklist"], context["seat"]
    if not lines:
        return absent("checklist")
    values = {
        "lines": lines,
        "left": sum(not line["done"] for line in lines),
        "laid": handwork.ticked(context["play"]),
        "ticks": seat is not None and seat.role != "spectator",
        "setup": at("setup") if seat and seat.role == "host" else "",
    }
    return Piece("checklist", "board/checklist.jinja", values)


def hands(context: Context) -> Piece:
    """The handle of what the newest entry moves on the table."""
    found = context["hands"]
    if not found:
        return absent("hands")
    waiting = [line for line in found["lines"] if not line["done"]]
    sign = waiting[0]["icon"] if waiting else ""
    return Piece("hands", "board/hands.jinja", {"sign": sign, "left": len(waiting)})


def todo(found: Mapping[str, Any] | None, *, ticks: bool) -> Piece:
    """What the newest entry moves on the table, whole; ``ticks`` where the phone may tick it."""
    lines = tuple(found["lines"]) if found else ()
    return Piece("todo", "board/todo.jinja", {"lines": lines, "ticks": ticks})
