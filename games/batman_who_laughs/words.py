"""The words of this title: its own things, and sentences that name them."""

from __future__ import annotations

from games.messages import Catalogue, ngettext_noop
from games.messages import gettext_noop as _

PEAKS = {
    "note.boss.revealed": "peak.boss",
    "note.doom.full.loss": "peak.full",
    "note.track.release": "peak.loose",
    "note.hero.defeated.team": "peak.hero",
    "note.hero.defeated.leader": "peak.hero",
}

NOTES: Catalogue = {
    "threat.track": ngettext_noop("space until he wins", "spaces until he wins"),
    "peak.boss": _("He is here"),
    "peak.full": _("The grin is full"),
    "peak.loose": _("A Dark Knight breaks loose"),
    "note.doom.roll": _("{team} rolls {n} on the Dark Knights die"),
    "note.doom.full.loss": _(
        "The whole track is full: you lose at the end of the turn unless that changes"
    ),
    "name.The Batman Who Laughs": _("The Batman Who Laughs"),
    "name.Power": _("Power"),
    "name.Justice": _("Justice"),
    "name.Determination": _("Determination"),
    "name.Purpose": _("Purpose"),
    "note.figure.roll": _("{team} rolls the Batman Who Laughs die: {direction}"),
    "note.figure.roll.ring": _("{team} rolls the Batman Who Laughs die: {direction}, crown ring"),
    "note.figure": _("The Batman Who Laughs turns {direction} to face {place}"),
    "note.figure.stays": _("The Batman Who Laughs stays, facing {place}"),
    "note.attack": _("The Batman Who Laughs attacks at {place}"),
    "note.crown": _("The crown triggers the ability of section {section}"),
    "note.crown.none": _("The crown does nothing: no track ability is uncovered yet"),
    "note.track.release": _("Section {section} is full: its Dark Knight goes on top of the deck"),
    "note.track.ability": _("The crown now triggers the ability of section {section}"),
    "note.boss.revealed": _(
        "The Batman Who Laughs is revealed; his card counts as being at {place}"
    ),
    "note.boss.defeated": _("The last damage space on {card} is filled: {damage}"),
    "note.refill.knight": _("A Dark Knight is dealt to {place}: {card}; {deck} left in the deck"),
    "note.jump": _("{team} gives up a die and joins The Batman Who Laughs at {place}"),
    "outcome.won": _("The Batman Who Laughs is defeated"),
    "outcome.track": _("The Dark Knights Track is full"),
}

ANSWERS: Catalogue = {
    "refusal.E_TOKEN_PHASE": _(
        "We read p. 11 like this: tokens are used while Hero dice are rolled and assigned"
    ),
    "remedy.window": _(
        "Wait for that step, or choose the whole turn among the house readings at setup"
    ),
    "refusal.E_BOSS_HIDDEN": _("The Batman Who Laughs is not revealed yet"),
    "refusal.E_BOSS_AWAY": _("The Batman Who Laughs is at {place}, your team is not"),
    "remedy.reveal": _("Wait until his section of the track is full at the end of a turn"),
    "remedy.jump": _("Give up an unused die to join him at {place}"),
    "remedy.knight": _("A Dark Knight waits on top of the deck: choose one"),
    "question.BOSS_ABILITY": _(
        "Is there a track ability under The Batman Who Laughs' card on the track?"
    ),
    "question.JUMP_EARLY": _(
        "He hasn't been revealed yet. Does your table still allow joining him?"
    ),
}

LABELS: Catalogue = {
    "coach.doom": _(
        "Roll the Dark Knights die and tap its number: that many counters go on "
        "the track, and a full section wakes a Knight."
    ),
    "coach.figure": _(
        "Roll the other villain die and tap it: he turns to a neighboring sector "
        "or stays, and damages the Heroes he faces."
    ),
    "prompt.doom": _("Dark Knights die"),
    "prompt.figure": _("The Batman Who Laughs die"),
    "prompt.jump": _("Give up a die and join him at {place}"),
    "field.doom_n": _("Counters shown"),
    "field.figure": _("Face shown"),
    "field.villains": _("Basic Villains in the deck"),
    "field.boss_damage": _("Damage needed to defeat him (0: as printed)"),
    "field.extra_spaces": _("Extra spaces at the end of the track"),
    "field.boss_jump_before_reveal": _("Teams may join him before he is revealed"),
    "field.token_window": _("Bonus Tokens may be used"),
    "field.token_counts_as_assign": _("Placing a symbol token counts as assigning a die"),
    "token_window.step3": _("in step 3 of any player's turn"),
    "token_window.turn": _("at any moment of any player's turn"),
    "term.place": _("sector {label}"),
    "term.doom": _("Dark Knights Track"),
    "term.doom_die": _("The Dark Knights die"),
    "kind.knight": _("Dark Knight"),
    "kind.boss": _("The Batman Who Laughs"),
    "symbol.W": _("POWER"),
    "symbol.J": _("JUSTICE"),
    "symbol.D": _("DETERMINATION"),
    "symbol.P": _("PURPOSE"),
    "face.W": _("POWER"),
    "face.J": _("JUSTICE"),
    "face.D": _("DETERMINATION"),
    "face.P": _("PURPOSE"),
    "face.2W": _("2 POWER"),
    "face.2J": _("2 JUSTICE"),
    "face.2D": _("2 DETERMINATION"),
    "face.2P": _("2 PURPOSE"),
    "colour.red": _("red"),
    "colour.purple": _("purple"),
    "colour.blue": _("blue"),
    "colour.green": _("green"),
    "side.purple": _("purple"),
    "side.orange-brown": _("orange-brown"),
    "section.knight": _("Section {n}, Dark Knight"),
    "section.boss": _("Section {n}, The Batman Who Laughs"),
    "section.none": _("Section {n}, beyond him"),
    "token.die": _("extra Hero die"),
    "token.heal": _("remove damage"),
    "token.counters": _("remove track counters"),
    "token.symbol-W": _("POWER"),
    "token.symbol-J": _("JUSTICE"),
    "token.symbol-D": _("DETERMINATION"),
    "token.symbol-P": _("PURPOSE"),
    "tracker.boss": _("Damage on The Batman Who Laughs"),
    "tracker.doom": _("Counters on the Dark Knights Track"),
    "house.doom": _("Counters on the Dark Knights Track"),
    "clock.2": _("The two villain dice"),
    "clock.4": _("End of the turn"),
    "step.doom_die": _("Dark Knights die"),
    "step.boss_die": _("The Batman Who Laughs die"),
    "step.crown": _("The crown's track ability"),
}

CHECKLIST: Catalogue = {
    "checklist.track": _(
        "Lay out the four track tiles {side} side up, in the order of their corner marks"
    ),
    "checklist.knights": _(
        "Shuffle the six Dark Knights and put one face down on each marked space; "
        "put The Batman Who Laughs face down on his own"
    ),
    "checklist.extra": ngettext_noop(
        "Add {extra} extra space after the end of the track",
        "Add {extra} extra spaces after the end of the track",
        by="extra",
    ),
    "checklist.supplies": _(
        "Put {dice} Hero dice, the damage counters and {tokens} face-down Bonus Tokens within reach"
    ),
    "checklist.figure": _("The Batman Who Laughs is in the middle, facing {place}"),
    "checklist.teams": _("Teams, {choice}: {teams}. Each takes its token and its leader: {heroes}"),
    "checklist.villains_out": ngettext_noop(
        "Put {out} basic Villain back into the box",
        "Put {out} basic Villains back into the box",
        by="out",
    ),
    "checklist.deck": ngettext_noop(
        "Shuffle all other Heroes and {villains} basic Villain; deal three cards to each sector",
        "Shuffle all other Heroes and {villains} basic Villains; deal three cards to each sector",
        by="villains",
    ),
    "checklist.first": _("{team} goes first, then clockwise"),
}

WORDS: Catalogue = {**NOTES, **ANSWERS, **LABELS, **CHECKLIST}
