"""A table to test on: says actions, keeps the notes, checks the invariants after each."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, get_args

from msgspec.structs import replace

from games.messages import Msg, Speaker
from games.referee import Question, Refusal, Ruling
from games.talisman_batman import TalismanBatman
from games.talisman_batman.state import Box, EncounterCard, Feat, Setup, State, VillainSheet
from games.talisman_batman.table import Table as Unit

REFEREE = TalismanBatman()
SAY = Speaker(REFEREE.catalogue()).say
a: Any = SimpleNamespace(**{kind.__name__: kind for kind in get_args(REFEREE.Action)})
"""Every action by the name of its type."""


class Table:
    """One play; ``do`` must be ruled, ``refused`` must be refused with a code."""

    def __init__(self, setup: Setup | None = None, box: Box | None = None) -> None:
        self.box = box or REFEREE.sample_box()
        ruling = REFEREE.begin(setup or Setup(2), self.box)
        assert isinstance(ruling, Ruling), ruling
        self.state: State = ruling.state
        self.notes: list[Any] = list(ruling.notes)

    def ask(self, action: Any, actor: int | None = None, **answers: str) -> Any:
        return REFEREE.apply(self.state, action, actor, answers)

    def do(self, *actions: Any, actor: int | None = None, **answers: str) -> Table:
        for action in actions:
            ruling = self.ask(action, actor, **answers)
            assert isinstance(ruling, Ruling), f"{action}: {SAY(ruling.message)}"
            self.state, self.notes = ruling.state, list(ruling.notes)
            assert REFEREE.check(self.state) == (), (action, REFEREE.check(self.state))
            for note in self.notes:
                assert note.rule == "" or note.rule in REFEREE.clarifications, note
                assert note.code in REFEREE.catalogue(), note
        return self

    def refused(self, action: Any, code: str, actor: int | None = None, **answers: str) -> Refusal:
        answer = self.ask(action, actor, **answers)
        assert isinstance(answer, Refusal), answer
        assert answer.code == code, (answer.code, SAY(answer.message))
        assert answer.rule == "" or answer.rule in REFEREE.clarifications
        return answer

    def asked(self, action: Any, code: str, **answers: str) -> Question:
        answer = self.ask(action, None, **answers)
        assert isinstance(answer, Question), answer
        assert answer.code == code
        return answer

    def said(self) -> list[str]:
        return [note.code.removeprefix("note.") for note in self.notes]

    def log(self) -> str:
        return "\n".join(SAY(Msg(note.code, note.facts)) for note in self.notes)

    def villain(self, seat: int = 0) -> Any:
        return self.state.villains[seat]

    @property
    def phase(self) -> str:
        return self.state.turn.phase

    # -- arranging the table -----------------------------------------------------------

    def set(self, seat: int, **changes: Any) -> Table:
        """Set fields of a villain as a scenario needs them; tokens come from the pools."""
        old = self.villain(seat)
        coins = old.coins - changes.get("coins", old.coins)
        fate = old.fate - changes.get("fate", old.fate)
        t = Unit(self.state)
        t.change(seat, **changes)
        t.put(coin_pool=t.state.coin_pool + coins, fate_pool=t.state.fate_pool + fate)
        self.state = t.state
        return self

    def at(self, phase: str, **changes: Any) -> Table:
        self.state = replace(self.state, turn=replace(self.state.turn, phase=phase, **changes))
        return self

    def give(self, seat: int, *cards: EncounterCard) -> tuple[int, ...]:
        """Give Objects and Followers to a villain; return their ids."""
        t, ids = Unit(self.state), []
        for card in cards:
            own = t.new_card(card)
            place = {"object": "objects", "follower": "followers", "enemy": "trophies"}[card.kind]
            t.change(seat, **{place: (*getattr(t.villain(seat), place), own)})
            if card.key:
                t.put(key_pool=t.state.key_pool - 1)
            ids.append(own.id)
        self.state = t.state
        return tuple(ids)

    def feats(self, seat: int, *names: str) -> tuple[int, ...]:
        """Give Feats instead of what a hand held; return their ids."""
        held = self.villain(seat).feats
        start = self.state.next_id
        feats = tuple(Feat(start + i, name) for i, name in enumerate(names))
        t = Unit(self.state)
        t.change(seat, feats=feats)
        deck = t.state.feat_deck + len(held) - len(names)
        t.put(next_id=start + len(names), feat_deck=deck)
        self.state = t.state
        return tuple(feat.id for feat in feats)


def sheet(name: str, strength: int = 3, cunning: int = 3, **facts: Any) -> VillainSheet:
    """Return a villain card with test numbers, without Feats and gear."""
    facts = {"fate": 3, "life": 4, "alignment": "indifferent", "start": "morgue", **facts}
    return VillainSheet(name, strength, cunning, **facts)


def box(*sheets: VillainSheet, **facts: Any) -> Box:
    """Return a blank box whose first villains are these."""
    blank = REFEREE.blank_box()
    names = {s.name for s in sheets}
    others = tuple(sheet(s.name, coins=s.coins) for s in blank.sheets if s.name not in names)
    return replace(blank, sheets=(*sheets, *others), **facts)


def begun(*names: str, setup: Setup | None = None, own_box: Box | None = None) -> Table:
    """Return a table in the first turn, no bonus taken."""
    names = names or ("Bane", "Scarecrow")
    setup = replace(setup or Setup(), players=len(names), villains=names)
    table = Table(setup, own_box or box())
    for seat in range(len(names)):
        if table.villain(seat).status == "bonus":
            table.do(a.Ready(seat))
    return table
