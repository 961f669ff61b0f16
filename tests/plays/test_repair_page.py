"""The page of a repair shows an entry as it was made, with every field and every die."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from random import Random

import msgspec
import pytest
from django.http import QueryDict

from companion.conformance import chance
from companion.plays import ledger, playlog, replay
from companion.plays.models import Entry, Play, Seat
from companion.plays.pages import forms
from games import registry
from games.referee import MalformedError, Ruling
from tests.pageplayer import forms_of
from tests.plays.test_every_state import sits
from tests.plays.test_warnings import begun

pytestmark = pytest.mark.django_db


class Posts(HTMLParser):
    """Posts of each form of a page if nothing in it were touched, by each of its buttons."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.forms: list[QueryDict] = []
        self.buttons: list[tuple[QueryDict, str, str]] = []
        self.select = self.area = ""
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        has = {name: value or "" for name, value in attrs}
        name, value = has.get("name", ""), has.get("value", "")
        if tag == "form":
            self.forms.append(QueryDict(mutable=True))
        elif tag == "select":
            self.select = name
        elif tag == "textarea":
            self.area = name
        elif tag == "button" and self.forms:
            self.buttons.append((self.forms[-1], name, value))
        elif tag == "option" and "selected" in has:
            self.forms[-1].appendlist(self.select, value)
        elif tag == "input" and name:
            ticks = has.get("type") in {"radio", "checkbox"}
            if not ticks or "checked" in has:
                self.forms[-1].appendlist(name, has.get("value", "on" if ticks else ""))

    def handle_data(self, data):
        if self.area:
            self.forms[-1].appendlist(self.area, data.strip())

    def handle_endtag(self, tag):
        if tag == "textarea":
            self.area = ""

    def actions(self, referee, kind: str):
        """Yield the actions that forms of this kind of repair are for as they are shown."""
        for form, name, value in self.buttons:
            if form.get("repair") == kind and "do" in form:
                data = form.copy()
                if name:
                    data[name] = value
                try:
                    yield referee.decode_action(forms.read_action(data, referee.Action))
                except MalformedError:
                    continue


def shown_again(play: Play, at: str, phone, entry: Entry) -> bool:
    """Return whether the page of a repair offers the entry once more, just as it was made."""
    referee = registry.referee(play.title)
    page = phone.get(f"{at}repair/{entry.seq}")
    assert page.status_code == 200
    sets = unordered(referee, replay.state_at(play, entry.parent), entry.action["do"])
    found = Posts(page.content.decode()).actions(referee, "replace")
    return told(referee.decode_action(entry.action), sets) in [told(each, sets) for each in found]


def unordered(referee, state, do: str) -> set[str]:
    """Return the fields of an action where several things are ticked, in whatever order."""
    prompts = [*referee.prompts(state), *referee.table_prompts(state)]
    fields = [field for prompt in prompts if prompt.do == do for field in prompt.fields]
    return {field.name for field in fields if field.kind == "choices"}


def told(action, sets: set[str]) -> dict[str, object]:
    plain = msgspec.structs.asdict(action)
    return {name: sorted(each) if name in sets else each for name, each in plain.items()}


def curious(play: Play, rng: Random, wanted: set[str]) -> dict[str, Entry]:
    """Return a game until all that is wanted was done, and much else; the last entry of each
    kind."""
    referee = registry.referee(play.title)
    done: dict[str, Entry] = {}
    for n in range(150):
        if n > 60 and done.keys() >= wanted:
            break
        state = referee.decode_state(play.state)
        prompts = [each for each in referee.prompts(state) if each.do not in AGAIN]
        rng.shuffle(prompts)
        new = wanted - done.keys()
        for prompt in sorted(
            prompts, key=lambda p: (p.do not in new, p.expected < n % 2, p.do in done)
        ):
            data = chance.action(prompt, rng)
            actor = prompt.actors[0] if prompt.actors else None
            ruling, answers = chance.answered(referee, state, data, actor, rng)
            if isinstance(ruling, Ruling):
                made = ledger.record(play.pk, data, key=f"k{n}", actor=actor, answers=answers)
                done[prompt.do] = made.entry
                play.refresh_from_db()
                break
    return done


AGAIN = {"depth", "abandon", "victory", "defeat", "over"}
"""What would change or end the game itself."""

GAMES = {
    "batman-who-laughs": {"assign", "card.define"},
    "fire-nation": {"assign", "card.define"},
    "animated-dice": {"roll"},
    "gotham-chronicles": {"strike", "move"},
    "talisman-batman": {"boost", "strike", "keep", "reroll", "draw"},
}
"""What must have happened in each game; most of it has dice or a kind of its own."""


@pytest.mark.patient
@pytest.mark.any_database
@pytest.mark.parametrize("slug", GAMES)
def test_an_entry_is_shown_as_it_was_made(slug):
    referee = registry.referee(slug)
    setup = referee.setup_default(2, referee.sample_box())
    play = ledger.begin(slug, setup, sample=True)
    parts = [part.index for part in referee.parts(referee.decode_state(play.state))]
    phone, at = sits(play, "Ana", Seat.Role.HOST, *parts)
    ledger.record(play.pk, {"do": "depth", "depth": referee.title.depths[-1]}, key="d")
    play.refresh_from_db()
    done = curious(play, Random(3), GAMES[slug])
    assert done.keys() >= GAMES[slug], sorted(done)
    amiss = [each.action for each in done.values() if not shown_again(play, at, phone, each)]
    assert amiss == []


@pytest.mark.parametrize("slug", registry.TITLES)
def test_no_action_field_means_something_to_page(slug):
    own = {"csrfmiddlewaretoken", "revision", "key", "agreed", "prompt", "do", "repair"}
    own |= {"first-said", "later-entry", "mended-with", forms.FLAGS}
    for tag, kind in forms.action_types(registry.referee(slug).Action).items():
        fields = {spec.encode_name for spec in msgspec.structs.fields(kind)}
        assert not fields & own, tag


def test_later_misfit_card_is_asked_while_rest_stays():
    play, ana = begun("batman-who-laughs/lost-heroes", 49, (0,))
    at = f"{ana.at}repair/36"
    change = {"repair": "replace", "do": "refill", "place": "6", "card": "Robin"}
    page = ana.client.post(at, {**change, "revision": 49, "key": "c"}).content.decode()
    assert "would be removed" in page
    assert "What was entry 46 really?" in page
    later = next(
        f for f in forms_of(page) if f.fixed("later-entry") and f.takes("card", "Sample Hero 20")
    )
    assert not later.takes("card", "Robin")
    page = ana.client.post(
        at, dict(later.data({"place": 3, "card": "Sample Hero 20"}))
    ).content.decode()
    assert "would be removed" not in page
    assert "really?" not in page
    agreed = next(form for form in forms_of(page) if form.fixed("agreed"))
    assert ana.client.post(at, dict(agreed.data({}))).status_code == 302
    play.refresh_from_db()
    live = [entry.action for entry in replay.live_entries(play)]
    assert len(live) == 49
    assert [each["card"] for each in live[::-1] if each["do"] == "refill"][-4:] == [
        "Robin",
        "The Murder Machine",
        "Sample Hero 20",
        "Sample Hero 24",
    ]
    correct = play.entries.get(kind="correct")
    assert correct.action["lost"] == []
    assert playlog.decode(playlog.encode(playlog.export(play)))


@pytest.mark.parametrize(
    "wrong", [{"later-entry": "x"}, {"do": "dance"}, {"first-said": "mended-with=%5B"}]
)
def test_nonsense_about_a_later_entry_is_no_repair(wrong):
    play, ana = begun("batman-who-laughs/lost-heroes", 49, (0,))
    first = "repair=replace&do=refill&place=6&card=Robin"
    data = {
        "first-said": first,
        "later-entry": "46",
        "do": "refill",
        "place": "3",
        "card": "Superman",
        **wrong,
    }
    assert ana.client.post(f"{ana.at}repair/36", data).status_code == 422
    play.refresh_from_db()
    assert play.revision == 49


@pytest.mark.parametrize(
    ("name", "until", "seq"),
    [
        ("animated-dice/won", 30, 29),
        ("batman-who-laughs/lost-track", 26, 22),
        ("fire-nation/lost-team-after-ruin", 40, 36),
        ("gotham-chronicles/heroes-win", 9, 4),
        ("talisman-batman/bloodbath", 12, 8),
    ],
)
def test_repair_shows_boards_before_and_after_marking_differences(name, until, seq):
    _, ana = begun(name, until, (0,))
    answer = ana.client.post(f"{ana.at}repair/{seq}", {"repair": "remove"})
    before, after = re.findall(r'<div class="glance" inert>(.*?)</figure>', answer.content.decode())
    for board in (before, after):
        assert "data-differs" in board
        assert 'class="scene"' in board
        assert not re.search(r' (id|name|for|popovertarget)="', board)
    assert before != after


def test_a_repair_that_changes_nothing_marks_nothing():
    _, ana = begun("animated-dice/won", 30, (0,))
    entry = Entry.objects.get(seq=29)
    same = {"repair": "replace", "do": "roll", "faces": entry.action["faces"]}
    page = ana.client.post(f"{ana.at}repair/29", same).content.decode()
    assert page.count('<div class="glance" inert>') == 2
    assert "data-differs" not in page
    assert "The numbers on the table stay the same." in page
