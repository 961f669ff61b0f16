"""One turn: drawing, rolling, returning dice, dodging, busting, running out, scoring.

The order after a roll is fixed: return, dodge, bust, empty cup, decision (the return comes
after the bust check where the table reads it so).
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from games.animated_dice.definition import (
    BUSTED,
    COLOURS,
    FIRST_ROLL,
    NONE,
    SYMBOLS,
    Counts,
    Villain,
    counts,
    dot,
    fits,
    minus,
    plus,
)
from games.animated_dice.state import Heist, How, State, Turn
from games.messages import Msg, msg
from games.referee import Call, Part


def fresh(state: State, part: int) -> Turn:
    """A turn before its first roll: all dice in the cup."""
    return Turn(part, state.dice)


def part(state: State, index: int | None = None) -> Part:
    """A villain as a part; the active one without ``index``."""
    index = state.turn.part if index is None else index
    return Part(index, state.villains[index].name)


def split(face: str) -> tuple[int, int]:
    """Colour and symbol of ``"gray-loot"`` as indexes; raises ``ValueError``."""
    colour, _, symbol = face.partition("-")
    return COLOURS.index(colour), SYMBOLS.index(symbol)


def said(face: str) -> Msg:
    """A die's face as a term."""
    return Msg(f"face.{face}")


def piled(faces: Iterable[str]) -> tuple[Counts, Counts, Counts]:
    """Loot, Batman and Alarm dice per colour of some faces."""
    table = [[0, 0, 0] for _ in SYMBOLS]
    for colour, symbol in map(split, faces):
        table[symbol][colour] += 1
    loot, batman, alarm = map(counts, table)
    return loot, batman, alarm


def to_draw(villain: Villain, turn: Turn) -> int:
    """How many dice the next roll takes out of the cup."""
    need = FIRST_ROLL - sum(turn.alarms) if turn.rolls else villain.first
    return max(0, min(need, sum(turn.cup)))


def runs_dry(turn: Turn) -> bool:
    """Whether dice are needed for the next roll and the cup has none."""
    return not sum(turn.cup) and sum(turn.alarms) < FIRST_ROLL


def to_roll(villain: Villain, turn: Turn) -> int:
    """How many dice the next roll is made with; 0 where ``runs_dry``."""
    if sum(turn.drawn):
        return sum(turn.alarms) + sum(turn.drawn)
    if runs_dry(turn):
        return 0
    return sum(turn.alarms) + to_draw(villain, turn)


def points(villain: Villain, turn: Turn, how: How) -> tuple[int, int]:
    """Loot and bonus points of a turn that ended by ``how``; ``empty`` turns Alarms to Loot."""
    loot = plus(turn.loot, turn.alarms) if how == "empty" else turn.loot
    bonus = dot(loot, villain.per_loot) + villain.per_set * min(turn.in_play)
    if how == "bust":
        return 0, bonus if villain.paid_on_bust else 0
    return sum(loot), bonus


# -- before the dice fall --------------------------------------------------------------------


def turn_of(state: State, call: Call) -> None:
    """Refuse whoever is not on turn; in a tiebreaker those who are not leaders at all."""
    stage = state.stage
    if stage.tie and call.actor is not None and call.actor not in stage.leaders:
        leaders = [part(state, i).name for i in stage.leaders]
        call.forbid("E_NOT_LEADER", "D-041", remedy=msg("remedy.watch"), leaders=leaders)
    else:
        call.only(part(state), "D-002")


def settled(turn: Turn, call: Call) -> None:
    """Refuse to go on while it is open which dice go back."""
    if turn.first:
        call.impossible("E_RETURN_FIRST", "D-035", remedy=msg("remedy.return"))


def draw(state: State, colours: tuple[str, ...], call: Call) -> State:
    turn_of(state, call)
    turn, n = state.turn, to_draw(state.villain, state.turn)
    settled(turn, call)
    if sum(turn.drawn):
        call.impossible("E_DRAWN_TWICE", "D-019", remedy=msg("remedy.undo"))
    if not n:
        rule = "D-018" if sum(turn.alarms) >= FIRST_ROLL else "D-022"
        call.impossible("E_NOTHING_TO_DRAW", rule, remedy=msg("remedy.roll"))
    unknown = [c for c in colours if c not in COLOURS]
    if unknown:
        call.impossible("E_FACE", "D-010", remedy=msg("remedy.colour"), face=unknown[0])
    if len(colours) != n:
        rule = roll_rule(state.villain, turn)
        call.forbid("E_DRAW_COUNT", rule, remedy=msg("remedy.draw", n=n), n=n, given=len(colours))
    drawn = counts(colours.count(colour) for colour in COLOURS)
    in_cup(turn.cup, drawn, call)
    colours_said = [Msg(f"colour.{c}") for c in colours]
    call.note("draw", "D-008", who=part(state).name, dice=colours_said)
    return replace(state, turn=replace(turn, cup=minus(turn.cup, drawn), drawn=drawn))


def in_cup(cup: Counts, wanted: Counts, call: Call) -> None:
    """Refuse more dice of a colour than the cup holds."""
    for colour, left, want in zip(COLOURS, cup, wanted, strict=True):
        if want > left:
            term = Msg(f"dice.{colour}")
            call.impossible(
                "E_CUP",
                "D-017",
                remedy=msg("remedy.cup", n=left, colour=term),
                n=left,
                colour=term,
                given=want,
            )


def roll_rule(villain: Villain, turn: Turn) -> str:
    """The entry that says how many dice the next roll has."""
    if not turn.rolls:
        return "D-009" if villain.first == FIRST_ROLL else villain.rule
    if sum(turn.alarms) > FIRST_ROLL:
        return "D-037"
    if sum(turn.alarms) == FIRST_ROLL:
        return "D-018"
    return "D-017" if sum(turn.cup) + sum(turn.alarms) >= FIRST_ROLL else "D-021"


# -- the roll --------------------------------------------------------------------------------


def roll(state: State, faces: tuple[str, ...], call: Call) -> State:
    """Place what the dice show, then let everything automatic happen."""
    turn_of(state, call)
    settled(state.turn, call)
    if not to_roll(state.villain, state.turn) and not faces:
        call.note("go_on", "D-022", who=part(state).name)
        return finish(state, "empty", call)
    after = place(state, faces, call)
    call.note("roll", roll_rule(state.villain, state.turn), who=part(state).name, dice=terms(faces))
    villain = state.villain
    may_return = villain.returns and not state.turn.rolls
    if may_return and (state.return_before_bust or not busts(dodged(villain, after, faces)[0])):
        return replace(state, turn=replace(after, first=faces))
    return consequences(replace(state, turn=after), faces, call)


def terms(faces: Iterable[str]) -> list[Msg]:
    return [said(face) for face in faces]


def place(state: State, faces: tuple[str, ...], call: Call) -> Turn:
    """The turn with the rolled dice in their piles; refuses what these dice cannot show."""
    turn = state.turn
    rolled = check_faces(state, faces, call)
    again = counts(min(r, a) for r, a in zip(rolled, turn.alarms, strict=True))
    new = minus(rolled, again)
    cup = minus(plus(turn.cup, turn.drawn), new)
    loot, batman, alarms = piled(faces)
    return replace(
        turn,
        cup=cup,
        loot=plus(turn.loot, loot),
        batman=plus(turn.batman, batman),
        alarms=plus(minus(turn.alarms, again), alarms),
        drawn=NONE,
        rolls=turn.rolls + 1,
    )


def check_faces(state: State, faces: tuple[str, ...], call: Call) -> Counts:
    """The rolled dice per colour, refusing unknown faces and the wrong dice."""
    turn, n = state.turn, to_roll(state.villain, state.turn)
    for face in faces:
        try:
            split(face)
        except ValueError:
            call.impossible("E_FACE", "D-010", remedy=msg("remedy.face"), face=face)
    if len(faces) != n:
        rule = roll_rule(state.villain, turn)
        call.forbid("E_DICE_COUNT", rule, remedy=msg("remedy.dice", n=n), n=n, given=len(faces))
    rolled = counts(c + b + a for c, b, a in zip(*piled(faces), strict=True))
    if not fits(turn.alarms, rolled):
        missing = [
            Msg(f"die.{colour}")
            for colour, held, seen in zip(COLOURS, turn.alarms, rolled, strict=True)
            for _ in range(held - seen)
        ]
        call.forbid("E_ALARM_MISSING", "D-017", remedy=msg("remedy.alarms"), dice=missing)
    new = counts(max(0, r - a) for r, a in zip(rolled, turn.alarms, strict=True))
    in_cup(plus(turn.cup, turn.drawn), new, call)
    if sum(turn.drawn) and new != turn.drawn:
        drawn = [Msg(f"dice.left.{c}", {"n": n}) for c, n in zip(COLOURS, turn.drawn, strict=True)]
        call.forbid("E_NOT_DRAWN", "D-019", remedy=msg("remedy.undo"), dice=drawn)
    return rolled


def give_back(state: State, dice: tuple[int, ...], call: Call) -> State:
    """Return dice of the first roll to the cup."""
    turn_of(state, call)
    turn = state.turn
    if not turn.first:
        call.impossible("E_RETURN", "D-035")
    if len(set(dice)) < len(dice) or not set(dice) <= set(range(len(turn.first))):
        call.impossible("E_RETURN_DIE", "D-035", remedy=msg("remedy.first", n=len(turn.first)))
    returned = [turn.first[i] for i in sorted(dice)]
    kept = [face for i, face in enumerate(turn.first) if i not in dice]
    loot, batman, alarms = piled(returned)
    back = plus(plus(loot, batman), alarms)
    after = replace(
        turn,
        cup=plus(turn.cup, back),
        loot=minus(turn.loot, loot),
        batman=minus(turn.batman, batman),
        alarms=minus(turn.alarms, alarms),
        first=(),
    )
    code = "return" if returned else "keep"
    rule = "D-038" if not kept else "D-035"
    call.note(code, rule, who=part(state).name, dice=terms(returned))
    return consequences(replace(state, turn=after), kept, call)


# -- afterwards ------------------------------------------------------------------------------


def dodged(villain: Villain, turn: Turn, faces: Iterable[str]) -> tuple[Turn, int]:
    """The turn without the Batman dice of this roll the villain dodges, and how many."""
    if not villain.dodges:
        return turn, 0
    colour = COLOURS.index(villain.dodge_colour)
    seen = sum(split(face) == (colour, 1) for face in faces)
    n = min(seen, villain.dodges - sum(turn.out))
    if n <= 0:
        return turn, 0
    gone = counts(n if i == colour else 0 for i in range(3))
    return replace(turn, batman=minus(turn.batman, gone), out=plus(turn.out, gone)), n


def busts(turn: Turn) -> bool:
    return sum(turn.batman) >= BUSTED


def consequences(state: State, faces: Iterable[str], call: Call) -> State:
    """Dodge, bust and empty cup; what is left is the decision to stop or roll."""
    villain = state.villain
    turn, n = dodged(villain, state.turn, faces)
    if n:
        dodge = Msg(f"dice.left.{villain.dodge_colour}", {"n": n})
        call.note("dodge", villain.rule, who=villain.name, dice=dodge)
    state = replace(state, turn=turn)
    if busts(turn):
        rule = "D-023" if runs_dry(turn) else "D-014"
        call.note("bust", rule, who=villain.name, n=sum(turn.batman))
        return finish(state, "bust", call)
    if state.empty_cup_ends and runs_dry(turn):
        return finish(state, "empty", call)
    return state


def stop(state: State, call: Call) -> State:
    turn_of(state, call)
    turn = state.turn
    settled(turn, call)
    if sum(turn.drawn):
        call.forbid("E_STOP_DRAWN", "D-019", remedy=msg("remedy.roll"))
    elif not turn.rolls:
        n = to_roll(state.villain, turn)
        call.forbid("E_STOP_EARLY", "D-016", remedy=msg("remedy.dice", n=n))
    call.note("stop", "D-016", who=part(state).name)
    return finish(state, "stop", call)


def total(state: State, value: int, busted: bool, call: Call) -> State:
    """Take a whole turn's result as told."""
    turn_of(state, call)
    most = state.villain.highest(state.dice, busted)
    call.within(msg("field.points"), value, 0, most, "D-043")
    call.note("total_bust" if busted else "total", "D-043", who=part(state).name, n=value)
    return record(state, Heist(state.turn.part, 0, value, "bust" if busted else "total"), call)


def finish(state: State, how: How, call: Call) -> State:
    """Score the turn under way by ``how`` and pass the cup on."""
    villain, turn = state.villain, state.turn
    if how == "empty":
        call.note("empty", "D-022", who=villain.name, n=sum(turn.alarms))
    loot, bonus = points(villain, turn, how)
    if bonus:
        rule = "D-027" if how == "bust" and villain.per_set else villain.rule
        call.note("bonus", rule, who=villain.name, n=bonus)
    heist = Heist(turn.part, 0, loot + bonus, how, 0, loot, bonus, turn.rolls)
    return record(state, heist, call)


def record(state: State, heist: Heist, call: Call) -> State:
    """Write a finished turn on the sheet and say what it leads to."""
    before = state.stage
    heist = replace(heist, round=before.round, tie=before.tie)
    state = replace(state, sheet=(*state.sheet, heist))
    name, i = part(state).name, heist.part
    if before.tie:
        call.note("score_tie", "D-041", who=name, n=heist.points)
    else:
        call.note("score", "D-016", who=name, n=heist.points, total=state.totals[i])
    announce(state, before.last, before.tie, call)
    return deal(state)


def announce(state: State, was_last: bool, tie: int, call: Call) -> None:
    """Final round, tiebreaker, victory, or simply the next villain."""
    stage = state.stage
    best = max(state.totals)
    if best >= state.target and not was_last and not tie:
        who = part(state, state.totals.index(best)).name
        left = stage.last
        call.note("final" if left else "final_now", "D-039" if left else "D-040", who=who, n=best)
    if stage.active is None:
        call.note("won", "D-041" if tie else "D-039", who=part(state, stage.leaders[0]).name)
        return
    if stage.tie > tie:
        leaders = [part(state, i).name for i in stage.leaders]
        call.note("tie" if stage.tie == 1 else "tie_again", "D-041", who=leaders, n=stage.tie)
    call.note("next", "D-007", who=part(state, stage.active).name)


def deal(state: State) -> State:
    """All dice back in the cup for whoever is next; the last turn stays with the winner."""
    active = state.stage.active
    return replace(state, turn=fresh(state, state.turn.part if active is None else active))
