"""What holds for every title on the list, whatever its rules: random play finds no crack."""

import gc
from functools import cache
from random import Random

import pytest

from games import registry
from games.messages import Msg, Speaker
from games.referee import Malformed, Question, Refusal, Ruling, SetDepth
from tests import chance
from tests.hardening import laws

GAMES_EACH, STEPS = 2, 150
LAW_STEPS = 250


@pytest.fixture(params=registry.TITLES)
def referee(request):
    return registry.referee(request.param)


def test_the_laws_hold_in_random_play(referee):
    slug = referee.title.slug
    broken = {breach.name: breach for breach in laws.search(slug, LAW_STEPS, seed=8)}
    assert not list(broken.values())


def counts(referee, sample=True):
    """The numbers of players this box is enough for; the others are told what is missing."""
    found = []
    for players in range(referee.title.min_players, referee.title.max_players + 1):
        box = referee.sample_box() if sample else referee.blank_box()
        answer = referee.begin(referee.setup_default(players, box), box)
        if isinstance(answer, Ruling):
            found.append(players)
        else:
            assert answer.remedy
    return found


def test_every_number_of_players_begins_with_any_box(referee):
    for sample in (True, False):
        assert len(counts(referee, sample)) >= 3
        for players in counts(referee, sample):
            state = chance.begin(referee, players, sample=sample)
            assert referee.check(state) == ()
            assert referee.outcome(state) is None
            assert [part.index for part in referee.parts(state)] == list(
                range(len(referee.parts(state)))
            )
            assert referee.prompts(state)[0].expected


def test_what_a_referee_hands_out_costs_the_garbage_collector_nothing(referee):
    state = chance.begin(referee, max(counts(referee)), sample=True)
    prompts = referee.prompts(state)
    inputs = [field for prompt in prompts for field in prompt.fields]
    says = [prompt.label for prompt in prompts if isinstance(prompt.label, Msg)]
    assert says
    assert not any(map(gc.is_tracked, (state, *prompts, *inputs, *says)))


def test_a_state_survives_storage_and_its_pages_can_be_said(referee):
    speaker = Speaker(referee.catalogue())
    for seed in range(GAMES_EACH):
        for state, _, _ in game(referee, seed):
            assert chance.same(referee, referee.decode_state(referee.encode_state(state)), state)
            for prompt in referee.prompts(state):
                assert_said(speaker, prompt.label)
                assert_said(speaker, prompt.help)
                for field in prompt.fields:
                    assert_said(speaker, field.label)
                    for choice in field.choices:
                        assert_said(speaker, choice.label)
                        assert_said(speaker, choice.hint)
            referee.board(state, None)


def test_random_play_breaks_no_invariant_and_a_refusal_changes_nothing(referee):
    for seed in range(GAMES_EACH):
        rng = Random(seed)
        for state, data, actor in game(referee, seed):
            before = referee.encode_state(state)
            for attempt in (data, chance.spoil(data, rng)):
                try:
                    action = referee.decode_action(attempt)
                except Malformed:
                    continue
                ruling = referee.apply(state, action, actor)
                assert referee.encode_state(state) == before
                if isinstance(ruling, Ruling):
                    assert referee.check(ruling.state) == ()


def test_the_same_log_gives_the_same_state(referee):
    for seed in range(GAMES_EACH):
        again = walk(referee, Random(seed), STEPS)
        assert [referee.encode_state(state) for state, _, _ in game(referee, seed)] == [
            referee.encode_state(state) for state, _, _ in again
        ]


def test_depth_changes_and_back_lose_nothing(referee):
    for state, _, _ in game(referee, 0):
        now = state.depth
        for other in set(referee.title.depths) - {now}:
            across = referee.apply(state, SetDepth(other))
            assert isinstance(across, Ruling)
            assert referee.check(across.state) == ()
            back = referee.apply(across.state, SetDepth(now))
            assert referee.encode_state(back.state) == referee.encode_state(state)


def test_every_refusal_question_and_note_has_a_sentence_and_a_known_rule(referee):
    speaker = Speaker(referee.catalogue())
    for seed in range(GAMES_EACH):
        rng = Random(seed)
        for state, data, actor in game(referee, seed):
            for attempt in (data, chance.spoil(data, rng)):
                try:
                    ruling = referee.apply(state, referee.decode_action(attempt), actor)
                except Malformed:
                    continue
                if isinstance(ruling, Refusal | Question):
                    assert_said(speaker, ruling.message)
                    assert not ruling.rule or ruling.rule in referee.clarifications
                    if isinstance(ruling, Refusal) and ruling.remedy:
                        assert_said(speaker, ruling.remedy)
                else:
                    for note in ruling.notes:
                        assert_said(speaker, Msg(note.code, note.facts))
                        assert not note.rule or note.rule in referee.clarifications


def test_trackers_can_be_adjusted_to_both_ends_or_say_what_breaks(referee):
    from games.referee import Adjust

    for state, _, _ in game(referee, 1)[:40]:
        for tracker in referee.trackers(state):
            for value in {tracker.low, tracker.high} - {tracker.value}:
                ruling = referee.apply(state, Adjust(tracker.name, value, "test"))
                if isinstance(ruling, Ruling):
                    after = {t.name: t.value for t in referee.trackers(ruling.state)}
                    assert after.get(tracker.name, value) == value
                    assert referee.check(ruling.state) == ()
                else:
                    assert ruling.code == "E_INVARIANT"


@cache
def game(referee, seed):
    """One random game, walked once for all that is asked of its states."""
    return list(walk(referee, Random(seed), STEPS))


def walk(referee, rng, steps):
    """States of a random game, each with the action taken next and by whom; legal ones only."""
    players = rng.choice(counts(referee))
    state = chance.begin(referee, players)
    for _ in range(steps):
        prompts = referee.prompts(state)
        if not prompts:
            return
        expected = [prompt for prompt in prompts if prompt.expected]
        for _ in range(30):
            prompt = rng.choice(expected if expected and rng.random() < 0.8 else prompts)
            data = chance.action(prompt, rng)
            actor = rng.choice(prompt.actors) if prompt.actors else None
            ruling, _ = chance.answered(referee, state, data, actor, rng)
            if isinstance(ruling, Ruling):
                yield state, data, actor
                state = ruling.state
                break
        else:
            raise AssertionError(f"no way on from {referee.step(state)}: {ruling}")


def assert_said(speaker, message):
    if isinstance(message, Msg):
        text = speaker.say(message)
        assert message.code in speaker.catalogue, message.code
        assert "{" not in text


def test_every_action_has_a_plain_name(referee):
    from companion.plays.pages.forms import action_types

    speaker = Speaker(referee.catalogue())
    for do, kind in action_types(referee.Action).items():
        if not kind.teaches:
            text = speaker.say(referee.action_name(do))
            assert "…" not in text, do
            assert "." not in text, f"{do} has no name: {text}"
