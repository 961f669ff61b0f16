"""Which prompts the host's phone holds for somebody else's phone."""

import msgspec
import pytest
from django.test import Client

from companion.plays import ledger, seats
from companion.plays.answers import Recorded
from companion.plays.models import Play, Seat
from companion.plays.pages.drawing import boards
from companion.plays.pages.table import Table
from games import registry
from games.referee import Refusal

pytestmark = pytest.mark.django_db


def others(play: Play, name: str) -> dict[str, bool]:
    seat = play.seats.get(name=name)
    table = Table(play, seat)
    return {view.do: view.others for view in table.views(table.prompts)}


def test_what_another_phone_plays_is_told_apart(cast):
    assert others(cast.play, "Ana") == {"roll": False, "find": False, "paint": False}
    assert others(cast.play, "Bo")["roll"]


@pytest.mark.parametrize(
    ("name", "host"), [("Ana", True), ("Bo", False), ("Cy", False), ("", False)]
)
def test_only_the_hosts_board_is_drawn_as_the_hosts(cast, name, host):
    table = Table(cast.play, cast.play.seats.get(name=name) if name else None)
    (asked,) = (piece for piece in boards.phone(table.context(), ()) if piece.name == "asked")
    assert asked.values["host"] is host


def test_a_part_nobody_has_taken_is_for_whoever_is_there(cast):
    cast.play.seats.filter(name="Ana").update(parts=[], role=Seat.Role.SPECTATOR)
    assert not others(cast.play, "Bo")["roll"]


def test_waiting_names_nobody_twice(cast):
    bo = Table(cast.play, cast.play.seats.get(name="Bo"))
    views = bo.views(bo.prompts)
    assert bo.waiting(views) == f"Ana (Squirrel 1): {views[0].label}"
    named = msgspec.structs.replace(bo.prompts[0], label="Ana (Squirrel 1): roll the die")
    assert bo.waiting(bo.views([named])) == "Ana (Squirrel 1): roll the die"


# -- the consent of a player who plays both ------------------------------------------------


def given_card(parts, *others):
    """A play of Gotham with two heroes: the answer when one hands the other a card."""
    referee = registry.referee("gotham-chronicles")
    box = referee.sample_box()
    play = ledger.begin("gotham-chronicles", referee.setup_default(3, box), sample=True)
    state = referee.decode_state(play.state)
    giver = next(i for i, hero in enumerate(state.heroes) if hero.cards)
    heroes = tuple(msgspec.structs.replace(hero, stance="active") for hero in state.heroes)
    state = msgspec.structs.replace(state, phase="H4", round=1, heroes=heroes)
    play.state = referee.encode_state(state)
    play.save()
    seat = play.seats.create(name="Ana", role=Seat.Role.PLAYER, parts=parts)
    for number, theirs in enumerate(others):
        play.seats.create(name=f"Bo {number}", role=Seat.Role.PLAYER, parts=theirs)
    card = state.heroes[giver].cards[0].name
    give = {"do": "give", "hero": giver, "other": 1 - giver, "card": card}
    answers = {"SAME_AREA": "yes"}
    plays = Table(play, seat).own
    return ledger.record(play.pk, give, key="k", seat=seat, answers=answers, plays=plays)


def test_whoever_plays_both_heroes_agrees_by_acting(db):
    done = given_card([0, 1])
    assert isinstance(done, Recorded)
    assert done.entry.answers == {"SAME_AREA": "yes", "CONSENT": "yes"}


def test_a_phone_that_plays_whoever_is_free_agrees_for_them(db):
    assert isinstance(given_card([]), Recorded)


@pytest.mark.parametrize(("mine", "theirs"), [([1], [0]), ([], [0, 1])])
def test_the_player_of_the_other_hero_is_asked(db, mine, theirs):
    question = given_card(mine, theirs)
    assert (question.code, question.consent is None) == ("CONSENT", False)


def test_a_page_and_a_script_act_with_the_consent_of_their_own_parts(cast, monkeypatch):
    told = []

    def record(*given, plays=(), **how):
        told.append(plays)
        return Refusal("E_OVER", "")

    monkeypatch.setattr(ledger, "record", record)
    cast.host.post(f"{cast.at}act", {"do": "roll", "face": 4})
    script = {"Authorization": f"Bearer {seats.token(cast.play.seats.get(name='Ana'))}"}
    body = {"action": {"do": "roll", "face": 4}}
    Client(headers=script).post(
        f"/api/plays/{cast.play.code}/actions", body, content_type="application/json"
    )
    assert told == [[0], [0]]
