"""The sheet of the big screen breaks nothing that docs/look.md offers to titles."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.conformance.looks import CUT, OVERFULL, SCREENS, TEXTS, sizes
from companion.conformance.phones import SCREEN
from companion.plays import ledger
from tests.sample_game import Setup

pytestmark = pytest.mark.django_db(transaction=True)

LOOK = Path(__file__).parents[2] / "docs/look.md"
HERE = Path(__file__).parent
PARTS = re.split(r"<!-- (.*?) -->\n", (HERE / "documented.html").read_text())
SAMPLES = dict(zip(PARTS[1::2], PARTS[2::2], strict=True))
"""What a title may lay on a screen, by the classes that are in it."""
TAPPED = {
    *("btn", "go", "quiet", "icon", "wide", "btns", "short", "prompt", "expected", "one", "bare"),
    *(
        "lesser",
        "ruleref",
        "tiles",
        "tile",
        "few",
        "keypad",
        "die",
        "tray",
        "faces",
        "touch",
        "lit",
    ),
    *("choices", "errors", "missing", "refusal", "question", "flash", "remedy", "dread", "options"),
    *("coach", "laying", "done", "pic", "done-mark", "dock", "hands", "copies", "switch", "face"),
    *("foot-sheet", "sheet", "entry", "undone", "mark", "mend", "lost", "ended", "replay", "told"),
    *("player", "spine", "art", "vh", "standing"),
}
"""What answers to a finger, stands in a drawer or around a table."""
FILES = {"css", "jinja", "js", "py", "html", "svg"}
OVERLAPPING = """() => {
  const all = [...document.querySelectorAll(".vista *")].filter((one) => one.checkVisibility()
    && [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim()));
  const boxes = all.map((one) => { const range = document.createRange();
    range.selectNodeContents(one); return [one, range.getBoundingClientRect()]; });
  return boxes.flatMap(([one, a], at) => boxes.slice(at + 1).filter(([two, b]) =>
    !one.contains(two) && Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > Math.min(a.height, b.height) / 4)
    .map(([two]) => `${one.textContent.trim()} lies on ${two.textContent.trim()}`));
}"""


def test_every_documented_class_is_tried_or_only_tapped():
    parts = LOOK.read_text().partition("## Parts")[2].partition("\n## ")[0]
    cells = re.findall(r"`([^`]*)`", parts)
    named = {name for cell in cells for name in re.findall(r"(?:^|[ .>(])\.([a-z-]+)\b", cell)}
    tried = {name for names in SAMPLES for name in names.split()}
    assert sorted(named - tried - TAPPED - FILES) == []


def test_no_documented_class_is_cut_off_or_overlapping(acorns, phone):
    play = ledger.begin(acorns, Setup(2, 20))
    screen = phone(**SCREEN, bypass_csp=True)
    screen.open(f"/tv/{play.code}/")
    page, wrong = screen.page, []
    page.add_style_tag(path=LOOK.parents[1] / "static/css/lanes.css")
    for names, sample in SAMPLES.items():
        page.evaluate(
            "(html) => { document.querySelector('.vista').innerHTML = html; }",
            sample,
        )
        for at in sizes(page, SCREENS[:2]):
            found = [*page.evaluate(CUT, TEXTS), *page.evaluate(OVERFULL)]
            wrong += [f"{names} {at}: {each}" for each in (*found, *page.evaluate(OVERLAPPING))]
    assert wrong == []
