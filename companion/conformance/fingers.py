"""Entering an action on a phone by the form its page has for it, as a person taps it."""

from __future__ import annotations

import time
from typing import Any

from playwright.sync_api import Page

from companion.conformance.phone import Phone
from companion.conformance.serving import until

PATIENCE = 15
"""Seconds in which a tap has to be answered."""

FILL = """([action, press]) => {
  const plain = (value) => (value === true ? "on" : String(value));
  const lists = (value) => Array.isArray(value);
  const named = (form, name) => [...form.elements].filter((one) => one.name === name);
  const takes = (one, value) => {
    const choice = ["radio", "checkbox", "submit"].includes(one.type);
    if (choice) return one.value === value && !one.disabled;
    return one.tagName !== "SELECT" || [...one.options].some((each) => each.value === value);
  };
  const fits = (form, name, value) => {
    const all = named(form, name);
    const hidden = all.filter((one) => one.type === "hidden").map((one) => one.value);
    if (lists(value)) {
      if (value.length && String(hidden) === String(value.map(plain))) return true;
      const places = !all.some((one) => one.type !== "hidden");
      return value.every((one, at) => fits(form, places ? `${name}.${at}` : name, one));
    }
    if (hidden.length) return hidden.includes(value === true ? "True" : plain(value));
    return value === false || all.some((one) => takes(one, plain(value)));
  };
  const wanted = Object.entries(action).filter(([name]) => name !== "do");
  const pairs = wanted.flatMap(([name, value]) => (lists(value)
    ? value.flatMap((one, at) => [[name, plain(one)], [`${name}.${at}`, plain(one)]])
    : [[name, plain(value)]]));
  const said = (one) => pairs.some(([name, value]) => name === one.name && value === one.value);
  const button = (form) => [...form.elements].find((one) => one.type === "submit"
    && !one.disabled && !(press && "new" in one.dataset) && (!one.name || said(one)));
  const forms = [...document.querySelectorAll("#board form")].filter((form) =>
    named(form, "do").length && fits(form, "do", action.do) && button(form)
    && wanted.every(([name, value]) => fits(form, name, value)));
  const asks = (form) => wanted.some(([name, value]) =>
    lists(value) && !value.length && named(form, name).length);
  const form = forms.find((one) => !asks(one)) || forms[0];
  if (!form) return false;
  if (!press) return true;
  const flags = named(form, "flags").map((one) => one.value);
  for (const one of form.elements) {
    if (flags.includes(one.name) && !(one.name in action)) continue;
    const [given] = pairs.filter(([name]) => name === one.name).map(([, value]) => value);
    if (one.type === "radio" || one.type === "checkbox") one.checked = said(one);
    else if (!["hidden", "submit"].includes(one.type) && given !== undefined) one.value = given;
  }
  button(form).click();
  return true;
}"""
"""Presses the button of the form that says an action and nothing else; whether there is one.

Where none of many is meant, the form that asks for none of them comes first."""
WAY_ON = """(answers) => {
  const tap = (one) => { one?.click(); return Boolean(one); };
  for (const [code, value] of Object.entries(answers)) {
    const name = CSS.escape(`answer:${code}`);
    if (tap(document.querySelector(`#board button[name=${name}][value="${value}"]`))) return true;
  }
  const all = [...document.querySelectorAll("#board form")];
  const anyway = all.find((form) => form.elements.namedItem("ahead"));
  return tap(anyway?.querySelector("button"));
}"""
"""Answers questions, and confirms warnings."""
SAID = """() =>
  [...document.querySelectorAll("#board .says")].map((one) => one.innerText).join(" / ")"""


def can_enter(page: Page, action: dict[str, Any]) -> bool:
    """Return whether the page has a form with a button that says this and nothing else."""
    return bool(page.evaluate(FILL, [action, False]))


def enters(phone: Phone, action: dict[str, Any], answers: dict[str, str]) -> None:
    """Fill in the form, press its button, answer what is asked back, until it is entered."""
    before, page = phone.revision, phone.page
    until(
        lambda: page.evaluate(FILL, [action, True]),
        f"the page has no form any more for {action}",
        PATIENCE,
    )

    def entered() -> bool:
        page.wait_for_timeout(20)
        if phone.revision > before:
            return True
        page.evaluate(WAY_ON, answers)
        return False

    end = time.monotonic() + PATIENCE
    while not entered():
        silent = "it is silent"
        assert time.monotonic() < end, (
            f"the page does not take {action}: {page.evaluate(SAID) or silent}"
        )
