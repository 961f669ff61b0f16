"""Tests of what the templates of boards may call, and how their sources are read."""

from types import SimpleNamespace

import pytest
from markupsafe import Markup

from companion.plays.pages.drawing import engine
from companion.plays.pages.drawing.marks import ADDRESS, TOKENS
from games.messages import msg
from games.referee import Choice, Field


def rendered(source, **values):
    return engine.bare().from_string(source).render(values)


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("<p>\n  a\n</p>\n", "<p>a</p>"),
        ("one\n  two", "one two"),
        ("one\n  <b>two</b>\n  three", "one<b>two</b>three"),
        ("{{ n }}\n  {{ n }}", "77"),
        ("{{ n }}\n", "7"),
        ("one\n", "one"),
        ("one\n  two\n", "one two"),
        ('<p\n  class="a"\n  id="b"\n>\n  a\n</p>', '<p class="a" id="b">a</p>'),
        ('<p\n  {% if n %}id="b"{% endif %}\n  {{ n }}\n></p>', '<p id="b" 7></p>'),
        ("<p\n  {{- n }}\n></p>", "<p7></p>"),
        ("<p {{ n -}}\n  {{ n }}></p>", "<p 77></p>"),
        ("a < b\n  c", "a < b c"),
        ("{# < #}a\n  b", "a b"),
        ("<i>{{ '>' if n }}\n  a</i>", "<i>&gt;a</i>"),
        ("<i {{ '>' if n }}\n  a></i>", "<i &gt; a></i>"),
    ],
)
def test_breaks_vanish_beside_tags_and_are_spaces_elsewhere(source, text):
    assert rendered(source, n=7) == text


def view(mine=True, **more):
    fields = (
        Field("card", "choice", "", (Choice("a", "A"), Choice(2, "B"))),
        Field("to", "choice", "", (Choice("b", "B"),)),
    )
    return SimpleNamespace(do="give", id="p-give-1", mine=mine, fields=fields, **more)


@pytest.mark.parametrize(
    ("name", "value", "offered"),
    [
        ("card", "a", True),
        ("card", 2, True),
        ("card", "2", False),
        ("card", "b", False),
        ("to", "b", True),
        ("from", "a", False),
    ],
)
def test_thing_is_offered_where_phones_prompt_takes_it(name, value, offered):
    assert engine.offered(view(), name, value) is offered
    assert engine.offered(view(mine=False), name, value) is False
    assert engine.offered(None, name, value) is False


def hidden(**fields):
    inputs = (f'<input type="hidden" name="{name}" value="{v}">' for name, v in fields.items())
    return TOKENS + "".join(inputs)


def test_form_sends_its_prompt_and_decided_values():
    prompt = view(fixed={"hero": 1})
    sent = {"do": "give", "prompt": "p-give-1", "hero": 1}
    assert engine.hidden(prompt) == hidden(**sent)
    assert engine.hidden(prompt, hero=2, seen="x") == hidden(**{**sent, "hero": 2, "seen": "x"})
    assert engine.hidden(closed="no") == hidden(closed="no")


def test_list_is_sent_value_by_value_as_text():
    one, two = (f'<input type="hidden" name="c" value="{each}">' for each in ("&lt;", "2"))
    assert engine.inputs({"c": ["<", 2]}) == engine.inputs({"c": ("<", 2)}) == one + two
    assert engine.inputs({"c": []}) == ""


def test_sign_may_have_class_beside_its_own():
    assert 'class="i"' in engine.icon("cube")
    assert 'class="i big"' in engine.icon("cube", "big")
    assert "#cube" in engine.icon("cube")


def test_form_names_its_target_where_not_itself():
    own, other = engine.to("act"), engine.to("act", "drawer")
    assert f'action="/t/{ADDRESS}/act" hx-post="/t/{ADDRESS}/act"' in own
    assert "hx-target" not in own
    assert other == own + Markup(' hx-target="#drawer"')


def test_title_words_are_said_all_else_stays(acorns):
    known = engine.environment("en", acorns).globals
    assert known["say"](msg("note.find", who="A")) == "A finds an acorn"
    assert [known["say"](each) for each in ("as it is", 3, None, "")] == [
        *("as it is", "3", "", "")
    ]


def test_rule_opens_in_drawer_and_none_is_nothing(acorns):
    ruleref = engine.environment("en", acorns).globals["ruleref"]
    assert ruleref("") == ""
    assert 'aria-label="Rule N-01"' in ruleref("N-01")
    assert "?ids=N-01" in ruleref("N-01")


def test_what_template_does_not_know_is_mistake():
    with pytest.raises(Exception, match="nobody"):
        rendered("{{ nobody }}")


def test_template_of_other_language_is_not_compiled_again(monkeypatch):
    compiles = []
    compile_source = engine.Engine._compile

    def counted(self, source, filename):
        compiles.append(filename)
        return compile_source(self, source, filename)

    monkeypatch.setattr(engine.Engine, "_compile", counted)
    monkeypatch.setattr(engine.compiled, "_compiled", {})
    for _ in ("en", "pl"):
        engine.bare().get_template("board/last.jinja")
    assert len(compiles) == len(set(compiles)) == 1


def test_sentence_is_made_once_for_all_phones():
    looked_up = []

    def gettext(text):
        looked_up.append(text)
        return text

    words = {"note.found": "{n} acorns for {who}"}
    speaker = engine.RememberingSpeaker(words, gettext, lambda one, many, n: many)
    for who in ("Ana", "Ana", "Bo"):
        assert speaker.say(msg("note.found", n=2, who=who)) == f"2 acorns for {who}"
    assert looked_up == ["{n} acorns for {who}"] * 2


def test_no_more_sentences_are_remembered_than_allowed(monkeypatch):
    monkeypatch.setattr(engine, "SAID", 3)
    speaker = engine.RememberingSpeaker({"note.n": "{n}"}, str, lambda one, many, n: many)
    for n in range(10):
        assert speaker.say(msg("note.n", n=n)) == str(n)
    assert len(speaker._said) <= 3
