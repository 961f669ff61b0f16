"""The form that says whose plays a file holds: a title for each game, someone for each name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from companion.crews.models import Crew
from companion.plays.templatetags.sidekick import called
from companion.stats.imports import matching
from companion.stats.imports.matching import (
    KEEP,
    NEW,
    NOBODY,
    Choices,
    FoundGame,
    FoundPerson,
    MatchedFile,
)
from games import registry

GAMES, PEOPLE = 80, 300
"""Games that are not ours, and people, that are asked about; the others are as guessed."""

Data = Mapping[str, str] | None


class Questions:
    """The form in its parts, bound to what was sent, else to what was chosen or guessed."""

    def __init__(self, found: MatchedFile, choices: Choices, crew: Crew, data: Data = None) -> None:
        self.found, self.choices = found, choices
        ours = [game for game in found.games if game.title]
        others = sorted((g for g in found.games if not g.title), key=lambda g: -g.plays)
        self.ours = self._games(ours, data)
        self.others = self._games(others[:GAMES], data)
        self.unasked = len(others[GAMES:])
        self.forms = [self.ours, self.others]
        told = choices if data is None or not self.valid() else self.told()
        self.asked = matching.people_of(found, told)[:PEOPLE]
        self.people = self._people(self.asked, crew, data)
        self.alike = AlikeForm(data, initial={"alike": choices.alike})
        self.forms += [self.people, self.alike]

    def valid(self) -> bool:
        """Return whether every answer is one of those on offer."""
        return all(form.is_valid() for form in self.forms)

    def told(self) -> Choices:
        """Return the choices as they were sent; of what was not asked, as they were."""
        games, people = dict(self.choices.games), dict(self.choices.people)
        sent = {name: said for form in self.forms for name, said in form.cleaned_data.items()}
        for n, game in enumerate(self.found.games):
            games[game.name] = sent.get(f"game{n}", games.get(game.name, ""))
        for n, person in enumerate(self.found.people):
            people[person.name] = sent.get(f"person{n}") or people.get(person.name, NEW)
        return Choices(games, people, bool(sent.get("alike")))

    def unseen(self, data: Mapping[str, str]) -> bool:
        """Return whether names are asked about that the page that was sent did not show."""
        places = {person.name: n for n, person in enumerate(self.found.people)}
        return any(f"person{places[person.name]}" not in data for person in self.asked)

    def _games(self, games: Sequence[FoundGame], data: Data) -> forms.Form:
        titles = [(r.title.slug, called(r.title)) for r in registry.referees()]
        places = {game.name: n for n, game in enumerate(self.found.games)}
        form = _Form(data)
        for game in games:
            kept = [] if game.title else [(KEEP, _("Keep it under its name"))]
            form.fields[f"game{places[game.name]}"] = forms.ChoiceField(
                label=game.name,
                help_text=_plays(game),
                required=False,
                choices=[*kept, ("", _("Leave it out")), *titles],
                initial=self.choices.games.get(game.name, ""),
            )
        return form

    def _people(self, people: Iterable[FoundPerson], crew: Crew, data: Data) -> forms.Form:
        known = [(str(person.pk), person.name) for person in crew.people.all()]
        places = {person.name: n for n, person in enumerate(self.found.people)}
        form = _Form(data)
        for person in people:
            new = _("{name}, new to this crew").format(name=person.name)
            count = ngettext("{n} play", "{n} plays", person.plays).format(n=person.plays)
            name = f"person{places[person.name]}"
            form.fields[name] = forms.ChoiceField(
                label=person.name,
                help_text=count,
                # A page that did not ask yet has not left it empty.
                required=data is not None and name in data,
                choices=[*known, (NEW, new), (NOBODY, _("No one in this crew"))],
                initial=self.choices.people.get(person.name, NEW),
            )
        return form


class _Form(forms.Form):
    """A form whose fields the file decides."""


class AlikeForm(forms.Form):
    alike = forms.BooleanField(required=False)

    def __init__(self, data: Data = None, initial: Mapping[str, bool] | None = None) -> None:
        super().__init__(data, initial=dict(initial or {}))
        self.fields["alike"].label = _("Also import plays that look like duplicates")
        self.fields["alike"].help_text = _(
            "Same game, day and people: usually the same game logged in two places."
        )


def _plays(game: FoundGame) -> str:
    text = ngettext("{n} play", "{n} plays", game.plays).format(n=game.plays)
    if game.here:
        text += " · " + _("{n} already in the book").format(n=game.here)
    return text
