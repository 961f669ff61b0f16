"""Titles that differ from Acorns in one thing, each under a slug of its own."""

from __future__ import annotations

from typing import Annotated

from msgspec.structs import replace

from games.actions import Range
from games.referee import Frozen
from tests.sample_game import Acorns, State


class People(Acorns):
    """The sides are whoever plays them."""

    title = replace(Acorns.title, slug="people")

    def parts(self, state):
        return tuple(replace(part, person=True) for part in state.parts)


class Alone(Acorns):
    """One depth, told nowhere, and a box that knows nothing."""

    title = replace(Acorns.title, slug="alone", depths=("quick",))

    def blank_box(self):
        return Nothing()

    def sample_box(self):
        return Nothing()

    def decode_box(self, data):
        return Nothing()

    def box_pages(self, box):
        return ()


class Nothing(Frozen):
    """A box in which all copies are alike."""


class Fives(Frozen):
    """A goal in steps."""

    players: Annotated[int, Range(1, 4)] = 2
    goal: Annotated[int, Range(5, 50, step=5)] = 20


class Picky(Acorns):
    """The goal goes in fives, and an odd one wants an odd number of squirrels."""

    Setup = Fives

    title = replace(Acorns.title, slug="picky")
    messages = {**Acorns.messages, "refusal.E_ODD": "An odd goal is not for {n} squirrels"}

    def start(self, setup, box, call) -> State:
        if setup.goal % 2 and not setup.players % 2:
            call.refuse_impossible("E_ODD", "N-01", about="goal", n=setup.players)
        return super().start(setup, box, call)
