"""Tests of how what a roll may bring is said: which chances, in which words, how far they hold."""

import pytest

from companion.plays.forecast_text import Foresight, OutcomeChance, RiskReduction
from companion.plays.models import Play
from companion.plays.pages import phrasing
from games.messages import Speaker, msg

HTMX = {"HTTP_HX_REQUEST": "true"}


def chance(text, percent="50", danger=False, less=None, again=()):
    return OutcomeChance(msg(f"brings.{text}"), percent, danger, less, again)


WORDS = {f"brings.{text}": text.title() for text in ("hurt", "gain", "loss", "win")}


def lines(found, wanted="everything"):
    return phrasing.chances(Speaker(WORDS), found, wanted == "everything")


@pytest.mark.parametrize(
    ("wanted", "said"), [("everything", ["Hurt", "Gain"]), ("dangers", ["Hurt"])]
)
def test_table_is_told_of_dangers_or_everything(wanted, said):
    found = Foresight((chance("hurt", "17", danger=True), chance("gain")))
    assert [each["text"] for each in lines(found, wanted)] == said
    assert lines(found, wanted)[0] == {"text": "Hurt", "chance": "17", "again": "", "less": ""}


def test_rest_of_turn_stands_below_under_own_head():
    turn = chance("gain"), chance("loss"), chance("win")
    found = Foresight((chance("hurt", danger=True),), turn=turn, turn_open="8")
    hurt, gain, loss, win = lines(found, "dangers")
    assert gain["head"] == "This turn:"
    assert not any("head" in each for each in (hurt, loss, win))
    assert win["again"] == "up to 8 % depends on what only the table knows"
    assert (gain["again"], loss["again"]) == ("", "")
    alone = lines(Foresight((), turn=turn))
    assert [each["again"] for each in alone] == ["", "", ""]
    assert lines(Foresight((), turn_open="8")) == []


@pytest.mark.parametrize(
    ("less", "said"),
    [
        (None, ""),
        (RiskReduction("", (), "9"), ""),
        (RiskReduction("", ("Red", "Grey"), "9"), "Red and Grey"),
        (RiskReduction("Go on", (), "9"), "9\u00a0%: Go on"),
        (RiskReduction(msg("brings.gain"), ("Red",), "9"), "9\u00a0%: Gain (Red)"),
    ],
)
def test_what_lowers_danger_is_named_with_remaining_danger(less, said):
    (line,) = lines(Foresight((chance("hurt", danger=True, less=less),)))
    assert line["less"] == said


def test_each_condition_of_chance_has_its_number():
    gain, win = msg("brings.gain"), msg("brings.win")
    again = ((gain,), "40"), ((gain, win), "3"), ((win,), "")
    (line,) = lines(Foresight((chance("hurt", again=again),)))
    assert line["again"] == "40\u00a0% Gain, 3\u00a0% Gain and Win, Win"


@pytest.mark.parametrize(
    ("how", "said"),
    [
        ({}, []),
        ({"late": True}, ["Too many possible results to work out the odds"]),
        ({"error": 3}, ["estimated, ±3"]),
        ({"open": "17"}, ["17 % depends on what only the table knows"]),
        ({"assumed": True}, ["assuming standard dice faces"]),
    ],
)
def test_how_far_chances_hold_is_said_if_partly(how, said):
    assert phrasing.remarks(Foresight((), **how)) == said


def wanted(cast):
    return Play.objects.get(pk=cast.play.pk).ahead


def test_players_not_watchers_choose_how_much_is_said(cast):
    before = wanted(cast)
    refused = cast.spectator.post(f"{cast.watched_at}ahead", {"how": "everything"})
    assert refused.status_code == 403
    for how in ("", "more"):
        answer = cast.player.post(f"{cast.at}ahead", {"how": how}, **HTMX)
        assert answer.status_code == 422
        assert "Choose what to show before a roll." in answer.content.decode()
    assert wanted(cast) == before
    for how in Play.Ahead.values:
        answer = cast.player.post(f"{cast.at}ahead", {"how": how})
        assert (answer.status_code, answer["Location"]) == (302, cast.at)
        assert wanted(cast) == how


def test_table_wanting_nothing_said_is_told_nothing(cast):
    Play.objects.update(ahead="nothing")
    line = cast.host.get(f"{cast.at}ahead", **HTMX)
    assert (line.context["lines"], line.context["remarks"]) == ([], [])
    page = cast.host.get(f"{cast.at}ahead")
    assert (page.status_code, page.context["base"]) == (200, "page.html")
    assert "no-cache" in page["Cache-Control"]
