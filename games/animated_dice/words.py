"""Sentences about things: dice, odds, numbers, the screen; what is done says its own."""

from __future__ import annotations

from games.animated_dice import box
from games.messages import Catalogue, gettext_noop, ngettext_noop

_ = gettext_noop

DICE: Catalogue = {
    "house.score": _("Points"),
    "house.loot": _("Loot"),
    "house.batman": _("Batman symbols"),
    "house.alarms": _("Alarms"),
    "moment.bust": _("when someone busts"),
    "clock.draw": _("Drawing dice"),
    "clock.roll": _("Rolling"),
    "clock.decide": _("Stop or roll"),
    "clock.end": _("After the last heist"),
    "colour.yellow": _("yellow"),
    "colour.blue": _("blue"),
    "colour.gray": _("gray"),
    "colour.none": _("none"),
    "symbol.loot": _("Loot"),
    "symbol.batman": _("Batman"),
    "symbol.alarm": _("Alarm"),
    "die.yellow": _("Yellow"),
    "die.blue": _("Blue"),
    "die.gray": _("Gray"),
    "die.new": _("New die"),
    "dice.yellow": _("yellow dice"),
    "dice.blue": _("blue dice"),
    "dice.gray": _("gray dice"),
    "dice.left.yellow": _("{n} yellow"),
    "dice.left.blue": _("{n} blue"),
    "dice.left.gray": _("{n} gray"),
    "again.yellow": _("Yellow again"),
    "again.blue": _("Blue again"),
    "again.gray": _("Gray again"),
    "face.yellow-loot": _("yellow Loot"),
    "face.yellow-batman": _("yellow Batman"),
    "face.yellow-alarm": _("yellow Alarm"),
    "face.blue-loot": _("blue Loot"),
    "face.blue-batman": _("blue Batman"),
    "face.blue-alarm": _("blue Alarm"),
    "face.gray-loot": _("gray Loot"),
    "face.gray-batman": _("gray Batman"),
    "face.gray-alarm": _("gray Alarm"),
    "pile.loot": _("Loot"),
    "pile.batman": _("Batman"),
    "pile.alarms": _("Alarms"),
    "pile.out": _("Dodged"),
    "pile.cup": _("Cup"),
    "pile.drawn": _("Drawn"),
}

NUMBERS: Catalogue = {
    "tracker.score": _("Total of {who}"),
    "tracker.cell": _("{who}, round {n}"),
    "tracker.tie": _("{who}, tiebreaker {n}"),
    "tracker.loot": _("Loot, {colour}"),
    "tracker.batman": _("Batman, {colour}"),
    "tracker.alarms": _("Alarms, {colour}"),
    "tracker.out": _("Dodged, {colour}"),
    "defect.dice": _("{colour}: {n} counted, {total} in the box"),
    "defect.negative": _("A number of dice is negative: {what}"),
    "defect.bust": _("{n} Batman symbols are a bust"),
    "defect.dry": _("An empty cup with fewer than three Alarms ends the turn"),
    "defect.points": ngettext_noop("{who} would have {n} point", "{who} would have {n} points"),
    "defect.turn": _("It is not {who}'s turn"),
}

ODDS: Catalogue = {
    "odds.percent": _("{n}\u00a0%"),
    "odds.bust": _("Bust on the next roll"),
    "odds.bust_kept": _("Third Batman on the next roll, if you return none"),
    "odds.next": _("One more roll, then stop"),
    "odds.stop": _("Stop now"),
    "odds.best": _("Best play from here"),
    "odds.keep": _("Keep all"),
    "odds.return_all": _("Return all"),
    "odds.win": ngettext_noop("To win: {n} point or more", "To win: {n} points or more"),
    "odds.lead": ngettext_noop(
        "To take the lead: {n} point or more", "To take the lead: {n} points or more"
    ),
    "odds.tie": ngettext_noop("At least a tie: {n} point", "At least a tie: {n} points"),
    "odds.advice": _("Advice"),
    "odds.assumed": _("Assumed faces: count your dice once to be sure"),
    "advise.roll": _("Roll: {gain} better than stopping"),
    "advise.stop": _("Stop: {gain} better than rolling"),
    "advise.either": _("Stop or roll: both are equal"),
    "advise.return": _("Return {dice}"),
    "advise.keep": _("Keep all"),
    "advise.stop_wins": _("Stop: you win"),
    "advise.level": _("Stop for a tiebreaker, or roll: {n}\u00a0% to win outright"),
    "advise.behind": _("Roll: stopping loses points on average"),
}

SCREEN: Catalogue = {
    "banner.last": _("Last round: {who} has {n}"),
    "banner.tie": _("Tiebreaker {n}: {leaders}"),
    "threat.bust": ngettext_noop("more Batman busts this heist", "more Batmans bust this heist"),
    "threat.target": ngettext_noop("point to {target} for {who}", "points to {target} for {who}"),
    "peak.bust": _("Busted!"),
    "peak.final": _("Last round"),
    "peak.tie": _("Tiebreaker"),
}
"""What the big screen says."""

WORDS: Catalogue = {**DICE, **box.WORDS, **ODDS, **NUMBERS, **SCREEN}
