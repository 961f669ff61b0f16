"""The title that ``newtitle`` writes, as the sixth game of the tests."""

from companion.scaffold.acorns import Acorns
from companion.scaffold.acorns.rules import Find, Paint, Roll
from companion.scaffold.acorns.state import Box, Setup, State

__all__ = ["Acorns", "Box", "Find", "Paint", "Roll", "Setup", "State"]
