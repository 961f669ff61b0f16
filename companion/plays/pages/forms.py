"""Forms and buttons built from a referee's prompts, and actions read back from them."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import groupby
from typing import Any, get_args, get_origin

import msgspec
from django import forms
from django.http import QueryDict
from django.utils.functional import cached_property

from games.messages import Msg, Speaker
from games.referee import Choice, DieRow, Field, MalformedError, Prompt

FLAGS = "flags"
"""Under this name a form says which flags it asks: a browser does not post an unticked box."""
BUTTONS_AT_MOST = 12
"""A single choice up to this long is drawn as buttons: one tap, no form."""
TILES_AT_MOST = 10
RADIOS_AT_MOST = 6
"""In a form, numbers below the one and choices up to the other are tiles."""


class RowsWidget(forms.Widget):
    """Several inputs of one kind under indexed names (``teams.0``, ``teams.1`` …)."""

    def __init__(self, template_name: str, rows: list[dict[str, Any]]) -> None:
        super().__init__()
        self.template_name = template_name
        self.rows = rows

    def value_from_datadict(self, data: Mapping[str, Any], files: object, name: str) -> list[str]:
        return [data.get(f"{name}.{index}", "") for index in range(len(self.rows))]

    def get_context(self, name: str, value: Any, attrs: Any) -> dict[str, Any]:
        context = super().get_context(name, value, attrs)
        values = list(value) if isinstance(value, list | tuple) else []
        values += [""] * (len(self.rows) - len(values))
        context["rows"] = [
            {**row, "name": f"{name}.{index}", "value": str(values[index])}
            for index, row in enumerate(self.rows)
        ]
        return context


class OneOfItsOwn(forms.widgets.ChoiceWidget):
    """A choice several pages ask for under one name: of what was sent, the one it offers."""

    def value_from_datadict(self, data: Any, files: Any, name: str) -> Any:
        own = {value for value, _ in self.choices if value}
        sent = [value for value in data.getlist(name) if value in own]
        return sent[-1] if sent else data.get(name)


class Tiles(OneOfItsOwn, forms.RadioSelect):
    """A choice whose options are seen at once."""


class Dropdown(OneOfItsOwn, forms.Select):
    """A choice of many."""


class SuggestingField(forms.CharField):
    """Text for which some words are suggested."""

    def __init__(self, suggestions: list[str], **common: Any) -> None:
        super().__init__(**common)
        self.suggestions = suggestions


class PromptForm(forms.Form):
    """The open fields of a prompt under its label."""

    legend = ""


class RowsField(forms.Field):
    """One value per row; which values are possible is the referee's business."""

    def clean(self, value: Any) -> Any:
        return value


def _choices(choices: tuple[Choice, ...], speaker: Speaker) -> list[tuple[str, str]]:
    return [
        (str(choice.value), " · ".join(filter(None, map(speaker.say, (choice.label, choice.hint)))))
        for choice in choices
    ]


def form_field(spec: Field, speaker: Speaker) -> forms.Field:
    """Return the Django field for one field of a prompt."""
    common: dict[str, Any] = {
        "label": speaker.say(spec.label),
        "help_text": speaker.say(spec.help),
        "required": not spec.optional and spec.kind != "flag",
        "initial": speaker.say(spec.default) if isinstance(spec.default, Msg) else spec.default,
    }
    match spec.kind:
        case "number":
            return _number(spec, common)
        case "flag":
            return forms.BooleanField(**common)
        case "text":
            suggested = [label for _, label in _choices(spec.choices, speaker)]
            typed = forms.TextInput({"autocomplete": "off"})
            return SuggestingField(suggested, max_length=spec.high, widget=typed, **common)
        case "choice":
            return _one_of(_choices(spec.choices, speaker), common)
        case "choices":
            return forms.MultipleChoiceField(
                choices=_choices(spec.choices, speaker),
                widget=forms.CheckboxSelectMultiple,
                **{**common, "required": bool(spec.low)},
            )
        case "sequence":
            rows = RowsWidget("components/widgets/sequence.html", _sequence_rows(spec, speaker))
            return RowsField(widget=rows, **common)
        case "dice":
            dice = [_die_row(die, speaker) for die in spec.dice]
            return RowsField(widget=RowsWidget("components/widgets/keypad.html", dice), **common)


def _number(spec: Field, common: dict[str, Any]) -> forms.Field:
    """Return a number on the telephone's own pad, between its bounds."""
    return forms.IntegerField(
        min_value=spec.low,
        max_value=spec.high,
        step_size=spec.step,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
        **common,
    )


def _one_of(options: list[tuple[str, str]], common: dict[str, Any]) -> forms.Field:
    """Return one of few options as tiles, one of many from a list; none, too, where none is
    required."""
    if not common["required"] and all(value for value, _label in options):
        options.insert(0, ("", "–"))
    widget = Tiles if len(options) <= RADIOS_AT_MOST else Dropdown
    return forms.ChoiceField(choices=options, widget=widget, **common)


def _sequence_rows(spec: Field, speaker: Speaker) -> list[dict[str, Any]]:
    """Return a choice for each thing named: the same ones for all of them."""
    choices, counts = _choices(spec.choices, speaker), counts_symbols(spec)
    return [{"label": speaker.say(row), "choices": choices, "counts": counts} for row in spec.rows]


def counts_symbols(spec: Field) -> bool:
    """Return whether each row counts one of the game's symbols, entered on a symbol pad."""
    return all(isinstance(row, Msg) and row.code.startswith("symbol.") for row in spec.rows)


def _die_row(die: DieRow, speaker: Speaker) -> dict[str, Any]:
    faces = [
        {
            "value": str(face.value),
            "label": speaker.say(face.label),
            "hint": speaker.say(face.hint),
            "tone": face.tone,
        }
        for face in die.faces
    ]
    return {"label": speaker.say(die.label), "colour": die.colour, "faces": faces}


def prompt_id(do: str, fixed: Mapping[str, Any]) -> str:
    """Return a name for a prompt that stays the same from one revision to the next: one word, as
    pages refer to it among others."""
    return _word("-".join(["p", do, *map(str, fixed.values())]))


@lru_cache(maxsize=4096)
def _word(name: str) -> str:
    return re.sub(r"[^\w-]+", "-", name)


def build_form(prompt: Prompt, speaker: Speaker, data: QueryDict | None = None) -> PromptForm:
    """Return the form of a prompt's open fields, bound to ``data`` if that was refused before."""
    form = PromptForm(data, auto_id=f"{prompt_id(prompt.do, prompt.fixed)}-%s")
    form.fields |= {spec.name: form_field(spec, speaker) for spec in prompt.fields}
    form.legend = speaker.say(prompt.label)
    return form


def complains(form: PromptForm, beside: Mapping[str, str]) -> bool:
    """Return whether a posted form has errors; a reason known for a field replaces the form's own
    error.
    """
    for name in form.fields.keys() & beside:
        form.errors.pop(name, None)
        form.add_error(name, beside[name])
    return not form.is_valid()


@dataclass(frozen=True)
class Side:
    """A part by the name a page of this language has for it."""

    index: int
    name: str
    detail: Msg | str


class PromptView:
    """One prompt as a page draws it.

    ``mine`` where this phone answers it; ``data`` what was typed if that was refused.
    """

    def __init__(
        self,
        prompt: Prompt,
        speaker: Speaker,
        mine: bool = True,
        data: QueryDict | None = None,
    ) -> None:
        self.prompt, self.speaker, self.mine, self.data = prompt, speaker, mine, data

    @cached_property
    def id(self) -> str:
        return prompt_id(self.prompt.do, self.prompt.fixed)

    @property
    def do(self) -> str:
        return self.prompt.do

    @property
    def fixed(self) -> dict[str, Any]:
        return self.prompt.fixed

    @property
    def fields(self) -> tuple[Field, ...]:
        return self.prompt.fields

    @cached_property
    def label(self) -> str:
        return self.speaker.say(self.prompt.label)

    @cached_property
    def help(self) -> str:
        return self.speaker.say(self.prompt.help)

    @property
    def rule(self) -> str:
        return self.prompt.rule

    @property
    def tone(self) -> str:
        return self.prompt.tone

    @property
    def expected(self) -> bool:
        return self.prompt.expected

    @cached_property
    def style(self) -> str:
        """The size of form it needs: ``button``, ``buttons``, ``faces``, ``keypad``, ``form``."""
        if not self.fields:
            return "button"
        if len(self.fields) > 1:
            return "keypad" if self.fields[0].kind == "dice" else "form"
        (only,) = self.fields
        if only.kind == "dice":
            return "faces" if len(only.dice) == 1 else "keypad"
        if only.optional:
            return "form"
        if only.kind == "choice" and len(only.choices) <= BUTTONS_AT_MOST:
            return "buttons"
        if (
            only.kind == "number"
            and only.low is not None
            and only.high is not None
            and len(only.numbers) <= BUTTONS_AT_MOST
        ):
            return "buttons"
        return "form"

    @cached_property
    def buttons(self) -> list[dict[str, Any]]:
        """The values of the only field, for style ``buttons``."""
        (only,) = self.fields
        if only.kind == "number":
            said = self.speaker.word
            return [{"value": n, "label": said(n), "hint": "", "tone": ""} for n in only.numbers]
        return [
            {
                "value": choice.value,
                "label": self.speaker.say(choice.label),
                "hint": self.speaker.say(choice.hint),
                "tone": choice.tone,
            }
            for choice in only.choices
        ]

    @cached_property
    def form(self) -> PromptForm:
        return build_form(self.prompt, self.speaker, self.data)

    @property
    def typed(self) -> dict[str, list[str]] | None:
        """The values typed into the fields, if that was refused."""
        if self.data is None:
            return None
        return {name: list(values) for name, values in self.data.lists()}

    def given(self, spec: Field) -> list[str]:
        """Return the values a field begins with: what was typed before, else its default."""
        if self.data is not None:
            if spec.kind in ("sequence", "dice"):
                rows = spec.rows if spec.kind == "sequence" else spec.dice
                return [self.data.get(f"{spec.name}.{n}", "") for n in range(len(rows))]
            return [each for each in self.data.getlist(spec.name) if each != ""]
        if spec.default is None or spec.default is False:
            return []
        values = spec.default if isinstance(spec.default, list | tuple) else [spec.default]
        return [self.speaker.say(each) if isinstance(each, Msg) else str(each) for each in values]

    def runs(self, spec: Field) -> list[list[Choice]]:
        """Return the choices of a field in their order, those of one tone after another
        together."""
        return [list(run) for _, run in groupby(spec.choices, lambda choice: choice.tone)]

    def required(self, spec: Field) -> bool:
        """Return whether the browser may insist on a value."""
        return not spec.optional and spec.kind != "flag"

    def tiled(self, spec: Field) -> bool:
        """Return whether a field with one answer is a row of tiles: few enough to see at once."""
        if spec.kind == "number":
            few = (spec.high or 99) < TILES_AT_MOST * spec.step
            return spec.low is not None and spec.low >= 0 and few
        return spec.kind == "choice" and len(spec.choices) + spec.optional <= RADIOS_AT_MOST

    def options(self, spec: Field) -> list[dict[str, Any]]:
        """Return the tiles of a field with their texts."""
        if spec.kind == "number":
            return [{"value": n, "label": self.speaker.word(n)} for n in spec.numbers]
        said = _choices(spec.choices, self.speaker)
        if spec.optional and spec.kind == "choice" and all(value for value, _ in said):
            said = [("", "–"), *said]
        return [{"value": value, "label": label} for value, label in said]


@cache
def action_types(union: Any) -> dict[str, Any]:
    """Return the action structs of a title by their tag."""
    members = get_args(union) or (union,)
    return {member.__struct_config__.tag: member for member in members}


def read_fields(data: QueryDict, kind: Any) -> dict[str, Any]:
    """Return what a form says about the fields of a struct; empty inputs count as not given, boxes
    that it shows and no one ticked as off.
    """
    asked = set(data.getlist(FLAGS))
    values: dict[str, Any] = {}
    for name, several, _ in _fields_of(kind):
        if several:
            values.update(_read_list(data, name))
        elif text := data.get(name, ""):
            values[name] = True if text == "on" else text
        elif name in asked:
            values[name] = False
    return values


@cache
def _fields_of(kind: Any) -> list[tuple[str, bool, bool]]:
    """Return the fields of a struct: name, whether it takes several values, whether it must be
    given."""
    return [
        (spec.encode_name, _is_sequence(spec.type), spec.required)
        for spec in msgspec.structs.fields(kind)
    ]


def unticked(prompts: Iterable[Prompt], data: QueryDict) -> Field | None:
    """Return the first list of the posted form on which less is ticked than it asks for."""
    for prompt in prompts:
        if prompt_id(prompt.do, prompt.fixed) == data.get("prompt"):
            for field in prompt.fields:
                if field.kind == "choices" and len(data.getlist(field.name)) < (field.low or 0):
                    return field
    return None


def read_action(data: QueryDict, union: Any) -> dict[str, Any]:
    """Return a posted form as plain action data; raise ``MalformedError``."""
    kind = action_types(union).get(data.get("do", ""))
    if kind is None:
        raise MalformedError(f"no action is called {data.get('do', '')!r:.40}")
    return convert({**empty_lists(kind), **read_fields(data, kind)}, kind)


def empty_lists(kind: Any) -> dict[str, Any]:
    """List of boxes none of which is ticked: those are not posted at all."""
    return {name: [] for name, several, required in _fields_of(kind) if several and required}


def convert(values: dict[str, Any], kind: Any) -> dict[str, Any]:
    """Return plain, correctly typed data from the texts of a form; raise ``MalformedError``."""
    try:
        made = msgspec.convert(values, kind, strict=False)
    except (msgspec.ValidationError, ValueError) as error:
        raise MalformedError(str(error)) from error
    return msgspec.to_builtins(made)  # type: ignore[no-any-return]


def _is_sequence(kind: Any) -> bool:
    if get_origin(kind) in (tuple, list):
        return True
    return any(get_origin(member) in (tuple, list) for member in get_args(kind))


def _read_list(data: QueryDict, name: str) -> dict[str, Any]:
    if name in data:
        return {name: [text for text in data.getlist(name) if text != ""]}
    indexed: list[Any] = []
    while (key := f"{name}.{len(indexed)}") in data:
        indexed.append(data[key])
    return {name: indexed} if indexed else {}


def entry_key(seat_id: int, given: str, action: Any = None) -> str:
    """Return the idempotency key of a post: the same tap twice gives the same key.

    A page has one key for all its buttons, so the action is added.
    """
    text = json.dumps([seat_id, given, action], sort_keys=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()[:40]
