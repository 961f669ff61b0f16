"""Optional accounts: the same crews on another phone, or after losing this one."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import authenticate, login, logout, update_session_auth_hash
from django.contrib.auth.forms import (
    AuthenticationForm,
    PasswordChangeForm,
    SetPasswordForm,
    UserCreationForm,
)
from django.contrib.auth.hashers import check_password, make_password
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.crypto import get_random_string
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from companion import cookies
from companion.crews import people
from companion.crews.models import BrowserSession, Person, Recovery
from companion.operations import limits
from companion.operations.limits import limited
from companion.requests import Request


def hint() -> str:
    """Return one sentence on the password instead of Django's list."""
    return _("At least 8 characters, and not a common password.")


class NewAccount(UserCreationForm):  # type: ignore[type-arg]
    """Django's own form, with one sentence on the password instead of a list."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["password1"].help_text = hint()


class Recover(SetPasswordForm):  # type: ignore[type-arg]
    """Django's form of a new password, for the account of a name and its recovery code."""

    username = forms.CharField(max_length=150)
    code = forms.CharField(max_length=40)
    field_order = ("username", "code", "new_password1", "new_password2")

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["username"].label = _("Username")
        self.fields["code"].label = _("Recovery code")
        self.fields["new_password1"].help_text = hint()

    def clean(self) -> dict[str, Any]:
        """Find the account; an unknown name takes as long as a wrong code, and reads the same."""
        named = Recovery.objects.filter(user__username=self.cleaned_data.get("username", ""))
        found = named.filter(user__is_active=True, user__is_staff=False).select_related("user")
        recovery = found.first()
        code = "".join(self.cleaned_data.get("code", "").split()).lower()
        if not check_password(code, recovery.code if recovery else make_password(None)):
            raise forms.ValidationError(_("This name and code don't open an account."))
        assert recovery is not None
        self.user = recovery.user
        return super().clean() or {}


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
    return _page(request, form, heading=_("Sign in"), way="new")


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
        _give_code(request, form.instance)
        return redirect(_next(request))
    return _page(request, form, heading=_("Create an account"), way="old")


@limited("signing-in", failures=(422,))
@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def change(request: Request) -> HttpResponseBase:
    """Change the password, sign out everywhere else and give a new recovery code."""
    if not request.user.is_authenticated:
        return redirect("sign-in")
    form = PasswordChangeForm(request.user, request.POST if request.method == "POST" else None)
    form.fields["new_password1"].help_text = hint()
    if form.is_bound and form.is_valid():
        user = form.save()
        update_session_auth_hash(request, user)
        _give_code(request, user)
        return redirect("crews")
    return _page(request, form, heading=_("Change the password"))


@limited("signing-in", failures=(422,))
@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def recover(request: Request) -> HttpResponseBase:
    """Set a new password for an account with its recovery code, which then is used up."""
    form = Recover(None, request.POST if request.method == "POST" else None)
    if form.is_bound:
        account = sha256(request.POST.get("username", "").encode()).hexdigest()
        if not limits.take("account", account):
            return limits.too_many(request, "account", account)
    if form.is_bound and form.is_valid():
        user = form.save()
        login(request, user, settings.AUTHENTICATION_BACKENDS[0])
        _bring_phone(request)
        _give_code(request, user)
        return redirect("crews")
    return _page(request, form, heading=_("Use a recovery code"), way="old")


def _give_code(request: HttpRequest, user: User) -> None:
    """Show an account's new recovery code, this once."""
    code = get_random_string(16, "abcdefghjkmnpqrstuvwxyz23456789")
    Recovery.objects.update_or_create(user=user, defaults={"code": make_password(code)})
    text = _(
        "Your recovery code is {code}. Write it down: it opens your account, once, without the "
        "password. It isn't shown again."
    )
    messages.info(request, text.format(code=code))


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
    end_sessions(request.user.pk, keep=request.session.session_key or "")


def end_sessions(account: int, keep: str = "") -> None:
    """Delete the sessions in which an account is signed in, but the one to ``keep``."""
    BrowserSession.objects.filter(account=account).exclude(session_key=keep).delete()


def _is_own_phone(request: HttpRequest, name: str) -> bool:
    """Return whether this phone is a person of the account, who signed out or was signed out."""
    device = cookies.device(request)
    return bool(device) and Person.objects.filter(user__username=name, devices__key=device).exists()


def _page(request: HttpRequest, form: object, *, heading: str, way: str = "") -> HttpResponseBase:
    status = 422 if request.method == "POST" else 200
    new = isinstance(form, NewAccount)
    context = {"form": form, "heading": heading, "new": new, "way": way}
    context["next"] = _next(request)
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
