"""Movement: the pool of points, what a move costs, what waits in the area entered (p.33-36)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any

from msgspec.structs import replace

from games.actions import Range
from games.gotham_chronicles.rules.common.areas import check_room, endangered
from games.gotham_chronicles.rules.common.costs import (
    buy,
    close_if_spent,
    may_buy,
    may_push,
    may_stop,
    paid,
    points_now,
    pushed,
    room_to_buy,
)
from games.gotham_chronicles.rules.common.forms import (
    NOW,
    TABLE,
    Level,
    Sizes,
    Text,
    Tokens,
    choice,
    fighters,
)
from games.gotham_chronicles.rules.common.perils import roll_for_wounds
from games.gotham_chronicles.rules.common.skills import (
    has_trait,
    level,
    owner_of,
    printed,
    skill_of,
)
from games.gotham_chronicles.rules.danger import (
    broken,
    dangers,
    token_field,
)
from games.gotham_chronicles.rules.villain.activation import activating, side_of_activation
from games.gotham_chronicles.state import GIVEN_STEPS, Given, Hero, Move, State, Tile, Victim
from games.gotham_chronicles.table import (
    Act,
    Table,
    awake,
    can_act,
    fighter,
    given,
    hero_of,
    in_phase,
    leaders,
    led_by,
    name_of,
    no_activation,
    nothing_open,
    side_only,
    somebody,
    stop,
)
from games.messages import Catalogue, Msg, msg
from games.messages import gettext_noop as _
from games.messages import ngettext_noop as _n
from games.referee import Choice, Field, Prompt

WALL_PRICE = 2
MOVING = ("any", "movement")

KINDS = ("adjacent", "jump", "climb", "drop", "wall")
DROP_INTO_DANGER = "G-Q12"


class MoveStep(Act, tag="move"):
    """One move of a Movement action, which it starts if none is open.

    ``hero`` is ``None`` for the miniature acting. ``enemies`` and ``allies`` are the sizes
    in the area left, ``difficult`` the icon and mission level there, ``frost`` its tokens,
    ``horror`` the level of enemies entered upon, ``danger`` the level of the area entered
    by icon and mission (``flame``, ``gas`` are its tokens), ``present`` and ``limit`` the
    sizes there and its occupation limit, ``buy`` the cubes spent (``None``: what it takes),
    ``between`` the areas on both sides of a wall broken through.
    """

    named = _("Move")

    hero: int | None = None
    kind: str = "adjacent"
    level: Annotated[int, Range(0, 6, rule="G-109")] = 0
    enemies: Annotated[int, Range(0, 9, "field.enemy_sizes", "G-114")] = 0
    allies: Annotated[int, Range(0, 9, "field.ally_sizes", "G-114")] = 0
    difficult: Annotated[int, Range(0, 6, rule="G-115")] = 0
    frost: Annotated[int, Range(0, 30, rule="G-115")] = 0
    horror: Annotated[int, Range(0, 6, rule="G-113")] = 0
    danger: Level = 0
    flame: Tokens = 0
    gas: Tokens = 0
    present: Sizes = None
    limit: Sizes = None
    buy: Annotated[int | None, Range(0, 12, rule="G-116")] = None
    push: bool = False
    between: Text = ""

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        """Offer the plain move in a tap, unless by Pushing Limits alone, and others by a form."""
        for who in _movers(t):
            owner, name = owner_of(t.state, who), name_of(t.state, who)
            push = may_push(owner) and may_buy(t.state, owner)
            index, move, points = hero_of(who), t.state.open, points_now(t.state, who)
            fixed: dict[str, int | str] = {} if index is None else {"hero": index}
            more: dict[str, Any] = {
                "rule": "G-113",
                "help": msg("term.points", n=move.pool) if isinstance(move, Move) else "",
                "actors": leaders(t.state, who),
                "group": NOW,
                "tone": "movement",
            }
            if points:
                label = msg("prompt.move_plain", who=name)
                yield cls.prompt(label, fixed={**fixed, "kind": "adjacent"}, **more)
            if points or push:
                kinds = _kinds(owner, points + pushed(owner) * push)
                fields = (*_move_fields(t.state, kinds, push), *_buying(t.state, who, owner))
                yield cls.prompt(msg("prompt.move", who=name), *fields, fixed=fixed, **more)

    def apply(self, t: Table) -> None:
        """Move one step, or refuse it as a whole."""
        if self.kind not in KINDS:
            t.refuse_impossible("E_NO_SPACE", "G-109", space=self.kind)
        self.bounded(t)
        if not isinstance(t.state.open, Move):
            _open(t, self)
        if t.state.peril:
            nothing_open(t)
        move = _own(t, self)
        who = move.who
        _possible(t, who, self)
        price, parts = price_of(t.state, who, self)
        move, cubes = buy(t, move, price, self.buy, self.push)
        move = paid(move, price)
        code = "moved" if len(parts) > 1 else "moved.plain"
        facts = {"n": price, "parts": parts, "pool": move.pool, "cubes": cubes}
        t.note(code, "G-113", who=name_of(t.state, who), **facts)
        t.put(open=move, around=None)
        if self.kind == "wall":
            broken(t, self.between.strip())
        roll_for_wounds(t, _in_order(t, _dangers(t.state, who, self)))
        close_if_spent(t)


class EndMove(Act, tag="move-end"):
    """The Movement action is over; points left are lost."""

    named = _("End the movement")

    @classmethod
    def ensure_allowed(cls, t: Table) -> None:
        may_stop(t)

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        if isinstance(t.state.open, Move):
            yield cls.prompt(
                Msg("prompt.move_end"),
                rule="G-107",
                expected=True,
                actors=leaders(t.state, t.state.open.who),
                group=NOW,
                tone="next",
            )

    def apply(self, t: Table) -> None:
        stop(t)


class Points(Act, tag="points"):
    """The mission gives a fighter move points to use at once."""

    named = _("Move on points of the mission")

    who: str
    points: Annotated[int, Range(1, 12, rule="G-105")]

    @classmethod
    def ensure_allowed(cls, t: Table) -> None:
        in_phase(t, GIVEN_STEPS, "G-105")
        nothing_open(t)
        no_activation(t)

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        movers = (*fighters(t.state, "heroes", True), *fighters(t.state, "villain", True))
        if t.state.depth == "full" and movers:
            yield cls.prompt(
                "",
                choice("who", movers, "G-105"),
                cls.field("points", default=1),
                rule="G-105",
                group=TABLE,
            )

    def apply(self, t: Table) -> None:
        """Give points to be used at once (p.33)."""
        self.bounded(t)
        who = somebody(t, self.who, "G-105")
        index = hero_of(who)
        if index is not None:
            awake(t, t.state.heroes[index])
        t.note("points", "G-105", who=name_of(t.state, who), n=self.points)
        t.put(open=Move(who, self.points, buys=False, given=self.points))


def _movers(t: Table) -> Iterable[str]:
    """Yield the fighters whose movement goes on, or may begin in full depth."""
    state, active = t.state, t.state.activation
    if isinstance(state.open, Move | Given) and not state.peril:
        yield state.open.who
    elif state.open or state.peril:
        return
    elif active:
        yield from [fighter("tile", active.tile, active.mini)] if active.mini else []
    elif state.depth == "full":
        for index, hero in enumerate(state.heroes):
            due = hero.stance == "active" or not hero.moved or hero.kept
            if due and t.allows(_hero_may, t, index):
                yield fighter("hero", index)


def _own(t: Table, action: MoveStep) -> Move:
    move = t.state.open
    if not isinstance(move, Move):
        t.refuse_impossible("E_NO_ACTIVATION", "G-105")
    if action.hero is not None and hero_of(move.who) != action.hero:
        nothing_open(t)
    side_only(t, led_by(t.state, move.who), "G-105")
    return move


def _open(t: Table, action: MoveStep) -> None:
    if action.hero is None:
        _open_mini(t)
        return
    hero = _hero_may(t, action.hero)
    bonus = hero.kept if hero.moved else hero.bonus
    t.put_hero(action.hero, moved=True, kept=0)
    who = fighter("hero", action.hero)
    t.put(open=Move(who, bonus, bonus, hero.stance == "active"))


def _hero_may(t: Table, index: int) -> Hero:
    """Return an active hero, or with a variant a resting one without cubes (p.58)."""
    if given(t.state, index):
        return can_act(t, index, "G-105")
    in_range = 0 <= index < len(t.state.heroes)
    if in_range and t.state.heroes[index].stance == "resting" and t.state.has("E2"):
        hero = t.state.heroes[index]
        side_only(t, "heroes", "G-187")
        in_phase(t, ("H4",), "G-187")
        nothing_open(t)
        no_activation(t)
        awake(t, hero)
        return hero
    return can_act(t, index, "G-105")


def _open_mini(t: Table) -> None:
    """Open a miniature's first or second movement; the bonus serves once (p.31).

    One that ran out of points goes on with cubes as long as nothing else was done.
    """
    active = activating(t, "G-092")
    side_only(t, side_of_activation(t.state), "G-092")
    nothing_open(t)
    who = fighter("tile", active.tile, active.mini)
    if active.ran_out:
        t.put(activation=replace(active, ran_out=False), open=Move(who))
        return
    if active.closed:
        t.refuse("E_NO_MOVE_LEFT", "G-092", tile=active.tile)
    second = bool(active.action) or active.moves > 0
    fresh = replace(active, moves=active.moves + 1, closed=second, bonus=0)
    t.put(activation=fresh, open=Move(who, active.bonus, active.bonus))


def _possible(t: Table, who: str, action: MoveStep) -> None:
    """Refuse what traits, walls and room do not allow (p.34)."""
    owner, name = owner_of(t.state, who), name_of(t.state, who)
    if action.kind != "adjacent" and has_trait(owner, "Reduced Mobility"):
        t.refuse("E_MOVE_TYPE", "G-109", who=name)
    if action.kind == "wall" and skill_of(t.state, who, "Wall Breaker") < max(1, action.level):
        t.refuse("E_NO_SKILL", "G-109", skill="Wall Breaker")
    check_room(t, who, action.present, action.limit)


def _dangers(state: State, who: str, action: MoveStep) -> tuple[Victim, ...]:
    """Return the rolls the move brings: danger of the area entered, then the drop (p.35)."""
    owner = owner_of(state, who)
    victims = endangered(state, who, action.danger, action.flame, action.gas)
    falls = action.kind == "drop" and action.level and not has_trait(owner, "Fly")
    if falls:
        spared = level(owner, "Parkour", MOVING)
        victims = (*victims, Victim(who, "drop", action.level, spared))
    return victims


def _in_order(t: Table, victims: tuple[Victim, ...]) -> tuple[Victim, ...]:
    """Ask, for a drop into danger, which roll comes first; whoever plays the miniature says so."""
    if len(victims) < 2:
        return victims
    options = tuple(Choice(each.cause, Msg(f"cause.{each.cause}")) for each in victims)
    who = name_of(t.state, victims[0].who)
    first = t.ask("FIRST_ROLL", DROP_INTO_DANGER, options=options, who=who)
    return tuple(sorted(victims, key=lambda each: each.cause != first))


def _move_fields(state: State, names: tuple[str, ...], push: bool) -> tuple[Field, ...]:
    kinds = tuple(Choice(kind, Msg(f"kind.{kind}")) for kind in names)
    fields = [choice("kind", kinds, "G-109")]
    if len(names) > 1:
        fields.append(MoveStep.field("level"))
    if "wall" in names:
        fields.append(MoveStep.field("between"))
    danger, *tokens = dangers(MoveStep, state)
    fields += [
        MoveStep.field("enemies", help=Msg("help.enemies")),
        MoveStep.field("allies"),
        MoveStep.field("difficult"),
        danger,
        *token_field(MoveStep, state, "frost"),
        *tokens,
    ]
    if any(level(tile, "Horror") for tile in state.tiles if tile.on_map):
        fields.append(MoveStep.field("horror"))
    if push:
        fields.append(MoveStep.field("push"))
    return (*fields, *(MoveStep.field(name) for name in ("present", "limit")))


def _buying(state: State, who: str, owner: Hero | Tile) -> tuple[Field, ...]:
    """Return how many cubes are spent, if any may be and there is room for them."""
    begun = Move(who, buys=may_buy(state, owner))
    most = room_to_buy(state, state.open if isinstance(state.open, Move) else begun)
    return (MoveStep.field("buy", high=most),) if most else ()


def _kinds(owner: Hero | Tile, points: int) -> tuple[str, ...]:
    """Return the moves a fighter can make, and pay with this many points."""
    if has_trait(owner, "Reduced Mobility"):
        return KINDS[:1]
    return KINDS if level(owner, "Wall Breaker") and points > WALL_PRICE else KINDS[:-1]


def price_of(state: State, who: str, action: MoveStep) -> tuple[int, tuple[Msg, ...]]:
    """Return what the move costs and of which parts (p.34-35)."""
    owner = owner_of(state, who)
    flies = has_trait(owner, "Fly")
    frost = 0 if printed(owner, "Frost") else action.frost
    climbs = action.level if action.kind in ("jump", "climb") else 0
    parts = {
        "base": 1,
        "hindering": max(0, action.enemies - action.allies - level(owner, "Elusive", MOVING)),
        "difficult": max(0, action.difficult + frost - level(owner, "Mobility", MOVING)),
        "height": max(0, climbs - level(owner, "Parkour", MOVING)),
        "horror": action.horror,
        "wall": WALL_PRICE if action.kind == "wall" else 0,
    }
    if flies:
        parts.update(hindering=0, difficult=0, height=0)
    shown = tuple(msg(f"part.{name}", n=n) for name, n in parts.items() if n)
    return sum(parts.values()), shown


WORDS: Catalogue = {
    "note.points": _n("{who} may move {n} point", "{who} may move {n} points"),
    "note.moved.plain": _n(
        "{who} pays {n} to move, {pool} point left",
        "{who} pays {n} to move, {pool} points left",
        by="pool",
    ),
    "note.moved": _n(
        "{who} pays {n} to move ({parts}), {pool} point left",
        "{who} pays {n} to move ({parts}), {pool} points left",
        by="pool",
    ),
    "refusal.E_NO_MOVE_LEFT": _("{tile} has made both movements"),
    "refusal.E_MOVE_TYPE": _("{who} can only make adjacent moves"),
    "question.FIRST_ROLL": _("Which does {who} roll for first?"),
    "term.points": _("Points left: {n}"),
    "prompt.move_plain": _("{who}: move freely"),
    "prompt.move": _("{who}: move past obstacles"),
    "prompt.move_end": _("End the movement"),
    "prompt.points": _("The mission gives move points"),
}
