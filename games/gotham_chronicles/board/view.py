"""The board as pages draw it: Bat-Tablets, the command post, the mission, what is open."""

from __future__ import annotations

from typing import Any

from games.gotham_chronicles.ahead.odds import roll_odds, space_odds
from games.gotham_chronicles.board.villain import command_post, tile_view, zones
from games.gotham_chronicles.box.sheets import (
    SPACES,
    belted,
)
from games.gotham_chronicles.rules.common.energy import space_name
from games.gotham_chronicles.rules.end import holds, missing, said
from games.gotham_chronicles.rules.rolls import by_face, free_dice, rerolls_to_buy, rolling
from games.gotham_chronicles.rules.wounds import wounds_needed
from games.gotham_chronicles.state import (
    Activation,
    Attack,
    Brought,
    Given,
    Hero,
    Move,
    Peril,
    State,
    Struck,
    Task,
    Tried,
)
from games.gotham_chronicles.state.dice import Roll
from games.gotham_chronicles.table import hero_of, name_of, tile_of
from games.messages import Msg


def board(state: State) -> dict[str, Any]:
    """Return everyone's board: plain values and ``Msg``; nothing of this game is hidden."""
    return {
        "viewer": None,
        "villain_part": state.villain,
        "depth": state.depth,
        "mission": _mission(state),
        "heroes": [_hero(state, i) for i in range(len(state.heroes))],
        "post": command_post(state),
        "allies": [tile_view(tile) for tile in state.tiles if tile.place == "ally"],
        "aside": [tile_view(tile) for tile in state.tiles if tile.place == "aside"],
        "tokens": [
            {
                "kind": token.kind,
                "label": Msg(f"token.{token.kind}"),
                "area": token.area,
                "side": token.side,
                "dissipating": token.dissipating,
            }
            for token in state.tokens
        ],
        "reinforcements": [
            {"area": token.area, "active": token.active} for token in state.reinforcements
        ],
        "walls": list(state.walls),
        "ground": [{"card": each.card.name, "area": each.area} for each in state.ground],
        "gone": list(state.gone),
        "open": _open(state),
        "answer": _answer(state),
    }


def of(everybody: dict[str, Any], state: State, viewer: int) -> dict[str, Any]:
    """Return that board as one player sees it: what is mine, and the odds of my own spaces."""
    heroes = [
        {**each, "mine": True, "odds": space_odds(state, state.heroes[viewer])}
        if each["index"] == viewer
        else each
        for each in everybody["heroes"]
    ]
    post = {**everybody["post"], "mine": viewer == state.villain}
    return {**everybody, "viewer": viewer, "heroes": heroes, "post": post}


def _mission(state: State) -> dict[str, Any]:
    return {
        "title": state.title,
        "round": state.round,
        "rounds": _rounds(state),
        "left": None if state.endless else state.rounds - state.round,
        "phase": state.phase,
        "phase_label": Msg(f"phase.{state.phase}"),
        "side": state.side,
        "side_label": Msg(f"side.{state.side}") if state.side else "",
        "initiative": state.initiative,
        "initiative_label": Msg(f"side.{state.initiative}"),
        "pending": list(state.pending),
        "counters": [
            {"name": c.name, "value": c.value, "low": c.low, "high": c.high} for c in state.counters
        ],
        "conditions": [
            {
                "text": c.text,
                "side": c.side,
                "side_label": Msg(f"side.{c.side}"),
                "when": "" if c.when == "any" else Msg(f"when.{c.when}"),
                "rounds": list(c.rounds),
                "needs": list(said(c)),
                "met": holds(state, c),
                "missing": missing(state, c),
            }
            for c in state.conditions
        ],
        "events": [{"name": event.name, "points": event.points} for event in state.events],
        "points": state.points,
        "event_open": state.event_open,
        "variants": [Msg(f"variant.{v}") for v in state.variants],
    }


def _rounds(state: State) -> list[dict[str, Any]]:
    """Return the rounds of the mission; those played so far and a "?" while no one has read it."""
    last = state.round if state.endless else state.rounds
    found: list[dict[str, Any]] = [
        {"n": n, "now": n == state.round, "past": n < state.round} for n in range(1, last + 1)
    ]
    return [*found, {"n": "?", "now": False, "past": False}] if state.endless else found


# -- heroes --------------------------------------------------------------------------------


def _hero(state: State, index: int) -> dict[str, Any]:
    hero = state.heroes[index]
    sheet = hero.sheet
    return {
        "index": index,
        "name": sheet.name,
        "mine": False,
        "source": sheet.source,
        "stance": hero.stance,
        "stance_label": Msg(f"stance.{hero.stance}"),
        "choosing": hero.choosing,
        "neutralized": hero.neutralized,
        "acts": state.phase == "H4" and hero.stance == "active" and not hero.neutralized,
        "total": sheet.total,
        "reserve": hero.reserve,
        "fatigue": hero.fatigue,
        "wounds": hero.wounds,
        "to_fall": sheet.total - hero.wounds,
        "zones": zones(reserve=hero.reserve, fatigue=hero.fatigue, wounds=hero.wounds),
        "spaces": [_space(hero, name) for name in SPACES],
        "automatic": sheet.automatic,
        "encumbrance": hero.encumbrance,
        "encumbrance_limit": sheet.encumbrance_limit,
        "bonus": hero.bonus,
        "bonuses": [
            {"from": start, "bonus": bonus, "now": _row(hero) == start}
            for start, bonus in sheet.bonuses
        ],
        "moved": hero.moved,
        "kept": hero.kept,
        **_carried(hero),
        "skills": _skills(hero),
        "traits": list(sheet.traits),
        "shackles": hero.shackles,
        "laid": hero.laid,
        "friend": hero.friend,
        "free_success": hero.free_success,
        "odds": [],
    }


def _carried(hero: Hero) -> dict[str, Any]:
    """Return the cards of a hero, and how much of the belt its gadgets take."""
    return {
        "belt": hero.sheet.belt,
        "belt_used": belted(hero.cards),
        "cards": [
            {
                "name": card.name,
                "kind": card.kind,
                "kind_label": Msg(f"card.{card.kind}"),
                "weight": card.weight,
                "gadget": card.gadget,
                "once": card.once,
                "lethal": card.lethal,
            }
            for card in hero.cards
        ],
    }


def _skills(hero: Hero) -> list[dict[str, Any]]:
    """Return the skills of a hero, and which of them what is carried still leaves."""
    return [
        {
            "name": skill.name,
            "level": skill.level,
            "threshold": skill.threshold,
            "on": not hero.neutralized
            and (skill.threshold is None or hero.encumbrance < skill.threshold),
        }
        for skill in hero.sheet.skills
    ]


def _row(hero: Hero) -> int:
    return max(start for start, _ in hero.sheet.bonuses if start <= hero.encumbrance)


def _space(hero: Hero, name: str) -> dict[str, Any]:
    sheet = hero.sheet
    die, arrow = "", False
    if name not in ("movement", "reroll"):
        space = sheet.space(name)
        die, arrow = space.die, space.arrow
    limit, cubes = sheet.limit(name), hero.on(name)
    return {
        "name": name,
        "label": space_name(name),
        "die": die,
        "die_label": Msg(f"colour.{die}") if die else "",
        "arrow": arrow,
        "points": sheet.points if name == "movement" else 0,
        "cubes": cubes,
        "limit": limit,
        "slots": [slot < cubes for slot in range(max(limit, cubes))],
        "room": hero.room(name),
        "full": cubes >= limit,
    }


# -- villain -------------------------------------------------------------------------------


# -- what is open --------------------------------------------------------------------------


def _open(state: State) -> dict[str, Any] | None:
    """Return the action or roll in progress, as a strip above the prompts."""
    if not (state.open or state.peril or state.activation):
        return None
    shown: dict[str, Any] = {"kind": "activation", "who": "", "target": "", "roll": None}
    if state.activation:
        shown |= _activation(state, state.activation)
    shown |= _begun(state)
    if state.peril:
        shown |= _peril(state, state.peril)
    if rolled := rolling(state):
        shown["roll"] = _roll(state, *rolled) | {"drawn": by_face(state, rolled[0])}
        shown["odds"] = roll_odds(state, *rolled)
    return shown


def _activation(state: State, activation: Activation) -> dict[str, Any]:
    """Return the tile whose miniatures act, and how many of them have."""
    tile = state.tile(activation.tile)
    return {
        "tile": activation.tile,
        "mini": activation.mini,
        "done": sum(mini.acted for mini in tile.minis) if tile else 0,
        "who": f"{activation.tile} #{activation.mini}" if activation.mini else activation.tile,
    }


def _begun(state: State) -> dict[str, Any]:
    """Return the action someone has begun and not ended."""
    match state.open:
        case Move(who, pool):
            return {"kind": "move", "who": name_of(state, who), "points": pool}
        case Attack() as attack:
            return _attack(state, attack)
        case Given(who):
            return {"kind": "given", "who": name_of(state, who)}
        case Brought(grants):
            who = name_of(state, grants[0].who) if grants[0].who else ""
            return {"kind": "brought", "who": who, "cause": Msg(f"brings.{grants[0].kind}")}
        case Task() as task:
            return {
                "kind": task.kind,
                "who": name_of(state, task.who),
                "what": task.what,
                "difficulty": task.difficulty,
                "plus": task.plus,
                "less": task.less,
            }
    return {}


def _peril(state: State, peril: Peril) -> dict[str, Any]:
    """Return who rolls against danger now, and who waits to."""
    victim, *waiting = peril.victims
    return {
        "kind": "peril",
        "who": name_of(state, victim.who),
        "cause": Msg(f"cause.{victim.cause}"),
        "waiting": [name_of(state, each.who) for each in waiting],
    }


def _answer(state: State) -> dict[str, Any] | None:
    """Return the outcome of an attack or a task, in one number."""
    match state.answer:
        case Struck() as struck:
            return {
                "kind": "shackles" if struck.shackles else "wounds",
                "n": struck.shackles or struck.wounds,
                "target": struck.target,
                "attack": struck.attack,
                "defence": struck.defence,
                "extra": struck.extra,
                "before": struck.before,
                "after": struck.after,
                "places": [{"label": space_name(zone), "n": n} for zone, n in struck.places],
            }
        case Tried(who, kind, successes, difficulty):
            return {
                "kind": "done" if successes >= difficulty else "failed",
                "n": successes,
                "difficulty": difficulty,
                "who": who,
                "what": space_name(kind),
            }
    return None


def _attack(state: State, attack: Attack) -> dict[str, Any]:
    return {
        "kind": attack.kind,
        "stage": attack.stage,
        "who": name_of(state, attack.who),
        "target": name_of(state, attack.target),
        "target_part": hero_of(attack.target),
        "plus": attack.plus,
        "less": attack.less + attack.smoke,
        "successes": attack.successes,
        "needed": wounds_needed(state, attack.target),
        "automatic": _automatic(state, attack.target),
    }


def _automatic(state: State, target: str) -> int:
    tile = state.tile(tile_of(target)[0]) if hero_of(target) is None else None
    return tile.sheet.defence if tile else 0


def _roll(state: State, roll: Roll, who: str) -> dict[str, Any]:
    free = free_dice(roll)
    return {
        "dice": [
            {
                "colour": die.colour,
                "label": Msg(f"colour.{die.colour}"),
                "face": die.face,
                "freed": die.freed,
                "free": i in free,
            }
            for i, die in enumerate(roll.dice)
        ],
        "rolled": roll.rolled and bool(roll.dice),
        "symbols": roll.symbols,
        "free": len(roll.arrows),
        "bonus": roll.bonus,
        "paid": rerolls_to_buy(state, who),
    }
