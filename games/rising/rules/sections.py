"""Sections of the track whose spaces no one has counted yet: how far a guess may go."""

from __future__ import annotations

from itertools import accumulate

from msgspec.structs import replace

from games.rising.rules.cards.effects import reached
from games.rising.table import Table


def every_fall(t: Table) -> bool:
    """Return whether quick depth calls every fall; older tables let a card with one damage wait."""
    return t.state.setup.edition > 5


def track_open(t: Table) -> bool:
    """Return whether the table is asked for the spaces of the track."""
    settled = t.state.doom_checked or t.state.doom_left or t.state.event
    return every_fall(t) and not settled


def uncounted_section(t: Table) -> int:
    """Return the first section of the track that has counters and whose spaces no one has counted,
    -1 if there is none."""
    if not track_open(t):
        return -1
    i, before = first_uncounted(t)
    filled = t.state.doom - before
    if i < 0:
        return -1
    return i if filled > 0 or (not filled and before and may_be_empty(t, i)) else -1


def first_uncounted(t: Table) -> tuple[int, int]:
    """Return the first section whose spaces no one has counted, -1 if there is none, and the spaces
    of those before it."""
    before = 0
    for i, section in enumerate(t.state.sections):
        if not section.facts.counted:
            return i, before
        before += section.facts.size
    return -1, before


def behind(t: Table, at: int) -> tuple[int, ...]:
    """Return sections that may be full as well if the one before them has few spaces."""
    sections = t.state.sections
    ends = accumulate(each.facts.size for each in sections)
    reach = [end <= t.state.doom for end in (0, *ends)]
    return tuple(
        i for i in range(at + 1, len(sections)) if reach[i] and not sections[i].facts.counted
    )


def may_be_empty(t: Table, index: int) -> bool:
    """Return whether a section may have no space at all: only one that holds no card."""
    return len(t.state.sections) > 1 and not t.state.sections[index].facts.holds


def fill_section(t: Table, index: int, full: bool, later: set[str]) -> None:
    """Give an uncounted section spaces that agree with what was ticked: it is ``full``, and so are
    the ``later`` ones; or else it has room left."""
    sections = list(t.state.sections)
    before, facts = sum(each.facts.size for each in sections[:index]), sections[index].facts
    filled = max(0, t.state.doom - before)
    size = max(facts.size, filled + 1)
    if full:
        size = min(facts.size, filled - len(later)) if later else filled
        size = max(size, lowest(t, index))
    sections[index] = replace(sections[index], facts=replace(facts, size=size))
    t.put(sections=tuple(sections))
    reached(t, before)


def keep_open(t: Table) -> None:
    """Give the first section that the table leaves uncounted room for one more counter: a guess
    releases no card and ends no game."""
    if not (every_fall(t) and t.state.doom_left):
        return
    i, before = first_uncounted(t)
    if i >= 0 and t.state.doom >= before + t.state.sections[i].facts.size:
        fill_section(t, i, False, set())


def lowest(t: Table, index: int) -> int:
    """Return the fewest spaces a section can have."""
    return 0 if may_be_empty(t, index) else 1


def size_section(t: Table, index: int, size: int) -> None:
    """Give a section of the track its spaces; counters may have filled it meanwhile."""
    sections = list(t.state.sections)
    last = index == len(sections) - 1
    whole = size + t.state.setup.extra_spaces * last
    facts = replace(sections[index].facts, size=whole, counted=True)
    sections[index] = replace(sections[index], facts=facts)
    t.put(sections=tuple(sections), doom_checked=all(each.facts.counted for each in sections))
    if len(sections) > 1:
        t.note("section.spaces", "track", section=index + 1, n=size)
    else:
        t.note("track.spaces", "track", n=size)
    t.make_room(t.state.doom)
    t.put(doom=min(t.state.doom, t.length()))
    reached(t, sum(each.facts.size for each in sections[:index]))
