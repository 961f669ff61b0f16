"""Ask the engine: what may be done now, and for the rest a reason that is true."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, get_args

import msgspec
from django.utils.translation import gettext as _

from companion.plays.pages.forms import action_types
from companion.plays.pages.table import Table
from games.referee import Adjust, AnyReferee, Refusal, SetDepth


@dataclass(frozen=True)
class Possible:
    """Something the table may do now; ``who`` is empty when everybody may."""

    label: str
    who: str
    mine: bool
    rule: str


@dataclass(frozen=True)
class Impossible:
    """Something that cannot be done now, why, and the smallest change that would allow it."""

    label: str
    why: str
    remedy: str
    rule: str
    page: str


def can_i(table: Table) -> tuple[list[Possible], list[Impossible]]:
    """Every prompt, and for every other kind of action why it cannot be done now."""
    parts = {part.index: part.name for part in table.parts}
    possible = []
    for view in table.views(table.prompts):
        names = [parts[index] for index in view.prompt.actors or () if index in parts]
        possible.append(Possible(view.label, table.speaker.join(names), view.mine, view.rule))
    offered = {prompt.do for prompt in table.prompts}
    impossible = []
    for do, kind in action_types(table.referee.Action).items():
        if do in offered or kind in (Adjust, SetDepth) or kind.teaches:
            continue
        actor = table.actor(do) if table.seat else None
        answer = why_not(table.referee, table.state, kind, actor)
        if answer is not None:
            impossible.append(_said(table, do, answer))
    return possible, impossible


def _said(table: Table, do: str, answer: Refusal) -> Impossible:
    label = table.speaker.say(table.referee.action_name(do))
    if answer is NOTHING_HERE:
        return Impossible(label, _("There is nothing to do that with now"), "", "", "")
    return Impossible(
        label,
        table.speaker.say(answer.message),
        table.speaker.say(answer.remedy) if answer.remedy else "",
        answer.rule,
        table.page_of(answer.rule),
    )


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


def _plainest(kind: Any, number: int, word: str) -> Any:
    """The plainest action of a kind: what has to be said, and texts and lists, as given."""
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
