"""The compiled templates of boards: one environment per title and language, nothing undefined.

Templates are written for people; the loader takes the line breaks and indents out. A template
sees the values it is drawn from and what is constant for its title and language, no request.
"""

from __future__ import annotations

import re
from collections.abc import Callable, MutableMapping
from functools import cache, lru_cache, partial
from pathlib import Path
from types import BuiltinFunctionType, CodeType, FunctionType, MethodType
from typing import Any, cast

import jinja2
import msgspec
from django.conf import settings
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import gettext, ngettext, npgettext, override, pgettext
from jinja2.bccache import Bucket
from jinja2.ext import Extension
from jinja2.runtime import Context, Macro
from markupsafe import Markup

from companion.plays import faults
from companion.plays.pages.drawing.hyphens import soft, whole
from companion.plays.pages.drawing.marks import ADDRESS, TOKENS
from companion.plays.pages.forms import counts_symbols
from games import registry
from games.messages import CASES, COMMON, Catalogue, Msg, Speaker
from games.recent import Recent

SOURCE = re.compile(r"({#.*?#}|{%.*?%}|{{.*?}})|<(?=[/a-zA-Z])|>|\s*\n\s*", re.DOTALL)
"""What a source is read by: what belongs to the engine, the ends of tags, line breaks."""


SAID = 4096
"""Sentences a speaker remembers, in a title and a language."""
CUT = re.compile(r"-[%}#]}\Z")
"""The end of a tag of the engine that takes the space after it away."""


class Tight(Extension):
    """Line breaks of the source are for people: within a tag they are a space, next to one they
    vanish, in a sentence they are a space. They stay as comments, so that errors name the line.
    """

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        in_tag = False

        def tightened(found: re.Match[str]) -> str:
            nonlocal in_tag
            text = found[0]
            if found[1] or text in "<>":
                in_tag = in_tag if found[1] else text == "<"
                return text
            before = source[: found.start()][-1:]
            after = source[found.end() :][:1]
            lines = "{#" + "\n" * text.count("\n") + "#}"
            if in_tag:
                gone = after == ">" or CUT.search(source, 0, found.start()) is not None
            else:
                gone = before in ">}" or after in "<{" or not after
            return lines if gone else f"{lines} "

        return SOURCE.sub(tightened, source)


PLAIN = (FunctionType, MethodType, BuiltinFunctionType, partial, type(lru_cache(len)))
"""What is called as it is, unless it is marked to be given the context."""


class Scope(Context):
    """Scope that a template sees. Most calls are of macros and plain functions, which the engine
    asks four questions each before it calls them: a sixth of a board."""

    def call(self, called: Any, /, *args: Any, **named: Any) -> Any:
        if isinstance(called, Macro) or (
            isinstance(called, PLAIN) and not hasattr(called, "jinja_pass_arg")
        ):
            named.pop("_block_vars", None)
            named.pop("_loop_vars", None)
            return called(*args, **named)
        return super().call(called, *args, **named)


class BoardTemplate(jinja2.Template):
    """Template whose scope is freed once it is drawn: the macros in it know it, and it knows
    them."""

    def render(self, *args: Any, **named: Any) -> str:
        scope = self.new_context(dict(*args, **named))
        try:
            return self.environment.concat(self.root_render_func(scope))
        except Exception:
            self.environment.handle_exception()
        finally:
            scope.vars.clear()


class Engine(jinja2.Environment):
    """The engine as boards use it: what it knows is settled before the first template is loaded."""

    context_class = Scope
    template_class = BoardTemplate

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """Return one mapping; the engine's own is a chain of two, walked at every include."""
        return {**self.globals, **(d or {})}


class CompiledTemplates(jinja2.BytecodeCache):
    """Templates this process has compiled: titles and languages share most of them."""

    def __init__(self) -> None:
        self._compiled: dict[tuple[str, str], CodeType | None] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        bucket.code = self._compiled.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket: Bucket) -> None:
        self._compiled[bucket.key, bucket.checksum] = bucket.code


compiled = CompiledTemplates()


def bare() -> jinja2.Environment:
    """Return the engine before it knows a title or a language."""
    made = Engine(
        loader=jinja2.FileSystemLoader(cast(list[Path], settings.TEMPLATES[0]["DIRS"])),
        extensions=["jinja2.ext.i18n", "jinja2.ext.loopcontrols", Tight],
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        auto_reload=settings.DEBUG,
        cache_size=-1,
        bytecode_cache=compiled,
    )
    made.policies["ext.i18n.trimmed"] = True
    return made


@cache
def environment(language: str, slug: str) -> jinja2.Environment:
    """Return the engine for boards of one title in one language; templates are compiled once in
    it."""
    made = bare()
    made.install_gettext_callables(  # type: ignore[attr-defined]
        partial(_bare, language, slug), partial(_own_many, language, slug), newstyle=True
    )
    referee = registry.referee(slug)
    speaker = speaker_for(language, slug)
    made.globals |= {
        "title": referee.title,
        "say": partial(_say, speaker),
        "number": speaker.word,
        "soft": soft,
        "whole": whole,
        "icon": icon,
        "symbol": partial(_symbol, slug),
        "ruleref": partial(_ruleref, language, slug),
        "hidden": hidden,
        "to": to,
        "at": at,
        "offered": offered,
        "counts_symbols": counts_symbols,
    }
    return made


@cache
def _gettext(language: str, text: str) -> str:
    with override(language):
        return gettext(text)


@cache
def _own(language: str, slug: str, text: str) -> str:
    """Return a text as a title says it; what is translated for it or its family alone goes
    first."""
    with override(language):
        for voice in registry.referee(slug).title.voices:
            if (own := pgettext(voice, text)) != text:
                return own
        return gettext(text)


def _bare(language: str, slug: str, text: str) -> str:
    """Return a text of a template: a term by itself, without its other cases."""
    return _own(language, slug, text).partition(CASES)[0]


@cache
def _own_many(language: str, slug: str, one: str, many: str, n: int) -> str:
    with override(language):
        for voice in registry.referee(slug).title.voices:
            if (own := npgettext(voice, one, many, n)) not in (one, many):
                return own
        return ngettext(one, many, n)


class RememberingSpeaker(Speaker):
    """Speaker that remembers its latest sentences: all phones of a table are told the same."""

    def __init__(
        self,
        catalogue: Catalogue,
        gettext: Callable[[str], str],
        ngettext: Callable[[str, str, int], str],
    ) -> None:
        super().__init__(catalogue, gettext, ngettext)
        self._said: Recent[bytes, str] = Recent(SAID)

    def say(self, message: Msg | str) -> str:
        if isinstance(message, str) or not message.facts:
            return super().say(message)
        key = msgspec.msgpack.encode(message, enc_hook=str)
        said = self._said.get(key)
        if said is None:
            said = super().say(message)
            self._said.put(key, said)
        return said


@cache
def speaker_for(language: str, slug: str) -> Speaker:
    """Return the title's sentences in a language."""
    own, many = partial(_own, language, slug), partial(_own_many, language, slug)
    words = faults.attempt(slug, "sentences", registry.referee(slug).catalogue, COMMON)
    return RememberingSpeaker(words, own, many)


def _say(speaker: Speaker, message: Msg | str | int | None) -> str:
    return speaker.say(message) if isinstance(message, Msg | str) else str(message or "")


@cache
def icon(name: str, cls: str = "") -> Markup:
    """Return a sign of the sprite; its meaning is in the text next to it."""
    kind = f"i {cls}" if cls else "i"
    drawn = '<svg class="{}" width="24" height="24" aria-hidden="true"><use href="{}#{}"/></svg>'
    return Markup(drawn).format(kind, static("icons.svg"), name)


def _symbol(slug: str, code: str, cls: str = "") -> Markup:
    """Return a sign of this title's own."""
    return icon(f"{slug}-{code}", cls)


@cache
def to(name: str, target: str = "") -> Markup:
    """Return where a form of the table goes, and what it is about where that is not the form
    itself; the table's code is put in last."""
    about = Markup(' hx-target="#{}"').format(target) if target else ""
    return Markup('method="post" action="{0}" hx-post="{0}" hx-swap="none"{1}').format(
        at(name), about
    )


@cache
def at(name: str, *parts: int) -> str:
    """Return the address of a page of the table; the table's code is put in last."""
    return reverse(name, args=[ADDRESS, *parts])


@cache
def _ruleref(language: str, slug: str, rule: str) -> Markup:
    """Return the "?" that opens the governing rule; nothing without a rule."""
    if not rule:
        return Markup("")
    label = _gettext(language, "Rule %(id)s") % {"id": rule}
    return Markup(
        '<a class="ruleref" href="{}" hx-get="{}?ids={}" hx-target="#drawer" hx-swap="innerHTML"'
        ' aria-label="{}"><span aria-hidden="true">?</span></a>'
    ).format(reverse("rule", args=[slug, rule]), reverse("rules", args=[ADDRESS]), rule, label)


def hidden(view: Any = None, **values: Any) -> Markup:
    """Return the hidden fields of a form: what the prompt has decided, and this answer's tokens."""
    fields: dict[str, Any] = {}
    if view is not None:
        fields |= {"do": view.do, "prompt": view.id, **view.fixed}
    return Markup(TOKENS) + inputs(fields | values)


def inputs(fields: dict[str, Any]) -> Markup:
    return Markup("").join(
        Markup('<input type="hidden" name="{}" value="{}">').format(name, each)
        for name, value in fields.items()
        for each in (value if isinstance(value, list | tuple) else [value])
    )


def offered(view: Any, name: str, value: Any) -> bool:
    """Return whether a prompt that this phone may answer takes this value in that field."""
    return bool(
        view
        and view.mine
        and any(c.value == value for f in view.fields if f.name == name for c in f.choices)
    )
