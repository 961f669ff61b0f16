"""Chances of the dice of a roll, which may be thrown again, and what it brings, for forecasts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import TypeVar

from games.gotham_chronicles.box.sheets import COLOURS
from games.gotham_chronicles.rules.actions.defence import (
    CARD_KINDS,
    Defend,
    Shield,
    best_guard,
    defence_room,
)
from games.gotham_chronicles.rules.common.costs import usable_lines
from games.gotham_chronicles.rules.common.forms import fighters
from games.gotham_chronicles.rules.common.skills import skill_of
from games.gotham_chronicles.rules.rerolls import Keep, may_add_success
from games.gotham_chronicles.rules.rolls import ANY_COLOUR, rerolls_to_buy, rolling
from games.gotham_chronicles.rules.wounds import wounds_needed
from games.gotham_chronicles.state import Attack, State, Task
from games.gotham_chronicles.state.dice import Roll
from games.gotham_chronicles.table import hero_of, led_by, name_of, side_of
from games.messages import Catalogue, Msg, msg
from games.messages import gettext_noop as _
from games.messages import ngettext_noop as _n
from games.vocabulary import (
    Action,
    Answer,
    DiceRoll,
    Die,
    Open,
    RerollPermission,
    RerollRule,
    RiskFigure,
    Ruling,
)

T = TypeVar("T")
STAKES = {
    "down": RiskFigure("stake.down", danger=True, worth=-10),
    "hurt": RiskFigure("stake.hurt", danger=True, counts=True, worth=-2),
    "felled": RiskFigure("stake.felled", counts=True, worth=4),
    "wounds": RiskFigure("stake.wounds", counts=True, worth=2),
    "done": RiskFigure("stake.done", worth=6),
}
MOOT = frozenset({"WOUND_FROM", *(f"WOUND_FROM_{n}" for n in range(2, 9))})
"""From which spaces the cubes of a wound come."""


def possible_rolls(state: State) -> tuple[DiceRoll, ...]:
    """Return the dice of the roll the table waits for."""
    found = None if state.ended else rolling(state)
    if found is None:
        return ()
    known = dict(zip(COLOURS, state.faces, strict=False))
    roll, who = found
    dice = tuple(as_die(known.get(die.colour, ())) for die in roll.dice)
    untold = any(die.face is None for die in roll.dice)
    if not untold or not all(dice):
        return ()
    again = tuple(_leaves(state, roll, who))
    return (DiceRoll("faces", "faces", dice, summed=True, most=_enough(state), again=again),)


def _enough(state: State) -> int | None:
    """Return the symbols beyond which no more make a difference; ``None`` where all may."""
    if state.peril:
        victim = state.peril.victims[0]
        return victim.spared + wounds_needed(state, victim.who)
    match state.open:
        case Attack(stage="defend"):
            return max(0, state.open.successes - state.open.defence_plus)
        case Task():
            return max(0, state.open.difficulty - state.open.plus + state.open.less)
    return None


def _leaves(state: State, roll: Roll, who: str) -> Iterator[RerollPermission]:
    """Yield the rerolls that cost nothing, and with those the ones that cubes may pay; and what an
    enemy may have thrown again."""
    free = rerolls(roll)
    if free:
        yield RerollPermission(Msg("again.free"), free)
    if paid := rerolls_to_buy(state, who):
        yield RerollPermission(msg("again.paid", n=paid), (*free, RerollRule(paid, last=True)))
    if roll.forced:
        forced = (RerollRule(roll.forced),)
        yield RerollPermission(Msg("again.forced"), forced, against=True)


def rerolls(roll: Roll) -> tuple[RerollRule, ...]:
    """Return what arrows and skills let throw again: an arrow each die once, of its colour."""
    colours = [die.colour for die in roll.dice]
    arrows = Counter(roll.arrows)
    free = [
        RerollRule(n, None if each == ANY_COLOUR else _places(colours, each), once=True)
        for each, n in arrows.items()
        if each == ANY_COLOUR or each in colours
    ]
    return (*free, RerollRule(roll.bonus)) if roll.bonus else tuple(free)


def _places(colours: Sequence[str], colour: str) -> frozenset[int]:
    return frozenset(at for at, each in enumerate(colours) if each == colour)


@lru_cache(maxsize=1024)
def as_die(faces: tuple[int, ...]) -> Die:
    """Return a die by how many of its sides show each face."""
    return tuple((face, faces.count(face)) for face in sorted(set(faces)))


def figure_changes(before: State, ruling: Ruling[State]) -> Mapping[str, int]:
    """Return wounds and losses of heroes and of miniatures, and whether a task was done."""
    heroes = _changed(before.heroes, ruling.state.heroes)
    tiles = _changed(before.tiles, ruling.state.tiles)
    return {
        "hurt": sum(new.wounds - old.wounds for old, new in heroes),
        "down": sum(new.neutralized and not old.neutralized for old, new in heroes),
        "felled": sum(len(old.minis) - len(new.minis) for old, new in tiles),
        "wounds": sum(
            sum(mini.life for mini in old.minis) - sum(mini.life for mini in new.minis)
            for old, new in tiles
        ),
        "done": sum(note.code == "note.task-done" for note in ruling.notes),
    }


def _changed(before: tuple[T, ...], after: tuple[T, ...]) -> list[tuple[T, T]]:
    """Return those that are not the same any more, before and after."""
    if before is after:
        return []
    return [(old, new) for old, new in zip(before, after, strict=False) if old is not new]


def utility(state: State, brought: Mapping[str, int]) -> int:
    """Return how good it is for the side that rolls: what hurts heroes is what the villain
    wants."""
    found = rolling(state)
    sign = -1 if found is not None and led_by(state, found[1]) == "villain" else 1
    return sign * sum(STAKES[name].worth * n for name, n in brought.items())


def next_step(state: State) -> DiceRoll | Action | Open | None:
    """Return the defence without a cube, its dice, and every roll as it fell."""
    if isinstance(state.open, Attack) and state.open.stage == "defence" and not state.peril:
        return Defend()
    found = rolling(state)
    if found is None or not found[0].dice:
        return None
    if found[0].rolled:
        return Keep()
    return next(iter(possible_rolls(state)), Open())


def answers(state: State) -> tuple[Answer, ...]:
    """Return who else may take the blow, the defence with all there is, and the free success."""
    if state.ended or state.peril:
        return ()
    if may_add_success(state) and (found := rolling(state)) and found[0].rolled:
        return (Answer(Msg("answer.free"), Keep(free_success=True)),)
    attack = state.open
    if not isinstance(attack, Attack):
        return ()
    against = led_by(state, attack.target) != led_by(state, attack.who)
    if attack.stage == "defence":
        defence = _everything(state, attack.target)
        return () if defence is None else (Answer(*defence, against),)
    unrolled = attack.stage == "roll" and not attack.roll.rolled
    allies = _shields(state, attack) if unrolled and not (attack.shield or attack.free) else ()
    return tuple(
        Answer(msg("answer.shield", who=name_of(state, who)), Shield(who), against)
        for who in allies
    )


def _shields(state: State, attack: Attack) -> tuple[str, ...]:
    """Return the allies of the target that may take successes upon themselves."""
    there = (str(each.value) for each in fighters(state, side_of(state, attack.target)))
    return tuple(who for who in there if who != attack.target and skill_of(state, who, "Sacrifice"))


def _everything(state: State, target: str) -> tuple[Msg, Defend] | None:
    """Return the strongest defence, with what it takes; ``None`` where it takes nothing."""
    cubes, guard, index = defence_room(state, target), best_guard(state, target), hero_of(target)
    lines = usable_lines(state.heroes[index], "defence", CARD_KINDS) if index is not None else ()
    # Of a card with several lines one counts.
    cards = tuple({str(each.value).partition("|")[0]: str(each.value) for each in lines}.values())
    if not (cubes or cards or guard):
        return None
    often = bool(rerolls_to_buy(state, target))
    code = "defends-all" if cards or guard else "defends-once" if often else "defends"
    label = msg(f"answer.{code}", who=name_of(state, target), n=cubes)
    return label, Defend(cubes, cards=cards, guard=guard)


WORDS: Catalogue = {
    "stake.down": _("A hero is neutralized"),
    "stake.hurt": _n("A wound", "{n}+ wounds"),
    "stake.felled": _n("A miniature neutralized", "{n}+ miniatures neutralized"),
    "stake.wounds": _n("Life point taken", "{n}+ Life points taken"),
    "stake.done": _("Success"),
    "turning.unknown": _(
        "Sidekick can't tell where the odds turned: only your mission's page says how it is won."
    ),
    "again.free": _("with free rerolls"),
    "again.paid": _n("with {n} cube for rerolls", "with {n} cubes for rerolls"),
    "again.forced": _("if an enemy forces a reroll"),
    "answer.defends": _n("if {who} defends with {n} cube", "if {who} defends with {n} cubes"),
    "answer.defends-once": _n(
        "if {who} defends with {n} cube and rerolls nothing",
        "if {who} defends with {n} cubes and rerolls nothing",
    ),
    "answer.defends-all": _("if {who} defends with all there is and rerolls nothing"),
    "answer.free": _("with the free success"),
    "answer.shield": _("if {who} takes the blow"),
}
