"""Strip the line breaks and indentation that only humans need from rendered templates.

They become a space, or nothing next to a block element, where a browser shows no space either.
"""

from __future__ import annotations

import re

from django.template import Origin
from django.template.loaders import filesystem

BREAK = re.compile(r"\s*\n\s*")
BLOCK = (
    "address|article|aside|body|button|circle|datalist|dd|details|dialog|div|dl|dt|fieldset|figcaption"
    "|figure|footer|form|g|h[1-6]|head|header|html|input|legend|li|line|link|main|meta|nav|ol|option|p"
    "|polyline|rect|script|section|select|summary|svg|table|tbody|td|th|thead|title|tr|ul"
)
AFTER = re.compile(rf"(</(?:{BLOCK})>) (?=[<{{])")
BEFORE = re.compile(rf"(?<=[>}}]) (?=</?(?:{BLOCK})\b)")


class Loader(filesystem.Loader):
    """Our own templates, without the breaks of their source."""

    def get_contents(self, origin: Origin) -> str:
        return tight(super().get_contents(origin))


def tight(source: str) -> str:
    """Return the source of a template on one line."""
    text = BREAK.sub(" ", source.strip())
    return BEFORE.sub("", AFTER.sub(r"\1", text))
