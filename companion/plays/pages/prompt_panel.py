"""The prompts of a table for one phone: its sides, whose turn it is, who enters for whom."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence, Set
from contextlib import suppress
from functools import partial
from typing import Any

from django.http import QueryDict
from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from companion.plays import faults, seats, visibility
from companion.plays.models import Seat
from companion.plays.moments import PlayMoment
from companion.plays.pages import tasks
from companion.plays.pages.forms import PromptView, Side, prompt_id
from companion.plays.pages.telling import Telling
from games.messages import Msg
from games.referee import Prompt


class PromptPanel(Telling):
    """Prompts of a table as one phone answers them; ``TablePage`` has the values."""

    moment: PlayMoment
    state: Any
    free: set[int]
    prompts: Sequence[Prompt]

    @cached_property
    def own(self) -> list[int]:
        """The parts this phone plays: its own, or without any those no one has taken."""
        return visibility.parts(self.play, self.seat, self.free, self.held)

    def _viewer(self, offered: Sequence[Prompt]) -> int | None:
        """Return the part whose secrets this phone may read: its own, the one due before the
        others."""
        own = self.own
        if len(own) < 2:
            return own[0] if own else None
        for prompt in offered:
            for index in own:
                if prompt.expected and index in (prompt.actors or ()):
                    return index
        return own[0]

    def actor(self, do: str) -> int | None:
        """Return in whose name this phone does something."""
        assert self.seat is not None
        return seats.actor_for(self.seat, self.prompts, do, self.free, self.acting)

    @cached_property
    def turn(self) -> int:
        """The number of the turn, 0 where it is unknown."""
        return self.soft("turn", lambda: self.referee.turn(self.state), 0)

    @cached_property
    def elsewhere(self) -> tuple[int, ...]:
        """The sides of other phones that are asked now; those the rules wait for, if any."""
        asked = [prompt for prompt in self.prompts if self._stands_elsewhere(prompt)]
        first = [prompt for prompt in asked if prompt.expected] or asked
        return tuple(dict.fromkeys(index for each in first for index in each.actors or ()))

    def _stands_elsewhere(self, prompt: Prompt) -> bool:
        step = prompt.group in ("", "now") and seats.may_stand_in(self.seat, prompt)
        return step and not self._own_right(prompt)

    @cached_property
    def acting(self) -> int | None:
        """The side of another phone that this one enters for, until it stops or the turn passes."""
        if tasks.of(self.seat):
            mine = any(self._own_right(prompt) for prompt in self.prompts)
            return None if mine else next(iter(self.elsewhere), None)
        stands = seats.stands_in(self.seat)
        if stands is None or stands[1] != self.turn:
            return None
        return stands[0] if stands[0] in {*self.elsewhere, *self.due} - {*self.own} else None

    def views(self, prompts: Sequence[Prompt], data: QueryDict | None = None) -> list[PromptView]:
        """Return prompts as a page draws them; the one refused keeps what was typed."""
        views = [self._view(prompt, data) for prompt in prompts]
        with suppress(*faults.RAISED):
            if all(view.id and view.label for view in views):
                return views
        return [view for view in views if self._sayable(view)]

    def _sayable(self, view: PromptView) -> bool:
        return self.soft(f"the offer {view.do}", lambda: bool(view.id and view.label), False)

    @cached_property
    def _near(self) -> set[int]:
        """The parts this phone is for: its own, and those no one has taken."""
        return {*self.own, *self.free}

    def _view(self, prompt: Prompt, data: QueryDict | None) -> PromptView:
        asked = data is not None and prompt_id(prompt.do, prompt.fixed) == data.get("prompt", "")
        return PromptView(prompt, self.speaker, self._mine(prompt), data if asked else None)

    def _mine(self, prompt: Prompt) -> bool:
        """Return whether this phone answers a prompt: for its own sides, or for the one it stands
        in for.

        A host may enter for anyone, but no board shows what another phone is asked as its own.
        """
        if not prompt.actors:
            return seats.may_act(self.seat, prompt, self.free)
        if self.acting is not None:
            return self.acting in prompt.actors
        return self._own_right(prompt)

    def _own_right(self, prompt: Prompt) -> bool:
        """Return whether a prompt is for a part this phone is for, and this phone may answer it."""
        near = not self._near.isdisjoint(prompt.actors or ())
        return near and seats.may_act(self.seat, prompt, self.free)

    def task(self) -> dict[str, Any] | None:
        """Return the only thing this phone does, and the table's numbers if they are it."""
        task = tasks.of(self.seat)
        if not task:
            return None
        numbers: Any = ()
        if task == Seat.Task.COUNTERS:
            found = self.soft("numbers", lambda: self.referee.countable(self.state), ())
            numbers = tuple((each.name, each.value, self.speaker.say(each.label)) for each in found)
        name = str(Seat.Task(task).label)
        return {"name": name, "alone": task != Seat.Task.VILLAIN, "numbers": numbers}

    def standing_in(self) -> dict[str, Any] | None:
        """Return the side this phone enters for, and who plays it; none while it plays its own."""
        return None if self.acting is None else self._by_name(self.acting)

    def instead(self, views: Sequence[PromptView]) -> list[dict[str, Any]]:
        """Return the people this phone may enter for while nothing waits for it, one side of
        each."""
        if self.acting is not None or any(view.mine and view.expected for view in views):
            return []
        found = [self._by_name(index) for index in self.elsewhere]
        return list({each["name"]: each for each in reversed(found)}.values())[::-1]

    def _by_name(self, index: int) -> dict[str, Any]:
        names = [part.name for part in self.parts if part.index == index]
        name = self.speaker.join(self.sitting.get(index, names))
        return {"part": index, "name": name, "here": index in self.sitting}

    @cached_property
    def due(self) -> tuple[int, ...]:
        """The parts whose turn it is to answer."""
        asked = () if self.play.over else self.moment.prompts
        return self.soft("due", lambda: self.referee.parts_to_act(self.state, asked), ())

    def your_turn(self, wish: Mapping[str, Any] | None = None) -> str:
        """Return "{name}, your turn", where several people play and this phone's person is asked:
        by the rules, in whosever turn, or by another player's wish."""
        if (
            self.seat is None
            or self.acting is not None
            or (tasks.of(self.seat) and not self.prompts)
        ):
            return ""
        if wish and wish["mine"]:
            return _("{name}, your decision").format(name=self.seat.name)
        own = set(self.seat.parts)
        if len(self.people) < 2 or set(self.people) <= own or own.isdisjoint(self.due):
            return ""
        return _("{name}, your turn").format(name=self.seat.name)

    def waiting(self, views: Sequence[PromptView]) -> str:
        """Return a sentence for a phone that has nothing to do right now."""
        expected = [view for view in views if view.expected]
        if not expected or any(view.mine for view in expected):
            return ""
        due = {index for view in expected for index in view.prompt.actors or ()}
        sides = [part for part in self.parts if part.index in due]
        names = self._each_once(sides)
        who, what = self.speaker.join(names), expected[0].label
        if who and (any(view.label != what for view in expected) or _may_do_else(views, due)):
            said = _("{who} decides") if len(names) == 1 else _("{who} decide")
            return said.format(who=who)
        return what if who in what else _("{who}: {what}").format(who=who, what=what)

    def _each_once(self, sides: Sequence[Side]) -> list[str]:
        """Return who plays these sides; of someone who plays several of them the name alone."""
        players = Counter(self.people.get(side.index) for side in sides)
        return [
            *dict.fromkeys(
                player if player and players[player] > 1 else self.named(side)
                for side in sides
                for player in [self.people.get(side.index)]
            )
        ]

    def sit(self) -> tuple[Side, ...]:
        """Return the sides a player without one may choose, until the first entry."""
        if self.seat is None or self.seat.role == Seat.Role.SPECTATOR or self.seat.parts:
            return ()
        free = [part for part in self.parts if part.index in self.free]
        return tuple(free) if self.play.revision == 0 and len(self.parts) > 1 else ()

    def sit_as(self) -> tuple[tuple[str, tuple[int, ...]], ...]:
        """Return the teams of which they may take several sides at once, by name."""
        teams: dict[str, list[int]] = {}
        for part in self.sit():
            team = self.soft("team", partial(self.referee.team, self.state, part.index), "")
            teams.setdefault(self.speaker.say(team), []).append(part.index)
        return tuple((name, (*sides,)) for name, sides in teams.items() if name and len(sides) > 1)

    def coach(self) -> dict[str, str] | None:
        """Return what one does with one's hands now and why, for a phone that is new to the
        title."""
        if self.seat is None or not self.seat.coached:
            return None
        if self.referee.turn(self.state) >= self.seat.coached:
            return None
        expected = self.views([each for each in self.prompts if each.expected])
        asked = expected[0] if expected else None
        if asked is None or not asked.mine:
            return None
        # Someone who may still act is not taught to end the turn.
        besides = [each for each in self.prompts if each.group == "now" and not each.expected]
        acts = [each for each in self.views(besides) if each.mine] if not asked.fields else []
        for view in (*acts, asked):
            if f"coach.{view.do}" in self.referee.catalogue():
                return {"text": self.speaker.say(Msg(f"coach.{view.do}")), "rule": view.rule}
        return None


def _may_do_else(views: Sequence[PromptView], due: Set[int]) -> bool:
    """Return whether a bare button waits for these parts while they can do something else: its
    label would be read as what they do."""
    if any(view.fields for view in views if view.expected):
        return False
    others = (view.prompt for view in views if not view.expected)
    return any(each.group == "now" and due & {*(each.actors or ())} for each in others)
