"""Template tags that turn referees' messages and rules into sentences and links."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any

from django import template
from django.conf import settings
from django.contrib.staticfiles.finders import find
from django.template.context import Context
from django.template.loader import get_template
from django.templatetags.static import static
from django.urls import reverse
from django.utils import timezone
from django.utils.html import conditional_escape, format_html_join
from django.utils.safestring import SafeString
from django.utils.timesince import timesince
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from companion.plays.pages.drawing.hyphens import soft
from companion.release import release
from games import registry
from games.referee import Title

register = template.Library()


@register.simple_tag(takes_context=True)
def say(context: Context, message: Any) -> str:
    """Return a ``Msg`` (or plain text) as a sentence in the language of this phone."""
    return conditional_escape(context["speaker"].say(message)) if message else ""


@register.filter
def called(title: Title) -> str:
    """Return what a title is called where this phone's language has a printed name for it."""
    return dict(title.names).get(get_language() or "", title.name)


register.simple_tag(release)


@register.simple_tag
def operator() -> str:
    """Return who runs this server; nothing at home."""
    return str(settings.OPERATOR)


register.filter(soft)


@register.simple_tag
def title_files(title: Title) -> SafeString:
    """Return the links to a title's own style sheet and scripts, after those of its family."""
    return _shared(title.sheets) + _title_files("style.css", title.family, title.slug)


@register.simple_tag
def title_sheets(title: Title) -> SafeString:
    """Return the links to a title's own style sheets alone, where its boards are only looked at."""
    return _shared(title.sheets) + _links("style.css", title.family, title.slug)


@register.simple_tag
def title_scene(title: Title) -> SafeString:
    """Return the links to the style sheets of a title's big screen, after those of its family."""
    return _shared(title.sheets) + _links("screen.css", title.family, title.slug)


@cache
def _shared(sheets: tuple[str, ...]) -> SafeString:
    """Return the links to the sheets of shared components."""
    styles = ((static(f"css/{name}.css"),) for name in sheets)
    return format_html_join("", '<link rel="stylesheet" href="{}">', styles)


@cache
def _links(sheet: str, *folders: str) -> SafeString:
    styles = ((static(name),) for name in _files(*folders) if name.endswith(f"/{sheet}"))
    return format_html_join("", '<link rel="stylesheet" href="{}">', styles)


@cache
def _title_files(sheet: str, *folders: str) -> SafeString:
    scripts = ((static(name),) for name in _files(*folders) if name.endswith(".js"))
    return _links(sheet, *folders) + format_html_join(
        "", '<script defer src="{}"></script>', scripts
    )


def _files(*folders: str) -> list[str]:
    return [name for folder in folders if folder for name in _own(f"games/{folder}")]


def _own(folder: str) -> list[str]:
    found = find(folder)
    return sorted(f"{folder}/{path.name}" for path in Path(str(found)).iterdir()) if found else []


@register.simple_tag
def title_art(slug: str) -> str:
    """Return the icon a title is listed with; a die for a game that isn't ours."""
    return (slug in registry.TITLES and registry.referee(slug).title.art) or "die"


@register.inclusion_tag("components/face.html")
def face(number: int) -> dict[str, Any]:
    """Return a drawn face, the same for the same number."""
    return {"shape": f"f{number % 4}", "colour": number % 6}


@register.filter
def ago(when: datetime) -> str:
    """Return how long ago something was, as people say it."""
    if timezone.now() - when < timedelta(minutes=1):
        return _("just now")
    return _("{ago} ago").format(ago=timesince(when))


@register.filter
def entry(table: Mapping[str, Any] | str | None, key: str) -> Any:
    """Return what a mapping holds under ``key``; nothing without a mapping."""
    return table.get(key) if isinstance(table, Mapping) else None


@register.simple_tag
def local(texts: Mapping[str, str]) -> str:
    """Return the text of a clarification in the language of this phone, English where it is
    missing."""
    language = (get_language() or "en").partition("-")[0]
    return conditional_escape(texts.get(language) or texts["en"])


@register.simple_tag(takes_context=True)
def ruleref(context: Context, rule: str) -> str:
    """Return the "?" that opens the governing rule, with its page; nothing without a rule."""
    title = context.get("title")
    if not rule or title is None:
        return ""
    values = {
        "id": rule,
        "address": context.get("address", ""),
        "url": reverse("rule", args=[title.slug, rule]),
    }
    return get_template("components/ruleref.html").render(values)
