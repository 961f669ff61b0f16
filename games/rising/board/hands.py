"""What hands do on the table after each note: place, turn, take."""

from __future__ import annotations

from games.vocabulary import Hand

CARD, HURT, TOKEN, DIE = "cards", "drop", "token", "die"

HANDS = {
    "note.doom.up": Hand("counter", "n", 3),
    "note.doom.down": Hand("counter", "n", 3),
    "note.track.release": Hand("knight", size=3),
    "note.boss.revealed": Hand("boss", size=3),
    "note.boss.defeated": Hand("boss", size=3),
    "note.event.removed": Hand(CARD, size=3),
    "note.event.tracks": Hand("close", size=3),
    "note.battle.placed": Hand("battle", size=3),
    "note.battle.done": Hand("battle", size=3),
    "note.hero.defeated": Hand("hero", size=3),
    "note.hero.defeated.team": Hand("hero", size=3),
    "note.villain.defeated": Hand("villain", size=3),
    "note.figure": Hand("turn", size=2),
    "note.damage": Hand(HURT, "n", 2, of="card"),
    "note.damage.moved": Hand(HURT, "n", 2),
    "note.heal": Hand(HURT, "n", 2, of="card"),
    "note.recruit": Hand("hero", size=2),
    "note.recruit.end": Hand("hero", size=2),
    "note.recruit.healed": Hand(HURT, "n", of="card"),
    "note.join": Hand("hero", size=2),
    "note.leave": Hand(CARD, size=2),
    "note.banned": Hand(CARD, size=2),
    "note.swap": Hand(CARD, size=2),
    "note.row": Hand(CARD, size=2),
    "note.refill": Hand(CARD, size=2),
    "note.refill.knight": Hand("knight", size=2),
    "note.deal.card": Hand(CARD),
    "note.driver.shuffle": Hand(CARD, "n"),
    "note.progress": Hand("sun", size=3),
    "note.progress.paid.tokens": Hand(TOKEN, "n"),
    "note.progress.paid.dice": Hand(DIE, "n"),
    "note.token.draw": Hand(TOKEN),
    "note.token.flip": Hand(TOKEN, "n"),
    "note.token.lost": Hand(TOKEN, "n"),
    "note.token.use": Hand(TOKEN),
    "note.token.give": Hand(TOKEN),
    "note.token.laid": Hand(TOKEN),
    "note.deploy": Hand("go"),
    "note.jump": Hand("go"),
    "note.team.back": Hand("go"),
    "note.assign": Hand(DIE),
    "note.give_up": Hand(DIE),
    "note.die.added": Hand(DIE),
    "note.die.released": Hand(DIE),
    "note.dice.back": Hand(DIE, "n"),
    "note.dice.stay": Hand(DIE, "n"),
}
"""All that moves on the table of this family."""
