"""Optional accounts: the same crews on another phone, or after losing this one."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

from django.contrib.auth import SESSION_KEY, authenticate, login, logout
from django.contrib.auth.forms import AuthenticationForm, UserCreationForm
from django.contrib.sessions.models import Session
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from companion import cookies
from companion.crews import people
from companion.crews.models import Person
from companion.operations import limits
from companion.operations.limits import limited
from companion.requests import Request


class NewAccount(UserCreationForm):  # type: ignore[type-arg]
    """Django's own form, with one sentence on the password instead of a list."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        hint = _("At least 8 characters, and not a common password.")
        self.fields["password1"].help_text = hint


@limited("signing-in", failures=(422,))
@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def sign_in(request: Request) -> HttpResponseBase:
    """Sign in; the crews of this phone become the account's as well."""
    form = AuthenticationForm(request, request.POST if request.method == "POST" else None)
    if form.is_bound:
        name = str(form.fields["username"].to_python(request.POST.get("username", "")))
        account = sha256(name.encode()).hexdigest()
        # Counted before the password is looked at, so that tries side by side count as well.
        if not limits.take("account", account) and not _is_own_phone(request, name):
            return limits.too_many(request, "account", account)
    if form.is_bound and form.is_valid():
        login(request, form.get_user())
        _bring_phone(request)
        return redirect(_next(request))
    return _page(request, form, new=False)


@limited("creating")
@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def sign_up(request: HttpRequest) -> HttpResponseBase:
    """Make an account for what this phone has so far."""
    form = NewAccount(request.POST if request.method == "POST" else None)
    if form.is_bound and form.is_valid():
        form.save()
        name, password = form.cleaned_data["username"], form.cleaned_data["password1"]
        login(request, authenticate(request, username=name, password=password))
        _bring_phone(request)
        return redirect(_next(request))
    return _page(request, form, new=True)


@require_POST
def sign_out(request: HttpRequest) -> HttpResponseBase:
    """Sign out; the phone keeps what it had without the account."""
    logout(request)
    return redirect("crews")


@require_POST
def delete(request: HttpRequest) -> HttpResponseBase:
    """Delete the account; people and plays stay with their crews and this phone."""
    if request.user.is_authenticated:
        account = request.user
        logout(request)
        account.delete()
    return redirect("crews")


def end_other_sessions(request: HttpRequest) -> None:
    """Sign this account out everywhere but here."""
    if not request.user.is_authenticated:
        return
    running = Session.objects.filter(expire_date__gt=timezone.now())
    for session in running.exclude(session_key=request.session.session_key).iterator():
        if session.get_decoded().get(SESSION_KEY) == str(request.user.pk):
            session.delete()


def _is_own_phone(request: HttpRequest, name: str) -> bool:
    """Return whether this phone is a person of the account, who signed out or was signed out."""
    device = cookies.device(request)
    return bool(device) and Person.objects.filter(user__username=name, devices__key=device).exists()


def _page(request: HttpRequest, form: object, *, new: bool) -> HttpResponseBase:
    status = 422 if request.method == "POST" else 200
    context = {"form": form, "new": new, "next": _next(request)}
    return render(request, "crews/account.html", context, status=status)


def _bring_phone(request: HttpRequest) -> None:
    """Make this phone's person the account's, where the crew has none of it yet."""
    device, user = cookies.device(request), request.user
    if not device or not user.is_authenticated:
        return
    for person in people.of_request(request).filter(user=None, devices__key=device):
        if not person.crew.people.filter(user=user).exists():
            person.user = user
            person.save(update_fields=["user"])


def _next(request: HttpRequest) -> str:
    wanted = request.POST.get("next") or request.GET.get("next", "")
    allowed = url_has_allowed_host_and_scheme(wanted, {request.get_host()}, request.is_secure())
    return wanted if wanted and allowed else "/crews/"
