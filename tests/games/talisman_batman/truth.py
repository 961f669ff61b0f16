"""A table at a blank copy, and the printed cards only its players can read.

Two referees follow one random game on a board no one has entered: the app's knows the starter set
and what it has asked for, the other one every card. A death or an ending that only the second one
sees has not been called.
"""

from __future__ import annotations

from random import Random
from typing import Any

from msgspec.structs import replace

from games import registry
from games.referee import AnyReferee, Prompt, Question
from games.talisman_batman.rules.cards.lesson import find, of_card, of_space
from games.talisman_batman.state import Batman, Box, Effect, EncounterCard, Lesson
from games.talisman_batman.words import fold, slug
from tests.games.talisman_batman.state.random_play import fill
from tests.hardening.called import Called, TwoReferees

EFFECTS = (
    *(Effect("life", n) for n in (-2, -1, -1, 1)),
    *(Effect(what, n) for what in ("strength", "cunning", "fate", "coins") for n in (-1, 1)),
    Effect("lose-turn"),
)
SPACES = ("Cellar", "Ward", "Kitchen", "Laundry", "morgue", "darkroom", "office")
"""Names the players give to spaces; some of the texts there do something."""
DECISIVE = ("adds",)
"""Questions about what decides a fight: at most one of them a turn."""
COMPARED = ("status", "life", "strength", "cunning", "fate", "coins", "insane", "lost_turns")
SHAPES: tuple[dict[str, Any], ...] = (
    {},
    {"armour": True},
    *({way: n} for way in ("strength", "cunning") for n in (1, 2)),
    *({way: n, "combat": True} for way in ("strength", "cunning") for n in (1, 3)),
    *({"strength": n, "weapon": True, "combat": True} for n in (1, 2)),
)
"""What Objects and Followers may be good for."""


def printed(slug: str, rng: Random) -> Box:
    """Return a whole copy but for its board: what is public of it, and the rest invented."""
    box: Any = registry.referee(slug).blank_box()
    goods = tuple(
        EncounterCard(f"Thing {n}", rng.choice(("object", "follower")), **rng.choice(SHAPES))
        for n in range(16)
    )
    enemies = tuple(
        EncounterCard(
            f"Enemy {n}",
            "enemy",
            attribute=rng.choice(("strength", "cunning")),
            value=rng.randint(2, 9),
            number=rng.randint(2, 3),
        )
        for n in range(10)
    )
    events = tuple(EncounterCard(f"Event {n}", "event") for n in range(8))
    texts = (*map(of_space, SPACES), *(of_card(each.name) for each in events))
    return replace(
        box,
        sheets=tuple(_sheet(each, rng) for each in box.sheets),
        batman=Batman(strength=rng.randint(5, 9), cunning=rng.randint(5, 9)),
        cards=(*box.cards, *goods, *enemies, *events),
        lessons=tuple(Lesson(of, (rng.choice(EFFECTS),)) for of in texts if rng.random() < 0.7),
    )


def _sheet(sheet: Any, rng: Random) -> Any:
    if sheet.complete:
        return sheet
    return replace(
        sheet,
        strength=rng.randint(2, 5),
        cunning=rng.randint(2, 5),
        fate=rng.randint(1, 4),
        life=rng.randint(2, 5),
        alignment=rng.choice(("righteous", "indifferent", "chaotic")),
        saves_life=rng.random() < 0.4,
    )


def knows(box: Box, what: tuple[str, str]) -> bool:
    """Return whether a copy knows a villain, a card, what it adds, a text or Batman's card."""
    fact, name = what
    cards = {fold(each.name): each for each in box.cards}
    match fact:
        case "villain":
            return any(each.name == name and each.complete for each in box.sheets)
        case "card":
            return fold(name) in cards
        case "adds":
            return fold(name) in cards and cards[fold(name)].told
        case "text":
            return find(box.lessons, name) is not None
    return bool(box.batman.strength)


class Table(TwoReferees):
    """One random game on a copy."""

    longest = 800

    def __init__(
        self, slug: str, copy: Box, box: Any, seed: int, called: Called, edition: int = 0
    ) -> None:
        self.referee: AnyReferee = registry.referee(slug)
        self.rng, self.copy, self.box, self.seed = Random(seed), copy, box, seed
        self.called, self.falling = called, 0
        self.came = set[tuple[str, str]]()
        self.due: dict[str, Any] | None = None
        self.named = self.rng.choice((0.0, 0.5, 1.0))
        setup: Any = self.referee.setup_default(self.rng.randint(2, 4), box)
        setup = replace(setup, bloodbath=self.rng.random() < 0.5, free_choice=True)
        setup = replace(setup, preset=self.rng.choice(("fast", "custom")))
        setup = replace(setup, edition=edition or setup.edition)
        self.app, self.real = self.begun(setup, box), self.begun(setup, copy)
        self.cards = {fold(each.name): each for each in copy.cards}

    # -- what the players can read ---------------------------------------------------------

    def answer(self) -> dict[str, Any] | None:
        """Return what the players say to a question about what is printed; ``None`` if the app
        asks none."""
        prompts = [each for each in self.referee.prompts(self.app) if each.group == "now"]
        asked = {each.do: each for each in reversed(prompts)}
        if "does" in asked and (text := self.text()):
            return text
        if numbers := asked.get("numbers"):
            return self.numbers(numbers)
        if "batman-card" in asked:
            batman = self.copy.batman
            return {"do": "batman-card", "strength": batman.strength, "cunning": batman.cunning}
        if number := asked.get("number"):
            lying = {each.id: each for each in self.lying()}
            if card := lying.get(number.fixed["card"]):
                return {"do": "number", "card": card.id, "number": card.number}
        adds = asked.get("adds")
        return self.adds(adds) if adds else None

    def text(self) -> dict[str, Any] | None:
        """Teach what the text that has just come up does, one effect an entry."""
        turn, lesson = self.app.turn, find(self.copy.lessons, self.app.turn.text)
        left = (lesson.effects if lesson else ())[len(turn.done) :]
        if not left:
            return None
        told = {"what": left[0].what, "by": left[0].by, "keep": "every"}
        return {"do": "does", "source": turn.text, **told}

    def numbers(self, prompt: Prompt) -> dict[str, Any]:
        sheet = self.sheet(prompt.fixed["villain"])
        told = {field.name: getattr(sheet, field.name) for field in prompt.fields}
        return {"do": "numbers", **prompt.fixed, **told}

    def adds(self, prompt: Prompt) -> dict[str, Any]:
        """Say what each card adds; an Armor is told as one."""
        cards = [self.mine(id) for id in prompt.fixed["cards"]]
        return {"do": "adds", **prompt.fixed, "what": [self.worth(each) for each in cards]}

    def worth(self, card: EncounterCard) -> str:
        way = "strength" if card.strength else "cunning" if card.cunning else ""
        if not way:
            return "armour" if card.armour else ""
        when = "weapon" if card.weapon else "fight" if card.combat else "always"
        return f"{way}-{getattr(card, way)}-{when}"

    def mine(self, id: int) -> EncounterCard:
        goods = (card for villain in self.real.villains for card in villain.goods)
        return next(card for card in goods if card.id == id)

    def sheet(self, name: str) -> Any:
        return next(each for each in self.copy.sheets if slug(each.name) == name)

    def lying(self) -> tuple[EncounterCard, ...]:
        return tuple(card for spot in self.real.spots for card in spot.cards)

    # -- one step ------------------------------------------------------------------------

    def step(self) -> bool:
        if (data := self.due) is not None:
            self.called.asked += 1
            if data["do"] in DECISIVE:
                self.called.questions[(self.seed, self.app.turn.number)] += 1
            self.app = self.sent(self.app, data)
            return self.agree()
        for _try in range(40):
            data = self.chosen()
            answers = dict[str, str]()
            after = self.ruled(self.real, data, answers)
            if after is not None:
                break
        else:
            return self.part("stuck")
        was = zip(self.real.villains, after.villains, strict=True)
        self.falling += sum(one.alive and not other.alive for one, other in was)
        self.real = after
        self.app = self.sent(self.app, self.shown(data), answers)
        return self.agree()

    def chosen(self) -> dict[str, Any]:
        """Return an entry at random: mostly the turn, at times a key or a card from elsewhere."""
        prompts = self.referee.prompts(self.real)
        now = [each for each in prompts if each.group == "now" and each.do not in TAUGHT]
        due = [each for each in now if each.expected] or now
        pool = due if self.rng.random() < 0.7 else now
        if self.real.turn.phase == "move" and self.rng.random() < 0.1:
            gained: dict[str, Any] = {"source": "key"}
            if not self.real.key_pool or self.rng.random() < 0.5:
                card = self.thing()
                gained = {"name": card.name, "kind": card.kind}
            return {"do": "gain", "seat": self.real.active, **gained}
        data = fill(self.rng.choice(pool), self.rng.choice)
        if data["do"] == "draw":
            return {"do": "draw", "name": self.rng.choice(self.drawable()).name}
        if data["do"] == "name-space" or (data["do"] == "space" and "name" in data):
            data["name"] = self.rng.choice(SPACES)
        return data

    def drawable(self) -> list[EncounterCard]:
        return [each for each in self.copy.cards if each.name.startswith(("T", "En", "Ev"))]

    def thing(self) -> EncounterCard:
        return self.rng.choice([each for each in self.copy.cards if each.name[0] == "T"])

    def shown(self, data: dict[str, Any]) -> dict[str, Any]:
        """Return an entry as these players make it: some draw cards without their names."""
        if data["do"] != "draw" or self.rng.random() < self.named:
            return data
        card = self.cards[fold(data["name"])]
        if card.kind not in ("enemy", "object", "follower"):
            return data
        kind = f"{card.attribute}-{card.value}" if card.kind == "enemy" else card.kind
        return {"do": "draw", "shows": kind}

    def told(self, question: Question, data: dict[str, Any]) -> str:
        """Return what a card answers; else anything."""
        card = self.cards.get(fold(data.get("name", "")))
        facts = {"CARD_KIND": "kind", "CARD_ATTRIBUTE": "attribute", "CARD_VALUE": "value"}
        said = str(getattr(card, facts.get(question.code, ""), ""))
        return said or self.rng.choice([str(each.value) for each in question.options])

    def look(self) -> None:
        """Note what has come to the table: villains, cards, texts, Batman's card."""
        state = self.real
        self.came |= {("villain", v.sheet.name) for v in state.villains if v.alive}
        self.came |= {("card", each.name) for each in self.lying()}
        goods = {each.name for v in state.villains for each in v.goods if not each.key}
        self.came |= {("card", name) for name in goods}
        if state.turn.text:
            self.came.add(("text", state.turn.text))
        if fight := state.fight:
            self.came |= {("batman", "")} if fight.kind == "batman" else set()
            for fighter in (fight.me, *((fight.foe,) if fight.foe else ())):
                mine = state.villains[fighter.seat].goods
                self.came |= {("adds", each.name) for each in mine if each.name[0] == "T"}

    # -- comparing -----------------------------------------------------------------------

    def agree(self) -> bool:
        """Compare both tables once the app has no more to ask before the next entry."""
        if self.refused:
            return self.part(self.refused)
        self.due = self.answer()
        self.look()
        if self.due is not None:
            return True
        over = self.real.winner is not None
        if over:
            self.called.losses += 1
            self.called.called += self.real.winner == self.app.winner
        if self.real.winner != self.app.winner:
            return self.part("winner")
        for name in COMPARED:
            if any(
                getattr(mine, name) != getattr(theirs, name)
                for mine, theirs in zip(self.real.villains, self.app.villains, strict=True)
            ):
                return self.part(name)
        if (self.real.turn.phase, self.real.active) != (self.app.turn.phase, self.app.active):
            return self.part(f"{self.real.turn.phase}, app {self.app.turn.phase}")
        self.called.falls, self.falling = self.called.falls + self.falling, 0
        return not over


TAUGHT = ("numbers", "batman-card", "does", "does-not", "number", "adds")
"""Prompts about what is printed: only the app's referee has them."""
