"""Every kind of prompt of recorded games can be seen, is named, and is reached on a small phone."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import pytest

from companion.conformance import browsers
from companion.conformance.looks import BESIDE, COVERED, NAMELESS, ROOM, UNREACHED
from companion.conformance.suite.test_journeys import reads
from companion.plays import playlog
from games import registry
from tests import golden

pytestmark = [pytest.mark.patient, pytest.mark.django_db(transaction=True)]

SIZES = [(390, 664), (320, 640), (844, 390)]


def positions(slug: str) -> Iterator[tuple[playlog.Playlog, set[str]]]:
    """Yield recorded games cut where something is asked for the first time, with what that is."""
    referee = registry.referee(slug)
    seen: set[str] = set()
    for path in golden.games(slug):
        doc = golden.read(path)
        for n, state in playlog.replay(doc).states.items():
            prompts = [each for each in referee.prompts(state) if each.expected]
            asked = {f"{each.do} {[field.kind for field in each.fields]}" for each in prompts}
            if asked - seen:
                seen |= asked
                entries = doc.entries[:n]
                yield msgspec.structs.replace(doc, entries=entries, outcome=None), asked


@pytest.mark.parametrize("slug", registry.TITLES)
def test_prompts_are_visible_named_touchable_and_keyboard_reachable(slug, seated):
    found = 0
    for n, (doc, asked) in enumerate(positions(slug)):
        play = playlog.load(doc)
        referee = registry.referee(slug)
        parts = [part.index for part in referee.parts(referee.decode_state(play.state))]
        one = seated(play, f"Ana {n}", *parts)
        page, found = one.page, found + len(asked)
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            board, below, beside = page.evaluate(ROOM)
            assert board >= 0.2, (asked, width, height)
            assert (below, beside) == (0, 0), (asked, width, height)
            assert page.evaluate(BESIDE) == [], (asked, width, height)
            assert page.evaluate(COVERED) == [], (asked, width, height)
        assert page.evaluate(NAMELESS) == [], asked
        assert page.evaluate(UNREACHED) == [], asked
        page.set_viewport_size({"width": 320, "height": 640})
        reads(one, "pl")
        assert (page.evaluate(ROOM)[2], page.evaluate(BESIDE)) == (0, []), asked
        browsers.put_away(page.context)
    assert found
