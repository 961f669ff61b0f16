"""A phone that waits may enter what another one is asked: for whom is said, and who did it."""

from __future__ import annotations

import pytest

from companion.plays import seats
from companion.plays.models import Play, Seat
from companion.plays.pages.table import Table
from games.referee import Prompt
from games.registry import TITLES, referee
from tests import golden
from tests.pageplayer import forms_of

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}


def drawer(client, at: str) -> str:
    return str(client.get(f"{at}ways?instead", headers=HTMX).content.decode())


def fields(html: str, do: str) -> dict[str, str]:
    form = next(form for form in forms_of(html) if form.fixed("do") == do)
    return dict(form.data({"face": 4}))


def test_only_a_phone_that_waits_is_offered_to_enter_for_whoever_is_asked(cast):
    assert "Enter for Ana" in cast.player.get(cast.at).content.decode()
    assert 'id="instead"' not in cast.host.get(cast.at).content.decode()
    assert 'id="instead"' not in cast.spectator.get(cast.watched_at).content.decode()


def test_names_of_prompt_list_each_person_once(cast):
    ana, bo = cast.play.seats.get(name="Ana"), cast.play.seats.get(name="Bo")
    for seat, parts in ((ana, [0]), (bo, [0, 1])):
        seat.parts = parts
        seat.save()
    assert Table(cast.play, bo).names_of([Prompt("x", "x", actors=(0, 1))]) == "Ana and Bo"


def test_what_it_enters_counts_for_whoever_was_asked_and_the_log_names_who_did(cast):
    form = fields(drawer(cast.player, cast.at), "roll")
    assert form["for"] == "0"
    answer = cast.player.post(f"{cast.at}act", form, headers=HTMX)
    assert answer.status_code == 200
    entry = cast.play.entries.get()
    assert (entry.actor, entry.seat.name) == (0, "Bo")
    assert " · Bo ·" in " ".join(cast.player.get(f"{cast.at}log").content.decode().split())


def test_without_saying_for_whom_a_phone_is_told_whose_turn_it_is(cast):
    form = fields(drawer(cast.player, cast.at), "roll")
    for said in ({}, {"for": "1"}, {"for": "7"}, {"for": "x"}):
        told = {name: value for name, value in form.items() if name != "for"} | said
        assert cast.player.post(f"{cast.at}act", told, headers=HTMX).status_code == 422
    assert not cast.play.entries.exists()


def test_who_watches_enters_for_nobody(cast):
    form = fields(drawer(cast.player, cast.at), "roll")
    assert forms_of(drawer(cast.spectator, cast.watched_at)) == []
    answer = cast.spectator.post(f"{cast.watched_at}act", form, headers=HTMX)
    assert answer.status_code == 403
    assert not cast.play.entries.exists()


def test_what_was_refused_is_asked_again_for_the_same_person_with_what_was_typed(cast):
    form = fields(drawer(cast.player, cast.at), "roll") | {"face": "9"}
    answer = cast.player.post(f"{cast.at}act", form, headers=HTMX)
    assert answer.status_code == 422
    again = next(f for f in forms_of(answer.content.decode()) if f.fixed("do") == "roll")
    assert again.fixed("for") == "0"


def states_of(slug: str) -> list[object]:
    path = max(
        (each for each in golden.files() if golden.title(each) == slug),
        key=lambda each: len(golden.read(each).entries),
    )
    return list(golden.replayed(path).states.values())


@pytest.mark.parametrize("slug", TITLES)
def test_every_phone_that_waits_may_enter_what_is_expected_and_nothing_of_others_secrets(slug):
    states = states_of(slug)
    title = referee(slug)
    met = 0
    for state in states[:: max(1, len(states) // 40)]:
        parts = title.parts(state)
        public = title.prompts(state)
        play = Play(title=slug, state=title.encode_state(state), revision=1, sample=True)
        held = [Seat(pk=n, play=play, role="player", parts=[p.index]) for n, p in enumerate(parts)]
        due = next((p.actors for p in public if p.expected and p.actors), ())
        for seat in held:
            table = Table(play, seat, seated=held)
            offered = [view.prompt for view in table.instead()]
            assert all(prompt in public for prompt in offered)
            assert all(seat.parts[0] not in prompt.actors for prompt in offered)
            if due and not any(p.expected and seats.may_act(seat, p, ()) for p in table.prompts):
                assert any(prompt.expected for prompt in offered)
                met += 1
    assert met


@pytest.mark.parametrize(
    ("role", "actors", "group", "may"),
    [
        ("player", (0,), "", True),
        ("player", (0,), "now", True),
        ("player", (0,), "more", False),
        ("player", None, "", False),
        ("player", (), "", False),
        ("spectator", (0,), "", False),
        ("host", (0,), "", True),
    ],
)
def test_who_may_stand_in_for_whom(role, actors, group, may):
    prompt = Prompt("roll", "roll", actors=actors, group=group)
    assert seats.may_stand_in(Seat(role=role, parts=[1]), prompt) is may
    assert not seats.may_stand_in(None, prompt)
    actor = seats.actor_for(Seat(role=role, parts=[1]), [prompt], "roll", (), 0)
    assert (actor == 0) is (may or role == "host")
