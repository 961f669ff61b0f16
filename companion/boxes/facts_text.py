"""Facts of a copy in words, each with how far it can be trusted."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any

import msgspec
from django.utils.translation import gettext as _

from companion.boxes import comparing, library, photos
from companion.boxes.comparing import MANY, CopyFact, Difference
from companion.boxes.models import Box, Reading
from games import registry
from games.messages import Msg, Speaker
from games.referee import AnyReferee

HINT = re.compile(r" \([^()]*\)$")
"""Words at the end of a form's label that say how to fill it in."""
VERB, COUNT, WHOLE = "do", "count", "known"
"""Members of an effect: what it does, and to how many; and one that says no effect is missing."""

WORDED = ("choice", "kind", "answer", "space", "card")
"""Kinds of words that say a value, in catalogues of titles."""


def shelves(box: Box, speaker: Speaker, at: str = "") -> list[dict[str, Any]]:
    """Return all facts of a box by their kind; each with its badge, its photo and other readings.

    Those that others read differently come first. ``at`` is the key of the one to show.
    """
    blank = comparing.known(registry.referee(box.title).blank_box())
    facts = comparing.known(comparing.decoded(box))
    voices = library.voices(box, facts)
    own, pictures = comparing.entered(box), photos.of(box)
    found: dict[str, list[dict[str, Any]]] = {}
    for key, fact in facts.items():
        claims = box.sources.get(key, ())
        other = claims[-1]["other"] if claims else None
        line = {
            "key": key,
            "name": named(fact),
            "photo": pictures.get(key),
            "text": said(fact.said, speaker),
            "confirmed": voices[key].same if voices[key].same >= MANY else 0,
            "same": voices[key].same,
            "others": readings(voices[key].others, speaker),
            "printed": key not in own and printed(fact, blank.get(key)),
            "open": key not in own and not printed(fact, blank.get(key)),
            "brought": bool(claims and claims[-1]["took"]),
            "other": said(comparing.plain(other), speaker) if other is not None else "",
        }
        found.setdefault(fact.kind, []).append(line)
    return [
        {
            "name": kinds().get(kind, named(CopyFact("", kind, None))),
            "lines": sorted(lines, key=lambda line: not (line["other"] or line["others"])),
            "open": sum(line["open"] for line in lines),
            "here": any(line["key"] == at for line in lines),
            "disputed": sum(bool(line["other"] or line["others"]) for line in lines),
        }
        for kind, lines in found.items()
    ]


def readings(found: Iterable[Reading], speaker: Speaker) -> list[dict[str, Any]]:
    """Return other readings of a fact in words, each with the groups that say so."""
    return [
        {"said": each.said, "text": said(each.value, speaker), "groups": each.groups}
        for each in found
    ]


@dataclass(frozen=True)
class Known:
    """Percentage of a copy that is known, one thing partly known being half; what no one of its
    group has checked is ``unconfirmed`` instead."""

    percent: int
    unconfirmed: int


def counted(referee: AnyReferee, facts: Any, sure: Any) -> Known | None:
    """Return all meters of a copy as one; ``None`` where its title counts nothing. ``sure`` are the
    facts that count as checked."""
    found = referee.meters(facts)
    if not found:
        return None
    of = sum(each.of for each in found)
    halves = sum(2 * each.known + each.partly for each in found)
    unsure = sum(each.known for each in found) - sum(each.known for each in referee.meters(sure))
    return Known(50 * (halves - 2 * max(0, unsure)) // of, 100 * max(0, unsure) // of)


def meters(referee: AnyReferee, facts: Any, sure: Any, speaker: Speaker) -> list[dict[str, Any]]:
    """Return what is known of a copy, a row for each kind of thing; shares are in percent."""
    checked = (each.known for each in referee.meters(sure))
    return [
        {
            "name": speaker.say(each.name),
            "known": known,
            "of": each.of,
            "unconfirmed": each.known - known,
            "partly": each.partly,
            "share": 100 * known // each.of,
            "begun": 100 * (each.known + each.partly) // each.of,
        }
        for each, known in (
            (each, min(each.known, n))
            for each, n in zip(referee.meters(facts), checked, strict=True)
        )
    ]


def known_of(box: Box, facts: Any) -> Known | None:
    """Return how much of a box is known; ``None`` where its title counts nothing."""
    referee = registry.referee(box.title)
    return counted(referee, facts, sure(box.title, facts, comparing.entered(box)))


def sure(slug: str, facts: Any, own: Collection[str]) -> Any:
    """Return the facts that the rulebook prints, or that the group itself entered (``own``)."""
    referee = registry.referee(slug)
    new, unsure = referee.Box(), {fact.key for fact in unconfirmed(slug, facts, own)}
    kept: dict[str, Any] = {}
    for fact in comparing.known(facts).values():
        if comparing.listed(facts, fact.kind, fact.value):
            things = kept.setdefault(fact.kind, ())
            kept[fact.kind] = things if fact.key in unsure else (*things, fact.value)
        elif fact.key in unsure:
            kept[fact.kind] = getattr(new, fact.kind)
    return msgspec.structs.replace(facts, **kept)


def unconfirmed(slug: str, facts: Any, own: Collection[str]) -> list[CopyFact]:
    """Return the facts that neither the rulebook nor the group (``own``) has confirmed."""
    blank = comparing.known(registry.referee(slug).blank_box())
    return [
        fact
        for key, fact in comparing.known(facts).items()
        if key not in own and not printed(fact, blank.get(key))
    ]


def printed(fact: CopyFact, blank: CopyFact | None) -> bool:
    """Return whether the rulebook states it, of every copy."""
    trust = [getattr(fact.value, member, None) for member in ("confidence", "source")]
    if getattr(fact.value, "unconfirmed", False) or blank is None or blank.said != fact.said:
        return False
    return trust == [None, None] or "RB" in trust or "rulebook" in trust


def differs(found: Iterable[Difference], speaker: Speaker) -> list[dict[str, Any]]:
    """List the differences between two copies, ours first."""
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


def named(fact: CopyFact) -> str:
    """Return what a thing is called; a key of the rules loses its hyphens."""
    plain = fact.name
    return plain.replace("-", " ").capitalize() if plain.islower() else plain


def label(member: str, speaker: Speaker) -> str:
    """Return what a form calls this member of a fact."""
    for key in (f"field.{member}", f"field.{member.removesuffix('s')}"):
        if key in speaker.catalogue:
            return HINT.sub("", speaker.say(Msg(key)))
    return member.replace("_", " ")


def said(told: Any, speaker: Speaker) -> str:
    """Return a fact as one line."""
    if not isinstance(told, dict):
        return value(told, speaker)
    rest = [(name, value(told[name], speaker)) for name in list(told)[1:] if name != WHOLE]
    return " · ".join(f"{label(name, speaker)}: {text}" for name, text in rest if text)


def value(told: Any, speaker: Speaker, member: str = "") -> str:
    """Return the value of a member as a person reads it; empty for what is not known."""
    if told is True:
        return label(member, speaker) if f"field.{member}" in speaker.catalogue else _("yes")
    if isinstance(told, dict):
        shown = (pair for pair in told.items() if VERB not in told or pair != (COUNT, 1))
        return " ".join(filter(None, (value(each, speaker, name) for name, each in shown)))
    if isinstance(told, list | tuple):
        return ", ".join(filter(None, (value(each, speaker) for each in told)))
    named = f"{'verb' if member == VERB else member}.{told}"
    for key in (named, *(f"{kind}.{told}" for kind in WORDED)):
        if key in speaker.catalogue:
            return speaker.say(Msg(key))
    return str(told) if told else ""


def kinds() -> dict[str, str]:
    """Return what the kinds of facts are called."""
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
