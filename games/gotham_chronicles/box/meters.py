"""Progress of what is known of a physical copy (components, p.6-7)."""

from __future__ import annotations

from games.gotham_chronicles.box.sheets import COLOURS, Box, MissionSheet
from games.messages import Catalogue, Msg
from games.messages import gettext_noop as _
from games.referee import Meter

SCREENS, CARDS, MISSIONS = 25, 70, 22


def meters(box: Box) -> tuple[Meter, ...]:
    """Count screens, cards, missions, the Command Post and dice; a mission is half known by its
    tiles."""
    read = sum(whole(mission) for mission in box.missions)
    cards = sum(card.copies for card in box.cards)
    faces = sum(1 for each in box.faces if each)
    return (
        _meter("heroes", len(box.heroes), SCREENS),
        _meter("cards", cards, CARDS),
        _meter("missions", read, max(MISSIONS, len(box.missions)), len(box.missions) - read),
        _meter("post", int(box.post.reroll is not None), 1),
        _meter("faces", faces, len(COLOURS)),
    )


def whole(mission: MissionSheet) -> bool:
    """Return whether nothing has to be asked about a mission any more."""
    return not mission.unread and all(place.counted for place in mission.river)


def _meter(name: str, known: int, of: int, partly: int = 0) -> Meter:
    return Meter(Msg(f"meter.{name}"), min(known, of), of, partly)


WORDS: Catalogue = {
    "meter.heroes": _("Screens"),
    "meter.cards": _("Equipment and Bat-Gadgets"),
    "meter.missions": _("Missions"),
    "meter.post": _("Command Post"),
    "meter.faces": _("Dice faces, by color"),
}
