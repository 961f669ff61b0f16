"""Things to do by hand on the table after each note: place, turn, take."""

from __future__ import annotations

from games.vocabulary import PhysicalStep

HANDS = {
    "note.next": PhysicalStep("turn", size=3),
    "note.bust": PhysicalStep("die", size=2),
    "note.return": PhysicalStep("die", "dice", 2),
    "note.dodge": PhysicalStep("die", size=2),
    "note.go_on": PhysicalStep("die"),
    "note.score": PhysicalStep("counter", "n"),
    "note.score_tie": PhysicalStep("counter", "n"),
}
"""The cup, the dice and the sheet."""
