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

BROKEN = """() => {
  const hidden = (one) => one && (one.offsetWidth === 1 || hidden(one.parentElement));
  const found = [], range = document.createRange();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const one = node.parentElement;
    if (!one.checkVisibility() || hidden(one) || one.closest(".vh, svg")) continue;
    for (const { 0: word, index } of node.data.matchAll(/[\\p{L}’]{2,}/gu)) {
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      const broken = lines.size > 1 && getComputedStyle(one).hyphens !== "auto";
      if (broken) found.push(`${one.localName} ${word}`);
    }
  }
  return [...new Set(found)];
}"""
"""Words that go on in the next line without a hyphen, each with the element it stands in."""

FACE = """async (rule) => {
  await document.fonts.ready;
  const sheet = new CSSStyleSheet();
  await sheet.replace(rule);
  document.adoptedStyleSheets = [sheet];
}"""
"""Draws the page with a rule of its own, once our face is there."""

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


def broken_words(page: Page) -> Iterator[str]:
    """Yield the words that are broken without a hyphen on a page of any size, a sentence each: in
    our own face, and in the widest that a device may have instead.
    """
    for rule in ("", "* { font-family: 'DejaVu Sans' !important }"):
        page.evaluate(FACE, rule)
        for at in sizes(page, [*PHONES, *SCREENS[:2]]):
            for each in _found(page, BROKEN):
                yield f"{at} a word is broken, with {rule or 'our own face'}: {each}"
    page.evaluate(FACE, "")


def _found(page: Page, measure: str) -> list[Any]:
    return cast(list[Any], page.evaluate(measure))
