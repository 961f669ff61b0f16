"""Things to do by hand on the table after each note: place, turn, take."""

from __future__ import annotations

from games.vocabulary import PhysicalStep

CARD, HURT, TOKEN, DIE = "cards", "drop", "token", "die"

HANDS = {
    "note.doom.up": PhysicalStep("counter", "n", 3),
    "note.doom.down": PhysicalStep("counter", "n", 3),
    "note.track.release": PhysicalStep("knight", size=3),
    "note.boss.revealed": PhysicalStep("boss", size=3),
    "note.boss.defeated": PhysicalStep("boss", size=3),
    "note.event.removed": PhysicalStep(CARD, size=3),
    "note.event.tracks": PhysicalStep("close", size=3),
    "note.battle.placed": PhysicalStep("battle", size=3),
    "note.battle.done": PhysicalStep("battle", size=3),
    "note.hero.defeated": PhysicalStep("hero", size=3),
    "note.hero.defeated.team": PhysicalStep("hero", size=3),
    "note.hero.defeated.leader": PhysicalStep("hero", size=3),
    "note.villain.defeated": PhysicalStep("villain", size=3),
    "note.figure": PhysicalStep("turn", size=2),
    "note.damage": PhysicalStep(HURT, "n", 2, of="card"),
    "note.damage.moved": PhysicalStep(HURT, "n", 2),
    "note.heal": PhysicalStep(HURT, "n", 2, of="card"),
    "note.recruit": PhysicalStep("hero", size=2),
    "note.recruit.end": PhysicalStep("hero", size=2),
    "note.recruit.healed": PhysicalStep(HURT, "n", of="card"),
    "note.join": PhysicalStep("hero", size=2),
    "note.leave": PhysicalStep(CARD, size=2),
    "note.banned": PhysicalStep(CARD, size=2),
    "note.swap": PhysicalStep(CARD, size=2),
    "note.row": PhysicalStep(CARD, size=2),
    "note.refill": PhysicalStep(CARD, size=2),
    "note.refill.knight": PhysicalStep("knight", size=2),
    "note.driver.shuffle": PhysicalStep(CARD, "n"),
    "note.progress": PhysicalStep("sun", size=3),
    "note.progress.paid.tokens": PhysicalStep(TOKEN, "n"),
    "note.progress.paid.dice": PhysicalStep(DIE, "n"),
    "note.token.draw": PhysicalStep(TOKEN),
    "note.token.flip": PhysicalStep(TOKEN, "n"),
    "note.token.lost": PhysicalStep(TOKEN, "n"),
    "note.token.kept": PhysicalStep(TOKEN),
    "note.token.use": PhysicalStep(TOKEN),
    "note.token.give": PhysicalStep(TOKEN),
    "note.token.laid": PhysicalStep(TOKEN),
    "note.deploy": PhysicalStep("go"),
    "note.jump": PhysicalStep("go"),
    "note.team.back": PhysicalStep("go"),
    "note.assign": PhysicalStep(DIE),
    "note.give_up": PhysicalStep(DIE),
    "note.die.added": PhysicalStep(DIE),
    "note.die.released": PhysicalStep(DIE),
    "note.dice.back": PhysicalStep(DIE, "n"),
    "note.dice.stay": PhysicalStep(DIE, "n"),
}
"""All that moves on the table of this family."""
