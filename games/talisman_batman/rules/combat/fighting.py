"""Fights up to their result (pp. 9-10): boosts, evading, the dice, Fate."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from games.messages import Catalogue, Msg, msg
from games.messages import gettext_noop as _
from games.messages import ngettext_noop as _n
from games.referee import Choice, Field, Prompt, Rolled
from games.talisman_batman.rules import fields
from games.talisman_batman.rules.cards.feats import (
    usable,
    use_up,
)
from games.talisman_batman.rules.combat.odds import (
    die_against_die,
    on_a_die,
)
from games.talisman_batman.rules.combat.results import (
    past_guard,
    settle,
)
from games.talisman_batman.rules.turn import fought_on, go_on, next_enemies, to_end, unnumbered
from games.talisman_batman.state import TOWER, Attribute, EncounterCard, Fight, Fighter, State
from games.talisman_batman.state.derived import (
    ATTRIBUTES,
    base,
    best_boosts,
    boosts,
    decided,
    decider,
    lead,
    opponent_label,
)
from games.talisman_batman.table import Act, Table


class Stand(Act, tag="stand"):
    """The attribute a villain fights Batman with."""

    named = _("Choose how to fight Batman")
    attribute: Attribute

    @classmethod
    def ensure_allowed(cls, t: Table) -> None:
        t.moment("T-052", "stand")
        t.own(t.fighting().me.seat, "T-052")

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        fight = t.fighting()
        seat, choices = fight.me.seat, []
        for attribute in ATTRIBUTES:
            value = fight.value or int(getattr(t.state.batman, attribute))
            cards = best_boosts(t.villain(seat), attribute)
            mine = base(t.state, Fighter(seat, cards), attribute)
            n = die_against_die(mine - value).rolls["win"]
            hint = msg("hint.stand", mine=mine, theirs=value, n=n)
            choices.append(Choice(attribute, Msg(f"term.{attribute}"), hint, attribute))
        field = Field("attribute", "choice", msg("field.attribute"), tuple(choices), rule="T-052")
        yield cls.now(t, field, rule="T-052", actor=seat, tone="batman")

    def apply(self, t: Table) -> None:
        fight = t.fighting()
        seat = fight.me.seat
        value = fight.value or getattr(t.state.batman, self.attribute)
        cards = best_boosts(t.villain(seat), self.attribute)
        me = replace(fight.me, cards=cards)
        t.put(fight=replace(fight, attribute=self.attribute, value=value, me=me))
        attribute = Msg(f"term.{self.attribute}")
        t.note("stand", "T-052", who=t.who(seat), attribute=attribute, value=value)
        t.turn(phase="fight")


class Strike(Act, tag="strike"):
    """The dice of a fight, the player's own first; the Guard rolls none."""

    named = _("Fight")
    dice: tuple[int, ...]

    @classmethod
    def ensure_allowed(cls, t: Table) -> None:
        t.moment("T-069", "fight")
        t.fighting()

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        fight = t.fighting()
        guard = fight.kind == "guard"
        rule = "T-128" if guard else "T-069"
        rows: tuple[Msg | str, ...] = (t.who(fight.me.seat),)
        rows = rows if guard else (*rows, _row(opponent_label(t.state, fight)))
        mine = base(t.state, fight.me, fight.attribute)
        label = msg("prompt.strike", mine=mine, theirs=mine - lead(t.state, fight))
        yield cls.now(
            t,
            fields.dice(rows, rule),
            rule=rule,
            label=label,
            help=_chances(t.state, fight),
            tone="fight",
            everybody=True,
        )

    def apply(self, t: Table) -> None:
        fight = t.fighting()
        dice = 1 if fight.kind == "guard" else 2
        if len(self.dice) != dice:
            t.refuse_impossible("T-DICE", "T-069", n=dice)
        t.die(*self.dice)
        fight = replace(fight, me=replace(fight.me, die=self.dice[0]))
        if fight.foe is not None:
            fight = replace(fight, foe=replace(fight.foe, die=self.dice[1]))
        elif dice == 2:
            fight = replace(fight, die=self.dice[1])
        t.put(fight=fight)
        t.turn(phase="fate")
        weigh(t)

    def rolled(self, state: State) -> tuple[Rolled, ...]:
        if state.fight is None:
            return ()
        foe = state.fight.foe
        seats = (state.fight.me.seat, foe.seat if foe else None)
        pairs = zip(self.dice, seats, strict=False)
        return tuple(die for face, seat in pairs for die in self.thrown(seat, "attack", face))


class Boost(Act, tag="boost"):
    """The cards a fighter uses and what abilities add, before any die."""

    named = _("Choose what to use in the fight")
    # What a card adds is a fact of the table: a larger number is no way out of a loss.
    by_hand = True
    seat: int
    cards: tuple[int, ...] = ()
    extra: int = 0

    @classmethod
    def ensure_allowed(cls, t: Table) -> None:
        if t.fighting().me.die:
            t.refuse_impossible("T-E09", "T-068")
        t.moment("T-068", "fight")

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        for fighter in fighters(t.fighting()):
            villain, attribute = t.villain(fighter.seat), t.fighting().attribute
            if not villain.insane:
                cards = tuple(
                    c for c in boosts(villain, attribute) if t.allows(_armed, t, fighter.seat, (c,))
                )
                score = base(t.state, fighter, attribute)
                label = msg("prompt.boost", who=villain.sheet.name, n=score)
                inputs: tuple[Field, ...] = (fields.extra(fighter.extra),)
                if cards:
                    used = fields.cards("cards", cards, "T-098", default=fighter.cards, hint=True)
                    inputs = (used, *inputs)
                seat = fighter.seat
                yield cls.now(t, *inputs, rule="T-068", label=label, expected=False, seat=seat)

    def apply(self, t: Table) -> None:
        t.own(self.seat, "T-068")
        fight, fighter, villain = t.fighting(), t.side(self.seat), t.villain(self.seat)
        if villain.insane and (self.cards or self.extra):
            t.refuse("T-E23", "T-110", who=t.who(self.seat))
        t.require_range(msg("field.extra"), self.extra, -fields.EXTRA, fields.EXTRA, "T-068")
        usable = {c.id: c for c in boosts(villain, fight.attribute)}
        if any(id not in usable for id in self.cards):
            t.refuse_impossible("T-NO-CARD", "T-069")
        _armed(t, self.seat, tuple(usable[id] for id in dict.fromkeys(self.cards)))
        fighter = replace(fighter, cards=tuple(dict.fromkeys(self.cards)), extra=self.extra)
        t.put_side(fighter)
        score = base(t.state, fighter, fight.attribute)
        t.note("boost", "T-068", who=t.who(self.seat), n=score)


class Evade(Act, tag="evade"):
    """Slip away from the opponent. ``feat`` is the Feat used (0: an ability).

    ``enemy`` is the one of several Enemies the effect hits, 0 if there is only one.
    """

    named = _("Evade")
    seat: int
    feat: int = 0
    enemy: int = 0

    @classmethod
    def ensure_allowed(cls, t: Table) -> None:
        fight = t.fighting()
        if fight.kind in ("batman", "control"):
            t.refuse("T-E12", "T-093")
        if fight.me.die or t.phase != "fight":
            t.refuse_impossible("T-PHASE", "T-067", now=msg(f"phase.{t.phase}"))

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        fight = t.fighting()
        for fighter in fighters(fight):
            seat = fighter.seat
            if t.allows(_open_to_evade, t, seat):
                villain = t.villain(seat)
                inputs: tuple[Field, ...] = ()
                if usable(t.state, seat):
                    inputs = (fields.feat_field(villain, optional=True),)
                if _one_by_one(t, fight):
                    enemies = tuple(c for c in t.here.cards if c.id in fight.enemies)
                    inputs = (*inputs, fields.card("enemy", enemies, "T-Q34"))
                label = msg("prompt.evade", who=villain.sheet.name)
                yield cls.now(t, *inputs, rule="T-092", label=label, expected=False, seat=seat)

    def apply(self, t: Table) -> None:
        t.own(self.seat, "T-067")
        fight = t.fighting()
        _open_to_evade(t, self.seat)
        if self.feat:
            use_up(t, self.seat, self.feat)
        t.note("evades", "T-094", who=t.who(self.seat))
        match fight.kind:
            case "duel":
                _attack_evaded(t)
            case "guard":
                past_guard(t)
            case "ambush":
                go_on(t)
            case _:
                self._slip_away(t, fight)

    def _slip_away(self, t: Table, fight: Fight) -> None:
        """Evade one Enemy; the others stay to be fought."""
        gone = fight.enemies
        if _one_by_one(t, fight):
            if self.enemy not in gone:
                t.refuse_impossible("T-WHICH", "T-Q34")
            gone = (self.enemy,)
        t.turn(resolved=(*t.state.turn.resolved, *gone))
        if t.switched("takeAfterEvade") and set(fight.enemies) == set(gone):
            t.put(fight=None)
            to_end(t)
        else:
            fought_on(t)


class SpendNoFate(Act, tag="keep"):
    """Keep the die without spending Fate; final in fights between villains."""

    named = _("Keep the die")
    seat: int

    @classmethod
    def ensure_allowed(cls, t: Table) -> None:
        t.moment("T-075", "fate")
        t.fighting()

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        fight, seat = t.fighting(), deciding(t)
        ahead = lead(t.state, fight) * (1 if seat == fight.me.seat else -1)
        standing = "ahead" if ahead > 0 else "tie" if ahead == 0 else "behind"
        label = msg(f"prompt.keep-{standing}", who=t.who(seat), n=abs(ahead))
        yield cls.now(t, rule=fate_rule(fight), label=label, seat=seat)

    def apply(self, t: Table) -> None:
        t.own(self.seat, "T-075")
        fighter = t.side(self.seat)
        in_order(t, self.seat)
        t.put_side(replace(fighter, passed=True))
        t.note("keep", "T-089", who=t.who(self.seat))
        go_round(t)


# -- checks and chances ----------------------------------------------------------------------


def fighters(fight: Fight) -> tuple[Fighter, ...]:
    """Return the villains who fight, the attacker first."""
    return (fight.me,) if fight.foe is None else (fight.me, fight.foe)


def _armed(t: Table, seat: int, cards: tuple[EncounterCard, ...]) -> None:
    """Refuse more Weapons than count in one fight."""
    most = t.villain(seat).sheet.weapons
    if sum(card.weapon for card in cards) > most:
        t.refuse("T-E10", "T-098", n=most)


def _open_to_evade(t: Table, seat: int) -> None:
    """Refuse to evade to who attacked, to who does not fight, and in the Tower."""
    fight = t.fighting()
    if fight.kind == "duel" and seat == fight.me.seat:
        t.refuse("T-E12", "T-086")
    t.side(seat)
    if fight.kind != "duel" and t.villain(seat).floor == TOWER:
        t.refuse("T-E12", "T-093")


def _one_by_one(t: Table, fight: Fight) -> bool:
    """Return whether an evasion hits one of several Enemies only."""
    return len(fight.enemies) > 1 and not t.switched("evadeAll")


def deciding(t: Table) -> int:
    """Return who is asked about Fate; the fighter where a last token has gone by hand since."""
    seat = decider(t.state)
    return t.fighting().me.seat if seat is None else seat


def in_order(t: Table, seat: int) -> None:
    """Refuse a decision about Fate out of its order."""
    now = decider(t.state)
    if now is not None and now != seat:
        t.refuse("T-ORDER", "T-088", who=t.who(now))


def fate_rule(fight: Fight) -> str:
    """Return the rule about Fate in a fight: another between villains."""
    return "T-075" if fight.foe is None else "T-088"


def chances_of_reroll(t: Table, seat: int) -> Msg:
    """Return what another die of a fighter would bring."""
    fight, ahead = t.fighting(), lead(t.state, t.fighting())
    fighter = fight.me
    if fight.foe is not None and fight.foe.seat == seat:
        fighter, ahead = fight.foe, -ahead
    return msg("help.reroll", odds=on_a_die(ahead - fighter.die))


def _row(label: Msg | str | tuple[Msg | str, ...]) -> Msg | str:
    if not isinstance(label, tuple):
        return label
    return label[0] if len(label) == 1 else msg("field.enemies", names=label)


def _chances(state: State, fight: Fight) -> Msg:
    """Return the exact chances before the dice."""
    ahead, who = lead(state, fight), state.villains[fight.me.seat].sheet.name
    if fight.kind == "guard":
        return msg("help.odds-die", who=who, odds=on_a_die(ahead))
    return msg("help.odds", who=who, **die_against_die(ahead).rolls)


# -- what follows ------------------------------------------------------------------------


def weigh(t: Table) -> None:
    """Compare the scores; ask for Fate where it can still matter, else settle."""
    fight = t.fighting()
    mine = base(t.state, fight.me, fight.attribute) + fight.me.die
    t.note(
        "scores",
        "T-069",
        who=t.who(fight.me.seat),
        mine=mine,
        against=opponent_label(t.state, fight),
        theirs=mine - lead(t.state, fight),
    )
    go_round(t)


def go_round(t: Table) -> None:
    """Let the next fighter decide about Fate; settle the fight once no one has to."""
    fight, seat = t.fighting(), decider(t.state)
    if seat is None:
        settle(t)
    elif fight.foe is not None and seat == fight.foe.seat and not decided(fight.me):
        # An attacker without a choice is past it too, so that no later token opens it again.
        t.put_side(replace(fight.me, passed=True))


def reread(t: Table) -> None:
    """Update the fight going on with the numbers its cards turn out to have."""
    fight = t.state.fight
    if fight is None or t.phase not in ("fight", "fate"):
        return
    value = fight.value
    if fight.kind == "enemy":
        cards = next_enemies(t.state)
        if unnumbered(t.state) or {card.id for card in cards} != set(fight.enemies):
            go_on(t)
            return
        if cards[0].attribute != fight.attribute:
            go_on(t)
            return
        value = sum(card.value for card in cards)
    elif fight.kind == "batman" and t.state.batman.space != "control-room":
        value = int(getattr(t.state.batman, fight.attribute))
    if value != fight.value:
        t.put(fight=replace(fight, value=value))
        if t.phase == "fate":
            weigh(t)


def _attack_evaded(t: Table) -> None:
    """Count an attack that a villain slipped away from as the attacker's encounter."""
    t.put(fight=None)
    if t.switched("evadedAttackAllowsSpace"):
        t.turn(phase="encounter", here="")
    else:
        to_end(t)


WORDS: Catalogue = {
    "prompt.stand": _("Fight Batman with Strength or Cunning?"),
    "prompt.strike": _("Fight: {mine} against {theirs}, plus dice"),
    "prompt.boost": _("{who}: {n} before the die – change what you use"),
    "prompt.evade": _("{who}: evade with a Feat or ability"),
    "prompt.keep-behind": _("{who} accepts being {n} behind"),
    "prompt.keep-tie": _("{who} accepts the tie"),
    "prompt.keep-ahead": _("{who} keeps a lead of {n}"),
    "field.attribute": _("Attribute"),
    "field.enemy": _("Which Enemy"),
    "field.enemies": _("{names}"),
    "hint.stand": _("{mine} against {theirs}: wins {n} out of 36"),
    "help.reroll": _("Rolling again: {odds}"),
    "note.stand": _("{who} fights with {attribute}; Batman has {value}"),
    "note.boost": _("{who} fights with {n} before the die"),
    "note.evades": _("{who} escapes: no trophy and no loss"),
    "note.scores": _("{who} {mine}, {against} {theirs}"),
    "note.keep": _("{who} keeps the die"),
    "refusal.T-E10": _("Weapons that count in one fight: {n}"),
    "refusal.T-E12": _("You cannot evade here"),
    "refusal.T-WHICH": _("Choose which Enemy is evaded"),
    "refusal.T-DICE": _n("This fight needs {n} die", "This fight needs {n} dice"),
    "refusal.T-ORDER": _("{who} decides about Fate first"),
}
