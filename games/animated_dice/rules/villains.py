"""The villain tokens: what each does by itself, and The Riddler's dice that go back to the cup."""

from __future__ import annotations

from collections.abc import Iterable

from games.animated_dice.box import VillainToken, minus, piled, plus, said
from games.animated_dice.rules import heist
from games.animated_dice.state import Turn
from games.animated_dice.table import Act, Table
from games.messages import Catalogue, Msg, msg
from games.messages import gettext_noop as _
from games.messages import ngettext_noop as _n
from games.vocabulary import Choice, Prompt


class Return(Act, tag="return"):
    """The dice of the first roll that return to the cup, by position in that roll."""

    dice: tuple[int, ...]

    named = _("Return dice")

    @classmethod
    def ensure_allowed(cls, t: Table) -> None:
        t.on_turn()
        if not t.turn.first:
            t.refuse_impossible("E_RETURN", "D-035")

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        """Offer some of them; none and all are one tap each."""
        first = t.turn.first
        choices = tuple(
            Choice(i, said(face), tone=face.partition("-")[0]) for i, face in enumerate(first)
        )
        label = msg("field.return")
        some = cls.field("dice", label=label, choices=choices, low=1, high=len(first))
        everything = tuple(range(len(first)))
        yield cls.now(t, msg("prompt.return"), some, rule="D-035")
        yield cls.now(t, msg("prompt.keep"), fixed={"dice": ()}, rule="D-035")
        yield cls.now(t, msg("prompt.return_all"), fixed={"dice": everything}, rule="D-035")

    def apply(self, t: Table) -> None:
        turn, dice = t.turn, set(self.dice)
        if len(dice) < len(self.dice) or not dice <= set(range(len(turn.first))):
            t.refuse_impossible(
                "E_RETURN_DIE", "D-035", remedy=msg("remedy.first", n=len(turn.first))
            )
        returned = [turn.first[i] for i in sorted(dice)]
        kept = [face for i, face in enumerate(turn.first) if i not in dice]
        loot, batman, alarms = piled(returned)
        t.put_turn(
            cup=plus(turn.cup, plus(plus(loot, batman), alarms)),
            loot=minus(turn.loot, loot),
            batman=minus(turn.batman, batman),
            alarms=minus(turn.alarms, alarms),
            first=(),
        )
        code, rule = "return" if returned else "keep", "D-035" if kept else "D-038"
        t.note(code, rule, who=t.part().name, dice=[said(face) for face in returned])
        heist.follow(t, kept)


def power(villain: VillainToken, turn: Turn) -> tuple[Msg, bool]:
    """Return what the villain's ability does right now, and whether it is used up this turn."""
    if villain.returns and turn.phase == "return":
        return msg("power.return_now"), False
    if villain.returns and not turn.rolls:
        return msg("power.return_ready", n=villain.first), False
    if villain.dodges:
        used = sum(turn.out) >= villain.dodges
        return msg("power.dodge_used" if used else "power.dodge_ready"), used
    _, bonus = turn.points(villain, "stop")
    if bonus:
        known = {"joker": "power.joker", "catwoman": "power.catwoman"}
        return Msg(known.get(villain.slug, "power.bonus"), {"n": bonus}), False
    if villain.returns:
        return msg("power.return_used"), True
    return msg("power.none"), False


WORDS: Catalogue = {
    "coach.return": _(
        "After his first roll the Riddler may return dice to the cup: tap the ones "
        "to return, or keep them all."
    ),
    "power.joker": _n("{n} set in play: +{n}", "{n} sets in play: +{n}"),
    "power.catwoman": _("Blue Loot so far: +{n}"),
    "power.dodge_ready": _("Dodge ready"),
    "power.dodge_used": _("Dodge used"),
    "power.return_ready": _n(
        "First roll: {n} die, which may be returned", "First roll: {n} dice, any may be returned"
    ),
    "power.return_now": _("Which dice go back to the cup?"),
    "power.return_used": _("The first roll is over"),
    "power.bonus": _("Bonus so far: +{n}"),
    "power.none": _("No bonus in play"),
    "prompt.return": _("Return the chosen dice"),
    "prompt.keep": _("Keep all"),
    "prompt.return_all": _("Return all"),
    "field.return": _("Dice to return"),
    "note.return": _("{who} returns {dice}"),
    "note.keep": _("{who} keeps all dice"),
    "refusal.E_RETURN_FIRST": _("First choose the dice to return to the cup"),
    "refusal.E_RETURN": _("Only dice of The Riddler's first roll go back"),
    "refusal.E_RETURN_DIE": _("Only dice from this first roll can be returned, each once"),
    "remedy.return": _("Choose the dice, or keep all"),
    "remedy.first": _n(
        "Choose from the {n} die of the first roll", "Choose from the {n} dice of the first roll"
    ),
}
