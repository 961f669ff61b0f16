"""Forms of which pages share something: a name, a reason, a pad, the phone they are entered on."""

import pytest
from django.http import QueryDict

from companion.plays.pages import forms
from companion.plays.pages.forms import PromptView
from games.messages import Speaker, msg
from games.referee import Choice, Field, Prompt

SPEAKER = Speaker({})
NUMBER = Field("n", "number", "", low=1, high=5)


def test_a_reason_known_by_its_field_takes_the_place_of_what_the_form_says():
    prompt = Prompt("do", "", (NUMBER, Field("t", "text", "")))
    data = QueryDict("n=9&t=x")
    plain, told, elsewhere = (forms.build_form(prompt, SPEAKER, data) for _ in range(3))
    assert forms.complains(plain, {})
    assert list(plain.errors) == ["n"]
    assert forms.complains(told, {"n": "Too many for this table"})
    assert told.errors == {"n": ["Too many for this table"]}
    assert forms.complains(elsewhere, {"other": "Not here"})
    assert list(elsewhere.errors) == ["n"]
    right = forms.build_form(prompt, SPEAKER, QueryDict("n=5&t=x"))
    assert not forms.complains(right, {"other": "Not here"})


@pytest.mark.parametrize(
    ("sent", "read"),
    [
        ("c=b", "b"),
        ("c=a&c=b", "b"),
        ("c=b&c=theirs", "b"),
        ("c=theirs&c=", ""),
        ("c=", ""),
        ("", None),
    ],
)
def test_of_what_several_pages_send_under_one_name_a_choice_reads_what_it_offers(sent, read):
    own = (Choice("a", "A"), Choice("b", "B"))
    widget = forms.form_field(Field("c", "choice", "", own, optional=True), SPEAKER).widget
    assert widget.value_from_datadict(QueryDict(sent), {}, "c") == read


@pytest.mark.parametrize(
    ("rows", "counts"),
    [
        ((msg("symbol.bat"), msg("symbol.fist")), True),
        ((msg("symbol.bat"), msg("card.fist")), False),
        ((msg("symbol.bat"), "symbol.fist"), False),
    ],
)
def test_rows_that_are_all_symbols_of_the_game_are_told_on_a_pad(rows, counts):
    field = forms.form_field(Field("who", "sequence", "", (Choice("a", "A"),), rows=rows), SPEAKER)
    assert [row["counts"] for row in field.widget.rows] == [counts] * len(rows)


def test_a_prompt_is_the_same_on_the_phone_of_who_enters_it_for_others():
    prompt, data = Prompt("do", "Do", (NUMBER,)), QueryDict("n=9")
    own = PromptView(prompt, SPEAKER, True, data)
    assert own.alike() is own
    theirs = PromptView(prompt, SPEAKER, True, data, others=True, instead=1).alike()
    assert (theirs.mine, theirs.others, theirs.instead) == (True, False, 1)
    assert (theirs.prompt, theirs.data) == (prompt, data)
