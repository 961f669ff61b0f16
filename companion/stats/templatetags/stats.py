"""What records hold as a page says it."""

from __future__ import annotations

from django import template
from django.utils.translation import gettext as _

from companion.stats import words
from companion.stats.charts import Rate
from companion.stats.models import Place
from companion.stats.queries import Die

register = template.Library()


@register.filter
def percent(die: Die) -> str:
    """In how many of a hundred fair dice the like is seen."""
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
    """Who somebody at the table was."""
    return words.name(place)


@register.filter
def side(role: str, slug: str) -> str:
    """A side in the language of the page."""
    return words.side(slug, role)
