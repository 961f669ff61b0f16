"""Values a page draws of a game: score sheet, race, the heist under way."""

from __future__ import annotations

from games.animated_dice.ahead import odds as chances
from games.animated_dice.box import BUSTED, COLOURS, Counts, said
from games.animated_dice.rules.villains import power
from games.animated_dice.state import Heist, How, Phase, Stage, State
from games.messages import Msg, msg
from games.vocabulary import Frozen

WIDTH, HEIGHT = 300, 100
"""The box the race chart is drawn in."""


class ShownDie(Frozen):
    """One die: ``colour`` and ``symbol`` (empty in the cup) name its picture."""

    colour: str
    symbol: str
    label: Msg


class DicePile(Frozen):
    name: str
    label: Msg
    dice: tuple[ShownDie, ...] = ()


class CupLine(Frozen):
    """Dice of one colour: ``left`` of ``total`` in the cup; lists to draw them by."""

    colour: str
    label: Msg
    left: int
    total: int
    here: tuple[int, ...] = ()
    gone: tuple[int, ...] = ()


class Heisting(Frozen):
    """The turn under way. ``risk`` is scored by stopping and lost by a bust but for ``kept``.

    ``rolling`` is the number of dice of the next roll, ``spare`` how many more Batman
    symbols may show without a bust, ``slots`` one truth per symbol of a bust.
    """

    part: int
    name: str
    slug: str
    phase: Phase
    rolls: int
    cup: tuple[CupLine, ...]
    cup_left: int
    loot: DicePile
    batman: DicePile
    alarms: DicePile
    out: DicePile
    drawn: DicePile
    first: tuple[ShownDie, ...]
    banked: int
    risk: int
    bonus: int
    kept: int
    rolling: int
    spare: int
    slots: tuple[bool, ...]
    dry: bool
    power: Msg
    power_used: bool


class Bust(Frozen):
    """A heist just lost to a bust: whose it was, the points ``kept``, the ``total`` now."""

    part: int
    name: str
    kept: int
    total: int


class HeistCell(Frozen):
    """One turn on the sheet; ``how`` is empty for a turn not played yet, ``now`` is under way.

    ``number`` is the tracker of its points.
    """

    round: int
    points: int = 0
    how: How | str = ""
    now: bool = False
    number: str = ""


class VillainLine(Frozen):
    """One villain: sheet, standing and race. ``to_go`` are points still missing to the target.

    ``path`` are the totals after each round as points of an SVG polyline in the race box.
    """

    part: int
    name: str
    slug: str
    ability: Msg | str
    cells: tuple[HeistCell, ...]
    ties: tuple[HeistCell, ...]
    carried: int
    total: int
    to_go: int
    rank: int
    share: int
    first: bool
    active: bool
    leader: bool
    path: str
    end: tuple[int, int]


class Board(Frozen):
    """Everything; ``turn`` is ``None`` once the game is over, ``odds`` empty if not for you."""

    lines: tuple[VillainLine, ...]
    rounds: tuple[int, ...]
    ties: tuple[int, ...]
    round: int
    tie: int
    target: int
    target_y: int
    last: bool
    banner: Msg | None
    turn: Heisting | None
    bust: Bust | None
    next: str
    odds: tuple[chances.Odd, ...]
    assumed: bool
    sample: bool
    depth: str
    width: int = WIDTH
    height: int = HEIGHT


def board(state: State, viewer: int | None) -> Board:
    stage = state.stage
    rounds = stage.round
    top = max(state.target, *state.totals)
    ties = tuple(range(1, stage.tie + 1))
    return Board(
        tuple(line(state, stage, i, rounds, top) for i in state.order),
        tuple(range(1, rounds + 1)),
        ties,
        stage.round,
        stage.tie,
        state.target,
        height(state.target, top),
        stage.last,
        banner(state, stage),
        None if stage.active is None else heisting(state),
        busted(state),
        following(state, stage),
        chances.odds(state) if sees_odds(state, viewer) else (),
        not all(state.counted),
        state.sample,
        state.depth,
    )


def sees_odds(state: State, viewer: int | None) -> bool:
    """Return whether this viewer sees odds: ``own`` hides them from the other villains; the table's
    own phone and screen show them."""
    return state.advice == "all" or (state.advice == "own" and viewer in (None, state.stage.active))


def banner(state: State, stage: Stage) -> Msg | None:
    """Return final round or tiebreaker, if either is on."""
    if stage.active is None:
        return None
    if stage.tie:
        leaders = [state.villains[i].name for i in stage.leaders]
        return msg("banner.tie", n=stage.tie, leaders=leaders)
    if not stage.last:
        return None
    best = max(state.totals)
    return msg("banner.last", who=state.villains[state.totals.index(best)].name, n=best)


def following(state: State, stage: Stage) -> str:
    """Return the villain after the active one, as far as that is certain."""
    players = stage.leaders if stage.tie else state.order
    if stage.active is None:
        return ""
    place = players.index(stage.active) + 1
    ends = place == len(players)
    if ends and (stage.tie or stage.last):
        return ""
    return state.villains[players[place % len(players)]].name


def busted(state: State) -> Bust | None:
    """Return the bust the last heist ended by, until the next one begins."""
    turn = state.turn
    last = state.sheet[-1] if state.sheet else None
    if last is None or last.how != "bust" or turn.rolls or sum(turn.drawn):
        return None
    name, total = state.villains[last.part].name, state.totals[last.part]
    return Bust(last.part, name, last.points, total)


# -- the heist -------------------------------------------------------------------------------


def heisting(state: State) -> Heisting:
    turn, villain = state.turn, state.villain
    loot, bonus = turn.points(villain, "stop")
    text, used = power(villain, turn)
    batman = sum(turn.batman)
    return Heisting(
        turn.part,
        villain.name,
        villain.slug,
        turn.phase,
        turn.rolls,
        tuple(
            CupLine(c, Msg(f"die.{c}"), n, whole, tuple(range(n)), tuple(range(whole - n)))
            for c, n, whole in zip(COLOURS, turn.cup, state.dice, strict=True)
        ),
        sum(turn.cup),
        pile("loot", turn.loot, "loot"),
        pile("batman", turn.batman, "batman"),
        pile("alarms", turn.alarms, "alarm"),
        pile("out", turn.out, "batman"),
        pile("drawn", turn.drawn, ""),
        tuple(die(*face.split("-", 1)) for face in turn.first),
        state.totals[turn.part],
        loot + bonus,
        bonus,
        sum(turn.points(villain, "bust")),
        turn.to_roll(villain),
        max(0, BUSTED - 1 - batman),
        tuple(i < batman for i in range(BUSTED)),
        turn.dry,
        text,
        used,
    )


def pile(name: str, dice: Counts, symbol: str) -> DicePile:
    shown = tuple(die(c, symbol) for c, n in zip(COLOURS, dice, strict=True) for _ in range(n))
    return DicePile(name, Msg(f"pile.{name}"), shown)


def die(colour: str, symbol: str) -> ShownDie:
    label = said(f"{colour}-{symbol}") if symbol else Msg(f"die.{colour}")
    return ShownDie(colour, symbol, label)


# -- the sheet -------------------------------------------------------------------------------


def line(state: State, stage: Stage, i: int, rounds: int, top: int) -> VillainLine:
    villain, total = state.villains[i], state.totals[i]
    own = [h for h in state.sheet if h.part == i]
    played = {h.round: h for h in own if not h.tie}
    broken = {h.tie: h for h in own if h.tie}
    active = stage.active == i
    path = climb(state, i, played, rounds, top)
    return VillainLine(
        i,
        villain.name,
        villain.slug,
        villain.note or Msg(f"ability.{villain.slug}"),
        tuple(
            cell(state, r, played.get(r), active and not stage.tie and r == stage.round)
            for r in range(1, rounds + 1)
        ),
        tuple(cell(state, t, broken.get(t), active) for t in range(1, stage.tie + 1)),
        state.carried[i],
        total,
        max(0, state.target - total),
        1 + sum(other > total for other in state.totals),
        100 * max(0, total) // top,
        i == state.first,
        active,
        i in stage.leaders if stage.leaders else total == max(state.totals) and total > 0,
        " ".join(f"{x},{y}" for x, y in path),
        path[-1],
    )


def cell(state: State, number: int, heist: Heist | None, now: bool) -> HeistCell:
    if heist is None:
        return HeistCell(number, now=now)
    tracker = f"heist.{state.sheet.index(heist)}"
    return HeistCell(number, heist.points, heist.how, number=tracker)


def climb(
    state: State, i: int, played: dict[int, Heist], rounds: int, top: int
) -> list[tuple[int, int]]:
    """Return totals after each round played, in the race box; carried points are there at once."""
    total = state.carried[i]
    path = [(0, height(total, top))]
    for r in range(1, rounds + 1):
        if r in played:
            total += played[r].points
            path.append((WIDTH * r // rounds, height(total, top)))
    return path


def height(total: int, top: int) -> int:
    return HEIGHT - HEIGHT * max(0, total) // top
