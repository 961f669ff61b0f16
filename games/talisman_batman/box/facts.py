"""Facts the table typed in of its own copy, and whether a second player has looked."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal, NamedTuple

from msgspec.structs import replace

from games.messages import Catalogue, Msg, msg
from games.messages import gettext_noop as _
from games.referee import Choice, Field, Prompt, RulingContext
from games.talisman_batman.state import Batman, Box, EncounterCard, EnteredFact, State, VillainSheet
from games.talisman_batman.state.derived import LIBRARY, card_label
from games.talisman_batman.table import Table, Teach
from games.talisman_batman.words import slug

BATMAN = "batman"
MOST = 8
"""Questions at once: the newest; the others wait until these are answered."""
ANSWERS = (Choice("so", msg("choice.so")), Choice("otherwise", msg("choice.otherwise")))


class Check(Teach, tag="checked"):
    """A second player has looked at the card and confirms or changes the facts."""

    rebases = True
    fact: str
    says: Literal["so", "otherwise"]

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        playing = {i for i, villain in enumerate(t.state.villains) if villain.status != "out"}
        for fact in t.once(open_facts):
            said = says(t.state, fact.of)
            others = None if fact.by is None else tuple(sorted(playing - {fact.by}))
            if said is not None and not fact.doubted and others != ():
                answers = Field("says", "choice", msg("field.says"), ANSWERS)
                label = msg("prompt.checked", name=said.name, what=said.what)
                yield cls.prompt(
                    label,
                    answers,
                    fixed={"fact": fact.of},
                    actors=others,
                    group="more",
                    tone="check",
                )

    def apply(self, t: Table) -> None:
        fact, said = find(t.state.facts, self.fact), says(t.state, self.fact)
        if fact is None or said is None:
            t.refuse_impossible("T-NO-FACT")
        if fact.checked:
            t.refuse_impossible("T-CHECKED", name=said.name)
        if fact.by is not None and fact.by == t.actor:
            remedy = msg("remedy.same-eyes")
            t.refuse("T-SAME-EYES", "", remedy=remedy, who=t.who(fact.by), name=said.name)
        t.note("checked" if self.says == "so" else "doubted", "", **said._asdict())
        t.put(facts=self._looked(t.state.facts, t))

    def learned_facts(self, known: Box, call: RulingContext) -> dict[str, Any]:
        return {"facts": self._looked(known.facts, call)}

    def _looked(
        self, facts: tuple[EnteredFact, ...], call: RulingContext
    ) -> tuple[EnteredFact, ...]:
        fact = find(facts, self.fact)
        if fact is None:
            call.refuse_impossible("T-NO-FACT")
        so = self.says == "so"
        return (*_others(facts, fact.of), replace(fact, checked=so, doubted=not so))


def of_card(card: EncounterCard) -> str:
    """Return the name of the fact for what the box knows about a card."""
    return f"card-{slug(card.name)}"


def of_sheet(name: str) -> str:
    """Return the name of the fact that a villain card has the numbers entered."""
    return f"villain-{slug(name)}"


def entered(
    facts: tuple[EnteredFact, ...], of: str, by: int | None = None
) -> tuple[EnteredFact, ...]:
    """Return the facts with this one entered (again): no one else has looked at it yet."""
    return (*_others(facts, of), EnteredFact(of, by))[-LIBRARY:] if of else facts


def find(facts: tuple[EnteredFact, ...], of: str) -> EnteredFact | None:
    """Return one fact by its name."""
    return next((fact for fact in facts if fact.of == of), None)


def checked(state: State, of: str) -> bool:
    """Return whether a second player has found this as it was entered."""
    return any(fact.of == of and fact.checked for fact in state.facts)


def doubted(box: Box, keys: Iterable[str]) -> Box:
    """Return the box with these facts to be looked at by anyone at the table."""
    names = _keys(box)
    of = {names[key] for key in keys if key in names}
    kept = tuple(fact for fact in box.facts if fact.of not in of)
    return replace(box, facts=(*kept, *(EnteredFact(each) for each in sorted(of)))[-LIBRARY:])


def in_doubt(box: Box) -> tuple[str, ...]:
    """Return the keys of facts that no second player has confirmed."""
    unread = {fact.of for fact in box.facts if not fact.checked}
    return tuple(key for key, of in _keys(box).items() if of in unread)


def _keys(box: Box) -> dict[str, str]:
    """Return the name of each fact by its key in the box."""
    sheets = {f"sheets/{sheet.name}": of_sheet(sheet.name) for sheet in box.sheets}
    cards = {f"cards/{card.name}": of_card(card) for card in box.cards}
    return {**sheets, **cards, "batman/": BATMAN}


def _others(facts: tuple[EnteredFact, ...], of: str) -> tuple[EnteredFact, ...]:
    return tuple(fact for fact in facts if fact.of != of)


def open_facts(state: State) -> tuple[EnteredFact, ...]:
    """Return the newest facts no one has looked at twice, of things that lie on the table."""
    here = _on_the_table(state) if state.facts else ()
    found = (fact for fact in reversed(state.facts) if not fact.checked and fact.of in here)
    return tuple(found)[:MOST]


def doubts(state: State) -> tuple[EnteredFact, ...]:
    """Return what a second player has found to be wrong, the newest first."""
    return tuple(fact for fact in open_facts(state) if fact.doubted)


def _on_the_table(state: State) -> set[str]:
    cards = [c for v in state.villains for c in (*v.goods, *v.trophies)]
    cards += [c for spot in state.spots for c in spot.cards]
    sheets = {of_sheet(v.sheet.name) for v in state.villains if v.sheet.complete}
    return {*sheets, *map(of_card, cards), *((BATMAN,) if state.batman.strength else ())}


# -- in words ----------------------------------------------------------------------------


class EnteredClaim(NamedTuple):
    """A fact in words: its subject, and the values the table entered."""

    name: Msg | str
    what: tuple[Msg | str, ...]


def says(state: State, of: str) -> EnteredClaim | None:
    """Return a fact as it is entered now; ``None`` for what no one has entered."""
    if of == BATMAN:
        batman = state.batman
        numbers = _numbers(batman, "strength", "cunning")
        return EnteredClaim(Msg("term.batman"), numbers) if batman.strength else None
    for villain in state.villains:
        sheet = villain.sheet
        if sheet.complete and of == of_sheet(sheet.name):
            numbers = _numbers(sheet, "strength", "cunning", "fate", "life", "coins")
            return EnteredClaim(sheet.name, (*numbers, Msg(f"term.{sheet.alignment}")))
    card = entered_card(state, of)
    return EnteredClaim(card_label(card), _of_card(card)) if card else None


def entered_card(state: State, of: str) -> EncounterCard | None:
    """Return the card a fact is about."""
    return next((card for card in state.library if of_card(card) == of), None)


def _of_card(card: EncounterCard) -> tuple[Msg | str, ...]:
    found: list[Msg | str] = [Msg(f"term.{card.kind}")]
    if card.kind == "enemy":
        found.append(msg("hint.enemy", attribute=Msg(f"term.{card.attribute}"), n=card.value))
    found += [
        msg("hint.bonus", attribute=Msg(f"term.{name}"), n=f"{getattr(card, name):+d}")
        for name in ("strength", "cunning")
        if getattr(card, name)
    ]
    found += [
        msg("hint.field", field=Msg(f"field.{name}"), n=getattr(card, name))
        for name in ("number", "bag")
        if getattr(card, name)
    ]
    flags = ("combat", "weapon", "armour", "legendary", "purchase")
    found += [Msg(f"field.{name}") for name in flags if getattr(card, name)]
    found += [msg("hint.forbids", alignment=Msg(f"term.{side}")) for side in card.forbids]
    return tuple(found)


def _numbers(of: VillainSheet | Batman, *names: str) -> tuple[Msg, ...]:
    return tuple(
        msg("hint.enemy", attribute=Msg(f"term.{name}"), n=getattr(of, name)) for name in names
    )


def mended(before: EnteredClaim | None, after: EnteredClaim | None, call: RulingContext) -> None:
    """Keep in the log what the table had entered before the correction."""
    if before is not None and after is not None and before != after:
        call.note("mended", "", name=after.name, before=before.what, after=after.what)


def for_eyes(prompts: tuple[Prompt, ...], viewer: int | None) -> tuple[Prompt, ...]:
    """Return the prompts with one question at most, and that from someone else than ``viewer``."""
    if viewer is None:
        return prompts
    questions = [p for p in prompts if p.do == "checked"]
    fitting = [p for p in questions if p.actors is None or viewer in p.actors]
    # On a phone of several seats the one that asked must not be taken to answer.
    shown = [replace(p, actors=(viewer,)) for p in fitting[:1]]
    return (*(p for p in prompts if p.do != "checked"), *shown)


WORDS: Catalogue = {
    "prompt.checked": _("Is that what the card says? {name}: {what}"),
    "field.says": _("The card"),
    "choice.so": _("Yes, it does"),
    "choice.otherwise": _("Something else"),
    "hint.field": _("{field} {n}"),
    "hint.forbids": _("not for {alignment}"),
    "note.checked": _("{name}: a second player confirmed the card"),
    "note.doubted": _("{name}: a second player reads the card differently"),
    "note.mended": _("{name} was entered as {before}. Now: {after}"),
    "refusal.T-NO-FACT": _("No one has entered that, so there is nothing to compare"),
    "refusal.T-CHECKED": _("Two players have already read {name}"),
    "refusal.T-SAME-EYES": _("{who} entered {name}, so someone else must check it"),
    "remedy.same-eyes": _("Give the card to another player"),
}
