"""What a copy knows, in words: every fact with how far it can be trusted."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from companion.boxes import comparing
from companion.boxes.comparing import MANY, Difference, Fact
from companion.boxes.models import Box
from games import registry
from games.messages import Msg, Speaker
from games.referee import AnyReferee


def shelves(box: Box, speaker: Speaker) -> list[dict[str, Any]]:
    """All facts of a box by their kind; each with its badge and the other reading there is."""
    blank = comparing.known(registry.referee(box.title).blank_box())
    same = comparing.confirmations(box)
    own = comparing.entered(box)
    found: dict[str, list[dict[str, Any]]] = {}
    for key, fact in comparing.known(comparing.decoded(box)).items():
        claims = box.sources.get(key, ())
        other = claims[-1]["other"] if claims else None
        line = {
            "key": key,
            "name": named(fact),
            "text": said(fact.said, speaker),
            "confirmed": same[key] if same[key] >= MANY else 0,
            "printed": key not in own and printed(fact, blank.get(key)),
            "open": key not in own and not printed(fact, blank.get(key)),
            "brought": bool(claims and claims[-1]["took"]),
            "other": said(comparing.plain(other), speaker) if other is not None else "",
        }
        found.setdefault(fact.kind, []).append(line)
    return [
        {
            "name": kinds().get(kind, named(Fact("", kind, None))),
            "lines": lines,
            "open": sum(line["open"] for line in lines),
            "disputed": sum(bool(line["other"]) for line in lines),
        }
        for kind, lines in found.items()
    ]


@dataclass(frozen=True)
class Known:
    """How many things of a copy are known, and the percentage: one partly known is half."""

    known: int
    percent: int


def counted(referee: AnyReferee, facts: Any) -> Known | None:
    """All meters of a copy as one; ``None`` where its title counts nothing."""
    found = referee.meters(facts)
    if not found:
        return None
    known = sum(each.known for each in found)
    halves = sum(2 * each.known + each.partly for each in found)
    return Known(known, 50 * halves // sum(each.of for each in found))


def meters(referee: AnyReferee, facts: Any, speaker: Speaker) -> list[dict[str, Any]]:
    """What is known of a copy, a row for each kind of thing; shares are in percent."""
    return [
        {
            "name": speaker.say(each.name),
            "known": each.known,
            "of": each.of,
            "partly": each.partly,
            "share": 100 * each.known // each.of,
            "begun": 100 * (each.known + each.partly) // each.of,
        }
        for each in referee.meters(facts)
    ]


def printed(fact: Fact, blank: Fact | None) -> bool:
    """Whether the rulebook states it, of every copy."""
    trust = [getattr(fact.value, member, None) for member in ("confidence", "source")]
    if getattr(fact.value, "unconfirmed", False) or blank is None or blank.said != fact.said:
        return False
    return trust == [None, None] or "RB" in trust or "rulebook" in trust


def differs(found: Iterable[Difference], speaker: Speaker) -> list[dict[str, Any]]:
    """Differences between two copies, ours first."""
    return [
        {
            "key": one.theirs.key,
            "kind": kinds().get(one.theirs.kind, one.theirs.kind),
            "name": named(one.theirs),
            "new": one.ours is None,
            "better": one.better,
            "members": [
                (label(name, speaker), value(ours, speaker), value(theirs, speaker))
                for name, ours, theirs in one.members
            ],
        }
        for one in found
    ]


def named(fact: Fact) -> str:
    """What a thing is called; a key of the rules loses its hyphens."""
    plain = fact.name
    return plain.replace("-", " ").capitalize() if plain.islower() else plain


def label(member: str, speaker: Speaker) -> str:
    """What a form calls this member of a fact."""
    for key in (f"field.{member}", f"field.{member.removesuffix('s')}"):
        if key in speaker.catalogue:
            return speaker.say(Msg(key))
    return member.replace("_", " ")


def said(told: Any, speaker: Speaker) -> str:
    """Return a fact as one line."""
    if not isinstance(told, dict):
        return value(told, speaker)
    rest = [(name, each) for n, (name, each) in enumerate(told.items()) if n and each]
    return " · ".join(f"{label(name, speaker)}: {value(each, speaker)}" for name, each in rest)


def value(told: Any, speaker: Speaker) -> str:
    """A value as a person reads it; empty for what is not known."""
    if told is True:
        return _("yes")
    if isinstance(told, dict):
        return " ".join(filter(None, (value(each, speaker) for each in told.values())))
    if isinstance(told, list | tuple):
        return ", ".join(filter(None, (value(each, speaker) for each in told)))
    for key in (f"choice.{told}", f"kind.{told}", f"answer.{told}"):
        if key in speaker.catalogue:
            return speaker.say(Msg(key))
    return str(told) if told else ""


def kinds() -> dict[str, str]:
    """What the kinds of facts are called."""
    return {
        "batman": "Batman",
        "cards": _("Cards"),
        "counted": _("Counted dice"),
        "dial_max": _("Dial"),
        "dice": _("Dice"),
        "driver_deck": _("Villain deck"),
        "faces": _("Dice faces"),
        "heroes": _("Heroes"),
        "missions": _("Missions"),
        "plan": _("Board spaces"),
        "post": _("Command post"),
        "progress": _("Progress track"),
        "promo": _("Fifth villain"),
        "sheets": _("Villain cards"),
        "stock": _("Purchase cards"),
        "teams": _("Teams"),
        "tiles": _("Tiles"),
        "tracks": _("Tracks"),
    }
