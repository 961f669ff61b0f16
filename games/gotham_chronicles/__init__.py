"""Batman: Gotham City Chronicles."""

from games.gotham_chronicles.referee import GothamChronicles

__all__ = ["GothamChronicles"]
