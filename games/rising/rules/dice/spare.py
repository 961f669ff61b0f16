"""Hero dice that leave or join the pool other than by rolling: given up, added, kept on a card."""

from __future__ import annotations

from collections.abc import Iterable

from games.messages import Catalogue, Msg, msg
from games.messages import gettext_noop as _
from games.referee import Field, Prompt
from games.rising.definition import Definition
from games.rising.rules.dice.pool import add_die, check_colours, colours, in_hand
from games.rising.rules.reach import colour_name, die_choices, spend
from games.rising.table import Act, InFull, Table


class GiveUp(InFull, tag="give-up"):
    """Remove one die (its id) for this turn."""

    named = _("Give up a die")
    die: str

    @classmethod
    def ensure_allowed(cls, t: Table) -> None:
        super().ensure_allowed(t)
        if not t.turn.rolls and t.turn.unnamed >= 0:
            t.refuse_impossible("E_NOT_ROLLED", "give_up", msg("remedy.roll"))

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        owed = t.turn.unnamed < 0
        loose = tuple(die for die in t.pool() if die.face or owed)
        if loose and in_hand(t):
            field = Field("die", "choice", Msg("field.die"), die_choices(t, loose))
            label = Msg("prompt.give-up.owed" if owed else "prompt.give-up")
            yield cls.now(t, "give_up", field, label=label)

    def apply(self, t: Table) -> None:
        owed = t.turn.unnamed < 0
        if t.turn.freed and not owed:
            t.warn("W_FREED", "give_up")
        spend(t, self.die)
        t.put_turn(unnamed=t.turn.unnamed + owed, freed=t.turn.freed or not owed)
        colour = colour_name(t, t.die(self.die).colour)
        t.note("give_up", "give_up", team=t.team.name, colour=colour)


class AddDie(Act, tag="die.add"):
    """Add a Hero die to the pool by an ability or a card; an exhausted colour adds none."""

    named = _("Add a die")
    colour: str
    source: str = ""

    @classmethod
    def ensure_allowed(cls, t: Table) -> None:
        t.phase("heroes")

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        left = colours(t)
        if left.choices and t.state.depth == "full":
            owed = t.turn.unnamed > 0
            label = Msg("prompt.die.add.owed" if owed else "prompt.die.add")
            yield (cls.now if owed else cls.also)(t, "extra", left, label=label)

    def apply(self, t: Table) -> None:
        check_colours(t, (self.colour,))
        t.put_turn(unnamed=t.turn.unnamed - (t.turn.unnamed > 0))
        if add_die(t, self.colour):
            t.note("die.added", "extra", colour=colour_name(t, self.colour))


class KeepDie(Act, tag="die.keep"):
    """An ability keeps a die beyond the turn, or releases it; both by id. ``card`` is its card, for
    a die without a place.
    """

    named = _("Keep a die on a card")
    die: str
    card: str = ""

    @classmethod
    def belongs_to(cls, game: Definition) -> bool:
        return game.dice_stay

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        if t.state.step != "heroes":
            return
        laid = (die for die in t.turn.dice if die.place == "laid")
        stay = tuple(die for die in laid if t.allows(cls(die.id).apply, t))
        if stay:
            field = Field("die", "choice", Msg("field.die"), die_choices(t, stay))
            yield cls.also(t, "dice_stay", field)
        if t.state.kept:
            kept = Field("die", "choice", Msg("field.die"), die_choices(t, t.state.kept))
            label = Msg("prompt.die.release")
            yield cls.also(t, "dice_stay", kept, label=label, group="table")

    def apply(self, t: Table) -> None:
        if any(die.id == self.die for die in t.state.kept):
            t.put(kept=tuple(die for die in t.state.kept if die.id != self.die))
            t.note("die.released", "dice_stay")
            return
        t.phase("heroes")
        die = t.die(self.die)
        card = self.card or die.target
        if die.place == "given" or (die.target and die.target != card):
            t.refuse("E_LOCKED", "no_moving", msg("remedy.unused_die"))
        if not die.face:
            t.refuse_impossible("E_NOT_ROLLED", "dice_stay", msg("remedy.roll"))
        t.piece(card)
        t.put_die(die.id, place="stays", target=card)
        t.note("die.stays", "dice_stay", card=t.name(card))


WORDS: Catalogue = {
    "note.die.stays": _("A die is kept on {card}"),
    "note.give_up": _("{team} gives up a die: {colour}"),
    "question.W_FREED": _(
        "You have already used a die from this roll; you don't need to give up another"
    ),
    "prompt.give-up": _("Give up a die"),
    "prompt.give-up.owed": _("Take out a die that is already used"),
    "prompt.die.add.owed": _("Add the die of the token"),
    "prompt.die.add": _("One extra die from an ability"),
    "prompt.die.keep": _("A die is kept on a card"),
    "prompt.die.release": _("A die is returned from a card"),
}
