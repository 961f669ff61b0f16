"""Tests of what templates say and link: texts in a phone's language, rules with their page, own
files."""

import pytest
from django.template import Context, Template
from django.utils import translation

from companion.plays.pages.table import speaker_for
from companion.plays.templatetags import sidekick
from games import registry
from games.messages import msg


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Storing"),
        ("pl", "Zapasy"),
        ("pl-pl", "Zapasy"),
        ("de", "Storing"),
        (None, "Storing"),
    ],
)
def test_rule_entry_is_in_phones_language_or_english(language, text):
    texts = {"en": "Storing", "pl": "Zapasy"}
    with translation.override(language):
        assert sidekick.local(texts) == text


def test_texts_are_escaped():
    with translation.override("en"):
        assert sidekick.local({"en": "<b> & more"}) == "&lt;b&gt; &amp; more"
    context = Context({"speaker": speaker_for("animated-dice")})
    assert sidekick.say(context, "<b>") == "&lt;b&gt;"


def test_nothing_is_said_as_nothing(acorns):
    context = Context({"speaker": speaker_for(acorns)})
    assert sidekick.say(context, "") == sidekick.say(context, None) == ""
    assert sidekick.say(context, msg("note.find", who="A")) == "A finds an acorn"


@pytest.mark.parametrize(
    ("table", "key", "found"),
    [
        ({"a": 1}, "a", 1),
        ({"a": 1}, "b", None),
        (None, "a", None),
        ("", "a", None),
        ("text", "t", None),
    ],
)
def test_an_entry_of_nothing_is_nothing(table, key, found):
    assert sidekick.entry(table, key) == found


def test_rule_is_linked_where_title_and_rule_known(acorns):
    title = registry.referee(acorns).title
    text = Template("{% load sidekick %}{% ruleref rule %}")

    def shown(**given):
        return text.render(Context(given))

    linked = shown(title=title, rule="N-01", address="ABCDEF")
    assert f"/rules/{acorns}/N-01/" in linked
    assert "ABCDEF" in linked
    assert shown(title=title, rule="") == shown(rule="N-01") == ""


def test_title_draws_its_own_files_after_its_familys(monkeypatch):
    files = {
        "games/family": ["games/family/style.css", "games/family/sign.svg"],
        "games/own": ["games/own/more.js", "games/own/style.css"],
    }
    monkeypatch.setattr(sidekick, "_own", files.get)
    assert str(sidekick._title_files.__wrapped__("style.css", "family", "own")) == (
        '<link rel="stylesheet" href="/static/games/family/style.css">'
        '<link rel="stylesheet" href="/static/games/own/style.css">'
        '<script defer src="/static/games/own/more.js"></script>'
    )
    assert "family" not in str(sidekick._title_files.__wrapped__("", "own"))


def test_a_title_without_files_links_none(acorns):
    assert str(sidekick.title_files(registry.referee(acorns).title)) == ""
