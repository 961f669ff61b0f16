"""House rules: they switch settings of a setup, and appear next to their entries."""

from __future__ import annotations

from typing import Any

import msgspec

from companion.plays.models import Play
from companion.rulings.models import HouseRuling
from games.referee import AnyReferee, Field, MalformedError


def switch(referee: AnyReferee, entry: str) -> Field | None:
    """Return the set-up field an entry's setting switches; ``None`` if it switches nothing.

    A setting that is one choice of a list (Talisman's readings) becomes a flag of its own.
    """
    setting = referee.clarifications[entry].setting
    if not setting:
        return None
    box = referee.blank_box()
    draft = referee.setup_default(referee.title.min_players, box)
    for page in referee.setup_pages(draft, box):
        for field in page.fields:
            if field.name == setting:
                return field
            for choice in field.choices if field.kind == "choices" else ():
                if choice.value == setting:
                    return Field(field.name, "flag", choice.label, default=False)
    return None


def applied(referee: AnyReferee, crew: Any, setup: Any) -> tuple[Any, list[dict[str, Any]]]:
    """Return a set-up with the crew's rulings switched on, and those rulings as a play keeps
    them."""
    values = msgspec.to_builtins(setup)
    kept = []
    for ruling in HouseRuling.objects.filter(crew=crew, title=referee.title.slug):
        if ruling.entry not in referee.clarifications:
            continue
        field = switch(referee, ruling.entry)
        if field is not None and ruling.value is not None:
            changed = _switched(
                values, field, referee.clarifications[ruling.entry].setting, ruling.value
            )
            try:
                referee.decode_setup(changed)
            except MalformedError:
                continue
            values = changed
        kept.append({"entry": ruling.entry, "reading": ruling.reading, "value": ruling.value})
    return referee.decode_setup(values), kept


def _switched(values: dict[str, Any], field: Field, setting: str, value: Any) -> dict[str, Any]:
    if field.name == setting:
        return {**values, setting: value}
    chosen = [each for each in values.get(field.name, ()) if each != setting]
    return {**values, field.name: [*chosen, setting] if value else chosen}


def beside(play: Play) -> dict[str, HouseRuling]:
    """Return the rulings of the play's crew by entry, to be shown with the rules."""
    if play.crew_id is None:
        return {}
    rulings = HouseRuling.objects.filter(crew_id=play.crew_id, title=play.title)
    return {ruling.entry: ruling for ruling in rulings}
