"""A prompt as a page draws it and a post read back: what is asked how, and what counts as given."""

from typing import Literal

import msgspec
import pytest
from django import forms as django_forms
from django.http import QueryDict

from companion.plays.pages import forms
from companion.plays.pages.forms import PromptView
from games.messages import Speaker, msg
from games.referee import Choice, Field, MalformedError, Prompt
from games.vocabulary import DieRow

SPEAKER = Speaker({"field.n": "How many", "hint.far": "far away"})


def choices(n):
    return tuple(Choice(f"c{i}", f"C{i}") for i in range(n))


def number(low=None, high=None, **more):
    return Field("n", "number", msg("field.n"), low=low, high=high, **more)


def view(*fields, data=None, **more):
    return PromptView(Prompt("do", "Do", fields, **more), SPEAKER, data=data)


def posted(text):
    return QueryDict(text)


RED = DieRow("d", "Red", (Choice(1, "one"), Choice(2, "two")), "red")
DICE = Field("dice", "dice", "Dice", dice=(RED, RED))
ROWS = Field("who", "sequence", "Who", choices(2), rows=("first", "second", "third"))


# -- how much of a form a prompt needs -------------------------------------------------------------


@pytest.mark.parametrize(
    ("fields", "style"),
    [
        ((), "button"),
        ((Field("c", "choice", "", choices(12)),), "buttons"),
        ((Field("c", "choice", "", choices(13)),), "form"),
        ((Field("c", "choice", "", choices(2), optional=True),), "form"),
        ((Field("c", "choices", "", choices(2)),), "form"),
        ((number(1, 12),), "buttons"),
        ((number(0, 12),), "form"),
        ((number(None, 5),), "form"),
        ((number(5, None),), "form"),
        ((number(1, 3, optional=True),), "form"),
        ((Field("t", "text", "", high=5),), "form"),
        ((Field("c", "choices", "", choices(3), low=1, high=2),), "form"),
        ((ROWS,), "form"),
        ((Field("f", "flag", ""),), "form"),
        ((Field("dice", "dice", "Dice", dice=(RED,)),), "faces"),
        ((DICE,), "keypad"),
        ((DICE, number(1, 2)), "keypad"),
        ((number(1, 2), DICE), "form"),
    ],
)
def test_prompt_is_button_row_keypad_or_form(fields, style):
    assert view(*fields).style == style


def test_buttons_of_number_are_all_it_may_be():
    assert view(number(2, 4)).buttons == [
        {"value": n, "label": str(n), "hint": "", "tone": ""} for n in (2, 3, 4)
    ]
    assert [each["value"] for each in view(number(0, 0)).buttons] == [0]


def test_choice_buttons_are_said_with_hint_and_tone():
    field = Field("c", "choice", "", (Choice("a", "A", msg("hint.far"), tone="red"),))
    assert view(field).buttons == [{"value": "a", "label": "A", "hint": "far away", "tone": "red"}]


@pytest.mark.parametrize(
    ("field", "tiled"),
    [
        (number(0, 9), True),
        (number(0, 10), False),
        (number(0, 19, step=2), True),
        (number(0, 20, step=2), False),
        (number(-1, 3), False),
        (number(None, 3), False),
        (number(3, None), False),
        (Field("c", "choice", "", choices(6)), True),
        (Field("c", "choice", "", choices(7)), False),
        (Field("c", "choice", "", choices(5), optional=True), True),
        (Field("c", "choice", "", choices(6), optional=True), False),
        (Field("c", "choices", "", choices(2)), False),
        (Field("t", "text", ""), False),
    ],
)
def test_field_is_tiled_where_all_answers_show_together(field, tiled):
    assert view(field).tiled(field) is tiled


def test_optional_choice_tiles_begin_with_none_unless_offered():
    free = Field("c", "choice", "", choices(1), optional=True)
    assert view(free).options(free) == [
        {"value": "", "label": "–"},
        {"value": "c0", "label": "C0"},
    ]
    own = Field("c", "choice", "", (Choice("", "nobody"), Choice("a", "A")), optional=True)
    assert [each["label"] for each in view(own).options(own)] == ["nobody", "A"]
    must = Field("c", "choice", "", choices(1))
    assert [each["value"] for each in view(must).options(must)] == ["c0"]
    several = Field("c", "choices", "", choices(1), optional=True)
    assert [each["value"] for each in view(several).options(several)] == ["c0"]
    assert view(number(1, 3)).options(number(1, 3)) == [
        {"value": n, "label": str(n)} for n in (1, 2, 3)
    ]


def test_choices_of_one_tone_after_another_stand_together():
    told = tuple(Choice(n, str(n), tone=tone) for n, tone in enumerate("aabba"))
    field = Field("c", "choice", "", told)
    assert [[c.value for c in run] for run in view(field).runs(field)] == [[0, 1], [2, 3], [4]]


def test_browser_requires_fields_neither_optional_nor_tick():
    one = view()
    assert one.required(number(1, 2))
    assert not one.required(number(1, 2, optional=True))
    assert not one.required(Field("f", "flag", ""))


# -- what a field begins with ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("default", "given"),
    [(None, []), (False, []), (True, ["True"]), (0, ["0"]), ("a", ["a"]), ((1, 2), ["1", "2"])],
)
def test_a_field_begins_with_its_default(default, given):
    assert view().given(Field("n", "choice", "", default=default)) == given


def test_a_refused_form_keeps_what_was_typed():
    data = posted("n=7&n=&who.0=c1&who.2=c0&dice.1=2")
    shown = view(number(1, 9, default=3), ROWS, DICE, data=data)
    assert shown.given(number(1, 9, default=3)) == ["7"]
    assert shown.given(ROWS) == ["c1", "", "c0"]
    assert shown.given(DICE) == ["", "2"]
    assert shown.typed["n"] == ["7", ""]
    assert view().typed is None


def test_text_default_is_said_in_pages_language():
    spec = Field("t", "text", "", default=msg("hint.far"))
    assert view(spec).given(spec) == ["far away"]
    assert forms.form_field(spec, SPEAKER).initial == "far away"


# -- the fields of a form --------------------------------------------------------------------------


def test_a_number_is_asked_between_its_bounds():
    field = forms.form_field(number(2, 5, default=3, help="most"), SPEAKER)
    assert (field.min_value, field.max_value, field.initial) == (2, 5, 3)
    assert (field.label, field.help_text, field.required) == ("How many", "most", True)
    assert not forms.form_field(number(2, 5, optional=True), SPEAKER).required


def test_a_tick_is_never_required():
    assert not forms.form_field(Field("f", "flag", ""), SPEAKER).required


def test_a_text_has_a_length_and_suggestions():
    field = forms.form_field(Field("t", "text", "", choices(2), high=9), SPEAKER)
    assert (field.max_length, field.suggestions) == (9, ["C0", "C1"])
    with pytest.raises(django_forms.ValidationError):
        field.clean("x" * 10)


@pytest.mark.parametrize(
    ("n", "optional", "widget"),
    [
        (6, False, django_forms.RadioSelect),
        (7, False, django_forms.Select),
        (5, True, django_forms.RadioSelect),
        (6, True, django_forms.Select),
    ],
)
def test_more_than_six_answers_become_a_list(n, optional, widget):
    field = forms.form_field(Field("c", "choice", "", choices(n), optional=optional), SPEAKER)
    assert isinstance(field.widget, widget)
    first = field.choices[0]
    assert first == (("", "–") if optional else ("c0", "C0"))


def test_a_choice_is_said_with_its_hint():
    told = (Choice("a", "A", msg("hint.far")), Choice("b", "B"))
    field = forms.form_field(Field("c", "choice", "", told), SPEAKER)
    assert field.choices == [("a", "A · far away"), ("b", "B")]


@pytest.mark.parametrize(("low", "required"), [(None, False), (0, False), (1, True)])
def test_tick_list_is_required_where_one_is_needed(low, required):
    spec = Field("c", "choices", "", choices(2), low=low)
    assert forms.form_field(spec, SPEAKER).required is required


def test_several_inputs_have_row_each_with_given_value():
    widget = forms.form_field(ROWS, SPEAKER).widget
    assert widget.value_from_datadict({"who.1": "c0"}, {}, "who") == ["", "c0", ""]
    rows = widget.get_context("who", ["c1"], {})["rows"]
    assert [(row["name"], row["label"], row["value"]) for row in rows] == [
        ("who.0", "first", "c1"),
        ("who.1", "second", ""),
        ("who.2", "third", ""),
    ]
    assert [row["value"] for row in widget.get_context("who", None, {})["rows"]] == ["", "", ""]
    dice = forms.form_field(DICE, SPEAKER).widget.get_context("dice", ("2", "1"), {})["rows"]
    assert [(row["label"], row["colour"], row["value"]) for row in dice] == [
        ("Red", "red", "2"),
        ("Red", "red", "1"),
    ]
    assert [face["label"] for face in dice[0]["faces"]] == ["one", "two"]


def test_form_has_prompts_name_and_holds_refused_values():
    prompt = Prompt("do", msg("field.n"), (number(1, 5),), fixed={"seat": 2})
    form = forms.build_form(prompt, SPEAKER, posted("n=9"))
    assert (form.legend, form.auto_id, form.is_bound) == ("How many", "p-do-2-%s", True)
    assert "n" in form.errors
    assert not forms.build_form(prompt, SPEAKER).is_bound


@pytest.mark.parametrize(
    ("do", "fixed", "name"),
    [
        ("roll", {}, "p-roll"),
        ("find", {"squirrel": 1}, "p-find-1"),
        ("go", {"to": "a b/c", "by": 2}, "p-go-a-b-c-2"),
    ],
)
def test_a_prompt_is_called_by_one_word(do, fixed, name):
    assert forms.prompt_id(do, fixed) == name


# -- reading a post --------------------------------------------------------------------------------


class Move(msgspec.Struct, tag="move", tag_field="do"):
    to: str
    steps: int = 1
    quietly: bool = False
    dice: tuple[int, ...] = ()


class Pick(msgspec.Struct, tag="pick", tag_field="do"):
    cards: tuple[str, ...]
    side: Literal["left", "right"] = "left"
    spare: tuple[int, ...] | None = None


def read(text):
    return forms.read_action(posted(text), Move | Pick)


def test_what_is_not_given_has_its_default():
    assert read("do=move&to=a&steps=") == {
        "do": "move",
        "to": "a",
        "steps": 1,
        "quietly": False,
        "dice": (),
    }


def test_texts_of_form_become_what_action_wants():
    assert read("do=move&to=a&steps=3&quietly=on&dice=4&dice=&dice=5") == {
        "do": "move",
        "to": "a",
        "steps": 3,
        "quietly": True,
        "dice": (4, 5),
    }


def test_rows_are_read_up_to_first_missing_one():
    assert read("do=move&to=a&dice.0=4&dice.1=5&dice.3=6")["dice"] == (4, 5)
    assert read("do=pick&cards=x&spare.0=2")["spare"] == (2,)


def test_list_with_nothing_ticked_is_empty():
    assert read("do=pick") == {"do": "pick", "cards": (), "side": "left", "spare": None}


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("do=fly", "no action is called 'fly'"),
        ("", "no action is called ''"),
        ("do=move", "required field `to`"),
        ("do=move&to=a&steps=x", "steps"),
        ("do=move&to=a&dice.0=", "dice"),
        ("do=pick&side=up", "side"),
    ],
)
def test_what_is_no_action_is_named(text, problem):
    with pytest.raises(MalformedError, match=problem):
        read(text)


def test_unknown_action_is_named_as_far_as_readable():
    with pytest.raises(MalformedError) as malformed:
        read("do=" + "x" * 41)
    assert str(malformed.value) == "no action is called '" + "x" * 39


def test_only_required_list_stands_for_nothing_ticked():
    assert forms.empty_lists(Pick) == {"cards": []}
    assert forms.empty_lists(Move) == {}


def test_one_action_alone_is_known_by_its_tag():
    assert forms.action_types(Move) == {"move": Move}
    assert forms.action_types(Move | Pick) == {"move": Move, "pick": Pick}


def test_first_list_with_too_few_ticks_is_named():
    cards = Field("cards", "choices", "", choices(3), low=2)
    any_ = Field("any", "choices", "", choices(3))
    other = Prompt("other", "", (Field("cards", "choices", "", choices(3), low=3),))
    prompts = [other, Prompt("pick", "", (any_, cards), fixed={"n": 1})]
    assert forms.unticked(prompts, posted("prompt=p-pick-1")) is cards
    assert forms.unticked(prompts, posted("prompt=p-pick-1&cards=a")) is cards
    assert forms.unticked(prompts, posted("prompt=p-pick-1&cards=a&cards=b")) is None
    assert forms.unticked(prompts, posted("prompt=p-pick-2")) is None
    assert forms.unticked(prompts, posted("")) is None


def test_same_tap_has_same_key_and_others_differ():
    key = forms.entry_key(1, "page", {"do": "roll", "face": 4})
    assert key == forms.entry_key(1, "page", {"face": 4, "do": "roll"})
    others = [
        (2, "page", {"do": "roll", "face": 4}),
        (1, "pag", {"do": "roll", "face": 4}),
        (1, "page", {"do": "roll", "face": 5}),
        (1, "page"),
    ]
    assert len({key, *(forms.entry_key(*each) for each in others)}) == 5
    assert len(key) == 40
