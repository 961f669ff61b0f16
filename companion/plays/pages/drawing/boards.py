"""A phone's board: the title's pieces and those every table has, whole or only what changed."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from markupsafe import Markup

from companion.plays import visibility
from companion.plays.pages import handwork
from companion.plays.pages.drawing import regions
from companion.plays.pages.drawing.engine import at, environment
from companion.plays.pages.drawing.hyphens import shortened
from companion.plays.pages.drawing.regions import BoardLook
from games.pieces import BoardPiece, absent

Context = Mapping[str, Any]
"""What ``Table.context`` says of a table."""

FEW = 4
"""The number of other options in the page; more would be its largest piece, mostly unread, so they
are fetched when someone opens them.
"""


APART = ("private", "check")
"""Tones of prompts that a title draws where they belong."""


def _besides(context: Context) -> list[Any]:
    """Return what this phone may do besides; what was refused is asked again in sight."""
    return [
        view
        for view in context["more"]
        if view.mine and view.data is None and view.tone not in APART
    ]


def phone(context: Context, own: tuple[BoardPiece, ...]) -> list[BoardPiece]:
    """Return a phone's board: the title's own pieces, and those of every table."""
    found = {piece.name: piece for piece in own}
    sheet = found.pop("asked", BoardPiece("asked", "board/asked.jinja", {}))
    said = ("flash", "refusal", "question", "foreseen", "wish", "waiting", "turn", "warnings")
    # What was refused is asked again in sight, also if it was possible besides.
    again = (view for view in context["more"] if view.data is not None)
    now = [view for view in (*context["now"], *again) if view.mine]
    asked = now or (context["wish"] or {}).get("mine")
    acting = context["acting"]
    part = (acting["part"] if acting else context["viewer"]) if asked else None
    values = {name: context[name] for name in said}
    values = {
        # A title that shares its steps among phones has the prompts in them.
        "now": () if "steps" in sheet.values else now,
        **sheet.values,
        **values,
        "coach": context["coach"],
        "task": context["task"],
        "sit": context["sit"],
        "sit_as": context["sit_as"],
        "acting": acting,
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
        BoardPiece("links", "board/links.jinja", {}),
    ]


def answer(
    context: Context,
    pieces: list[BoardPiece],
    header: str | None,
    tokens: str,
    *,
    screen: bool = False,
) -> tuple[SafeString, bool, str]:
    """Return the board's HTML, whether it is whole, and what the phone holds with it; ``header``
    is what it holds so far, if it says."""
    slug, address = context["title"].slug, context["address"]
    look = BoardLook(slug, context["language"])
    keys = {piece.name: regions.key_of(look, piece) for piece in pieces}
    shown = ",".join(f"{name}:{regions.mark_of(key)}" for name, key in keys.items())
    if header is not None:
        texts = regions.changed(look, pieces, regions.held(header), keys)
        if texts is not None:
            return regions.filled("".join(texts), address, tokens), False, shown
    kind = "tv" if screen else "board"
    own = () if context["board"] is None else (f"games/{slug}/{kind}.jinja",)
    frames = (*own, f"board/{kind}.jinja")
    whole = regions.whole(look, frames, pieces, keys)
    return regions.filled(whole, address, tokens), True, shown


def section(context: Context, drawn: SafeString, *, part: bool) -> SafeString:
    """Return the board as sent: ``drawn`` and the data for the phone's scripts."""
    said = {name: context[name] for name in ("say", "turn", "stale", "key", "small", "taught")}
    play = context["play"]
    values = {**said, "revision": play.revision, "drawn": drawn, "part": part}
    values["laid"] = handwork.beside(play, context["held"])
    engine = environment(context["language"], context["title"].slug)
    return mark_safe(engine.get_template("board/section.jinja").render(values))


def also(context: Context) -> BoardPiece:
    """Return the other prompts, each folded unless they are few."""
    return BoardPiece("also", "board/also.jinja", {"views": _besides(context)})


NAMES = re.compile(r' (?:id|name|for|form|popovertarget|aria-(?:labelledby|describedby))="[^"]*"')
"""What ties parts of a page together: two boards on one page must not share it."""


def glance(slug: str, pieces: Sequence[BoardPiece], other: Sequence[BoardPiece]) -> SafeString:
    """Return a board to look at, nothing on it to tap; what is not so on the ``other`` is
    marked."""
    look = BoardLook(slug, get_language())
    elsewhere = {piece.name: regions.key_of(look, piece) for piece in other}
    shown = [piece for piece in pieces if piece.name != "asked"]
    text = regions.whole(look, (f"games/{slug}/board.jinja", "board/board.jinja"), shown)
    for piece in shown:
        if regions.key_of(look, piece) != elsewhere.get(piece.name):
            text = text.replace(f'id="r-{piece.name}"', "data-differs", 1)
    return regions.filled(NAMES.sub("", text), "", "")


def alone(slug: str, address: str, tokens: str, piece: BoardPiece) -> SafeString:
    """Return a piece on a page or in a drawer of its own."""
    look = BoardLook(slug, get_language())
    return regions.filled(regions.draw(look, piece), address, tokens)


def peak(context: Context) -> BoardPiece:
    """Return the great moments that the newest entry brought; the last one of all is the ending
    itself."""
    found = context["peak"]
    if not found or context["outcome"]:
        return absent("peak")
    return BoardPiece("peak", "board/peak.jinja", {"peaks": found, "at": context["play"].revision})


def _ahead(context: Context) -> BoardPiece:
    """Return the place for what a roll may bring once it is known: fetched again for every
    revision."""
    if not context["ahead"]:
        return absent("ahead")
    where = at("ahead")
    return BoardPiece(
        "ahead", "board/ahead.jinja", {"where": where, "at": context["play"].revision}
    )


def foretold(context: Context, shown: str, said: str) -> SafeString:
    """Return the chances of a board that a phone shows, in the place it has for them."""
    mark = Markup('id="r-ahead" data-h="{}"').format(regions.held(shown)["ahead"])
    drawn = environment(context["language"], context["title"].slug)
    return mark_safe(
        drawn.get_template("board/foretold.jinja").render(r=mark, said=mark_safe(said))
    )


def _threats(context: Context) -> BoardPiece:
    said = [each for each in context["threats"] if each["near"] or not each["metered"]]
    if not said or context["checklist"] or context["outcome"]:
        return absent("threats")
    shown = [{name: each[name] for name in ("left", "text", "near")} for each in said]
    return BoardPiece("threats", "board/threats.jinja", {"threats": shown})


def _last(context: Context) -> BoardPiece:
    last = context["last"]
    return BoardPiece("last", "board/last.jinja", {"last": last}) if last else absent("last")


def _more(context: Context) -> BoardPiece:
    mine = _besides(context)
    if not mine:
        return absent("more")
    if len(mine) <= FEW:
        return BoardPiece("more", "board/few.jinja", {"views": mine})
    return BoardPiece("more", "board/more.jinja", {"also": at("also")})


def _undo(context: Context) -> BoardPiece:
    label = shortened((context["undo"] or {}).get("label", ""))
    return BoardPiece("undo", "board/undo.jinja", {"label": label, "redo": context["redo"]})


def _over(context: Context) -> BoardPiece:
    outcome, play, seat = context["outcome"], context["play"], context["seat"]
    if not play.over:
        return absent("over")
    crew = play.crew if seat else None
    values = {
        "outcome": outcome,
        "again": context["again"],
        "learned": context["learned"] if seat else None,
        "story": reverse("story", args=[play.share]) if seat else "",
        "cause": at("repair", play.head) if _may_doubt(context) else "",
        "crew": {"name": crew.name, "url": reverse("crew", args=[crew.key])} if crew else None,
    }
    if not outcome:
        values["moved"] = context["moved"]
        values["reopens"] = context["again"] is not None and not visibility.settled(play)
    return BoardPiece("over", "board/over.jinja" if outcome else "board/closed.jinja", values)


def _may_doubt(context: Context) -> bool:
    """Return whether this phone may still fix the entry that ended the game."""
    play, seat = context["play"], context["seat"]
    plays = seat is not None and seat.role != "spectator"
    return plays and bool(play.head) and not visibility.settled(play)


def checklist(context: Context) -> BoardPiece:
    """Return what to lay out, ticked on any phone; gone once the setup is over."""
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
    return BoardPiece("checklist", "board/checklist.jinja", values)


def hands(context: Context) -> BoardPiece:
    """Return the handle of what the newest entry moves on the table."""
    found = context["hands"]
    if not found:
        return absent("hands")
    waiting = [line for line in found["lines"] if not line["done"]]
    sign = waiting[0]["icon"] if waiting else ""
    return BoardPiece("hands", "board/hands.jinja", {"sign": sign, "left": len(waiting)})


def todo(found: Mapping[str, Any] | None, *, ticks: bool) -> BoardPiece:
    """Return what the newest entry moves on the table, whole; ``ticks`` where the phone may tick
    it."""
    lines = tuple(found["lines"]) if found else ()
    return BoardPiece("todo", "board/todo.jinja", {"lines": lines, "ticks": ticks})
