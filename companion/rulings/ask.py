"""Ask the engine: what may be done now, and for the rest a reason that is true."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, partial
from typing import Any, get_args

import msgspec
from django.utils.translation import gettext as _

from companion.plays.pages.forms import PromptView, action_types
from companion.plays.pages.table import Table
from games.referee import Adjust, AnyReferee, Refusal, SetDepth

MOST = 8
"""Answers that can be tapped; what follows are less likely ones."""


@dataclass(frozen=True)
class Others:
    """What somebody else may do now."""

    who: str
    labels: tuple[str, ...]


@dataclass(frozen=True)
class Reason:
    """Why some things cannot be done now, and the smallest change that would allow them."""

    labels: tuple[str, ...]
    why: str
    remedy: str
    rule: str
    page: str


def can_i(table: Table) -> tuple[list[PromptView], list[Others], list[Reason]]:
    """What this phone may do now, what others may, and why not the rest; nothing twice."""
    views = [view for view in table.views(table.prompts) if view.prompt.group != "table"]
    kinds = action_types(table.referee.Action)
    # First what the rules wait for, last what only tells what a card or the table has done.
    mine = sorted(
        (view for view in views if view.mine and not view.others),
        key=lambda view: (not view.expected, kinds[view.do].by_hand),
    )
    once = list({view.label: view for view in reversed(mine)}.values())[::-1]
    said = {view.label for view in once}
    offered = {prompt.do for prompt in table.prompts}
    refused: list[tuple[Refusal, str]] = []
    for do, kind in kinds.items():
        if do in offered or kind in (Adjust, SetDepth) or kind.teaches:
            continue
        actor = table.actor(do) if table.seat else None
        call = partial(why_not, table.referee, table.state, kind, actor)
        answer = table.soft(f"why not {do}", call, None)
        label = table.speaker.say(table.referee.action_name(do))
        if answer is not None and label not in said:
            refused.append((answer, label))
            said.add(label)
    # What nothing is known of comes last.
    refused.sort(key=lambda pair: pair[0] is NOTHING_HERE)
    return once[:MOST], _others(table, views), _reasons(table, refused)


def _others(table: Table, views: list[PromptView]) -> list[Others]:
    found: dict[tuple[int, ...], list[str]] = {}
    for view in views:
        if view.prompt.actors and (view.others or not view.mine):
            labels = found.setdefault(view.prompt.actors, [])
            if view.label not in labels:
                labels.append(view.label)
    names = {part.index: table.named(part) for part in table.parts}
    return [
        Others(table.speaker.join([names[index] for index in actors]), tuple(labels))
        for actors, labels in found.items()
    ]


def _reasons(table: Table, refused: list[tuple[Refusal, str]]) -> list[Reason]:
    """Reasons in words; those that sound alike are one."""
    found: dict[tuple[str, str], Reason] = {}
    for answer, label in refused:
        if answer is NOTHING_HERE:
            why, remedy = _("There is nothing you can use that on now"), ""
        else:
            why = table.speaker.say(answer.message)
            remedy = table.speaker.say(answer.remedy) if answer.remedy else ""
        known = found.get((why, remedy))
        labels = (*(known.labels if known else ()), label)
        page = table.page_of(answer.rule)
        found[why, remedy] = Reason(labels, why, remedy, answer.rule, page)
    return list(found.values())


NOTHING_HERE = Refusal("", "")
"""No reason of the referee is known to be true: it spoke of values nobody has named."""
WORDS = ("", "\N{WHITE SQUARE}")
"""Two texts no table uses; a reason that changes with them speaks of them."""
NUMBERS = (0, 1)


def why_not(referee: AnyReferee, state: Any, kind: Any, actor: int | None) -> Refusal | None:
    """A reason that is true whatever the action would name; ``None`` if it would be let through.

    The action is tried with values nobody has chosen, the asker's own part first. A refusal
    counts as the reason only if it does not speak of them.
    """
    for numbers in ((actor,) if actor is not None else (), NUMBERS):
        found: list[Refusal] = []
        for number in numbers:
            answers = [referee.apply(state, _plainest(kind, number, word), actor) for word in WORDS]
            refused = [answer for answer in answers if isinstance(answer, Refusal)]
            if len(refused) < len(answers):
                return None
            if refused[0] != refused[1]:
                return NOTHING_HERE
            if not _speaks_of(refused[0], number):
                found.append(refused[0])
        if found and all(each == found[0] for each in found):
            return found[0]
    return NOTHING_HERE


def _speaks_of(answer: Refusal, number: int) -> bool:
    facts = (*answer.facts.values(), *(answer.remedy.facts.values() if answer.remedy else ()))
    return any((type(fact) is int and fact == number) or fact in ("", WORDS[1]) for fact in facts)


@cache
def _plainest(kind: Any, number: int, word: str) -> Any:
    """The plainest action of a kind: what has to be said, and texts and lists, as given.

    An action never changes, and to read its class costs more than what the referee says of it.
    """
    return kind(
        **{
            field.name: _plain(field.type, number, word)
            for field in msgspec.structs.fields(kind)
            if field.required or (word and isinstance(field.default, str | tuple))
        }
    )


def _plain(kind: Any, number: int, word: str) -> Any:
    """The plainest value of a field's type."""
    info = msgspec.inspect.type_info(kind)
    match info:
        case msgspec.inspect.IntType(ge=low):
            return max(number, low or 0)
        case msgspec.inspect.StrType():
            return word
        case msgspec.inspect.BoolType():
            return False
        case msgspec.inspect.LiteralType(values=values):
            return values[0]
        case msgspec.inspect.UnionType():
            return _plain(get_args(kind)[0], number, word)
        case msgspec.inspect.VarTupleType() if word:
            return (_plain(get_args(kind)[0], number, word),)
    return ()
