"""The forms for what is still unknown of a copy, with the cards in hand."""

from __future__ import annotations

from collections.abc import Iterable

from games.referee import Prompt
from games.talisman_batman.box.batman_card import EnterBatman
from games.talisman_batman.box.forms import EnterCard, EnterRing
from games.talisman_batman.box.meters import ENCOUNTERS
from games.talisman_batman.box.villains import EnterNumbers
from games.talisman_batman.state import Box
from games.talisman_batman.state.derived import named
from games.talisman_batman.state.rings import ring


def gaps(box: Box) -> Iterable[Prompt]:
    """Yield villains without their numbers, floors with unnamed spaces, Batman, one more card."""
    for sheet in box.sheets:
        if not sheet.complete or sheet.unconfirmed:
            yield EnterNumbers.gap_of(sheet)
    for form in EnterRing.pages(box.plan):
        spaces = ring(box.plan, form.fixed["floor"])
        if not spaces or not all(map(named, spaces)):
            yield form
    if not box.batman.strength:
        yield EnterBatman.page_of()
    if sum(not card.purchase for card in box.cards) < ENCOUNTERS:
        yield EnterCard.page_of()
