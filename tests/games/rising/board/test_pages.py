"""Tests of what the pages of the family offer while the box is still blank."""

import re
from types import SimpleNamespace

import pytest
from django.test import Client
from msgspec.structs import replace

from companion.plays.models import Play
from companion.plays.pages.drawing.engine import environment
from games import registry
from tests.pageplayer import PagePlayer

pytestmark = pytest.mark.django_db


def table(slug: str, players: int = 2, box: str = "") -> PagePlayer:
    phone = Client()
    started = phone.post(f"/g/{slug}/", {"players": players, "box": box, "name": "Ana"})
    return PagePlayer(phone, started["Location"])


def state(player: PagePlayer):
    play = Play.objects.get(code=player.at.split("/")[2])
    return registry.referee(play.title).decode_state(play.state)


def test_card_without_known_spaces_falls_when_called_full():
    player = table("fire-nation")
    player.tap("deal", rest=True)
    player.tap("deploy", location=1)
    player.tap("fire", card="stay0")
    unknown = list(state(player).slots[0])
    player.tap("card.kinds", heroes=unknown)
    hurt = [piece.id for piece in state(player).pieces if piece.damage]
    assert set(unknown) <= set(hurt)
    assert not player.offers("card.count")
    player.tap("results")
    player.tap("card.count", card=hurt[0], n=-1, full=[hurt[1]])
    player.tap("aid", take=False)
    assert state(player).defeated == 2


@pytest.mark.parametrize("slug", ["batman-who-laughs", "fire-nation"])
@pytest.mark.parametrize(("box", "counted"), [("", False), ("sample", True)])
def test_spaces_left_on_uncounted_track_are_no_fact(slug, box, counted):
    shown = re.findall(r"<b>\s*(\d+)(\??)", table(slug, box=box).html)
    assert shown[0][1] == ("" if counted else "?"), shown


def test_the_ids_of_prompts_are_single_words():
    player = table("batman-who-laughs")
    player.tap("deal", rest=True)
    player.tap("deploy", location=0)
    player.tap("doom", n=0)
    player.tap("figure", face="stay")
    assert player.offers("card.kinds")
    more = player.client.get(f"{player.at}more").content.decode()
    ids = re.findall(r'\b(?:id|for|form)="([^"]*)"', player.html + more)
    assert [each for each in ids if not re.fullmatch(r"[\w.:-]+", each)] == []


def test_own_ability_takes_dice_roll_by_roll():
    player = table("fire-nation", box="sample")
    player.tap("depth", depth="full")
    player.tap("deal", rest=True)
    player.tap("deploy", location=1)
    player.tap("fire", card="right0")
    here = list(state(player).slots[state(player).facing])
    player.tap("card.kinds", heroes=here)
    aang, team = state(player).teams[0].row[0], state(player).teams[0]
    assert any(team.cost)
    player.tap("roll", faces=["W", "A", "E", "F"])
    dice = [die.id for die in state(player).turn.dice]
    assert re.search(rf'<button[^>]*name="target" value="{aang}"', player.html)
    assert re.search(r'<button[^>]*name="target" value="team"', player.html)
    player.tap("assign", dice=dice[:1], target=aang)
    laid = {die.id: die.target for die in state(player).turn.dice}
    assert laid[dice[0]] == aang
    # Its target is chosen next, before anything else is rolled.
    assert aang not in state(player).turn.used
    player.tap("ability", target=aang)
    assert aang in state(player).turn.used


def test_only_solo_player_chooses_how_many_teams():
    referee = registry.referee("fire-nation")
    box = referee.sample_box()
    for players, offered in ((1, True), (2, False)):
        draft = referee.setup_default(players, box)
        names = [field.name for page in referee.setup_pages(draft, box) for field in page.fields]
        assert ("teams" in names) == offered
    several = referee.decode_setup({"players": 2, "teams": 4})
    begun = referee.begin(several, box).state
    assert (len(begun.teams), begun.setup.teams) == (2, 0)


@pytest.mark.parametrize(("space", "asked"), [(0, True), (1, False)])
def test_balance_track_takes_dice_while_space_asks_symbols(space, asked):
    player = table("fire-nation", box="sample")
    player.tap("depth", depth="full")
    player.tap("deal", rest=True)
    referee, play = registry.referee("fire-nation"), Play.objects.get()
    play.state = referee.encode_state(replace(state(player), progress=space))
    play.save()
    player.tap("deploy", location=1)
    player.tap("fire", card="right0")
    player.tap("card.kinds", heroes=list(state(player).slots[state(player).facing]))
    player.tap("roll", faces=["W", "A", "E", "F"])
    assert bool(re.search(r'<button[^>]*name="target" value="progress"', player.html)) == asked


def test_unknown_card_takes_three_taps_without_script():
    player = table("fire-nation")
    player.tap("deal", rest=True)
    card, before = state(player).slots[0][0], player.taps
    player.tap("card.define", piece=card, kind="hero")
    player.tap("card.define", piece=card, capacity=3)
    player.tap("card.define", piece=card, name="Jet")
    assert player.taps == before + 3
    told = registry.referee("fire-nation").table(state(player))
    assert (told.name(card), told.kind(card), told.capacity(card)) == ("Jet", "hero", 3)
    assert not [form for form in player.offers("card.define") if form.fixed("piece") == card]


def test_one_question_about_spaces_follows_the_results():
    player = table("fire-nation")
    player.tap("deal", rest=True)
    player.tap("deploy", location=1)
    player.tap("fire", card="stay0")
    player.tap("card.kinds", heroes=list(state(player).slots[0]))
    (hurt, *others) = [piece.id for piece in state(player).pieces if piece.damage]
    player.tap("results")
    assert player.offers("card.count")
    assert all(f'value="{each}"' in player.html for each in others)
    player.tap("card.count", card=hurt, n=0)
    assert not player.offers("card.count")


def test_polish_phone_reads_teams_in_polish():
    phone = Client(headers={"accept-language": "pl"})
    started = phone.post("/g/batman-who-laughs/", {"players": 2, "box": "sample", "name": "Ana"})
    player = PagePlayer(phone, started["Location"])
    player.tap("deal", rest=True)
    shown = " ".join(re.findall(r">([^<]+)<", player.html)).replace("\xad", "")
    assert "Determinacja" in shown
    assert "Determination" not in shown


def test_everybody_has_own_team_beside_the_deal():
    host = table("batman-who-laughs", box="sample")
    play = Play.objects.get(code=host.at.split("/")[2])
    phone = Client()
    phone.post(f"/j/{play.code}/", {"name": "Bo", "parts": ["1"]})
    mine = phone.get(host.at).content.decode().partition('id="r-mine"')[2]
    assert 'id="team-1"' in mine[:400]


def test_polish_phone_reads_other_teams_in_polish():
    host = table("batman-who-laughs", box="sample")
    host.tap("deal", rest=True)
    phone = Client(headers={"accept-language": "pl"})
    phone.post(f"/j/{host.at.split('/')[2]}/", {"name": "Bo", "parts": ["1"]})
    shown = " ".join(re.findall(r">([^<]+)<", phone.get(host.at).content.decode()))
    assert "Determinacja" in shown.replace("\xad", "")
    assert "Determination" not in shown.replace("\xad", "")


def attacked(slug: str, *names: str) -> PagePlayer:
    """Return the phone of a new copy's table whose team is where the figure looks, at ``names``."""
    player = table(slug)
    facing = state(player).facing
    for n in range(9):
        at = n - 3 * facing
        player.tap("deal", cards=[names[at] if 0 <= at < len(names) else ""])
    player.tap("deploy", location=facing)
    if slug == "fire-nation":
        player.tap("fire", card="stay0")
    else:
        player.tap("doom", n=0)
        player.tap("figure", face="stay")
    heroes = player.offers("card.kinds")[0].options["heroes"]
    player.tap("card.kinds", heroes=heroes)
    return player


def test_location_keeps_its_name_where_everyone_is():
    player = attacked("batman-who-laughs")
    facing = state(player).facing
    assert f'class="where">sector {facing + 1}<' in re.sub(r">\s+", ">", player.html)


def test_abilities_that_acted_stay_below_the_question():
    player = attacked("fire-nation", "June", "Ty Lee")
    html = player.html
    assert html.index("What did the Hero dice bring?") < html.index('class="acted"')
    assert "2 abilities acted" in html
    assert html.count("Wrong? Fix") == 3


def test_unknown_balance_card_has_no_name_in_checklist():
    assert "Put your Balance card left of the Ruin Track" in table("fire-nation").html.replace(
        "\xad", ""
    )


def test_own_team_stays_beside_open_question():
    host = table("batman-who-laughs")
    host.tap("deal", rest=True)
    bo = Client()
    bo.post(f"/j/{host.at.split('/')[2]}/", {"name": "Bo", "parts": ["1"]})
    host.tap("deploy", location=0)
    host.tap("doom", n=0)
    host.tap("figure", face="stay")
    waiting = PagePlayer(bo, host.at)
    assert waiting.offers("card.kinds")
    assert 'id="team-1"' in waiting.html.partition('id="r-mine"')[2][:400]


@pytest.mark.parametrize("slug", ["batman-who-laughs", "fire-nation"])
def test_spaces_are_counted_below_the_locations(slug):
    html = table(slug).html
    assert html.index('class="locs"') < html.index('popovertarget="count-track"')


def test_cards_left_unnamed_share_one_row():
    html = table("fire-nation").html
    (row,) = [
        each
        for each in re.findall(r"<div.*?</div>", html, re.S)
        if 'class="btn quiet later' in each
    ]
    assert row.count("<button") == 2


def test_full_battle_is_called_completed():
    kit = environment("en", "fire-nation").get_template("games/rising/kit.jinja").module
    facts = {"tone": "battle", "label": "Ba Sing Se", "prices": (), "damage": 2, "capacity": 2}
    card = SimpleNamespace(**facts, full=True)
    assert "completed" in kit.card(card)
