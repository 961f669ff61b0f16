"""The big screen: whose turn it is, how close the end is, the title's scene, what just happened."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.plays.pages.drawing import boards
from games.pieces import BoardPiece, absent

LINES = 5
"""Sentences of an entry that moves nothing, side by side; the first says what was done."""
SHOWN = ("icon", "count", "texts", "done")
"""What the big screen shows of a line that hands carry out."""


def pieces(context: Mapping[str, Any], own: tuple[BoardPiece, ...]) -> list[BoardPiece]:
    """Return all pieces of the big screen; ``own`` are those the title draws."""
    return [
        *own,
        _turn(context),
        BoardPiece("threats", "screen/threats.jinja", {"threats": context["threats"]}),
        _last(context),
        boards.peak(context),
        _over(context),
        _join(context),
    ]


def _turn(context: Mapping[str, Any]) -> BoardPiece:
    """Return who is asked, the person's name first, and what is being decided."""
    asked = [view for view in context["now"] if view.expected]
    if not asked or context["outcome"]:
        return absent("turn")
    labels = {view.label for view in asked}
    parts = [part for part in context["parts"] if part.index in context["due"]]
    names = [context["people"].get(part.index, part.name) for part in parts]
    values = {
        "part": parts[0].index if len(parts) == 1 else None,
        "person": context["speaker"].join(list(dict.fromkeys(names))),
        "side": parts[0].name if len(parts) == 1 else "",
        "asked": "" if names and len(labels) > 1 else asked[0].label,
    }
    return BoardPiece("turn", "screen/turn.jinja", values)


def _last(context: Mapping[str, Any]) -> BoardPiece:
    """Return who did what and, whole, what it moves on the table; else what was said of it."""
    found = context["hands"]
    hands = [{name: line[name] for name in SHOWN} for line in found["lines"]] if found else []
    first, *rest = context["last"] or ("",)
    if not first:
        return absent("last")
    lines = (context["headline"] or first, *rest[: 0 if hands else LINES - 1])
    # A line of the table that says the same is enough, unless it doesn't say who.
    if lines[0] == first and any(line["texts"] == [first] for line in hands):
        lines = ()
    return BoardPiece("last", "screen/last.jinja", {"lines": lines, "hands": hands})


def _over(context: Mapping[str, Any]) -> BoardPiece:
    outcome = context["outcome"]
    if not outcome:
        return absent("over")
    scores = outcome["scores"]
    who = [
        {
            "part": part.index,
            "side": part.name,
            "person": context["people"].get(part.index, ""),
            "score": scores[part.index][1] if part.index in scores else None,
        }
        for part in context["parts"]
    ]
    best = [*scores]
    who.sort(key=lambda each: best.index(each["part"]) if each["part"] in scores else len(best))
    values = {
        "outcome": {name: outcome[name] for name in ("result", "text", "also", "page")},
        "winners": tuple(each for each in who if each["side"] in outcome["winners"]),
        "people": tuple(who),
    }
    return BoardPiece("over", "screen/over.jinja", values)


def _join(context: Mapping[str, Any]) -> BoardPiece:
    if not context["seats_free"]:
        return absent("join")
    return BoardPiece(
        "join", "board/join.jinja", {"qr": context["qr"], "code": context["play"].code}
    )
