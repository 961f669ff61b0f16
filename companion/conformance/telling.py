"""Facts that the sources of a title give with each sentence, which no random game needs to
reach."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from pathlib import Path

from games.referee import AnyReferee, Referee

SAYS = {
    "note": ("note.", 0),
    "secret": ("note.", 1),
    "refuse": ("refusal.", 0),
    "refuse_impossible": ("refusal.", 0),
    "ask": ("question.", 0),
    "warn": ("question.", 0),
    "consents": ("question.", 0),
    "msg": ("", 0),
}
"""Functions that take facts as keywords: their codes' prefix, and the position of the code."""
OWN = frozenset({"remedy", "options", "about"})
"""Keywords of these that are no facts."""


def told(referee: AnyReferee) -> dict[str, set[str]]:
    """Return the facts of each code that is written out in the sources; codes that are also built
    in another way are left out.
    """
    found: dict[str, set[str]] = {}
    unsure: set[str] = set()
    for path in sources(referee):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and (said := _said(node)):
                code, facts = said
                if facts is None:
                    unsure.add(code)
                else:
                    found.setdefault(code, set()).update(facts)
    return {code: facts for code, facts in found.items() if code not in unsure}


def sources(referee: AnyReferee) -> Iterator[Path]:
    """Yield the files of a title, and of the engine it is built on."""
    kinds = [kind for kind in type(referee).mro() if issubclass(kind, Referee)]
    for folder in {Path(inspect.getfile(kind)).parent for kind in kinds if kind is not Referee}:
        yield from sorted(folder.rglob("*.py"))


def _said(call: ast.Call) -> tuple[str, set[str] | None] | None:
    """Return a code and the names of its facts; no names where only running it could tell."""
    name = getattr(call.func, "attr", getattr(call.func, "id", ""))
    if name == "Msg":
        return _made(call)
    prefix, at = SAYS.get(name, ("", -1))
    if at < 0 or len(call.args) <= at:
        return None
    code = call.args[at]
    if not isinstance(code, ast.Constant) or not isinstance(code.value, str):
        return None
    names = {each.arg for each in call.keywords}
    facts = None if None in names else {str(each) for each in names if each not in OWN}
    return f"{prefix}{code.value}", facts


def _made(call: ast.Call) -> tuple[str, set[str] | None] | None:
    """Return the same of ``Msg("code", {"n": 1})``."""
    if not call.args or not isinstance(call.args[0], ast.Constant):
        return None
    facts = call.args[1] if len(call.args) > 1 else ast.Dict([], [])
    whole = isinstance(facts, ast.Dict) and all(isinstance(k, ast.Constant) for k in facts.keys)
    names = {str(getattr(key, "value", "")) for key in getattr(facts, "keys", ())}
    return str(call.args[0].value), names if whole else None
