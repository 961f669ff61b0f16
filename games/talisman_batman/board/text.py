"""The table as text: what a golden game shows after every entry; no Feat is named."""

from __future__ import annotations

from games.talisman_batman.state import EncounterCard, State, Villain


def text(state: State) -> str:
    """Return Villains, cards on spaces, Batman, and the current step.

    turn 4, encounter, Two-Face
    Two-Face on Cell Block 1: S 5, C 3, L 4, F 2, 1 coin | Baseball Bat | trophies Thug | 2 Feats
    Cell Block 1: Guard Keys, 2 coins
    Batman on Roof 2
    """
    now, active = state.turn, state.villains[state.active]
    over = f"won by {state.won_by}" if state.winner is not None else now.phase
    lines = [f"turn {now.number}, {over}, {active.sheet.name or f'seat {state.active}'}"]
    lines += [_villain(seat, villain) for seat, villain in enumerate(state.villains)]
    for spot in state.spots:
        if spot.cards or spot.coins:
            coins = [f"{spot.coins} coins"] if spot.coins else []
            lines.append(
                f"{spot.space} {spot.floor}: {', '.join([*map(_card, spot.cards), *coins])}"
            )
    if state.batman.space:
        lines.append(f"Batman on {state.batman.space} {state.batman.floor}")
    if state.fight:
        lines.append(f"fight {state.fight.kind} {state.fight.name or state.fight.attribute}")
    if state.owes:
        lines.append(f"owed {', '.join(f'{owe.seat} {owe.what}' for owe in state.owes)}")
    lines.append(
        f"coins {state.coin_pool}, fate {state.fate_pool}, keys {state.key_pool},"
        f" Feats {state.feat_deck}+{state.feat_discard}"
    )
    return "\n".join(lines)


def _villain(seat: int, villain: Villain) -> str:
    name = villain.sheet.name or f"seat {seat}"
    if not villain.alive:
        return f"{name}: {villain.status}"
    numbers = f"S {villain.strength}, C {villain.cunning}, L {villain.life}, F {villain.fate}"
    where = f"{villain.space or 'nowhere'} {villain.floor}"
    parts = [f"{name} on {where}: {numbers}, {villain.coins} coins"]
    if villain.goods:
        parts.append(", ".join(map(_card, villain.goods)))
    if villain.trophies:
        parts.append(f"trophies {', '.join(map(_card, villain.trophies))}")
    if villain.feats:
        parts.append(f"{len(villain.feats)} Feats")
    if villain.insane:
        parts.append(f"insane {villain.insane}")
    if villain.lost_turns:
        parts.append(f"loses {villain.lost_turns} turns")
    return " | ".join(parts)


def _card(card: EncounterCard) -> str:
    value = f" {card.value}" if card.value else ""
    return f"{card.name}{value}"
