"""After an attack: free actions that may follow, and what it brings (p.49, 56)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from msgspec.structs import replace

from games.actions import Range
from games.gotham_chronicles.rules.actions.chains import after
from games.gotham_chronicles.rules.common.costs import supported, usable_lines
from games.gotham_chronicles.rules.common.energy import HERO_ZONES, counts_of, pay, spent
from games.gotham_chronicles.rules.common.forms import (
    MORE,
    MOST_CUBES,
    NOW,
    Paid,
    Support,
    characters,
    fighters,
    picks,
)
from games.gotham_chronicles.rules.common.skills import (
    barred,
    granted,
    has_trait,
    lending,
    level,
    owner_of,
    skill_of,
    summed,
    usable,
)
from games.gotham_chronicles.rules.common.whole import entered
from games.gotham_chronicles.rules.heroes.equipment import chosen, used_up
from games.gotham_chronicles.rules.rolls import (
    HIGHEST,
    pool,
    pool_name,
    rerolls_to_buy,
    signed,
)
from games.gotham_chronicles.rules.wounds import suffer, wounds_needed
from games.gotham_chronicles.state import Attack, Hero, State, Struck, Tile
from games.gotham_chronicles.state.dice import Roll
from games.gotham_chronicles.table import (
    Act,
    Table,
    hero_of,
    leaders,
    led_by,
    name_of,
    shackles_left,
    shackles_on,
    side_of,
    side_only,
    somebody,
    tile_of,
    with_shackles,
)
from games.messages import Catalogue, Msg, msg
from games.messages import gettext_noop as _
from games.messages import ngettext_noop as _n
from games.referee import Choice, Field, Prompt

CARD_KINDS = ("object", "tool", "melee", "ranged")
ALLY_DIE = "orange"


class Shield(Act, tag="sacrifice"):
    """An ally in the area takes successes of the attack as wounds; before the roll."""

    named = _("Shield an ally")

    who: str

    @classmethod
    def ensure_allowed(cls, t: Table) -> None:
        attack = t.state.open
        if not isinstance(attack, Attack) or attack.stage != "roll" or attack.roll.rolled:
            t.refuse_impossible("E_NO_ATTACK", "G-026")

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        attack = t.state.open
        if not isinstance(attack, Attack) or attack.free or t.state.peril:
            return
        target = name_of(t.state, attack.target)
        for each in fighters(t.state, side_of(t.state, attack.target)):
            who = str(each.value)
            if who != attack.target and skill_of(t.state, who, "Sacrifice"):
                yield cls.prompt(
                    msg("prompt.sacrifice", who=each.label, target=target),
                    fixed={"who": each.value},
                    rule="G-026",
                    actors=leaders(t.state, who),
                    group=MORE,
                )

    def apply(self, t: Table) -> None:
        """Shield the target by an ally of it."""
        attack = t.state.open
        if not isinstance(attack, Attack):
            return
        side = side_of(t.state, attack.target)
        who = somebody(t, self.who, "G-026")
        side_only(t, led_by(t.state, who), "G-026")
        able = side_of(t.state, who) == side and skill_of(t.state, who, "Sacrifice")
        if who == attack.target or not able:
            t.refuse_impossible("E_NO_SKILL", "G-026", skill="Sacrifice")
        target = name_of(t.state, attack.target)
        t.note("shields", "G-026", who=name_of(t.state, who), target=target)
        t.put(open=replace(attack, shield=who))


class Defend(Act, tag="defend"):
    """The target's cubes for defence, card lines, and a guard's level.

    With ``symbols`` the whole roll is entered at once, including ``paid`` rerolls.
    """

    named = _("Defend")

    cubes: Annotated[int, Range(0, MOST_CUBES, rule="G-141")] = 0
    symbols: int | None = None
    paid: Paid = 0
    cards: tuple[str, ...] = ()
    guard: Annotated[int, Range(0, 9, rule="G-143")] = 0
    support: Support = 0

    @classmethod
    def ensure_allowed(cls, t: Table) -> None:
        attack = t.state.open
        if not isinstance(attack, Attack) or attack.stage != "defence":
            t.refuse_impossible("E_NO_ATTACK", "G-140")
        side_only(t, led_by(t.state, attack.target), "G-140")

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        attack = t.state.open
        if not isinstance(attack, Attack) or t.state.peril:
            return
        target, index = attack.target, hero_of(attack.target)
        room = defence_room(t.state, target)
        fields = [cls.field("cubes", high=room, default=min(room, _braced(t.state, target)))]
        if index is not None:
            hero = t.state.heroes[index]
            lines = usable_lines(hero, "defence", CARD_KINDS)
            worn = tuple(each for each in lines if _has_defence(hero, each))
            fields += _worn(hero, worn) if worn else []
        most, hint = HIGHEST * (room + _most_dice(t.state, target)), Msg("help.symbols")
        fields.append(cls.field("symbols", low=0, high=most, rule="G-143", help=hint))
        more = rerolls_to_buy(t.state, target)
        fields += [cls.field("paid", high=more)] if more else []
        guards = best_guard(t.state, target)
        fields += [cls.field("guard", high=guards)] if guards else []
        yield cls.prompt(
            msg("prompt.defend", who=name_of(t.state, target), n=attack.successes),
            *fields,
            rule="G-140",
            help=_for_nothing(t.state, target),
            expected=True,
            actors=leaders(t.state, target),
            group=NOW,
            tone="defence",
        )

    def apply(self, t: Table) -> None:
        """Defend; it is mandatory, but cubes are not (p.47)."""
        if isinstance(t.state.open, Attack):
            defend(t, t.state.open, self)


def count(t: Table, attack: Attack, symbols: int, free: bool) -> None:
    """Count symbols and automatic successes, less hindering, shackles and smoke, never below 0."""
    plus = attack.plus + (1 if free else 0)
    booster = "Martial Arts" if attack.kind == "melee" else "Marksman"
    if symbols + plus:
        plus += summed(attack.skills, booster)
    found = symbols + plus
    found = max(0, max(0, found - attack.less) - attack.smoke)
    t.note(
        "successes",
        "G-183" if not attack.less else "G-130",
        who=name_of(t.state, attack.who),
        n=found,
        symbols=symbols,
        plus=plus,
        less=attack.less + attack.smoke,
    )
    found = _shielded(t, attack, found)
    attack = replace(attack, successes=found, stage="defence")
    t.put(open=attack)
    offer_defence(t, attack)


def _shielded(t: Table, attack: Attack, n: int) -> int:
    """Take successes from the attack as wounds of the one who declared Sacrifice."""
    if not attack.shield:
        return n
    taken = min(skill_of(t.state, attack.shield, "Sacrifice"), n)
    suffer(t, attack.shield, taken, onto="shielded")
    return n - taken


def offer_defence(t: Table, attack: Attack) -> None:
    """Wait for the target's cubes, unless it can neither spend nor roll anything."""
    if not attack.successes:
        t.note("no-effect", "G-145", target=name_of(t.state, attack.target))
        _struck(t, attack, t.state)
        after(t, attack)
        return
    if defence_room(t.state, attack.target) or defence_dice(t.state, attack.target):
        return
    defend(t, attack, Defend())


def defence_room(state: State, target: str) -> int:
    """Return how many cubes the target may spend on its defence."""
    index = hero_of(target)
    if index is not None:
        return state.heroes[index].room("defence")
    if led_by(state, target) == "villain":
        return state.post.room("defence")
    tile = state.tile(tile_of(target)[0])
    return 0 if tile is None or tile.owner is None else state.heroes[tile.owner].room("thought")


def defence_dice(state: State, target: str) -> bool:
    """Return whether the target rolls something without spending."""
    index = hero_of(target)
    if index is None:
        return False
    hero = state.heroes[index]
    lines = [line for card in hero.cards if not barred(hero, card) for line in card.lines]
    worn = any(line.use == "defence" for line in lines)
    return bool(hero.sheet.automatic) or worn or any(line.dice for line in lending(hero))


def defend(t: Table, attack: Attack, action: Defend) -> None:
    """Roll the target's cubes and dice (p.47)."""
    action.bounded(t)
    supported(t, side_of(t.state, attack.target), action.support)
    guards = best_guard(t.state, attack.target)
    t.require_range(Msg("field.guard"), action.guard, 0, guards, "G-143")
    roll, plus, cards = _defence_pool(t, attack, action)
    t.note(
        "defends" if roll.dice else "defends-bare",
        "G-141",
        who=name_of(t.state, attack.target),
        n=action.cubes,
        dice=pool_name(tuple(die.colour for die in roll.dice)),
        cubes=_defence_cubes(t.state, attack.target, action.cubes),
    )
    if active := t.state.activation:
        t.put(activation=replace(active, braced=(attack.target, action.cubes)))
    attack = replace(attack, stage="defend", defence=roll, defence_plus=plus + action.guard)
    attack = replace(attack, cards=(*attack.cards, *cards))
    t.put(open=attack)
    if action.symbols is not None:
        entered(t, roll, attack.target, action.symbols, action.paid, "G-143")
        resolve(t, attack, action.symbols)
        return
    if not roll.dice:
        resolve(t, attack, 0)


def _braced(state: State, target: str) -> int:
    """Return the cubes the target put on its defense against the tile acting, the last time."""
    who, cubes = state.activation.braced if state.activation else ("", 0)
    return cubes if who == target else 0


def _defence_cubes(state: State, target: str, n: int) -> tuple[tuple[int, str, str, int], ...]:
    index = hero_of(target)
    if index is not None:
        return spent(index, "defence", n)
    tile = state.tile(tile_of(target)[0])
    if tile and tile.owner is not None:
        return spent(tile.owner, "thought", n)
    return spent(state.villain, "defence", n)


def _defence_pool(t: Table, attack: Attack, action: Defend) -> tuple[Roll, int, tuple[str, ...]]:
    target, index = attack.target, hero_of(attack.target)
    against = "Impenetrable Defense" if attack.kind == "melee" else "Untouchable"
    if index is None:
        dice = _tile_cubes(t, target, action.cubes)
        plus = tile_defence(t.state, target, against)
        return pool(t.state, target, dice, bonus=action.support), plus, ()
    hero = t.state.heroes[index]
    cards = chosen(t, hero, action.cards, "defence", ("object", "tool", "melee", "ranged"))
    names = tuple(card.name for card, _ in cards)
    lines = (*(line for _, line in cards), *lending(hero, picked=names))
    pay(t, index, "defence", action.cubes, "G-141")
    space = hero.sheet.defence
    dice = [space.die] * action.cubes + ([hero.sheet.automatic] if hero.sheet.automatic else [])
    dice += [die for line in lines for die in line.dice]
    arrows = [space.die] * (action.cubes if space.arrow else 0)
    arrows += [hero.sheet.automatic] if hero.sheet.automatic_arrow else []
    arrows += [arrow for line in lines for arrow in line.arrows]
    plus = summed((*usable(hero), *granted(lines)), against)
    plus += sum(line.successes for line in lines)
    roll = pool(t.state, target, dice, arrows, action.support)
    return roll, plus - hero.shackles, names


def tile_defence(state: State, target: str, against: str) -> int:
    """Return the automatic successes of a tile's miniature, its skills and shackles counted."""
    tile = state.tile(tile_of(target)[0])
    return tile.sheet.defence + level(tile, against) - shackles_on(state, target) if tile else 0


def _tile_cubes(t: Table, target: str, n: int) -> list[str]:
    tile = t.state.tile(tile_of(target)[0])
    if led_by(t.state, target) == "villain":
        pay(t, t.state.villain, "defence", n, "G-141")
        return [t.state.post.die] * n
    if tile is None or tile.owner is None:
        t.require_range(Msg("field.cubes"), n, 0, 0, "G-141")
        return []
    pay(t, tile.owner, "thought", n, "G-141")
    return [ALLY_DIE] * n


def resolve(t: Table, attack: Attack, symbols: int) -> None:
    """Turn attack successes above the defence into wounds (p.48)."""
    defence = max(0, symbols + attack.defence_plus)
    n = max(0, attack.successes - defence)
    if attack.defence_plus:
        t.note("counted", "G-143", symbols=symbols, by=signed(attack.defence_plus))
    t.note(
        "defence",
        "G-143",
        who=name_of(t.state, attack.target),
        attack=attack.successes,
        n=defence,
        wounds=n,
    )
    index = hero_of(attack.target)
    if index is not None:
        used_up(t, index, attack.cards)
    if n and attack.shackle:
        tokens = _shackled(t, attack)
        _struck(t, attack, t.state, defence=defence, shackles=tokens)
        after(t, attack)
        return
    before, target_life = t.state, wounds_needed(t.state, attack.target)
    wounds, needed = _wounded(t, attack, n)
    extra = max(0, wounds - n)
    _struck(t, attack, before, defence=defence, wounds=wounds, extra=extra)
    felled = bool(wounds) and wounds >= target_life
    if not felled or index is not None:
        _laid_down(t, attack, wounds)
    attack = replace(attack, remaining=max(0, n - needed) if felled else 0, felled=felled)
    after(t, attack)


def _struck(t: Table, attack: Attack, before: State, **told: int) -> None:
    """Keep how the attack ended, and what the target lost since ``before``."""
    target, index = attack.target, hero_of(attack.target)
    places: tuple[tuple[str, int], ...] = ()
    if index is not None:
        lost = zip(HERO_ZONES, counts_of(before, index), counts_of(t.state, index), strict=True)
        places = tuple((zone, had - has) for zone, had, has in lost if had > has)
    t.put(
        answer=Struck(
            name_of(before, target),
            attack.successes,
            before=wounds_needed(before, target),
            after=wounds_needed(t.state, target),
            places=places,
            **told,
        )
    )


def _wounded(t: Table, attack: Attack, n: int) -> tuple[int, int]:
    """Return the wounds suffered and how many of the attack's successes they needed."""
    extra = summed(attack.skills, "Poison") + summed(attack.skills, "Electricity")
    extra = extra if n else 0
    harmless = has_trait(owner_of(t.state, attack.who), "Harmless")
    needed = max(0, wounds_needed(t.state, attack.target) - extra)
    wounds = (0 if harmless else n) + extra
    if extra:
        t.note("extra-wounds", "G-026", n=extra)
    suffer(t, attack.target, wounds)
    return wounds, needed


def _shackled(t: Table, attack: Attack) -> int:
    """Return the tokens the target is given."""
    n = min(summed(attack.skills, "Shackle"), shackles_left(t.state))
    t.note("shackled", "G-026", who=name_of(t.state, attack.target), n=n)
    t.state = with_shackles(t.state, attack.target, shackles_on(t.state, attack.target) + n)
    return n


def _laid_down(t: Table, attack: Attack, wounds: int) -> None:
    threshold = summed(attack.skills, "Immobilization")
    index = hero_of(attack.target)
    if not threshold or wounds < threshold:
        return
    t.note("laid-down", "G-026", who=name_of(t.state, attack.target))
    if index is not None:
        t.put_hero(index, laid="down")
        return
    t.put_mini(attack.target, laid=True)


def _for_nothing(state: State, target: str) -> Msg | str:
    """Return what the target defends with before it spends a cube."""
    index = hero_of(target)
    if index is None:
        tile = owner_of(state, target)
        printed = tile.sheet.defence if isinstance(tile, Tile) else 0
        return msg("help.automatic_defence", n=printed) if printed else ""
    die = state.heroes[index].sheet.automatic
    return msg("help.automatic_die", colour=Msg(f"colour.{die}")) if die else ""


def _has_defence(hero: Hero, picked: Choice) -> bool:
    name = str(picked.value).partition("|")[0]
    return any(
        line.use == "defence" for card in hero.cards if card.name == name for line in card.lines
    )


def _worn(hero: Hero, worn: tuple[Choice, ...]) -> list[Field]:
    """Return the cards that defend; what is not used up by it is taken for worn."""
    lasting = {card.name for card in hero.cards if not card.once}
    ticked = {str(each.value).partition("|")[0]: each.value for each in reversed(worn)}
    default = [value for name, value in ticked.items() if name in lasting]
    return [replace(picks("cards", worn, len(worn), "G-143"), default=default)]


def _most_dice(state: State, target: str) -> int:
    """Return the most dice the target can roll without a cube."""
    index = hero_of(target)
    if index is None:
        return 0
    hero = state.heroes[index]
    worn = tuple(
        line
        for card in hero.cards
        if not barred(hero, card)
        for line in card.lines
        if line.use == "defence" or card.kind in ("tool", "object")
    )
    return bool(hero.sheet.automatic) + sum(len(line.dice) for line in worn)


def best_guard(state: State, target: str) -> int:
    """Return the best Body Guard among the target's allies."""
    side = side_of(state, target)
    owners: list[Hero | Tile] = []
    if side == "heroes":
        owners += [h for i, h in enumerate(state.heroes) if hero_of(target) != i]
    wanted = {"heroes": "hero", "villain": "villain"}.get(side)
    owners += [tile for tile in characters(state) if tile.side == wanted and tile.on_map]
    return max((level(owner, "Body Guard") for owner in owners), default=0)


WORDS: Catalogue = {
    "note.shielded": _("{who} suffers {n} of them ({sources})"),
    "note.successes": _n(
        "{who}: {symbols} on the dice, {plus} added, {less} taken off, {n} success",
        "{who}: {symbols} on the dice, {plus} added, {less} taken off, {n} successes",
    ),
    "note.shields": _("{who} will shield {target}"),
    "note.defends": _n(
        "{who} defends with {n} cube ({dice})", "{who} defends with {n} cubes ({dice})"
    ),
    "note.defends-bare": _("{who} defends without dice"),
    "note.defence": _n(
        "{who} blocks {n} of {attack} and takes {wounds} wound",
        "{who} blocks {n} of {attack} and takes {wounds} wounds",
        by="wounds",
    ),
    "note.extra-wounds": _n("{n} extra wound by a skill", "{n} extra wounds by a skill"),
    "note.shackled": _n("{who} is shackled ({n} token)", "{who} is shackled ({n} tokens)"),
    "note.laid-down": _("{who} is laid down"),
    "prompt.defend": _("{who} defends against {n}"),
    "prompt.sacrifice": _("{who} shields {target}"),
    "help.symbols": _("Empty: enter the dice one by one"),
    "help.automatic_die": _("Without cubes: 1 die ({colour}); each cube adds one"),
    "help.automatic_defence": _("Automatic defense: {n}; each cube adds a die"),
}
