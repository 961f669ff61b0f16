"""What the table may do now, with keypads that know the dice."""

from __future__ import annotations

from typing import Any

from games.animated_dice.definition import COLOURS, SYMBOLS, Counts, Villain
from games.animated_dice.heist import points, roll_rule, said, to_draw, to_roll
from games.animated_dice.state import State, Turn
from games.messages import Msg, msg
from games.referee import Choice, DieRow, Field, Prompt


def prompts(state: State) -> tuple[Prompt, ...]:
    """The step first, then what is optional, then corrections."""
    if state.stage.active is None:
        return ()
    steps = {"return": returning, "drawn": rolling, "roll": rolling, "decide": deciding}
    return (
        *steps[state.turn.phase](state),
        whole_turn(state),
        *(faces_of(state, i) for i in range(3)),
        odds(state),
    )


def rolling(state: State) -> tuple[Prompt, ...]:
    """The roll in one; in full depth the colours come out of the cup first."""
    draw_first = state.depth == "full" and not sum(state.turn.drawn)
    if draw_first and to_draw(state.villain, state.turn):
        return (drawing(state, expected=True),)
    return (roll_prompt(state, expected=True),)


def deciding(state: State) -> tuple[Prompt, ...]:
    return (*rolling(state), stop_prompt(state))


def roll_prompt(state: State, expected: bool) -> Prompt:
    villain, turn = state.villain, state.turn
    if not to_roll(villain, turn):
        return Prompt(
            "roll",
            msg("prompt.go_on"),
            fixed={"faces": ()},
            rule="D-022",
            expected=expected,
            actors=(turn.part,),
            group="now",
        )
    rule = roll_rule(villain, turn)
    field = Field("faces", "dice", msg("field.faces"), dice=rows(villain, turn), rule=rule)
    label = msg("prompt.roll_on" if turn.rolls else "prompt.roll", n=len(field.dice))
    return Prompt(
        "roll",
        label,
        (field,),
        rule=rule,
        help=cup(turn.cup),
        expected=expected,
        actors=(turn.part,),
        group="now",
    )


def cup(left: Counts) -> Msg:
    """What is left in the cup, as a sentence."""
    dice = [msg(f"dice.left.{c}", n=n) for c, n in zip(COLOURS, left, strict=True) if n]
    return msg("help.cup", dice=dice) if dice else msg("help.cup_empty")


def rows(villain: Villain, turn: Turn) -> tuple[DieRow, ...]:
    """One row per die of the next roll: Alarms and drawn dice have their colour already."""
    again = tuple(
        DieRow(f"alarm-{colour}-{i}", msg(f"again.{colour}"), three(colour), colour)
        for colour, n in zip(COLOURS, turn.alarms, strict=True)
        for i in range(n)
    )
    if sum(turn.drawn):
        return again + tuple(
            DieRow(f"drawn-{colour}-{i}", msg(f"die.{colour}"), three(colour), colour)
            for colour, n in zip(COLOURS, turn.drawn, strict=True)
            for i in range(n)
        )
    left = [(colour, n) for colour, n in zip(COLOURS, turn.cup, strict=True) if n]
    faces = tuple(face for colour, n in left for face in three(colour, n))
    new = to_draw(villain, turn)
    return again + tuple(DieRow(f"new-{i}", msg("die.new"), faces) for i in range(new))


def three(colour: str, left: int = 0) -> tuple[Choice, ...]:
    """The three symbols of a die; ``left`` is how many such dice the cup still holds."""
    hint = msg("hint.left", n=left) if left else ""
    return tuple(
        Choice(f"{colour}-{symbol}", said(f"{colour}-{symbol}"), hint, colour) for symbol in SYMBOLS
    )


def drawing(state: State, expected: bool) -> Prompt:
    villain, turn = state.villain, state.turn
    colours = tuple(
        Choice(colour, msg(f"die.{colour}"), msg("hint.left", n=n), colour)
        for colour, n in zip(COLOURS, turn.cup, strict=True)
        if n
    )
    n = to_draw(villain, turn)
    dice = tuple(DieRow(f"new-{i}", msg("die.new"), colours) for i in range(n))
    return Prompt(
        "draw",
        msg("prompt.draw", n=n),
        (Field("colours", "dice", msg("field.colours"), dice=dice, rule="D-008"),),
        rule=roll_rule(villain, turn),
        help=cup(turn.cup),
        expected=expected,
        actors=(turn.part,),
        group="now",
    )


def stop_prompt(state: State) -> Prompt:
    loot, bonus = points(state.villain, state.turn, "stop")
    label = msg("prompt.stop_bonus" if bonus else "prompt.stop", n=loot + bonus, bonus=bonus)
    return Prompt(
        "stop",
        label,
        rule="D-016",
        expected=True,
        actors=(state.turn.part,),
        group="now",
        tone="score",
    )


def returning(state: State) -> tuple[Prompt, ...]:
    """Which dice of the first roll go back; none and all are one tap each."""
    first = state.turn.first
    choices = tuple(
        Choice(i, said(face), tone=face.partition("-")[0]) for i, face in enumerate(first)
    )
    field = Field("dice", "choices", msg("field.return"), choices, low=0, high=len(first))

    def one(label: str, **parts: Any) -> Prompt:
        return Prompt(
            "return",
            msg(label),
            rule="D-035",
            expected=True,
            actors=(state.turn.part,),
            group="now",
            **parts,
        )

    everything = tuple(range(len(first)))
    return (
        one("prompt.return", fields=(field,)),
        one("prompt.keep", fixed={"dice": ()}),
        one("prompt.return_all", fixed={"dice": everything}),
    )


# -- optional and corrections ----------------------------------------------------------------


def whole_turn(state: State) -> Prompt:
    """The result of a turn whose dice nobody wants to tap."""
    most = state.villain.highest(state.dice)
    value = Field("points", "number", msg("field.points"), low=0, high=most, default=0)
    busted = Field("busted", "flag", msg("field.busted"), default=False, optional=True)
    return Prompt(
        "total",
        msg("prompt.total"),
        (value, busted),
        rule="D-043",
        actors=(state.turn.part,),
        group="more",
    )


def faces_of(state: State, i: int) -> Prompt:
    return define_faces(i, tuple(state.faces[i]), state.counted[i])


def define_faces(i: int, now: tuple[int, ...], counted: bool) -> Prompt:
    """How many faces of one colour show each symbol; used at the table and for the box."""
    colour = COLOURS[i]
    fields = tuple(
        Field(symbol, "number", msg(f"field.{symbol}"), low=1, high=4, default=n)
        for symbol, n in zip(SYMBOLS, now, strict=True)
    )
    return Prompt(
        "dice.define",
        msg(f"prompt.define.{colour}"),
        fields,
        fixed={"colour": colour},
        rule="D-010",
        help=msg("help.counted" if counted else "help.assumed"),
        group="table",
    )


def odds(state: State) -> Prompt:
    choices = tuple(Choice(mode, msg(f"advice.{mode}")) for mode in ("off", "own", "all"))
    field = Field("advice", "choice", msg("field.advice"), choices, default=state.advice)
    return Prompt("odds", msg("prompt.odds"), (field,), group="table")
