"""Follow-ups of an attack, and its end (p.37-40)."""

from __future__ import annotations

from msgspec.structs import replace

from games.gotham_chronicles.rules.common.skills import (
    barred,
    skill_of,
    summed,
)
from games.gotham_chronicles.rules.danger import bring, tokens
from games.gotham_chronicles.rules.heroes.equipment import used_up
from games.gotham_chronicles.state import Attack, Grant, State
from games.gotham_chronicles.table import (
    Table,
    hero_of,
    present,
    tile_of,
)

FREE_COUNTERS = ("counterattack", "retaliation")


def after(t: Table, attack: Attack) -> None:
    """Wait while a free action is possible, else the attack is over."""
    attack = replace(attack, stage="after")
    t.put(open=attack)
    if not follow_ups(t.state):
        close(t)


def follow_ups(state: State) -> tuple[tuple[str, str, int], ...]:
    """Free actions possible now: (kind, who takes it, level) (p.56)."""
    attack = state.open
    if not isinstance(attack, Attack) or attack.stage != "after":
        return ()
    found: list[tuple[str, str, int]] = []
    if attack.free not in FREE_COUNTERS and not attack.felled:
        answer = "counterattack" if attack.kind == "melee" else "retaliation"
        n = skill_of(state, attack.target, answer.capitalize())
        alive = present(state, attack.target) and present(state, attack.who)
        if n and alive and _armed(state, attack, answer):
            found.append((answer, attack.target, n))
    found += _chains(state, attack)
    return tuple(found)


def _armed(state: State, attack: Attack, answer: str) -> bool:
    """Return whether the target has what the answer needs: a weapon that shoots, or a tile on which
    the action is not crossed out (p.27)."""
    index = hero_of(attack.target)
    if index is None:
        tile = state.tile(tile_of(attack.target)[0])
        return tile is not None and not tile.sheet.ability(attack.kind).forbidden
    if answer != "retaliation":
        return True
    hero = state.heroes[index]
    return any(
        card.kind == "ranged" and not card.once and not barred(hero, card) for card in hero.cards
    )


def _chains(state: State, attack: Attack) -> list[tuple[str, str, int]]:
    found: list[tuple[str, str, int]] = []
    kind = "circular" if attack.kind == "melee" else "burst"
    skill = "Circular Strike" if attack.kind == "melee" else "Burst"
    most = summed(attack.skills, skill)
    if attack.remaining and attack.free in ("", kind) and attack.chain < most:
        found.append((kind, attack.who, attack.remaining))
    combo = summed(attack.skills, "Combo")
    if combo and attack.kind == "melee" and not attack.free and attack.felled:
        found.append(("combo", attack.who, combo))
    return found


def brings(attack: Attack) -> tuple[Grant, ...]:
    """Return what waits behind the attack: the tokens of its skills, and of the attack it
    answers."""
    return *attack.brings, *tokens(attack.who, attack.skills)


def close(t: Table) -> None:
    """Close the attack; one-time weapons leave the game."""
    attack = t.state.open
    t.put(open=None)
    if not isinstance(attack, Attack):
        return
    index = hero_of(attack.who)
    if index is not None:
        used_up(t, index, attack.cards)
    bring(t, brings(attack))
