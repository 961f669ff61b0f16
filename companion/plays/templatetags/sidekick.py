"""Template tags that turn prompts into forms and referees' messages into sentences."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from django import template
from django.template.base import FilterExpression, NodeList, Parser, Token
from django.template.context import Context
from django.template.loader import get_template
from django.urls import reverse
from django.utils.html import conditional_escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from companion.plays import fragments
from companion.plays.forms import PromptView

register = template.Library()


@register.simple_tag(takes_context=True)
def say(context: Context, message: Any) -> str:
    """A ``Msg`` (or plain text) as a sentence in the language of this phone."""
    return conditional_escape(context["speaker"].say(message)) if message else ""


@register.filter
def entry(table: Mapping[str, Any] | str | None, key: str) -> Any:
    """What a mapping holds under ``key``; nothing without a mapping."""
    return table.get(key) if isinstance(table, Mapping) else None


@register.simple_tag
def local(texts: Mapping[str, str]) -> str:
    """The text of a clarification in the language of this phone, English where it is missing."""
    language = (get_language() or "en").partition("-")[0]
    return conditional_escape(texts.get(language) or texts["en"])


@register.simple_tag(takes_context=True)
def ruleref(context: Context, rule: str) -> str:
    """The "?" that opens the governing rule, with its page; nothing without a rule."""
    title = context.get("title")
    if not rule or title is None:
        return ""
    values = {
        "id": rule,
        "address": context.get("address", ""),
        "url": reverse("rule", args=[title.slug, rule]),
    }
    template = get_template("components/ruleref.html")
    return fragments.keep("ruleref", values, lambda: template.render(values))


@register.simple_tag(takes_context=True)
def kept(context: Context, name: str, **values: Any) -> SafeString:
    """A template that depends on nothing but ``values`` and the title; drawn once for each."""

    def draw() -> SafeString:
        alone = {"title": context["title"], "speaker": context["speaker"], **values}
        return get_template(name).template.render(context.new(alone))

    return fragments.keep(name, (context["title"].slug, values), draw)


@register.simple_tag(takes_context=True)
def prompt(
    context: Context,
    view: PromptView | None,
    bare: bool = False,
    using: str = "components/prompt.html",
) -> str:
    """One prompt as buttons, keypad or form, whichever it needs; ``bare`` under a heading.

    ``using`` is a template that needs the prompt as ``p``, ``bare``, and of the page only what
    all prompts of a title share.
    """
    if view is None:
        return ""
    template = get_template(using).template
    if view.data is not None or "post_to" in context:
        with context.push(p=view, bare=bare):
            return template.render(context)

    def draw() -> SafeString:
        with context.push(p=view, bare=bare, address=fragments.ADDRESS, tokens=fragments.TOKENS):
            return template.render(context)

    marks = {fragments.ADDRESS: context["address"], fragments.TOKENS: _tokens(context)}
    values = (context["title"].slug, view.prompt, view.mine, bare)
    return fragments.keep(using, values, draw, marks)


@register.simple_tag
def find(views: Iterable[PromptView], do: str, **fixed: Any) -> PromptView | None:
    """The first prompt of ``views`` that does ``do`` with these fixed values."""
    for view in views:
        if view.do == do and all(view.fixed.get(name) == value for name, value in fixed.items()):
            return view
    return None


@register.simple_tag
def offers(view: PromptView | None, name: str, value: Any) -> bool:
    """Whether a prompt's field accepts this value: is this card tappable now?"""
    for spec in view.fields if view else ():
        if spec.name == name:
            return any(choice.value == value for choice in spec.choices)
    return False


@register.simple_tag(takes_context=True)
def act(
    context: Context, view: PromptView | None, label: str = "", cls: str = "", **values: Any
) -> str:
    """A button that does the prompt with these values; nothing when there is no prompt."""
    if view is None:
        return ""
    return _form(context, view, values, conditional_escape(label or view.label), cls)


@register.tag
def actblock(parser: Parser, token: Token) -> template.Node:
    """``{% actblock p name=value cls="…" %}…{% endactblock %}``: tap the content to act."""
    _name, view, *pairs = token.split_contents()
    values = {}
    for pair in pairs:
        name, _sep, value = pair.partition("=")
        values[name] = parser.compile_filter(value)
    content = parser.parse(("endactblock",))
    parser.delete_first_token()
    return ActBlock(parser.compile_filter(view), values, content)


class ActBlock(template.Node):
    def __init__(
        self, view: FilterExpression, values: dict[str, FilterExpression], content: NodeList
    ) -> None:
        self.view, self.values, self.content = view, values, content

    def render(self, context: Context) -> str:
        values = {name: value.resolve(context) for name, value in self.values.items()}
        cls = values.pop("cls", "")
        view = self.view.resolve(context, ignore_failures=True)
        content = self.content.render(context)
        if not view or not view.mine:
            return format_html('<div class="{}">{}</div>', cls, content)
        return _form(context, view, values, content, cls)


@register.simple_tag(takes_context=True)
def hidden(context: Context, view: PromptView | None = None, **values: Any) -> SafeString:
    """The hidden fields every act form needs."""
    fields: dict[str, Any] = {}
    if view is not None:
        fields |= {"do": view.do, "prompt": view.id, **view.fixed}
        if "extra_kind" in context:
            fields["kind"] = context["extra_kind"]
    fields |= values
    return mark_safe((context.get("tokens") or _tokens(context)) + _inputs(fields))


def _tokens(context: Context) -> SafeString:
    csrf, revision = str(context.get("csrf_token", "")), context["play"].revision
    return _token_inputs(csrf, revision, context["key"])


@lru_cache(maxsize=100)
def _token_inputs(csrf: str, revision: int, key: str) -> SafeString:
    """The hidden fields of every form of one answer."""
    return _inputs({"csrfmiddlewaretoken": csrf, "revision": revision, "key": key})


def _inputs(fields: Mapping[str, Any]) -> SafeString:
    return format_html_join(
        "",
        '<input type="hidden" name="{}" value="{}">',
        (pair for name, value in fields.items() for pair in _pairs(name, value)),
    )


def _pairs(name: str, value: Any) -> list[tuple[str, Any]]:
    if isinstance(value, list | tuple):
        return [(name, each) for each in value]
    return [(name, value)]


def _form(
    context: Context, view: PromptView, values: dict[str, Any], content: str, cls: str
) -> SafeString:
    url = reverse("act", args=[context["address"]])
    return format_html(
        '<form method="post" action="{url}" hx-post="{url}" hx-target="#board" hx-swap="outerHTML"'
        ' class="act">{hidden}<button class="{cls}"{off}>{content}</button></form>',
        url=url,
        hidden=hidden(context, view, **values),
        cls=cls or "button",
        off=mark_safe("" if view.mine else " disabled"),
        content=mark_safe(content),
    )
