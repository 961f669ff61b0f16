"""A second pair of eyes: what the table typed in, to be compared with the card."""

from __future__ import annotations

from msgspec.structs import replace

from games.messages import msg
from games.referee import Choice, Field, Prompt
from games.talisman_batman import fields, proofs
from games.talisman_batman.asking import Prompts
from games.talisman_batman.glossary import slug
from games.talisman_batman.prompts import sheet_fields
from games.talisman_batman.state import Fact, State

MOST = 8
"""Questions at once: the newest; the others wait until these are answered."""

ANSWERS = (Choice("so", msg("choice.so")), Choice("otherwise", msg("choice.otherwise")))


def looks(state: State) -> Prompts:
    """What somebody else than who entered it may check, or has found wrong and may mend."""
    found: Prompts = []
    for fact in proofs.open_facts(state)[:MOST]:
        found += _mend(state, fact) if fact.doubted else _ask(state, fact)
    # Two forms for cards would share their names, so the newest doubt is settled first.
    settled = {(prompt.do, *prompt.fixed.values()): prompt for prompt in reversed(found)}
    return list(settled.values())[::-1]


def _ask(state: State, fact: Fact) -> Prompts:
    said = proofs.says(state, fact.of)
    if said is None:
        return []
    seats = range(len(state.villains))
    others = None if fact.by is None else tuple(seat for seat in seats if seat != fact.by)
    says = Field("says", "choice", msg("field.says"), ANSWERS)
    label = msg("prompt.checked", name=said.name, what=said.what)
    return [
        Prompt("checked", label, (says,), {"fact": fact.of}, actors=others, group="more",
               tone="check")
    ]  # fmt: skip


def _mend(state: State, fact: Fact) -> Prompts:
    said = proofs.says(state, fact.of)
    if said is None:
        return []
    label = msg("prompt.mend", name=said.name)
    if fact.of == proofs.BATMAN:
        inputs = fields.of_batman(state.batman)
        return [Prompt("batman-card", label, inputs, rule="T-052", group="more", tone="check")]
    if card := proofs.entered_card(state, fact.of):
        inputs = fields.of_card(card)
        return [Prompt("card", label, inputs, rule="T-116", group="more", tone="check")]
    sheet = next(v.sheet for v in state.villains if proofs.of_sheet(v.sheet.name) == fact.of)
    return [
        Prompt("numbers", label, sheet_fields(sheet), {"villain": slug(sheet.name)}, "T-020",
               group="more", tone="check")
    ]  # fmt: skip


def for_eyes(prompts: tuple[Prompt, ...], viewer: int | None) -> tuple[Prompt, ...]:
    """The prompts with one question at most, and that from somebody else than ``viewer``."""
    if viewer is None:
        return prompts
    questions = [p for p in prompts if p.do == "checked"]
    fitting = [p for p in questions if p.actors is None or viewer in p.actors]
    # On a phone of several seats the one that asked must not be taken to answer.
    shown = [replace(p, actors=(viewer,)) for p in fitting[:1]]
    return (*(p for p in prompts if p.do != "checked"), *shown)
