"""``docs/playlog.md``, and for each title what its playlogs hold, from the types."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from companion.plays import playlog
from companion.plays.pages.forms import action_types
from games.referee import AnyReferee

HEAD = """# The playlog

One play as one small JSON document. It holds everything needed to play it again: the setup, the
facts of the box, who sat where, and every entry with the answers given. Export it from a table
(More → Playlog), open it on another Sidekick (`/import/`, up to 32 MB), or replay files on the
command line:

    python manage.py playlog game.json

prints one JSON line per file with `outcome` and the final `state` (or `error`, naming the first
line that does not hold; the exit status is then 1). Importing replays the whole document first:
a broken line is named and nothing is written.

The document is the same for every title. This prints `setup`, `box` and every `action` of one,
from its types:

    python manage.py playlog --document animated-dice

Without a title it prints this page.
"""


DOCUMENT = (
    playlog.Playlog,
    playlog.SeatLine,
    playlog.LogLine,
    playlog.CorrectChange,
    playlog.Adopted,
    playlog.AskChange,
    playlog.SeatChange,
)


def page() -> str:
    """Return the page about the document, as Markdown."""
    parts = [HEAD, "## The document\n", *_structs(*DOCUMENT)]
    return "\n".join(parts).rstrip() + "\n"


def title_page(referee: AnyReferee) -> str:
    """Return the page about what a playlog of one title holds."""
    title = referee.title
    parts = [
        f"# {title.name} in a playlog\n",
        f"`setup`, `box` and every `action` of the document (docs/playlog.md) with `title` "
        f"`{title.slug}`. Rules version {title.rules_version}.\n",
        "## Setup\n",
        _table(referee.Setup),
        "## Box\n",
        f"{_doc(referee.Box)}\n" if _doc(referee.Box) else "",
        _table(referee.Box),
        "## Actions\n",
        *_actions(referee),
    ]
    return "\n".join(filter(None, parts)).rstrip() + "\n"


def _structs(*kinds: Any) -> list[str]:
    return [f"### {kind.__name__}\n\n{_doc(kind)}\n\n{_table(kind)}" for kind in kinds]


def _actions(referee: AnyReferee) -> Iterator[str]:
    for tag, kind in sorted(action_types(referee.Action).items()):
        marks = "".join(
            text
            for is_so, text in ((kind.teaches, " Teaches the box."), (kind.rebases, " Rebases."))
            if is_so
        )
        yield f"### `{tag}`\n\n{_doc(kind)}{marks}\n\n{_table(kind)}"


def _doc(kind: Any) -> str:
    return " ".join((kind.__doc__ or "").split())


def _table(kind: Any) -> str:
    fields = msgspec.structs.fields(kind)
    if not fields:
        return "No fields.\n"
    rows = [
        f"| `{field.encode_name}` | {_type(field.type)} | {_default(field)} |" for field in fields
    ]
    return "\n".join(["| field | type | default |", "| --- | --- | --- |", *rows, ""])


def _type(kind: Any) -> str:
    schema = msgspec.json.schema(kind)
    return _schema(schema)


def _schema(schema: dict[str, Any]) -> str:
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "enum" in schema:
        return " / ".join(f"`{value}`" for value in schema["enum"])
    if "anyOf" in schema:
        return " or ".join(_schema(each) for each in schema["anyOf"])
    if schema.get("type") == "array":
        inner = schema.get("items") or (schema.get("prefixItems") or [{}])[0]
        return f"list of {_schema(inner)}" if inner else "list"
    return str(schema.get("type", "any"))


def _default(field: Any) -> str:
    if field.required:
        return "required"
    if field.default_factory is not msgspec.NODEFAULT:
        return f"`{msgspec.json.encode(field.default_factory()).decode()}`"
    return f"`{msgspec.json.encode(field.default).decode()}`"
