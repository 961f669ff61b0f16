"""Automatic manipulation and thought, and the skills they carry (p.41, 44)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from games.gotham_chronicles.rules.actions.tasks import KINDS, known_kind
from games.gotham_chronicles.rules.common.energy import pay, spent
from games.gotham_chronicles.rules.common.forms import MORE, NOW, Text, choice, fighters
from games.gotham_chronicles.rules.common.skills import level, owner_of, skill_of
from games.gotham_chronicles.rules.danger import ATTRACTION, attraction, explosion
from games.gotham_chronicles.rules.villain.activation import (
    activating,
    begun,
    free_to_act,
    one_use,
    side_of_activation,
)
from games.gotham_chronicles.state import Hero, Move, State, Tile
from games.gotham_chronicles.table import (
    Act,
    Table,
    awake,
    can_act,
    fighter,
    hero_of,
    leaders,
    mini_of,
    name_of,
    side_of,
    somebody,
    tile_of,
    which,
)
from games.messages import Catalogue, Msg, msg
from games.messages import gettext_noop as _
from games.messages import ngettext_noop as _n
from games.referee import Choice, Prompt

GUIDED = "guided"
"""What a hero has used once a Tactician moved it this round."""
ONCE_PER_ROUND = ("Scream", "Blast")
FREE_OF_CUBES = ("Scream",)
CONFERS = {"manipulation": (ATTRACTION, *ONCE_PER_ROUND), "thought": ("Tactician",)}
"""The skills that are an automatic action of their own, whatever the tile shows (p.27, 41)."""


class Automatic(Act, tag="auto"):
    """An automatic manipulation or thought; ``hero`` is ``None`` for the miniature acting.

    ``what`` may be the skill used: Scream costs no cube, Scream and Blast once per round.
    """

    named = _("Do an automatic Manipulation or Thought")

    kind: str
    hero: int | None = None
    what: Text = ""

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        for index, hero in _able(t):
            for kind in KINDS:
                skills = CONFERS["manipulation"] if kind == "manipulation" else ()
                suggest = tuple(name for name in skills if level(hero, name))
                rule = "G-132" if kind == "manipulation" else "G-138"
                if hero.room(kind):
                    fixed = {"hero": index, "kind": kind}
                    yield cls._prompt(hero.sheet.name, kind, suggest, fixed, rule, (index,))
        active = t.state.activation
        tile = t.state.tile(active.tile) if active and active.mini else None
        if tile is None or active is None or active.action or active.closed:
            return
        actors = leaders(t.state, fighter("tile", tile.name))
        for kind in KINDS:
            skills = tuple(name for name in CONFERS[kind] if level(tile, name))
            fixed = {"kind": kind}
            if t.allows(_mini_automatic, t, kind, "", "G-076"):
                yield cls._prompt(tile.name, kind, skills, fixed, "G-076", actors)
                continue
            for skill in skills if kind == "manipulation" else ():
                if t.allows(_mini_automatic, t, kind, skill, "G-076"):
                    yield cls._by_skill(tile.name, skill, fixed, actors)

    @classmethod
    def _prompt(
        cls,
        who: str,
        kind: str,
        suggest: tuple[str, ...],
        fixed: dict[str, Any],
        rule: str,
        actors: tuple[int, ...],
    ) -> Prompt:
        return cls.prompt(
            msg(f"prompt.auto_{kind}", who=who),
            cls.field("what", choices=tuple(Choice(each, each) for each in suggest)),
            fixed=fixed,
            rule=rule,
            actors=actors,
            group=MORE,
            tone=kind,
        )

    @classmethod
    def _by_skill(
        cls, who: str, skill: str, fixed: dict[str, Any], actors: tuple[int, ...]
    ) -> Prompt:
        label = msg("prompt.auto_skill", who=who, skill=skill)
        fixed = {**fixed, "what": skill}
        return cls.prompt(
            label, fixed=fixed, rule="G-076", actors=actors, group=MORE, tone="manipulation"
        )

    def apply(self, t: Table) -> None:
        """Spend one cube on one single thing, without a roll (p.41, 44)."""
        if self.hero is None:
            activating(t)
        kind = known_kind(t, self.kind)
        rule = "G-132" if kind == "manipulation" else "G-138"
        if self.hero is None:
            _mini_automatic(t, kind, self.what, rule)
            return
        hero = can_act(t, self.hero, rule)
        if self.what in ONCE_PER_ROUND:
            if not level(hero, self.what):
                t.refuse_impossible("E_NO_SKILL", rule, skill=self.what)
            if self.what in hero.used:
                t.refuse("E_ONCE_PER_ROUND", rule, what=self.what)
            t.put_hero(self.hero, used=(*hero.used, self.what))
        price = 0 if self.what in FREE_OF_CUBES else 1
        pay(t, self.hero, kind, price, rule)
        t.note(
            "automatic",
            rule,
            who=hero.sheet.name,
            kind=Msg(f"space.{kind}"),
            what=self.what or "–",
            cubes=spent(self.hero, kind, price),
        )
        _leads_on(t, fighter("hero", self.hero), self.what)


class Command(Act, tag="command"):
    """A hero activates the allies' tile of a Command skill: an automatic thought."""

    named = _("Lead allies")

    hero: int
    tile: str

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        for index, hero in _able(t):
            for tile in t.state.tiles if hero.room("thought") else ():
                if t.allows(_commanded, t, index, tile.name):
                    yield cls.prompt(
                        msg("prompt.command", who=hero.sheet.name, tile=tile.name),
                        fixed={"hero": index, "tile": tile.name},
                        rule="G-138",
                        actors=(index,),
                        group=NOW,
                        tone="thought",
                    )

    def apply(self, t: Table) -> None:
        """Activate the tile next to the tablet by a hero's thought, once per round."""
        hero = can_act(t, self.hero, "G-138")
        tile = _commanded(t, self.hero, self.tile)
        pay(t, self.hero, "thought", 1, "G-138")
        t.note(
            "command",
            "G-138",
            who=hero.sheet.name,
            tile=tile.name,
            cubes=spent(self.hero, "thought", 1),
        )
        t.put_tile(tile.name, activated=True)
        t.state = begun(t.state, tile.name)


class Tactician(Act, tag="tactician"):
    """An automatic thought gives an ally move points to use at once.

    ``hero`` is ``None`` for the miniature acting.
    """

    named = _("Use Tactician")

    ally: str
    hero: int | None = None

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        for index, hero in _able(t):
            if hero.room("thought"):
                who = fighter("hero", index)
                yield from cls._prompt(t, who, "heroes", {"hero": index}, (index,))
        active = t.state.activation
        thinks = t.allows(_mini_automatic, t, "thought", "Tactician", "G-138")
        if active and thinks:
            who = fighter("tile", active.tile, active.mini)
            yield from cls._prompt(t, who, side_of_activation(t.state), {}, leaders(t.state, who))

    @classmethod
    def _prompt(
        cls, t: Table, who: str, side: str, fixed: dict[str, Any], actors: tuple[int, ...]
    ) -> Iterable[Prompt]:
        """Offer it for an ally whom no one has moved this round, if ``who`` has the skill."""
        owner = owner_of(t.state, who)
        points = level(owner, "Tactician")
        allies = tuple(
            each for each in fighters(t.state, side) if t.allows(_guided, t, str(each.value), who)
        )
        if points and allies:
            yield cls.prompt(
                msg("prompt.tactician", who=owner.sheet.name, n=points),
                choice("ally", allies),
                fixed=fixed,
                rule="G-138",
                actors=actors,
                group=MORE,
                tone="thought",
            )

    def apply(self, t: Table) -> None:
        """Move each ally once per round."""
        rule = "G-138"
        if self.hero is None:
            active = activating(t)
            who = fighter("tile", active.tile, active.mini)
            _mini_automatic(t, "thought", "Tactician", rule)
        else:
            can_act(t, self.hero, rule)
            who = fighter("hero", self.hero)
        points = skill_of(t.state, who, "Tactician")
        if not points:
            t.refuse_impossible("E_NO_SKILL", rule, skill="Tactician")
        ally = _guided(t, self.ally, who)
        if self.hero is not None:
            pay(t, self.hero, "thought", 1, rule)
        lay = mini_of(t.state, ally)
        rises = lay is not None and lay.laid
        bonus = _tactician_bonus(t, ally)
        t.note(
            "tactician",
            rule,
            who=name_of(t.state, who),
            ally=name_of(t.state, ally),
            n=points + bonus,
            cubes=() if self.hero is None else spent(self.hero, "thought", 1),
        )
        if rises:
            t.note("stands-up", "G-093", who=name_of(t.state, ally))
        t.put(open=Move(ally, points + bonus, bonus, buys=False, given=points))


def _able(t: Table) -> Iterable[tuple[int, Hero]]:
    """Yield the heroes who may act, in full depth."""
    for index, hero in enumerate(t.state.heroes):
        if t.state.depth == "full" and t.allows(can_act, t, index, "G-132"):
            yield index, hero


def _commanded(t: Table, hero: int, name: str) -> Tile:
    """Return the tile beside the tablet with someone to lead, not yet activated this round."""
    tile = t.state.tile(name)
    if tile is None or tile.place != "ally" or tile.owner != hero:
        t.refuse_impossible("E_NOT_IN_RIVER", "G-015", tile=name)
    if tile.down or not tile.on_map:
        t.refuse("E_NO_MINIATURE", "G-154", tile=tile.name)
    if tile.activated:
        t.refuse("E_ONCE_PER_ROUND", "G-016", what=tile.name)
    return tile


def _leads_on(t: Table, who: str, skill: str) -> None:
    """Apply what the skill used by an automatic action brings."""
    if skill in ONCE_PER_ROUND:
        explosion(t, who, skill)
        return
    if skill == ATTRACTION:
        attraction(t, who)


def _mini_automatic(t: Table, kind: str, what: str, rule: str) -> None:
    active = free_to_act(t, rule)
    tile = t.state.tile(active.tile)
    if tile is None:
        return
    ability = tile.sheet.ability(kind)
    name = Msg(f"space.{kind}")
    if ability.forbidden:
        t.refuse("E_FORBIDDEN_ACTION", "G-077", tile=tile.name, kind=name)
    confers = what in CONFERS[kind] and level(tile, what)
    if not ability.options and not confers:
        t.refuse("E_NO_CHARACTERISTIC", "G-076", tile=tile.name, kind=name)
    times = ability.options[0].times if ability.options else 1
    active = one_use(t, active, kind, 0, times)
    t.note("automatic", rule, who=f"{tile.name} #{active.mini}", kind=name, what=what or "–")
    t.put(activation=active)
    _leads_on(t, fighter("tile", tile.name, active.mini), what)


def _guided(t: Table, ally: str, who: str) -> str:
    """Return the ally to be moved: not oneself, each once a round, each miniature for itself."""
    tile = None if hero_of(ally) is not None else t.state.tile(tile_of(ally)[0])
    if tile is not None and not tile_of(ally)[1]:
        others = tuple(m for m in tile.minis if fighter("tile", tile.name, m.number) != who)
        waiting = tuple(mini for mini in others if not mini.guided) or others
        mini = which(t, tile, "G-138", waiting)
        ally = fighter("tile", tile.name, mini.number)
    ally = somebody(t, ally, "G-138")
    if ally == who or side_of(t.state, ally) != side_of(t.state, who):
        t.refuse_impossible("E_NO_TARGET", "G-177", target=name_of(t.state, ally))
    _may_be_moved(t, ally)
    if guided(t.state, ally):
        t.refuse("E_ONCE_PER_ROUND", "G-138", what=name_of(t.state, ally))
    return ally


def guided(state: State, who: str) -> bool:
    """Return whether a Tactician moved the fighter this round."""
    index, mini = hero_of(who), mini_of(state, who)
    if index is not None:
        return GUIDED in state.heroes[index].used
    return mini is not None and mini.guided


def _may_be_moved(t: Table, ally: str) -> None:
    """Refuse to move on given points a hero who isn't active; a resting one takes no action
    (p.21)."""
    index = hero_of(ally)
    if index is None:
        return
    hero = t.state.heroes[index]
    awake(t, hero)
    if hero.stance != "active":
        t.refuse("E_RESTING", "G-049", remedy=msg("remedy.resting"), who=hero.sheet.name)


def _tactician_bonus(t: Table, ally: str) -> int:
    """Mark the ally as moved; its first movement bonus.

    That of a hero is what is still due or kept. That of a tile always counts, unless its
    miniature has to stand up first.
    """
    index, mini = hero_of(ally), mini_of(t.state, ally)
    if index is None:
        tile = t.state.tile(tile_of(ally)[0])
        bonus = tile.sheet.bonus if tile and mini and not mini.laid else 0
        t.put_mini(ally, guided=True, laid=False)
        return bonus
    hero = t.state.heroes[index]
    bonus = hero.kept if hero.moved else hero.bonus
    t.put_hero(index, moved=True, kept=0, used=(*hero.used, GUIDED))
    return bonus


WORDS: Catalogue = {
    "note.automatic": _("{who}: automatic {kind} ({what})"),
    "note.command": _("{who} leads {tile}"),
    "note.tactician": _n("{who} gives {ally} {n} move point", "{who} gives {ally} {n} move points"),
    "prompt.auto_skill": _("{who}: {skill}"),
    "prompt.command": _("{who}: lead {tile}"),
    "prompt.tactician": _n("{who}: Tactician, {n} point", "{who}: Tactician, {n} points"),
}
