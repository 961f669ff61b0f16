"""Feats (p. 10): secret hands, the limit by Cunning, one in another's turn."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from games.messages import Catalogue, Msg, msg
from games.messages import gettext_noop as _
from games.messages import ngettext_noop as _n
from games.referee import Choice, Prompt
from games.talisman_batman.rules import fields
from games.talisman_batman.rules.fields import feat_field
from games.talisman_batman.state import Feat, Name, State
from games.talisman_batman.state.derived import feat_limit, hand, total
from games.talisman_batman.table import Act, Table
from games.talisman_batman.words import fold

FRENZY = frozenset(map(fold, ("Szał", "Frenzy", "Rage")))
"""The Feat of the example on p. 10: it adds Cunning to Strength in one fight."""


class DiscardFeat(Act, tag="feat-discard"):
    """A Feat above the limit is discarded."""

    named = _("Discard a Feat")
    waits = False
    seat: int
    feat: int

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        for owe in t.state.owes:
            if owe.what == "feats":
                villain = t.villain(owe.seat)
                over = len(villain.feats) - feat_limit(t.state, villain)
                label = msg("prompt.feat-over", who=t.who(owe.seat), n=over)
                yield cls.now(t, feat_field(villain), rule="T-103", label=label, seat=owe.seat)

    def apply(self, t: Table) -> None:
        held(t, self.seat, self.feat, "T-104")
        villain = t.villain(self.seat)
        limit = feat_limit(t.state, villain)
        if len(villain.feats) <= limit:
            t.refuse("T-E19", "T-104", n=limit)
        drop(t, self.seat, self.feat)


class UseFeat(Act, tag="feat-use"):
    """Use a Feat; ``extra`` is its bonus to the user's score in the current fight.

    0 leaves it to the referee, which knows the Feat of the rulebook's example.
    """

    named = _("Use a Feat")
    # What it adds stands on the card alone.
    by_hand = True
    waits = False
    seat: int
    feat: int
    extra: int = 0

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        fighting = _fighters_before_dice(t)
        for seat in fighting:
            if t.phase == "fight" and not t.state.owes and usable(t.state, seat):
                villain = t.villain(seat)
                label = msg("prompt.feat-fight", who=villain.sheet.name)
                inputs = (feat_field(villain), fields.extra(0))
                yield cls.now(t, *inputs, rule="T-107", label=label, expected=False, seat=seat)
        for seat in t.alive():
            if usable(t.state, seat) and seat not in fighting:
                yield cls.private(seat, feat_field(t.villain(seat)), rule="T-107")

    def apply(self, t: Table) -> None:
        t.holder(self.seat)
        _help(t, self.seat, self.extra or worth(t.state, self.seat, self.feat))
        use_up(t, self.seat, self.feat)


class NameFeat(Act, tag="feat-name"):
    """The name of a Feat in the player's own hand; no one else sees it."""

    named = _("Name a Feat")
    waits = False
    seat: int
    feat: int
    name: Name

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        for seat in t.alive():
            if t.villain(seat).feats:
                inputs = (feat_field(t.villain(seat)), cls.field("name"))
                yield cls.private(seat, *inputs, rule="T-106")

    def apply(self, t: Table) -> None:
        held(t, self.seat, self.feat, "T-106")
        name = self.name.strip()
        t.note("feat-named", "T-106", who=t.who(self.seat))
        t.secret(self.seat, "feat-is", "", "T-106", name=name)
        feats = t.villain(self.seat).feats
        named = tuple(replace(f, name=name) if f.id == self.feat else f for f in feats)
        t.change(self.seat, feats=named)


class DrawFeat(Act, tag="feat-draw"):
    """A Feat drawn in secret; above the limit one is discarded afterwards."""

    named = _("Draw a Feat")
    by_hand = True
    waits = False
    seat: int
    name: str = ""

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        for seat in t.alive() if t.allows(draw_feat, t, t.active) else ():
            label = msg("prompt.feat-draw", who=t.villain(seat).sheet.name)
            yield replace(cls.besides(rule="T-106", label=label, seat=seat), actors=(seat,))

    def apply(self, t: Table) -> None:
        t.holder(self.seat)
        t.living(self.seat)
        draw_feat(t, self.seat, self.name)


# -- checks ------------------------------------------------------------------------------


def held(t: Table, seat: int, feat: int, rule: str) -> Feat:
    """Return a Feat in the own hand; refused for other hands and Feats."""
    t.holder(seat)
    found = hand(t.living(seat), feat)
    if found is None:
        t.refuse_impossible("T-NO-FEAT", rule)
    return found


def usable(state: State, seat: int) -> bool:
    """Return whether a seat holds a Feat it may use now: one only in another's turn."""
    villain = state.villains[seat]
    return bool(villain.feats) and not (seat != state.active and villain.feat_used)


def _fighters_before_dice(t: Table) -> tuple[int, ...]:
    """Return who may still better the own score in the fight going on."""
    fight = t.state.fight
    if fight is None or fight.me.die:
        return ()
    seats = (fight.me.seat, *((fight.foe.seat,) if fight.foe else ()))
    return tuple(seat for seat in seats if not t.villain(seat).insane)


def worth(state: State, seat: int, feat: int) -> int:
    """Return what a Feat the rulebook explains adds to its owner's score in the fight going on."""
    fight, villain = state.fight, state.villains[seat]
    found = hand(villain, feat)
    if fight is None or found is None or fold(found.name) not in FRENZY:
        return 0
    fighting = seat == fight.me.seat or (fight.foe is not None and seat == fight.foe.seat)
    useful = fighting and not fight.me.die and not villain.insane
    return total(villain, "cunning") if useful and fight.attribute == "strength" else 0


# -- what happens to Feats -------------------------------------------------------------------


def _help(t: Table, seat: int, extra: int) -> None:
    """Add a Feat to the fight going on, before the dice."""
    fight = t.state.fight
    t.require_range(msg("field.extra"), extra, -fields.EXTRA, fields.EXTRA, "T-068")
    if not extra:
        return
    if fight is None or seat not in (fight.me.seat, fight.foe.seat if fight.foe else None):
        t.refuse_impossible("T-NO-FIGHT", "T-068")
    if fight.me.die:
        t.refuse_impossible("T-E09", "T-068")
    if t.villain(seat).insane:
        t.refuse("T-E23", "T-110", who=t.who(seat))
    fighter = t.side(seat)
    t.put_side(replace(fighter, extra=fighter.extra + extra))


def use_up(t: Table, seat: int, feat: int) -> None:
    """Use a Feat: it becomes public and goes to the discards."""
    used = held(t, seat, feat, "T-106")
    if not usable(t.state, seat):
        t.refuse("T-E20", "T-107", who=t.who(seat))
    name = msg("feat.named", name=used.name) if used.name else msg("feat.unnamed")
    t.note("feat-used", "T-107", who=t.who(seat), feat=name)
    _lay_off(t, seat, feat)
    t.change(seat, feat_used=t.villain(seat).feat_used or seat != t.active)


def drop(t: Table, seat: int, feat: int) -> None:
    """Discard a Feat unread."""
    t.note("feat-discarded", "T-103", who=t.who(seat))
    found = hand(t.villain(seat), feat)
    if found is not None and found.name:
        t.secret(seat, "feat-was", "", "T-103", name=found.name)
    _lay_off(t, seat, feat)


def _lay_off(t: Table, seat: int, feat: int) -> None:
    t.change(seat, feats=tuple(f for f in t.villain(seat).feats if f.id != feat))
    t.put(feat_discard=t.state.feat_discard + 1)


def draw_feat(t: Table, seat: int, name: str = "") -> None:
    """Draw one Feat from the deck, its name for the owner's eyes only; reshuffle discards."""
    if not t.state.feat_deck and t.state.feat_discard:
        t.note("feats-reshuffled", "T-105", n=t.state.feat_discard)
        t.put(feat_deck=t.state.feat_discard, feat_discard=0)
    if not t.state.feat_deck:
        t.refuse_impossible("T-E29", "T-105", what=Msg("term.feats"))
    feat = Feat(t.state.next_id, name.strip())
    t.put(feat_deck=t.state.feat_deck - 1, next_id=t.state.next_id + 1)
    t.change(seat, feats=(*t.villain(seat).feats, feat))
    t.note("feat-drawn", "T-106", who=t.who(seat))
    if feat.name:
        t.secret(seat, "feat-is", "", "T-106", name=feat.name)


def never_without(t: Table, seat: int) -> None:
    """Draw a Feat for a villain who always has one as soon as there is none and Cunning allows
    it."""
    villain = t.villain(seat)
    left = t.state.feat_deck + t.state.feat_discard
    if villain.sheet.always_feat and not villain.feats and left and feat_limit(t.state, villain):
        t.note("feat-again", "T-085", who=t.who(seat))
        draw_feat(t, seat)


# -- names for the owner -----------------------------------------------------------------


def named(state: State, prompts: tuple[Prompt, ...], viewer: int | None) -> tuple[Prompt, ...]:
    """Return the prompts with the names of the viewer's own Feats on the buttons."""
    if viewer is None or not 0 <= viewer < len(state.villains):
        return prompts
    known = {
        feat.id: Choice(feat.id, feat.name, _bonus(worth(state, viewer, feat.id)))
        for feat in state.villains[viewer].feats
        if feat.name
    }
    if not known:
        return prompts
    return tuple(_name(p, known) if p.fixed.get("seat") == viewer else p for p in prompts)


def _bonus(points: int) -> Msg | str:
    return fields.bonus("strength", points) if points else ""


def _name(prompt: Prompt, known: dict[int, Choice]) -> Prompt:
    if prompt.do != "feat-use":
        known = {id: replace(choice, hint="") for id, choice in known.items()}
    found = tuple(
        replace(field, choices=tuple(_known(choice, known) for choice in field.choices))
        if field.name == "feat"
        else field
        for field in prompt.fields
    )
    return replace(prompt, fields=found)


def _known(choice: Choice, known: dict[int, Choice]) -> Choice:
    return known.get(choice.value, choice) if isinstance(choice.value, int) else choice


WORDS: Catalogue = {
    "prompt.feat-fight": _("{who}: use a Feat in this fight"),
    "prompt.feat-draw": _("{who}: draw a Feat"),
    "prompt.feat-use": _("Use a Feat"),
    "prompt.feat-name": _("Enter the name of a Feat"),
    "prompt.feat-over": _n("{who}: discard {n} Feat", "{who}: discard {n} Feats"),
    "note.feat-drawn": _("{who} draws a Feat"),
    "note.feat-is": _("Your Feat: {name}"),
    "note.feat-was": _("You discard {name}"),
    "note.feat-named": _("{who} notes down a Feat"),
    "note.feat-used": _("{who} uses {feat}"),
    "note.feat-again": _("{who} always has a Feat, so draws another"),
    "note.feat-discarded": _("{who} discards a Feat over the limit"),
    "note.feats-reshuffled": _n(
        "{n} discarded Feat is the new deck", "{n} discarded Feats are shuffled into a new deck"
    ),
    "refusal.T-E19": _("A Feat within the limit ({n}) cannot be discarded, only used"),
    "refusal.T-E20": _("{who} has already used a Feat in someone else's turn"),
    "refusal.T-NO-FEAT": _("That Feat is not in this hand"),
    "refusal.T-NO-FIGHT": _("Points count only in your own fight"),
}
