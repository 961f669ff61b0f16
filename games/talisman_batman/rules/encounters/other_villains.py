"""Meeting another villain instead of the space (pp. 8, 10): attacks, abilities, the reward."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NoReturn

from games.messages import Catalogue, Msg, msg
from games.messages import gettext_noop as _
from games.referee import Field, Prompt
from games.talisman_batman.rules import fields
from games.talisman_batman.rules.cards.goods import (
    give,
    may_own,
)
from games.talisman_batman.rules.combat.results import lose
from games.talisman_batman.rules.turn import cut_short, end_turn, open_fight, to_end
from games.talisman_batman.rules.villain.points import offers
from games.talisman_batman.state import Attribute, EncounterCard, Fight, Fighter
from games.talisman_batman.state.derived import card_label, find, known, together, without
from games.talisman_batman.table import Act, Table

_AT_ONCE = ("life", "coin", "nothing")
"""Rewards after which the winner can't be over a limit."""


class AttackVillain(Act, tag="attack"):
    """Attack a villain on the same space."""

    named = _("Attack a villain")
    target: int
    attribute: Attribute = "strength"

    @classmethod
    def ensure_allowed(cls, t: Table) -> None:
        _meeting(t)

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        for seat in _near(t):
            for way in ("strength", "cunning"):
                if t.allows(_attacks_with, t, way):
                    label = msg(f"prompt.attack-{way}", other=t.villain(seat).sheet.name)
                    rule = "T-083" if way == "strength" else "T-084"
                    yield cls.now(
                        t, rule=rule, label=label, expected=False, target=seat, attribute=way
                    )

    def apply(self, t: Table) -> None:
        _approach(t, self.target)
        _attacks_with(t, self.attribute)
        names = {"who": t.who(t.active), "other": t.who(self.target)}
        t.note("attacks", "T-083", **names, attribute=Msg(f"term.{self.attribute}"))
        t.turn(here="villain")
        open_fight(t, Fight("duel", Fighter(t.active), self.attribute, Fighter(self.target)))


class UseAbility(Act, tag="ability"):
    """Use a special ability on a villain on the same space; the table carries it out."""

    named = _("Use a special ability")
    target: int
    evaded: bool = False

    @classmethod
    def ensure_allowed(cls, t: Table) -> None:
        _meeting(t)

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        for seat in _near(t):
            evaded = Field("evaded", "flag", msg("field.evaded"), default=False, rule="T-092")
            label = msg("prompt.ability", other=t.villain(seat).sheet.name)
            yield cls.now(t, evaded, rule="T-056", label=label, expected=False, target=seat)

    def apply(self, t: Table) -> None:
        _approach(t, self.target)
        code = "ability-evaded" if self.evaded else "ability"
        t.note(code, "T-056", who=t.who(t.active), other=t.who(self.target))
        t.turn(here="villain")
        to_end(t)


class TakePrize(Act, tag="reward"):
    """The winner's prize in a fight between villains: life, object, coin or nothing.

    ``end``: it also ends the winner's turn, if nothing else could be done in it.
    """

    named = _("Take the reward")
    what: str
    card: int = 0
    end: bool = False

    @classmethod
    def ensure_allowed(cls, t: Table) -> None:
        t.moment("T-090", "reward")
        t.own(_beaten(t)[0], "T-090")

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        seat, loser = _beaten(t)
        villain = t.villain(loser)
        wanted = tuple(c for c in villain.objects if t.allows(_may_take, t, seat, loser, c))
        inputs: dict[str, tuple[Field, ...]] = {"life": ()}
        if wanted:
            inputs["object"] = (fields.card("card", wanted, "T-118"),)
        if villain.coins:
            inputs["coin"] = ()
        inputs["nothing"] = ()
        for what, asked in inputs.items():
            last = what in _AT_ONCE and t.allows(cls(what, end=True).apply, t)
            code = f"prompt.reward-{what}-end" if last else f"prompt.reward-{what}"
            label = msg(code, other=villain.sheet.name)
            more: dict[str, Any] = {"end": True} if last else {}
            yield cls.now(t, *asked, rule="T-090", label=label, actor=seat, what=what, **more)

    def apply(self, t: Table) -> None:
        winner, loser = _beaten(t)
        self._take(t, winner, loser)
        if self.end:
            _nothing_left(t, winner, loser)
            end_turn(t)

    def _take(self, t: Table, winner: int, loser: int) -> None:
        names = {"who": t.who(winner), "other": t.who(loser)}
        match self.what:
            case "life":
                t.note("reward-life", "T-090", **names)
                lose(t, loser)
                return
            case "coin":
                self._coin(t, winner, loser)
            case "object":
                self._object(t, winner, loser)
            case "nothing":
                t.note("reward-nothing", "T-Q41", **names)
            case other:
                t.refuse_impossible("E_MALFORMED", problem=other)
        cut_short(t)

    def _coin(self, t: Table, winner: int, loser: int) -> None:
        if not t.villain(loser).coins:
            _has_not(t, loser)
        t.note("reward-coin", "T-090", who=t.who(winner), other=t.who(loser))
        t.change(loser, coins=t.villain(loser).coins - 1)
        t.change(winner, coins=t.villain(winner).coins + 1)

    def _object(self, t: Table, winner: int, loser: int) -> None:
        card = find(t.villain(loser).objects, self.card)
        if card is None:
            _has_not(t, loser)
        _may_take(t, winner, loser, card)
        names = {"who": t.who(winner), "other": t.who(loser)}
        t.note("reward-object", "T-090", **names, card=card_label(card))
        t.change(loser, objects=without(t.villain(loser).objects, card.id))
        give(t, winner, card)


def _meeting(t: Table) -> None:
    """Refuse what is no encounter of the active villain, and where no one else can be."""
    t.mine("T-056")
    t.moment("T-056", "encounter")
    if not _near(t):
        t.refuse_impossible("T-ALONE", "T-056")


def _near(t: Table) -> tuple[int, ...]:
    """Return who may stand on the space of the active villain."""
    others = (seat for seat in t.alive() if seat != t.active)
    return tuple(seat for seat in others if together(t.state, t.active, seat) is not False)


def _attacks_with(t: Table, attribute: str) -> None:
    """Return Strength, with which villains attack each other, but for those whose card says
    otherwise."""
    if attribute == "cunning" and not t.me.sheet.cunning_attack:
        t.refuse("T-E14", "T-083")


def _approach(t: Table, seat: int) -> None:
    """Make sure the other villain is there; unnamed spaces are asked about."""
    other = t.living(seat)
    if seat == t.active:
        t.refuse_impossible("T-SELF", "T-056", who=t.who(seat))
    near = together(t.state, t.active, seat)
    if near is None:
        near = t.ask("SAME_SPACE", "T-056", who=t.who(seat)) == "yes"
    if not near:
        t.refuse("T-E13", "T-056", who=t.who(seat))
    elif not known(other.space) and (known(t.me.space) or not other.space):
        t.change(seat, space=t.me.space)
    elif not known(t.me.space):
        t.change(t.active, space=other.space)


def _beaten(t: Table) -> tuple[int, int]:
    """Return winner and loser of the fight; refuse before it is won."""
    fight = t.fighting()
    if fight.winner is None or fight.loser is None:
        t.refuse_impossible("T-PHASE", "T-090", now=msg("phase.reward"))
    return fight.winner, fight.loser


def _may_take(t: Table, winner: int, loser: int, card: EncounterCard) -> None:
    """Refuse what is no Object as the table reads it, or what the winner may not own."""
    if card.key and t.switched("keyIsObject"):
        _has_not(t, loser)
    may_own(t, winner, card)


def _nothing_left(t: Table, winner: int, loser: int) -> None:
    """Refuse to end the turn with the reward if anything else follows or can be done."""
    t.moment("T-039", "end")
    busy = offers(t.state) or t.me.job or t.me.feats or not t.villain(loser).alive
    if winner != t.active or busy:
        t.refuse_impossible("T-PHASE", "T-039", now=msg("phase.end"))


def _has_not(t: Table, loser: int) -> NoReturn:
    t.refuse_impossible("T-E31", "T-090", who=t.who(loser))


WORDS: Catalogue = {
    "prompt.reward-life": _("{other} loses 1 Life"),
    "prompt.reward-life-end": _("{other} loses 1 Life, the turn ends"),
    "prompt.reward-coin-end": _("Take a coin from {other}, the turn ends"),
    "prompt.reward-nothing-end": _("Take nothing, the turn ends"),
    "prompt.reward-object": _("Take an Object from {other}"),
    "prompt.reward-coin": _("Take a coin from {other}"),
    "prompt.reward-nothing": _("Take nothing"),
    "prompt.attack-strength": _("Attack {other}"),
    "prompt.attack-cunning": _("Attack {other} with Cunning"),
    "prompt.ability": _("Use an ability on {other}"),
    "field.evaded": _("The other villain evades it"),
    "note.attacks": _("{who} attacks {other} with {attribute}"),
    "note.ability": _("{who} uses an ability on {other}"),
    "note.ability-evaded": _("{other} evades the ability of {who}"),
    "note.reward-life": _("{who} makes {other} lose 1 Life"),
    "note.reward-coin": _("{who} takes a coin from {other}"),
    "note.reward-object": _("{who} takes {card} from {other}"),
    "note.reward-nothing": _("{who} takes nothing from {other}"),
    "question.SAME_SPACE": _("Is {who} on your space?"),
    "refusal.T-E14": _("Villain fights use Strength"),
    "refusal.T-E31": _("{who} doesn't have that"),
    "refusal.T-ALONE": _("There is no other villain on that space"),
}
