"""The board in pieces: clock and dangers, what is asked, tablets, command post, mission.

One's own tablet (or the post) is acted on and stands on the stage; the others lie below. Every
tablet has a place in both, of which one is empty, since a phone may play several heroes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from games.pieces import Offer, Offers, Piece, absent, handle, taps

AT = "games/gotham-chronicles/"
BESIDES = ("allies", "tokens", "reinforcements", "walls", "ground", "aside")


def pieces(board: dict[str, Any], offers: Offers) -> tuple[Piece, ...]:
    """The pieces of a table as one phone sees it."""
    mission = board["mission"]
    dangers = [(h["name"], h["to_fall"], h["neutralized"]) for h in board["heroes"]]
    danger = {"m": mission, "heroes": dangers, "reserve": board["post"]["reserve"]}
    asked = {
        "opened": board["open"],
        "viewer": board["viewer"],
        **{name: mission[name] for name in ("round", "phase", "side")},
    }
    return (
        Piece("danger", AT + "danger.jinja", danger),
        Piece("asked", AT + "asked.jinja", asked),
        *_tablets(board, offers),
        Piece("mission", AT + "mission.jinja", {"m": mission, **{n: board[n] for n in BESIDES}}),
    )


def _tablets(board: dict[str, Any], offers: Offers) -> Iterator[Piece]:
    villain = board["viewer"] == board["villain_part"]
    side = board["mission"]["side"]
    yield from _placed("post", AT + "post.jinja", _post(board["post"], side, offers), villain)
    for hero in board["heroes"]:
        values = _hero(hero, side, offers)
        mine = bool(hero["mine"]) and not villain
        yield from _placed(str(hero["index"]), AT + "tablet.jinja", values, mine)


def _placed(name: str, template: str, values: dict[str, Any], mine: bool) -> Iterator[Piece]:
    """A tablet on the stage or below it; the other place stays empty."""
    here, there = ("stage", "below") if mine else ("below", "stage")
    yield Piece(f"{here}-{name}", template, values)
    yield absent(f"{there}-{name}")


def _hero(hero: dict[str, Any], side: str, offers: Offers) -> dict[str, Any]:
    index = hero["index"]
    spend = _find(offers.now, "spend", hero=index)
    wound = _find((*offers.now, *offers.more), "wound", hero=index)
    return {"hero": hero, **_spending(spend, hero["spaces"]), "wound": wound if side else None}


def _post(post: dict[str, Any], side: str, offers: Offers) -> dict[str, Any]:
    spend, every = _find(offers.now, "spend.post"), (*offers.now, *offers.more)
    activate = _find(every, "activate")
    tiles = [tile["name"] for tile in post["river"] if tile["name"]]
    return {
        "post": post,
        "villain": side == "villain",
        "activate": handle(activate),
        "payable": taps(activate, "tile", tiles),
        "harm": _find(every, "hurt") if side else None,
        **_spending(spend, post["spaces"]),
    }


def _spending(spend: Offer | None, spaces: list[dict[str, Any]]) -> dict[str, Any]:
    names = [space["name"] for space in spaces]
    return {"spend": handle(spend), "lit": taps(spend, "space", names)}


def _find(offers: Iterable[Offer], do: str, **fixed: Any) -> Offer | None:
    """This phone's own prompt that does ``do`` with these values decided."""
    for each in offers:
        if each.do == do and each.mine and fixed.items() <= each.fixed.items():
            return each
    return None
