"""A player who always does what the step expects: whole games, without a real die or card."""

from __future__ import annotations

import random

from msgspec.structs import replace

from games.referee import Prompt, Question, Refusal, Ruling, SetDepth
from games.rising.table import Table

EXTRAS = ("progress.pay", "token.use", "ability", "jump", "reroll", "face")


class Player:
    """Player of a title on one box by a seed; remembers every action and every prompt it saw."""

    def __init__(
        self, referee, box, players, depth, seed, luck: float = 0.4, doom: int = 3, **options
    ) -> None:
        self.referee = referee
        self.random = random.Random(seed)
        self.luck, self.hope, self.doom = luck, luck, doom
        self.setup = replace(referee.setup_default(players, box), depth=depth, **options)
        ruling = referee.begin(self.setup, box)
        assert isinstance(ruling, Ruling), ruling
        self.state = ruling.state
        self.log: list = []
        self.asked: list[str] = []
        self.notes: list = list(ruling.notes)

    def table(self) -> Table:
        return self.referee.table(self.state)

    def play(self, longest: int = 4000):
        """Play to the end; fails when the game does not end or stands still."""
        for _ in range(longest):
            if self.referee.outcome(self.state):
                return self.referee.outcome(self.state)
            self.move()
        raise AssertionError(f"no end after {longest} actions: {self.state.step}")

    def move(self) -> None:
        offered = self.referee.prompts(self.state)
        prompts = [each for each in offered if each.expected]
        if prompts[0].do in ("deal", "refill"):
            # Among the ways to name a new card, the list of known names.
            prompts = prompts[:1]
        extras = [each for each in offered if each.do in EXTRAS]
        tried = []
        if extras and self.random.random() < 0.4:
            extra = self.random.choice(extras)
            self.send({"do": extra.do, **extra.fixed, **self.fields(extra)})
            return
        order = (*self.random.sample(prompts, len(prompts)), *prompts * 8)
        for attempt, prompt in enumerate(order):
            self.hope = self.luck / (1 + attempt)
            data = {"do": prompt.do, **prompt.fixed, **self.fields(prompt)}
            tried.append(data)
            if self.send(data):
                return
        raise AssertionError(f"stuck at {self.state.step}: {tried}")

    def send(self, data: dict) -> bool:
        """Return whether an action holds; questions are answered with their first option."""
        answers: dict[str, str] = {}
        action = self.referee.decode_action(data)
        for _ in range(8):
            ruling = self.referee.apply(self.state, action, None, answers)
            if not isinstance(ruling, Question):
                break
            if ruling.weight == "ask":
                self.asked.append(ruling.code)
            answers[ruling.code] = str(ruling.options[0].value)
        if isinstance(ruling, Refusal):
            return False
        self.state = ruling.state
        self.notes += ruling.notes
        self.log.append((data, answers))
        return True

    def switch(self, depth: str) -> None:
        self.state = self.referee.apply(self.state, SetDepth(depth)).state

    def fields(self, prompt: Prompt) -> dict:
        return {field.name: self.value(prompt, field) for field in prompt.fields}

    def value(self, prompt: Prompt, field):
        values = [choice.value for choice in field.choices]
        rng = self.random
        if prompt.do == "deal":
            return rng.sample(values[1:], 9) if len(values) > 9 else [""] * len(field.rows)
        if prompt.do == "refill" and field.name == "card":
            return rng.choice(values[1:] or values)
        if prompt.do == "progress.pay" and field.name == "owners":
            return [rng.choice(values) for _ in field.rows]
        if prompt.do == "card.spaces":
            return [rng.choice([-1, 0, 3]) for _ in field.rows]
        if prompt.do == "doom":
            return rng.choice(values[: self.doom + 1])
        match field.kind:
            case "choice":
                return rng.choice(values) if values else ""
            case "choices":
                chosen = [value for value in values if rng.random() < self.hope]
                return chosen if len(chosen) >= (field.low or 0) else values[: field.low]
            case "sequence":
                return list(field.default or [rng.choice(values) for _ in field.rows])
            case "dice":
                return [rng.choice([face.value for face in row.faces]) for row in field.dice]
            case "flag":
                return field.default if prompt.do == "finish" else rng.random() < self.hope
            case _:
                return field.default
