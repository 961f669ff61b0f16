"""Demands on every title, whatever its rules: random play finds no crack."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from functools import cache, partial
from itertools import repeat
from random import Random
from typing import Any

from companion.conformance import chance, translations_check, walks
from companion.conformance.probes import Probe
from companion.conformance.walks import counts
from companion.plays.pages.forms import action_types
from games.messages import Msg, Speaker
from games.referee import (
    Adjust,
    AnyReferee,
    MalformedError,
    Prompt,
    Question,
    Refusal,
    Ruling,
    SetDepth,
)

GAMES_EACH, STEPS = 2, 150
LAW_STEPS = 120
OFTEN = 3
"""How many numbers of players have to work with any box, if the title has that many."""


@cache
def game(referee: AnyReferee, seed: int) -> list[tuple[Any, dict[str, Any], int | None]]:
    """Return one random game, walked once for all that is asked of its states."""
    return list(walks.walk(referee, Random(seed), STEPS))


def test_the_laws_hold_in_random_play(referee: AnyReferee, probe: Probe | None) -> None:
    found = walks.search(referee, probe, LAW_STEPS, seed=8)
    assert not [each.sentence for each in {breach.name: breach for breach in found}.values()]


def test_every_number_of_players_begins_with_any_box(referee: AnyReferee) -> None:
    title = referee.title
    for sample in (True, False):
        begun = counts(referee, sample)
        assert len(begun) >= min(OFTEN, title.max_players - title.min_players + 1)
        for players in begun:
            state = chance.begin(referee, players, sample=sample)
            assert referee.check(state) == ()
            assert referee.outcome(state) is None
            parts = [part.index for part in referee.parts(state)]
            assert parts == list(range(len(parts)))
            assert referee.prompts(state)[0].expected, "nothing is expected first"


def test_what_referee_hands_out_costs_garbage_collector_nothing(referee: AnyReferee) -> None:
    state = chance.begin(referee, max(counts(referee)), sample=True)
    prompts = referee.prompts(state)
    inputs = [field for prompt in prompts for field in prompt.fields]
    says = [prompt.label for prompt in prompts if isinstance(prompt.label, Msg)]
    assert says
    assert not any(map(gc.is_tracked, (state, *prompts, *inputs, *says)))


def test_offers_are_known_actions_and_states_survive_storage(referee: AnyReferee) -> None:
    known = action_types(referee.Action)
    for seed in range(GAMES_EACH):
        for state, _, _ in game(referee, seed):
            assert chance.same(referee, referee.decode_state(referee.encode_state(state)), state)
            for prompt in referee.prompts(state):
                assert prompt.do in known, (
                    f"{prompt.do} is not in Action: its class stands in no chapter of Rules(…)"
                )
            referee.board(state, None)


def test_what_is_expected_is_among_what_forecasts_ask(referee: AnyReferee) -> None:
    asked = {act.do() for act in referee.awaited}
    for seed in range(GAMES_EACH if asked else 0):
        for state, _, _ in game(referee, seed):
            for prompt in referee.prompts(state):
                assert prompt.do in asked or not prompt.expected, f"{prompt.do} is not awaited"


def test_board_made_from_everybodys_is_viewers_own(referee: AnyReferee) -> None:
    for seed in range(GAMES_EACH):
        for state, _, _ in game(referee, seed):
            everybody = referee.board(state, None)
            drawn = partial(next, repeat(everybody))
            for part in referee.parts(state):
                seen = referee.seen_by(drawn, state, part.index)
                assert seen == referee.board(state, part.index)
                assert referee.threats(seen) == referee.threats(everybody)
            assert everybody == referee.board(state, None)


def test_random_play_keeps_invariants_and_refusals_change_nothing(
    referee: AnyReferee,
) -> None:
    for state, ruling in attempts(referee):
        before = referee.encode_state(state)
        if isinstance(ruling, Ruling):
            assert referee.check(ruling.state) == ()
        assert referee.encode_state(state) == before


def attempts(referee: AnyReferee) -> Iterator[tuple[Any, Ruling[Any] | Refusal | Question]]:
    """Yield the results of random games and of actions made wrong on purpose."""
    for seed in range(GAMES_EACH):
        rng = Random(seed)
        for state, data, actor in game(referee, seed):
            for attempt in (data, chance.spoil(data, rng)):
                try:
                    action = referee.decode_action(attempt)
                except MalformedError:
                    continue
                yield state, referee.apply(state, action, actor)


def test_the_same_log_gives_the_same_state(referee: AnyReferee) -> None:
    for seed in range(GAMES_EACH):
        again = walks.walk(referee, Random(seed), STEPS)
        assert [referee.encode_state(state) for state, _, _ in game(referee, seed)] == [
            referee.encode_state(state) for state, _, _ in again
        ]


def test_depth_changes_and_back_lose_nothing(referee: AnyReferee) -> None:
    for state, _, _ in game(referee, 0):
        now = getattr(state, "depth", "")
        for other in set(referee.title.depths) - {now} if now else ():
            across = referee.apply(state, SetDepth(other))
            assert isinstance(across, Ruling)
            assert referee.check(across.state) == ()
            back = referee.apply(across.state, SetDepth(now))
            assert isinstance(back, Ruling)
            assert referee.encode_state(back.state) == referee.encode_state(state)


def test_every_prompt_can_be_said(referee: AnyReferee) -> None:
    speaker = Speaker(referee.catalogue())
    for seed in range(GAMES_EACH):
        for state, _, _ in game(referee, seed):
            for prompt in referee.prompts(state):
                for message in messages(prompt):
                    translations_check.whole(speaker, message)


def messages(prompt: Prompt) -> Iterator[Msg | str]:
    """Yield everything a prompt says."""
    yield from (prompt.label, prompt.help)
    for field in prompt.fields:
        yield from (field.label, field.help)
        for choice in field.choices:
            yield from (choice.label, choice.hint)


def test_refusals_questions_notes_have_sentence_and_known_rule(
    referee: AnyReferee,
) -> None:
    speaker = Speaker(referee.catalogue())
    for _, ruling in attempts(referee):
        if isinstance(ruling, Ruling):
            spoken = [(Msg(note.code, note.facts), note.rule) for note in ruling.notes]
        else:
            spoken = [(ruling.message, ruling.rule)]
            if isinstance(ruling, Refusal) and ruling.remedy:
                spoken.append((ruling.remedy, ""))
        for message, rule in spoken:
            translations_check.whole(speaker, message)
            known = not rule or rule in referee.clarifications
            assert known, f"{message.code} cites {rule}, and no clarification is called so"


def test_trackers_adjust_to_both_ends_or_name_breakage(referee: AnyReferee) -> None:
    for state, _, _ in game(referee, 1)[:40]:
        for tracker in referee.trackers(state):
            for value in {tracker.low, tracker.high} - {tracker.value}:
                ruling = referee.apply(state, Adjust(tracker.name, value, "test"))
                if isinstance(ruling, Ruling):
                    after = {t.name: t.value for t in referee.trackers(ruling.state)}
                    assert after.get(tracker.name, value) == value
                    assert referee.check(ruling.state) == ()
                elif isinstance(ruling, Refusal):
                    assert ruling.code == "E_INVARIANT"


def test_every_action_has_a_plain_name(referee: AnyReferee) -> None:
    speaker = Speaker(referee.catalogue())
    for do, kind in action_types(referee.Action).items():
        if not kind.teaches:
            text = speaker.say(referee.action_name(do))
            named = "…" not in text and "{" not in text and "." not in text
            assert named, f"{do} has no plain name: add action.{do}, or say prompt.{do} bare"
