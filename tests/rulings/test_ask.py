"""Every reason "Can I …?" gives is true of the position it is given for, in every title."""

from functools import cache
from random import Random

import msgspec
import pytest

from companion.plays.pages.forms import action_types
from companion.rulings.reasons import NOTHING_HERE, WORDS, why_not
from games import registry
from games.messages import Msg
from games.referee import Adjust, Refusal, SetDepth
from tests.games.test_every_title import game

WALKS, EVERY = 2, 15
GUESSES = 8
"""Ways to fill in an action with things of the table that are tried against each reason."""


@cache
def positions(referee):
    """Return states of random games in every depth, each with the reasons given there."""
    found, depths = [], referee.title.depths
    for seed in range(WALKS):
        for n, (state, _, _) in enumerate(game(referee, seed)):
            if n % EVERY == 0:
                depth = depths[n // EVERY % len(depths)]
                state = msgspec.structs.replace(state, depth=depth)
                found.append((state, list(reasons(referee, state))))
    return found


def reasons(referee, state):
    """Yield each action no one is offered, with who asks and the reason given."""
    offered = {prompt.do for prompt in referee.prompts(state)}
    for do, kind in action_types(referee.Action).items():
        if do in offered or kind in (Adjust, SetDepth) or kind.teaches:
            continue
        for part in referee.parts(state):
            reason = why_not(referee, state, kind, part.index)
            if reason is not None and reason is not NOTHING_HERE:
                yield kind, part.index, reason


@pytest.fixture(params=registry.TITLES)
def referee(request):
    return registry.referee(request.param)


def test_a_reason_names_nothing_that_nobody_has_named(referee):
    for _, given in positions(referee):
        for kind, _, reason in given:
            for fact in reason.facts.values():
                assert fact not in WORDS, (kind, reason)


def test_whoever_reason_sends_one_to_may_do_it(referee):
    """ "Only Ana" must be said of someone who is not told "only Bo" in turn."""
    for state, given in positions(referee):
        parts = referee.parts(state)
        for kind, asks, reason in given:
            if reason.code != "E_NOT_ACTIVE":
                continue
            # Who is none of them is a side of several, of which the first is one.
            active = reason.facts["active"]
            if active == Msg("term.villain"):
                active = Msg("side.villain")
            sent = next((part.index for part in parts if part.name == active), parts[0].index)
            assert sent != asks, (kind, reason)
            other = why_not(referee, state, kind, sent)
            assert other is None or other.code != "E_NOT_ACTIVE", (kind, reason, other)


ASIDE = ("step.deal", "step.effect", "step.icon")
"""What the Rising family says while cards are dealt and looked at, beside the step of the turn."""


def now(state):
    """Return the step a state is in, as each title keeps it."""
    turn = getattr(state, "turn", state)
    return getattr(turn, "phase", "") or getattr(state, "step", "")


def test_step_reason_names_is_step_of_table(referee):
    for state, given in positions(referee):
        said = {"phase", "now", "step"}
        steps = {
            fact.code
            for _, _, reason in given
            for name, fact in reason.facts.items()
            if name in said and isinstance(fact, Msg)
        }
        assert len(steps.difference(ASIDE)) <= 1, (referee.step(state), steps)
        assert steps <= {f"phase.{now(state)}", f"step.{now(state)}", *ASIDE}, (now(state), steps)


def test_nothing_on_table_passes_what_reason_rules_out(referee):
    rng = Random(1)
    for state, given in positions(referee):
        words = sorted(texts(msgspec.to_builtins(state)))
        for kind, asks, reason in given:
            for _ in range(GUESSES):
                guess = filled(kind, words, rng)
                answer = referee.apply(state, guess, asks)
                assert isinstance(answer, Refusal), (reason, guess, answer)


def texts(value):
    """Return all texts of a state: the names of everything that is on the table."""
    if isinstance(value, str):
        return {value}
    if isinstance(value, dict):
        return {text for each in value.values() for text in texts(each)}
    if isinstance(value, list | tuple):
        return {text for each in value for text in texts(each)}
    return set()


def filled(kind, words, rng):
    """Return an action of a kind with what it needs taken from the table at random."""
    return kind(**{name: guess(info, words, rng) for name, info in needed(kind)})


@cache
def needed(kind):
    """Return what an action of a kind has to say: names and types."""
    fields = [field for field in msgspec.structs.fields(kind) if field.required]
    return [(field.name, msgspec.inspect.type_info(field.type)) for field in fields]


def guess(info, words, rng):
    match info:
        case msgspec.inspect.IntType(ge=low):
            return rng.randint(low or 0, 4)
        case msgspec.inspect.StrType():
            return rng.choice(words)
        case msgspec.inspect.BoolType():
            return rng.random() < 0.5
        case msgspec.inspect.LiteralType(values=values):
            return rng.choice(values)
        case msgspec.inspect.VarTupleType(item_type=item):
            return tuple(guess_info(item, words, rng) for _ in range(rng.randint(0, 3)))
    return ()


def guess_info(info, words, rng):
    return rng.choice(words) if isinstance(info, msgspec.inspect.StrType) else rng.randint(0, 4)


def test_reason_speaking_of_unnamed_values_is_left_out(cast, monkeypatch):
    """The plain sentence instead, with no rule beside it."""
    from companion.rulings import ask

    monkeypatch.setattr(ask, "why_not", lambda *given: NOTHING_HERE)
    cast.host.post(f"{cast.at}act", {"do": "adjust", "tracker": "store.0", "value": 20})
    text = cast.host.get(f"{cast.at}ask", {"q": "die"}).content.decode()
    assert "There is nothing you can use that on now" in text
