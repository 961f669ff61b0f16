"""Measures of a rendered page: for fingers, keys and eyes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

from playwright.sync_api import Page

PHONES = [(390, 844), (390, 664), (320, 640), (844, 390), (1280, 800)]
SCREENS = [(1280, 720), (1920, 1080), (3840, 2160)]
BOARD = 0.2
"""The share of the height that is the board's at least."""

COVERED = """() => {
  const reached = (one) => {
    one.scrollIntoView({ block: "center", behavior: "instant" });
    const { left, top, width, height } = one.getBoundingClientRect();
    const hit = document.elementFromPoint(left + width / 2, top + Math.min(height / 2, 24));
    return hit && (one.contains(hit) || hit.contains(one));
  };
  const all = document.querySelectorAll("#board :is(a, button, summary, select, label)");
  return [...all].filter((one) => one.checkVisibility() && !reached(one))
    .map((one) => one.outerHTML.slice(0, 160));
}"""
"""What a finger cannot reach, brought into view."""

ROOM = """() => {
  const { height } = document.querySelector(".scene").getBoundingClientRect();
  const { scrollHeight, scrollWidth, clientHeight, clientWidth } = document.documentElement;
  return [height / clientHeight, scrollHeight - clientHeight, scrollWidth - clientWidth];
}"""
"""The board's share of the height, and its overflow below and to the side. The window's own
``innerWidth`` grows with the page on a phone.
"""

BESIDE = """() => {
  const moves = (one) => one && (/auto|scroll/.test(getComputedStyle(one).overflowX)
    ? one.scrollWidth > one.clientWidth : moves(one.parentElement));
  const page = document.documentElement.clientWidth;
  return [...document.querySelectorAll("#board *")]
    .filter((one) => one.checkVisibility() && !one.closest("svg *, .vh"))
    .filter((one) => {
      const { left, right, width } = one.getBoundingClientRect();
      return width && (right > page + 1 || left < -1) && !moves(one);
    }).map((one) => one.outerHTML.slice(0, 160));
}"""
"""Parts of the board outside the page that no one can scroll to."""

NAMELESS = """() => {
  const name = (one) => one.ariaLabel || one.textContent.trim()
    || (one.ariaLabelledByElements ?? []).map((each) => each.textContent).join("").trim()
    || [...(one.labels ?? [])].map((each) => each.textContent.trim()).join("");
  const all = document.querySelectorAll("body :is(button, a, input, select, textarea, summary)");
  const mute = [...all].filter((one) => one.type !== "hidden" && !name(one));
  return mute.map((one) => one.outerHTML.slice(0, 120));
}"""
UNREACHED = """() => {
  const all = (what) => [...document.querySelectorAll(what)];
  const keyed = (one) => {
    const control = one.matches("label") ? one.control : one;
    return control?.matches("button, input, select, summary, a[href]") && control.tabIndex >= 0
      && control.checkVisibility({ visibilityProperty: true });
  };
  const lost = [
    ...all("label[for]").filter((one) => !document.getElementById(one.htmlFor)),
    ...all("[popovertarget]").filter((one) => !one.popoverTargetElement),
    ...all(".lit").filter((one) => one.checkVisibility())
      .filter((one) => ![one, ...one.querySelectorAll("*")].some(keyed)),
  ];
  return lost.map((one) => one.outerHTML.slice(0, 120));
}"""
"""What says nothing to those who hear the page, or cannot be reached by key."""

UNREADABLE = """() => {
  const page = document.documentElement, found = new Set(), known = new Map();
  const range = document.createRange(), places = ".scene, .ask, .dock, dialog";
  const clips = /hidden|clip/, moves = /auto|scroll/;
  const named = (one) => [one.localName, ...one.classList].join(".");
  const tells = (one, what) =>
    found.add(`${what}: ${named(one.parentElement ?? one)} > ${named(one)}`);
  // Of each element that has text: the frames that cut it off, and whether its words have hyphens.
  const about = (one) => {
    if (known.has(one)) return known.get(one);
    const shown = one.checkVisibility({ visibilityProperty: true }) && !one.closest(".vh, svg");
    const it = { shown, hyphens: getComputedStyle(one).hyphens === "auto", frames: [], rolls: [] };
    let across = true, down = true;
    for (let frame = one; frame && it.shown; frame = frame.parentElement) {
      const { overflowX, overflowY, position } = getComputedStyle(frame);
      if (frame.offsetWidth === 1) it.shown = false;
      const x = across && clips.test(overflowX), y = down && clips.test(overflowY);
      if (x || y) it.frames.push({ x, y, box: frame.getBoundingClientRect() });
      const rolls = moves.test(overflowX) || moves.test(overflowY);
      if (rolls) it.rolls.push(frame.getBoundingClientRect());
      across &&= !moves.test(overflowX);
      down &&= !moves.test(overflowY) && position !== "fixed";
    }
    if (across) it.frames.push({ x: true, y: false, box: { left: 0, right: page.clientWidth } });
    known.set(one, it);
    return it;
  };
  const top = document.querySelector("dialog[open], .peak.now, .ending, [popover]:popover-open");
  const paints = (one) => !/^rgba.*, 0\\)$/.test(getComputedStyle(one).backgroundColor);
  // What is scrolled away or lies below a sheet is another thing: only neighbours cover each other.
  const covered = (one, { left, right, top: high, height }) => [left + 3, right - 3].some((x) => {
    const y = high + height / 2;
    const inside = (box) => x > box.left && x < box.right && y > box.top && y < box.bottom;
    let hit = about(one).rolls.every(inside) && document.elementFromPoint(x, y);
    if (!hit || one.contains(hit) || one.closest(places) !== hit.closest(places)) return false;
    let painted = false;
    for (; hit && !hit.contains(one); hit = hit.parentElement) {
      if (getComputedStyle(hit).position === "sticky") return false;
      painted ||= paints(hit);
    }
    return painted;
  });
  const lines = () => new Set([...range.getClientRects()].filter(({ width }) => width > 1)
    .map(({ top }) => Math.round(top))).size;
  const texts = document.createTreeWalker(top || document.body, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const one = node.parentElement;
    if (!node.data.trim()) continue;
    const { shown, hyphens, frames } = about(one);
    if (!shown) continue;
    range.selectNodeContents(node);
    const rects = [...range.getClientRects()].filter(({ width }) => width);
    const cut = ({ left, right, top, bottom }) => frames.some(({ x, y, box }) =>
      (x && (left < box.left - 2 || right > box.right + 2))
      || (y && (top < box.top - 4 || bottom > box.bottom + 4)));
    const text = `“${node.data.trim().slice(0, 40)}”`;
    if (rects.some((rect) => covered(one, rect))) tells(one, `${text} is covered`);
    if (rects.some(cut)) tells(one, `${text} is cut off`);
    // An address has no hyphens and breaks anywhere.
    if (rects.length < 2 || node.data.includes("://")) continue;
    for (const { 0: word, index } of node.data.matchAll(/[\\p{L}’]{2,}/gu)) {
      // The hyphen at the end of a line counts to the letter after it.
      range.setStart(node, index + (node.data[index - 1] === "\\u00ad"));
      range.setEnd(node, index + word.length);
      if (lines() < 2) continue;
      // The browser has a hyphen for a word if it still breaks where nothing else may.
      const { overflowWrap } = one.style;
      if (hyphens) one.style.overflowWrap = "normal";
      if (!hyphens || lines() < 2) tells(one, `“${word}” is broken without a hyphen`);
      one.style.overflowWrap = overflowWrap;
    }
  }
  const wider = page.scrollWidth - page.clientWidth;
  if (wider > 0) {
    const beyond = [...document.querySelectorAll("body *")].filter((one) =>
      one.getBoundingClientRect().right > page.clientWidth + 1 && one.checkVisibility());
    const first = beyond.find((one) => !beyond.includes(one.parentElement)) || page;
    tells(first, `the page is ${wider} px too wide`);
  }
  return [...found];
}"""
"""What no one can read, each with its element: words that go on in the next line without a hyphen,
texts that a neighbour covers or an edge behind which no one can scroll cuts off, a page wider than
its window. Where a sheet, a moment or an ending is open, only what it shows.
"""

LETTERS = (("", 100), ("", 130), ("Inter", 130), ("DejaVu Sans", 100))
"""Faces and sizes in percent that every word is read in: our own face, drawn here as an Android
phone draws it, also enlarged; near an iPhone's, enlarged; the widest there is.
"""
FACE = """async (rule) => {
  await document.fonts.ready;
  const sheet = new CSSStyleSheet();
  await sheet.replace(rule);
  document.adoptedStyleSheets = [sheet];
}"""
"""Draws the page with a rule of its own, once our face is there."""
READ = [(320, 640), (390, 844), (844, 390), (1280, 720), (1920, 1080)]
"""Sizes in which every word is read."""

NUMBERS = "() => [...document.querySelectorAll('[data-number]')].map((one) => one.dataset.number)"

TEXTS = ", ".join(
    f"#board {tag}" for tag in ["h2", "h3", "h4", "p", "b", "span", "small", "li", "text", "dd"]
)
CUT = """(texts) => [...document.querySelectorAll(texts)]
  .filter((one) => [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim()))
  .filter((one) => !one.closest(".vh, .peak") && one.checkVisibility())
  .filter((one) => {
    const { top, bottom, left, right } = one.getBoundingClientRect();
    const clips = (each) => each && getComputedStyle(each).overflowY !== "visible";
    let place = one.parentElement;
    while (place && !clips(place)) place = place.parentElement;
    const frame = (place || document.documentElement).getBoundingClientRect();
    return top < frame.top - 2 || bottom > frame.bottom + 2 || right > innerWidth + 1 || left < -1;
  }).map((one) => `${one.tagName}.${one.className} ${one.textContent.trim().slice(0, 30)}`)"""
"""Texts of the big screen that are cut off."""

OVERFULL = """() => [...document.querySelectorAll(
    "#board .vista *, #board .below *")]
  .filter((one) => !one.closest(".vista") || one.matches("article, section, ol, ul, li, div"))
  .filter((one) => one.checkVisibility() && !one.closest(".vh, svg") && one.clientHeight)
  .filter((one) => getComputedStyle(one).display !== "inline")
  .filter((one) => Math.max(one.scrollHeight - one.clientHeight, one.scrollWidth - one.clientWidth)
    > 3 * innerWidth / 1280)
  .map((one) => `${one.tagName}.${one.className} ${one.textContent.trim().slice(0, 30)}`)"""
"""Places of the big screen with more in them than they have room for."""


def sizes(page: Page, all_of: list[tuple[int, int]]) -> Iterator[str]:
    """Yield the page in each size, with the size's name."""
    for width, height in all_of:
        page.set_viewport_size({"width": width, "height": height})
        yield f"at {width} × {height}"


def faults_of_a_phone(page: Page) -> Iterator[str]:
    """Yield everything wrong with a table on a phone of any size, a sentence each."""
    for at in sizes(page, PHONES):
        board, below, beside = page.evaluate(ROOM)
        if board < BOARD:
            yield f"{at} the board has {board:.0%} of the height"
        if below > 0 or beside > 0:
            yield f"{at} the page is {below} px too high and {beside} px too wide"
        for each in _found(page, BESIDE):
            yield f"{at} nobody sees all of {each}"
        for each in _found(page, COVERED):
            yield f"{at} no finger reaches {each}"
    for each in _found(page, NAMELESS):
        yield f"nobody reads out what this is: {each}"
    for each in _found(page, UNREACHED):
        yield f"no key reaches {each}"


def faults_of_a_screen(page: Page) -> Iterator[str]:
    """Yield everything wrong with the big screen of any size, a sentence each."""
    for at in sizes(page, SCREENS):
        for each in page.evaluate(CUT, TEXTS):
            yield f"{at} {each!r} is cut off"
        for each in _found(page, OVERFULL):
            yield f"{at} there is no room for all of {each!r}"


def unreadable_words(
    page: Page,
    *,
    all_of: list[tuple[int, int]] = READ,
    letters: tuple[tuple[str, int], ...] = LETTERS,
) -> Iterator[str]:
    """Yield what no one can read on a page of any size, in any letters, a sentence each."""
    for face, percent in letters:
        own = f"* {{ font-family: '{face}' !important }}" if face else ""
        size = f"html {{ font-size: {percent}% }}" if percent > 100 else ""
        page.evaluate(FACE, f"{own} {size} .peak {{ animation: none !important }}")
        how = f"in {face or 'our own face'} at {percent} %"
        for at in sizes(page, all_of):
            for each in _found(page, UNREADABLE):
                yield f"{at} {how}: {each}"
    page.evaluate(FACE, "")


def _found(page: Page, measure: str) -> list[Any]:
    return cast(list[Any], page.evaluate(measure))
