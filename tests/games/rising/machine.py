"""A state machine over any title of the family: legal taps, nonsense, adjusts, depth changes.

After everything: invariants hold, what is refused changes nothing, no game ends before the end
of a turn, and the log replayed from the start gives the same table.
"""

from __future__ import annotations

from typing import Literal, get_args, get_origin, get_type_hints

import msgspec
from hypothesis import note
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from games.messages import Msg, Speaker
from games.referee import Adjust, Question, Refusal, Ruling, SetDepth
from tests.games.rising.player import Player
from tests.games.rising.words import sentences

WORDS = ("", "team", "progress", "left", "right", "stay+ring", "left1", "yes", "die", "heal", "W")
UNEXPECTED = ("E_PHASE", "E_NO_CARD", "E_MALFORMED", "E_REMOVED", "E_NO_ABILITY", "E_RANGE")
NUMBERS = st.integers(-2, 12)
SEEDS = st.integers(0, 999)


def field_values(field) -> st.SearchStrategy:
    """Return values a page could send for one field."""
    values = [choice.value for choice in field.choices]
    match field.kind:
        case "choice":
            return st.sampled_from(values) if values else st.just("")
        case "choices":
            most = min(len(values), field.high or len(values))
            chosen = (
                st.lists(st.sampled_from(values), unique=True, max_size=most)
                if values
                else st.just([])
            )
            return chosen if not field.low else chosen.filter(lambda v: len(v) >= field.low)
        case "sequence":
            return st.lists(
                st.sampled_from(values), min_size=len(field.rows), max_size=len(field.rows)
            )
        case "number":
            return st.integers(field.low or 0, field.high if field.high is not None else 9)
        case "flag":
            return st.booleans()
        case "dice":
            faces = [st.sampled_from([f.value for f in row.faces]) for row in field.dice]
            return st.tuples(*faces).map(list)
        case _:
            return st.sampled_from(["", "Nightwing", "a word"])


def fill(data, prompt) -> dict:
    """Return one submission of a prompt as plain data."""
    values = {}
    for field in prompt.fields:
        if field.optional and data.draw(st.booleans(), label=f"leave {field.name}"):
            continue
        values[field.name] = data.draw(field_values(field), label=field.name)
    return {"do": prompt.do, **prompt.fixed, **values}


def words(state):
    """Return strings that look like something on this table, and some that do not."""
    ids = [each.id for each in state.pieces]
    dice = [die.id for die in state.turn.dice]
    names = [each.name for each in state.library[:6]]
    return st.sampled_from([*WORDS, *ids, *(f"{each}:2" for each in ids[:3]), *dice, *names, "zz"])


def nonsense(data, referee, state):
    """Return a well-formed action of the title that fits the table only by chance."""
    kind = data.draw(st.sampled_from(referee.rules.acts))
    values = {}
    types = get_type_hints(kind)
    for field in msgspec.structs.fields(kind):
        text = str(types[field.name])
        if get_origin(types[field.name]) is Literal:
            values[field.name] = data.draw(st.sampled_from(get_args(types[field.name])))
        elif "tuple" in text:
            inner = words(state) if "str" in text else NUMBERS
            values[field.name] = tuple(data.draw(st.lists(inner, max_size=4)))
        else:
            simple = {"str": words(state), "int": NUMBERS, "bool": st.booleans()}
            values[field.name] = data.draw(simple[types[field.name].__name__])
    return kind(**values)


class Machine(RuleBasedStateMachine):
    """Base of the machines: subclasses set ``referee``; ``box`` and the set-up are drawn."""

    referee = None

    @initialize(data=st.data())
    def begin(self, data):
        blank = data.draw(st.booleans(), label="blank box")
        box = self.referee.blank_box() if blank else self.referee.sample_box()
        low, high = self.referee.title.min_players, self.referee.title.max_players
        setup = self.referee.setup_default(data.draw(st.integers(low, high)), box)
        options = {"luck": 0.6, "hero_limit": data.draw(st.integers(4, 30))}
        player = Player(self.referee, box, setup.players, "quick", data.draw(SEEDS), **options)
        for _ in range(data.draw(st.integers(0, 90), label="moves before")):
            if not self.referee.outcome(player.state):
                player.move()
        self.start = self.state = player.state
        self.box = box
        self.log = []
        self.words = self.referee.catalogue()
        self.speaker = Speaker(self.words)

    def send(self, data, action, actor=None):
        """Apply an action, answering what is asked on the way."""
        answers = {}
        before = self.referee.encode_state(self.state)
        for _ in range(6):
            ruling = self.referee.apply(self.state, action, actor, answers)
            if isinstance(ruling, Refusal) and ruling.overridable and data.draw(st.booleans()):
                answers[f"override:{ruling.code}"] = "house rule"
                continue
            if not isinstance(ruling, Question):
                break
            self.sayable(ruling.message)
            options = [str(option.value) for option in ruling.options]
            answers[ruling.code] = data.draw(st.sampled_from(options))
        if isinstance(ruling, Ruling):
            self.accept(action, actor, answers, ruling)
        else:
            self.declined(ruling)
            assert self.referee.encode_state(self.state) == before
        return ruling

    def declined(self, answer):
        if isinstance(answer, Refusal):
            assert answer.rule == "" or answer.rule in self.referee.clarifications
            self.sayable(answer.message)
            self.sayable(answer.remedy)

    def sayable(self, message):
        """Check that every word of a message is in the catalogue, and its sentence finds its
        facts."""
        unknown = [each.code for each in sentences(message) if each.code not in self.words]
        assert not unknown, unknown
        if message is not None:
            self.speaker.say(message)

    def accept(self, action, actor, answers, ruling):
        for each in ruling.notes:
            self.sayable(Msg(each.code, each.facts))
            assert each.rule == "" or each.rule in self.referee.clarifications, each
        if not isinstance(action, Adjust):
            assert ruling.state.defeated >= self.state.defeated
            assert ruling.state.event in (self.state.event, self.state.number)
            if ruling.state.turn == self.state.turn:
                assert abs(ruling.state.progress - self.state.progress) <= 1
        if ruling.state.endings:
            assert ruling.state.step == "over"
        self.box = self.referee.remember(self.box, action, ruling.state)
        self.state = ruling.state
        self.log.append((action, actor, dict(answers)))
        note(f"{action} -> {self.state.step}")

    @precondition(lambda self: self.state.step != "over")
    @rule(data=st.data())
    def expected(self, data):
        """Send what the step asks for, as a page would."""
        prompts = [each for each in self.referee.prompts(self.state) if each.expected]
        assert prompts, self.state.step
        prompt = prompts[data.draw(st.integers(0, len(prompts) - 1), label="prompt")]
        answer = self.send(data, self.referee.decode_action(fill(data, prompt)))
        assert getattr(answer, "code", "") not in UNEXPECTED, answer

    @precondition(lambda self: self.state.step != "over")
    @rule(data=st.data())
    def offered(self, data):
        """Send anything a page offers."""
        prompts = self.referee.prompts(self.state)
        prompt = prompts[data.draw(st.integers(0, len(prompts) - 1), label="prompt")]
        actor = data.draw(st.sampled_from([None, 0, 1]))
        answer = self.send(data, self.referee.decode_action(fill(data, prompt)), actor)
        allowed = prompt.actors is None or actor is None or actor in prompt.actors
        refused = getattr(answer, "code", "") == "E_NOT_ACTIVE"
        assert not (refused and allowed)

    @rule(data=st.data())
    def senseless(self, data):
        """Send anything at all."""
        self.send(data, nonsense(data, self.referee, self.state))

    @rule(data=st.data())
    def adjusted(self, data):
        trackers = self.referee.trackers(self.state)
        tracker = trackers[data.draw(st.integers(0, len(trackers) - 1), label="tracker")]
        self.send(
            data, Adjust(tracker.name, data.draw(st.integers(tracker.low - 1, tracker.high + 1)))
        )

    @rule(depth=st.sampled_from(["quick", "full"]), data=st.data())
    def deeper(self, depth, data):
        self.send(data, SetDepth(depth))

    @invariant()
    def whole(self):
        state = getattr(self, "state", None)
        if state is None:
            return
        defects = self.referee.check(state)
        assert not defects, f"DEFECT {defects}"
        assert self.referee.decode_state(self.referee.encode_state(state)) == state
        self.referee.board(state, None)
        outcome = self.referee.outcome(state)
        assert (outcome is None) == (state.step != "over")
        assert bool(self.referee.prompts(state)) == (outcome is None)

    def teardown(self):
        state = getattr(self, "start", None)
        if state is None:
            return
        for action, actor, answers in self.log:
            state = self.referee.apply(state, action, actor, answers).state
        assert state == self.state
        assert self.referee.decode_box(msgspec.to_builtins(self.box)) == self.box
