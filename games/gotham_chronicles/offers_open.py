"""What an open action waits for: dice, rerolls, defence, free actions, the next move."""

from __future__ import annotations

from games.gotham_chronicles import cites
from games.gotham_chronicles.clash import (
    FREE_COUNTERS,
    defence_room,
    follow_ups,
)
from games.gotham_chronicles.forms import (
    MORE,
    NOW,
    characters,
    choice,
    fighters,
    flag,
    number,
    picks,
    unsaid,
)
from games.gotham_chronicles.offers_act import around, usable_lines
from games.gotham_chronicles.offers_move import leaders, moves
from games.gotham_chronicles.rolls import free_dice, rerolls_to_buy, rolling
from games.gotham_chronicles.sequence import may_add_success
from games.gotham_chronicles.sheets import COLOURS
from games.gotham_chronicles.skills import level, owner_of, skill_of
from games.gotham_chronicles.state import (
    Attack,
    Die,
    Hero,
    Move,
    Roll,
    State,
    Tile,
    hero_of,
    name_of,
    side_of,
)
from games.messages import Msg, msg
from games.referee import Choice, DieRow, Field, Prompt

CARD_KINDS = ("object", "tool", "melee", "ranged")


def opened(state: State) -> tuple[Prompt, ...]:
    """The prompts of whatever is open; nothing if nothing is."""
    found: list[Prompt] = []
    rolled = rolling(state)
    if rolled is not None:
        found += _roll(state, *rolled)
    elif isinstance(state.open, Attack):
        found += _attack(state, state.open)
    elif isinstance(state.open, Move):
        found += _move(state, state.open)
    if state.open or state.peril:
        found.append(Prompt("abandon", Msg("prompt.abandon"), rule=cites.PRIORITY, group=MORE))
    return tuple(found)


# -- dice ----------------------------------------------------------------------------------


def faces_of(state: State, colour: str) -> tuple[Choice, ...]:
    """The faces of a colour if the group has entered them, else 0 to 4."""
    known = dict(zip(COLOURS, state.faces, strict=False)).get(colour, ())
    return tuple(Choice(n, str(n)) for n in sorted(set(known or range(5))))


def _roll(state: State, roll: Roll, who: str) -> list[Prompt]:
    actors = leaders(state, who)
    if not roll.rolled or not roll.dice:
        return [*_enter(state, roll, who, actors), *_shields(state)]
    found: list[Prompt] = []
    for i, die in enumerate(roll.dice):
        found += _again(state, roll, who, i, die, actors)
    keep = Prompt(
        "keep",
        msg("prompt.keep", n=roll.symbols),
        rule=cites.REROLLS,
        expected=True,
        actors=actors,
        group=NOW,
        tone="next",
    )
    found.insert(0, keep)
    if may_add_success(state):
        found.append(
            Prompt(
                "keep",
                msg("prompt.keep_bonus", n=roll.symbols),
                fixed={"free_success": True},
                rule=cites.FREE_SUCCESS,
                actors=actors,
                group=NOW,
            )
        )
    return found


def _enter(state: State, roll: Roll, who: str, actors: tuple[int, ...]) -> list[Prompt]:
    name = name_of(state, who)
    rows = tuple(
        DieRow(
            f"{die.colour}-{i}",
            Msg(f"colour.{die.colour}"),
            faces_of(state, die.colour),
            die.colour,
        )
        for i, die in enumerate(roll.dice)
    )
    dice = Field("faces", "dice", Msg("field.faces"), dice=rows, rule=cites.DICE)
    label = msg("prompt.faces", who=name)
    found = [
        Prompt("faces", label, (dice,), rule=cites.DICE, expected=True, actors=actors, group=NOW)
    ]
    fields = [number("symbols", 0, max(0, 4 * len(rows)), 0, cites.DICE)]
    more = rerolls_to_buy(state, who)
    if more:
        fields.append(number("paid", 0, more, 0, cites.PAID_REROLL))
    if may_add_success(state):
        fields.append(flag("free_success", cites.FREE_SUCCESS))
    found.append(
        Prompt(
            "total",
            msg("prompt.total", who=name),
            tuple(fields),
            rule=cites.DICE,
            expected=True,
            actors=actors,
            group=NOW,
        )
    )
    return found


def _again(
    state: State, roll: Roll, who: str, at: int, die: Die, actors: tuple[int, ...]
) -> list[Prompt]:
    ways = {
        "free": at in free_dice(roll),
        "bonus": bool(roll.bonus),
        "forced": bool(roll.forced),
        "paid": bool(rerolls_to_buy(state, who)),
    }
    enemy = (state.villain,) if side_of(state, who) == "heroes" else state.hero_parts
    face = choice("face", faces_of(state, die.colour), cites.REROLLS)
    return [
        Prompt(
            "misfortune" if way == "forced" else "reroll",
            msg(
                "prompt.reroll",
                colour=Msg(f"colour.{die.colour}"),
                n=die.face,
                way=Msg(f"way.{way}"),
            ),
            (face,),
            {"die": at} if way == "forced" else {"die": at, "way": way},
            cites.PAID_REROLL if way == "paid" else cites.FREE_REROLL,
            actors=enemy if way == "forced" else actors,
            group=NOW if way in ("free", "bonus") else MORE,
            tone=die.colour,
        )
        for way, possible in ways.items()
        if possible
    ]


# -- attacks -------------------------------------------------------------------------------


def _shields(state: State) -> list[Prompt]:
    attack = state.open
    if not isinstance(attack, Attack) or attack.stage != "roll" or attack.free or state.peril:
        return []
    side = side_of(state, attack.target)
    return [
        Prompt(
            "sacrifice",
            msg("prompt.sacrifice", who=each.label, target=name_of(state, attack.target)),
            fixed={"who": each.value},
            rule=cites.PRIORITY,
            actors=leaders(state, str(each.value)),
            group=MORE,
        )
        for each in fighters(state, side)
        if each.value != attack.target and skill_of(state, str(each.value), "Sacrifice")
    ]


def _attack(state: State, attack: Attack) -> list[Prompt]:
    if attack.stage == "defence":
        return [_defend(state, attack)]
    found = [_follow(state, attack, *offer) for offer in follow_ups(state)]
    return [
        *(prompt for prompt in found if prompt),
        Prompt(
            "finish",
            Msg("prompt.finish"),
            rule=cites.FREE_ACTION,
            expected=True,
            group=NOW,
            tone="next",
        ),
    ]


def _defend(state: State, attack: Attack) -> Prompt:
    target, index = attack.target, hero_of(attack.target)
    room = defence_room(state, target)
    most = 4 * (room + 4)
    fields = [number("cubes", 0, room, 0, cites.DEFENCE_CUBES)]
    if index is not None:
        lines = usable_lines(state.heroes[index], "defence", CARD_KINDS)
        worn = tuple(each for each in lines if _has_defence(state.heroes[index], each))
        if worn:
            fields.append(picks("cards", worn, len(worn), cites.DEFENCE_TOTAL))
    fields.append(unsaid("symbols", 0, most, cites.DEFENCE_TOTAL, Msg("help.symbols")))
    more = rerolls_to_buy(state, target)
    if more:
        fields.append(number("paid", 0, more, 0, cites.PAID_REROLL))
    guards = _guards(state, target)
    if guards:
        fields.append(number("guard", 0, guards, 0, cites.DEFENCE_TOTAL))
    return Prompt(
        "defend",
        msg("prompt.defend", who=name_of(state, target), n=attack.successes),
        tuple(fields),
        rule=cites.DEFENCE,
        help=_for_nothing(state, target),
        expected=True,
        actors=leaders(state, target),
        group=NOW,
        tone="defence",
    )


def _for_nothing(state: State, target: str) -> Msg | str:
    """What the target defends with before it spends a cube."""
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


def _guards(state: State, target: str) -> int:
    """The best Body Guard among the target's allies."""
    side = side_of(state, target)
    owners: list[Hero | Tile] = []
    if side == "heroes":
        owners += [h for i, h in enumerate(state.heroes) if hero_of(target) != i]
    wanted = {"heroes": "hero", "villain": "villain"}.get(side)
    owners += [tile for tile in characters(state) if tile.side == wanted and tile.on_map]
    return max((level(owner, "Body Guard") for owner in owners), default=0)


def _follow(state: State, attack: Attack, kind: str, who: str, n: int) -> Prompt | None:
    fields: list[Field] = []
    if kind not in FREE_COUNTERS:
        side = "villain" if side_of(state, who) == "heroes" else "heroes"
        targets = fighters(state, side)
        if not targets:
            return None
        fields.append(choice("target", targets, cites.FREE_ACTION))
    if kind == "retaliation":
        fields += around(state, "ranged")
    return Prompt(
        "follow",
        msg("prompt.follow", who=name_of(state, who), kind=Msg(f"follow.{kind}")),
        tuple(fields),
        {"kind": kind},
        cites.FREE_ACTION,
        expected=True,
        actors=leaders(state, who),
        group=NOW,
        tone=attack.kind,
    )


# -- movement ------------------------------------------------------------------------------


def _move(state: State, open_: Move) -> list[Prompt]:
    end = Prompt(
        "move-end",
        Msg("prompt.move_end"),
        rule=cites.POINTS_LOST,
        expected=True,
        actors=leaders(state, open_.who),
        group=NOW,
        tone="next",
    )
    return [end, *moves(state, open_.who, open_.pool)]


def explosions(state: State) -> tuple[Prompt, ...]:
    """Everybody in an area rolls for wounds."""
    if state.open or state.peril or not state.side:
        return ()
    there = (
        *fighters(state, "heroes", True),
        *fighters(state, "villain", True),
        *fighters(state, "neutral", True),
    )
    if not there:
        return ()
    causes = tuple(Choice(cause, Msg(f"cause.{cause}")) for cause in ("explosion", "rise"))
    fields = (
        number("level", 1, 6, 1, cites.EXPLOSION),
        Field(
            "victims",
            "choices",
            Msg("field.victims"),
            there,
            low=1,
            high=len(there),
            default=[there[0].value],
            rule=cites.EXPLOSION,
        ),
        choice("cause", causes, cites.DANGER_GROWS),
    )
    return (
        Prompt(
            "explosion",
            Msg("prompt.explosion"),
            fields,
            rule=cites.EXPLOSION,
            group=MORE,
            tone="danger",
        ),
    )
