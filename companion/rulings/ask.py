"""Ask the engine: what may be done now, and for the rest the referee's own reason."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, get_args

import msgspec

from companion.plays.forms import action_types
from companion.plays.table import Table
from games.referee import Adjust, Question, Refusal, SetDepth


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
    """Every prompt, and for every other kind of action the answer of running it now."""
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
        refusal = _why_not(table, kind)
        if refusal is not None:
            impossible.append(
                Impossible(
                    table.speaker.say(table.referee.action_name(do)),
                    table.speaker.say(refusal.message),
                    table.speaker.say(refusal.remedy) if refusal.remedy else "",
                    refusal.rule,
                    table.page_of(refusal.rule),
                )
            )
    return possible, impossible


def _why_not(table: Table, kind: Any) -> Refusal | None:
    """The refusal of the plainest action of a kind; ``None`` if it would be let through."""
    plainest = kind(**{f.name: _plain(f.type) for f in msgspec.structs.fields(kind) if f.required})
    actor = table.actor(msgspec.inspect.type_info(kind).tag) if table.seat else None
    answer = table.referee.apply(table.state, plainest, actor)
    return answer if isinstance(answer, Refusal) and not isinstance(answer, Question) else None


def _plain(kind: Any) -> Any:
    """The plainest value of a field's type."""
    info = msgspec.inspect.type_info(kind)
    match info:
        case msgspec.inspect.IntType(ge=low):
            return low or 0
        case msgspec.inspect.StrType():
            return ""
        case msgspec.inspect.BoolType():
            return False
        case msgspec.inspect.LiteralType(values=values):
            return values[0]
        case msgspec.inspect.UnionType():
            return _plain(get_args(kind)[0])
    return ()
