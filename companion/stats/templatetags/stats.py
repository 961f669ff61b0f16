"""Template tags that show what records hold."""

from __future__ import annotations

from django import template
from django.utils.translation import gettext as _

from companion.stats import words
from companion.stats.charts import Rate
from companion.stats.models import Place
from companion.stats.queries import DieKind

register = template.Library()


@register.filter
def percent(die: DieKind) -> str:
    """Return in how many of a hundred fair dice the like is seen."""
    if die.luck is None:
        return ""
    hundred = 100 * die.luck.chance
    return f"{hundred:.0f}" if hundred >= 1 else _("fewer than 1")


@register.filter
def share(rate: Rate) -> str:
    """Return the share of plays won, with the interval for this number of plays."""
    return words.share(rate)


@register.filter
def named(place: Place) -> str:
    """Return who someone at the table was."""
    return words.name(place)


@register.filter
def side(role: str, slug: str) -> str:
    """Return a side in the language of the page."""
    return words.side(slug, role)
