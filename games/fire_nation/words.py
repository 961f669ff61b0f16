"""The words of this title: its own things, and sentences that name them."""

from __future__ import annotations

from games.messages import Catalogue, ngettext_noop
from games.messages import gettext_noop as _

PEAKS = {
    "note.event.progress": "peak.sun",
    "note.event.doom": "peak.sun",
    "note.battle.done": "peak.battle",
    "note.hero.defeated.team": "peak.hero",
}

NOTES: Catalogue = {
    "threat.track": ngettext_noop("space of Ruin to the Sun", "spaces of Ruin to the Sun"),
    "peak.sun": _("Black Sun"),
    "peak.battle": _("A battle is won"),
    "note.driver.card": _("{team} reveals a Fire Nation card: {card}"),
    "note.driver.shuffle": _("The Fire Nation deck is empty: shuffle its {n} cards"),
    "note.doom.up": ngettext_noop(
        "Ruin rises {n} space: {total} of {length}", "Ruin rises {n} spaces: {total} of {length}"
    ),
    "note.doom.down": ngettext_noop(
        "Ruin falls {n} space: {total} of {length}", "Ruin falls {n} spaces: {total} of {length}"
    ),
    "note.doom.same": _("Ruin stays at {total} of {length}"),
    "note.doom.ignored": _("Ruin is out of play: the {n} is ignored"),
    "note.doom.full.event": _("Ruin is at the top: the Day of Black Sun comes unless it falls"),
    "note.figure": _("Ozai turns {direction} and faces {place}"),
    "note.figure.stays": _("Ozai stays and faces {place}"),
    "note.attack": _("The Fire Nation attacks at {place}"),
    "note.progress": _("Balance rises to {n} of {length}"),
    "note.progress.paid.tokens": ngettext_noop(
        "{team} discards {n} token for Balance", "{team} discards {n} tokens for Balance"
    ),
    "note.progress.paid.dice": ngettext_noop(
        "{team} removes {n} die for Balance", "{team} removes {n} dice for Balance"
    ),
    "note.event.progress": _("The Day of Black Sun: Balance has reached the top"),
    "note.event.doom": _("The Day of Black Sun: Ruin has reached the top"),
    "note.event.happens.progress": _("Villains with the eclipse leave play"),
    "note.event.happens.doom": _("Heroes with the eclipse are lost"),
    "note.event.removed": _("{card} leaves play"),
    "note.event.tracks": _("Balance and Ruin leave play"),
    "note.battle.placed": ngettext_noop(
        "{card} comes to {place}; {n} damage completes it",
        "{card} comes to {place}; {n} damage complete it",
    ),
    "note.battle.done": _("{card} is completed: {n} of 3"),
    "note.battle.reward": _("The reward of {card} is taken"),
    "note.icon.yes": _("{card} carries the eclipse"),
    "note.icon.no": _("{card} does not carry the eclipse"),
    "note.banned": _("{card} carries the eclipse and is discarded at once"),
    "note.aid.taken": _("Aid from the Spirits for {team}"),
    "note.aid.left": _("{team} leaves the Aid from the Spirits"),
    "note.aid.possible": _(
        "No Aid from the Spirits for {team}: a free ability or the last dice could have done more"
    ),
    "note.aid.blocked": _("No Aid from the Spirits: tokens are blocked"),
    "outcome.won": _("All three Final Battles are completed"),
}

ANSWERS: Catalogue = {
    "refusal.E_BALANCE_MAX": _("Balance rises one space a turn at most"),
    "refusal.E_BALANCE_UNPAID": _("The price of the next Balance space is not paid"),
    "refusal.E_BATTLES": _("Each Final Battle needs a location of its own"),
    "refusal.E_AID": _("Aid from the Spirits is only for a turn in which nothing could be done"),
    "question.AID_POSSIBLE": _(
        "Could the dice have recruited, hurt a Villain or battle, raised Balance "
        "or used a Hero ability?"
    ),
    "question.W_DRIVER_CARD": _("By the cards seen so far, {card} cannot be next"),
}

LABELS: Catalogue = {
    "stake.section": _("Ruin full"),
    "coach.fire": _(
        "Turn up the top Fire Nation card and tap what it says: ruin rises by its number and "
        "the figure turns its way."
    ),
    "coach.aid": _(
        "Your dice could do nothing at all? Then take one token as a comfort; otherwise go on"
        " without."
    ),
    "coach.event": _(
        "The Day of Black Sun comes, once in a game. Do on the table what the sheet says, and tap "
        "the cards it names."
    ),
    "prompt.fire": _("Fire Nation card"),
    "prompt.event.progress": _("The Day of Black Sun: which Villains carry the eclipse?"),
    "prompt.event.doom": _("The Day of Black Sun: which Heroes carry the eclipse?"),
    "prompt.reward": _("Take the reward of {card}"),
    "prompt.aid.yes": _("Take the Aid from the Spirits"),
    "prompt.aid.no": _("No Aid from the Spirits"),
    "prompt.icon.yes": _("{card} carries the eclipse"),
    "prompt.icon.no": _("{card} has no eclipse"),
    "prompt.icon.hero": _("{card} is a Hero with the eclipse"),
    "prompt.icon.villain": _("{card} is a Villain with the eclipse"),
    "prompt.progress.pay": _("Pay Balance: {price}"),
    "prompt.progress.pay.team": _("Pay Balance: {price} of {team}"),
    "prompt.progress.define": _("A Balance card"),
    "prompt.progress.step": _("Space {n} of {card}"),
    "help.reward": _("Turn the card over and carry out what it says"),
    "help.allies": _("Setting {key}"),
    "help.black_sun_test": _("Setting {key}"),
    "help.later_heroes_count": _("Setting {key}"),
    "help.moved_damage_counts": _("Setting {key}"),
    "help.remove_counts_as_assign": _("Setting {key}"),
    "field.teams": _("Teams when playing alone (0: two)"),
    "field.driver": _("The card shows"),
    "field.villains": _("Villains in the deck"),
    "field.battle_damage": _("Damage that completes each Final Battle"),
    "field.progress_card": _("Balance card"),
    "field.level": _("Level"),
    "field.allies": _("Starting allies"),
    "field.ally_ends": _("Starting ally at"),
    "field.ally": _("Starting ally"),
    "field.black_sun_test": _("The Day of Black Sun looks at"),
    "field.later_heroes_count": _("Heroes with the eclipse turned up later count as lost"),
    "field.moved_damage_counts": _("Damage moved to a Villain pays a Balance space for damage"),
    "field.remove_counts_as_assign": _("Removing dice for Balance counts as assigning"),
    "field.advance": _("Raise Balance ({price})"),
    "field.marked": _("Eclipse"),
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
    "term.driver_card": _("{n}, {direction}"),
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
    "section.none": _("Spaces up to the top"),
    "token.extra-A": _("extra AVATAR"),
    "token.extra-W": _("extra WATER"),
    "token.extra-E": _("extra EARTH"),
    "token.extra-F": _("extra FIRE"),
    "token.die-red": _("red die"),
    "token.die-green": _("green die"),
    "token.die-blue": _("blue die"),
    "token.ruin": _("Ruin back one"),
    "token.heal-two": _("one damage off two Heroes"),
    "token.heal-one": _("two damage off one Hero"),
    "token.reroll": _("roll all unassigned dice again"),
    "tracker.doom": _("Ruin marker"),
    "tracker.progress": _("Balance marker"),
    "tracker.battles_done": _("Final Battles completed"),
    "step.fire_card": _("Fire Nation card"),
    "step.battle": _("The Final Battle acts"),
    "step.event": _("The Day of Black Sun"),
    "step.battles": _("Final Battles are hit"),
    "step.aid": _("Aid from the Spirits"),
    "when.progress": _("when Balance rises"),
}

CHECKLIST: Catalogue = {
    "checklist.supplies": _(
        "Put {dice} Hero dice, the damage counters and {tokens} shuffled Pai Sho tokens in reach"
    ),
    "checklist.figure": _("Ozai stands in the middle of the map and faces {place}"),
    "checklist.tracks": _(
        "Lay the Balance card ({card}) left of the Ruin Track, both markers on the bottom space"
    ),
    "checklist.driver": _("Shuffle the fifteen Fire Nation cards face down"),
    "checklist.teams": _("Teams, {choice}: {teams}. Each takes its token and its Heroes: {heroes}"),
    "checklist.villains_out": ngettext_noop(
        "Shuffle the Villains and put {out} of them unseen into the box",
        "Shuffle the Villains and put {out} of them unseen into the box",
        by="out",
    ),
    "checklist.deck": _(
        "Shuffle {villains} Villains and all other Heroes; lay one card at each of the nine sides"
    ),
    "checklist.first": _("{team} plays first, then clockwise"),
}

WORDS: Catalogue = {**NOTES, **ANSWERS, **LABELS, **CHECKLIST}
