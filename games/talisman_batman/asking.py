"""How a prompt of the turn is put together."""

from __future__ import annotations

from games.messages import Msg, msg
from games.referee import Choice, Field, Prompt
from games.talisman_batman import fields
from games.talisman_batman.state import State, Villain

Prompts = list[Prompt]


def step(
    state: State, do: str, *inputs: Field, rule: str = "", seat: int | None = None,
    label: Msg | str = "", help: Msg | str = "", tone: str = "", expected: bool = True,
    everybody: bool = False, **fixed: object,
) -> Prompt:  # fmt: skip
    actor = state.active if seat is None else seat
    return Prompt(
        do, label or msg(f"prompt.{do}"), tuple(inputs), dict(fixed), rule, help, expected,
        None if everybody else (actor,), "now", tone,
    )  # fmt: skip


def seated(
    state: State, do: str, seat: int, *inputs: Field, rule: str = "", label: Msg | str = "",
    **fixed: object,
) -> Prompt:  # fmt: skip
    """A prompt for one seat, its number filled in."""
    return Prompt(
        do, label or msg(f"prompt.{do}"), tuple(inputs), {"seat": seat, **fixed}, rule,
        expected=True, actors=(seat,), group="now",
    )  # fmt: skip


def instead(
    state: State, do: str, seat: int, *inputs: Field, rule: str = "", label: Msg | str = "",
    **fixed: object,
) -> Prompt:  # fmt: skip
    """As ``_seat``, an alternative instead of the expected step."""
    return Prompt(do, label or msg(f"prompt.{do}"), tuple(inputs), {"seat": seat, **fixed}, rule,
                  actors=(seat,), group="now")  # fmt: skip


def feat_field(villain: Villain, *, optional: bool = False) -> Field:
    """The Feats of a hand by number; their names are added for the owner alone."""
    choices = tuple(
        Choice(feat.id, msg("feat.number", n=i + 1)) for i, feat in enumerate(villain.feats)
    )
    none = (Choice(0, msg("choice.no-feat")),) if optional else ()
    default = 0 if optional else None
    return Field("feat", "choice", msg("field.feat"), (*none, *choices), default=default,
                 optional=optional, rule="T-106")  # fmt: skip


def fate_offer(state: State, seat: int, done: bool, rule: str, help: Msg | str = "") -> Prompts:
    """The offer of a reroll."""
    if done or not state.villains[seat].fate:
        return []
    label = msg("prompt.reroll", n=state.villains[seat].fate)
    return [
        Prompt("reroll", label, (fields.die(),), {"seat": seat}, rule, help, False, (seat,),
               "now", "fate")
    ]  # fmt: skip


def where(state: State, floors: tuple[int, ...]) -> Field:
    return fields.text("to", choices=fields.spaces(state, floors), rule="T-041")
