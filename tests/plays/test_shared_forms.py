"""Forms of which pages share something: a name, a reason, a pad, the phone they are entered on."""

import pytest
from django.http import QueryDict

from companion.plays.pages import forms
from games.messages import Speaker, msg
from games.referee import Choice, Field, Prompt

SPEAKER = Speaker({})
NUMBER = Field("n", "number", "", low=1, high=5)


def test_reason_by_field_replaces_what_form_says():
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
def test_choice_reads_only_offered_values_of_shared_name(sent, read):
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
def test_rows_of_only_game_symbols_use_pad(rows, counts):
    field = forms.form_field(Field("who", "sequence", "", (Choice("a", "A"),), rows=rows), SPEAKER)
    assert [row["counts"] for row in field.widget.rows] == [counts] * len(rows)
