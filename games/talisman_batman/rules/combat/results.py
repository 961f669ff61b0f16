"""Results of a fight (pp. 9-10): trophies, a Life lost or saved, past the Guard, victory."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from games.messages import Catalogue, Msg, msg
from games.messages import gettext_noop as _
from games.messages import ngettext_noop as _n
from games.referee import Choice, Field, Prompt
from games.talisman_batman.rules import fields
from games.talisman_batman.rules.cards.feats import (
    usable,
    use_up,
)
from games.talisman_batman.rules.turn import (
    after_batman,
    after_move,
    cut_short,
    go_on,
    next_turn,
    put_down,
)
from games.talisman_batman.rules.villain.points import gain
from games.talisman_batman.state import FIRST, SECOND, Fight
from games.talisman_batman.state.derived import armours, can_save, card_label, find, lead, untold
from games.talisman_batman.table import Act, Table


class Save(Act, tag="save"):
    """Save the Life with an Armor or other card, a Feat, or (all 0) an ability.

    The fight is still lost.
    """

    named = _("Save the Life")
    seat: int
    card: int = 0
    feat: int = 0

    @classmethod
    def ensure_allowed(cls, t: Table) -> None:
        if t.phase != "loss" and t.state.turn.lost_by == "cunning":
            t.refuse_impossible("T-E11", "T-074")
        t.moment("T-074", "loss")

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        seat = t.fighting().loser
        if seat is None:
            return
        villain = t.villain(seat)
        ways = (
            *(Choice(card.id, card_label(card)) for card in armours(villain)),
            Choice(0, msg("choice.ability")),
        )
        card = Field("card", "choice", msg("field.card"), ways, rule="T-099")
        # The first label is what everyone waits to hear: it gives no answer away.
        yield cls.now(t, card, rule="T-074", label=msg("prompt.save", who=t.who(seat)), seat=seat)
        if usable(t.state, seat):
            feat, label = fields.feat_field(villain), msg("prompt.save-feat")
            yield cls.now(t, feat, rule="T-074", label=label, seat=seat, card=0)

    def apply(self, t: Table) -> None:
        t.own(self.seat, "T-074")
        fight = _at_stake(t, self.seat, "T-074")
        if self.card and find(t.villain(self.seat).goods, self.card) is None:
            t.refuse_impossible("T-NO-CARD", "T-074")
        if self.feat:
            use_up(t, self.seat, self.feat)
        t.note("saved", "T-Q46", who=t.who(self.seat))
        _after_loss(t, fight)


class Suffer(Act, tag="suffer"):
    """The Life is lost."""

    named = _("Lose the Life")
    seat: int

    @classmethod
    def ensure_allowed(cls, t: Table) -> None:
        t.moment("T-072", "loss")

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        seat = t.fighting().loser
        if seat is not None:
            label = msg("prompt.suffer", who=t.who(seat))
            yield cls.now(t, rule="T-072", label=label, seat=seat)

    def apply(self, t: Table) -> None:
        t.own(self.seat, "T-072")
        _suffer(t, self.seat, _at_stake(t, self.seat, "T-072"))


def _at_stake(t: Table, seat: int, rule: str) -> Fight:
    """Return the fight lost; refused to everyone but its loser."""
    fight = t.fighting()
    if fight.loser != seat:
        t.refuse_impossible("T-E07", rule)
    return fight


# -- who won -----------------------------------------------------------------------------


def settle(t: Table) -> None:
    """Settle who won, and what follows."""
    fight = t.fighting()
    ahead = lead(t.state, fight)
    if fight.kind == "duel":
        _duel(t, fight, ahead)
    elif ahead > 0:
        _won(t, fight)
    elif ahead == 0:
        _tied(t, fight)
    else:
        t.note("lost", "T-072", who=t.who(fight.me.seat))
        lose(t, fight.me.seat)


def _won(t: Table, fight: Fight) -> None:
    t.note("won", "T-071", who=t.who(fight.me.seat))
    if fight.kind == "enemy":
        _trophies(t, fight)
        go_on(t)
    elif fight.kind == "ambush":
        go_on(t)
    elif fight.kind == "guard":
        past_guard(t)
    elif _at_the_top(t, fight):
        t.note("victory", "T-143", who=t.who(fight.me.seat))
        t.put(winner=fight.me.seat, won_by="control", fight=None)
    else:
        t.turn(phase="escape")


def _trophies(t: Table, fight: Fight) -> None:
    spot, seat = t.here, fight.me.seat
    beaten = tuple(c for c in spot.cards if c.id in fight.enemies)
    t.take_up(spot, *fight.enemies)
    for card in beaten:
        attribute = Msg(f"term.{card.attribute}")
        facts = {"who": t.who(seat), "card": card_label(card), "n": card.value}
        t.note("trophy", "T-078", **facts, attribute=attribute)
    t.change(seat, trophies=(*t.villain(seat).trophies, *beaten))


def past_guard(t: Table) -> None:
    """Continue beyond the Guard: the steps left are taken upstairs, now or next turn."""
    put_down(t, t.active, "guard-post", FIRST)
    t.put(fight=None)
    if t.state.turn.left:
        t.note("guard-passed", "T-129", who=t.who(t.active), n=t.state.turn.left)
        t.turn(phase="up")
        return
    t.note("guard-later", "T-130", who=t.who(t.active))
    t.change(t.active, guard_passed=True)
    after_move(t)


def _tied(t: Table, fight: Fight) -> None:
    seat = fight.me.seat
    if _at_the_top(t, fight):
        t.note("control-tie", "T-145", who=t.who(seat))
        t.change(seat, in_control_room=True)
        _after_control(t, fight)
    elif fight.kind == "batman":
        code, rule = ("tie", "T-073") if _batman_ends(t, fight) else ("batman-tie", "T-Q56")
        t.note(code, rule, who=t.who(seat))
        _batman_done(t, fight)
    else:
        t.note("tie", "T-073", who=t.who(seat))
        if fight.kind == "guard":
            _stopped(t)
        else:
            cut_short(t)


def _duel(t: Table, fight: Fight, ahead: int) -> None:
    if fight.foe is None or ahead == 0:
        t.note("duel-tie", "T-091")
        cut_short(t)
        return
    seats = (fight.me.seat, fight.foe.seat)
    winner, loser = seats if ahead > 0 else seats[::-1]
    t.note("duel-won", "T-090", who=t.who(winner), other=t.who(loser))
    t.put(fight=replace(fight, winner=winner, loser=loser))
    t.turn(phase="reward")


# -- who lost ----------------------------------------------------------------------------


def lose(t: Table, seat: int) -> None:
    """Lose a fight: the Life may be saved, only in a Strength fight."""
    fight = t.fighting()
    t.turn(lost_by=fight.attribute)
    villain = t.villain(seat)
    if _at_the_top(t, fight) and t.switched("controlRoomLossCostsLife"):
        _after_loss(t, fight)
    elif fight.attribute == "strength" and (can_save(villain) or usable(t.state, seat)):
        t.put(fight=replace(fight, loser=seat))
        t.turn(phase="loss")
    else:
        if fight.attribute == "cunning" and any(c.armour for c in villain.objects):
            t.note("no-armour", "T-074", who=t.who(seat))
        if fight.attribute == "strength" and untold(villain.sheet):
            t.note("untold", "T-074", who=t.who(seat))
        _suffer(t, seat, fight)


def _suffer(t: Table, seat: int, fight: Fight) -> None:
    gain(t, seat, "life", -1)
    _after_loss(t, fight)


def _after_loss(t: Table, fight: Fight) -> None:
    seat = fight.me.seat
    if not t.me.alive:
        t.put(fight=None)
        next_turn(t)
    elif fight.kind in ("enemy", "ambush", "duel"):
        cut_short(t)
    elif fight.kind == "guard":
        _stopped(t)
    elif not _at_the_top(t, fight):
        _batman_done(t, fight)
    else:
        if t.villain(seat).alive:
            t.note("control-lost", "T-144", who=t.who(seat))
            put_down(t, seat, "security-door", SECOND)
        _after_control(t, fight)


def abandoned(t: Table) -> None:
    """Call the fight off if one side of it died by something else."""
    t.put(fight=None)
    cut_short(t)


# -- the Guard, Batman, the Control Room -----------------------------------------------------


def _stopped(t: Table) -> None:
    """End the turn on the Guard Post by the Guard."""
    t.turn(over=True)
    if t.switched("batmanAfterGuardLoss"):
        t.turn(batman_due=False)
    after_move(t)


def _at_the_top(t: Table, fight: Fight) -> bool:
    """Return whether a fight with Batman is one in the Control Room, off turn as the table reads
    it."""
    if fight.kind == "control":
        return True
    there = fight.kind == "batman" and t.state.batman.space == "control-room"
    return there and not t.switched("offTurnControlWin")


def _after_control(t: Table, fight: Fight) -> None:
    """End the turn of the villain who went to the Control Room; off turn the mover goes on."""
    if fight.kind != "control":
        after_batman(t)
        return
    t.put(fight=None)
    t.turn(over=True)
    after_move(t)


def _batman_ends(t: Table, fight: Fight) -> bool:
    """Ask whether losing or tying against Batman ends the turn, as some tables read."""
    return fight.me.seat == t.active and t.switched("batmanLossEndsTurn")


def _batman_done(t: Table, fight: Fight) -> None:
    if _batman_ends(t, fight):
        t.turn(over=True)
    after_batman(t)


WORDS: Catalogue = {
    "prompt.suffer": _("{who} loses 1 Life"),
    "prompt.save": _("{who}: does anything save the Life at stake?"),
    "prompt.save-feat": _("Saved by a Feat"),
    "choice.ability": _("An ability or another card"),
    "note.guard-passed": _n(
        "{who} passes the Guard and has {n} step left on the Second Floor",
        "{who} passes the Guard and has {n} steps left on the Second Floor",
    ),
    "note.guard-later": _("{who} passes the Guard and goes up next turn"),
    "note.won": _("{who} wins the fight"),
    "note.tie": _("A tie: no effect, but {who} moves no further"),
    "note.batman-tie": _("A tie with Batman: nothing happens to {who}, and the turn goes on"),
    "note.lost": _("{who} loses the fight"),
    "note.trophy": _("{who} keeps {card} as a trophy: {attribute} {n}"),
    "note.no-armour": _("Nothing can save {who}'s Life in a Cunning fight"),
    "note.untold": _(
        "No one has entered {who}'s abilities: if one of them saves this Life, undo and enter it"
    ),
    "note.saved": _("{who} keeps the Life, but the fight is still lost"),
    "note.duel-tie": _("A tie: no one wins, and the turn ends"),
    "note.duel-won": _("{who} beats {other} and may take a reward"),
    "note.control-tie": _("A tie: {who} stays and must fight Batman again next turn"),
    "note.control-lost": _("{who} is thrown back to the Security Door"),
    "note.victory": _("{who} wins the game"),
    "refusal.T-E11": _("Protection works only in Strength fights"),
}
