"""Tests that the prompts keep I1 to I12, in every variant and depth."""

import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from msgspec.structs import replace

from games.messages import Msg
from games.referee import MalformedError, Refusal, Ruling
from games.talisman_batman.rules.checks import check
from games.talisman_batman.rules.setup import READINGS
from games.talisman_batman.state import EncounterCard, Setup
from tests.games.talisman_batman.state.random_play import fill, say
from tests.games.talisman_batman.table import REFEREE, SAY, a, begun, box

QUICK = settings(
    max_examples=25,
    stateful_step_count=40,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


class Play(RuleBasedStateMachine):
    """One play: the next action is one of those the prompts offer, filled in at random."""

    @initialize(
        players=st.integers(2, 4),
        sample=st.booleans(),
        depth=st.sampled_from(["quick", "full"]),
        flags=st.tuples(st.booleans(), st.booleans(), st.booleans()),
        readings=st.sets(st.sampled_from([name for name, _ in READINGS]), max_size=4),
    )
    def begin(self, players, sample, depth, flags, readings):
        bloodbath, ditch_first, inheritance = flags
        setup = Setup(
            players,
            "custom",
            bloodbath=bloodbath,
            ditch_first=ditch_first,
            inheritance=inheritance,
            readings=tuple(sorted(readings)),
        )
        ruling = REFEREE.begin(setup, REFEREE.sample_box() if sample else box())
        self.first = self.state = replace(ruling.state, depth=depth)
        self.dead: set[str] = set()

    def play(self, pick, among):
        prompt = pick(among)
        answer = say(REFEREE, self.state, fill(prompt, pick), pick)
        if isinstance(answer, Refusal):
            assert answer.rule == "" or answer.rule in REFEREE.clarifications
            assert answer.message.code in REFEREE.catalogue()
            return
        for note in answer.notes:
            assert note.code in REFEREE.catalogue(), note
            assert "{" not in SAY(Msg(note.code, note.facts))
            assert note.rule == "" or note.rule in REFEREE.clarifications, note
        self.state = answer.state

    @precondition(lambda self: REFEREE.outcome(self.state) is None)
    @rule(seed=st.randoms(use_true_random=False))
    def expected(self, seed):
        """Do the step the turn waits for, so that games get somewhere."""
        now = [p for p in REFEREE.prompts(self.state) if p.group == "now"]
        assert now, self.state.turn
        assert now[0].expected, self.state.turn
        self.play(seed.choice, now)

    @precondition(lambda self: REFEREE.outcome(self.state) is None)
    @rule(seed=st.randoms(use_true_random=False))
    def anything(self, seed):
        """Do any prompt at all."""
        self.play(seed.choice, REFEREE.prompts(self.state))

    @precondition(lambda self: REFEREE.outcome(self.state) is None)
    @rule(
        seat=st.integers(0, 3),
        what=st.sampled_from(["life", "fate", "coins", "strength"]),
        by=st.integers(-3, 3),
    )
    def change(self, seat, what, by):
        """Change a number, as cards do all the time."""
        answer = REFEREE.apply(self.state, a.Change(seat, what, by))
        if isinstance(answer, Ruling):
            self.state = answer.state

    @precondition(lambda self: REFEREE.outcome(self.state) is not None)
    @rule()
    def over(self):
        """Check that nothing is offered after the end; the next game begins."""
        assert REFEREE.prompts(self.state) == ()
        self.state, self.dead = self.first, set()

    @invariant()
    def sound(self):
        if not hasattr(self, "state"):
            return
        assert check(self.state) == ()
        self.dead |= {s.name for s in self.state.gone}
        reuse = "reuseDead" in self.state.options.readings
        assert reuse or not self.dead & {s.name for s in self.state.unused}

    @invariant()
    def stored(self):
        if hasattr(self, "state"):
            text = REFEREE.encode_state(self.state)
            assert REFEREE.decode_state(text) == self.state
            assert len(text) < 15_000

    @invariant()
    def shown(self):
        if hasattr(self, "state"):
            for viewer in (None, 0):
                assert REFEREE.board(self.state, viewer).standings


Play.TestCase.settings = QUICK
TestPlay = Play.TestCase


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 6), st.integers(0, 6), st.integers(0, 9), st.integers(0, 9))
def test_fight_is_won_exactly_with_higher_score(strength, bonus, value, seed):
    table = begun().set(0, strength=max(3, strength), fate=0)
    table.give(0, EncounterCard("Charm", strength=bonus))
    mine, theirs = random.Random(seed).choices(range(1, 7), k=2)
    table.at("encounter").do(a.Space(1), a.DrawEncounter("E", "enemy", "strength", value))
    own = table.villain().strength + bonus + mine
    table.do(a.Strike((mine, theirs)))
    if own > value + theirs:
        assert (table.phase, table.villain().life) == ("take", 4)
    else:
        assert table.phase == "end"
        assert table.villain().life == (4 if own == value + theirs else 3)


@pytest.mark.parametrize(
    ("broken", "code"),
    [
        (lambda t: t.set(0, life=0), "life-alive"),
        (lambda t: t.set(0, life=9), "life-max"),
        (lambda t: t.set(0, fate=9), "fate-max"),
        (lambda t: t.set(0, strength=1), "dial"),
        (lambda t: t.set(0, coins=-1), "negative"),
        (lambda t: t.set(0, turning_back=True), "turning"),
        (lambda t: t.set(0, insane=4), "insane"),
        (lambda t: t.set(0, in_control_room=True), "control"),
        (lambda t: t.give(0, *(EncounterCard(f"O{n}") for n in range(5))), "objects"),
        (lambda t: t.feats(0, "A", "B"), "feats"),
        (lambda t: t.give(0, EncounterCard("X", forbids=("indifferent",))), "forbidden"),
        (lambda t: setattr(t, "state", replace(t.state, coin_pool=3)), "count-coins"),
        (lambda t: setattr(t, "state", replace(t.state, fate_pool=3)), "count-fate"),
        (lambda t: setattr(t, "state", replace(t.state, key_pool=-1)), "pool"),
        (lambda t: setattr(t, "state", replace(t.state, feat_deck=3)), "count-feat-cards"),
        (lambda t: setattr(t, "state", replace(t.state, gone=(t.villain().sheet,))), "undead"),
        (lambda t: setattr(t, "state", replace(t.state, winner=0)), "winner"),
        (lambda t: setattr(t, "state", replace(t.state, active=7)), "active"),
    ],
)
def test_every_invariant_can_be_broken_and_is_named(broken, code):
    table = begun()
    broken(table)
    assert code in {defect.code for defect in REFEREE.check(table.state)}


@pytest.mark.parametrize(
    "data",
    [
        None,
        {},
        {"do": "fly"},
        {"do": "roll"},
        {"do": "roll", "die": "six"},
        {"do": "strike", "dice": 3},
        {"do": "align", "seat": 0, "alignment": "good"},
    ],
)
def test_what_is_not_an_action_is_malformed(data):
    with pytest.raises(MalformedError):
        REFEREE.decode_action(data)
