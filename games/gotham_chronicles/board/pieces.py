"""The board in pieces: clock and dangers, what is asked, the river, tablets, command post, mission.

My own tablet (or the post) is open on the stage under the river, other heroes of this phone as
strips above it; those of other phones are strips below. Each unfolds. Every tablet has a place in
both, of which one is empty.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from games.messages import Msg
from games.pieces import BoardPiece, Handle, Offer, Offers, Shared, absent, handle, taken, taps

AT = "games/gotham-chronicles/"
BESIDES = ("allies", "ground", "aside")
INACTIVE = "reinforcement.inactive"
FIGHTS = ("attack", "task")
"""Actions that begin on the space that is named by their kind."""


def pieces(board: dict[str, Any], offers: Offers) -> tuple[BoardPiece, ...]:
    """Return the pieces of a table as one phone sees it."""
    mission = board["mission"]
    dangers = [(h["index"], h["name"], h["to_fall"], h["neutralized"]) for h in board["heroes"]]
    danger = {"m": mission, "heroes": dangers, "counts": _counts(offers)}
    fallen = _fallen(board, offers)
    asked = {
        "opened": board["open"],
        "answer": board["answer"],
        "fallen": fallen,
        "viewer": board["viewer"] if any(_chosen(each) for each in offers.now) else None,
        **{name: mission[name] for name in ("round", "phase", "side")},
    }
    return (
        BoardPiece("danger", AT + "danger.jinja", danger),
        BoardPiece("asked", AT + "asked.jinja", asked),
        BoardPiece("river", AT + "stage/river.jinja", _river(board["post"], offers, fallen)),
        *_tablets(board, offers),
        BoardPiece("lying", AT + "state/lying.jinja", {"lying": _lying(board)}),
        BoardPiece(
            "mission", AT + "state/mission.jinja", {"m": mission, **{n: board[n] for n in BESIDES}}
        ),
    )


def _chosen(offer: Offer) -> bool:
    """Return whether an action is chosen on the own tablet: what to tap is said in its hero's
    name."""
    return offer.mine and offer.do in ("spend", *FIGHTS)


def _lying(board: dict[str, Any]) -> tuple[dict[str, Any], ...]:
    """Return the tokens on the map, equal ones of an area together, each with what the drawer of
    what may be done knows it by."""
    field = Counter(
        (token["kind"], token["area"], token["dissipating"]) for token in board["tokens"]
    )
    found = [
        _token(kind, area, "token-remove", n, "face.dissipating" if going else "", kind=kind)
        for (kind, area, going), n in field.items()
    ]
    found += [
        _token(
            "reinforcement", each["area"], "reinforcement", 1, "" if each["active"] else INACTIVE
        )
        for each in board["reinforcements"]
    ]
    return (
        *found,
        *(
            _token("wall", between, "wall", n, "", "between", there=False)
            for between, n in Counter(board["walls"]).items()
        ),
    )


def _token(
    sign: str, area: str, do: str, n: int, face: str, place: str = "area", **known: Any
) -> dict[str, Any]:
    about = {"about": do, **known, place: area}
    face_word = Msg(face) if face else ""
    label = Msg(f"token.{sign}")
    return {"sign": sign, "label": label, "area": area, "n": n, "face": face_word, "about": about}


def _counts(offers: Offers) -> dict[str, Handle]:
    """Return the prompts that count one more, by their counters."""
    up = [each for each in offers.now if each.do == "count" and each.fixed["by"] > 0]
    found = {each.fixed["counter"]: handle(each) for each in up}
    return {counter: tap for counter, tap in found.items() if tap}


def _fallen(board: dict[str, Any], offers: Offers) -> dict[str, Any]:
    """Return the prompt for a miniature's wounds, and the tiles of the river that are tapped for
    it.

    Only where results are entered, on the phones of those whose turn it is. With one life point
    each, a tap is a miniature; else ``ways`` are the wounds that each can suffer, once they have
    been counted.
    """
    harm = _find(offers.now, "hurt")
    turn = board["mission"]["side"] == "heroes" and board["viewer"] != board["villain_part"]
    open_ = taken(harm, "tile") if turn else frozenset()
    tiles = {}
    for tile in (each for each in board["post"]["river"] if each["name"] in open_):
        ways = _ways(tile, board["post"]["lives"])
        if ways or tile["life"] == 1:
            tiles[tile["name"]] = {"name": tile["name"], "place": tile["place"], "ways": ways}
    return {"harm": handle(harm) if tiles else None, "tiles": tiles}


def _ways(tile: dict[str, Any], lives: Iterable[dict[str, Any]]) -> tuple[dict[str, Any], ...]:
    """Return the miniatures of a tile with life points, one of each that nothing tells apart."""
    if tile["life"] == 1:
        return ()
    there = [each for each in lives if each["tile"] == tile["name"]]
    alike = {(each["life"], each["shackles"], each["laid"]): each for each in reversed(there)}
    shown = ("name", "mini", "life", "of", "laid", "shackles")
    found = sorted(alike.values(), key=lambda each: int(each["mini"]))
    return tuple({name: each[name] for name in shown} for each in found)


def _river(post: dict[str, Any], offers: Offers, fallen: dict[str, Any]) -> dict[str, Any]:
    activate = _find((*offers.now, *offers.more), "activate")
    tiles = [tile["name"] for tile in post["river"] if tile["name"]]
    return {
        "river": post["river"],
        "activate": handle(activate),
        "payable": taps(activate, "tile", tiles),
        "fallen": fallen,
    }


def _tablets(board: dict[str, Any], offers: Offers) -> Iterator[BoardPiece]:
    villain = board["viewer"] == board["villain_part"]
    side = board["mission"]["side"]
    post = _post(board["post"], side, offers) | {"mine": villain}
    yield from _placed("post", AT + "stage/post.jinja", post, villain)
    for hero in board["heroes"]:
        mine = bool(hero["mine"]) and not villain
        values = {
            "index": hero["index"],
            "out": hero["neutralized"],
            "alone": not villain,
            "mine": mine,
            "inside": Shared(AT + "stage/hero.jinja", _hero(hero, side, offers)),
        }
        here = mine or (not villain and _played(hero["index"], offers))
        yield from _placed(str(hero["index"]), AT + "stage/tablet.jinja", values, here)


def _played(index: int, offers: Offers) -> bool:
    """Return whether this phone's own people have something to do with a hero now."""
    return any(each.mine and each.fixed.get("hero") == index for each in offers.now)


def _placed(name: str, template: str, values: dict[str, Any], staged: bool) -> Iterator[BoardPiece]:
    """Yield a tablet on the stage or below it; the other place stays empty."""
    here, there = ("stage", "below") if staged else ("below", "stage")
    yield BoardPiece(f"{here}-{name}", template, values)
    yield absent(f"{there}-{name}")


def _hero(hero: dict[str, Any], side: str, offers: Offers) -> dict[str, Any]:
    index = hero["index"]
    spend = _find(offers.now, "spend", hero=index)
    wound = _find((*offers.now, *offers.more), "wound", hero=index)
    return {
        "hero": {name: value for name, value in hero.items() if name != "mine"},
        "begins": _begins(offers, index),
        "move": handle(_find(offers.now, "move", hero=index, kind="adjacent")),
        "wound": wound if side else None,
        **_spending(spend, hero["spaces"]),
    }


def _begins(offers: Offers, index: int) -> dict[str, str]:
    """Return the form each action space opens in the sheet, by the ids of their prompts."""
    found: dict[str, str] = {}
    for each in offers.now:
        if each.mine and each.do in FIGHTS and each.fixed["hero"] == index:
            found.setdefault(each.fixed["kind"], each.id)
    return found


def _post(post: dict[str, Any], side: str, offers: Offers) -> dict[str, Any]:
    spend = _find(offers.now, "spend.post")
    return {
        "post": post,
        "villain": side == "villain",
        "harm": _find((*offers.now, *offers.more), "hurt") if side else None,
        **_spending(spend, post["spaces"]),
    }


def _spending(spend: Offer | None, spaces: list[dict[str, Any]]) -> dict[str, Any]:
    names = [space["name"] for space in spaces]
    return {"spend": handle(spend), "lit": taps(spend, "space", names)}


def _find(offers: Iterable[Offer], do: str, **fixed: Any) -> Offer | None:
    """Return this phone's own prompt that does ``do`` with these values decided."""
    for each in offers:
        if each.do == do and each.mine and fixed.items() <= each.fixed.items():
            return each
    return None
