"""Tests that what was typed for one step is never entered for the next: offline, and on two
phones."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any, NamedTuple
from unittest import mock

import pytest
from playwright.sync_api import expect

from companion.conformance import chance
from companion.plays import ledger
from companion.plays.answers import Recorded
from companion.plays.pages.forms import prompt_id
from games import registry
from games.referee import Prompt, Ruling, SetDepth
from tests import offers

pytestmark = [pytest.mark.patient, pytest.mark.django_db(transaction=True)]

FILL = """(form, pairs) => {
  for (const input of form.elements) {
    const given = pairs.some(([name, value]) => name === input.name && value === input.value);
    if (["radio", "checkbox"].includes(input.type)) input.checked = given;
    input.dispatchEvent(new Event("input", { bubbles: true }));
  }
}"""
SCRIBBLE = """(form) => {
  for (const input of form.elements) {
    if (["radio", "checkbox"].includes(input.type)) input.checked = !input.checked;
    input.dispatchEvent(new Event("input", { bubbles: true }));
  }
}"""
HELD = """(form) => [...new FormData(form)].filter(
  ([name]) => !["csrfmiddlewaretoken", "revision", "key"].includes(name))"""
SEND = (
    "(form) => form.requestSubmit([...form.querySelectorAll('button:not([type=button])')].at(-1))"
)


TICKS = {"gotham-chronicles": "dice"}
"""What is filled in where a title asks for no ticks by the same form twice."""


def asking(kinds: dict[str, str], usual: str) -> list[str]:
    """Return titles that are on record (``tests/offers``) as asking for what they are tried
    with."""
    return [slug for slug in registry.TITLES if f": {kinds.get(slug, usual)}," in offers.kept(slug)]


class Twice(NamedTuple):
    """A way to a prompt, an answer to it, and a way on to the same prompt once more."""

    players: int
    way: list[dict[str, Any]]
    prompt: Prompt
    answer: dict[str, Any]
    on: list[dict[str, Any]]


@cache
def asked_twice(slug: str, *kinds: str) -> Twice:
    """Return a game that asks by one prompt with a field of such a kind and later asks by it
    again."""
    referee = registry.referee(slug)
    for seed in range(60):
        rng = Random(seed)
        players = rng.choice((2, 4))
        state = chance.begin(referee, players)
        way = []
        if seed % 2 and state.depth != "full" in referee.title.depths:
            way.append({"do": "depth", "depth": "full"})
            state = referee.apply(state, SetDepth("full")).state
        for _ in range(150):
            for prompt in expected(referee, state):
                if not any(f.kind in kinds and len(f.dice) != 1 for f in prompt.fields):
                    continue
                if found := answered_twice(referee, state, prompt, rng):
                    return Twice(players, way, prompt, *found)
            made, state = forward(referee, state, rng)
            if made is None:
                break
            way.append(made)
    raise AssertionError(f"no game of {slug} asks twice")


def answered_twice(referee, state, prompt, rng):
    """Return an answer to a prompt and a short way to the same prompt, if there is one."""
    answer = chance.action(prompt, rng)
    ruling = referee.apply(state, referee.decode_action(answer), None)
    if not isinstance(ruling, Ruling) or not any(answer[f.name] for f in prompt.fields):
        return None
    state, on = ruling.state, []
    for _ in range(12):
        if any((p.do, p.fixed) == (prompt.do, prompt.fixed) for p in expected(referee, state)):
            return answer, on
        made, state = forward(referee, state, rng)
        if made is None:
            break
        on.append(made)
    return None


def expected(referee, state):
    """Return what is asked now in a form of its own; answers to one question share theirs."""
    prompts = [each for each in referee.prompts(state) if each.expected or each.group == "now"]
    return [each for each in prompts if not any(alike(each, other) for other in prompts)]


def alike(one, other):
    """Return whether two prompts are answers to one question about a thing: one says more of it
    than the other."""
    if one is other or one.do != other.do or not (one.fixed and other.fixed):
        return False
    more, less = one.fixed.items(), other.fixed.items()
    return more <= less or less <= more


def forward(referee, state, rng):
    """Return one expected action that holds, with its answers, and the state after it."""
    prompts = expected(referee, state)
    for _ in range(60 if prompts else 0):
        prompt = rng.choice(prompts)
        # Who enters a total at once is asked for no dice afterwards.
        open_ = {f.name for f in prompt.fields if f.kind == "number" and f.optional}
        told = chance.action(prompt, rng)
        data = {name: each for name, each in told.items() if name not in open_}
        ruling, answers = chance.answered(referee, state, data, None, rng)
        if isinstance(ruling, Ruling):
            return {"action": data, "answers": answers}, ruling.state
    return None, state


def enter(play, made) -> None:
    """Enter something someone else enters."""
    action, answers = made.get("action", made), made.get("answers", {})
    key = f"{play.revision}-{id(made)}"
    # The way was found with the first of what chance may bring; it has to bring that again.
    with mock.patch("companion.plays.ledger.secrets.randbelow", return_value=0):
        done = ledger.record(play.pk, action, key=key, answers=answers)
    assert isinstance(done, Recorded), done


def begun(slug, twice):
    """Return a play at the first time the prompt is asked."""
    referee = registry.referee(slug)
    setup = referee.setup_default(twice.players, referee.sample_box())
    play = ledger.begin(slug, setup, sample=True)
    for made in twice.way:
        enter(play, made)
    play.refresh_from_db()
    return play


def pairs(prompt, answer):
    """Yield an answer as the inputs of its form."""
    for field in prompt.fields:
        value = answer.get(field.name)
        if field.kind in ("dice", "sequence"):
            yield from ((f"{field.name}.{n}", str(each)) for n, each in enumerate(value))
        elif isinstance(value, list):
            yield from ((field.name, str(each)) for each in value)
        elif value not in (None, False):
            yield field.name, "on" if value is True else str(value)


def form(phone, prompt):
    return phone.page.locator(f"#{prompt_id(prompt.do, prompt.fixed)}-f")


def types(phone, twice, how=SCRIBBLE) -> None:
    """Fill in the form, by default with anything, and send nothing."""
    drawn = form(phone, twice.prompt)
    before = drawn.evaluate(HELD)
    drawn.evaluate(how, list(pairs(twice.prompt, twice.answer)))
    assert drawn.evaluate(HELD) != before, "nothing was typed"


def holds_nothing_typed(phone, twice) -> None:
    """Check that the form holds what the site drew for whoever opens the table now, and no more."""
    held = form(phone, twice.prompt).evaluate(HELD)
    phone.page.reload()
    phone.is_at_the_table()
    assert held == form(phone, twice.prompt).evaluate(HELD)


@pytest.mark.parametrize("slug", asking({}, "dice"))
def test_offline_entry_is_not_typed_for_next_step(slug, seated):
    twice = asked_twice(slug, "dice")
    play = begun(slug, twice)
    ana = seated(play, "Ana", role="host")
    types(ana, twice, FILL)
    ana.goes_offline()
    form(ana, twice.prompt).evaluate(SEND)
    expect(ana.page.locator("#outbox li")).to_have_count(1)
    ana.comes_back()
    ana.shows_revision(play.revision + 1)
    for made in twice.on:
        enter(play, made)
    play.refresh_from_db()
    ana.shows_revision(play.revision)
    holds_nothing_typed(ana, twice)


@pytest.mark.parametrize("slug", asking(TICKS, "choices"))
def test_others_entry_is_not_typed_for_next_step(slug, seated):
    twice = asked_twice(slug, TICKS.get(slug, "choices"))
    play = begun(slug, twice)
    ana = seated(play, "Ana", role="host")
    types(ana, twice)
    ana.goes_offline()
    for made in (twice.answer, *twice.on):
        enter(play, made)
    play.refresh_from_db()
    ana.comes_back()
    ana.shows_revision(play.revision)
    holds_nothing_typed(ana, twice)
