"""The library of this server: copies their groups offer to everyone, counted fact by fact.

Only what a group has entered or looked at is offered, and no free text: it could name a person. A
group is a crew, or a phone whose copy no crew plays with, and counts once however many copies it
offers.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from hashlib import blake2b
from itertools import islice
from typing import Any

import msgspec
from django.db import transaction
from django.db.models import Count, OuterRef, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.translation import gettext as _

from companion import names
from companion.boxes import comparing, photos
from companion.boxes.comparing import CopyFact, digest, known
from companion.boxes.models import Box, Offer, Reading, Vote
from games import registry
from games.referee import AnyReferee, MalformedError

FREE = {"ability", "insane_note", "lines", "note", "reward", "rule", "ruling", "text"}
"""Members that are free text wherever they are text."""
LONGEST = 60
"""Characters of a name; a fact with a longer one stays where it is."""
FACTS = 500
"""Facts that one copy offers."""
OFFERS = 300
"""Copies of a title that are offered at once."""
SHOWN = 3
"""Other readings of a fact that a page lists."""
MARKS = {"confidence": "GRP", "source": "unconfirmed", "unconfirmed": True, "checked": False}
"""Values of the members that say how far a fact can be trusted, for one that others entered."""


class FullError(Exception):
    """No more copies of this title can be offered, or the operator has taken this one out."""


def shared(fact: CopyFact) -> Any | None:
    """Return a fact as others get it, without free text; ``None`` for one that stays here."""
    value = _without_text(fact.said)
    if not all(map(_fits, [fact.name, *_texts(value)])):
        return None
    try:
        msgspec.convert(value, type(fact.value))
    except msgspec.ValidationError:
        # It is nothing without what becomes of it in play.
        return None
    return value


def _fits(text: str) -> bool:
    return len(text) <= LONGEST and (not text or names.clean(text, LONGEST) == text)


def _texts(value: Any) -> Iterable[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for each in value.values():
            yield from _texts(each)
    elif isinstance(value, list):
        for each in value:
            yield from _texts(each)


def _without_text(value: Any) -> Any:
    if isinstance(value, dict):
        return {
            name: type(each)() if name in FREE and _is_text(each) else _without_text(each)
            for name, each in value.items()
        }
    return [_without_text(each) for each in value] if isinstance(value, list) else value


def _said(fact: CopyFact) -> str:
    """Return the digest by which a reading of a fact is compared: free text makes no difference."""
    return digest(_without_text(fact.said))


def _is_text(value: Any) -> bool:
    return isinstance(value, str) or (
        isinstance(value, list) and all(isinstance(each, str) for each in value)
    )


def group_of(box: Box) -> str:
    """Return the group of a copy: its oldest crew, or its phone, unrecognizable."""
    crew = box.crews.order_by("pk").values_list("pk", flat=True).first()
    if crew is not None:
        return f"crew-{crew}"
    return f"phone-{blake2b(box.owner.encode(), digest_size=12).hexdigest()}"


# -- offering --------------------------------------------------------------------------------


@transaction.atomic
def offer(box: Box) -> None:
    """Offer a copy to everyone on this server; raise ``FullError``."""
    old = Offer.objects.filter(box=box).first()
    full = Offer.objects.filter(title=box.title).count() >= OFFERS
    if old.removed if old else full:
        raise FullError
    Offer.objects.get_or_create(box=box, defaults={"title": box.title})
    refresh(box)


@transaction.atomic
def withdraw(box: Box) -> None:
    """Stop offering a copy; what others have already taken stays theirs."""
    for one in Offer.objects.select_for_update().filter(box=box, removed=False):
        _clear(one)
        one.delete()


@transaction.atomic
def remove(one: Offer) -> None:
    """Take an offer out for the operator: it can't be offered again until it is restored."""
    _clear(one)
    Offer.objects.filter(pk=one.pk).update(removed=True)


@transaction.atomic
def restore(one: Offer) -> None:
    """Put an offer back that was taken out."""
    Offer.objects.filter(pk=one.pk).update(removed=False)
    refresh(one.box)


def _clear(one: Offer) -> None:
    held = set(one.votes.values_list("reading", flat=True))
    one.votes.all().delete()
    _count(held)


@transaction.atomic
def refresh(box: Box) -> None:
    """Bring what an offered copy says up to date."""
    one = Offer.objects.select_for_update().filter(box=box, removed=False).first()
    if one is None:
        return
    group, wanted = group_of(box), _offered(box)
    held = {
        (vote.reading.key, vote.reading.said): vote for vote in one.votes.select_related("reading")
    }
    stays = {which for which, vote in held.items() if which in wanted and vote.group == group}
    gone = [vote for which, vote in held.items() if which not in stays]
    new = [which for which in wanted if which not in stays]
    one.votes.filter(pk__in=[vote.pk for vote in gone]).delete()
    Reading.objects.bulk_create(
        [
            Reading(title=box.title, key=key, said=said, value=wanted[key, said])
            for key, said in new
        ],
        ignore_conflicts=True,
    )
    found = Reading.objects.filter(title=box.title, key__in=[key for key, _said in new])
    added = [each for each in found if (each.key, each.said) in set(new)]
    Vote.objects.bulk_create([Vote(offer=one, reading=each, group=group) for each in added])
    _count({*(vote.reading_id for vote in gone), *(each.pk for each in added)})


def regroup(boxes: Iterable[Box]) -> None:
    """Count copies for the groups that have them now, after a crew changed."""
    for box in boxes:
        refresh(box)


def _offered(box: Box) -> dict[tuple[str, str], Any]:
    facts = known(comparing.decoded(box))
    said = ((key, shared(facts[key])) for key in comparing.entered(box) if key in facts)
    found = (((key, digest(value)), value) for key, value in said if value is not None)
    return dict(islice(found, FACTS))


def _count(readings: Collection[int]) -> None:
    """Count the groups of these readings again; one that no one offers any more goes."""
    votes = Vote.objects.filter(reading=OuterRef("pk")).order_by().values("reading")
    groups = votes.annotate(n=Count("group", distinct=True)).values("n")
    which = Reading.objects.filter(pk__in=readings)
    which.update(groups=Coalesce(Subquery(groups), 0))
    which.filter(groups=0).delete()


# -- what others say --------------------------------------------------------------------------


@dataclass(frozen=True)
class Voices:
    """The groups that say the same of a fact as its copy does, and the readings that differ."""

    same: int
    others: tuple[Reading, ...]


def voices(box: Box, facts: Mapping[str, CopyFact]) -> dict[str, Voices]:
    """Return what the groups of this server say of each fact of a copy, its own group included."""
    own = comparing.entered(box)
    counted = Offer.objects.filter(box=box, removed=False).exists() or (
        Vote.objects.filter(group=group_of(box), offer__title=box.title).exists()
    )
    found: dict[str, list[Reading]] = {}
    for each in Reading.objects.filter(title=box.title, key__in=facts).order_by("-groups", "pk"):
        found.setdefault(each.key, []).append(each)
    return {
        key: _voices(fact, found.get(key, ()), key in own and not counted)
        for key, fact in facts.items()
    }


def agreed(box: Box) -> list[Reading]:
    """Return what many groups agree on and this copy doesn't know yet."""
    facts, own = known(comparing.decoded(box)), comparing.entered(box)
    many = [each for each in best(box.title) if each.groups >= comparing.MANY]
    return [
        each
        for each in many
        if each.key not in own and (each.key not in facts or _said(facts[each.key]) != each.said)
    ]


def _voices(fact: CopyFact, readings: Iterable[Reading], uncounted: bool) -> Voices:
    mine = _said(fact)
    same = sum(each.groups for each in readings if each.said == mine)
    others = tuple(each for each in readings if each.said != mine)
    return Voices(same + uncounted, others[:SHOWN])


def offers(title: str) -> int:
    """Return how many copies of a title are offered."""
    return Offer.objects.filter(title=title, removed=False).count()


# -- taking ------------------------------------------------------------------------------------


def best(title: str) -> list[Reading]:
    """Return the reading of each fact that most groups of this server confirm."""
    found: dict[str, Reading] = {}
    for each in Reading.objects.filter(title=title).order_by("-groups", "pk")[: 4 * FACTS]:
        found.setdefault(each.key, each)
    return list(found.values())


def start(title: str, owner: str, name: str) -> Box:
    """Return a new copy that knows what most groups say, all of it unconfirmed."""
    box = Box(title=title, owner=owner, name=name)
    box.facts = msgspec.json.encode(comparing.fresh(title)).decode()
    box.save()
    take(box, best(title))
    return box


def take(box: Box, readings: Iterable[Reading]) -> None:
    """Put readings of others into a copy as unconfirmed; one that no longer fits is left out."""
    referee, facts = registry.referee(box.title), comparing.decoded(box)
    before, own = known(facts), comparing.entered(box)
    new = [
        each for each in readings if each.key not in before or _said(before[each.key]) != each.said
    ]
    facts = _with(referee, facts, new)
    sources, today = dict(box.sources), timezone.localdate().isoformat()
    after = known(facts)
    for key in {each.key for each in new} & after.keys():
        other = msgspec.to_builtins(before[key].value) if key in own else None
        sources[key] = [{"at": today, "took": digest(after[key].said), "other": other}]
        box.looked.pop(key, None)
    facts = referee.doubt(facts, tuple(each.key for each in new))
    if not referee.keepable(facts):
        raise MalformedError(_("This box is full."))
    box.sources = sources
    box.keep(facts)
    refresh(box)


def _with(referee: AnyReferee, facts: Any, readings: list[Reading]) -> Any:
    """Return the facts with these readings in the place of their own, marked as unconfirmed."""
    try:
        made = _put(referee, facts, readings)
    except MalformedError:
        if len(readings) == 1:
            return facts
        for each in readings:
            facts = _with(referee, facts, [each])
        return facts
    after = known(made)
    for fact in (after[each.key] for each in readings if each.key in after):
        if isinstance(fact.value, msgspec.Struct):
            marks = {n: m for n, m in MARKS.items() if n in fact.value.__struct_fields__}
            value = msgspec.structs.replace(fact.value, **marks)
            made = comparing.put(made, CopyFact(fact.kind, fact.name, value))
    return made


def _put(referee: AnyReferee, facts: Any, readings: list[Reading]) -> Any:
    """Return the facts with these readings; a thing keeps its own free text."""
    data, before = msgspec.to_builtins(facts), known(facts)
    for reading in readings:
        kind = reading.key.partition("/")[0]
        if not comparing.listed(facts, kind, reading.value):
            data[kind] = reading.value
            continue
        things, mine = data.setdefault(kind, []), before.get(reading.key)
        if mine is None:
            data[kind] = [*things, reading.value]
            continue
        at = getattr(facts, kind).index(mine.value)
        kept = {key: text for key, text in things[at].items() if key in FREE and _is_text(text)}
        data[kind] = [*things[:at], {**reading.value, **kept}, *things[at + 1 :]]
    return referee.decode_box(data)


def learn(box: Box, facts: Any) -> None:
    """Keep what a group has just entered; a fact that only became its own counts as looked at."""
    referee, before = registry.referee(box.title), comparing.decoded(box)
    old, new = known(before), known(facts)
    own = {key for key, fact in new.items() if key not in old or old[key].value != fact.value}
    own |= {*referee.doubts(before)} - {*referee.doubts(facts)}
    box.looked = {**box.looked, **{key: digest(new[key].said) for key in own if key in new}}
    box.keep(facts)
    photos.follow(box, old, new)
    refresh(box)
