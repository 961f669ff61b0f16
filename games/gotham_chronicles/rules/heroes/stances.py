"""Stances: who is active this round, who rests, and what each recovers (p.21)."""

from __future__ import annotations

from collections.abc import Iterable

from games.gotham_chronicles.rules.common.energy import (
    REGENERATION,
    healing_cards,
    regeneration,
)
from games.gotham_chronicles.rules.common.forms import MORE, NOW, choice
from games.gotham_chronicles.rules.heroes.equipment import carried, may_use
from games.gotham_chronicles.rules.rounds import recover_all
from games.gotham_chronicles.state import Hero, State
from games.gotham_chronicles.table import (
    Act,
    Table,
    awake,
    hero_at,
    in_phase,
    side_only,
)
from games.messages import Catalogue, Msg, msg
from games.messages import gettext_noop as _
from games.messages import ngettext_noop as _n
from games.referee import Choice, Field, Prompt

STANCES = ("active", "resting")


class Stance(Act, tag="stance"):
    """A hero becomes active or resting; ``regenerate`` wounds become fatigue first.

    ``card`` is a one-time card used up for it; unless a number is entered, it heals all it can.
    """

    named = _("Choose a stance")

    rebases = True
    hero: int
    stance: str
    regenerate: int | None = None
    card: str = ""

    @classmethod
    def ensure_allowed(cls, t: Table) -> None:
        side_only(t, "heroes", "G-044")
        in_phase(t, ("H3",), "G-044")

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        """Offer one prompt per hero; chosen ones may still be changed."""
        for index, hero in enumerate(t.state.heroes):
            if hero.neutralized and hero.choosing:
                continue
            names = ("resting",) if hero.neutralized else STANCES
            choices = tuple(
                Choice(name, Msg(f"stance.{name}"), _recovers(t.state, hero, name), name)
                for name in names
            )
            yield cls.prompt(
                msg("prompt.stance", who=hero.sheet.name),
                choice("stance", choices, "G-044"),
                *_regenerating(hero),
                fixed={"hero": index},
                rule="G-044",
                expected=not hero.choosing,
                actors=(index,),
                group=NOW if not hero.choosing else MORE,
            )

    def apply(self, t: Table) -> None:
        """Choose a stance; after the last choice every hero recovers (p.21)."""
        hero = hero_at(t, self.hero)
        if self.stance not in STANCES:
            t.refuse_impossible("E_NO_STANCE", "G-044", stance=self.stance)
        if hero.neutralized and self.stance == "active":
            t.refuse(
                "E_NEUTRALIZED_MUST_REST",
                "G-045",
                remedy=msg("remedy.rest"),
                who=hero.sheet.name,
            )
        healed = _regenerates(t, hero, self)
        t.note("stance", "G-044", who=hero.sheet.name, stance=Msg(f"stance.{self.stance}"))
        t.put_hero(self.hero, choosing=self.stance, regenerate=healed, healing=self.card)
        if all(each.choosing for each in t.state.heroes):
            recover_all(t)


def last_to_choose(t: Table, index: int) -> Hero:
    """Return the only hero without a stance, who may act at once; refuses if anything else is open.

    A hero who could regenerate, or recovers a number of their own, chooses the stance.
    """
    hero = hero_at(t, index)
    in_phase(t, ("H3",), "G-044")
    awake(t, hero)
    others = (each for n, each in enumerate(t.state.heroes) if n != index)
    heals = any(regeneration(hero, card=card) for card in ("", *healing_cards(hero)))
    if hero.choosing or heals or hero.sheet.active is None or not all(h.choosing for h in others):
        t.refuse_impossible("E_PHASE", "G-044", phase=Msg("phase.H3"))
    return hero


def act_at_once(t: Table, index: int) -> None:
    """Make the last hero to choose active by the first cube it spends (p.21)."""
    hero = last_to_choose(t, index)
    t.note("stance", "G-044", who=hero.sheet.name, stance=Msg("stance.active"))
    t.put_hero(index, choosing="active")
    recover_all(t)


def _regenerates(t: Table, hero: Hero, action: Stance) -> int:
    """Turn wounds into fatigue by the skill or a one-time card."""
    if action.card:
        card = carried(t, hero, action.card, "G-055")
        may_use(t, hero, card)
        if card.name not in healing_cards(hero) or not hero.wounds:
            t.refuse_impossible("E_NO_SKILL", "G-046", skill=REGENERATION)
    if not action.regenerate and not action.card:
        return 0
    awake(t, hero)
    most = regeneration(hero, overruled=hero.neutralized, card=action.card)
    healed = most if action.regenerate is None else action.regenerate
    t.require_range(Msg("field.regenerate"), healed, 0, most, "G-046")
    return healed


def _regenerating(hero: Hero) -> list[Field]:
    """Return wounds to fatigue by the skill, and the one-time card that helps with it."""
    found: list[Field] = []
    healing = healing_cards(hero) if hero.wounds else {}
    if healing:
        hints = {name: msg("hint.heals", n=n) for name, n in healing.items()}
        chests = tuple(Choice(name, name, hint) for name, hint in hints.items())
        found.append(choice("card", chests, "G-055", optional=True))
    most = max(regeneration(hero, card=name) for name in ("", *healing))
    if most:
        found.append(Stance.field("regenerate", low=0, high=most, rule="G-046"))
    return found


def _recovers(state: State, hero: Hero, stance: str) -> Msg:
    n = hero.sheet.active if stance == "active" else hero.sheet.resting
    return msg("hint.recovers", n="X" if n is None else n + (1 if state.has("E1") else 0))


WORDS: Catalogue = {
    "note.stance": _("{who} chooses: {stance}"),
    "refusal.E_NO_STANCE": _("There is no stance called {stance}"),
    "refusal.E_NEUTRALIZED_MUST_REST": _("{who} is neutralized and must rest"),
    "remedy.rest": _("Choose Resting"),
    "hint.recovers": _("recovers {n}"),
    "hint.heals": _n(
        "up to {n} wound to fatigue, then used up", "up to {n} wounds to fatigue, then used up"
    ),
    "prompt.stance": _("{who}'s stance"),
    **dict.fromkeys(
        ("question.RECOVERY", "question.RECOVERY_2", "question.RECOVERY_3"),
        _("How many cubes does {who} recover?"),
    ),
}
