"""Compare two copies of a title: what each knows, where they differ, who else agrees.

A fact is what one form of a box teaches: a card, a villain, a track. How far it can be trusted
isn't part of a fact. No fact names a person.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from typing import Any

import msgspec
from django.utils import timezone
from django.utils.translation import gettext as _

from companion.boxes.models import Box
from games import registry
from games.referee import MalformedError

TRUST = {"source", "confidence", "checked", "doubted", "unconfirmed", "left"}
"""Members that say where a fact comes from, or what becomes of a thing in play."""
NOT_FACTS = {"name", "sample", "labels", "facts"}
"""Members of a box that say nothing about the copy."""
MANY = 3
"""Groups of this server that entered the same before it counts as confirmed."""
NOTHING = object()
"""What a new copy says of a thing it does not know."""
CLAIMS = 3
"""Other readings of a fact that a box remembers."""


@dataclass(frozen=True)
class CopyFact:
    """One thing known of a copy: ``kind`` is its member of the box."""

    kind: str
    name: str
    value: Any

    @property
    def key(self) -> str:
        return f"{self.kind}/{self.name}"

    @property
    def said(self) -> Any:
        """The fact as plain data, without how far it can be trusted."""
        return plain(self.value)


def plain(value: Any) -> Any:
    """Return a value as plain data, without how far it can be trusted."""
    if isinstance(value, dict):
        return {name: plain(each) for name, each in value.items() if name not in TRUST}
    if isinstance(value, msgspec.Struct):
        names = value.__struct_fields__
        return {name: plain(getattr(value, name)) for name in names if name not in TRUST}
    if isinstance(value, tuple | list):
        return [plain(each) for each in value]
    return value


def known(box: Any) -> dict[str, CopyFact]:
    """Return every fact of a title's box by its key; things of a list are distinguished by their
    names.
    """
    return {fact.key: fact for fact in _facts(box)}


def _facts(box: Any) -> Iterator[CopyFact]:
    for kind in box.__struct_fields__:
        value = getattr(box, kind)
        if kind in NOT_FACTS:
            continue
        if isinstance(value, tuple) and value and isinstance(value[0], msgspec.Struct):
            yield from (CopyFact(kind, _name(each), each) for each in value)
        elif value not in ((), None):
            yield CopyFact(kind, "", value)


def _name(thing: msgspec.Struct) -> str:
    """Return what a thing of a list is called: what it says first."""
    first = getattr(thing, thing.__struct_fields__[0])
    return str(first)


def listed(box: Any, kind: str, value: Any) -> bool:
    """Return whether a fact is one thing of a list, which may have no name; it is given as plain
    data or not."""
    return isinstance(getattr(box, kind), tuple) and isinstance(value, dict | msgspec.Struct)


def put(box: Any, fact: CopyFact) -> Any:
    """Return the box with a fact in the place of its own."""
    if not listed(box, fact.kind, fact.value):
        return msgspec.structs.replace(box, **{fact.kind: fact.value})
    things = getattr(box, fact.kind)
    kept = tuple(fact.value if _name(each) == fact.name else each for each in things)
    if fact.value not in kept:
        kept = (*kept, fact.value)
    return msgspec.structs.replace(box, **{fact.kind: kept})


@dataclass(frozen=True)
class Difference:
    """A fact that another copy says and ours does not: ``ours`` is ``None`` where it is missing.

    ``better`` says that ours was only laid in, or never entered, and theirs was.
    """

    theirs: CopyFact
    ours: CopyFact | None
    better: bool

    @property
    def members(self) -> list[tuple[str, Any, Any]]:
        """The values that differ, by the name of the member; ours first."""
        ours, theirs = (self.ours.said if self.ours else {}), self.theirs.said
        if not isinstance(theirs, dict):
            return [("", ours or None, theirs)]
        shared: Mapping[str, Any] = ours if isinstance(ours, dict) else {}
        return [
            (name, shared.get(name), value)
            for name, value in theirs.items()
            if shared.get(name) != value and (value or shared.get(name))
        ]


def differences(ours: Any, theirs: Any, new: Any) -> list[Difference]:
    """Return what another copy would bring or says otherwise; what it never learned is left out.

    ``new`` is a copy of which no one has entered anything.
    """
    mine, new = known(ours), known(new)
    found = []
    for key, fact in known(theirs).items():
        own = mine.get(key)
        if own is not None and own.said == fact.said:
            continue
        public = key in new and new[key].said == fact.said
        if public and own is not None:
            continue
        better = own is None or (key in new and new[key].said == own.said)
        found.append(Difference(fact, own, better))
    return found


def decoded(box: Box) -> Any:
    """Return what a box holds, as its title's type."""
    return registry.referee(box.title).decode_box(msgspec.json.decode(box.facts))


def entered(box: Box) -> dict[str, Any]:
    """Return what its group itself says of its copy, by key: entered or looked at, not laid in or
    brought along."""
    new = _untouched(box.title)
    return {
        key: fact.said
        for key, fact in known(decoded(box)).items()
        if box.looked.get(key) == digest(fact.said)
        or (
            new.get(key, NOTHING) != fact.said
            and digest(fact.said) not in {each["took"] for each in box.sources.get(key, ())}
        )
    }


def learned_since(before: Any, after: Any) -> set[str]:
    """Return the keys of facts that a box has gained or that say something else now."""
    then = {key: fact.said for key, fact in known(before).items()}
    return {key for key, fact in known(after).items() if then.get(key, NOTHING) != fact.said}


def fresh(slug: str) -> Any:
    """Return a copy of which no one has entered anything."""
    referee = registry.referee(slug)
    return referee.starter(referee.blank_box())


@cache
def _untouched(slug: str) -> dict[str, Any]:
    return {key: fact.said for key, fact in known(fresh(slug)).items()}


def digest(said: Any) -> str:
    """Return a fact short enough to remember that someone has looked at it as it was."""
    return blake2b(msgspec.json.encode(said), digest_size=8).hexdigest()


def merge(box: Box, theirs: Any, take: Collection[str]) -> None:
    """Take these facts of another copy into a box; of all that differ both readings are kept."""
    mine = decoded(box)
    today = timezone.localdate().isoformat()
    sources = dict(box.sources)
    for one in differences(mine, theirs, fresh(box.title)):
        key, taken = one.theirs.key, one.theirs.key in take
        # What was only laid in, or never entered, is nobody's reading.
        ours = None if one.better else one.ours
        other = ours if taken else one.theirs
        took = digest(one.theirs.said) if taken else ""
        claim = {"at": today, "took": took, "other": msgspec.to_builtins(other and other.value)}
        before = [old for old in sources.get(key, ()) if old["other"] != claim["other"]]
        sources[key] = [*before, claim][-CLAIMS:]
        if taken:
            mine = put(mine, one.theirs)
    if not registry.referee(box.title).keepable(mine):
        raise MalformedError(_("This box is full."))
    box.sources = sources
    box.keep(mine)


def choose(box: Box, key: str) -> None:
    """Take the other reading of a fact, if there is one, and remember the one it had."""
    claims = box.sources.get(key, ())
    fact = known(decoded(box)).get(key)
    if not claims or fact is None or claims[-1]["other"] is None:
        return
    last = claims[-1]
    kind = type(getattr(fresh(box.title), fact.kind))
    if isinstance(fact.value, msgspec.Struct):
        kind = type(fact.value)
    value = msgspec.convert(last["other"], kind)
    chosen = CopyFact(fact.kind, fact.name, value)
    took = "" if last["took"] else digest(chosen.said)
    now = {**last, "took": took, "other": msgspec.to_builtins(fact.value)}
    box.sources = {**box.sources, key: [*claims[:-1], now]}
    box.keep(put(decoded(box), chosen))
