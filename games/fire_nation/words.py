"""The words of this title: its own things, and sentences that name them."""

from __future__ import annotations

from games.messages import Catalogue, ngettext_noop
from games.messages import gettext_noop as _

PEAKS = {
    "note.event.progress": "peak.sun",
    "note.event.doom": "peak.sun",
    "note.battle.done": "peak.battle",
    "note.hero.defeated.team": "peak.hero",
    "note.hero.defeated.leader": "peak.hero",
}

NOTES: Catalogue = {
    "threat.track": ngettext_noop(
        "space of Ruin to the Black Sun", "spaces of Ruin to the Black Sun"
    ),
    "peak.sun": _("Black Sun"),
    "peak.battle": _("A battle is won"),
    "note.driver.card": _("{team} reveals a Fire Nation card: {card}"),
    "note.driver.shuffle": ngettext_noop(
        "The Fire Nation deck is empty: shuffle its {n} card",
        "The Fire Nation deck is empty: shuffle its {n} cards",
    ),
    "note.doom.up": ngettext_noop(
        "Ruin advances {n} space: {total} of {length}",
        "Ruin advances {n} spaces: {total} of {length}",
    ),
    "note.doom.down": ngettext_noop(
        "Ruin moves back {n} space: {total} of {length}",
        "Ruin moves back {n} spaces: {total} of {length}",
    ),
    "note.doom.same": _("Ruin stays at {total} of {length}"),
    "note.doom.ignored": _("Ruin is out of play: ignore the {n} on the card"),
    "note.doom.full.event": _(
        "Ruin is at the top: the Day of Black Sun comes unless Ruin moves back"
    ),
    "note.figure": _("Ozai turns {direction} and faces {place}"),
    "note.figure.stays": _("Ozai stays and faces {place}"),
    "note.attack": _("The Fire Nation attacks at {place}"),
    "note.progress": _("Balance advances to {n} of {length}"),
    "note.progress.paid.tokens": ngettext_noop(
        "{team} discards {n} token for Balance", "{team} discards {n} tokens for Balance"
    ),
    "note.progress.paid.dice": ngettext_noop(
        "{team} removes {n} die for Balance", "{team} removes {n} dice for Balance"
    ),
    "note.event.progress": _("The Day of Black Sun: Balance has reached the top"),
    "note.event.doom": _("The Day of Black Sun: Ruin has reached the top"),
    "note.event.happens.progress": _("Villains with the Black Sun icon are removed"),
    "note.event.happens.doom": _("Heroes with the Black Sun icon are lost"),
    "note.event.removed": _("{card} leaves play"),
    "note.event.tracks": _("Balance and Ruin are removed from play"),
    "note.battle.placed": ngettext_noop(
        "{card} is dealt to {place}; {n} damage completes it",
        "{card} is dealt to {place}; {n} damage completes it",
    ),
    "note.battle.done": _("{card} is completed: {n} of 3"),
    "note.battle.reward": _("The reward of {card} is taken"),
    "note.icon.yes": _("{card} has the Black Sun icon"),
    "note.icon.no": _("{card} doesn't have the Black Sun icon"),
    "note.banned": _("{card} has the Black Sun icon and is discarded at once"),
    "note.aid.taken": _("{team} takes Aid from the Spirits"),
    "note.aid.left": _("{team} doesn't take Aid from the Spirits"),
    "note.aid.possible": _(
        "No Aid from the Spirits for {team}: an ability or the last dice could still have been used"
    ),
    "note.aid.blocked": _("No Aid from the Spirits: tokens are blocked"),
    "outcome.won": _("All three Final Battles are completed"),
}

ANSWERS: Catalogue = {
    "refusal.E_BALANCE_MAX": _("Balance advances at most one space a turn"),
    "refusal.E_BALANCE_UNPAID": _("The next Balance space hasn't been paid"),
    "refusal.E_BATTLES": _("Each Final Battle needs its own location"),
    "refusal.E_AID": _("Aid from the Spirits is only for a turn in which you could do nothing"),
    "question.AID_POSSIBLE": _(
        "Could the dice have recruited a Hero, damaged a Villain or battle, "
        "advanced Balance or used a Hero ability?"
    ),
    "question.W_DRIVER_CARD": _("Judging by the cards seen so far, {card} can't be next"),
}

LABELS: Catalogue = {
    "stake.section": _("Ruin full"),
    "coach.fire": _(
        "Turn up the top Fire Nation card and tap what it shows: Ruin advances by its "
        "number and Ozai turns."
    ),
    "coach.icon": _(
        "Say whether the new card has the Black Sun icon. Sidekick knows what follows."
    ),
    "coach.aid": _(
        "Your dice could do nothing at all? Then draw one token; otherwise continue without."
    ),
    "coach.event": _(
        "The Day of Black Sun comes once per game. Do what the sheet says, then "
        "tap the cards it names."
    ),
    "prompt.fire": _("Fire Nation card"),
    "prompt.event.progress": _("The Day of Black Sun: which Villains carry the Black Sun icon?"),
    "prompt.event.doom": _("The Day of Black Sun: which Heroes carry the Black Sun icon?"),
    "prompt.reward": _("Take the reward of {card}"),
    "prompt.aid.yes": _("Take Aid from the Spirits"),
    "prompt.aid.no": _("No Aid from the Spirits"),
    "prompt.icon.yes": _("{card} has the Black Sun icon"),
    "prompt.icon.no": _("{card} has no Black Sun icon"),
    "prompt.icon.hero": _("{card} is a Hero with the Black Sun icon"),
    "prompt.icon.villain": _("{card} is a Villain with the Black Sun icon"),
    "prompt.progress.pay": _("Pay Balance: {price}"),
    "prompt.progress.pay.team": _("Pay Balance: {price} of {team}"),
    "prompt.progress.define": _("A Balance card"),
    "prompt.progress.step": _("Space {n} of {card}"),
    "help.reward": _("Turn the card over and carry out what it says"),
    "field.teams": _("Teams when playing solo (0: two)"),
    "field.driver": _("The card shows"),
    "field.villains": _("Villains in the deck"),
    "field.battle_damage": _("Damage needed to complete each Final Battle"),
    "field.progress_card": _("Balance card"),
    "field.level": _("Level"),
    "field.allies": _("Starting allies"),
    "field.ally_ends": _("Starting ally at"),
    "field.ally": _("Starting ally"),
    "field.black_sun_test": _("Card the Day of Black Sun checks"),
    "field.later_heroes_count": _("Heroes with the Black Sun icon turned up later count as lost"),
    "field.moved_damage_counts": _(
        "Damage moved to a Villain pays a Balance space that costs damage"
    ),
    "field.remove_counts_as_assign": _("Dice removed for Balance count as assigned"),
    "field.advance": _("Advance Balance ({price})"),
    "field.marked": _("Black Sun icon"),
    "field.battles": _("Final Battles"),
    "field.owners": _("From"),
    "hint.left_in_deck": ngettext_noop("{n} left", "{n} left"),
    "hint.price": _("{price}"),
    "allies.auto": _("with four or five teams"),
    "allies.yes": _("yes"),
    "allies.no": _("no"),
    "sun.position": _("where the markers stand after Balance"),
    "sun.reached": _("whether a marker was at the top this turn"),
    "level.easy": _("easy"),
    "level.medium": _("medium"),
    "level.hard": _("hard"),
    "price.hit": _("damage a Villain"),
    "price.tokens": ngettext_noop("discard {n} token", "discard {n} tokens"),
    "price.dice": ngettext_noop("remove {n} die", "remove {n} dice"),
    "price.recruit": _("recruit: {type}"),
    "price.unknown": _("as printed"),
    "pricekind.none": _("unknown"),
    "pricekind.symbols": _("symbols"),
    "pricekind.hit": _("damage a Villain"),
    "pricekind.tokens": _("discard tokens"),
    "pricekind.dice": _("remove dice"),
    "pricekind.recruit": _("recruit a Hero of a type"),
    "term.progress": _("Balance Track"),
    "term.doom": _("Ruin Track"),
    "term.driver": _("The number"),
    "term.driver_card": _("Ruin {n}, {direction}"),
    "term.battle_number": _("Final Battle {n}"),
    "term.stay": _("Ozai stays"),
    "kind.battle": _("Final Battle"),
    "symbol.A": _("AVATAR"),
    "symbol.W": _("WATER"),
    "symbol.E": _("EARTH"),
    "symbol.F": _("FIRE"),
    "face.A": _("AVATAR"),
    "face.W": _("WATER"),
    "face.E": _("EARTH"),
    "face.F": _("FIRE"),
    "face.2A": _("2 AVATAR"),
    "face.2W": _("2 WATER"),
    "face.2E": _("2 EARTH"),
    "face.2F": _("2 FIRE"),
    "colour.green": _("green"),
    "colour.blue": _("blue"),
    "colour.red": _("red"),
    "colour.yellow": _("yellow"),
    "section.none": _("Spaces to the top"),
    "token.extra-A": _("extra AVATAR"),
    "token.extra-W": _("extra WATER"),
    "token.extra-E": _("extra EARTH"),
    "token.extra-F": _("extra FIRE"),
    "token.die-red": _("red die"),
    "token.die-green": _("green die"),
    "token.die-blue": _("blue die"),
    "token.ruin": _("Ruin down one"),
    "token.heal-two": _("remove one damage from two Heroes"),
    "token.heal-one": _("remove two damage from one Hero"),
    "token.reroll": _("reroll all unassigned dice"),
    "tracker.doom": _("Ruin marker"),
    "tracker.progress": _("Balance marker"),
    "house.doom": _("Ruin marker"),
    "house.progress": _("Balance marker"),
    "tracker.battles_done": _("Final Battles completed"),
    "clock.2": _("Fire Nation card"),
    "clock.4": _("Resolve the dice"),
    "clock.5": _("End of the turn"),
    "step.fire_card": _("Fire Nation card"),
    "step.battle": _("The Final Battle acts"),
    "step.event": _("The Day of Black Sun"),
    "step.battles": _("Final Battles are damaged"),
    "step.aid": _("Aid from the Spirits"),
    "when.progress": _("when Balance advances"),
}

CHECKLIST: Catalogue = {
    "checklist.supplies": _(
        "Put {dice} Hero dice, the damage counters and {tokens} shuffled Pai Sho "
        "tokens within reach"
    ),
    "checklist.figure": _("Ozai is in the middle of the map, facing {place}"),
    "checklist.tracks": _(
        "Put the Balance card ({card}) left of the Ruin Track, both markers on the bottom space"
    ),
    "checklist.tracks.open": _(
        "Put your Balance card left of the Ruin Track, both markers on the bottom space"
    ),
    "checklist.driver": _("Shuffle the fifteen Fire Nation cards face down"),
    "checklist.teams": _("Teams, {choice}: {teams}. Each takes its token and its Heroes: {heroes}"),
    "checklist.villains_out": ngettext_noop(
        "Shuffle the Villains and return {out} to the box unseen",
        "Shuffle the Villains and return {out} to the box unseen",
        by="out",
    ),
    "checklist.deck": ngettext_noop(
        "Shuffle {villains} Villain and all other Heroes; deal one card to each of the nine sides",
        "Shuffle {villains} Villains and all other Heroes; deal one card to each of the nine sides",
        by="villains",
    ),
    "checklist.first": _("{team} goes first, then clockwise"),
}

WORDS: Catalogue = {**NOTES, **ANSWERS, **LABELS, **CHECKLIST}
