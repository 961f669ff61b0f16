"""The same prompts and the same actions as JSON, for the same permissions (docs/api.md)."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from functools import partial, wraps
from typing import Any

import msgspec
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST

from companion import names
from companion.operations.limits import limited
from companion.plays import ledger, playlog, seating, seats, stumbles, upgrade
from companion.plays.answers import (
    ChangeRejectedError,
    Recorded,
    SeatReleasedError,
    StaleRevisionError,
)
from companion.plays.models import Play, Seat
from companion.plays.pages import forms, gate, removed
from companion.plays.pages.actions import moved_on, why
from companion.plays.pages.table import TablePage, speaker_for
from games import registry
from games.referee import MalformedError, Prompt, Question, Refusal


class ApiError(Exception):
    """An answer that is not a success; one place turns it into JSON."""

    def __init__(self, status: int, text: str, **more: Any) -> None:
        super().__init__(text)
        self.status, self.body = status, {"error": text, **more}


def answer(data: Any, status: int = 200) -> HttpResponse:
    response = HttpResponse(
        msgspec.json.encode(data), content_type="application/json", status=status
    )
    response["Cache-Control"] = "no-store"
    return response


def api(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponseBase]:
    """Answer JSON with JSON; cookies alone never authorise a change here, so no CSRF is needed."""

    @csrf_exempt
    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        try:
            return view(request, *args, **kwargs)
        except ApiError as failure:
            return answer(failure.body, failure.status)
        except MalformedError as error:
            return answer({"error": str(error)}, 422)
        except SeatReleasedError:
            return no_seat()
        except Http404:
            return answer({"error": _("There is no such table.")}, 404)

    return wrapped


def no_seat() -> HttpResponse:
    """Answer every stranger alike, whatever the code."""
    return answer({"error": _("Send the token of your seat as a bearer token.")}, 401)


@limited("creating")
@api
@require_POST
def create(request: HttpRequest) -> HttpResponse:
    """Start a table: ``{"title", "players", "name"?, "setup"?, "sample"?}``."""
    body = body_of(request)
    slug = str(body.get("title"))
    if slug not in registry.TITLES:
        raise ApiError(422, _("Unknown title."), titles=list(registry.TITLES))
    referee = registry.referee(slug)
    sample = bool(body.get("sample"))
    box = referee.sample_box() if sample else referee.blank_box()
    players = body.get("players", referee.title.min_players)
    if not isinstance(players, int) or not (
        referee.title.min_players <= players <= referee.title.max_players
    ):
        raise ApiError(422, _("Choose the number of players."))
    default = msgspec.to_builtins(referee.setup_default(players, box))
    wanted = body.get("setup") or {}
    if not isinstance(wanted, dict):
        raise ApiError(422, _("The setup must be an object."))
    known = {field.encode_name for field in msgspec.structs.fields(referee.Setup)}
    if unknown := sorted(set(wanted) - known):
        raise ApiError(422, _("The setup has no field {what}").format(what=unknown[0][:40]))
    setup = referee.decode_setup(default | wanted)
    name = name_of(body, _("Host"))
    seat = seating.open_table(slug, lambda facts: setup, name, sample=sample)
    if isinstance(seat, Refusal):
        say = speaker_for(slug).say
        remedy = say(seat.remedy) if seat.remedy else ""
        told = {"code": seat.code, "rule": seat.rule, "remedy": remedy, "about": seat.about}
        raise ApiError(422, say(seat.message), **told)
    token = seats.token(seat)
    return answer({"code": seat.play.code, "token": token, **shown(seat.play, seat)}, 201)


@api
@require_POST
def join(request: HttpRequest, code: str) -> HttpResponse:
    """Take a seat: ``{"name", "parts"?}``."""
    play = gate.find(code, "code")
    body = body_of(request)
    parts = body.get("parts", [])
    if not isinstance(parts, list):
        raise ApiError(422, _("The parts must be a list."))
    seat = seating.sit_down(play.pk, name_of(body, ""), parts)
    play.refresh_from_db()
    return answer({"token": seats.token(seat), **shown(play, seat)}, 201)


@api
@require_http_methods(["GET"])
def show(request: HttpRequest, code: str) -> HttpResponse:
    """Return the table as this seat sees it: state, prompts, outcome."""
    play, seat = seated(request, code)
    return answer(shown(play, seat))


@api
@require_POST
def act(request: HttpRequest, code: str) -> HttpResponse:
    """Do one action: ``{"action", "revision"?, "key"?, "answers"?}``."""
    play, seat = seated(request, code, change=True)
    body = body_of(request)
    answers = body.get("answers") or {}
    table = TablePage(play, seat)
    action = body.get("action")
    do = action.get("do") if isinstance(action, dict) else ""
    return settle(
        play,
        seat,
        lambda: ledger.record(
            play.pk,
            action,
            key=key_of(seat, body),
            seat=seat,
            actor=table.actor(str(do)),
            answers=answers,
            seen=revision_of(body),
            plays={*table.own, *table.free},
        ),
    )


@api
@require_POST
def move(request: HttpRequest, code: str, where: str) -> HttpResponse:
    """Do ``undo``, ``redo``, ``agree``, ``decline``, or ``back`` with ``{"seq"}``.

    All take ``{"revision"?, "key"?}``.
    """
    play, seat = seated(request, code, change=True)
    body = body_of(request)
    how: dict[str, Any] = {"key": key_of(seat, body), "seat": seat, "seen": revision_of(body)}
    if where == "back":
        seq = body.get("seq")
        if not isinstance(seq, int) or seq < 0:
            raise ApiError(422, _("Choose the entry to go back to."))
        return settle(play, seat, lambda: ledger.go_back(play.pk, seq, **how))
    if where in ("agree", "decline"):
        return settle(play, seat, lambda: ledger.answer_ask(play.pk, where == "agree", **how))
    if where not in ("undo", "redo"):
        raise ApiError(404, _("No such page or table."))
    change = ledger.undo if where == "undo" else ledger.redo
    return settle(play, seat, lambda: change(play.pk, **how))


def settle(
    play: Play, seat: Seat, change: Callable[[], Recorded | Refusal | Question]
) -> HttpResponse:
    """Run one change of the ledger and answer with its result."""
    try:
        done = change()
    except StaleRevisionError as stale:
        return answer({"error": moved_on(stale, seat), **shown(stale.play, seat)}, 409)
    except ChangeRejectedError as unchanged:
        play.refresh_from_db()
        text = _("There is nothing left to undo or redo here.")
        return answer({"error": why(unchanged, text), **shown(play, seat)}, 409)
    if isinstance(done, Recorded):
        done.play.refresh_from_db()
        entry = {"fresh": done.fresh, "entry": done.entry.seq, "kind": done.entry.kind}
        return answer({**entry, **shown(done.play, seat)})
    table = TablePage(play, seat)
    kind = "refusal" if isinstance(done, Refusal) else "question"
    body: dict[str, Any] = {
        "kind": kind,
        "error": table.speaker.say(done.message),
        "code": done.code,
        "rule": done.rule,
        "page": table.page_of(done.rule),
        "facts": said_facts(table, done.facts),
    }
    if isinstance(done, Refusal):
        stumbles.count(play, done.rule)
        body["remedy"] = table.speaker.say(done.remedy) if done.remedy else ""
        body["overridable"] = done.overridable
    else:
        body["weight"] = done.weight
        body["options"] = [option.value for option in done.options]
    return answer(body, 422)


def shown(play: Play, seat: Seat) -> dict[str, Any]:
    """Return everything a seat may know of its table."""
    seat.play = play
    table = TablePage(play, seat)
    prompts = [*table.prompts, *table.wide()]
    said = [table.soft("prompts", partial(prompt_json, table, each), None) for each in prompts]
    newest = play.entries.filter(seq=play.revision).first()
    return {
        "title": play.title,
        "revision": play.revision,
        "rules_version": play.rules_version,
        "seat": {"name": seat.name, "role": seat.role, "parts": seat.parts},
        "parts": [{"index": part.index, "name": part.name} for part in table.parts],
        "state": table.soft("view", lambda: seen(table), None),
        "prompts": [each for each in said if each is not None],
        "last": table.say_entry(newest) if newest else [],
        "outcome": table.outcome(),
    }


def seen(table: TablePage) -> Any:
    """Return the state as this seat may see it."""
    return playlog.whole(table.referee.view(table.state, table.viewer))


def prompt_json(table: TablePage, prompt: Prompt) -> dict[str, Any]:
    """Return a prompt with its texts; the empty members of fields are left out."""
    data = msgspec.to_builtins(prompt)
    return {
        **_said(table, data),
        "mine": seats.may_act(table.seat, prompt, table.free),
        "page": table.page_of(prompt.rule),
    }


def said_facts(table: TablePage, facts: dict[str, Any]) -> dict[str, Any]:
    plain = (int, float, bool)
    return {
        name: fact if isinstance(fact, plain) else table.speaker.word(fact)
        for name, fact in facts.items()
    }


def _said(table: TablePage, data: Any) -> Any:
    """Return plain data with every message in it replaced by its sentence."""
    if isinstance(data, dict):
        if "code" in data and set(data) <= {"code", "facts"}:
            return table.speaker.word(data)
        return {name: _said(table, value) for name, value in data.items()}
    if isinstance(data, list | tuple):
        return [_said(table, value) for value in data]
    return data


def seated(request: HttpRequest, code: str, *, change: bool = False) -> tuple[Play, Seat]:
    """Return the table and the seat of a request; a change needs the bearer token of a player."""
    bearer = request.headers.get("Authorization", "").startswith("Bearer ")
    seat = seats.of_request(request, code.upper())
    if seat is None or (change and not bearer):
        raise ApiError(403 if seat else 401, _("Send the token of your seat as a bearer token."))
    play = seat.play
    if removed.gone(play):
        raise ApiError(410, _("This Sidekick no longer has that game."))
    if not upgrade.current(play):
        if misfit := upgrade.bring_up(play.pk):
            where = misfit.entry.seq if misfit.entry else 0
            raise ApiError(409, _("Played under other rules"), entry=where, code=misfit.answer.code)
        play.refresh_from_db()
    if change and seat.role == Seat.Role.SPECTATOR:
        raise ApiError(403, _("You are watching: only players can change the table."))
    return play, seat


def body_of(request: HttpRequest) -> dict[str, Any]:
    if request.body and request.content_type != "application/json":
        # A browser sends other kinds from any page, without asking us first.
        raise ApiError(415, _("Send JSON, with the content type application/json."))
    try:
        body = msgspec.json.decode(request.body or b"{}")
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ApiError(400, _("This is not JSON: {problem}").format(problem=error)) from error
    if not isinstance(body, dict):
        raise ApiError(400, _("Send a JSON object."))
    return body


def name_of(body: dict[str, Any], default: str) -> str:
    name = names.clean(str(body.get("name") or default))
    if not name:
        raise ApiError(422, _("Say who you are, so that the log can name you."))
    return name


def key_of(seat: Seat, body: dict[str, Any]) -> str:
    given = body.get("key")
    return forms.entry_key(seat.pk, str(given)[:200] if given else secrets.token_urlsafe(12))


def revision_of(body: dict[str, Any]) -> int | None:
    revision = body.get("revision")
    if revision is not None and (isinstance(revision, bool) or not isinstance(revision, int)):
        raise ApiError(422, _("The revision must be a number."))
    return revision
