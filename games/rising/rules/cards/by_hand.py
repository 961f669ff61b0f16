"""Effects of cards no one has entered: the table carries them out and tells what changed."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations, groupby
from operator import itemgetter
from typing import Annotated

from games.actions import Range
from games.messages import Catalogue, Msg, msg, ngettext_noop
from games.messages import gettext_noop as _
from games.referee import Choice, Field, Prompt
from games.rising.definition import Definition
from games.rising.rules.cards import effects
from games.rising.rules.reach import amount, card_choices, check_revealed, remember_open, target
from games.rising.table import PLACES, Act, ByHand, Table

Amount = Annotated[int, Range(1, 9, "term.amount")]
TEAM = Msg("term.team")


# -- damage --------------------------------------------------------------------------------


class Damage(ByHand, tag="damage"):
    """Deal damage to one card (its id) by an ability."""

    named = _("Put damage on a card")
    rebases = True
    card: str
    n: Amount = 1

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        shown = (p.id for p in t.state.pieces if p.kind != "boss" or t.state.boss_revealed)
        yield cls.also(t, "damage", target(card_choices(t, shown)), amount())

    def apply(self, t: Table) -> None:
        self.bounded(t, "damage")
        piece = t.piece(self.card)
        check_revealed(t, piece.id)
        t.note("verb.damage", "damage", card=t.name(piece), n=self.n)
        effects.struck(t, self.card, self.n)


class Heal(ByHand, tag="heal"):
    """Remove damage from one card (its id) by an ability."""

    named = _("Remove damage from a card")
    rebases = True
    card: str
    n: Amount = 1

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        hurt = tuple(each.id for each in t.state.pieces if each.damage)
        if hurt:
            yield cls.also(t, "heal", target(card_choices(t, hurt)), amount())

    def apply(self, t: Table) -> None:
        self.bounded(t, "heal")
        effects.heal(t, (t.piece(self.card).id,), self.n, "heal")


class MoveDamage(ByHand, tag="damage.move"):
    """Move damage from one card to another, by their ids."""

    named = _("Move damage")
    source: str
    target: str
    n: Amount = 1

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        """Offer to move from each damaged card to another one with room."""
        for source, pairs in groupby(effects.candidates(t, {"move"}), itemgetter(0)):
            onto = target(card_choices(t, (b for _a, b in pairs)), "target")
            most = amount(min(t.piece(source).damage, 3))
            label = msg("prompt.damage.move", card=t.name(source))
            yield cls.also(t, "damage", onto, most, label=label, fixed={"source": source})

    def apply(self, t: Table) -> None:
        effects.move_damage(t, self.source, self.target, self.n)


# -- the track, tokens, the figure ---------------------------------------------------------


class ShiftDoom(ByHand, tag="doom.shift"):
    """Move counters (or steps) on or off the doom track by an ability."""

    named = _("Move the doom track")
    rebases = True
    n: int

    @classmethod
    def ensure_allowed(cls, t: Table) -> None:
        super().ensure_allowed(t)
        if t.state.event:
            t.removed("removed", msg("term.doom"))

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        down, up = min(t.state.doom, 9), min(t.length() - t.state.doom, 9)
        steps = tuple(Choice(n, f"{n:+d}") for n in (*range(-1, -down - 1, -1), *range(1, up + 1)))
        field = Field("n", "choice", Msg("field.shift"), steps, default=steps[0].value)
        yield cls.also(t, "doom", field)

    def apply(self, t: Table) -> None:
        t.require_range(Msg("term.amount"), abs(self.n), 1, 9, "doom")
        effects.shift_doom(t, self.n, "doom" if self.n > 0 else "doom_back")


class DrawToken(ByHand, tag="token.draw"):
    """A team (from 0) draws tokens by an ability."""

    named = _("Draw a token")
    team: int
    n: Amount = 1

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        yield cls.also(t, "tokens", which_team(t), amount())

    def apply(self, t: Table) -> None:
        t.require_range(TEAM, self.team, 0, len(t.state.teams) - 1, "tokens")
        self.bounded(t, "tokens")
        t.note("verb.draw", "tokens", team=t.state.teams[self.team].name, n=self.n)
        effects.draw_tokens(t, self.team, self.n, "tokens")


class LoseToken(ByHand, tag="token.lose"):
    """A team (from 0) discards tokens by an ability."""

    named = _("Lose a token")
    team: int
    n: Amount = 1

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        yield cls.also(t, "tokens", which_team(t), amount())

    def apply(self, t: Table) -> None:
        t.require_range(TEAM, self.team, 0, len(t.state.teams) - 1, "tokens")
        self.bounded(t, "tokens")
        effects.drop_tokens(t, self.team, self.n, "tokens")


class Block(ByHand, tag="token.block"):
    """Block tokens for this turn."""

    named = _("Turn tokens off")

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        if not t.turn.blocked:
            yield cls.also(t, "block")

    def apply(self, t: Table) -> None:
        t.put_turn(blocked=True)
        t.note("token.off", "block")


class TurnFigure(ByHand, tag="turn"):
    """The figure turns ``left`` or ``right`` by an ability."""

    named = _("Turn the figure")
    direction: str

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        sides = tuple(Choice(each, Msg(f"term.{each}")) for each in ("left", "right"))
        yield cls.also(t, "move", Field("direction", "choice", Msg("field.direction"), sides))

    def apply(self, t: Table) -> None:
        if self.direction not in ("left", "right"):
            t.refuse_impossible("E_MALFORMED", "", problem=self.direction)
        remember_open(t)
        effects.turn_figure(t, self.direction)


# -- cards change places -------------------------------------------------------------------


class Swap(ByHand, tag="swap"):
    """Swap two cards of the board (ids)."""

    named = _("Swap two cards")
    first: str
    second: str

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        for one, other in combinations(PLACES, 2):
            cards = card_choices(t, t.cards(one)), card_choices(t, t.cards(other))
            if all(cards):
                label = msg("prompt.swap", place=t.place(one), other=t.place(other))
                fields = target(cards[0], "first"), target(cards[1], "second")
                yield cls.also(t, "swap", *fields, label=label)

    def apply(self, t: Table) -> None:
        effects.swap(t, self.first, self.second)


class Reorder(ByHand, tag="row"):
    """A Hero (its id) of an ordered row moves to a place in it (0 is the left end). ``by`` is
    the id of the card whose ability allows it, or ``team``."""

    named = _("Move a Hero in the row")
    card: str
    place: int
    by: str = ""

    @classmethod
    def belongs_to(cls, game: Definition) -> bool:
        return game.ordered

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        everybody = card_choices(t, (each for team in t.state.teams for each in team.row))
        by = target((Choice("team", Msg("term.team_card")), *everybody), "by")
        for team in t.state.teams:
            last = len(team.row) - 1
            if last > 0:
                place = Field(
                    "place", "number", Msg("field.row_place"), low=0, high=last, default=0
                )
                members = target(card_choices(t, team.row))
                label = msg("prompt.row", team=team.name)
                yield cls.also(t, "no_rearranging", members, place, by, label=label)

    def apply(self, t: Table) -> None:
        team = t.owner(self.card)
        if team < 0:
            t.removed("row", msg("term.row"))
        row, name = t.state.teams[team].row, t.name(self.card)
        t.require_range(Msg("term.place_in_row"), self.place, 0, len(row) - 1, "row")
        if not self.by:
            t.refuse("E_ROW", "no_rearranging", msg("remedy.row"))
        rest = [each for each in row if each != self.card]
        rest.insert(self.place, self.card)
        t.put_team(team, row=tuple(rest))
        t.note("row", "no_rearranging", card=name, place=self.place + 1)


class ExtraSet(Act, tag="set.extra"):
    """An ability lets dice damage a Villain (its id) once more this turn."""

    named = _("Damage a Villain again")
    card: str

    @classmethod
    def belongs_to(cls, game: Definition) -> bool:
        return bool(game.sets_per_turn)

    @classmethod
    def ensure_allowed(cls, t: Table) -> None:
        t.phase("heroes")

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        villains = tuple(each for each in t.reach() if t.is_villain(each))
        if villains:
            yield cls.also(t, "villain_once", target(card_choices(t, villains)))

    def apply(self, t: Table) -> None:
        effects.extra_set(t, self.card)


# -- cards come and go ---------------------------------------------------------------------


class Join(ByHand, tag="join"):
    """A Hero (its id) of a location joins a team (from 0) by an ability; ``left`` in ordered
    rows."""

    card: str
    team: int
    left: bool = False

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        heroes = tuple(each for each in lying(t) if t.kind(each) in ("hero", ""))
        if heroes:
            fields = (target(card_choices(t, heroes)), which_team(t))
            yield cls.also(t, "scope", *fields, group="table")

    def apply(self, t: Table) -> None:
        t.require_range(TEAM, self.team, 0, len(t.state.teams) - 1, "tokens")
        if t.location(self.card) < 0 or t.kind(self.card) not in ("hero", ""):
            t.refuse_impossible("E_NOT_HERO", "recruit", card=t.name(self.card))
        if not t.kind(self.card):
            t.put_kind(self.card, "hero")
        name = t.name(self.card)
        t.lift(self.card)
        row = t.state.teams[self.team].row
        row = (self.card, *row) if self.left else (*row, self.card)
        t.put_team(self.team, row=row)
        t.put_piece(self.card, damage=0, asked=0)
        t.note("join", "recruit", card=name, team=t.state.teams[self.team].name)


class LeaveTable(ByHand, tag="leave"):
    """A card (its id) leaves the table by an ability."""

    named = _("Remove a card from the table")
    card: str

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        cards = card_choices(t, lying(t))
        if cards:
            yield cls.also(t, "scope", target(cards), group="table")

    def apply(self, t: Table) -> None:
        if t.location(self.card) < 0 or t.kind(self.card) == "battle":
            remedy = msg("remedy.targets", n=1)
            t.refuse_impossible("E_LOCATION", "scope", remedy, card=t.name(self.card))
        t.note("leave", "scope", card=t.name(self.card))
        t.remove(self.card)


class Remark(Act, tag="note"):
    """A note about something Sidekick doesn't track, for the log."""

    named = _("Write a note")
    text: str

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        if t.state.step != "deal":
            yield cls.also(t, "", Field("text", "text", Msg("field.text"), high=200), group="table")

    def apply(self, t: Table) -> None:
        if not self.text.strip() or len(self.text) > 200:
            t.refuse_impossible("E_TOO_LONG", "", longest=200)
        t.note("remark", "", text=self.text)


def lying(t: Table) -> tuple[str, ...]:
    """Return the cards at the three locations."""
    return tuple(each for location in PLACES for each in t.cards(location))


def which_team(t: Table) -> Field:
    teams = tuple(Choice(i, each.name) for i, each in enumerate(t.state.teams))
    return Field("team", "choice", Msg("field.team"), teams, default=t.state.active, of_part=True)


WORDS: Catalogue = {
    "note.verb.damage": _("An ability deals {n} damage to {card}"),
    "note.verb.draw": ngettext_noop(
        "{team} draws {n} token through an ability", "{team} draws {n} tokens through an ability"
    ),
    "note.row": _("{card} moves to position {place} in its row"),
    "note.join": _("{card} joins {team} through an ability"),
    "note.leave": _("{card} leaves the table"),
    "note.remark": _("{text}"),
    "prompt.token.draw": _("Draw tokens with an ability"),
    "prompt.token.lose": _("Lose tokens to an ability"),
    "prompt.token.block": _("Block tokens for this turn"),
    "prompt.set.extra": _("Dice may damage a Villain once more"),
    "prompt.damage": _("Damage from an ability"),
    "prompt.heal": _("Heal with an ability"),
    "prompt.damage.move": _("Move damage from {card}"),
    "prompt.doom.shift": _("Move the track with an ability"),
    "prompt.swap": _("Two cards of {place} and {other} change places"),
    "prompt.turn": _("Turn the figure with an ability"),
    "prompt.row": _("Move a Hero of {team} in its row with an ability"),
    "prompt.join": _("A Hero joins a team through an ability"),
    "prompt.leave": _("A card leaves the table"),
    "prompt.note": _("A note for the log"),
    "field.team": _("Team"),
    "field.shift": _("How much (minus to go down)"),
    "field.first_card": _("First card"),
    "field.direction": _("Direction"),
    "field.row_place": _("Place from the left, starting at 0"),
    "field.text": _("Note"),
    "term.row": _("That Hero's place in a row"),
    "term.place_in_row": _("The place in the row"),
}
