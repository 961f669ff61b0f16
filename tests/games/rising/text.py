"""Tables as text, so that a rules reader can check a test without reading code.

    turn 1: Ben at 2, facing 0
    track 4 4 | 3            sections, counters
    0: #The Drowned 0/3 2J+1W, +H1 1/4, -
    Ben: +Batman 0/5
    deck 27, lost 0, supply 30, discard 0

``+`` Hero, ``!`` Villain, ``#`` Dark Knight, ``=`` battle; ``-`` an empty place; ``?`` is an
unknown card. ``0/4`` damage of capacity, ``*`` in place of a capacity no one knows.
"""

from __future__ import annotations

import re
from types import SimpleNamespace
from typing import Any

from msgspec.structs import replace

from games.messages import Msg, Speaker
from games.referee import Question, Refusal, Ruling
from games.rising.board.text import lying
from games.rising.box import CardFacts, SectionFacts
from games.rising.referee import RULES
from games.rising.state import BonusToken, Section, Setup, State, TableCard, Team

a: Any = SimpleNamespace(**{kind.__name__: kind for kind in RULES.acts})
"""Every action of the family by the name of its type."""

KINDS = {"+": "hero", "!": "villain", "#": "knight", "=": "battle"}
CARD = re.compile(
    r"(?P<mark>[+!#=])(?P<name>.+?) (?P<damage>\d+)/(?P<cap>\d+|\*)(?: (?P<price>.+))?$"
)


def price_of(game, text: str) -> tuple[int, ...]:
    """Return "1P+2J" as counts in the order of the title's symbols."""
    counts = [0] * len(game.symbols)
    for part in text.split("+"):
        counts[game.symbol_of(part.lstrip("0123456789"))] += int(part[0])
    return tuple(counts)


def price_text(game, price: tuple[int, ...]) -> str:
    pairs = zip(price, game.symbols, strict=True)
    return "+".join(f"{n}{symbol.code}" for n, symbol in pairs if n)


class Text:
    """Reader of a text table into a state of a title, which also writes states back."""

    def __init__(self, referee) -> None:
        self.referee = referee
        self.game = referee.definition

    # -- reading -------------------------------------------------------------------------

    def read(self, text: str, cards: tuple[CardFacts, ...] = (), **changes) -> State:
        """Return the state a text describes; ``cards`` add abilities to the facts of its cards."""
        self.pieces: list[TableCard] = []
        self.library = {each.name: each for each in cards}
        lines = [line.strip() for line in text.strip().splitlines()]
        found: dict = {"slots": [("", "", "")] * 3, "battles": ["", "", ""], "teams": []}
        for line in lines:
            self.line(line, found)
        if self.game.goal.kind == "boss":
            self.pieces.append(self.boss(found))
        setup = Setup(
            players=max(len(found["teams"]), 2),
            team_cards=tuple(team.name for team in found["teams"]),
            side=self.game.doom.sides[0],
            boss_damage=found.get("need", 0),
            battle_damage=(2,) * self.game.supply.battles,
            villain_order="players",
            edition=7,
            **found.get("options", {}),
        )
        state = State(
            setup=setup,
            teams=tuple(found["teams"]),
            pieces=tuple(self.pieces),
            library=tuple(self.library.values()),
            sections=found.get("sections") or self.placeholder(),
            stock=found.get("stock", ()),
            facing=found.get("facing", 0),
            active=found.get("active", 0),
            deck=found.get("deck", 27),
            supply=found.get("supply", self.game.tokens.total),
            step=self.game.turn[0].name,
            at=0,
            slots=tuple(found["slots"]),
            battles=tuple(found["battles"]),
            doom=found.get("doom", 0),
            doom_checked=True,
            discard=found.get("discard", 0),
            defeated=found.get("lost", 0),
            next_piece=len(self.pieces) + 1,
        )
        return replace(state, **changes)

    def placeholder(self) -> tuple[Section, ...]:
        return tuple(Section(facts, bool(facts.holds)) for facts in self.game.doom.placeholder)

    def line(self, line: str, found: dict) -> None:
        head, _, rest = line.partition(": ")
        if line.startswith("track "):
            self.track(line, found)
        elif line.startswith("turn "):
            found["facing"] = int(re.search(r"facing (\d)", line)[1])
        elif line.startswith(("deck ", "boss ")):
            for word, number in re.findall(r"(deck|lost|supply|discard|need) (\d+)", line):
                found[word] = int(number)
            boss = re.search(r"boss (\d+)/(\d+)", line)
            if boss:
                found["boss"], found["need"] = int(boss[1]), int(boss[2])
        elif head in ("0", "1", "2"):
            ids = [self.card(part) for part in rest.split(", ")]
            location = int(head)
            battles = [i for i in ids if i and self.kind(i) == "battle"]
            found["battles"][location] = battles[0] if battles else ""
            found["slots"][location] = tuple(i for i in ids if i not in battles)
        else:
            self.team(head, rest, found)

    def team(self, head: str, rest: str, found: dict) -> None:
        name, _, dice = head.partition(" [")
        cards, _, tokens = rest.partition(" | tokens ")
        row = tuple(self.card(part) for part in cards.split(", ")) if cards else ()
        held = tuple(BonusToken(kind) for kind in tokens.split()) if tokens else ()
        colours = tuple(dice.rstrip("]").split()) if dice else ()
        found["teams"].append(Team(name, row, colours, held, known=True))

    def track(self, line: str, found: dict) -> None:
        sizes, _, total = line.removeprefix("track ").partition(" | ")
        sections = []
        for word in sizes.split():
            holds = {"b": "boss", "-": ""}.get(
                word[0], "knight" if self.game.supply.knights else ""
            )
            opened = word.endswith("o")
            size = int(re.search(r"\d+", word)[0])
            facts = SectionFacts(size, holds)
            sections.append(Section(facts, bool(holds) and not opened, opened))
        found["sections"], found["doom"] = tuple(sections), int(total)

    def card(self, text: str) -> str:
        if text == "-":
            return ""
        piece = f"p{len(self.pieces) + 1}"
        if text.startswith("?"):
            self.pieces.append(TableCard(piece, damage=int(text[1:] or 0)))
            return piece
        match = CARD.match(text)
        assert match, f"cannot read the card {text!r}"
        name = match["name"]
        facts = self.library.get(name, CardFacts(name, known=True))
        capacity = 0 if match["cap"] == "*" else int(match["cap"])
        prices = tuple(
            price_of(self.game, each) for each in (match["price"] or "").split(" or ") if each
        )
        self.library[name] = replace(
            facts, kind=KINDS[match["mark"]], capacity=capacity, prices=prices or facts.prices
        )
        self.pieces.append(TableCard(piece, name, damage=int(match["damage"])))
        return piece

    def kind(self, piece: str) -> str:
        card = next(each.card for each in self.pieces if each.id == piece)
        return self.library[card].kind if card else ""

    def boss(self, found: dict) -> TableCard:
        name = "The Batman Who Laughs"
        prices = tuple(price_of(self.game, each) for each in ("3P", "3D", "3J"))
        self.library.setdefault(name, CardFacts(name, "boss", 0, prices, known=True))
        return TableCard("boss", name, "boss", damage=found.get("boss", 0))

    # -- writing -------------------------------------------------------------------------

    def write(self, state: State) -> str:
        """Return the same notation, from a state."""
        return lying(self.referee.table(state))


class Game:
    """A table in a test: acts by card name, keeps the notes of the last action."""

    def __init__(self, referee, state: State) -> None:
        self.referee = referee
        self.state = state
        self.notes: tuple = ()
        self.speaker = Speaker(referee.catalogue())

    def answer(self, action, actor=None, answers=None):
        return self.referee.apply(self.state, action, actor, answers)

    def do(self, action, actor=None, **answers) -> Game:
        """Apply an action that must hold; invariants must hold after it."""
        answers = {key.replace("override_", "override:"): value for key, value in answers.items()}
        ruling = self.answer(action, actor, answers)
        assert isinstance(ruling, Ruling), ruling
        assert self.referee.check(ruling.state) == ()
        self.state, self.notes = ruling.state, ruling.notes
        return self

    def refused(self, action, actor=None, **answers) -> tuple[str, str]:
        """Return code and rule of the refusal of an action."""
        refusal = self.answer(action, actor, answers)
        assert isinstance(refusal, Refusal), refusal
        assert refusal.rule in self.referee.clarifications or not refusal.rule
        return refusal.code, refusal.rule

    def asked(self, action, **answers) -> tuple[str, str]:
        """Return code and weight of the question an action raises."""
        question = self.answer(action, None, answers)
        assert isinstance(question, Question), question
        assert question.rule in self.referee.clarifications, question
        return question.code, question.weight

    def id(self, name: str) -> str:
        """Return the piece with this card's name."""
        return next(each.id for each in self.state.pieces if each.card == name)

    def damage(self, name: str) -> int:
        return next(each.damage for each in self.state.pieces if each.card == name)

    def dice(self, *faces: str) -> tuple[str, ...]:
        """Return ids of pool dice showing these faces, each used once."""
        pool = [die for die in self.state.turn.dice if die.place == "pool"]
        found = []
        for face in faces:
            die = next(each for each in pool if each.face == face)
            pool.remove(die)
            found.append(die.id)
        return tuple(found)

    def codes(self) -> list[str]:
        return [note.code.removeprefix("note.") for note in self.notes]

    def said(self) -> list[str]:
        return [self.speaker.say(Msg(note.code, note.facts)) for note in self.notes]

    @property
    def outcome(self):
        return self.referee.outcome(self.state)
