"""A table at a blank copy, and the printed cards only its players can read.

Two referees follow one random game: the app's knows the starter set and what it has asked for,
the other one every card. A fall or an ending that only the second one sees has not been called.
"""

from __future__ import annotations

from random import Random
from typing import Any

from msgspec.structs import replace

from games import registry
from games.referee import AnyReferee, Prompt, Question
from games.rising.box import AbilityEffect, Box, CardFacts, PriceStep, ProgressFacts
from games.rising.box.teaching import track_facts
from tests.hardening.called import Called, TwoReferees

EFFECTS = (
    *(AbilityEffect("damage", n, who) for n in (1, 2) for who in ("location", "team", "teams")),
    *(AbilityEffect("doom", n) for n in (1, 2)),
    AbilityEffect("lose_token", 1),
    *(AbilityEffect("turn", symbol=side) for side in ("left", "right")),
)
"""Abilities of Villains that the lesson's verbs can say."""
ASKED = (
    "card.kinds",
    "card.count",
    "section.count",
    "reward.does",
    "reward",
    "card.define",
    "villain.does",
    "icon",
)
"""Prompts about what is printed: only the app's referee has them."""


COUNTS = ("card.count", "section.count")
"""Questions about printed spaces: at most one of them a turn."""


def printed(slug: str, rng: Random) -> Box:
    """Return a whole copy: what is public of it, and the rest invented at random."""
    referee: Any = registry.referee(slug)
    game, box = referee.definition, referee.blank_box()
    cards = [each for each in box.cards if each.kind]
    counts = {"hero": game.supply.heroes, "villain": game.supply.villains}
    counts["knight"] = game.supply.knights
    for kind, of in counts.items():
        n = of - sum(each.kind == kind for each in cards)
        cards += [CardFacts(f"{kind.title()} {i}", kind) for i in range(n)]
    tracks = tuple(_track(game, track_facts(game, box, side), rng) for side in game.doom.sides)
    sides = ()
    if game.progress:
        sides = (ProgressFacts("", "easy", (PriceStep("dice", n=1),) * game.progress, True),)
    return replace(
        box,
        cards=tuple(_card(each, rng) for each in cards),
        teams=tuple(
            replace(each, ally=f"Hero {n}", effects=(), known=True)
            for n, each in enumerate(box.teams)
        ),
        tracks=tracks,
        progress=sides,
    )


def _card(card: CardFacts, rng: Random) -> CardFacts:
    high = {"hero": 6, "boss": 8}.get(card.kind, 4)
    capacity = card.capacity or rng.randint(1, high)
    price = card.prices or ((1, 0, 0, 1),)
    if card.known:
        return replace(card, capacity=capacity, prices=price, icon=rng.choice(("yes", "no")))
    foe = card.kind in ("villain", "knight", "battle")
    effects = (rng.choice(EFFECTS),) if foe and rng.random() < 0.8 else ()
    icon = rng.choice(("yes", "no"))
    card = replace(card, capacity=capacity, prices=price, known=True, icon=icon)
    rewards = (AbilityEffect("token"),) if card.kind == "battle" else ()
    return replace(card, effects=effects, rewards=rewards)


def _track(game: Any, facts: Any, rng: Random) -> Any:
    sections = tuple(
        replace(
            each,
            size=max(1, each.size + rng.randint(-1, 2)),
            effects=(rng.choice(EFFECTS),) if rng.random() < 0.8 and each.holds != "boss" else (),
            ability="printed" if each.holds != "boss" else "",
            known=True,
        )
        for each in facts.sections
    )
    return replace(facts, sections=sections, checked=True)


def knows(box: Box, what: tuple[str, str]) -> bool:
    """Return whether a copy knows the kind, spaces or ability of a card."""
    fact, name = what
    card = next((each for each in box.cards if each.name == name), None)
    if card is None:
        return False
    told = {"kind": card.kind, "spaces": card.capacity, "ability": card.known or card.rewards}
    return bool(told[fact])


class Table(TwoReferees):
    """One random game on a copy."""

    longest = 1500

    def __init__(
        self, slug: str, copy: Box, box: Any, seed: int, called: Called, edition: int = 0
    ) -> None:
        self.referee: AnyReferee = registry.referee(slug)
        self.rng, self.copy, self.box = Random(seed), copy, box
        self.seed = seed
        self.called, self.fallen = called, called.falls
        self.came = set[tuple[str, str]]()
        self.cards = {each.name: each for each in copy.cards}
        self.counts = self.rng.random() < 0.5
        self.named = self.rng.choice((0.0, 0.5, 1.0))
        players = self.rng.randint(2, self.referee.title.max_players)
        setup = self.referee.setup_default(players, box)
        setup = replace(setup, villain_order="lying")
        setup = self.referee.draw(setup, box, self.rng.randrange)
        setup = replace(setup, edition=edition or setup.edition)
        self.app = self.begun(setup, box)
        self.real = self.begun(setup, copy)
        self.struck: list[str] = []
        self.names = {each.id: each.card for each in self.real.pieces}

    # -- what the players can read ---------------------------------------------------------

    def facts(self, piece: str) -> CardFacts:
        """Return what is printed on a card of the table."""
        self.names |= {each.id: each.card for each in self.real.pieces}
        return self.cards[self.names[piece]]

    def damage(self, piece: str) -> int:
        """Return the counters on a card; one that has left the table was full."""
        lying = {each.id: each.damage for each in self.real.pieces}
        return lying.get(piece, self.capacity(piece))

    def answer(self, prompts: tuple[Prompt, ...]) -> dict[str, Any] | None:
        """Return what the players say to a question about what is printed; ``None`` if the app
        waits for something else."""
        if ally := self.unnamed(prompts):
            return {"do": "card.define", "piece": ally, "name": self.facts(ally).name}
        asked = {each.do: each for each in reversed(prompts) if each.do in ASKED and each.expected}
        if kinds := asked.get("card.kinds"):
            cards = kinds.fixed["cards"]
            heroes = tuple(each for each in cards if self.facts(each).kind == "hero")
            return {"do": kinds.do, "cards": cards, "heroes": heroes}
        if count := asked.get("card.count"):
            shown = [each.value for field in count.fields[:1] for each in field.choices]
            return {**self.count(count.fixed["card"], shown), "full": self.ticked(count)}
        if icon := asked.get("icon"):
            facts = self.facts(icon.fixed["card"])
            told = {"marked": facts.icon == "yes"}
            return {"do": "icon", "card": icon.fixed["card"], **told, "kind": facts.kind}
        if does := asked.get("villain.does"):
            return self.ability(does.fixed["source"])
        done = next((each for each in prompts if each.do == "villain.done"), None)
        if done and self.app.step != self.real.step:
            return self.by_hand(done)
        if reward := asked.get("reward.does"):
            (effect,) = self.facts(reward.fixed["battle"]).rewards
            return {"do": "reward.does", **reward.fixed, "what": "gain", "n": effect.n}
        if section := asked.get("section.count"):
            at = section.fixed["section"]
            n = self.sections()[at].size
            return {"do": "section.count", "section": at, "n": n, "full": self.ticked(section)}
        return None

    def unnamed(self, prompts: tuple[Prompt, ...]) -> str:
        """Return a team's second Hero whose name these players have not entered yet: those who name
        every card tap it."""
        rows = {each for team in self.app.teams for each in team.row} if self.named == 1 else set()
        forms = (each.fixed.get("piece") for each in prompts if each.do == "card.define")
        return next((str(each) for each in forms if each in rows), "")

    def sections(self) -> Any:
        """Return the printed sections of the track in play."""
        side = self.real.setup.side
        return next(each for each in self.copy.tracks if each.side == side).sections

    def ticked(self, prompt: Prompt) -> list[str]:
        """Tick what is full besides what a question is about."""
        field = next((each for each in prompt.fields if each.name == "full"), None)
        shown = [str(each.value) for each in field.choices] if field else []
        return [each for each in shown if self.brim(each)]

    def brim(self, source: str) -> bool:
        if not source.startswith("section."):
            return self.damage(source) >= self.capacity(source)
        index = int(source.partition(".")[2])
        return bool(self.real.doom >= sum(each.size for each in self.sections()[: index + 1]))

    def count(self, card: str, shown: list[Any]) -> dict[str, Any]:
        """Count the spaces of a card, or only say whether it is full."""
        printed = self.capacity(card)
        full = self.damage(card) >= printed
        n = printed if self.counts and printed in shown else -1 if full else 0
        return {"do": "card.count", "card": card, "n": n}

    def capacity(self, card: str) -> int:
        return self.real.setup.boss_damage * (card == "boss") or self.facts(card).capacity

    def ability(self, source: str) -> dict[str, Any]:
        """Say what an ability does, in the verbs of the lesson."""
        if source.startswith("section."):
            effects = self.real.sections[int(source.partition(".")[2])].facts.effects
        else:
            effects = self.facts(source).effects
        if not effects:
            return {"do": "villain.done", "source": source, "never": True}
        (effect,) = effects
        what = {"doom": "doom", "lose_token": "token", "turn": effect.symbol}
        told = {"what": what.get(effect.do, effect.who), "n": effect.n}
        return {"do": "villain.does", "source": source, **told}

    def by_hand(self, done: Prompt) -> dict[str, Any]:
        """Do a known ability on the table where the app cannot tell whom it strikes, one Hero an
        entry, then confirm it."""
        table = self.referee.table(self.app)
        (effect, *_) = self.app.turn.pending[0].effects
        here = (*table.cards(self.app.facing), *table.team.row)
        struck = [each for each in here if self.facts(each).kind == "hero"]
        if effect.do != "damage" or effect.who != "location":
            raise NotImplementedError(effect)
        if self.app.turn.location != self.app.facing:
            struck = [each for each in struck if each not in table.team.row]
        left = [each for each in struck if each not in self.struck]
        if left:
            return {"do": "damage", "card": left[0], "n": effect.n}
        return {"do": "villain.done", **done.fixed, "never": False}

    # -- one step ------------------------------------------------------------------------

    def step(self) -> bool:
        prompts = self.referee.prompts(self.app)
        data = self.answer(prompts)
        if data is not None:
            self.called.asked += 1
            if data["do"] in COUNTS:
                self.called.questions[(self.seed, self.app.number)] += 1
            self.struck = [*self.struck, data["card"]] if data["do"] == "damage" else []
            self.app = self.sent(self.app, data)
            return self.agree()
        if self.app.step != self.real.step:
            return self.part("step")
        real = [each for each in self.referee.prompts(self.real) if each.expected]
        if real[0].do in ("deal", "refill"):
            real = real[:1]
        for _try in range(40):
            data = self.filled(self.rng.choice(real))
            after = self.ruled(self.real, data)
            if after is not None:
                break
        else:
            return self.part("stuck")
        if data["do"] == "refill":
            self.names[f"p{self.real.next_piece}"] = data["card"]
        self.real = after
        self.names |= {each.id: each.card for each in after.pieces}
        self.app = self.sent(self.app, self.shown(data))
        return self.agree()

    def shown(self, data: dict[str, Any]) -> dict[str, Any]:
        """Return an entry as these players make it: some leave cards without names."""
        if data["do"] == "deal":
            return {**data, "cards": [self.name(each) for each in data["cards"]]}
        if data["do"] == "refill":
            return {**data, "card": self.name(data["card"])}
        return data

    def name(self, card: str) -> str:
        """Return what is entered of a new card; one with a public ability gets its name."""
        public = bool(card) and set(self.cards[card].effects) - set(EFFECTS)
        return card if public or self.rng.random() < self.named else ""

    def filled(self, prompt: Prompt) -> dict[str, Any]:
        values = {each.name: self.value(prompt, each) for each in prompt.fields}
        return {"do": prompt.do, **prompt.fixed, **values}

    def value(self, prompt: Prompt, field: Any) -> Any:
        choices = [each.value for each in field.choices]
        if prompt.do == "deal":
            return self.rng.sample(choices[1:], len(field.rows))
        if prompt.do == "refill" and field.name == "card":
            return self.rng.choice(choices[1:] or choices)
        match field.kind:
            case "choice":
                return self.rng.choice(choices) if choices else ""
            case "choices":
                low = [each for each in choices if self.rng.random() < 0.25]
                return low if field.name != "marked" else field.default
            case "sequence":
                return list(field.default)
            case "flag":
                return self.rng.random() < 0.5
        return field.default if field.kind != "text" else ""

    def told(self, question: Question, data: dict[str, Any]) -> str:
        options = [str(each.value) for each in question.options]
        if question.code.startswith("KIND"):
            text = str(question.facts.get("card"))
            for each in self.app.pieces:
                if str(self.referee.table(self.app).name(each)) == text:
                    return "hero" if self.facts(each.id).kind == "hero" else "villain"
        return "no" if question.code in ("BOSS_ABILITY", "GUARD") else options[0]

    def look(self) -> None:
        """Note what has come to the table: cards, damage on them, and abilities that waited."""
        for each in self.real.pieces:
            if each.card and each.id != "boss":
                self.came.add(("kind", each.card))
                self.came |= {("spaces", each.card)} if each.damage else set()
        for each in (*self.real.turn.pending, *self.app.turn.pending):
            if each.source in self.names:
                self.came.add(("ability", self.names[each.source]))

    # -- comparing -----------------------------------------------------------------------

    def agree(self) -> bool:
        """Compare both tables once the app has no more to ask before the next entry."""
        self.look()
        if self.refused:
            return self.part(self.refused)
        if self.answer(self.referee.prompts(self.app)) is not None:
            return True
        if self.real.endings:
            self.called.losses += 1
            self.called.called += self.real.endings == self.app.endings
        for name in ("endings", "defeated", "number"):
            if getattr(self.real, name) != getattr(self.app, name):
                return self.part(name)
        if {each.id for each in self.real.pieces} != {each.id for each in self.app.pieces}:
            return self.part("cards")
        if self.real.step == "deploy" and self.real.doom != self.app.doom:
            return self.part("track")
        self.called.falls = self.fallen + self.real.defeated
        return not self.real.endings
