"""Costs that attacks, manipulation and thought share: cubes, cards, menace around, support
(p.37-46)."""

from __future__ import annotations

from collections import Counter

from msgspec.structs import replace

from games.gotham_chronicles.box.sheets import BonusLine, EquipmentCard, Skill
from games.gotham_chronicles.rules.common.energy import pay, spent
from games.gotham_chronicles.rules.common.forms import MOST_CUBES, choice, fighters
from games.gotham_chronicles.rules.common.skills import barred, level, skill_of, summed
from games.gotham_chronicles.rules.heroes.equipment import chosen, lines_for
from games.gotham_chronicles.rules.rolls import pool_name
from games.gotham_chronicles.rules.wounds import wound_hero
from games.gotham_chronicles.state import Around, Attack, Hero, Move, State, Tile
from games.gotham_chronicles.table import (
    Act,
    Table,
    awake,
    fighter,
    hero_of,
    led_by,
    nothing_open,
    present,
    shackles_on,
    side_only,
    stop,
    tile_of,
)
from games.messages import Catalogue, Msg, msg
from games.messages import gettext_noop as _
from games.messages import ngettext_noop as _n
from games.referee import Choice, Field

ATTACKS = ("melee", "ranged")


def spend_on(t: Table, index: int, space: str, cubes: int, push: bool) -> None:
    """Spend the cubes of an action: at least one, or the wounds of Pushing Limits instead."""
    pushed = skill_of(t.state, fighter("hero", index), "Pushing Limits") if push else 0
    if push and not pushed:
        t.refuse_impossible("E_NO_SKILL", "G-180", skill="Pushing Limits")
    rule = "G-122" if space in ATTACKS else "G-134"
    t.require_range(Msg("field.cubes"), cubes, 0 if pushed else 1, MOST_CUBES, rule)
    if pushed:
        hero = t.state.heroes[index]
        if "pushing" in hero.used:
            t.refuse("E_ONCE_PER_ROUND", "G-026", what="Pushing Limits")
        t.put_hero(index, used=(*hero.used, "pushing"))
        wound_hero(t, index, pushed, onto="pushed")
        awake(t, t.state.heroes[index])
    pay(t, index, space, cubes, rule)


def hindering(skills: tuple[Skill, ...], kind: str, enemies: int, allies: int) -> int:
    """Return the successes lost to enemies around; never in melee, never below zero (p.38, 40)."""
    if kind == "melee":
        return 0
    return max(0, enemies - allies - summed(skills, "Nerves of Steel"))


def payable_cubes(hero: Hero, space: str) -> bool:
    return hero.room(space) > 0 or may_push(hero)


def cubes_field(act: type[Act], hero: Hero, space: str) -> tuple[Field, ...]:
    """Return the field for cubes of an action, and Pushing Limits if the hero has it left."""
    pushing = may_push(hero)
    low = 0 if pushing else 1
    default = 1 if hero.room(space) else 0
    cubes = act.field("cubes", low=low, high=hero.room(space), default=default, rule="G-034")
    return (cubes, act.field("push", rule="G-026")) if pushing else (cubes,)


def usable_lines(hero: Hero, use: str, kinds: tuple[str, ...]) -> tuple[Choice, ...]:
    """Return the card lines that may be used now; several lines of a card are separate, and so are
    cards with one name (of tools, which do not add up, one is enough).
    """
    found: list[Choice] = []
    copies: Counter[str] = Counter()
    for card in hero.cards:
        lines = lines_for(card, use)
        if card.kind not in kinds or barred(hero, card):
            continue
        copies[card.name] += 1
        copy = copies[card.name]
        if copy > 1 and card.kind == "tool":
            continue
        for number_, line in lines:
            value = card.name if len(lines) == 1 else f"{card.name}|{number_}"
            value, label = (value, card.name) if copy == 1 else _copy(card, number_, copy)
            found.append(Choice(value, label, msg("hint.dice", dice=pool_name(line.dice))))
    return tuple(found)


def _copy(card: EquipmentCard, line: int, copy: int) -> tuple[str, Msg]:
    """Return a further card of the same name: how it is picked, and called."""
    return f"{card.name}|{line}|{copy}", msg("term.copy", card=card.name, n=copy)


def weapons(
    t: Table, hero: Hero, picks: tuple[str, ...], kind: str
) -> tuple[tuple[EquipmentCard, BonusLine], ...]:
    """Return the weapon lines used: at most one card in melee, exactly one for ranged (p.25)."""
    cards = chosen(t, hero, picks, kind, (kind,))
    if kind == "ranged" and not cards:
        t.refuse("E_NO_RANGED_WEAPON", "G-128", who=hero.sheet.name)
    both_hands = level(hero, "Ambidextry")
    most = 2 if both_hands and all(card.weight <= both_hands for card, _ in cards) else 1
    if len(cards) > most:
        rule = "G-123" if kind == "melee" else "G-128"
        t.refuse("E_ONE_WEAPON", rule, n=most)
    return cards


def weapon_field(weapons: tuple[Choice, ...], kind: str, hero: Hero) -> Field:
    """Return the choice of weapons: one at least where the attack needs it, two where they may
    be."""
    both_hands = level(hero, "Ambidextry")
    light = sum(card.kind == kind and card.weight <= both_hands for card in hero.cards)
    most = 2 if both_hands and light > 1 and len(weapons) > 1 else 1
    ranged = kind == "ranged"
    return Field(
        "weapons",
        "choices",
        Msg("field.weapons"),
        weapons,
        low=1 if ranged else 0,
        high=most,
        default=[weapons[0].value],
        optional=not ranged,
        rule="G-128" if ranged else "G-123",
    )


def around(act: type[Act], state: State, kind: str, who: str) -> tuple[Field, ...]:
    """Return the Menace in the area of ``who``, as last entered, and smoke if any is on the map;
    never in melee.
    """
    if kind == "melee":
        return ()
    rule = "G-130" if kind == "ranged" else "G-136"
    there = Msg("help.enemies_ranged" if kind == "ranged" else "help.enemies")
    kept = last(state, who)
    fields: tuple[Field, ...] = (
        act.field("enemies", default=kept.enemies, rule=rule, help=there),
        act.field("allies", default=kept.allies, rule=rule),
    )
    smoke = sum(token.kind == "smoke" for token in state.tokens)
    if kind == "ranged" and smoke:
        fields = (*fields, act.field("smoke", high=smoke, default=min(smoke, kept.smoke)))
    return fields


def last(state: State, who: str) -> Around:
    """Return the last entry about the area of ``who``."""
    kept = state.around
    return kept if kept and kept.who == who else Around(who)


def menaced(t: Table, kind: str, who: str, enemies: int, allies: int) -> None:
    """Remember the entered menace for the next roll of ``who`` in the same area."""
    if kind != "melee":
        t.put(around=replace(last(t.state, who), enemies=enemies, allies=allies))


def fought(t: Table, attack: Attack, where: str, enemies: int, allies: int) -> None:
    """Remember the entries about the area for the next attack from there."""
    menaced(t, attack.kind, attack.who, enemies, allies)
    kept = last(t.state, attack.who)
    aim = {"kind": attack.kind, "target": attack.target, "where": where, "smoke": attack.smoke}
    t.put(around=replace(kept, **aim))


def aimed(
    state: State, kind: str, who: str, targets: tuple[Choice, ...], places: tuple[Choice, ...]
) -> tuple[Field, Field]:
    """Return the fields for the target and its area, entered with the attack so that no question
    follows; while the fight stays in place, both default to the last values.
    """
    rule = "G-121" if kind == "melee" else "G-127"
    target, where = choice("target", targets, "G-121"), choice("where", places, rule)
    kept = last(state, who)
    again = kept.kind == kind and kept.where in {each.value for each in places}
    if again and kept.target in {each.value for each in targets}:
        return replace(target, default=kept.target), replace(where, default=kept.where)
    return target, where


def forgotten(t: Table, before: State) -> None:
    """Drop what is kept of an area once anyone came or left, or the turn has passed; and the
    table before an attack once anything else was entered."""
    if before.undefended and t.state.undefended is before.undefended:
        t.put(undefended=None)
    if t.state.around and _stood(t.state) != _stood(before):
        t.put(around=None)


def _stood(state: State) -> tuple[object, ...]:
    """Return the facts that decide who is on the map, and whose turn it is."""
    on_map = tuple(tile.on_map for tile in state.tiles)
    return state.side, on_map, tuple(hero.neutralized for hero in state.heroes)


def support(act: type[Act], state: State, side: str) -> tuple[Field, ...]:
    """Return the bonus rerolls an ally with Support may lend."""
    most = _lent(state, side)
    return (act.field("support", high=most),) if most else ()


def _lent(state: State, side: str) -> int:
    owners: list[Hero | Tile] = [*state.heroes] if side == "heroes" else []
    wanted = "hero" if side == "heroes" else "villain"
    owners += [tile for tile in state.tiles if tile.side == wanted and tile.on_map]
    return max((level(owner, "Support") for owner in owners), default=0)


def supported(t: Table, side: str, rerolls: int) -> None:
    """Refuse more rerolls than the best Support on the map lends; the table sees who is near."""
    t.require_range(Msg("field.support"), rerolls, 0, _lent(t.state, side), "G-161")


def shackled(state: State, side: str) -> tuple[str, ...]:
    """Return the fighters of a side whose shackles someone may take off."""
    return tuple(
        str(each.value) for each in fighters(state, side) if shackles_on(state, str(each.value))
    )


def paid(move: Move, price: int) -> Move:
    """Spend points: a Tactician's first, which nothing keeps, then those of the bonus (p.58)."""
    given = min(move.given, price)
    return replace(
        move,
        pool=move.pool - price,
        given=move.given - given,
        bonus=max(0, move.bonus - (price - given)),
    )


def buy(
    t: Table, move: Move, price: int, wanted: int | None, push: bool
) -> tuple[Move, tuple[tuple[int, str, str, int], ...]]:
    """Pay cubes for points: the minimum, or the given number (p.35)."""
    if push:
        move = _push(t, move)
    part, space, worth = wallet(t.state, move.who)
    missing = max(0, price - move.pool)
    least = -(-missing // worth)
    cubes = least if wanted is None else wanted
    t.require_range(Msg("field.buy"), cubes, 0, MOST_CUBES, "G-116")
    most = room_to_buy(t.state, move)
    if cubes < least or (cubes and not move.buys) or (wanted is None and cubes > most):
        t.refuse_impossible(
            "E_MOVE_POINTS",
            "G-117",
            remedy=msg("remedy.buy", n=least) if least <= most else msg("remedy.nearer"),
            cost=price,
            pool=move.pool,
            missing=missing - min(cubes, most) * worth,
        )
    if not cubes:
        return move, ()
    pay(t, part, space, cubes, "G-116")
    move = replace(move, pool=move.pool + cubes * worth)
    return move, spent(part, space, cubes)


def wallet(state: State, who: str) -> tuple[int, str, int]:
    """Return who pays for points, onto which space, and what a cube is worth (p.35)."""
    index = hero_of(who)
    if index is not None:
        return index, "movement", state.heroes[index].sheet.points
    tile = state.tile(tile_of(who)[0])
    if tile is not None and tile.owner is not None:
        return tile.owner, "thought", 1
    return state.villain, "movement", state.post.points


def room_to_buy(state: State, move: Move) -> int:
    """Return how many cubes may still add points to a movement."""
    if not move.buys:
        return 0
    part, space, _ = wallet(state, move.who)
    holder = state.post if part == state.villain else state.heroes[part]
    return holder.room(space)


def affordable(state: State, move: Move) -> int:
    """Return the dearest move possible: the points there and those that cubes can add."""
    return move.pool + room_to_buy(state, move) * wallet(state, move.who)[2]


def _push(t: Table, move: Move) -> Move:
    """Count wounds as cubes spent on movement (Pushing Limits)."""
    index = hero_of(move.who)
    n = skill_of(t.state, move.who, "Pushing Limits")
    if index is None or not n or not move.buys:
        t.refuse_impossible("E_NO_SKILL", "G-180", skill="Pushing Limits")
    hero = t.state.heroes[index]
    if "pushing" in hero.used:
        t.refuse("E_ONCE_PER_ROUND", "G-026", what="Pushing Limits")
    t.put_hero(index, used=(*hero.used, "pushing"))
    wound_hero(t, index, n, onto="pushed")
    awake(t, t.state.heroes[index])
    return replace(move, pool=move.pool + n * hero.sheet.points)


def points_now(state: State, who: str) -> int:
    """Return the dearest move the fighter could pay for now, in a movement open or begun with
    it."""
    if isinstance(state.open, Move):
        return affordable(state, state.open)
    index, active = hero_of(who), state.activation
    if index is None:
        may = active and (active.ran_out or not active.closed)
        return affordable(state, Move(who, active.bonus)) if may and active else 0
    hero = state.heroes[index]
    bonus = hero.kept if hero.moved else hero.bonus
    return affordable(state, Move(who, bonus, buys=hero.stance == "active"))


def may_buy(state: State, owner: Hero | Tile) -> bool:
    if isinstance(state.open, Move):
        return state.open.buys
    return isinstance(owner, Tile) or owner.stance == "active"


def may_push(owner: Hero | Tile) -> bool:
    """Return whether a hero can push the limits now and still stand."""
    if not isinstance(owner, Hero) or "pushing" in owner.used:
        return False
    return 0 < level(owner, "Pushing Limits") < owner.sheet.total - owner.wounds


def pushed(owner: Hero | Tile) -> int:
    """Return the move points a hero's Pushing Limits is worth, while it may be used."""
    if not isinstance(owner, Hero) or not may_push(owner):
        return 0
    return level(owner, "Pushing Limits") * owner.sheet.points


def may_stop(t: Table) -> None:
    """Refuse to end a movement that is not under way or someone else's."""
    move = t.state.open
    if not isinstance(move, Move) or t.state.peril:
        nothing_open(t)
        t.refuse_impossible("E_NO_MOVE", "G-107")
    side_only(t, led_by(t.state, move.who), "G-107")


def ending_move(state: State, who: str) -> Msg | str:
    """Return the warning that another action of the fighter ends its movement, with the points
    lost."""
    move = state.open
    lost = move.pool if isinstance(move, Move) and move.who == who else 0
    return msg("help.ends_move", n=lost) if lost else ""


def close_if_spent(t: Table) -> None:
    """Close a movement whose points are spent (p.34); cubes may begin or take up another."""
    move = t.state.open
    if not isinstance(move, Move) or t.state.peril or move.pool or not present(t.state, move.who):
        return
    stop(t)
    active = t.state.activation
    if active and move.who == fighter("tile", active.tile, active.mini):
        t.put(activation=replace(active, ran_out=True))


WORDS: Catalogue = {
    "refusal.E_NO_RANGED_WEAPON": _("{who} needs exactly one ranged weapon"),
    "term.copy": _("{card} ({n})"),
    "refusal.E_ONE_WEAPON": _("Weapons per attack: at most {n}"),
    "note.pushed": _n(
        "{who} pushes the limits: {n} wound ({sources})",
        "{who} pushes the limits: {n} wounds ({sources})",
    ),
    "note.move-over": _n(
        "{who} stops and loses {n} point, {kept} kept",
        "{who} stops and loses {n} points, {kept} kept",
    ),
    "refusal.E_MOVE_POINTS": _n(
        "The move costs {cost}; you have {pool} point and need {missing} more",
        "The move costs {cost}; you have {pool} points and need {missing} more",
        by="pool",
    ),
    "help.ends_move": _n(
        "Ends the movement: {n} point is lost", "Ends the movement: {n} points are lost"
    ),
    "refusal.E_NO_MOVE": _("No one is moving now"),
    "remedy.buy": _("Buy at least {n}"),
    "remedy.nearer": _("Choose a cheaper move, or end the movement"),
    "part.base": _("{n} for the move"),
    "part.hindering": _("{n} hindering"),
    "part.difficult": _("{n} difficult terrain"),
    "part.height": _("{n} height"),
    "part.horror": _("{n} horror"),
    "part.wall": _("{n} wall"),
}
