"""The board as pages draw it: Bat-Tablets, the command post, the mission, what is open."""

from __future__ import annotations

from typing import Any

from games.gotham_chronicles.ahead.odds import roll_odds, space_odds
from games.gotham_chronicles.box.sheets import (
    EVENT_WARNING,
    RIVER_POSITIONS,
    ROLLED,
    SPACES,
    belted,
)
from games.gotham_chronicles.rules.common.energy import space_name
from games.gotham_chronicles.rules.end import holds, missing, said
from games.gotham_chronicles.rules.rolls import by_face, free_dice, rerolls_to_buy, rolling
from games.gotham_chronicles.rules.villain.river import cost, places
from games.gotham_chronicles.rules.wounds import wounds_needed
from games.gotham_chronicles.state import (
    POST_SPACES,
    Activation,
    Attack,
    Brought,
    Given,
    Hero,
    Mini,
    Move,
    Peril,
    State,
    Struck,
    Task,
    Tile,
    Tried,
)
from games.gotham_chronicles.state.dice import Roll
from games.gotham_chronicles.table import fighter, hero_of, name_of, tile_of
from games.messages import Msg


def board(state: State) -> dict[str, Any]:
    """Return everyone's board: plain values and ``Msg``; nothing of this game is hidden."""
    return {
        "viewer": None,
        "villain_part": state.villain,
        "depth": state.depth,
        "mission": _mission(state),
        "heroes": [_hero(state, i) for i in range(len(state.heroes))],
        "post": _post(state),
        "allies": [_tile(tile) for tile in state.tiles if tile.place == "ally"],
        "aside": [_tile(tile) for tile in state.tiles if tile.place == "aside"],
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
        "zones": _zones(reserve=hero.reserve, fatigue=hero.fatigue, wounds=hero.wounds),
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


def _zones(**cubes: int) -> list[dict[str, Any]]:
    return [
        {"name": name, "label": space_name(name), "cubes": n, "slots": [True] * n}
        for name, n in cubes.items()
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


def _post(state: State) -> dict[str, Any]:
    post = state.post
    return {
        "mine": False,
        "total": post.total,
        "reserve": post.reserve,
        "fatigue": post.fatigue,
        "recovery": post.recovery,
        "assumed": [line for line in ("reserve", "fatigue", "recovery") if state.assumes(line)],
        "zones": [
            {**zone, "assumed": state.assumes(zone["name"])}
            for zone in _zones(reserve=post.reserve, fatigue=post.fatigue)
        ],
        "spaces": [
            {
                "name": name,
                "label": space_name(name),
                "cubes": post.on(name),
                "limit": post.limit(name),
                "known": name != "reroll" or post.reroll_limit is not None,
                "slots": [n < post.on(name) for n in range(max(post.on(name), post.limit(name)))],
                "room": post.room(name),
                "die": post.die if name == "defence" else "",
                "points": post.points if name == "movement" else 0,
            }
            for name in POST_SPACES
        ],
        "activations": post.activations,
        "activations_left": max(0, 2 - post.activations),
        "demobilized": post.demobilized,
        "free_reroll": post.free_reroll,
        "river": _river(state),
        "pool": [
            {"name": tile.name, "count": tile.pool, "cost": tile.sheet.reinforcement}
            for tile in state.tiles
            if tile.pool
        ],
        "lives": [
            _miniature(state, tile, mini)
            for tile in state.tiles
            for mini in tile.minis
            if tile.sheet.life > 1 or mini.shackles or mini.laid
        ],
    }


def _miniature(state: State, tile: Tile, mini: Mini) -> dict[str, Any]:
    """Return a miniature with life points, tokens or a state of its own."""
    life, most = mini.life, tile.sheet.life
    return {
        "name": name_of(state, fighter("tile", tile.name, mini.number)),
        "tile": tile.name,
        "mini": mini.number,
        "life": life,
        "of": most,
        "laid": mini.laid,
        "shackles": mini.shackles,
        "pips": [n < life for n in range(most)] if most > 1 else [],
    }


def _river(state: State) -> list[dict[str, Any]]:
    """Return eight places from the left; a double tile fills two, empty ones have no tile."""
    at = places(state)
    found: list[dict[str, Any]] = []
    for name in state.river:
        tile = state.tile(name)
        if tile is None:
            continue
        price = cost(state, name)
        found.append(
            {
                **_tile(tile),
                "place": at[name] + 1,
                "cost": price,
                "payable": price <= state.post.reserve,
                "event": name == EVENT_WARNING,
                "acting": bool(state.activation and state.activation.tile == name),
            }
        )
    filled = sum(tile["width"] for tile in found)
    empty = [
        {"name": "", "place": n + 1, "cost": state.post.costs[n], "width": 1}
        for n in range(filled, RIVER_POSITIONS)
    ]
    return [*found, *empty]


def _tile(tile: Tile) -> dict[str, Any]:
    sheet = tile.sheet
    return {
        "name": tile.name,
        "kind": sheet.kind,
        "kind_label": Msg(f"tile.{sheet.kind}"),
        "side": sheet.side,
        "width": sheet.width,
        "down": tile.down,
        "on_map": tile.on_map,
        "some": f"{tile.on_map or ''}?" if not tile.counted else tile.on_map,
        "pool": tile.pool,
        "lives": [(mini.number, mini.life) for mini in tile.minis] if sheet.life > 1 else [],
        "life": sheet.life,
        "defence": sheet.defence,
        "bonus": sheet.bonus,
        "size": sheet.size,
        "menace": sheet.menace,
        "reinforcement": sheet.reinforcement,
        "abilities": [_ability(tile, kind) for kind in ROLLED],
        "skills": [{"name": s.name, "level": s.level} for s in sheet.skills],
        "traits": list(sheet.traits),
        "owner": tile.owner,
        "activated": tile.activated,
        "shackles": sum(mini.shackles for mini in tile.minis),
        "source": sheet.source,
    }


def _ability(tile: Tile, kind: str) -> dict[str, Any]:
    ability = tile.sheet.ability(kind)
    return {
        "name": kind,
        "label": space_name(kind),
        "forbidden": ability.forbidden,
        "options": [
            {"dice": list(o.dice), "arrows": list(o.arrows), "times": o.times}
            for o in ability.options
        ],
    }


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
