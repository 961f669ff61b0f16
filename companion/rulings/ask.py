"""Ask the engine "Can I …?": yes with the button, no or not now with the reason and its page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import product
from operator import itemgetter
from typing import Any

import msgspec
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from companion.plays.pages.forms import PromptView, action_types
from companion.plays.pages.table import TablePage
from companion.rulings.asking import BEGUN, Question, meant, telling
from companion.rulings.reasons import NOTHING_HERE, why_not
from games.odds.options import decoded
from games.referee import Adjust, Field, Prompt, Refusal, SetDepth

MOST = 8
"""Things that can be tapped at once, of each kind."""
ANSWERS = 3
"""Actions a question may mean; who means another one says more."""
YES, LATER, NO = "yes", "later", "no"
HALF, SOME = 0.5, 0.2
"""The parts of a thing's and of an action's name that a question has to name."""
FEW = 3
"""With more things of one name, the question names none of them yet."""
NAMING = ("choice", "choices")
ANYTHING = frozenset({"use", "choose", "take", "enter", "uzyj", "wybierz", "wez", "wpisz"})
"""Folded verbs that go with anything: without their object they name no action."""


@dataclass(frozen=True)
class Others:
    """Actions that someone else may do now."""

    who: str
    labels: tuple[str, ...]


@dataclass(frozen=True)
class Answer:
    """One answer: ``yes`` with the prompts that do it, else why not, and what would change it."""

    verdict: str
    label: str
    views: tuple[PromptView, ...] = ()
    why: str = ""
    remedy: str = ""
    rule: str = ""
    page: str = ""


@dataclass(frozen=True)
class Thing:
    """Something on this table that prompts let one choose: the values that stand for it, and the
    fields that offer it.
    """

    label: str
    values: tuple[Any, ...]
    fields: frozenset[tuple[str, str]]


@dataclass(frozen=True)
class Chip:
    """A word to tap, the action and the thing it asks about, and whether they are asked about."""

    label: str
    do: str
    thing: str
    on: bool


@dataclass
class Answers:
    """Result of a question: answers, what may be asked further, and what others may do."""

    answers: list[Answer] = field(default_factory=list)
    unknown: bool = False
    """Whether some of the question's words are no action's and no thing's."""
    do: list[Chip] = field(default_factory=list)
    things: list[Chip] = field(default_factory=list)
    others: list[Others] = field(default_factory=list)


class Asked:
    """A table that is asked what this phone may do.

    ``query`` was typed; ``do`` and ``thing`` are the action and the name that were tapped.
    """

    def __init__(self, table: TablePage, query: str = "", do: str = "", thing: str = "") -> None:
        self.table, self.speaker = table, table.speaker
        self.kinds = {
            name: kind
            for name, kind in action_types(table.referee.Action).items()
            if kind not in (Adjust, SetDepth) and not kind.teaches
        }
        name = table.referee.action_name
        self.names = {do: self.speaker.say(name(do)) for do in self.kinds}
        offered = [view for view in table.views(table.prompts) if view.do in self.kinds]
        mine = [view for view in offered if view.mine]
        self.mine = sorted(mine, key=self._far)
        self.theirs = [view for view in offered if view.prompt.actors and not view.mine]
        self.offered = {view.do for view in offered}
        self.things = list(self._things())
        self.question = Question.of(query, table.play.title, (get_language() or "en")[:2])
        if do in self.kinds or thing:
            self.meant = [do] if do in self.kinds else []
            self.alike = [each for each in self.things if each.label == thing]
            self.unknown = False
        else:
            self._understand()
        self.named = self.alike if len(self.alike) <= FEW else []
        self.meant = [each for each in self.meant if not self._guessed(each)]

    def _far(self, view: PromptView) -> tuple[bool, bool, bool]:
        """Return how far a prompt is from what a player does on a turn."""
        by_hand: bool = self.kinds[view.do].by_hand
        return view.prompt.group == "table", by_hand, not view.expected

    def _guessed(self, do: str) -> bool:
        """Return whether what only tells of a card or the table is meant by some of the words
        alone: "end my turn" is no turn of a figure."""
        if not self.kinds[do].by_hand:
            return False
        labels = [view.label for view in (*self.mine, *self.theirs) if view.do == do]
        rest = self.question
        for text in (self.names[do], *labels, *(thing.label for thing in self.alike)):
            rest = rest.without(rest.fits(text)[1])
        return bool(rest.words)

    def _understand(self) -> None:
        """Read the question: an action by its name, then things, then an action by its prompts."""
        things = [(each.label, each) for each in self.things]
        readings = []
        for names, least in ((self._begun_alike(), SOME), (self._objects(), HALF)):
            dos, verbs = meant(self.question, names, least)
            rest = self.question.without(verbs)
            alike, nouns = meant(rest, things, HALF)
            own = any(not self.kinds[do].by_hand for do in dos)
            rest = rest.without(nouns)
            readings.append(((not rest.words, len(verbs), own), dos, alike, rest))
        _rank, self.meant, self.alike, rest = max(readings, key=itemgetter(0))
        asked = [do for do in self.meant if self._asked_for(do, rest)]
        another = len(asked) < len(self.meant)
        if not asked:
            labels = [(view.label, view.do) for view in (*self.mine, *self.theirs)]
            dos, verbs = meant(self.question, labels, SOME)
            if verbs & {*self.question.words[:1]}:
                asked, rest, another = dos, rest.without(verbs), False
        self.meant, self.unknown = asked, another or bool(rest.words)
        mine = {view.do for view in self.mine}
        order = {do: (self.kinds[do].by_hand, do not in mine) for do in self.meant}
        self.meant = [do for do in sorted(order, key=order.__getitem__) if self._likely(do)]

    def _likely(self, do: str) -> bool:
        """Return whether an action is meant; a report of another verb isn't where a player's own
        action may be: who wants to go puts no damage on a card."""
        own = any(not self.kinds[each].by_hand for each in self.meant)
        return not (own and self.kinds[do].by_hand) or self._verb(do) >= BEGUN

    def _verb(self, do: str) -> float:
        """Return how well the verb of an action's name fits the question."""
        return self.question.verb(self.names[do])[0]

    def _begun_alike(self) -> list[tuple[str, str]]:
        """Return actions by name whose verb is in the question: those whose verb comes first."""
        verbs = {do: self.question.verb(name) for do, name in self.names.items()}
        first = min((at for score, at in verbs.values() if score), default=0)
        return [(self.names[do], do) for do, (score, at) in verbs.items() if score and at == first]

    def _objects(self) -> list[tuple[str, str]]:
        """Return actions by what is done to: their names without a verb that goes with anything."""
        return [
            (name.partition(" ")[2] if telling(name)[0] in ANYTHING else name, do)
            for do, name in self.names.items()
        ]

    def _asked_for(self, do: str, rest: Question) -> bool:
        """Return whether a question is about an action and not about another one like it.

        Where some of its words are about nothing here, the action's own verb has to be in it, and
        the question has to begin with what is known.
        """
        score = self._verb(do)
        if not rest.words:
            # Of an action no one may do now, nothing shows which things it would take.
            takes = do not in self.offered or any(
                do == taker for each in self.alike for taker, _field in each.fields
            )
            return score >= BEGUN or not score or not self.alike or takes
        generic = telling(self.names[do])[0] in ANYTHING
        return score >= BEGUN and not generic and rest.words[0] != self.question.words[0]

    def possible(self) -> list[PromptView]:
        """Return what this phone may do now, what the rules wait for first; nothing twice.

        What only tells what a card or the table has done is no answer, but can be asked for.
        """
        views = [view for view in self.mine if self._far(view)[:2] == (False, False)]
        return list({view.label: view for view in reversed(views)}.values())[::-1][:MOST]

    def others(self) -> list[Others]:
        """Return what others may do now."""
        found: dict[tuple[int, ...], dict[str, None]] = {}
        for view in self.theirs:
            if view.prompt.group != "table":
                found.setdefault(view.prompt.actors or (), {})[view.label] = None
        return [Others(self._who(actors), tuple(labels)) for actors, labels in found.items()]

    def answers(self) -> list[Answer]:
        """Return an answer for every action that is meant; where a player's own says yes, only
        those.
        """
        if not self.meant:
            return self._with_things() if self.named else []
        found = [(do, answer) for do in self.meant[:ANSWERS] for answer in self._answers(do)]
        if any(answer.verdict == YES and not self.kinds[do].by_hand for do, answer in found):
            found = [(do, answer) for do, answer in found if answer.verdict == YES]
        return [answer for _do, answer in found]

    # -- what is meant -------------------------------------------------------------------

    def _things(self) -> Iterator[Thing]:
        """Yield what stands on the table by the name the prompts give it."""
        values: dict[str, dict[Any, None]] = {}
        fields: dict[str, set[tuple[str, str]]] = {}
        for prompt in self.table.prompts:
            for spec in prompt.fields if prompt.do in self.kinds else ():
                for choice in spec.choices if spec.kind in NAMING else ():
                    label = self.speaker.say(choice.label)
                    if any(sign.isalpha() for sign in label):
                        values.setdefault(label, {})[choice.value] = None
                        fields.setdefault(label, set()).add((prompt.do, spec.name))
        for label, found in values.items():
            yield Thing(label, tuple(found), frozenset(fields[label]))

    # -- answering -----------------------------------------------------------------------

    def _with_things(self) -> list[Answer]:
        """Return what may be done with what is named, whatever the action: the nearest alone."""
        spelled = any(self.question.fits(each.label)[0] >= BEGUN for each in self.named)
        tapped = not self.question.words
        if self.unknown and not spelled:
            return []
        label = self.speaker.join([thing.label for thing in self.named[:ANSWERS]])
        sure = [
            view
            for view in self.mine
            if not self.kinds[view.do].by_hand or tapped or (spelled and not self._guessed(view.do))
        ]
        fitting = [(self._far(view)[:2], one) for view in sure for one in self._narrowed(view)]
        if not fitting and (self.unknown or not (spelled or tapped)):
            return []
        if not fitting:
            return [Answer(LATER, label, why=_("There is nothing you can do with that now"))]
        views = [one for far, one in fitting if far == fitting[0][0]]
        return [Answer(YES, label, tuple(views[:MOST]))]

    def _answers(self, do: str) -> Iterator[Answer]:
        views = [view for view in self.mine if view.do == do]
        fitting = [one for view in views for one in self._narrowed(view)] if self.named else views
        if fitting:
            why = _("If a card or the board says so") if self.kinds[do].by_hand else ""
            yield Answer(YES, self.names[do], tuple(fitting[:MOST]), why)
        elif views and any(spec.kind in NAMING for view in views for spec in view.fields):
            yield self._not_that(do, views)
        elif views:
            # It chooses nothing: what else is named is part of how one says it.
            yield Answer(YES, self.names[do], tuple(views[:MOST]))
        elif elsewhere := [view for view in self.theirs if view.do == do]:
            who = self._who(elsewhere[0].prompt.actors or ())
            why = _("{who} can do that now, not you").format(who=who)
            yield self._answer(LATER, do, why, elsewhere[0].rule)
        else:
            yield self._reason(do)

    def _narrowed(self, view: PromptView) -> Iterator[PromptView]:
        """Yield a prompt with what is named chosen; as it stands where its own name says it."""
        for thing in self.named:
            for spec in view.fields:
                value = next((c.value for c in spec.choices if c.value in thing.values), None)
                if value is not None and spec.kind in NAMING:
                    yield PromptView(_chosen(view, spec, value, thing.label), self.speaker)
                    break
            else:
                if thing.label in view.label:
                    yield view

    def _not_that(self, do: str, views: Sequence[PromptView]) -> Answer:
        """Answer for an action that may be done now, but not to what is named."""
        refused = next(self._refusals(views), None)
        named = ", ".join(
            self.speaker.say(choice.label)
            for spec in views[0].fields[:1]
            for choice in spec.choices[:MOST]
            if spec.kind in NAMING
        )
        possible = _("You can choose: {names}").format(names=named) if named else ""
        if refused is None:
            why = _("You can't choose {thing} for that now").format(thing=self.named[0].label)
            return self._answer(NO, do, why, views[0].rule, remedy=possible)
        answer = self._refused(NO, do, refused)
        return replace(answer, remedy=answer.remedy or possible)

    def _refusals(self, views: Sequence[PromptView]) -> Iterator[Refusal]:
        """Yield what the referee says to the action with what is named in one of its choices."""
        for view in views:
            for spec, thing in product(view.fields, self.named):
                values = thing.values if self._chooses(view.do, spec, thing) else ()
                answers = (self._tried(view.prompt, spec, value) for value in values)
                yield from (answer for answer in answers if isinstance(answer, Refusal))

    def _chooses(self, do: str, spec: Field, thing: Thing) -> bool:
        """Return whether a field chooses among things like this one."""
        here = (do, spec.name)
        return spec.kind in NAMING and any(
            here in each.fields and each.fields & thing.fields for each in self.things
        )

    def _tried(self, prompt: Prompt, spec: Field, value: Any) -> Any:
        """Return the ruling on a prompt with one choice made and the rest as plain as can be."""
        referee = self.table.referee
        plain = {each.name: _plain(each) for each in prompt.fields if not each.optional}
        plain[spec.name] = value if spec.kind == "choice" else [value]
        action = decoded(referee, {"do": prompt.do, **plain, **prompt.fixed})
        if action is None:
            return None
        call = partial(referee.apply, self.table.state, action, self._actor(prompt.do))
        return self.table.soft(f"whether {prompt.do}", call, None)

    def _reason(self, do: str) -> Answer:
        """Answer for an action no one is offered now."""
        call = partial(
            why_not, self.table.referee, self.table.state, self.kinds[do], self._actor(do)
        )
        refused = self.table.soft(f"why not {do}", call, NOTHING_HERE)
        if refused is None or refused is NOTHING_HERE:
            return self._answer(LATER, do, _("There is nothing you can use that on now"))
        return self._refused(LATER, do, refused)

    def _refused(self, verdict: str, do: str, refused: Refusal) -> Answer:
        remedy = self.speaker.say(refused.remedy) if refused.remedy else ""
        why = self.speaker.say(refused.message)
        remedy = "" if remedy in why else remedy
        return self._answer(verdict, do, why, refused.rule, remedy)

    def _answer(self, verdict: str, do: str, why: str, rule: str = "", remedy: str = "") -> Answer:
        page = self.table.page_of(rule)
        return Answer(verdict, self.names[do], (), why, remedy, rule, page)

    def _actor(self, do: str) -> int | None:
        return self.table.actor(do) if self.table.seat else None

    def _who(self, actors: Iterable[int]) -> str:
        names = {part.index: self.table.named(part) for part in self.table.parts}
        return self.speaker.join([names[index] for index in actors if index in names])

    # -- words to tap --------------------------------------------------------------------

    def do_chips(self) -> list[Chip]:
        """Return the actions to ask about: those meant, else those this phone may do with what is
        named.
        """
        fitting = [v for v in self.mine if not self.named or any(self._narrowed(v))]
        dos = self.meant or list(dict.fromkeys(view.do for view in fitting or self.mine))
        thing = self.named[0].label if self.named else ""
        on = len(self.meant) == 1
        return [Chip(self.names[do], do, thing, on) for do in dos[:MOST]]

    def thing_chips(self) -> list[Chip]:
        """Return the things to ask about: those named, then what is offered most, of the actions
        meant if any are, else of those nearest to a turn.
        """
        near = [v.do for v in self.mine if self._far(v)[:2] == (False, False)] or None
        dos = set(self.meant or near or [view.do for view in self.mine])
        counts = Counter(
            {thing.label: sum(do in dos for do, _field in thing.fields) for thing in self.things}
        )
        first = [thing.label for thing in self.alike]
        usual = [label for label, n in counts.most_common() if n]
        do = self.meant[0] if self.meant else ""
        named = {thing.label for thing in self.named}
        labels = list(dict.fromkeys([*first, *usual]))[:MOST]
        return [Chip(label, do, label, label in named) for label in labels]


def can_i(table: TablePage, query: str = "", do: str = "", thing: str = "") -> Answers:
    """Return what this phone may do now; with a question, its answers instead."""
    asked = Asked(table, query, do, thing)
    found = Answers(do=asked.do_chips(), things=asked.thing_chips())
    if asked.question.words or do or thing:
        found.answers = asked.answers()
        found.unknown = asked.unknown or not found.answers
    else:
        possible = asked.possible()
        found.answers = [Answer(YES, "", tuple(possible))] if possible else []
        found.others = asked.others()
    return found


def _chosen(view: PromptView, spec: Field, value: Any, label: str) -> Prompt:
    """Return a prompt with one of its choices made; ticked where it may be one of several."""
    prompt = view.prompt
    if spec.kind == "choices":
        ticked = msgspec.structs.replace(spec, default=(value,))
        fields = tuple(ticked if each is spec else each for each in prompt.fields)
        return msgspec.structs.replace(prompt, fields=fields)
    return msgspec.structs.replace(
        prompt,
        label=f"{view.label}: {label}",
        fixed={**prompt.fixed, spec.name: value},
        fields=tuple(each for each in prompt.fields if each is not spec),
    )


def _plain(spec: Field) -> Any:
    """Return a value a field could have: its default, else the first it offers."""
    if spec.default is not None:
        return spec.default
    if spec.kind == "number":
        return spec.low or 0
    if spec.kind == "choice":
        return spec.choices[0].value if spec.choices else ""
    return {"flag": False, "text": ""}.get(spec.kind, ())
