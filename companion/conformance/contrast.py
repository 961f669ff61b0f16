"""Contrast of colours, by the formula of WCAG 2."""

from __future__ import annotations

import re

TEXT = [
    *((ink, ground) for ink in ("ink", "dim") for ground in ("night", "felt", "raise")),
    *((ink, ground) for ink in ("lamp-text", "blood", "good") for ground in ("night", "felt")),
    *((f"p{seat}", ground) for seat in range(6) for ground in ("night",)),
    ("on-lamp", "lamp"),
    ("accent", "night"),
    ("accent", "felt"),
    ("accent", "accent-fill"),
    ("accent-2", "night"),
    ("ink", "accent-fill"),
    ("dim", "accent-fill"),
    ("blood", "accent-fill"),
]
SHAPES = [("line", "night"), ("line", "felt"), ("line", "raise"), ("focus", "night")]
"""What is written on what (4.5 : 1), and what is drawn on what (3 : 1)."""


def palette(sheet: str, slug: str, light: bool) -> dict[str, str]:
    """Return the custom properties in force on a title's dark or light page, by the site's style
    sheet."""
    blocks = [r":root \{(.*?)\}", rf"^  \[data-title={slug}\] \{{(.*?)\}}"]
    if light:
        blocks.insert(1, r":root\[data-light\] \{(.*?)\}")
        blocks.append(rf"\[data-light\] \[data-title={slug}\] \{{(.*?)\}}")
    found: dict[str, str] = {}
    for block in blocks:
        match = re.search(block, sheet, re.DOTALL | re.MULTILINE)
        assert match is not None, f"no colours: write static/games/{slug}/palette.css"
        found.update(re.findall(r"--([\w-]+): (#[0-9a-f]{3,6})\b", match.group(1)))
    return found


def luminance(colour: str) -> float:
    digits = colour[1:] if len(colour) == 7 else "".join(each * 2 for each in colour[1:])
    parts = (int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4))
    red, green, blue = (c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    dark, bright = sorted((luminance(one), luminance(other)))
    return (bright + 0.05) / (dark + 0.05)


def weak(colours: dict[str, str]) -> list[str]:
    """Return the pairs that do not stand out, each with its ratio."""
    return [
        f"{ink} on {ground}: {ratio:.2f}"
        for pairs, least in ((TEXT, 4.5), (SHAPES, 3.0))
        for ink, ground in pairs
        if (ratio := contrast(colours[ink], colours[ground])) < least
    ]
