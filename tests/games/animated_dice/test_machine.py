"""Games played at random: legal or refused, corrected, replayed; every state is sound."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from games.animated_dice.box import COLOURS, SYMBOLS, Box, VillainToken, plus
from games.animated_dice.rules.advice import ShowOdds
from games.animated_dice.rules.roll import Draw, Roll
from games.animated_dice.rules.score import StopHeist, TurnTotal
from games.animated_dice.rules.setup import Setup
from games.animated_dice.rules.villains import Return
from games.referee import Adjust, Question, Refusal, Ruling, SetDepth
from tests.games.animated_dice.table import GAME

PROMO = VillainToken(
    "promo",
    "Promo",
    first=4,
    returns=True,
    dodge_colour="gray",
    dodges=2,
    per_loot=(1, 0, 0),
    per_set=1,
    paid_on_bust=True,
)
BOX = Box(promo=PROMO)
SLUGS = tuple(each.slug for each in BOX.villains())
FACES = tuple(f"{colour}-{symbol}" for colour in COLOURS for symbol in SYMBOLS)


class Table(RuleBasedStateMachine):
    state = None

    @initialize(
        order=st.permutations(SLUGS),
        players=st.integers(2, len(SLUGS)),
        first=st.integers(0, 1),
        points=st.integers(5, 30),
        flags=st.tuples(st.booleans(), st.booleans()),
        depth=st.sampled_from(("quick", "full")),
    )
    def sit_down(self, order, players, first, points, flags, depth):
        setup = Setup(players, tuple(order[:players]), first, points, *flags, depth=depth)
        self.start = self.state = GAME.begin(setup, BOX).state
        self.log = []

    def do(self, action, actor=None, answers=None):
        """Rule on an action; a refusal must leave everything as it was."""
        before = GAME.encode_state(self.state)
        answer = GAME.apply(self.state, action, actor, answers)
        assert GAME.encode_state(self.state) == before
        assert not isinstance(answer, Question)
        if isinstance(answer, Refusal):
            assert not answer.rule or answer.rule in GAME.clarifications
            return None
        assert answer.notes
        self.log.append((action, actor, answers, answer.state))
        self.state = answer.state
        return answer

    @property
    def over(self):
        return GAME.outcome(self.state) is not None

    @precondition(
        lambda self: not self.over and self.state.turn.phase in ("roll", "decide", "drawn")
    )
    @rule(data=st.data())
    def roll(self, data):
        """Check that what the prompts offer holds, unless the cup has too few of a colour."""
        offered = next(p for p in GAME.prompts(self.state) if p.expected)
        rows = offered.fields[0].dice if offered.fields else ()
        left = dict(zip(COLOURS, self.state.turn.cup, strict=True))
        values = []
        for row in rows:
            free = [c for c in row.faces if row.colour or left[c.tone]]
            choice = data.draw(st.sampled_from(free))
            if not row.colour:
                left[choice.tone] -= 1
            values.append(choice.value)
        action = Draw(tuple(values)) if offered.do == "draw" else Roll(tuple(values))
        assert isinstance(self.do(action, self.state.turn.part), Ruling)

    @precondition(lambda self: not self.over and self.state.turn.phase == "return")
    @rule(data=st.data())
    def give_back(self, data):
        dice = data.draw(st.sets(st.integers(0, len(self.state.turn.first) - 1)))
        assert isinstance(self.do(Return(tuple(dice)), self.state.turn.part), Ruling)

    @precondition(lambda self: not self.over and self.state.turn.phase == "decide")
    @rule()
    def stop(self):
        part, totals = self.state.turn.part, self.state.totals
        promised = next(p for p in GAME.prompts(self.state) if p.do == "stop").label.facts["n"]
        tie = self.state.stage.tie
        self.do(StopHeist(), part)
        assert self.state.sheet[-1].points == promised
        assert self.state.totals[part] == totals[part] + (0 if tie else promised)

    @precondition(lambda self: not self.over)
    @rule(points=st.integers(0, 10))
    def tell_a_result(self, points):
        self.do(TurnTotal(points))

    @rule(
        action=st.one_of(
            st.builds(Roll, st.lists(st.sampled_from((*FACES, "red-loot")), max_size=5).map(tuple)),
            st.builds(Draw, st.lists(st.sampled_from((*COLOURS, "red")), max_size=4).map(tuple)),
            st.builds(Return, st.lists(st.integers(-1, 5), max_size=4).map(tuple)),
            st.builds(TurnTotal, st.integers(-2, 40), st.booleans()),
            st.just(StopHeist()),
        ),
        actor=st.none() | st.integers(0, len(SLUGS) - 1),
    )
    def try_anything(self, action, actor):
        over = self.over
        answer = self.do(action, actor)
        assert not (over and answer)

    @rule(data=st.data())
    def correct(self, data):
        tracker = data.draw(st.sampled_from(GAME.trackers(self.state)))
        self.do(Adjust(tracker.name, data.draw(st.integers(tracker.low, tracker.high)), "seen"))

    @rule(depth=st.sampled_from(("quick", "full")), advice=st.sampled_from(("off", "own")))
    def change_the_table(self, depth, advice):
        turn, totals = self.state.turn, self.state.totals
        self.do(SetDepth(depth))
        self.do(ShowOdds(advice))
        assert (self.state.turn, self.state.totals) == (turn, totals)

    @invariant()
    def every_die_lies_somewhere(self):
        turn = self.state.turn
        held = plus(plus(turn.in_play, turn.out), plus(turn.cup, turn.drawn))
        assert held == self.state.dice
        assert min(min(p) for p in (turn.cup, turn.loot, turn.batman, turn.alarms, turn.out)) >= 0
        assert GAME.check(self.state) == ()

    @invariant()
    def turns_are_equal_but_for_the_running_round(self):
        played = [
            sum(h.part == i and not h.tie for h in self.state.sheet)
            for i in range(len(self.state.villains))
        ]
        assert max(played) - min(played) <= 1
        if self.over:
            assert len(set(played)) == 1

    @invariant()
    def an_end_has_one_winner_with_the_most_points(self):
        outcome = GAME.outcome(self.state)
        if outcome is None:
            active = self.state.stage.active
            assert active == self.state.turn.part
            assert any(p.expected for p in GAME.prompts(self.state))
            return
        (winner,) = outcome.winners
        assert self.state.totals[winner] == max(self.state.totals) >= self.state.target
        assert {s.part: s.rank for s in outcome.scores}[winner] == 1
        assert GAME.prompts(self.state) == ()

    @invariant()
    def a_board_can_be_drawn(self):
        view = GAME.board(self.state, None)
        assert [line.total for line in view.lines] == [
            self.state.totals[line.part] for line in view.lines
        ]

    def teardown(self):
        """Check that odds hold wherever it ends; played again from the start, it all comes out the
        same."""
        if self.state and not self.over:
            odds = {odd.name: odd for odd in GAME.odds(self.state)}
            assert all(0 <= o.number <= 1 for o in odds.values() if o.kind == "chance")
        state = getattr(self, "start", None)
        for action, actor, answers, after in getattr(self, "log", ()):
            state = GAME.apply(state, action, actor, answers).state
            assert state == after
            assert GAME.decode_state(GAME.encode_state(state)) == state
            assert GAME.decode_action(encoded(action)) == action


def encoded(action):
    return msgspec.to_builtins(action)


Table.TestCase.settings = settings(max_examples=25, stateful_step_count=40, deadline=None)
TestTable = pytest.mark.patient(Table.TestCase)
