"""The box: forms for sheets, what entering one teaches it, corrections during a play."""

from __future__ import annotations

from typing import Any

from games.gotham_chronicles.sheets import Box


def learn(box: Box, action: Any) -> Box:
    """The box after an action; itself if there is nothing to learn."""
    return box
