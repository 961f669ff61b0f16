"""The end of a turn, one function per step, each consequence noted on its own."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any

from msgspec.structs import replace

from games.acting import Span
from games.messages import Catalogue, Msg, msg, ngettext_noop
from games.messages import gettext_noop as _
from games.referee import Choice, Field, Prompt
from games.rising.box import Box
from games.rising.box.teaching import with_library
from games.rising.definition import Definition
from games.rising.rules.cards.effects import automatic, damage, enact, reward, said
from games.rising.rules.reach import settle_kinds
from games.rising.state import Piece, State, Team, Turn
from games.rising.table import Act, Table

SPACES = 9
"""The most damage spaces anybody is asked about."""
DECISIVE = ("hero", "boss", "")
"""Kinds of cards whose fall loses or wins the game; one of unknown kind may be a Hero."""


def recruit(t: Table) -> None:
    """Matched Heroes join the active team, at the end of its row, freed of all damage."""
    for piece in (*t.turn.left, *t.turn.recruited):
        join(t, piece, left=piece in t.turn.left)


def join(t: Table, piece: str, left: bool) -> None:
    """One Hero joins the active team."""
    healed = t.piece(piece).damage
    t.lift(piece)
    row = (piece, *t.team.row) if left else (*t.team.row, piece)
    t.put_team(t.state.active, row=row)
    t.put_piece(piece, damage=0, asked=0)
    t.put_turn(acted=True)
    end = {"end": Msg(f"term.end.{'left' if left else 'right'}")} if t.game.ordered else {}
    code = "recruit.end" if t.game.ordered else "recruit"
    t.note(code, "recruit", card=t.name(piece), team=t.team.name, **end)
    if healed:
        t.note("recruit.healed", "recruit", card=t.name(piece), n=healed)


def hit(t: Table) -> None:
    """Villains whose symbols were matched take damage; the team draws a token for each."""
    for each in t.turn.hits:
        if t.has(each.card) and t.kind(each.card) != "battle":
            strike(t, each.card, each.sets, "hit")


def strike(t: Table, card: str, sets: int, topic: str) -> None:
    """Damage by dice on one Villain or battle, with its reward."""
    before = t.piece(card).damage
    damage(t, (card,), sets, topic)
    done = t.piece(card).damage - before
    if done:
        t.put_turn(acted=True, struck=True)
        reward(t, "battle" if topic == "battle_hit" else "hit", done)
        passive(t, "hit")


def passive(t: Table, when: str) -> None:
    """Heroes of the active team whose ability answers a moment of the resolution."""
    for hero in t.team.row:
        effects = tuple(e for e in t.facts(hero).effects if e.when == when)
        if effects and hero not in t.turn.used:
            t.put_turn(used=(*t.turn.used, hero))
            t.note("passive", "passive", card=t.name(hero))
            for effect in effects:
                enact(t, effect, hero, "passive", foe=False)
            if not all(map(automatic, effects)):
                t.note("ability.by_hand", "ability", card=t.name(hero))


def dice(t: Table) -> None:
    """All dice go back, except those an ability keeps on a card that is not complete yet; then
    the team's token, where the book says when."""
    done = {*t.turn.recruited, *t.turn.left, *(each.card for each in t.turn.hits)}
    lying = tuple(replace(die, roll=0) for die in t.turn.dice if die.place == "stays")
    stay = tuple(die for die in lying if die.target not in done)
    kept = tuple(die for die in t.state.kept if die.target not in done)
    if t.turn.rolls:
        t.note("dice.back", "dice_back", n=len(t.turn.dice) - len(stay))
    for _die in range(len(t.state.kept) - len(kept)):
        t.note("die.released", "dice_stay")
    if stay:
        t.note("dice.stay", "dice_stay", n=len(stay))
    t.put(kept=(*kept, *stay))
    t.put_turn(dice=(), laid=())
    if t.rule("token_back"):
        t.note("team.back", "token_back", team=t.team.name)


def track(t: Table) -> None:
    """Full sections let go of their cards, in the order of the track."""
    fills = t.fills()
    for i, section in enumerate(t.state.sections):
        if section.holding and fills[i] == section.facts.size:
            release(t, i)


def release(t: Table, index: int) -> None:
    """One section is full at the end of a turn: its card leaves, its ability is uncovered."""
    sections = list(t.state.sections)
    section = sections[index]
    sections[index] = replace(section, holding=False, revealed=True)
    t.put(sections=tuple(sections))
    if section.facts.holds == "boss":
        t.put(boss_revealed=True)
        t.note("boss.revealed", "reveal", place=t.place(t.state.facing))
        uncovers = opens_ability(t, index)
    else:
        t.put(waiting=(*t.state.waiting, index), deck=t.state.deck + 1)
        t.note("track.release", "track", section=index + 1)
        uncovers = True
    if uncovers:
        t.put(newest=index)
        t.note("track.ability", "new_ability", section=index + 1)


def opens_ability(t: Table, index: int) -> bool:
    """Return whether an ability is printed under the boss card; asked until it is known."""
    facts = t.state.sections[index].facts
    if facts.known or facts.ability or facts.effects:
        return bool(facts.ability or facts.effects)
    if t.ask_since("BOSS_ABILITY", "boss_ability", "no") == "yes":
        return True
    if t.state.setup.edition > 1:
        sections = list(t.state.sections)
        sections[index] = replace(sections[index], facts=replace(facts, known=True))
        t.put(sections=tuple(sections))
    return False


# -- cards whose spaces nobody has counted -------------------------------------------------


def unmeasured(t: Table) -> tuple[str, ...]:
    """Cards of unknown capacity that have been damaged since the table was last asked."""
    return tuple(
        each.id for each in t.state.pieces if not t.capacity(each) and each.damage > each.asked
    )


def told_spaces(t: Table) -> None:
    """Count the ticks of the results in quick depth: these cards are full, whenever hit."""
    if not t.turn.told:
        return
    for card in t.turn.full:
        if t.has(card) and t.piece(card).damage and not t.capacity(card):
            measure(t, card, -1)
    for card in unmeasured(t):
        t.put_piece(card, asked=t.piece(card).damage)


def uncounted(t: Table) -> str:
    """Return the card whose spaces quick depth asks for: each once, the nearest to a loss first.
    ``""`` if no damaged card that could be a Hero or the boss is uncounted. One damage hardly
    fills a card, so after the first card such a card waits for another turn."""
    if not t.turn.told or t.state.setup.edition < 3:
        return ""
    open_ = [
        each
        for each in t.state.pieces
        if each.damage > int(t.turn.counted)
        and not each.later
        and not t.capacity(each)
        and t.kind(each) in DECISIVE
    ]
    return max(open_, key=lambda each: (each.damage, t.owner(each.id)), default=Piece("")).id


def spaces_wait(t: Table) -> bool:
    """Return whether the table has to say how much a card can take."""
    return bool(uncounted(t) if t.turn.told else unmeasured(t))


class CountSpaces(Act, tag="card.count"):
    """The damage spaces of one card (its id) in quick depth: ``n`` many, -1 for "full now", 0 to
    leave it open for this game."""

    named = _("Count the damage spaces of a card")
    teaches = True
    card: str
    n: Annotated[int, Span(-1, SPACES, "term.capacity")]

    @classmethod
    def may(cls, t: Table) -> None:
        t.phase("spaces")

    @classmethod
    def offers(cls, t: Table) -> Iterable[Prompt]:
        card = uncounted(t)
        if not card:
            return
        damage, fixed = t.piece(card).damage, {"card": card}
        numbers = tuple(Choice(n, str(n)) for n in range(damage, SPACES + 1))
        label = msg("prompt.card.count", card=t.name(card))
        field = Field("n", "choice", Msg("field.spaces"), numbers, rule=t.rule("cap"))
        if numbers:
            yield cls.now(t, "cap", field, label=label, fixed=fixed, help=Msg("help.card.count"))
        full = msg("prompt.card.full", card=t.name(card), damage=damage)
        yield cls.now(t, "cap", label=full, fixed={**fixed, "n": -1}, tone="danger")
        later = Msg("prompt.card.uncounted")
        yield cls.now(t, "cap", label=later, fixed={**fixed, "n": 0}, tone="quiet")

    def happen(self, t: Table) -> None:
        self.bounded(t, "cap")
        if not self.card or self.card != uncounted(t):
            t.impossible("E_NO_CARD", "cap", card=self.card)
        if self.n > 0:
            t.within(Msg("term.capacity"), self.n, t.piece(self.card).damage, SPACES, "cap")
        t.put_turn(counted=True)
        if self.n:
            measure(t, self.card, self.n)
        else:
            t.put_piece(self.card, later=True)
            t.note("card.open", "cap", card=t.name(self.card))

    def taught(self, game: Definition, box: Box, state: State) -> Box:
        return with_library(box, state)


class Spaces(Act, tag="card.spaces"):
    """Damage spaces of cards (ids) whose capacity is unknown: a number each, 0 for "not full
    yet, ask later", -1 for "full now"."""

    named = _("Enter how much damage a card can take")
    teaches = True
    cards: tuple[str, ...]
    spaces: tuple[int, ...]

    @classmethod
    def may(cls, t: Table) -> None:
        t.phase("spaces")
        if t.turn.told:
            t.impossible("E_DEPTH", "cap", msg("remedy.quick"))

    @classmethod
    def offers(cls, t: Table) -> Iterable[Prompt]:
        cards = unmeasured(t)
        later = (Choice(0, Msg("choice.not_full")), Choice(-1, Msg("choice.full_now")))
        field = Field(
            "spaces",
            "sequence",
            Msg("field.spaces"),
            (*later, *(Choice(n, str(n)) for n in range(1, SPACES + 1))),
            tuple(
                msg("term.damaged_card", card=t.name(each), damage=t.piece(each).damage)
                for each in cards
            ),
            default=(0,) * len(cards),
            rule=t.rule("cap"),
        )
        yield cls.now(t, "cap", field, fixed={"cards": cards})

    def happen(self, t: Table) -> None:
        if self.cards != unmeasured(t) or len(self.spaces) != len(self.cards):
            t.impossible("E_MALFORMED", "", problem=", ".join(self.cards))
        for card, count in zip(self.cards, self.spaces, strict=True):
            t.within(Msg("term.capacity"), count, -1, SPACES, "cap")
            measure(t, card, count)

    def taught(self, game: Definition, box: Box, state: State) -> Box:
        return with_library(box, state)


def measure(t: Table, card: str, count: int) -> None:
    """One answer: a number, "full now" (-1) or "not full yet" (0)."""
    piece = t.piece(card)
    if not count:
        t.put_piece(card, asked=piece.damage)
        t.note("card.not_full", "cap", card=t.name(card), damage=piece.damage)
        return
    capacity = piece.damage if count < 0 else count
    facts = t.known(piece.card)
    if facts.name:
        t.put_facts(replace(facts, capacity=capacity))
    else:
        t.put_piece(card, capacity=capacity)
    t.put_piece(card, damage=min(piece.damage, t.capacity(card)), asked=0)
    t.note("card.spaces", "cap", card=t.name(card), damage=said(t, card))


# -- defeat and the test -------------------------------------------------------------------


def defeated(t: Table) -> None:
    """Every full card anywhere is discarded: Villains and battles first, then Heroes."""
    full = [each.id for each in t.state.pieces if t.capacity(each) and t.full(each.id)]
    settle_kinds(t, full)
    fallen = [each for each in full if t.is_hero(each)]
    for each in (card for card in full if card not in fallen):
        if t.kind(each) == "boss":
            t.note("boss.defeated", "win", card=t.name(each), damage=said(t, each))
        elif t.kind(each) != "battle":
            t.put(beaten=t.state.beaten + 1)
            t.note("villain.defeated", "villain_defeated", card=t.name(each))
            t.remove(each)
    for each in fallen:
        fall(t, each, "defeated")


def fall(t: Table, hero: str, topic: str) -> None:
    """A Hero is lost and counted."""
    team = t.owner(hero)
    t.put(defeated=t.state.defeated + 1)
    facts: dict[str, Any] = {
        "card": t.name(hero),
        "n": t.state.defeated,
        "limit": t.state.setup.hero_limit,
    }
    if team < 0:
        t.note("hero.defeated", topic, **facts)
    else:
        name = t.state.teams[team].name
        if facts["card"] == name:
            facts["card"] = Msg("hero.leader")
        t.note("hero.defeated.team", topic, team=name, **facts)
    t.remove(hero)


def test(t: Table) -> None:
    """Who has won or lost; only ever asked here."""
    endings = conditions(t)
    if endings:
        left = Turn(location=t.turn.location, judging=t.turn.judging)
        t.put(endings=endings, step="over", turn=left)


def revise(t: Table) -> None:
    """Test again after a number is set by hand: what ended the game may not be true any more, and
    what would have ended it at the test of this turn ends it now."""
    if t.state.endings and not conditions(t):
        t.put(endings=(), step=t.game.turn[t.state.at].name)
        t.note("goes_on", "turn")
    elif tested(t):
        test(t)


def tested(t: Table) -> bool:
    """Return whether this turn has come to its test, so that what ends the game ends it now."""
    tests = [at for at, step in enumerate(t.game.turn) if step.does == "test"]
    return bool(tests) and t.state.at >= tests[0]


def conditions(t: Table) -> tuple[str, ...]:
    """List every end condition met now; a win comes first because it beats a loss."""
    met = ["won"] if won(t) else []
    if t.game.doom.on_full == "loss" and t.state.doom >= t.length():
        met.append("track")
    if t.state.defeated >= t.state.setup.hero_limit:
        met.append("heroes")
    if lost_team(t.state.teams):
        met.append("team")
    return tuple(met)


def won(t: Table) -> bool:
    if t.game.goal.kind == "battles":
        return t.state.battles_done >= t.game.supply.battles
    if t.game.goal.kind == "villains":
        return t.state.beaten >= t.game.goal.needed
    boss = t.boss()
    return bool(boss) and bool(t.capacity(boss)) and t.full(boss)


def lost_team(teams: tuple[Team, ...]) -> Team | None:
    """A team without Heroes, if there is one."""
    return next((team for team in teams if not team.row), None)


WORDS: Catalogue = {
    "note.card.not_full": _("{card} isn't full with {damage} damage"),
    "note.card.open": _("The damage spaces of {card} stay uncounted"),
    "note.card.spaces": _("{card} has {damage} damage"),
    "note.goes_on": _("Nothing ends the game any more: the turn continues"),
    "note.passive": _("{card} uses its ability now"),
    "note.recruit": _("{card} joins {team}"),
    "note.recruit.end": _("{card} joins {team} at the {end}"),
    "note.recruit.healed": _("{n} damage is removed from {card}"),
    "note.dice.back": ngettext_noop("{n} die is returned", "{n} dice are returned"),
    "note.dice.stay": ngettext_noop("{n} die stays on its card", "{n} dice stay on their cards"),
    "note.team.back": _("{team}'s token leaves the board"),
    "note.villain.defeated": _("{card} is defeated"),
    "note.hero.defeated": _("{card} is defeated; Heroes lost: {n} (limit {limit})"),
    "hero.leader": _("leader"),
    "note.hero.defeated.team": _("{team}'s {card} is defeated; Heroes lost: {n} (limit {limit})"),
    "question.BOSS_ABILITY": _("Is there a track ability under the boss card?"),
    "prompt.card.spaces": _("How many damage spaces?"),
    "prompt.card.count": _("How many damage spaces does {card} have?"),
    "help.card.count": _("Count the circles at the edge of the card. You are asked only once."),
    "prompt.card.full": ngettext_noop(
        "{card} is full with {damage} damage",
        "{card} is full with {damage} damage",
        by="damage",
    ),
    "prompt.card.uncounted": _("Don't count them in this game"),
    "choice.not_full": _("Not full yet – later"),
    "choice.full_now": _("Full"),
    "field.spaces": _("Spaces"),
    "term.capacity": _("The number of damage spaces"),
    "term.damaged_card": _("{card}, damage {damage}"),
}
