"""Every state a table reaches can be drawn, on every page and in both languages."""

from __future__ import annotations

from random import Random

import pytest
from django.test import Client

from companion.conformance import chance
from companion.plays import ledger, seats
from companion.plays.models import Entry, Play, Seat
from games import registry
from games.referee import Ruling

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

STATES, APART = 2, 30
"""States drawn per title, and the actions entered before each."""


def sits(play: Play, name: str, role: str, *parts: int) -> tuple[Client, str]:
    seat = Seat.objects.create(play=play, name=name, role=role, parts=list(parts))
    phone = Client()
    phone.cookies[seats.cookie_name(seat.address)] = seats.token(seat)
    return phone, f"/t/{seat.address}/"


def goes_on(play: Play, rng: Random) -> None:
    """Enter some offered actions at the table."""
    referee = registry.referee(play.title)
    for _ in range(APART):
        play.refresh_from_db()
        state = referee.decode_state(play.state)
        prompts = referee.prompts(state)
        if not prompts:
            return
        expected = [prompt for prompt in prompts if prompt.expected] or prompts
        for _ in range(60):
            prompt = rng.choice(expected if rng.random() < 0.8 else prompts)
            data = chance.action(prompt, rng)
            actor = rng.choice(prompt.actors) if prompt.actors else None
            ruling, answers = chance.answered(referee, state, data, actor, rng)
            if isinstance(ruling, Ruling):
                key = f"k{play.revision}"
                ledger.record(play.pk, data, key=key, actor=actor, answers=answers)
                break


@pytest.mark.patient
@pytest.mark.parametrize("slug", registry.TITLES)
def test_every_state_can_be_drawn(slug):
    referee, rng = registry.referee(slug), Random(11)
    players = rng.choice(chance.startable(referee))
    setup = referee.setup_default(players, referee.sample_box())
    play = ledger.begin(slug, setup, sample=True)
    parts = [part.index for part in referee.parts(referee.decode_state(play.state))]
    phones = [sits(play, "Ana", Seat.Role.HOST, parts[0])]
    phones += [sits(play, f"P{part}", Seat.Role.PLAYER, part) for part in parts[1:]]
    phones.append(sits(play, "Eve", Seat.Role.SPECTATOR))
    ledger.record(play.pk, {"do": "depth", "depth": rng.choice(referee.title.depths)}, key="d")
    for _ in range(STATES):
        goes_on(play, rng)
        play.refresh_from_db()
        draws(play, phones)
    if play.outcome is None:
        ledger.abandon(play.pk)
    for language in ("en", "pl"):
        drawn(Client(), f"/p/{play.share}/", language)
        drawn(Client(), f"/p/{play.share}/log/", language)


def draws(play: Play, phones) -> None:
    """Draw every page of the table as it is now."""
    host, at = phones[0]
    newest = play.entries.filter(kind=Entry.Kind.ACTION).last()
    for language in ("en", "pl"):
        for phone, own in phones:
            drawn(phone, f"{own}board", language)
        for page in ("", "log", "ask", "more", "people", "count", f"repair/{newest.seq}"):
            drawn(host, at + page, language)
        drawn(Client(), f"/tv/{play.watch_code}/", language)


def drawn(phone: Client, path: str, language: str) -> None:
    answer = phone.get(path, headers={"Accept-Language": language}, follow=True)
    assert answer.status_code == 200, f"{path} in {language}: {answer.status_code}"
