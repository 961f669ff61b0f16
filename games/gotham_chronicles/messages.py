"""The sentences of this title: notes, refusals, questions, and the words of ``words``."""

from __future__ import annotations

from games.gotham_chronicles.box.sheets import CUBES_IN_BOX, MOST_CONDITIONS, RIVER_POSITIONS
from games.gotham_chronicles.rules.common.minis import MOST_ASKED
from games.gotham_chronicles.words import BUTTONS, FIELDS, HINTS, SETUP, TERMS, TRACKERS
from games.messages import Catalogue, gettext_noop, ngettext_noop

_ = gettext_noop

NOTES: Catalogue = {
    "note.begin": _("{title}: {heroes} set out"),
    "note.allies": _("{who} leads {n} × {tile}"),
    "note.sweep": ngettext_noop(
        "{who}: {n} spent cube goes to fatigue", "{who}: {n} spent cubes go to fatigue"
    ),
    "note.recover": ngettext_noop("{who} recovers {n} cube", "{who} recovers {n} cubes"),
    "note.recover-both": _("{who} recovers {n} and moves {healed} from wounds to fatigue"),
    "note.back": _("{who} is back in play"),
    "note.heal": _("{who}: {n} from wounds to fatigue"),
    "note.villain-recovers": _("Villain: {swept} swept to fatigue, {n} recovered"),
    "note.wounds": ngettext_noop(
        "{who} suffers {n} wound ({sources})", "{who} suffers {n} wounds ({sources})"
    ),
    "note.pushed": _("{who} pushes the limits: {n} wounds ({sources})"),
    "note.shielded": _("{who} takes {n} of it ({sources})"),
    "note.stops": _("{what} ends here, without {who}"),
    "note.life": _("{tile}: life {before} → {after}"),
    "note.count": _("{counter}: {before} → {after}"),
    "note.token-gone": _("{kind} in {area} is gone"),
    "note.reinforced": _("{tile} comes back for {n} ({left} points left)"),
    "note.activation-over": _("{tile} is done"),
    "note.total": _("{who} rolls {n} in all, {paid} rerolls paid"),
    "note.free-reroll": _("The villain's free reroll of this turn is used"),
    "note.counted": _("{symbols} on the dice, {by} by skills, cards and hindrance"),
    "note.stands-up": _("{who} stands up, without a first movement bonus"),
    "note.no-effect": _("Nothing reaches {target}"),
    "note.sheet": _("Sheet entered or corrected: {name}"),
    "note.tile-joins": _("{tile} joins, {n} miniatures set aside"),
    "note.rule-added": _("The mission now also says: {line}"),
}

REFUSALS: Catalogue = {
    f"refusal.{code}": said
    for code, said in {
        "E_NOT_ACTIVE": _("Only {active} can do that"),
        "E_PHASE": _("Not possible in this step ({phase})"),
        "E_NEUTRALIZED": _("{who} is neutralized"),
        "E_RESTING": _("{who} is not active this round"),
        "E_ACTION_OPEN": _("{what} is not finished"),
        "E_NO_SPACE": _("There is no such place here: {space}"),
        "E_NO_RESERVE": _("{who} needs {n} but has {reserve} in the reserve"),
        "E_LIMIT": _("{space} holds {now}; {asked} more would exceed {limit}"),
        "E_NOT_IN_RIVER": _("{tile} is not there"),
        "E_NO_MINIATURE": _("{tile} has no miniature on the map"),
        "E_OCCUPATION": _("No room for {who} (size {size})"),
        "E_TILE_TYPE": _("{tile} is of another type"),
        "E_ONE_TILE": _("{who} leads one tile with each Command skill; {tile} would be another"),
        "E_TILE_TAKEN": _("{tile} is needed elsewhere"),
        "E_ONCE_PER_ROUND": _("{what} was used this round"),
        "E_NO_ACTIVATION": _("No miniature is acting"),
        "E_RIVER_FULL": _("The river has no room for {tile}"),
        "E_RIVER": _("A river holds the event tile once and no tile twice"),
        "E_NO_TOKEN": _("No such token in {area}"),
        "E_ENCUMBRANCE": _("{who} would carry {load}, the limit is {limit}"),
        "E_BELT": _("{who}'s gadgets have size {size}, the belt takes {belt}"),
        "E_GADGET_TWICE": _("{card} is in the box only once"),
        "E_NO_TARGET": _("{target} is not on the map"),
        "E_OUT_OF_REACH": _("{target} is out of reach"),
        "E_FORBIDDEN_ACTION": _("{tile} can never do that: {kind}"),
        "E_NO_CHARACTERISTIC": _("{tile} has nothing printed for {kind}"),
        "E_OPTION_FIXED": _("This miniature has chosen already: {kind}"),
        "E_MULTIPLIER": _("{tile} has done this as often as it may ({n})"),
        "E_ACTION_OVER": _("{tile} has begun its second movement"),
        "E_NO_SKILL": _("That needs the skill {skill}"),
        "E_NOTHING_OPEN": _("No action is under way"),
        "E_NO_PAYER": _("Nobody can pay for this reroll"),
        "E_NO_ATTACK": _("No attack is waiting for that"),
        "E_NOTATION": _("“{text}” cannot be read"),
        "E_HERO_COUNT": _("The mission takes {n} heroes, {chosen} are chosen"),
        "E_HERO_LIST": _("{who} is not on this list: {names}"),
    }.items()
}

REMEDIES: Catalogue = {
    "remedy.fewer": _("Take at most {n}"),
    "remedy.phase": _("Wait for: {phases}"),
    "remedy.finish": _("Finish or stop it first"),
    "remedy.resting": _("Choose Active in the next stance step"),
    "remedy.neutralized": _("Wait for the next stance step"),
    "remedy.other_area": _("Bring somebody smaller, or nobody"),
    "remedy.notation": _("Write it like the example under the field"),
}

QUESTIONS: Catalogue = {
    **{
        f"question.WOUND_FROM_{n}": _("{who}: where does the next cube come from?")
        for n in range(2, CUBES_IN_BOX)
    },
    "question.WHICH_MINI": _("Which miniature of {tile}?"),
    **{
        f"question.WHICH_MINI_{n}": _("Which other miniature of {tile}?")
        for n in range(2, MOST_ASKED + 1)
    },
    "question.RECOVERY": _("How many cubes does {who} recover?"),
    "question.REROLL_LIMIT": _("The villain's reroll limit has not been entered. Is there room?"),
    "question.SUPPLY": _("The box holds only {n} of {kind}."),
    "question.VICTORY": _("“{condition}” is fulfilled. Do both sides agree that it is over?"),
    **{
        f"question.VICTORY_{n}": _("Is “{condition}” fulfilled, and do both sides agree?")
        for n in range(1, MOST_CONDITIONS + 1)
    },
    **{
        f"question.RIVER_ORDER_{n}": _("If all fall, which tile goes to the river's end first?")
        for n in range(1, RIVER_POSITIONS)
    },
    "question.FREE_REROLL": _("Was the villain's free reroll of this turn used for it?"),
    "question.FACE": _("A {colour} die has no face with {face}."),
    "question.SAME_AREA": _("Are {who} and {other} in the same area?"),
}

OUTCOMES: Catalogue = {"outcome.mission": _("{side} win in round {round}: {condition}")}

MESSAGES: Catalogue = {
    **TERMS,
    **HINTS,
    **BUTTONS,
    **FIELDS,
    **SETUP,
    **TRACKERS,
    **NOTES,
    **REFUSALS,
    **REMEDIES,
    **QUESTIONS,
    **OUTCOMES,
}
