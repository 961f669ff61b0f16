"""The pages of docs/ that are made from the code: ``python -m tests.documents`` writes them all.

The contract's reference is read from the sources of ``games``: what a title fills in, what its
rules speak through, every word they use, with the examples of the docstrings. Then it prints how
many of 1,000 words in each document sound translated.
"""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
RECORD = ROOT / "bench/RECORD.md"
MARKERS = re.compile(
    r"\b(?:besides?|stands|lies|told|said|whoever|so many|anew|all the same|of it)\b|\balready\.",
    re.IGNORECASE,
)
"""Words that sound translated. A few are harmless, many make people stop reading."""

HEAD = """# The contract

The interface between the site and a title. The site uses nothing else of a title, and a title
knows nothing about the site. [CONTRIBUTING.md](../CONTRIBUTING.md) shows how to start one; this
page is for looking up. `python -m tests.documents` generates it from the docstrings, and a test
runs its examples.

Names in brackets after a class are its bases. Members with a default may be left out.
"""
BOXES = """# What a new copy knows

Sidekick starts each copy with public facts and asks for the rest at the table. A thing is partly
known while something that decides about it is missing, and unconfirmed while only others say so.
The percentage counts a thing that is partly known as half, and unconfirmed things apart. Page
numbers are those of the rulebook; "sister game" is a guess from a game of the same family, and
asked before it counts. Gotham's
screens, tiles, cards and missions are fan transcriptions, shown as unconfirmed until your group
agrees; `games/gotham_chronicles/box/starter.json` names them. `python -m tests.documents`
generates this page.

A group may offer its copy to its whole server. Then a new copy can start with what most groups say,
all of it unconfirmed. `manage.py library` lists the offers and takes one out."""
CHAPTERS: dict[str, dict[str, tuple[str, ...]]] = {
    "The referee": {
        "referee": ("Referee",),
        "trackers": ("Numbers",),
        "codec": ("Stored",),
    },
    "Actions and their rules": {
        "actions": ("Act", "Teach", "Range", "MaxLength", "Rules", "Table"),
        "ruling": ("RulingContext", "RulingInterruptError"),
    },
    "What goes in and what comes out": {
        "vocabulary": (
            *("Title", "Rulebook", "Part", "Action", "Adjust", "SetDepth"),
            *("Prompt", "Field", "Choice", "DieRow"),
            *("Ruling", "Note", "Refusal", "Question", "MalformedError"),
            *("Outcome", "Score", "Tracker", "Meter", "Figure", "Defect", "Threat", "PhysicalStep"),
        )
    },
    "Dice, and what they may bring": {
        "vocabulary": (
            "Rolled",
            "DiceRoll",
            "RerollPermission",
            "RerollRule",
            "RiskFigure",
            "Open",
            "Answer",
        ),
        "prospects": ("BestChance",),
        "odds.probability": (
            "Dist",
            "die",
            "total",
            "versus",
            "hits",
            "pool",
            "draw",
            "roll",
            "percent",
        ),
    },
    "Sentences and rules to look up": {
        "messages": ("Msg", "msg", "Plural", "gettext_noop", "ngettext_noop"),
        "clarifications": ("Clarification", "Clarifications", "load"),
    },
    "The board": {
        "pieces": ("BoardPiece", "Offers", "Touches", "Tap", "taps", "handle", "Lane", "lane")
    },
}


def contract() -> str:
    """Return the reference as Markdown."""
    parts = [HEAD]
    for title, modules in CHAPTERS.items():
        parts.append(f"## {title}\n")
        for module, names in modules.items():
            source = (ROOT / "games" / f"{module.replace('.', '/')}.py").read_text()
            found = {
                node.name: node
                for node in ast.parse(source).body
                if isinstance(node, ast.ClassDef | ast.FunctionDef)
            }
            for name in names:
                parts += _entry(found[name], module, source.splitlines())
    return "\n".join(parts).rstrip() + "\n"


def _entry(node: ast.ClassDef | ast.FunctionDef, module: str, source: list[str]) -> Iterator[str]:
    if isinstance(node, ast.FunctionDef):
        yield f"### `{node.name}`\n\n`games.{module}`. {_method(node)}\n"
        return
    bases = [ast.unparse(each) for each in node.bases]
    built = f" ({', '.join(f'`{each}`' for each in bases)})" if bases else ""
    yield f"### `{node.name}`{built}\n\n`games.{module}`. {_said(ast.get_docstring(node))}\n"
    yield from _members(node, source)


def _members(node: ast.ClassDef, source: list[str]) -> Iterator[str]:
    """Yield fields and methods in the order of the source, under the headings it has for them."""
    for i, each in enumerate(node.body):
        if heading := _heading(source, each.lineno):
            yield f"**{heading.capitalize()}**\n"
        if isinstance(each, ast.FunctionDef) and not each.name.startswith("_"):
            yield f"- {_inset(_method(each))}\n"
        elif isinstance(each, ast.AnnAssign) and not ast.unparse(each.target).startswith("_"):
            after = node.body[i + 1] if i + 1 < len(node.body) else None
            yield f"- {_inset(f'`{ast.unparse(each)}`{_beneath(after)}')}\n"


def _heading(source: list[str], line: int) -> str:
    """Return the comment line that heads a group of methods, above ``line`` and its decorators."""
    for above in reversed(source[max(0, line - 4) : line - 1]):
        if found := re.match(r" {4}# -- (.*?) -+$", above):
            return found[1]
        if above.strip() and not above.strip().startswith("@"):
            return ""
    return ""


def _beneath(after: ast.stmt | None) -> str:
    """Return the text below a field."""
    if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant):
        return f": {_said(inspect.cleandoc(str(after.value.value)))}"
    return ""


def _inset(text: str) -> str:
    """Return all lines of a list's item but the first, where they belong to it."""
    return re.sub(r"\n(?=.)", "\n  ", text)


def _method(node: ast.FunctionDef) -> str:
    decorated = {ast.unparse(each) for each in node.decorator_list}
    arguments = node.args
    own = arguments.posonlyargs or arguments.args
    if own and own[0].arg in ("self", "cls"):
        own.pop(0)
    given = "" if "property" in decorated else f"({ast.unparse(arguments)})"
    returns = f" → {ast.unparse(node.returns)}" if node.returns else ""
    must = " (every title has its own)" if "abstractmethod" in decorated else ""
    return f"`{node.name}{given}{returns}`{must}: {_said(ast.get_docstring(node))}"


def _said(doc: str | None) -> str:
    """Return a docstring as Markdown: names in single ticks, examples as code."""
    lines: list[str] = []
    shown: list[str] = []
    for line in [*(doc or "").replace("``", "`").splitlines(), ""]:
        if line.lstrip().startswith(">>>") or (shown and line.strip()):
            shown.append(line)
            continue
        if shown:
            lines += ["```python", *shown, "```"]
            shown = []
        lines.append(line)
    return "\n".join(lines).strip()


def boxes() -> str:
    """Return what a new copy of each title knows, and where from, as Markdown."""
    from companion.boxes import facts_text
    from games import registry
    from games.messages import Speaker

    parts = [BOXES]
    for referee in registry.referees():
        box = referee.starter(referee.blank_box())
        sure = facts_text.sure(referee.title.slug, box, ())
        whole = facts_text.counted(referee, box, sure)
        if whole is None:
            continue
        unsure = f", {whole.unconfirmed} % unconfirmed" if whole.unconfirmed else ""
        parts.append(f"\n## {referee.title.name}: {whole.percent} %{unsure}\n")
        parts.append("| In the box | Known | Unconfirmed | Partly | Of |")
        parts.append("| --- | --: | --: | --: | --: |")
        parts += [
            f"| {row['name']} | {row['known']} | {row['unconfirmed']} | {row['partly']} "
            f"| {row['of']} |"
            for row in facts_text.meters(referee, box, sure, Speaker(referee.catalogue()))
        ]
        if sources := sorted(_sources(box) - {"unconfirmed"}):
            parts.append(f"\nFrom: {'; '.join(sources)}.")
    return "\n".join(parts) + "\n"


def _sources(thing: object) -> set[str]:
    """Return where the entries of a box come from; one that is unconfirmed says no more."""
    if isinstance(thing, tuple | list):
        return {source for each in thing for source in _sources(each)}
    named = getattr(thing, "source", "")
    found = {named} if named else set()
    for name in getattr(thing, "__struct_fields__", ()):
        if name != "source":
            found |= _sources(getattr(thing, name))
    return found


def pages() -> dict[Path, str]:
    """Return every page that is made from the code, and what it should say."""
    from companion.plays.management import playlog_document

    made = {DOCS / "contract.md": contract(), DOCS / "playlog.md": playlog_document.page()}
    made[DOCS / "boxes.md"] = boxes()
    return made


def written() -> list[Path]:
    """Return every document of the project, generated or not."""
    return sorted([*ROOT.glob("*.md"), *DOCS.rglob("*.md"), *ROOT.glob("examples/*/*.md"), RECORD])


def marked(text: str) -> float:
    """Return how many of 1,000 words are ``MARKERS``."""
    return round(1000 * len(MARKERS.findall(text)) / len(text.split()), 1)


def main() -> None:
    import django

    django.setup()
    for path, text in pages().items():
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    for path in written():
        print(f"{marked(path.read_text()):5.1f}  {path.relative_to(ROOT)}")


if __name__ == "__main__":
    import os

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "companion.settings")
    main()
