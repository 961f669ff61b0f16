"""Part f: how good the rule search is, and what a keystroke costs."""

from __future__ import annotations

from bench import yardstick
from bench.record import Row

TYPED = 5
"""The distance of the questions that are typed letter by letter."""


def measure() -> list[Row]:
    """Measure all questions of the yardstick, those held out from tuning, and their keystrokes."""
    asked = yardstick.questions()
    rows = []
    held = {f"held out, {name}": name for name in yardstick.SERIES}
    for name, series in {"all": "", **held}.items():
        got = yardstick.measure(q for q in asked if q.held == series or not series)
        what = f"questions answered, {name} ({got.questions})"
        rows.append(Row(what, f"first {got.first:.1%}, in the first three {got.first_three:.1%}"))
    for name, everywhere in (("in a title", False), ("in all titles", True)):
        p50, p95 = yardstick.keystrokes(asked[::TYPED], everywhere)
        rows.append(Row(f"a keystroke {name}", f"p50 {p50:.2f} ms, p95 {p95:.2f} ms"))
    return rows
