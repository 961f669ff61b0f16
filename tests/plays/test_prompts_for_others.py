"""Tests of which prompts a phone shows as its own, and what one that waits reads of the others."""

import msgspec
import pytest
from django.test import Client

from companion.plays import ledger, seats
from companion.plays.answers import Recorded
from companion.plays.models import Play, Seat
from companion.plays.pages.table import TablePage
from games import registry
from games.referee import Choice, Field, Prompt, Refusal

pytestmark = pytest.mark.django_db


def mine(play: Play, name: str) -> dict[str, bool]:
    seat = play.seats.get(name=name)
    table = TablePage(play, seat)
    return {view.do: view.mine for view in table.views(table.prompts)}


def test_prompt_lights_only_on_phone_that_is_asked(cast):
    assert mine(cast.play, "Ana") == {"roll": True, "find": True, "paint": True}
    assert mine(cast.play, "Bo") == {"roll": False, "find": True, "paint": True}


@pytest.mark.parametrize("parts", [[1], []])
def test_host_sees_no_other_phones_prompt_as_own(cast, parts):
    """Neither beside an own part nor where all parts are played by others."""
    cast.play.seats.filter(name="Ana").update(role=Seat.Role.PLAYER, parts=[0, 1][: 2 - len(parts)])
    cast.play.seats.filter(name="Bo").update(role=Seat.Role.HOST, parts=parts)
    assert not mine(cast.play, "Bo")["roll"]
    assert mine(cast.play, "Bo")["paint"]


def test_untaken_part_is_for_whoever_is_there(cast):
    cast.play.seats.filter(name="Ana").update(parts=[], role=Seat.Role.SPECTATOR)
    cast.play.seats.filter(name="Bo").update(role=Seat.Role.HOST)
    assert mine(cast.play, "Bo")["roll"]


def test_waiting_phone_reads_no_single_option_as_fact(cast):
    bo = TablePage(cast.play, cast.play.seats.get(name="Bo"))
    roll = bo.prompts[0]
    choices = [
        msgspec.structs.replace(roll, label=label) for label in ("Lose 1 Life", "Pay 1 Fate")
    ]
    assert bo.waiting(bo.views(choices)) == "Ana (Squirrel 1) decides"


def test_waiting_phone_reads_no_button_among_others(cast):
    bo = TablePage(cast.play, cast.play.seats.get(name="Bo"))
    roll = bo.prompts[0]
    end = msgspec.structs.replace(roll, label="End the turn", fields=())
    buy = msgspec.structs.replace(roll, label="Buy", expected=False, group="now")
    assert bo.waiting(bo.views([end])) == "Ana (Squirrel 1): End the turn"
    assert bo.waiting(bo.views([end, buy])) == "Ana (Squirrel 1) decides"
    other = msgspec.structs.replace(buy, actors=(1,))
    assert bo.waiting(bo.views([end, other])) == "Ana (Squirrel 1): End the turn"


def test_waiting_phone_reads_everybody_who_decides(cast):
    bo = TablePage(cast.play, cast.play.seats.get(name="Bo"))
    ours, theirs = (
        msgspec.structs.replace(bo.prompts[0], label=label, actors=(index,))
        for index, label in enumerate(("Stance of Squirrel 1", "Stance of Squirrel 2"))
    )
    watching = TablePage(cast.play, cast.play.seats.get(role=Seat.Role.SPECTATOR))
    said = watching.waiting(watching.views([ours, theirs]))
    assert said == "Ana (Squirrel 1) and Bo (Squirrel 2) decide"
    cast.play.seats.filter(name="Ana").update(parts=[0, 1])
    cast.play.seats.filter(name="Bo").update(parts=[])
    both = TablePage(cast.play, cast.play.seats.get(role=Seat.Role.SPECTATOR))
    assert both.waiting(both.views([ours, theirs])) == "Ana decides"
    anyone = [msgspec.structs.replace(each, actors=None) for each in (ours, theirs)]
    assert watching.waiting(watching.views(anyone)) == "Stance of Squirrel 1"


def test_waiting_names_nobody_twice(cast):
    bo = TablePage(cast.play, cast.play.seats.get(name="Bo"))
    views = bo.views(bo.prompts)
    assert bo.waiting(views) == f"Ana (Squirrel 1): {views[0].label}"
    named = msgspec.structs.replace(bo.prompts[0], label="Ana (Squirrel 1): roll the die")
    assert bo.waiting(bo.views([named])) == "Ana (Squirrel 1): roll the die"


# -- the consent of a player who plays both ------------------------------------------------


def given_card(parts, *others):
    """Return a play of Gotham with two heroes: the answer when one hands the other a card."""
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
    plays = TablePage(play, seat).own
    return ledger.record(play.pk, give, key="k", seat=seat, answers=answers, plays=plays)


def test_whoever_plays_both_heroes_agrees_by_acting(db):
    done = given_card([0, 1])
    assert isinstance(done, Recorded)
    assert done.entry.answers == {"SAME_AREA": "yes", "CONSENT": "yes"}


def test_phone_playing_whoever_is_free_agrees_for_them(db):
    assert isinstance(given_card([]), Recorded)


@pytest.mark.parametrize(("mine", "theirs"), [([1], [0]), ([], [0, 1])])
def test_the_player_of_the_other_hero_is_asked(db, mine, theirs):
    question = given_card(mine, theirs)
    assert (question.code, question.consent is None) == ("CONSENT", False)


def test_page_and_script_consent_for_own_or_free(cast, monkeypatch):
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
    assert told == [{0}, {0}]


def test_part_field_begins_with_phones_own_part(cast, monkeypatch):
    parts = (Choice(0, "Ana"), Choice(1, "Bo"))
    whose = Field("seat", "choice", "Whose", parts, default=0, of_part=True)
    order = Field("to", "choice", "First", parts, default=0)
    defaults = {}
    for name in ("Ana", "Bo"):
        table = TablePage(cast.play, cast.play.seats.get(name=name))
        asked = (Prompt("paint", "Paint", (whose, order)),)
        monkeypatch.setattr(table.referee, "prompts_for", lambda *_, asked=asked: asked)
        (prompt,) = table._prompts(())
        defaults[name] = [field.default for field in prompt.fields]
    assert defaults == {"Ana": [0, 0], "Bo": [1, 0]}
