"""What hands do on the table after each note: place, turn, take."""

from __future__ import annotations

from games.vocabulary import Hand

HANDS = {
    "note.next": Hand("turn", size=3),
    "note.bust": Hand("die", size=2),
    "note.return": Hand("die", "dice", 2),
    "note.dodge": Hand("die", size=2),
    "note.go_on": Hand("die"),
    "note.score": Hand("counter", "n"),
    "note.score_tie": Hand("counter", "n"),
}
"""The cup, the dice and the sheet."""
