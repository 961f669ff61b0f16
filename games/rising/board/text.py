"""The table as text: what golden games show, and what a rules reader can check.

    turn 1: Ben at 2, facing 0
    track 4 4 | 3            sections, counters
    0: #The Drowned 0/3, +H1 1/4, -
    Ben: +Leader 0/5
    deck 27, lost 0, supply 30, discard 0
    dice blue:2J>p4          colour, face, the card it lies on

``+`` Hero, ``!`` Villain, ``#`` Dark Knight, ``=`` battle; ``-`` an empty place; ``?`` is an
unknown card. ``0/4`` damage of capacity, ``*`` in place of a capacity no one knows.
"""

from __future__ import annotations

from games.rising.state import HeroDie, Team
from games.rising.table import Table

MARKS = {"hero": "+", "villain": "!", "knight": "#", "battle": "="}


def text(t: Table) -> str:
    """Return everything on the table, and the results of this turn so far."""
    state = t.state
    lines = [lying(t)]
    tokens = [f"{team.name}: {_tokens(team)}" for team in state.teams if team.tokens]
    if tokens:
        lines.append(f"tokens {', '.join(tokens)}")
    if t.game.goal.kind == "boss":
        boss = next(each for each in state.pieces if each.id == "boss")
        lines.append(f"boss {boss.damage}/{state.setup.boss_damage}")
    if state.steps:
        lines.append(f"progress {state.progress} of {len(state.steps)}")
    dice = [_die(t, die) for die in (*state.turn.dice, *state.kept)]
    if dice:
        lines.append(f"dice {' '.join(dice)}")
    hits = [f"{_name(t, hit.card)} {hit.sets}" for hit in state.turn.hits]
    if hits:
        lines.append(f"hits {', '.join(hits)}")
    return "\n".join(lines)


def lying(t: Table) -> str:
    """Return cards, counters and the track."""
    state = t.state
    at = f" at {state.turn.location}" if state.turn.location >= 0 else ""
    sizes = " ".join(
        f"{'b' if s.facts.holds == 'boss' else '' if s.facts.holds else '-'}{s.facts.size}"
        f"{'o' if s.revealed else ''}"
        for s in state.sections
    )
    lines = [f"turn {state.number}: {t.team.name}{at}, facing {state.facing}"]
    lines.append(f"track {sizes} | {state.doom}")
    for place, slots in enumerate(state.slots):
        cards = [show(t, each) for each in slots]
        cards += [show(t, state.battles[place])] if state.battles[place] else []
        lines.append(f"{place}: {', '.join(cards)}")
    lines += [
        f"{team.name}: {', '.join(show(t, each) for each in team.row)}" for team in state.teams
    ]
    lines.append(
        f"deck {state.deck}, lost {state.defeated}, supply {state.supply}, discard {state.discard}"
    )
    return "\n".join(lines)


def show(t: Table, piece: str) -> str:
    """Return one card, or ``-`` for an empty place."""
    if not piece:
        return "-"
    each = t.piece(piece)
    if not each.card:
        return f"?{each.damage or ''}"
    mark = MARKS.get(t.kind(piece), "?")
    return f"{mark}{each.card} {each.damage}/{t.capacity(piece) or '*'}"


def _tokens(team: Team) -> str:
    return " ".join(token.kind or "?" for token in team.tokens)


def _die(t: Table, die: HeroDie) -> str:
    place = {"pool": "", "given": "x", "stays": "="}.get(die.place, "")
    target = f">{_name(t, die.target)}" if die.target else ""
    return f"{die.colour}:{die.face or '-'}{place}{target}"


def _name(t: Table, piece: str) -> str:
    """Return a card by its name where the table knows it."""
    found = next((each for each in t.state.pieces if each.id == piece), None)
    return found.card if found and found.card else piece
