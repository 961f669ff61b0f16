"""Names of things, in both languages where a player may type it: one code, one thing.

``TERMS`` feeds the catalogues; ``SPACES`` and ``CARDS`` also recognise what a player types
in either language, so that "Posterunek strażnika" and "Guard Post" are the same space.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache

from games.messages import Catalogue
from games.messages import gettext_noop as _
from games.messages import ngettext_noop as _n

Term = tuple[str, str, str]
"""(code, English, Polish)."""

SPACES: tuple[Term, ...] = (
    ("space.guard-post", "Guard Post", "Posterunek strażnika"),
    ("space.office", "Office", "Biuro"),
    ("space.darkroom", "Darkroom", "Ciemnia"),
    ("space.morgue", "Morgue", "Kostnica"),
    ("space.open-cell", "Open Cell", "Otwarta cela"),
    ("space.infirmary", "Infirmary", "Izba chorych"),
    ("space.falcone", "Carmine Falcone's Cell", "Cela Carmine'a Falcone'a"),
    ("space.security-door", "Security Door", "Zabezpieczone drzwi"),
    ("space.tower-entrance", "Tower Entrance", "Wejście na wieżę"),
    ("space.anteroom", "Control Room anteroom", "Przedsionek Pokoju kontrolnego"),
    ("space.control-room", "Control Room", "Pokój kontrolny"),
)

CARDS: tuple[Term, ...] = (
    ("card.baseball-bat", "Baseball Bat", "Kij bejsbolowy"),
    ("card.jokers-flower", "Joker's Flower", "Kwiat z butonierki Jokera"),
    ("card.killer-croc", "Killer Croc", "Killer Croc"),
    ("card.medic", "Medic", "Medyczka"),
    ("card.police-radio", "Police Radio", "Radio policyjne"),
    ("card.loot-bag", "Loot Bag", "Torba na łupy"),
    ("card.lock-picks", "Lock Picks", "Wytrychy"),
    ("card.guard-keys", "Guard Keys", "Klucze strażnika"),
    ("card.security-key", "Security Key card", "Karta dostępu"),
    ("card.spoiler", "Spoiler", "Spoiler"),
)

NOUNS: tuple[Term, ...] = (
    ("term.villain", "Villain", "Łotr"),
    ("term.villains", "Villains", "Łotry"),
    ("term.batman", "Batman", "Batman"),
    ("term.strength", "Strength", "Siła"),
    ("term.cunning", "Cunning", "Spryt"),
    ("term.life", "Life", "Życie"),
    ("term.fate", "Fate", "Los"),
    ("term.coins", "Coins", "Monety"),
    ("term.alignment", "Alignment", "Charakter"),
    ("term.righteous", "Righteous", "Praworządny"),
    ("term.indifferent", "Indifferent", "Neutralny"),
    ("term.chaotic", "Chaotic", "Chaotyczny"),
    ("term.object", "Object", "Przedmiot"),
    ("term.objects", "Objects", "Przedmioty"),
    ("term.legendary", "Legendary Object", "Legendarny przedmiot"),
    ("term.weapon", "Weapon", "Broń"),
    ("term.armour", "Armor", "Pancerz"),
    ("term.follower", "Follower", "Sprzymierzeniec"),
    ("term.followers", "Followers", "Sprzymierzeńcy"),
    ("term.enemy", "Enemy", "Wróg"),
    ("term.event", "Event", "Wydarzenie"),
    ("term.stranger", "Stranger", "Nieznajomy"),
    ("term.place", "Place", "Miejsce"),
    ("term.feat", "Feat", "Podstęp"),
    ("term.feats", "Feats", "Podstępy"),
    ("term.trophy", "Trophy", "Niegodziwość"),
    ("term.trophies", "Trophies", "Niegodziwości"),
    ("term.purchase", "Purchase card", "karta Ekwipunku"),
    ("term.encounter", "Encounter", "Spotkanie"),
    ("term.combat", "Combat", "Walka"),
    ("term.tie", "Tie", "Remis"),
    ("term.evade", "Evading", "Wymykanie się"),
    ("term.ditch", "Ditching", "Porzucanie"),
    ("term.insane", "Insane", "Niepoczytalność"),
    ("term.lost-turn", "Missed turn", "Strata tury"),
    ("term.inheritance", "Inheritance", "Dziedziczenie"),
    ("term.bloodbath", "Bloodbath", "Krwawa łaźnia"),
    ("term.job", "Job", "Zadanie"),
    ("term.guard", "Guard", "Strażnik"),
    ("floor.1", "First Floor", "Pierwszy Poziom"),
    ("floor.2", "Second Floor", "Drugi Poziom"),
    ("floor.3", "Tower", "Wieża"),
)

TERMS: tuple[Term, ...] = (*NOUNS, *SPACES, *CARDS)


@lru_cache(maxsize=4096)
def fold(text: str) -> str:
    """Return ``text`` without case, diacritics and spare spaces."""
    plain = unicodedata.normalize("NFKD", text.replace("ł", "l").replace("Ł", "L"))
    return " ".join("".join(c for c in plain if not unicodedata.combining(c)).casefold().split())


@lru_cache(maxsize=4096)
def slug(text: str) -> str:
    """Return a name as one word, to find it by."""
    return "-".join("".join(c if c.isalnum() else " " for c in fold(text)).split())


def _names(terms: tuple[Term, ...]) -> dict[str, str]:
    return {
        fold(name): code.split(".", 1)[1]
        for code, english, polish in terms
        for name in (code.split(".", 1)[1], english, polish)
    }


_SPACE_NAMES = {**_names(SPACES), "falcone's cell": "falcone", "cela falcone'a": "falcone"}
_CARD_NAMES = _names(CARDS)
KNOWN_SPACES = frozenset(_SPACE_NAMES.values())
KNOWN_CARDS = frozenset(_CARD_NAMES.values())


def space_key(text: str) -> str:
    """Return the key of a space typed in either language; an unknown name is kept, trimmed."""
    return _SPACE_NAMES.get(fold(text), " ".join(text.split()))


def card_key(text: str) -> str:
    """Return the key of a card typed in either language; an unknown name is kept, trimmed."""
    return _CARD_NAMES.get(fold(text), " ".join(text.split()))


WORDS: Catalogue = {
    "house.strength": _("Strength"),
    "house.cunning": _("Cunning"),
    "house.life": _("Life"),
    "house.fate": _("Fate"),
    "house.coins": _("Coins"),
    "house.lost_turns": _("Turns to skip"),
    "moment.arrives": _("when a Villain enters Arkham"),
    "moment.wins": _("when a Villain wins a fight"),
    "name.The Joker": _("The Joker"),
    "threat.life": _n("Life point left: {who}", "Life points left: {who}"),
    "threat.climb": _n("step below the Control Room: {who}", "steps below the Control Room: {who}"),
    "peak.death": _("Dead"),
    "peak.batman": _("Batman comes"),
    "peak.control": _("The Control Room"),
    "peak.insane": _("Insane"),
    "coach.villain": _(
        "Deal two villain cards to everyone; each keeps one and taps its name here."
    ),
    "coach.numbers": _("Set the dials to these numbers. You only enter them once."),
    "coach.ready": _(
        "Choose one extra point of Strength or Cunning to start with, and set the dial."
    ),
    "coach.roll": _("Roll one die to move and tap it: every turn begins with a move."),
    "coach.ring-size": _(
        "Count the spaces of this floor once; then Sidekick can show where you end."
    ),
    "coach.place": _("Tap where this stands on the board. You are asked only once."),
    "coach.move": _("Move that many spaces in either direction. Tap where you end."),
    "coach.space": _("Now encounter what is here: follow the space, or another villain on it."),
    "coach.draw": _(
        "Turn up as many cards as the space has symbols, minus any already there, "
        "and tap what came."
    ),
    "coach.number": _(
        "Enemies are fought in order of encounter number, lowest first. Read it "
        "from the card and tap it."
    ),
    "coach.resolve": _(
        "Cards are resolved by number, lowest first. Do this one on the table, then say so."
    ),
    "coach.take": _("Take what you want from this space, or leave it."),
    "coach.strike": _(
        "Each side rolls one die and adds its attribute: tap the dice; the higher total wins."
    ),
    "coach.reroll": _("You may spend a Fate to reroll your die. Tap to do it."),
    "coach.save": _(
        "Your Life is at stake: can one of your cards save it? Tap it, or continue without."
    ),
    "coach.reward": _(
        "You beat a villain: take one Life, one Object or one coin from them, and tap which."
    ),
    "coach.feat-discard": _(
        "You have more Feats than your Cunning allows. Discard one and tap it."
    ),
    "coach.job": _("Roll a die to see which job you get. Tap what you rolled."),
    "coach.door-result": _(
        "Try the door as the space says, and tap whether it opened. Your turn ends either way."
    ),
    "coach.draw-villain": _(
        "Your villain is out: draw an unused one, or let Sidekick draw, and start again with it."
    ),
    "coach.inherit": _(
        "Your last villain's belongings are yours. Tap what you don't want: it "
        "stays on your start space."
    ),
    "coach.stand": _("Batman attacks: choose whether to meet him with Strength or with Cunning."),
    "coach.batman-roll": _("You rolled a 1, so Batman stirs: roll again for him."),
    "coach.batman-move": _(
        "Move Batman that many spaces, in either direction; his first step may "
        "change floor. Tap where he stops."
    ),
    "coach.batman-target": _(
        "Batman stops on a space with several villains. You moved him, so you "
        "choose who fights him: tap the name."
    ),
    "coach.batman-card": _(
        "Read Batman's Strength and Cunning from his card. You only enter this once per copy."
    ),
    "coach.escape": _("You got away from Batman: roll one die on his list and tap it."),
    "coach.escaped": _("Do what that line of Batman's card says, then tap to continue."),
    "coach.end": _(
        "If the space tells you to do something, do it. Then tap, and pass the die to the left."
    ),
    **{code: english for code, english, _polish in TERMS},
    "prompt.mend": _("What {name}'s card really says"),
    "field.seat": _("Who"),
    "field.strength": _("Strength"),
    "field.cunning": _("Cunning"),
    "field.alignment": _("Alignment"),
    "field.coins": _("Coins"),
    "field.die": _("Die"),
    "field.dice": _("Dice"),
    "field.die-n": _("Die {n}"),
    "field.how-many-dice": _("Number of dice"),
    "field.to": _("To where"),
    "field.floor": _("Floor"),
    "field.space": _("Space"),
    "field.cards": _("Cards"),
    "field.card": _("Card"),
    "field.extra": _("More points"),
    "field.feat": _("Feat"),
    "field.symbols": _("Card symbols"),
    "field.name": _("Name"),
    "field.kind": _("Kind"),
    "field.value": _("Value"),
    "field.number": _("Encounter number"),
    "field.text": _("Reminder"),
    "field.by": _("How many"),
    "field.combat": _("Counts in combat only"),
    "field.weapon": _("Weapon"),
    "field.armour": _("Armor"),
    "field.legendary": _("Legendary"),
    "field.purchase": _("Purchase card"),
    "field.bag": _("Object limit it sets"),
    "field.forbids": _("Not for"),
    "choice.own-text": _("Its own text"),
    "choice.symbols": _n("{n} card", "{n} cards"),
    "choice.no-feat": _("An ability, not a Feat"),
    "hint.enemy": _("{attribute} {n}"),
    "hint.bonus": _("{attribute} {n}"),
    "help.odds": _("Out of 36 rolls {who} wins {win}, ties {tie}, loses {loss}"),
    "help.odds-die": _("{who}: {odds}"),
    "help.odds-mine": _("Out of 36 rolls you win {win}, tie {tie}, lose {loss}"),
    "odds.win": _("win on {faces}"),
    "odds.tie": _("tie on {faces}"),
    "odds.loss": _("lose on {faces}"),
    "odds.span": _("{low} to {high}"),
    "help.job": _("Falcone's job {n}: {text}. Report it as soon as it's done"),
    "part.seat": _("Player {n}"),
    "die.none": _("no die"),
    "die.bat": _("bat"),
    "feat.number": _("Feat {n}"),
    "feat.named": _("the Feat {name}"),
    "feat.unnamed": _("a Feat"),
    "card.named": _("{card} ({kind})"),
    "card.unnamed": _("a card: {kind}"),
    "space.numbered": _("{floor}, space {n}"),
    "space.clockwise": _("{n} clockwise from {space}"),
    "space.anticlockwise": _("{n} counterclockwise from {space}"),
    "space.clockwise.3": _("{n} above {space}"),
    "space.anticlockwise.3": _("{n} below {space}"),
    "space.somewhere.1": _("a space on the First Floor"),
    "space.somewhere.2": _("a space on the Second Floor"),
    "space.somewhere.3": _("a space in the Tower"),
    "term.lost-turns": _("Missed turns"),
    "end.clockwise": _("Clockwise"),
    "end.anticlockwise": _("Counterclockwise"),
    "way.clockwise": _("clockwise"),
    "way.anticlockwise": _("counterclockwise"),
    "way.up": _("up"),
    "way.down": _("down"),
    "way.across": _("change floor first"),
    "way.step": _("one step"),
    "phase.setup": _("getting ready"),
    "phase.arrive": _("a new villain arrives"),
    "phase.inherit": _("inheritance"),
    "phase.move": _("movement"),
    "phase.path": _("where the move ends"),
    "phase.up": _("the way upstairs"),
    "phase.door": _("the Security Door"),
    "phase.batman-roll": _("Batman's roll"),
    "phase.batman-path": _("Batman's move"),
    "phase.batman-target": _("Batman's choice"),
    "phase.batman-card": _("Batman's card"),
    "phase.stand": _("choosing how to fight Batman"),
    "phase.fight": _("before rolling"),
    "phase.fate": _("a reroll?"),
    "phase.loss": _("a Life at stake"),
    "phase.reward": _("the winner's reward"),
    "phase.escape": _("the escape"),
    "phase.escaped": _("what the escape brings"),
    "phase.encounter": _("the encounter"),
    "phase.cards": _("the cards of the space"),
    "phase.take": _("what can be taken"),
    "phase.end": _("the end of the turn"),
    "clock.setup": _("Setup"),
    "clock.death": _("New villains"),
    "clock.movement": _("Movement"),
    "clock.batman-move": _("Batman moves"),
    "clock.encounter": _("Encounters"),
    "clock.combat": _("Fights"),
    "clock.tower": _("Control Room"),
    "clock.end": _("End of turn"),
    "status.picking": _("choosing a villain"),
    "status.sheet": _("entering the card"),
    "status.bonus": _("choosing the bonus"),
    "status.alive": _("on the board"),
    "status.waiting": _("a new villain next turn"),
    "status.out": _("out of the game"),
    "question.UNPLANNED": _("{space} is not on the plan you entered: {floor}"),
    "mark.insane": _n("Insane: {n} turn", "Insane: {n} turns"),
    "mark.lost-turns": _n("Misses {n} turn", "Misses {n} turns"),
    "mark.turning-back": _("Turning back"),
    "mark.guard-passed": _("Past the Guard"),
    "mark.control-room": _("Will fight Batman next turn"),
    "fate.rolled": _("Both dice are rolled"),
    "fate.decides": _("{who} decides now: reroll?"),
    "fate.kept": _("{who} has decided: the {n} stays"),
    "fate.rerolled": _("{who} has decided: rerolled, now {n}"),
    "fate.next": _("Then {who} decides"),
    "fate.wins": _("The higher total wins"),
    "tracker": _("{who}: {what}"),
    "tracker.feat-deck": _("Feats in the deck"),
    "turning.unknown": _(
        "Sidekick can't tell where the odds turned: only your decks know the next cards."
    ),
    "outcome.control": _("{who} beats Batman in the Control Room"),
    "outcome.nobody": _("No villain is left to play: no one wins"),
    "ending.nobody": _("No villain was left to play"),
    "outcome.last": _("{who} is the last one standing"),
    "ending.control": _("Batman is beaten in the Control Room"),
    "ending.last": _("One villain is the last one standing"),
    "defect.life-alive": _("{who} must have Life while alive"),
    "defect.life-max": _("{who} has more Life than the start plus 2"),
    "defect.fate-max": _("{who} has more Fate than the start plus 2"),
    "defect.objects": _("{who} is over the Object limit but hasn't been asked"),
    "defect.feats": _("{who} is over the Feat limit but hasn't been asked"),
    "defect.negative": _("{who} has a negative amount"),
    "defect.forbidden": _("{who} has a card their alignment forbids"),
    "defect.turning": _("{who} turns back outside the Tower"),
    "defect.control": _("{who} fights in the Control Room without being there"),
    "defect.insane": _("{who} is Insane for more than three turns"),
    "defect.dial": _("{who} has a dial below its start"),
    "defect.count-coins": _n("{n} coin instead of {should}", "{n} coins instead of {should}"),
    "defect.count-fate": _n(
        "{n} Fate token instead of {should}", "{n} Fate tokens instead of {should}"
    ),
    "defect.count-keys": _n(
        "{n} Security Key card instead of {should}", "{n} Security Key cards instead of {should}"
    ),
    "defect.count-feat-cards": _n("{n} Feat instead of {should}", "{n} Feats instead of {should}"),
    "defect.pool": _("A supply is negative or larger than the box"),
    "defect.twice": _("A card is in two places"),
    "defect.undead": _("A killed villain is back"),
    "defect.same-villain": _("Two players have the same villain"),
    "defect.active": _("It is no one's turn"),
    "defect.winner": _("The winner isn't clear"),
    "note.job": _("{who} rolls {n} and takes a job from Falcone: {text}"),
    "note.last": _("{who} wins the game"),
    "question.STEPS": _n(
        "According to the board plan, {n} step leads to {ends}",
        "According to the board plan, {n} steps lead to {ends}",
    ),
    "refusal.T-E03": _("A die shows 1 to 6, not {value}"),
    "refusal.T-E05": _n(
        "The move must be exactly {n} space", "The move must be exactly {n} spaces"
    ),
    "refusal.T-E06": _("That die was already rerolled"),
    "refusal.T-E07": _("Fate can't be used on that die"),
    "refusal.T-E08": _("{who} has no Fate left"),
    "refusal.T-E09": _("Boosts must be declared before rolling"),
    "refusal.T-E13": _("{who} is not on that space"),
    "refusal.T-E23": _("{who} is Insane and cannot do that"),
    "refusal.T-E29": _("None left in the supply: {what}"),
    "refusal.T-NOT-YOURS": _("Only {who} can say that"),
    "refusal.T-HAND": _("{who} holds these Feats"),
    "refusal.T-SELF": _("Choose someone other than {who}"),
    "refusal.T-NO-ROLL": _("No card or space roll has been entered"),
    "refusal.T-PHASE": _("Not now. It is time for: {now}"),
    "refusal.T-DEAD": _("{who} has no villain on the board"),
    "refusal.T-TAKEN": _("{villain} cannot be chosen"),
    "refusal.T-NO-CARD": _("That card is not there"),
    "refusal.T-NOTHING": _("Choose at least one thing"),
    "refusal.T-NAME": _("Enter its name"),
    "refusal.T-KIND": _("Enter what kind of card {card} is"),
    "refusal.T-UP": _("Past the Guard the move goes upstairs"),
    "refusal.T-FLOOR": _("{space} is elsewhere: {floor}"),
    "remedy.up": _("End the move on the Second Floor"),
    "remedy.ends": _("Possible: {ends}"),
}
