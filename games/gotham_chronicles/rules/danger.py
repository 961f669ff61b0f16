"""Dangerous terrain, field tokens, explosions and broken walls (p.35, 53-54).

What a skill brings after its action waits, one thing after the other, as the open action,
until it is done on the board or waived.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from msgspec.structs import replace

from games.actions import Range
from games.gotham_chronicles.box.sheets import Skill
from games.gotham_chronicles.rules.common.forms import (
    MORE,
    NOW,
    TABLE,
    Area,
    Text,
    choice,
    fighters,
    parts,
)
from games.gotham_chronicles.rules.common.perils import ROLLED_FOR, roll_for_wounds
from games.gotham_chronicles.rules.common.skills import (
    gas_immune,
    owner_of,
    printed,
    skill_of,
    summed,
    usable,
)
from games.gotham_chronicles.state import Brought, Grant, Hero, State, Token, Victim
from games.gotham_chronicles.table import (
    Act,
    Table,
    fighter,
    hero_of,
    leaders,
    led_by,
    name_of,
    nothing_open,
    present,
    side_only,
    somebody,
    tile_of,
)
from games.messages import Catalogue, Msg, msg
from games.messages import gettext_noop as _
from games.messages import ngettext_noop as _n
from games.referee import Choice, Field, Prompt

TOKENS = {"Flame": "flame", "Toxic Gas": "gas", "Frost": "frost"}
"""The skills that place tokens after attacks and explosions (p.54)."""
DANGEROUS = ("flame", "gas")
EXPLOSIONS = ("Scream", "Blast", "Grenade")
ATTRACTION = "Attraction"
RULES = {
    "explosion": "G-176",
    "rise": "G-171",
    "drag": "G-132",
    **dict.fromkeys((*TOKENS.values(), "smoke"), "G-173"),
}
FALL_TOGETHER = "G-Q29"
SUPPLY = {"flame": 8, "gas": 8, "frost": 8, "smoke": 6}
WALLS_IN_BOX = 6


class PlaceToken(Act, tag="token"):
    """Place field modifier tokens for a side."""

    named = _("Place a field token")
    by_hand = True

    kind: str
    area: Area = ""
    tokens: int = 1
    part: int | None = None

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        areas = tuple(dict.fromkeys(token.area for token in t.state.tokens))
        due = first(t.state, *SUPPLY)
        if due and not t.state.peril:
            yield from cls._granted(t, due, tuple(filter(None, areas)))
        granted = due.kind if due and not t.state.peril else ""
        kinds = tuple(Choice(each, Msg(f"token.{each}")) for each in SUPPLY if each != granted)
        by = t.state.villain if t.state.side == "villain" else 0
        yield cls.prompt(
            "",
            choice("kind", kinds, "G-173"),
            cls.field("area", choices=tuple(Choice(area, area) for area in areas)),
            cls.field("tokens", low=1, high=4),
            Field("part", "choice", Msg("field.part"), parts(t.state), default=by, of_part=True),
            rule="G-173",
            group=TABLE,
        )

    @classmethod
    def _granted(cls, t: Table, grant: Grant, areas: tuple[str, ...]) -> Iterable[Prompt]:
        left = SUPPLY[grant.kind] - sum(token.kind == grant.kind for token in t.state.tokens)
        if left <= 0:
            return
        part = hero_of(grant.who)
        if part is None:
            part = t.state.villain if led_by(t.state, grant.who) == "villain" else 0
        yield cls.prompt(
            msg("prompt.brought_token", n=grant.n, kind=Msg(f"token.{grant.kind}")),
            cls.field("tokens", low=1, high=min(left, grant.n), rule="G-173"),
            cls.field("area", choices=tuple(Choice(area, area) for area in areas)),
            fixed={"kind": grant.kind, "part": part},
            rule="G-173",
            expected=True,
            actors=leaders(t.state, grant.who),
            group=NOW,
            tone="danger" if grant.kind in DANGEROUS else "",
        )

    def apply(self, t: Table) -> None:
        """Place the token active face up (p.54)."""
        if self.kind not in SUPPLY:
            t.refuse_impossible("E_NO_SPACE", "G-173", space=self.kind)
        due = None if t.state.peril else first(t.state, self.kind)
        if due:
            side_only(t, led_by(t.state, due.who), "G-173")
        most = due.n if due else SUPPLY[self.kind]
        t.require_range(Msg("field.tokens"), self.tokens, 1, most, "G-173")
        there = sum(token.kind == self.kind for token in t.state.tokens)
        kind, area = Msg(f"token.{self.kind}"), self.area or "–"
        if there + self.tokens > SUPPLY[self.kind]:
            t.warn("SUPPLY", "G-173", kind=kind, n=SUPPLY[self.kind])
        side: str = t.state.side or t.state.initiative
        if self.part is not None:
            side = "villain" if self.part == t.state.villain else "heroes"
        token = Token(self.kind, self.area, "villain" if side == "villain" else "heroes")
        t.note(
            "token",
            "G-173",
            n=self.tokens,
            kind=kind,
            area=area,
            side=Msg(f"side.{side}"),
        )
        t.put(tokens=(*t.state.tokens, *(token,) * self.tokens))
        if due:
            t.state = done(t.state)
        if self.kind not in DANGEROUS:
            return
        t.note("danger-grows", "G-171", n=self.tokens, area=area)
        if due:
            t.state = raised(t.state, Grant("rise", due.who, self.tokens, self.area, self.kind))


class RemoveToken(Act, tag="token-remove"):
    """A field modifier token is taken off by an effect."""

    named = _("Remove a field token")
    by_hand = True

    kind: str
    area: Area = ""

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        for kind, area in dict.fromkeys((token.kind, token.area) for token in t.state.tokens):
            facts = {"kind": Msg(f"token.{kind}"), "area": area}
            label = msg(f"prompt.token-remove{'.area' if area else ''}", **facts)
            fixed = {"kind": kind, "area": area}
            yield cls.prompt(label, fixed=fixed, rule="G-173", group=TABLE)

    def apply(self, t: Table) -> None:
        """Remove one token of a kind from an area."""
        tokens, area = list(t.state.tokens), self.area or "–"
        found = next((e for e in tokens if (e.kind, e.area) == (self.kind, self.area)), None)
        if found is None:
            t.refuse_impossible("E_NO_TOKEN", "G-173", area=area)
        tokens.remove(found)
        t.note("token-gone", "G-173", kind=Msg(f"token.{self.kind}"), area=area)
        t.put(tokens=tuple(tokens))


class BreakWall(Act, tag="wall"):
    """A broken-wall token is placed ``between`` two areas, or removed."""

    named = _("Place a broken-wall token")
    by_hand = True

    between: Text = ""
    there: bool = True

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        label, rule = Msg("prompt.wall_broken"), "G-182"
        yield cls.prompt(label, cls.field("between"), fixed={"there": True}, rule=rule, group=TABLE)
        for wall in dict.fromkeys(t.state.walls):
            label = msg("prompt.wall_gone", between=wall or "–")
            fixed = {"there": False, "between": wall}
            yield cls.prompt(label, fixed=fixed, rule=rule, group=TABLE)

    def apply(self, t: Table) -> None:
        between = self.between.strip()
        if self.there:
            broken(t, between)
            return
        if between not in t.state.walls:
            t.refuse_impossible("E_NO_TOKEN", "G-182", area=between or "–")
        walls = list(t.state.walls)
        walls.remove(between)
        t.note("wall-gone", "G-182", between=between or "–")
        t.put(walls=tuple(walls))


class Explode(Act, tag="explosion"):
    """An explosion, or a rising level of danger: everyone named rolls."""

    named = _("Resolve an explosion")
    by_hand = True

    level: Annotated[int, Range(1, 12, rule="G-176")]
    victims: tuple[str, ...]
    cause: str = "explosion"

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        state = t.state
        due = first(state, *ROLLED_FOR)
        if due and not state.peril:
            there = tuple(e for e in _everyone(state) if not _spared(state, due, str(e.value)))
            if there:
                yield cls._owed(state, due, there)
            return
        told = state.depth == "full" and state.side and not (state.open or state.peril)
        if told and (there := _everyone(state)):
            yield cls._told(there)

    @classmethod
    def _owed(cls, state: State, due: Grant, there: tuple[Choice, ...]) -> Prompt:
        """Return what a deed has set off: its level and cause are known, its victims are not."""
        return cls.prompt(
            msg(f"prompt.brought_{due.kind}", n=due.n, area=due.area or "–"),
            _victims(there, RULES[due.kind]),
            fixed={"level": due.n, "cause": due.kind},
            rule=RULES[due.kind],
            expected=True,
            actors=leaders(state, due.who) if due.who else None,
            group=NOW,
            tone="danger",
        )

    @classmethod
    def _told(cls, there: tuple[Choice, ...]) -> Prompt:
        """Return what the map or a mission sets off, of which only the table knows."""
        causes = tuple(Choice(cause, Msg(f"cause.{cause}")) for cause in ROLLED_FOR)
        return cls.prompt(
            "",
            cls.field("level", high=6, default=1),
            _victims(there, "G-176"),
            choice("cause", causes, "G-171"),
            rule="G-176",
            group=MORE,
            tone="danger",
        )

    def apply(self, t: Table) -> None:
        """Make every miniature named roll as many yellow dice as the level (p.53-54)."""
        due = None if t.state.peril else first(t.state, *ROLLED_FOR)
        if due is None:
            nothing_open(t)
        elif due.who:
            side_only(t, led_by(t.state, due.who), "G-176")
        if due:
            t.require_range(Msg("field.level"), self.level, due.n, due.n, "G-176")
        else:
            self.bounded(t)
        if self.cause not in ROLLED_FOR:
            t.refuse_impossible("E_NO_SPACE", "G-176", space=self.cause)
        named = tuple(somebody(t, who, "G-176") for who in self.victims)
        away = [name_of(t.state, who) for who in named if not present(t.state, who)]
        if away or not named or len(set(named)) < len(named):
            t.refuse_impossible("E_NO_TARGET", "G-176", target=away[0] if away else "–")
        falling = _falling(t, named)
        named = tuple(sorted(named, key=lambda who: (falling.get(_tile(who), -1), who)))
        if due:
            t.state = done(t.state)
        roll_for_wounds(t, tuple(Victim(who, self.cause, self.level) for who in named))


class Waive(Act, tag="waive"):
    """A skill has no effect: no one is there, or no token is placed."""

    named = _("Decline a skill bonus")
    by_hand = True

    @classmethod
    def ensure_allowed(cls, t: Table) -> None:
        if not isinstance(t.state.open, Brought) or t.state.peril:
            t.refuse_impossible("E_NOTHING_OPEN", "G-026", remedy=msg("remedy.finish"))

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        grant = due(t.state)
        label = {"drag": "nobody_dragged", **dict.fromkeys(ROLLED_FOR, "nobody_there")}
        yield cls.prompt(
            Msg(f"prompt.{label.get(grant.kind, 'no_token')}"),
            rule=RULES[grant.kind],
            expected=True,
            actors=leaders(t.state, grant.who) if grant.who else None,
            group=NOW,
            tone="next",
        )

    def apply(self, t: Table) -> None:
        grant = due(t.state)
        if grant.who:
            side_only(t, led_by(t.state, grant.who), RULES[grant.kind])
        t.note("waived", RULES[grant.kind], n=grant.n, what=Msg(f"brings.{grant.kind}"))
        t.state = done(t.state)


def due(state: State) -> Grant:
    """Return the grant that waits to be done; raise ``LookupError`` where none does."""
    if not isinstance(state.open, Brought):
        raise LookupError(state.open)
    return state.open.grants[0]


def bring(t: Table, grants: Iterable[Grant]) -> None:
    """Queue the grants and log each one."""
    waiting = tuple(grants)
    for grant in waiting:
        t.note("brings", RULES[grant.kind], n=grant.n, what=Msg(f"brings.{grant.kind}"))
    if waiting:
        t.put(open=Brought(waiting))


def tokens(who: str, skills: tuple[Skill, ...]) -> tuple[Grant, ...]:
    """Return the field tokens a fighter's skills place after an attack or explosion."""
    return tuple(
        Grant(kind, who, n) for skill, kind in TOKENS.items() if (n := summed(skills, skill))
    )


def explosion(t: Table, who: str, skill: str) -> None:
    """Queue an explosion by a skill, then the tokens that come with it."""
    n = skill_of(t.state, who, skill)
    if skill not in EXPLOSIONS or not n:
        return
    owner = owner_of(t.state, who)
    skills = usable(owner) if isinstance(owner, Hero) else owner.sheet.skills
    smoke = summed(skills, "Smoke Grenade")
    grants = [Grant("explosion", who, n, immune=skill != "Grenade"), *tokens(who, skills)]
    bring(t, grants + [Grant("smoke", who, smoke)] * bool(smoke))


def attraction(t: Table, who: str) -> None:
    """Queue that someone may be dragged into the area of a fighter who has the skill."""
    n = skill_of(t.state, who, ATTRACTION)
    bring(t, [Grant("drag", who, n)] * bool(n))


def first(state: State, *kinds: str) -> Grant | None:
    """Return the grant that waits to be done, if it is of one of these kinds."""
    open_ = state.open
    if isinstance(open_, Brought) and open_.grants[0].kind in kinds:
        return open_.grants[0]
    return None


def done(state: State) -> State:
    """Return the state without the grant that was due."""
    open_ = state.open
    if not isinstance(open_, Brought):
        return state
    rest = open_.grants[1:]
    return replace(state, open=Brought(rest) if rest else None)


def raised(state: State, grant: Grant) -> State:
    """Return the roll for danger that has risen in an area, which comes before anything else."""
    waiting = state.open.grants if isinstance(state.open, Brought) else ()
    return replace(state, open=Brought((grant, *waiting)))


def broken(t: Table, between: str) -> None:
    """Break a wall through; the two areas still do not count as adjacent."""
    if len(t.state.walls) >= WALLS_IN_BOX:
        t.warn("SUPPLY", "G-182", kind=Msg("token.wall"), n=WALLS_IN_BOX)
    t.note("wall-broken", "G-182", between=between or "–")
    t.put(walls=(*t.state.walls, between))


def _tile(who: str) -> str:
    return "" if hero_of(who) is not None else tile_of(who)[0]


def _falling(t: Table, named: tuple[str, ...]) -> dict[str, int]:
    """Ask the villain in which order tiles that may lose everyone go to the river's end."""
    open_ = [
        tile.name
        for tile in t.state.tiles
        if tile.name in t.state.river
        and tile.minis
        and ({fighter("tile", tile.name, mini.number) for mini in tile.minis} <= set(named))
    ]
    order: dict[str, int] = {}
    while len(open_) > 1:
        code = f"RIVER_ORDER_{len(order) + 1}"
        options = tuple(Choice(name, name) for name in open_)
        name = t.ask(code, FALL_TOGETHER, options=options)
        order[name] = len(order)
        open_.remove(name)
    return {**order, **{name: len(order) for name in open_}}


def _everyone(state: State) -> tuple[Choice, ...]:
    """Return everyone on the map, each miniature on its own."""
    return tuple(e for s in ("heroes", "villain", "neutral") for e in fighters(state, s, True))


def _victims(there: tuple[Choice, ...], rule: str) -> Field:
    """Return the fighters in the area who roll."""
    label, first = Msg("field.victims"), [there[0].value]
    high = len(there)
    return Field("victims", "choices", label, there, low=1, high=high, default=first, rule=rule)


def _spared(state: State, grant: Grant, who: str) -> bool:
    """Return whether a fighter never rolls: the one who screams, and anyone immune to the token
    (p.54)."""
    owner = owner_of(state, who)
    if grant.kind == "explosion":
        return grant.immune and who == grant.who
    return printed(owner, "Flame") if grant.token == "flame" else gas_immune(owner)


def dangers(act: type[Act], state: State) -> tuple[Field, ...]:
    """Return how dangerous the area entered is, and tokens there if any lie on the map."""
    tokens = (field for kind in ("flame", "gas") for field in token_field(act, state, kind))
    return act.field("danger"), *tokens


def token_field(act: type[Act], state: State, kind: str) -> tuple[Field, ...]:
    """Return how many of these tokens lie in the area, if any lie on the map."""
    there = sum(token.kind == kind for token in state.tokens)
    return (act.field(kind, high=there),) if there else ()


WORDS: Catalogue = {
    "note.token": _("{n} × {kind} placed in {area} ({side})"),
    "note.danger-grows": _("Danger in {area} increases by {n}: everyone there rolls"),
    "note.wall-broken": _("Broken-wall token: {between}"),
    "note.wall-gone": _("Broken-wall token removed: {between}"),
    "note.brings": _("That brings: {what} {n}"),
    "note.waived": _("Not used: {what} {n}"),
    "note.must-roll": _n(
        "{who} rolls {n} yellow die: {cause}", "{who} rolls {n} yellow dice: {cause}"
    ),
    "note.rolled-wounds": _n("{who}: {n} wound", "{who}: {n} wounds"),
    "prompt.wall_broken": _("A wall is broken through"),
    "prompt.wall_gone": _("Remove the broken-wall token: {between}"),
    "prompt.token": _("Place field tokens"),
    "prompt.token-remove": _("Take a token off the map: {kind}"),
    "prompt.token-remove.area": _("Take a token off the map: {kind}, {area}"),
    "prompt.explosion": _("Explosion or danger increase"),
    "prompt.brought_token": _("Place up to {n}: {kind}"),
    "prompt.nobody_there": _("No one has to roll"),
    "prompt.nobody_dragged": _("No one is dragged"),
    "prompt.no_token": _("No token is placed"),
}
