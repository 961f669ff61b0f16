"""The big screen: the mission's clock and goals, everyone's tablet, the post and its river."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.messages import msg
from games.pieces import BoardPiece
from games.vocabulary import Threat

AT = "games/gotham-chronicles/screen/"
SOON = 3
"""So few cubes of a hero are called near."""
PEAKS = {
    "note.hero-neutralized": "peak.neutralized",
    "note.back": "peak.back",
    "note.event": "peak.event",
    "note.last-round": "peak.last-round",
    "note.tile-neutralized": "peak.tile",
}


def scene(board: dict[str, Any], people: Mapping[int, str]) -> tuple[BoardPiece, ...]:
    """Return everything on the table, once."""
    mission, post = board["mission"], board["post"]
    clock = {name: mission[name] for name in ("title", "round", "rounds", "left", "phase_label")}
    goals = {"conditions": mission["conditions"], "counters": mission["counters"]}
    seat = board["villain_part"]
    return (
        BoardPiece("clock", AT + "clock.jinja", clock),
        BoardPiece("goals", AT + "goals.jinja", goals),
        *(
            BoardPiece(
                f"tablet-{hero['index']}",
                AT + "tablet.jinja",
                {"hero": _shown(hero), "person": people.get(hero["index"], "")},
            )
            for hero in board["heroes"]
        ),
        BoardPiece(
            "post", AT + "post.jinja", {"post": post, "seat": seat, "person": people.get(seat, "")}
        ),
    )


def _shown(hero: dict[str, Any]) -> dict[str, Any]:
    names = ("index", "name", "stance", "stance_label", "neutralized", "acts", "zones", "spaces")
    return {name: hero[name] for name in names}


def threats(board: dict[str, Any]) -> tuple[Threat, ...]:
    """Return what the villain's goals lack, the hero nearest to falling, the rounds that are
    left."""
    mission = board["mission"]
    found = [
        (c["missing"], _goal(c))
        for c in mission["conditions"]
        if c["side"] == "villain" and c["missing"]
    ]
    found += [
        (hero["to_fall"], _falling(hero)) for hero in board["heroes"] if not hero["neutralized"]
    ]
    found.sort(key=lambda pair: pair[0])
    left = mission["left"]
    nearest = tuple(threat for _, threat in found[:2])
    if left is not None:
        # The round that is played counts, because no one reads "0 rounds" as the last one.
        last = Threat(left + 1, msg("threat.rounds", n=left + 1), near=left == 0, metered=True)
        nearest = (*nearest, last)
    return tuple(sorted(nearest, key=lambda threat: not threat.near))


def _goal(condition: dict[str, Any]) -> Threat:
    left = condition["missing"]
    return Threat(left, msg("threat.goal", n=left, goal=condition["text"]), metered=True)


def _falling(hero: dict[str, Any]) -> Threat:
    left = hero["to_fall"]
    what = msg("threat.falls", n=left, who=hero["name"])
    return Threat(left, what, hero["index"], left <= SOON, metered=True)
