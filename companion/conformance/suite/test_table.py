"""Every title at a table: two phones and the big screen, in every language, on the real pages."""

from __future__ import annotations

from random import Random
from typing import Any, NamedTuple

import pytest
from django.test import Client

from companion.conformance import buttons, chance
from companion.plays import seats
from companion.plays.models import Play
from games.clarifications import LANGUAGES
from games.referee import AnyReferee, Refusal, Ruling

STEPS, LOOKS = 24, 4
"""Actions of a game, and after how many of them everyone looks."""

pytestmark = pytest.mark.django_db


class ScriptedPhone:
    """A browser with a seat of its own, by which a script may enter, too."""

    def __init__(self) -> None:
        self.browser = Client()

    def begins(self, referee: AnyReferee, players: int) -> str:
        """Start a table as people do; gives its code."""
        answer = self.browser.post(f"/g/{referee.title.slug}/", {"players": players, "name": "Ana"})
        assert answer.status_code == 302, answer.content.decode()
        return str(answer["Location"].split("/")[2])

    def sits(self, code: str, name: str, *parts: int) -> None:
        """Take sides at a table."""
        answer = self.browser.post(f"/j/{code}/", {"name": name, "parts": parts})
        assert answer.status_code == 302, answer.content.decode()

    def board(self, code: str, language: str) -> str:
        """Return the table's page in a language."""
        self.browser.cookies["django_language"] = language
        answer = self.browser.get(f"/t/{code}/")
        assert answer.status_code == 200, answer.content.decode()
        return answer.content.decode()


def enters(play: Play, actor: int, action: dict[str, Any], answers: dict[str, str]) -> None:
    """Enter one action by the seat that plays a part, or by the host."""
    held = list(play.seats.order_by("pk"))
    seat = next((each for each in held if actor in each.parts), held[0])
    body = {"action": action, "answers": answers, "revision": play.revision}
    bearer = {"Authorization": f"Bearer {seats.token(seat)}"}
    answer = Client().post(
        f"/api/plays/{play.code}/actions",
        {**body, "key": f"k{play.revision}"},
        "application/json",
        headers=bearer,
    )
    assert answer.status_code == 200, answer.json()


class Chosen(NamedTuple):
    """An action that holds, who does it, and what was answered."""

    action: dict[str, Any]
    actor: int
    answers: dict[str, str]


def chosen(referee: AnyReferee, state: Any, rng: Random) -> Chosen | None:
    """Return something offered that holds; nothing at the end."""
    prompts = referee.prompts(state)
    for _ in range(60 if prompts else 0):
        prompt = rng.choice([each for each in prompts if each.expected] or prompts)
        actor = rng.choice(prompt.actors) if prompt.actors else 0
        data = chance.action(prompt, rng)
        ruling, answers = chance.answered(referee, state, data, actor, rng)
        if not isinstance(ruling, Refusal):
            return Chosen(data, actor, answers)
    return None


def test_title_stands_on_home_page_with_searchable_rules(referee: AnyReferee) -> None:
    title = referee.title
    for language in LANGUAGES:
        client = Client()
        client.cookies["django_language"] = language
        named = dict(title.names).get(language, title.name)
        assert named in client.get("/").content.decode()
        for entry in referee.clarifications.values():
            page = client.get(f"/rules/{title.slug}/{entry.id}/")
            assert page.status_code == 200, entry.id


def test_two_phones_and_big_screen_follow_game(referee: AnyReferee) -> None:
    ana, bo, rng = ScriptedPhone(), ScriptedPhone(), Random(5)
    code = ana.begins(referee, min(max(referee.title.min_players, 2), referee.title.max_players))
    play = Play.objects.get(code=code)
    state = referee.decode_state(play.state)
    bo.sits(code, "Bo", *(part.index for part in referee.parts(state)[1:]))
    for step in range(STEPS):
        found = chosen(referee, state, rng)
        if found is None:
            break
        enters(play, found.actor, found.action, found.answers)
        play.refresh_from_db()
        state = referee.decode_state(play.state)
        if step % LOOKS == 0 or referee.outcome(state):
            looked_at(play, ana, bo)
    assert play.revision > 0, "nothing that is offered first is accepted"
    log = ana.browser.get(f"/t/{code}/log").content.decode()
    assert "note." not in log, "the log has a note without a sentence"
    ana.browser.post(f"/t/{code}/undo", {"revision": play.revision, "key": "undo"})
    looked_at(play, ana, bo)


def test_no_ready_button_is_refused(referee: AnyReferee) -> None:
    state = chance.begin(referee, max(referee.title.min_players, 2))
    rng = Random(5)
    for _ in range(STEPS):
        found = chosen(referee, state, rng)
        if found is None:
            break
        table = buttons.asked(referee, state)
        assert not list(buttons.refused(table)), "the board has a button that is always refused"
        action = referee.decode_action(found.action)
        done = referee.apply(state, action, found.actor, found.answers)
        assert isinstance(done, Ruling)
        state = done.state


def looked_at(play: Play, *phones: ScriptedPhone) -> None:
    """Look at the table on every phone and on the big screen, in every language."""
    for language in LANGUAGES:
        for phone in phones:
            assert 'id="board"' in phone.board(play.code, language)
        screen = Client()
        screen.cookies["django_language"] = language
        assert screen.get(f"/tv/{play.watch_code}/").status_code == 200
