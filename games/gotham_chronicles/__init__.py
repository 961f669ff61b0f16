"""Batman: Gotham City Chronicles."""

from games.gotham_chronicles.game import GothamChronicles

__all__ = ["GothamChronicles"]
