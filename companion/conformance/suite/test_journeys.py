"""Every title in a real browser: two phones and the big screen, by touch, key and screen reader."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import parse_qs, urlsplit

import pytest

from companion.conformance import chance
from companion.conformance.phones import SCREEN
from companion.plays import ledger
from companion.plays.answers import Recorded
from companion.plays.models import Play
from games.clarifications import LANGUAGES
from games.referee import AnyReferee, Prompt, Question, Refusal

if TYPE_CHECKING:
    from companion.conformance.phone import Phone

PickUp = Callable[..., "Phone"]

STEPS, LOOKS = 12, 4
"""Actions of a journey, and after how many of them everyone is looked at."""
TRIES = 40
"""Things to enter that are looked for on a page before it counts as offering none."""
LATER = 9
"""The number of actions after which a table is looked at again."""
NAMES = ("Ana", "Bo")

pytestmark = pytest.mark.django_db(transaction=True)


class Entered(NamedTuple):
    """Something that is expected and holds: who does it, and what was answered."""

    do: dict[str, Any]
    actor: int | None
    answers: dict[str, str]


def candidate(
    referee: AnyReferee, state: Any, rng: Random, parts: set[int] | None = None
) -> Entered | None:
    """Return one expected action, of these parts' where some are named, if it holds and no one else
    has to agree to it."""
    prompts = [each for each in referee.prompts(state) if expected(each)]
    prompt = rng.choice([p for p in prompts if parts is None or parts & {*(p.actors or parts)}])
    actors = [part for part in prompt.actors or () if parts is None or part in parts]
    actor = rng.choice(actors) if actors else None
    data = chance.action(prompt, rng)
    asked = referee.apply(state, referee.decode_action(data), actor)
    if isinstance(asked, Question) and asked.consent is not None:
        return None
    ruling, answers = chance.answered(referee, state, data, actor, rng)
    return None if isinstance(ruling, Refusal) else Entered(data, actor, answers)


def expected(prompt: Prompt) -> bool:
    """Return whether the table waits for it: a phone shows it without being asked."""
    return prompt.expected or prompt.group == "now"


def on_the_page(
    referee: AnyReferee, state: Any, page: Any, rng: Random, parts: set[int]
) -> Entered:
    """Return something expected of these parts that this page of theirs has a form for."""
    from companion.conformance.fingers import can_enter

    tried: list[str] = []
    for _ in range(TRIES):
        found = candidate(referee, state, rng, parts)
        if found is None:
            continue
        if can_enter(page, found.do):
            return found
        tried.append(str(found.do))
    page_has = "the page has a form with a button for none of these expected actions"
    pytest.fail(f"{page_has}: {'; '.join(dict.fromkeys(tried))}")


def begins(ana: Phone, referee: AnyReferee) -> Play:
    """Return a table as people start one: from the home page to the first question."""
    title = referee.title
    ana.open("/")
    ana.tap(re.compile(re.escape(title.name)))
    ana.page.get_by_label("Your name").fill("Ana")
    if title.min_players < title.max_players:
        players = min(max(title.min_players, 2), title.max_players)
        ana.page.locator(f"label:has(input[name=players][value='{players}'])").click()
    ana.tap("Start the table")
    # A copy that says nothing of some number is asked about it first.
    left = ana.page.get_by_role("link", name="Leave it as it is")
    ana.page.locator("#link").or_(left).first.wait_for()
    if left.count():
        left.click()
    ana.is_at_the_table()
    return Play.objects.get()


def sits_down(bo: Phone, play: Play, parts: range) -> None:
    """Join with the other phone by the code and take these sides, or look on where there is
    none."""
    if not parts:
        bo.open(f"/w/{play.watch_code}/")
    else:
        bo.open(f"/j/{play.code}/")
        bo.page.get_by_label("Your name").fill("Bo")
        for part in parts:
            bo.page.locator(f"label:has(input[name=parts][value='{part}'])").click()
        bo.tap("Sit down")
    bo.is_at_the_table()


def test_big_screen_follows_two_phones_playing_by_touch(referee: AnyReferee, phone: PickUp) -> None:
    from companion.conformance import fingers

    rng = Random(11)
    ana, bo, screen = phone(), phone(), phone(**SCREEN)
    play = begins(ana, referee)
    sides = len(referee.parts(referee.decode_state(play.state)))
    if sides > 1:
        ana.page.locator("#sit > summary").click()
        ana.page.locator("#sit-0").click()
        ana.page.locator("#sit").wait_for(state="detached")
    sits_down(bo, play, range(1, sides))
    screen.open(f"/tv/{play.watch_code}/")
    for step in range(STEPS):
        play.refresh_from_db()
        state = referee.decode_state(play.state)
        if not any(map(expected, referee.prompts(state))):
            break
        due = next(each for each in referee.prompts(state) if expected(each)).actors or (0,)
        one, parts = (ana, {0}) if 0 in due else (bo, {*range(1, sides)})
        found = on_the_page(referee, state, one.page, rng, parts)
        if step % LOOKS == 0:
            whose_turn(referee, state, ana, bo)
            for each in (ana, bo, screen):
                each.is_accessible()
        fingers.enters(one, found.do, found.answers)
        for each in (ana, bo, screen):
            each.shows_revision(one.revision, timeout=fingers.PATIENCE * 1000)
    before = one.revision
    one.page.locator("#undo:not([data-new])").click()
    for each in (ana, bo, screen):
        each.shows_revision(before + 1, timeout=fingers.PATIENCE * 1000)


def whose_turn(referee: AnyReferee, state: Any, ana: Phone, bo: Phone) -> None:
    """Check that only a phone that something is asked of says that it is its turn."""
    actors = [each.actors for each in referee.prompts(state) if expected(each)]
    if None in actors:
        return
    due = {part for each in actors for part in each or ()}
    for one, mine in ((ana, {0}), (bo, {part.index for part in referee.parts(state)[1:]})):
        if not due & mine:
            assert not one.page.locator(".yours").count(), "it says your turn to who has to wait"
            lit = one.page.locator(".scene .lit, .prompt.expected")
            assert not lit.count(), "it lights something on a phone that has to wait"


def begun(referee: AnyReferee, steps: int) -> Play:
    """Return a play with the sample box after its first steps."""
    setup = referee.setup_default(max(referee.title.min_players, 2), referee.sample_box())
    play = ledger.begin(referee.title.slug, setup, sample=True)
    assert isinstance(play, Play), play
    rng, state = Random(7), referee.decode_state(play.state)
    for step in range(steps):
        found = None
        for _ in range(TRIES):
            if any(map(expected, referee.prompts(state))):
                found = found or candidate(referee, state, rng)
        if found is None:
            break
        done = ledger.record(
            play.pk, found.do, key=f"k{step}", actor=found.actor, answers=found.answers
        )
        assert isinstance(done, Recorded), done
        play.refresh_from_db()
        state = referee.decode_state(play.state)
    return play


@pytest.mark.parametrize("steps", [0, LATER], ids=["begun", "later"])
def test_every_phone_reaches_names_and_shows_everything(
    referee: AnyReferee, seated: PickUp, steps: int
) -> None:
    from companion.conformance import looks

    play = begun(referee, steps)
    ana = seated(play, "Ana", 0, role="host")
    assert not list(looks.faults_of_a_phone(ana.page))
    for light in ("false", "true"):
        for language in LANGUAGES:
            reads(ana, language)
            ana.page.evaluate(f"document.documentElement.toggleAttribute('data-light', {light})")
            ana.is_accessible()


def reads(one: Phone, language: str) -> None:
    """Return the page that is open, in another language."""
    site = "/".join(one.page.url.split("/")[:3])
    one.page.context.add_cookies([{"name": "django_language", "value": language, "url": site}])
    one.page.reload()
    assert one.page.locator("html").get_attribute("lang") == language


def test_every_number_on_board_can_be_corrected(referee: AnyReferee, seated: PickUp) -> None:
    from companion.conformance import looks

    ana = seated(begun(referee, LATER), "Ana", 0, role="host")
    held = ana.page.evaluate(looks.NUMBERS)
    ana.pulls("More")
    ana.tap("Correct a number", within="#drawer")
    listed = ana.page.locator("#drawer .clues a")
    listed.first.wait_for()
    links = listed.evaluate_all("all => all.map((one) => one.href)")
    known = {parse_qs(urlsplit(each).query)["where"][0] for each in links}
    assert [name for name in held if name not in known] == [], "data-number names no tracker"


@pytest.mark.parametrize("steps", [0, LATER], ids=["begun", "later"])
def test_the_big_screen_is_whole_in_every_language(
    referee: AnyReferee, phone: PickUp, steps: int
) -> None:
    from companion.conformance import looks

    play = begun(referee, steps)
    screen = phone(**SCREEN)
    for language in LANGUAGES:
        for at in (f"/tv/{play.code}/", f"/tv/{play.watch_code}/"):
            screen.open(at)
            reads(screen, language)
            assert not list(looks.faults_of_a_screen(screen.page)), language
        screen.is_accessible()
