"""Sentences of the referees: codes and facts in, translated text out.

Rules never hold prose. They name a code and give facts; one catalogue per title maps the
code to a sentence, and the site translates that sentence into the language of the phone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any, Self

import msgspec


class Msg(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A sentence to translate: ``code`` names it in a catalogue, ``facts`` fill its braces.

    A fact is a number, a name (translated only where the catalogue has it, as ``name.The Joker``),
    another ``Msg`` (a term such as a symbol's name), or a sequence of these, shown as a list.
    """

    code: str
    facts: dict[str, Any] = {}


def msg(code: str, **facts: Any) -> Msg:
    """Return a ``Msg`` with its facts as keywords.

    >>> msg("note.roll", who="Ana")
    Msg(code='note.roll', facts={'who': 'Ana'})
    """
    return Msg(code, facts)


class Plural(msgspec.Struct, frozen=True):
    """A sentence with a form per number; ``by`` is the fact that decides."""

    one: str
    many: str
    by: str = "n"


Catalogue = Mapping[str, str | Plural]


def gettext_noop(text: str) -> str:
    """Mark ``text`` for translation without translating it here."""
    return text


def ngettext_noop(one: str, many: str, by: str = "n") -> Plural:
    """Mark a sentence with plural forms for translation; ``by`` names the counting fact."""
    return Plural(one, many, by)


_ = gettext_noop

ONE_AND_A_HALF = _("1.5")
"""How this language writes a number that is not whole."""
DECIMAL = re.compile(r"[-<>]*\d+\.\d+")
TEN_THOUSAND = _("10,000")
"""How this language writes a number of five digits and more; shorter ones stand as they are."""

LISTS = {
    "list.pair": _("{first} and {last}"),
    "list.more": _("{first}, {rest}"),
}


OWNED = re.compile(r" (\([^()]* \d\))'s ((?:damage )?\w+)")
"""What a card whose place is in brackets owns: "the left card (sector 2)'s ability"."""


class _Words(dict[str, str]):
    """The facts of a sentence; one that is not known is left open, and never stops a game."""

    def __missing__(self, name: str) -> str:
        return "…"


WHOLE = ("note.", "refusal.", "question.", "remedy.", "prompt.", "outcome.", "coach.", "help.")
"""What the codes of whole sentences begin with."""

CASES = "||"
"""The separator of a term's cases in a language that inflects."""


class Term(str):
    """A term in its cases: by itself the first, in a sentence with ``{place:2}`` the third."""

    cases: tuple[str, ...]

    def __new__(cls, said: str) -> Self:
        cases = tuple(said.split(CASES))
        made = super().__new__(cls, cases[0])
        made.cases = cases
        return made

    def __format__(self, case: str) -> str:
        return self.cases[int(case)] if case else str(self)


class Speaker:
    """Speaker of one catalogue in one language.

    ``gettext`` and ``ngettext`` are the language; the defaults speak English. An unknown code is
    shown as the code itself and its facts, so that a missing sentence is seen and never stops a
    game.
    """

    def __init__(
        self,
        catalogue: Catalogue,
        gettext: Callable[[str], str] = gettext_noop,
        ngettext: Callable[[str, str, int], str] = lambda one, many, n: one if n == 1 else many,
    ) -> None:
        self.catalogue = catalogue
        self.gettext = gettext
        self.ngettext = ngettext

    def say(self, message: Msg | str) -> str:
        """Return the sentence for ``message``; a plain text is a name."""
        if isinstance(message, str):
            return self.named(message)
        entry = self.catalogue.get(message.code)
        if entry is None:
            return " ".join([message.code, *(self.word(fact) for fact in message.facts.values())])
        if isinstance(entry, Plural):
            text = self.ngettext(entry.one, entry.many, int(message.facts.get(entry.by, 0)))
        else:
            text = self.gettext(entry)
        if "{" in text:
            words = {name: self.word(fact) for name, fact in message.facts.items()}
            opens = self._opens(text, message)
            text = self._spelled(text.format_map(_Words(words)).rstrip())
            text = text[:1].upper() + text[1:] if opens else text
        return Term(text) if CASES in text else text

    def _spelled(self, text: str) -> str:
        """Return a sentence as it is spelled after a name: "Robins' ability", "the left card's
        ability (sector 2)", and the comma that closes a name with a clause of its own."""
        for name in self._clauses:
            if name in text:
                text = re.sub(rf"{re.escape(name)}(?= \w)", f"{name},", text)
        if ")'s " in text:
            text = OWNED.sub(r"'s \2 \1", text)
        return text.replace("s's ", "s' ")

    @cached_property
    def _clauses(self) -> list[str]:
        """Names this language prints with a comma."""
        names = [text for code, text in self.catalogue.items() if code.startswith("name.")]
        said = [self.gettext(name) for name in names if isinstance(name, str)]
        return [name for name in said if ", " in name]

    def named(self, text: str) -> str:
        """Return a name as this language prints it, where the title has it as ``name.The Joker``.

        >>> Speaker({}).named("Bane")
        'Bane'
        """
        entry = self.catalogue.get(f"name.{text}")
        return self.gettext(entry) if isinstance(entry, str) else text

    def _opens(self, text: str, message: Msg) -> bool:
        """Return whether a whole sentence begins with a term, which then wants a capital."""
        if text[0] != "{" or not message.code.startswith(WHOLE):
            return False
        fact = message.facts.get(text[1 : text.index("}")].partition(":")[0])
        return isinstance(fact, Msg) or (isinstance(fact, dict) and "code" in fact)

    def word(self, fact: Any) -> str:
        """Return one fact as text: terms translated, sequences joined as a list, numbers as this
        language writes them.

        >>> Speaker({}).word(2500), Speaker({}).word(12500)
        ('2500', '12,500')
        """
        if isinstance(fact, Msg):
            return self.say(fact)
        if isinstance(fact, dict) and "code" in fact:
            return self.say(Msg(fact["code"], fact.get("facts", {})))
        if isinstance(fact, list | tuple):
            return self.join([self.word(item) for item in fact])
        text = self.named(fact) if isinstance(fact, str) else str(fact)
        if isinstance(fact, int) and abs(fact) >= 10_000:
            return f"{fact:,}".replace(",", self.gettext(TEN_THOUSAND)[2])
        return (
            text.replace(".", self.gettext(ONE_AND_A_HALF)[1]) if DECIMAL.fullmatch(text) else text
        )

    def join(self, words: list[str]) -> str:
        if len(words) <= 1:
            return "".join(words)
        if len(words) == 2:
            return self.gettext(LISTS["list.pair"]).format(first=words[0], last=words[1])
        return self.gettext(LISTS["list.more"]).format(first=words[0], rest=self.join(words[1:]))


COMMON: Catalogue = {
    "prompt.house.define": _("A new house rule"),
    "setup.house": _("House rules"),
    "setup.house.help": _("Untick those you don't play with today."),
    "prompt.house.change": _("House rule: {name}"),
    "help.house.define": _(
        "Sidekick changes a number at that moment, or shows your note. You switch it for each game."
    ),
    "field.house_name": _("What you call it"),
    "field.house_moment": _("When"),
    "moment.setup": _("before the first turn"),
    "moment.turn": _("at the start of each turn"),
    "moment.end": _("at the end of each turn"),
    "moment.once": _("once a turn, when someone chooses to"),
    "field.house_number": _("What changes"),
    "field.house_n": _("By how much"),
    "field.house_into": _("What changes the other way"),
    "field.house_which": _("Which one?"),
    "field.house_text": _("Note for the table"),
    "field.house_since": _("From turn"),
    "field.house_apart": _("Keep these games apart from games by the book"),
    "field.house_gone": _("Remove this house rule"),
    "field.house_rules": _("House rules of this copy"),
    "house.does": _("{what} {n}, {when}"),
    "house.does.into": _("{what} {n}, {into} {back}, {when}"),
    "help.house.note": _("Sidekick shows your note at that moment. You switch it for each game."),
    "note.house": _("House rule: {name}"),
    "note.house.note": _("House rule “{name}”: {text}"),
    "note.house.number": _("{what}: {before} → {after}"),
    "refusal.E_HOUSE_NAME": _("It needs a name, and a note of at most 200 characters"),
    "refusal.E_HOUSE_EMPTY": _("Choose what changes, or write a note"),
    "refusal.E_HOUSE_FULL": _("This copy has as many house rules as fit ({n})"),
    "refusal.E_HOUSE_USED": _("“{name}” can't be used now"),
    "refusal.E_HOUSE_CHOICE": _(
        "{what}: someone has to choose one, so the rule is used once a turn"
    ),
    "refusal.E_HOUSE_LATE": _("House rules are chosen before the game begins"),
    "answer.yes": _("Yes"),
    "answer.no": _("No"),
    "answer.anyway": _("Do it anyway"),
    "depth.quick": _("Quick"),
    "depth.full": _("Full"),
    "prompt.adjust": _("Correct a number"),
    "prompt.depth": _("Enter a higher or lower number"),
    "field.tracker": _("What"),
    "field.value": _("New value"),
    "field.reason": _("Why"),
    "field.played": _("A card or rule changed it"),
    "field.depth": _("Detail level"),
    "forecast.won": _("The game is won"),
    "forecast.alone": _("if no one reacts to the dice"),
    "forecast.lost": _("The game is lost"),
    "forecast.ended": _("The game ends"),
    "forecast.wins": _("{who} wins the game"),
    "note.adjust": _("{what}: {before} → {after} {reason}"),
    "hands.lies": _("{what}: {where}"),
    "hands.away": _("off the table"),
    "adjust.why": _("({why})"),
    "adjust.played": _("(changed in play)"),
    "adjust.played_by": _("(changed in play: {why})"),
    "note.depth": _("Detail level from now on: {depth}"),
    "note.override": _("Overruled by the table: {reason}"),
    "refusal.E_MALFORMED": _("The referee doesn't understand that: {problem}"),
    "refusal.E_OVER": _("The game is over; undo to go on playing"),
    "refusal.E_RANGE": _("{what} must be from {low} to {high}, not {value}"),
    "refusal.E_STEP": _("{what} goes up in steps of {step}; {value} is in between"),
    "refusal.E_NOT_ACTIVE": _("It is {active}'s turn"),
    "refusal.E_UNKNOWN_TRACKER": _("This table has no number called {what}"),
    "refusal.E_SAME_VALUE": _("{what} is already {value}"),
    "refusal.E_INVARIANT": _("That breaks the count: {defects}"),
    "unloaded": _("{package} can't be loaded: {problem}"),
    "endless": ngettext_noop(
        "{package} does not begin a game within {n} second.",
        "{package} does not begin a game within {n} seconds.",
    ),
    "overran": _(
        "A call into {package} took too long. It is switched off until Sidekick starts again; the"
        " logs of its tables can be read."
    ),
    "overflowed": _(
        "{package} answered with too much. It is switched off until Sidekick starts again; the"
        " logs of its tables can be read."
    ),
    "taken": _("{package} adds a game called {slug}, which already exists."),
    "no_referee": _("{package} points to something that isn't a referee."),
    "contract": _(
        "{package} was written for version {theirs} of the contract between Sidekick and its"
        " titles; this Sidekick speaks version {ours}."
    ),
    "slug": _("{package} calls its game {slug}, but the game calls itself {own}."),
    "remedy.ask_active": _("Ask {active}, or have the host enter it"),
    "remedy.range": _("Enter a number from {low} to {high}"),
    "remedy.step": _("Enter {below} or {above}"),
}
