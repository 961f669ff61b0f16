"""What the actions are called while nothing on the table offers them."""

from __future__ import annotations

from games.messages import Catalogue
from games.messages import gettext_noop as _

NAMES: Catalogue = {
    "action.draw": _("Draw dice"),
    "action.roll": _("Roll"),
    "action.stop": _("Stop and score"),
    "action.return": _("Return dice"),
    "action.total": _("Enter the result of a heist"),
    "action.odds": _("Show the odds"),
}
