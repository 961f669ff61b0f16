"""Tests of what a roll may bring, below the question: who is told how much of it, and who chose
that."""

import re
from fractions import Fraction
from types import SimpleNamespace

import pytest
from django.test import Client
from msgspec.structs import replace

from companion.plays import forecast_text, ledger, playlog, seats
from companion.plays.models import Play, Seat
from games import registry
from games.odds import roll_forecast
from games.odds.roll_forecast import KEPT, ForecastUnavailableError
from games.recent import Recent
from games.referee import DiceRoll, Field, RiskFigure
from games.talisman_batman.state import Feat
from tests.positions import recorded
from tests.sample_game import Acorns, State

HTMX = {"HTTP_HX_REQUEST": "true"}


def at_table(slug, state, *, sees="dangers"):
    """Return a table of a title that stands at a state, with a host, and someone who only looks."""
    referee = registry.referee(slug)
    box = referee.sample_box()
    play = ledger.begin(slug, referee.setup_default(2, box), sample=True)
    Play.objects.update(state=referee.encode_state(state), ahead=sees)
    return Play.objects.get(pk=play.pk), *(sits(play, role) for role in ("host", "spectator"))


def sits(play, role, *parts):
    seat = Seat.objects.create(play=play, name=role, role=role, parts=list(parts))
    client = Client()
    client.cookies[seats.cookie_name(seat.address)] = seats.token(seat)
    client.at = f"/t/{seat.address}/"
    return client


def told(client):
    """Return the line a phone fetches, without its tags."""
    answer = client.get(f"{client.at}ahead", **HTMX)
    assert answer.status_code == 200
    return " ".join(
        re.sub(r"<[^>]*>", "", answer.content.decode()).replace("\xa0", " ").split()
    ).replace("&nbsp;", " ")


def waits_for(client):
    return 'hx-trigger="load delay:0s"' in client.get(client.at).content.decode()


def fight(kind="enemy", life=2):
    state = next(
        each
        for _, each in recorded("talisman-batman")
        if each.turn.phase == "fight" and each.fight.kind == kind
    )
    seat = state.fight.me.seat
    villains = [
        replace(each, feats=(Feat(90, "A trick up the sleeve"),)) for each in state.villains
    ]
    villains[seat] = replace(villains[seat], life=life)
    return replace(state, villains=tuple(villains))


def test_dangers_are_said_unless_table_wants_otherwise(db):
    _, host, _ = at_table("talisman-batman", fight())
    assert waits_for(host)
    assert told(host) == "A Life is lost 28 %, 14 % if Bane spends Fate"
    host.post(f"{host.at}ahead", {"how": "everything"})
    won = "The fight is won 58 %, 75 % if Bane spends Fate"
    assert told(host) == f"A Life is lost 28 %, 14 % if Bane spends Fate {won}"
    host.post(f"{host.at}ahead", {"how": "nothing"})
    assert not waits_for(host)
    assert told(host) == ""


def test_the_end_of_the_game_is_said_first(db):
    _, host, _ = at_table("talisman-batman", fight("control", life=1))
    assert re.fullmatch(
        r"Bane wins the game 17 %, 27 % if .* A villain dies 72 %, .* A Life is lost 72 %, .*",
        told(host),
    )


def test_link_leads_to_same_line_without_script(db):
    _, host, _ = at_table("talisman-batman", fight())
    page = host.get(f"{host.at}ahead").content.decode()
    assert "A Life is lost <b>28&nbsp;%</b>" in page
    assert f'href="{host.at}"' in page


def test_who_only_looks_reads_same_and_changes_nothing(db):
    _, host, watcher = at_table("talisman-batman", fight())
    assert waits_for(watcher)
    assert told(watcher) == told(host)
    assert watcher.post(f"{watcher.at}ahead", {"how": "nothing"}).status_code == 403
    assert Play.objects.get().ahead == "dangers"


def test_forecast_is_made_of_what_everybody_may_see(db, monkeypatch):
    play, _, _ = at_table("talisman-batman", fight())
    referee, seen = registry.referee("talisman-batman"), []
    monkeypatch.setattr(forecast_text, "forecast", lambda r, state, *_: seen.append(state) or 1 / 0)
    forecast_text._of.cache_clear()
    assert forecast_text.of(play.title, play.state) == forecast_text.Foresight()
    forecast_text._of.cache_clear()
    state = referee.decode_state(play.state)
    assert seen == [referee.view(state, None)]
    assert seen != [state]


def test_it_is_reckoned_once_for_all_phones(db, monkeypatch):
    _, host, watcher = at_table("talisman-batman", fight(life=3))
    made = []
    found = forecast_text.forecast
    monkeypatch.setattr(forecast_text, "forecast", lambda *given: made.append(1) or found(*given))
    forecast_text._of.cache_clear()
    assert told(host) == told(watcher)
    assert made == [1]


def rivals(acorns):
    """Return two at a table where one has rolled."""
    play = ledger.begin(acorns, Acorns.Setup(2, 20))
    host, other = sits(play, "host", 0), sits(play, "player", 1)
    host.post(f"{host.at}act", {"do": "roll", "face": 3})
    return host, other


def test_who_chose_is_said_to_everybody(db, acorns):
    host, other = rivals(acorns)
    other.post(f"{other.at}ahead", {"how": "nothing"})
    other.post(f"{other.at}ahead", {"how": "nothing"})
    log = host.get(f"{host.at}log").content.decode()
    assert log.count("From now on no odds are shown before a roll") == 1
    assert Play.objects.get().revision == 2


def wishes(client, agreed):
    told = {"agreed": agreed, "revision": Play.objects.get().revision, "key": f"k-{agreed}"}
    return client.post(f"{client.at}wish", told)


@pytest.mark.parametrize(
    ("agreed", "then", "said"),
    [
        ("yes", "everything", "From now on Sidekick shows everything a roll could bring"),
        ("no", "dangers", "Declines the change"),
    ],
)
def test_rivals_decide_together_that_more_is_said(db, acorns, agreed, then, said):
    host, other = rivals(acorns)
    other.post(f"{other.at}ahead", {"how": "everything"})
    assert Play.objects.get().ahead == "dangers"
    assert "Asks for full forecasts before" in host.get(host.at).content.decode()
    asking = other.get(other.at).content.decode()
    assert "Waiting for another player to agree" in asking
    wishes(other, agreed)
    assert Play.objects.get().ahead == "dangers", "nobody agrees with a wish of their own"
    wishes(host, agreed)
    assert Play.objects.get().ahead == then
    log = other.get(f"{other.at}log").content.decode()
    assert log.count(said) == 1
    doc = playlog.export(Play.objects.get())
    assert doc.entries[1].change == {"of": [0], "ahead": "everything"}
    again = playlog.load(doc)
    assert again.entries.get(seq=2).action["ahead"] == "everything"


def test_whoever_plays_alone_or_together_decides_at_once(db, acorns):
    play = ledger.begin(acorns, Acorns.Setup(2, 20))
    host = sits(play, "host", 0, 1)
    host.post(f"{host.at}act", {"do": "roll", "face": 3})
    host.post(f"{host.at}ahead", {"how": "everything"})
    assert Play.objects.get().ahead == "everything"


def test_a_choice_there_is_not_is_refused(db):
    _, host, _ = at_table("talisman-batman", fight())
    assert host.post(f"{host.at}ahead", {"how": "much"}).status_code == 422
    assert Play.objects.get().ahead == "dangers"


def test_the_switch_shows_what_is_chosen(db):
    _, host, watcher = at_table("talisman-batman", fight(), sees="nothing")
    pressed = re.findall(
        r'value="(\w+)"\s+aria-pressed', host.get(f"{host.at}more").content.decode()
    )
    assert pressed == ["nothing"]
    assert 'aria-pressed="true">Nothing' not in watcher.get(f"{watcher.at}more").content.decode()


@pytest.mark.parametrize("advice", ["off", "own", "all"])
def test_odds_of_dice_game_keep_their_own_option(db, advice):
    state = next(
        each
        for where, each in recorded("animated-dice", "won")
        if each.turn.rolls and sum(each.turn.batman) and not each.turn.first
    )
    play, _, _ = at_table("animated-dice", replace(state, advice=advice), sees="everything")
    on_turn, other = (sits(play, "player", part) for part in (state.turn.part, 1 - state.turn.part))
    assert [waits_for(on_turn), waits_for(other)] == [advice != "off", advice == "all"]
    assert told(other).startswith("Loot or more ") == (advice == "all")


def test_assumed_faces_are_named_as_such(db):
    state = next(each for _, each in recorded("animated-dice", "won") if each.turn.rolls)
    for counted in (False, True):
        seen = replace(state, advice="all", counted=(counted,) * 3)
        _, host, _ = at_table("animated-dice", seen, sees="everything")
        assert told(host).endswith("assuming standard dice faces") != counted


def test_what_odds_of_title_say_is_not_repeated(db):
    state = next(each for _, each in recorded("animated-dice", "won") if each.turn.rolls)
    _, host, _ = at_table("animated-dice", replace(state, advice="all"))
    assert not waits_for(host)


def test_nothing_is_fetched_unless_known_dice_are_asked(db, acorns):
    play = ledger.begin(acorns, Acorns.Setup(2, 20))
    host = sits(play, "host", 0)
    assert not waits_for(host)
    assert told(host) == ""


# -- what holds only so far --------------------------------------------------------------------


class Ahead(Acorns):
    risk_figures = {"stored": RiskFigure("note.find", counts=True)}

    def possible_rolls(self, state):
        return (DiceRoll("roll", "face", (tuple((n, 1) for n in range(1, 7)),), single=True),)

    def figure_changes(self, before, ruling):
        return {"stored": sum(ruling.state.stores) - sum(before.stores)}


class Wide(Ahead):
    irrelevant_questions = frozenset({"CROW"})

    def possible_rolls(self, state):
        (throw,) = super().possible_rolls(state)
        return (replace(throw, dice=(throw.dice[0] * 200,)),)


class Picked(Acorns):
    """Acorns where what is found is picked among what is named, and no dice are thrown."""

    risk_figures = {"stored": RiskFigure("note.find", counts=True)}

    def prompts(self, state):
        (prompt, *_) = super().prompts(state)
        return (replace(prompt, fields=(replace(prompt.fields[0], kind="choice"),)),)


class Feared(Picked):
    risk_figures = {"stored": RiskFigure("note.find", danger=True)}


class Counted(Feared):
    def prompts(self, state):
        (prompt, *_) = super().prompts(state)
        return (replace(prompt, fields=(*prompt.fields, Field("n", "number", "So many"))),)


class Besides(Feared):
    def prompts(self, state):
        (prompt, *_) = super().prompts(state)
        return (replace(prompt, expected=False),)


STORED = State(2, 20, stores=(4, 0))


def look(monkeypatch, referee):
    """Return the host's phone at a table of this referee's, under a name of its own."""
    slug = f"acorns-{referee.__name__}"
    monkeypatch.setitem(registry.TITLES, slug, f"{__name__}:{referee.__name__}")
    forecast_text._of.cache_clear()
    monkeypatch.setattr(roll_forecast, "recent", Recent(KEPT))
    return at_table(slug, STORED, sees="everything")[1]


@pytest.mark.parametrize(
    ("referee", "waits"), [(Picked, False), (Feared, True), (Counted, False), (Besides, False)]
)
def test_phone_looks_ahead_before_choice_where_rolls_endanger(
    db, acorns, monkeypatch, referee, waits
):
    assert waits_for(look(monkeypatch, referee)) is waits


def test_what_only_table_knows_is_named_with_share(db, acorns, monkeypatch):
    assert told(look(monkeypatch, Ahead)).endswith("17 % depends on what only the table knows")


def test_sample_says_how_far_it_may_be_off(db, acorns, monkeypatch):
    assert re.search(r"estimated, ±[3-5]$", told(look(monkeypatch, Wide)))


def test_frequent_number_is_said_beside_at_least_one(db, acorns, monkeypatch):
    host = look(monkeypatch, Ahead)
    found = forecast_text.of("acorns-Ahead", Play.objects.get().state)
    assert [(each.text.facts["n"], each.percent) for each in found.chances] == [
        (1, "83"),
        (5, "33"),
    ]
    assert told(host)


def test_what_cannot_be_weighed_is_said_or_omitted(db, acorns, monkeypatch):
    def never(*given):
        raise ForecastUnavailableError

    monkeypatch.setattr(forecast_text, "forecast", never)
    host = look(monkeypatch, Ahead)
    assert told(host) == "Too many possible results to work out the odds"
    Play.objects.update(ahead="dangers")
    assert told(host) == ""


def test_only_most_is_said_of_number_never_less(db, acorns, monkeypatch):
    monkeypatch.setattr(Ahead, "figure_changes", lambda self, *given: {"stored": 3})
    look(monkeypatch, Ahead)
    found = forecast_text.of("acorns-Ahead", Play.objects.get().state)
    assert [(each.text.facts["n"], each.percent) for each in found.chances] == [(3, "83")]


@pytest.mark.parametrize(
    ("chances", "said"),
    [
        ((Fraction(1, 2), Fraction(1, 5)), (1, 2)),
        ((Fraction(1, 2), Fraction(19, 100)), (1,)),
        ((Fraction(1, 2), Fraction(1, 2), Fraction(1, 4)), (1, 3)),
        ((Fraction(1, 2), Fraction(1, 2)), (2,)),
        ((Fraction(1, 2),), (1,)),
    ],
)
def test_second_number_is_said_from_one_in_five(chances, said):
    """Of a roll that brings at least one, at least two, … so often."""
    found = SimpleNamespace(most=lambda _: len(chances), chance=lambda _, n=1: chances[n - 1])
    assert forecast_text._levels(found, "stored") == said


def test_what_dice_may_win_is_said_under_everything(db):
    referee = registry.referee("batman-who-laughs")
    for _, state in recorded("batman-who-laughs"):
        faces = tuple(replace(each, checked=bool(each.faces)) for each in state.stock)
        state = replace(state, stock=faces)
        if referee.prospects(state):
            break
    _, host, _ = at_table("batman-who-laughs", state)
    assert not waits_for(host)
    Play.objects.update(ahead="everything")
    assert waits_for(host)
    assert re.match(r"\S.* with \d dice <?\d+ %", told(host))


# -- what lowers a danger ----------------------------------------------------------------------


def laughs(step, **more):
    """Return a recorded table of The Batman Who Laughs whose villains' dice are known."""
    dice = registry.referee("batman-who-laughs").sample_box().driver_dice
    return [
        replace(state, driver_dice=dice, **more)
        for _, state in recorded("batman-who-laughs")
        if state.step == step
    ]


def test_dangers_before_choice_range_from_safest_to_worst(db):
    said = []
    for state in laughs("deploy")[::6]:
        play, host, _ = at_table("batman-who-laughs", state)
        assert waits_for(host)
        said.append(told(host))
        play.delete()
    ranges = [re.search(r"(\d+)–(\d+) % ↓ \S", each) for each in said if "↓" in each]
    assert ranges, said
    for low, high in (each.groups() for each in ranges):
        assert int(low) < int(high)


def test_what_lowers_a_danger_most_stands_beside_it(db):
    """Before the card is turned the team may still go to another place."""
    lowered = []
    for _, state in recorded("fire-nation"):
        if state.step != "fire_card" or not state.driver_deck:
            continue
        found = forecast_text.of("fire-nation", registry.referee("fire-nation").encode_state(state))
        for chance in found.chances:
            if chance.less:
                assert chance.danger
                assert int(chance.less.percent) < int(chance.percent)
                lowered.append(state)
    _, host, watcher = at_table("fire-nation", lowered[0])
    assert re.search(r"\d+ % ↓ \d+ %: Go to another location \(\S.*\)", told(host))
    assert told(watcher) == told(host)
