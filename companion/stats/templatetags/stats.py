"""A number of the dice ledger as a page says it."""

from __future__ import annotations

from django import template
from django.utils.translation import gettext as _

from companion.stats.queries import Die

register = template.Library()


@register.filter
def percent(die: Die) -> str:
    """In how many of a hundred fair dice the like is seen."""
    if die.luck is None:
        return ""
    hundred = 100 * die.luck.chance
    return f"{hundred:.0f}" if hundred >= 1 else _("fewer than 1")
