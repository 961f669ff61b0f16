"""Progress of what is known of a physical copy (components, p.2-3)."""

from __future__ import annotations

from games.messages import Catalogue, Msg
from games.messages import gettext_noop as _
from games.referee import Meter
from games.talisman_batman.box import NAMES
from games.talisman_batman.state import FIRST, SECOND, TOWER, Box, VillainSheet
from games.talisman_batman.state.derived import named
from games.talisman_batman.state.rings import ring

ENCOUNTERS = 102


def meters(box: Box) -> tuple[Meter, ...]:
    """Return villain cards, the board's floors, Batman's card and the Encounter cards met so
    far."""
    whole = [sheet for sheet in box.sheets if sheet.complete and not sheet.unconfirmed]
    begun = [
        sheet for sheet in box.sheets if sheet not in whole and sheet != VillainSheet(sheet.name)
    ]
    floors = [ring(box.plan, floor) for floor in (FIRST, SECOND, TOWER)]
    whole_floors = [spaces for spaces in floors if spaces and all(map(named, spaces))]
    met = sum(not card.purchase for card in box.cards)
    return (
        Meter(Msg("meter.villains"), len(whole), len(NAMES), len(begun)),
        Meter(
            Msg("meter.floors"),
            len(whole_floors),
            len(floors),
            sum(map(bool, floors)) - len(whole_floors),
        ),
        Meter(Msg("meter.batman"), int(bool(box.batman.strength)), 1),
        Meter(Msg("meter.encounters"), min(met, ENCOUNTERS), ENCOUNTERS),
    )


WORDS: Catalogue = {
    "meter.villains": _("Villain cards"),
    "meter.floors": _("Floors of the board"),
    "meter.batman": _("Batman's card"),
    "meter.encounters": _("Encounter cards"),
}
