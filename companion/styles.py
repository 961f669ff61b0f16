"""Style sheets as older browsers read them too; the sources stay as people write them.

A television is older than every phone: no cascade layers before Chrome 99, none of ``dvh``,
``inset``, ``:is()``, ``min()`` in Chromium 69. A browser drops a declaration that it does not know,
the whole rule with a selector it does not know, and all of the page with ``@layer``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

LAYERS = ("base", "layout", "parts", "titles", "utilities")
"""The layers of ``app.css``, weakest first."""
TOKEN = re.compile(r'"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])*\'|\\.|[\s\S]')
SIDES = ("top", "right", "bottom", "left")
EDGES = {
    "inset-inline-start": "left",
    "inset-inline-end": "right",
    "inset-block-start": "top",
    "inset-block-end": "bottom",
}
ENDS = {"inline": ("left", "right"), "block": ("top", "bottom")}
"""No language we speak is written from the right: logical sides are the physical ones."""
NEW = re.compile(r":(has\(|focus-visible|popover-open|:backdrop|:marker)")
"""What an older browser may not know in a selector, and voids all that stand with it."""
CHOSEN = re.compile(r"(?<![\w-])(min|max|clamp)\(")


def tight(style: str) -> str:
    """Return a style sheet without the comments, line breaks and indents that are for people."""
    style = re.sub(r"/\*.*?\*/", "", style, flags=re.DOTALL).lstrip()
    return re.sub(r"\s*\n\s*", " ", re.sub(r"(?<=[{};,])\s*\n\s*|\s*\n\s*(?=\})", "", style))


def packed(style: str) -> str:
    """Return a style sheet as served: minified, without layers, with fallbacks for old browsers."""
    layers: dict[str, list[str]] = {name: [] for name in (*LAYERS, "")}
    for head, block in _rules(tight(style)):
        layered = head.startswith("@layer")
        if block is None:
            layers["base"] += [] if layered else [f"{head};"]
            continue
        own = layers.setdefault(head.removeprefix("@layer").strip() if layered else "", [])
        for rule in _rules(block) if layered else [(head, block)]:
            own += _older(*rule)
    return "".join(rule for rules in layers.values() for rule in rules)


def _rules(text: str) -> Iterator[tuple[str, str | None]]:
    """Yield each rule's head and block; ``None`` for a statement without a block."""
    begun = opened = depth = 0
    for token in TOKEN.finditer(text):
        if token[0] in ("{", "(", "["):
            opened = opened if depth else token.end()
            depth += 1
        elif token[0] in ("}", ")", "]"):
            depth -= 1
            if token[0] == "}" and not depth:
                head = text[begun : opened - 1]
                yield head.strip(), text[opened : token.start()]
                begun = token.end()
        elif token[0] == ";" and not depth:
            yield text[begun : token.start()].strip(), None
            begun = token.end()


def _older(head: str, block: str | None) -> Iterator[str]:
    """Yield a rule in words that older browsers know, what they may not know by itself."""
    if head.startswith(("@media", "@supports")):
        inner = "".join(each for rule in _rules(block or "") for each in _older(*rule))
        yield f"{head}{{{inner}}}"
    elif head.startswith("@") or block is None:
        yield f"{head}{{{block}}}" if block else f"{head};"
    else:
        said = ";".join(_said(block))
        selectors = [each for one in _cut(head, ",") for each in _alternatives(one.strip())]
        known = [each for each in selectors if not NEW.search(each)]
        for together in ([", ".join(known)] if known else []), filter(NEW.search, selectors):
            yield from (f"{each}{{{said}}}" for each in together)


def _alternatives(selector: str) -> Iterator[str]:
    """Yield a selector once for each thing its first ``:is()`` stands for."""
    before, sign, after = selector.partition(":is(")
    if not sign or before.count("(") > before.count(")"):
        yield re.sub(r":not\(([^()]*,[^()]*)\)", _each_not, selector)
        return
    inside, *rest = _cut(after, ")")
    for one in _cut(inside, ","):
        apart = not before or before[-1] in " >+~" or not one.strip()[0].isalpha()
        if not apart:
            yield selector
            return
        yield from _alternatives(f"{before}{one.strip()}{')'.join(rest)}")


def _each_not(found: re.Match[str]) -> str:
    return "".join(f":not({one.strip()})" for one in found[1].split(","))


def _said(block: str) -> Iterator[str]:
    """Yield the declarations of a block, after an older way to say each where there is one."""
    for declaration in _cut(block, ";"):
        name, _, value = (part.strip() for part in declaration.partition(":"))
        if not name:
            continue
        older = _first(re.sub(r"(?<=\d)dvh\b", "vh", value))
        for said in (older, value) if older != value else (value,):
            yield from (f"{side}:{part}" for side, part in _sides(name, said))


def _first(value: str) -> str:
    """Return a value with what is chosen among several: the middle of ``clamp()``, the first of
    others."""
    while found := CHOSEN.search(value):
        inside, *rest = _cut(value[found.end() :], ")")
        several = _cut(inside, ",")
        value = value[: found.start()] + several[found[1] == "clamp"].strip() + ")".join(rest)
    return value


def _sides(name: str, value: str) -> list[tuple[str, str]]:
    """Return a declaration about several sides as one for each side."""
    if name in EDGES:
        return [(EDGES[name], value)]
    found = re.fullmatch(r"(padding|margin|inset)-(inline|block)", name)
    if name != "inset" and not found:
        return [(name, value)]
    parts = [part for part in _cut(value, " ") if part]
    if found:
        ends = ENDS[found[2]]
        sides = ends if found[1] == "inset" else [f"{found[1]}-{end}" for end in ends]
        return list(zip(sides, (parts * 2)[:2], strict=True))
    top, right, bottom, left = (parts * 4)[:4] if len(parts) != 3 else (*parts, parts[1])
    return list(zip(SIDES, (top, right, bottom, left), strict=True))


def _cut(text: str, at: str) -> list[str]:
    """Return a text cut at a sign that stands outside of brackets and quotes."""
    parts, depth = [""], 0
    for token in TOKEN.findall(text):
        if token == at and depth == 0:
            parts.append("")
            continue
        depth += (token in ("(", "[", "{")) - (token in (")", "]", "}"))
        parts[-1] += token
    return parts
