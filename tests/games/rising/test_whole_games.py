"""Whole games of both titles, played by a seed on the sample box and on a blank one."""

import inspect
from collections import Counter
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from games.batman_who_laughs import BatmanWhoLaughs
from games.fire_nation import FireNation
from games.messages import Msg, Speaker
from games.rising.box import SectionFacts, TrackFacts
from tests.games.rising.player import Player
from tests.games.rising.words import sentences

TITLES = {"laughs": BatmanWhoLaughs(), "fire": FireNation()}


def played(title: str, players: int, depth: str, seed: int, box: str = "sample", **options):
    referee = TITLES[title]
    sample = referee.sample_box()
    long = TrackFacts("", (SectionFacts(40),), True)
    boxes = {"sample": sample, "blank": referee.blank_box()}
    boxes["long"] = msgspec.structs.replace(sample, tracks=(long,))
    player = Player(referee, boxes[box], players, depth, seed, **options)
    player.play()
    return player


@pytest.mark.parametrize("depth", ["quick", "full"])
@pytest.mark.parametrize("players", [1, 2, 4])
@pytest.mark.parametrize("title", list(TITLES))
def test_whole_sample_box_game_asks_nothing_about_cards(title, players, depth):
    player = played(title, players, depth, seed=players)
    about_cards = {"ABILITY", "PRICE"} & set(player.asked)
    assert not about_cards
    steps = Counter(data["do"] for data, _ in player.log)
    assert not {"card.kinds", "card.spaces", "villain.done"} & set(steps)


@pytest.mark.parametrize("depth", ["quick", "full"])
@pytest.mark.parametrize("title", list(TITLES))
def test_whole_game_of_unknown_cards_is_never_blocked(title, depth):
    player = played(title, 2, depth, seed=7, box="blank")
    assert player.state.step == "over"


@pytest.mark.parametrize("title", list(TITLES))
def test_log_of_whole_game_replays_to_same_table(title):
    player = played(title, 3, "quick", seed=3)
    referee = player.referee
    setup = msgspec.to_builtins(player.setup)
    state = referee.begin(referee.decode_setup(setup), referee.sample_box()).state
    for data, answers in player.log:
        state = referee.apply(state, referee.decode_action(data), None, answers).state
    assert state == player.state
    assert referee.outcome(state) == referee.outcome(player.state)


@pytest.mark.parametrize("title", list(TITLES))
def test_the_depth_may_change_at_any_moment(title):
    referee = TITLES[title]
    player = Player(referee, referee.sample_box(), 2, "quick", seed=11)
    for turn in range(4000):
        if referee.outcome(player.state):
            break
        before = player.state
        player.switch("full" if turn % 3 else "quick")
        assert msgspec.structs.replace(player.state, depth=before.depth) == before
        player.move()
    assert referee.outcome(player.state)


@pytest.mark.parametrize("depth", ["quick", "full"])
@pytest.mark.parametrize("title", list(TITLES))
def test_every_sentence_of_game_is_in_catalogue(title, depth):
    referee = TITLES[title]
    catalogue, speaker = referee.catalogue(), Speaker(referee.catalogue())
    player = Player(referee, referee.sample_box(), 2, depth, seed=5)
    seen = [*referee.box_pages(referee.blank_box()), *referee.box_pages(referee.sample_box())]
    for players in range(1, referee.title.max_players + 1):
        box = referee.sample_box()
        seen += referee.setup_pages(referee.setup_default(players, box), box)
    seen += referee.checklist(player.state)
    while not referee.outcome(player.state):
        seen += [*referee.prompts(player.state), *referee.trackers(player.state)]
        seen.append(referee.board(player.state, None))
        player.move()
    seen.append(referee.outcome(player.state).message)
    for message in {msgspec.json.encode(m): m for each in seen for m in sentences(each)}.values():
        assert message.code in catalogue, message
        speaker.say(message)
    assert len(player.notes) > 15
    for note in player.notes:
        assert all(m.code in catalogue for m in sentences(Msg(note.code, note.facts)))
        assert note.rule in referee.clarifications or not note.rule
        speaker.say(Msg(note.code, note.facts))


@pytest.mark.parametrize("title", list(TITLES))
def test_every_action_has_a_name(title):
    referee = TITLES[title]
    speaker = Speaker(referee.catalogue())
    for kind in get_args(referee.Action):
        tag = kind.__struct_config__.tag
        name = referee.action_name(tag)
        assert name.code in referee.catalogue(), tag
        assert "{" not in speaker.say(name)


@pytest.mark.parametrize("title", list(TITLES))
def test_play_is_told_by_same_figures_throughout(title):
    player = played(title, 2, "quick", seed=6)
    referee = player.referee
    start = referee.begin(player.setup, referee.sample_box()).state
    first, last = referee.figures(start), referee.figures(player.state)
    assert [each.name for each in first] == [each.name for each in last]
    assert referee.turn(player.state) == player.state.number
    assert referee.variant(player.setup, referee.sample_box()).value in ("orange-brown", "easy")
    dice = referee.dice(player.state)
    assert all(sum(faces.values()) == 6 for faces in dice.values())
    assert {stock.colour for stock in referee.definition.dice} <= {*dice}


@pytest.mark.parametrize("title", list(TITLES))
def test_rules_speak_of_every_topic_of_rule_entry(title):
    referee = TITLES[title]
    folders = {Path(inspect.getfile(each)).parent for each in type(referee).__mro__[:2]}
    source = "".join(path.read_text() for folder in folders for path in folder.rglob("*.py"))
    ends = {f"ends_{how}" for how in ("won", "track", "team")}
    spoken = {topic for topic in referee.definition.rules if f'"{topic}"' in source}
    assert set(referee.definition.rules) - spoken <= ends


@pytest.mark.parametrize("title", list(TITLES))
def test_a_state_stays_small(title):
    player = played(title, TITLES[title].title.max_players, "quick", seed=2)
    assert len(player.referee.encode_state(player.state)) < 24_000


def ways_to_end(title: str, games) -> set[tuple[str, str]]:
    """Return side of the event and first condition of several games."""
    players = [played(title, 2, "quick", seed, **options) for seed, options in games]
    return {(each.state.event_side, each.state.endings[0]) for each in players}


@pytest.mark.patient
def test_every_ending_is_reached_against_batman_who_laughs():
    games = [(seed, {"luck": 0.5}) for seed in range(8)]
    games += [(seed, {"luck": 0.6, "hero_limit": 32, "doom": 6}) for seed in range(4)]
    quick_boss = {"luck": 0.95, "boss_damage": 1, "extra_spaces": 12, "hero_limit": 20}
    games += [(seed, quick_boss) for seed in range(6)]
    ends = {condition for _, condition in ways_to_end("laughs", games)}
    assert ends == {"won", "track", "heroes", "team"}


@pytest.mark.patient
def test_both_black_sun_sides_reach_every_ending():
    easy = {"luck": 0.7, "hero_limit": 40, "battle_damage": (1, 1, 1)}
    games = [(seed, {**easy, "box": box}) for box in ("sample", "long") for seed in range(6)]
    games += [(seed, {"luck": 0.6, "hero_limit": 4}) for seed in range(6)]
    ends = ways_to_end("fire", games)
    assert {side for side, condition in ends if condition == "won"} == {"progress", "doom"}
    assert {condition for _, condition in ends} == {"won", "heroes", "team"}
