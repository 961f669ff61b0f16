"""Pages on which a crew brings plays it kept elsewhere: send a file, look, take in, take back."""

from __future__ import annotations

from typing import Any

import msgspec
from django.http import HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from companion.crews import gate
from companion.crews.gate import CrewRequest
from companion.operations.limits import limited
from companion.stats import queries, words
from companion.stats.imports import matching, taking
from companion.stats.imports.forms import Questions
from companion.stats.imports.matching import Choices, MatchedFile
from companion.stats.imports.past import location
from companion.stats.models import Import
from companion.uploads import intake
from companion.uploads.models import Upload
from companion.uploads.views import admit, receive
from games import registry


@limited("uploading")
@gate.keeper
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def index(request: CrewRequest) -> HttpResponseBase:
    """Send a file, and see which were brought before."""
    crew = request.crew
    context = {
        "crew": crew,
        "me": request.me,
        "taken": crew.imports.filter(stage=Import.Stage.TAKEN).select_related("by"),
        "title": registry.referees()[0].title.name,
        "examples": ["Ana", "Bo"],
        "waiting": crew.imports.filter(stage=Import.Stage.LOOKED),
    }
    return receive(
        request,
        "plays",
        "stats/imports.html",
        context,
        crew=crew.pk,
        by=request.me.pk,
        back=reverse("crew-imports", args=[crew.key]),
    )


@gate.keeper
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def plays(request: CrewRequest, pk: int) -> HttpResponseBase:
    """Show a file's plays and names; import them once they are matched."""
    imported = get_object_or_404(request.crew.imports, pk=pk)
    found = msgspec.convert(imported.found, MatchedFile)
    if imported.stage == Import.Stage.TAKEN:
        context = {"crew": request.crew, "imported": imported, "found": found}
        return render(request, "stats/import_taken.html", context)
    if imported.choices:
        choices = msgspec.convert(imported.choices, Choices)
    else:
        choices = matching.guess(found, request.crew)
    if request.method != "POST":
        questions = Questions(found, choices, request.crew)
        return _asked(request, imported, questions)
    questions = Questions(found, choices, request.crew, request.POST.dict())
    return _answered(request, imported, questions)


def _answered(request: CrewRequest, imported: Import, questions: Questions) -> HttpResponseBase:
    if not questions.valid():
        return _asked(request, imported, questions, _("Someone left this crew in the meantime."))
    choices = questions.told()
    if not any(choices.games.values()):
        text = _("You haven't chosen a game, so there is nothing to import.")
        return _asked(request, imported, questions, text)
    imported.choices = msgspec.to_builtins(choices)
    imported.save(update_fields=["choices"])
    if questions.unseen(request.POST):
        again = Questions(questions.found, choices, request.crew)
        return _asked(
            request, imported, again, _("There are more people in it: tell us who they are.")
        )

    def take(*, owner: str, address: str) -> Upload:
        under_way = Upload.objects.filter(kind="taking", stage__in=Upload.UNDER_WAY)
        if under_way.filter(notebook__crew=request.crew.pk).exists():
            raise intake.UploadRefusedError(
                _("Games are being added to this book right now. Please wait.")
            )
        about: dict[str, Any] = {
            "import": imported.pk,
            "crew": request.crew.pk,
            "back": request.path,
        }
        return intake.fetch("taking", owner=owner, address=address, **about)

    return admit(request, "stats/import_plays.html", take, _context(request, imported, questions))


def _asked(
    request: CrewRequest, imported: Import, questions: Questions, flash: str = ""
) -> HttpResponse:
    context = {**_context(request, imported, questions), "flash": flash}
    return render(request, "stats/import_plays.html", context, status=422 if flash else 200)


def _context(request: CrewRequest, imported: Import, questions: Questions) -> dict[str, Any]:
    found = questions.found
    rest = [game for game in found.games if not questions.choices.games.get(game.name)]
    return {
        "crew": request.crew,
        "imported": imported,
        "found": found,
        "questions": questions,
        "new": sum(g.plays - g.here for g in found.games if questions.choices.games.get(g.name)),
        "here": sum(g.here for g in found.games),
        "titles": [words.title_name(game.title) for game in found.games if game.title],
        "left": sum(game.plays for game in rest),
        "left_games": len(rest),
    }


@gate.keeper
@require_POST
def back(request: CrewRequest, pk: int) -> HttpResponseBase:
    """Take everything back that a file has brought, or drop a file no one took in."""
    imported = get_object_or_404(request.crew.imports, pk=pk)
    taking.take_back(imported)
    return redirect("crew-imports", request.crew.key)


@gate.member
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def past(request: CrewRequest, pk: int) -> HttpResponseBase:
    """Show a play that was logged elsewhere; a post says where it was."""
    found = request.crew.records.filter(play=None).select_related("imported")
    record = queries.with_names([get_object_or_404(found, pk=pk)])[0]
    if request.method == "POST":
        record.location = location(request.POST.get("location", ""))
        record.save(update_fields=["location"])
        return redirect("crew-past", request.crew.key, pk)
    places = list(record.places.select_related("person"))
    context = {
        "crew": request.crew,
        "record": record,
        "fresh": queries.newcomers(record, places),
        "title": words.title_of(record.title),
        "places": places,
        "locations": queries.locations(request.crew),
    }
    return render(request, "stats/past.html", context)
