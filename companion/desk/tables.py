"""Desk of an operator: Django's admin, with nothing on it but what an operator does."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponseBase
from django.template.response import TemplateResponse
from django.urls import path, reverse
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django_otp.admin import OTPAdminAuthenticationForm, OTPAdminSite
from django_otp.middleware import OTPMiddleware
from django_otp.plugins.otp_static.models import StaticDevice
from django_otp.plugins.otp_totp.models import TOTPDevice

from companion.crews.models import Crew, Person
from companion.desk import acts, operators, state
from companion.operations.limits import limited
from companion.operations.models import Ban, Report
from companion.plays.models import Play, Seat
from companion.uploads.models import Upload

View = Callable[..., Any]
FILES = {
    "playlog": _("playlog"),
    "table": _("table"),
    "archive": _("crew"),
    "plays": _("plays"),
    "taking": _("plays"),
}
"""Kinds of files that are sent in."""
PHONE = 6
"""Digits of a code from an authenticator; those on paper are longer."""


class SignIn(OTPAdminAuthenticationForm):  # type: ignore[misc]
    """Name, password and a code, by whose length we know which second factor it is of."""

    otp_token = forms.CharField(label=_("Code"), required=False)

    def clean_otp(self, user: User | None) -> None:
        """Check the code with the device that makes such codes."""
        long = len(self.cleaned_data.get("otp_token") or "") != PHONE
        device = (StaticDevice if long else TOTPDevice).objects.filter(user=user).first()
        self.cleaned_data["otp_device"] = device.persistent_id if device else ""
        super().clean_otp(user)


class Desk(OTPAdminSite):  # type: ignore[misc]
    """The site of the operators. Nothing is there until the command ``operator`` has made one."""

    site_header = site_title = _("Operator's desk")
    index_title = _("What there is")
    login_form, login_template = SignIn, "desk/login.html"
    index_template = "desk/index.html"
    enable_nav_sidebar = False

    def has_permission(self, request: HttpRequest) -> bool:
        """Return whether an operator asks who has shown the second factor."""
        if not hasattr(request.user, "is_verified"):
            OTPMiddleware(lambda _request: None)(request)
        return bool(super().has_permission(request))

    def admin_view(self, view: View, cacheable: bool = False) -> View:
        """Wrap a view of the desk, which is not there for a server without operators."""
        guarded = super().admin_view(view, cacheable)

        def open_view(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            if not operators.is_open():
                raise Http404
            return cast(HttpResponseBase, guarded(request, *args, **kwargs))

        return open_view

    def login(self, request: HttpRequest, extra_context: Any = None) -> HttpResponseBase:
        """Sign an operator in; wrong tries are counted like everyone's."""
        if not operators.is_open():
            raise Http404
        return _counted_login(request, super().login, extra_context)

    def get_urls(self) -> list[Any]:
        """Return the admin's addresses and that of the server's state."""
        return [path("state/", self.admin_view(self.state), name="state"), *super().get_urls()]

    def state(self, request: HttpRequest) -> HttpResponseBase:
        """Show queues, disk, releases and failures on one page."""
        context = {**self.each_context(request), "title": _("Server"), "lines": state.look()}
        return TemplateResponse(request, "desk/state.html", context)


@never_cache
@limited("signing-in", failures=(200,))
def _counted_login(request: Any, login: View, extra_context: Any) -> HttpResponseBase:
    return cast(HttpResponseBase, login(request, extra_context))


desk = Desk("desk")


class Reading(admin.ModelAdmin):  # type: ignore[type-arg]
    """Rows to find and read. An act is noted by ``acts`` itself, in words that name no one."""

    list_per_page = 50
    show_full_result_count = False
    adds = changes = deletes = False
    """What an operator may do to a row by its form."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Return whether an operator may add a row."""
        return self.adds

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Return whether an operator may change a row by its form."""
        return self.changes

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Return whether an operator may delete a row."""
        return self.deletes

    def _leave(self, *_what: Any) -> Any:
        """Leave the note to the act."""

    log_addition: Any = _leave
    log_change: Any = _leave
    log_deletions: Any = _leave

    def done(self, request: HttpRequest, rows: QuerySet[Any], act: Callable[..., Any]) -> None:
        """Do an act to each row, and say which refused."""
        for row in rows:
            try:
                act(request.user, row)
            except acts.ActRefusedError as error:
                self.message_user(request, f"{row}: {error}", messages.ERROR)
            else:
                self.message_user(request, f"{row}: {_('done')}")


class Deleting(Reading):
    """Rows that an operator may delete, by an act that knows what goes with them."""

    act: Callable[..., Any]
    deletes = True

    def get_deleted_objects(self, objs: Any, request: HttpRequest) -> Any:
        """List the rows alone: the act decides about everything else."""
        return [str(each) for each in objs], {}, set(), []

    def delete_model(self, request: HttpRequest, obj: Any) -> None:
        """Delete one row."""
        type(self).act(request.user, obj)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> None:
        """Delete the chosen rows."""
        for row in queryset:
            # One person may have been two of the rows.
            if type(row)._base_manager.filter(pk=row.pk).exists():
                type(self).act(request.user, row)


class NameForm(forms.ModelForm):  # type: ignore[type-arg]
    """A row's name, refused for the reasons its act has."""

    def clean_name(self) -> str:
        """Return the name as it will be kept."""
        try:
            return acts.allowed_name(self.instance, self.cleaned_data["name"])
        except acts.ActRefusedError as error:
            raise forms.ValidationError(str(error)) from error


class Renaming(Reading):
    """Rows whose name an operator may change, and nothing else."""

    form = NameForm
    changes = True

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        """List everything but the name."""
        return [name for name in cast(Any, self.fields) if name != "name"]

    def save_model(self, request: Any, obj: Any, form: Any, change: bool) -> None:
        """Give the row its new name."""
        before = type(obj)._base_manager.get(pk=obj.pk)
        acts.rename(request.user, before, form.cleaned_data["name"])


@admin.register(Play, site=desk)
class Tables(Deleting):
    """Tables, running and over."""

    act = staticmethod(acts.delete_table)
    list_display = ("code", "title", "crew", "created_at", "updated_at", "revision", "hidden")
    list_filter = ("title", "abandoned", "hidden")
    search_fields = ("code", "watch_code", "share", "seats__name", "crew__name", "crew__key")
    list_select_related = ("crew",)
    fields = (
        *("code", "watch_code", "share", "title", "crew", "location", "hidden", "abandoned"),
        *("revision", "created_at", "updated_at", "ended_at"),
    )
    actions = ("close", "hide", "show")

    @admin.action(description=_("Close: end without a result"))
    def close(self, request: HttpRequest, rows: QuerySet[Play]) -> None:
        """Close the chosen tables."""
        self.done(request, rows, acts.close)

    @admin.action(description=_("Hide the game's page"))
    def hide(self, request: HttpRequest, rows: QuerySet[Play]) -> None:
        """Close the pages of the chosen games."""
        self.done(request, rows, acts.hide)

    @admin.action(description=_("Show the game's page again"))
    def show(self, request: HttpRequest, rows: QuerySet[Play]) -> None:
        """Show the pages of the chosen games again."""
        self.done(request, rows, lambda by, play: acts.hide(by, play, False))


@admin.register(Seat, site=desk)
class Seats(Renaming):
    """Seats, by the names that were typed at tables."""

    list_display = ("name", "play", "person", "joined_at")
    search_fields = ("name", "play__code")
    list_select_related = ("play", "person")
    fields = ("name", "play", "person", "role", "joined_at")


@admin.register(Crew, site=desk)
class Crews(Renaming):
    """Crews and their joining links."""

    list_display = ("name", "key", "made_at")
    search_fields = ("name", "key", "people__name")
    fields = ("name", "key", "made_at")
    actions = ("renew",)

    @admin.action(description=_("Make a new joining link"))
    def renew(self, request: HttpRequest, rows: QuerySet[Crew]) -> None:
        """Make new links and show them, this once."""
        for crew in rows:
            code = acts.renew_link(cast(User, request.user), crew)
            link = request.build_absolute_uri(f"/crews/join/{code}/")
            self.message_user(request, f"{crew}: {link}")


@admin.register(Person, site=desk)
class People(Renaming, Deleting):
    """People of crews. Deleting one deletes them in all their crews, with their account."""

    act = staticmethod(acts.delete_person)
    list_display = ("name", "crew", "user", "keeper", "joined_at")
    search_fields = ("name", "crew__name", "crew__key", "user__username")
    list_select_related = ("crew", "user")
    fields = ("name", "crew", "user", "keeper", "joined_at")


@admin.register(Upload, site=desk)
class Uploads(Deleting):
    """Files that were sent in, with the network they came from."""

    act = staticmethod(acts.delete_upload)
    list_display = ("pk", "what", "stage", "address", "size", "made_at", "problem")
    list_filter = ("stage",)
    search_fields = ("key", "address", "problem", "kind")
    fields = ("what", "stage", "address", "size", "made_at", "problem", "done", "total")

    @admin.display(description=_("kind"), ordering="kind")
    def what(self, upload: Upload) -> str:
        """Return what the file is, in the language of the page."""
        return str(FILES.get(upload.kind, upload.kind))


@admin.register(User, site=desk)
class Accounts(Reading):
    """Accounts: who may sign in."""

    list_display = ("username", "is_active", "is_staff", "last_login", "date_joined")
    list_filter = ("is_active", "is_staff")
    search_fields = ("username",)
    fields = ("username", "is_active", "is_staff", "last_login", "date_joined")
    actions = ("ban", "let_in")

    @admin.action(description=_("Ban"))
    def ban(self, request: HttpRequest, rows: QuerySet[User]) -> None:
        """Keep the chosen accounts out."""
        self.done(request, rows, acts.bar)

    @admin.action(description=_("Let in again"))
    def let_in(self, request: HttpRequest, rows: QuerySet[User]) -> None:
        """Let the chosen accounts in again."""
        self.done(request, rows, lambda by, account: acts.bar(by, account, True))


@admin.register(Ban, site=desk)
class Bans(Deleting):
    """Banned networks."""

    act = staticmethod(acts.lift)
    list_display = ("network", "reason", "at")
    search_fields = ("network", "reason")
    fields = ("network", "reason")
    adds = True

    def save_model(self, request: Any, obj: Ban, form: Any, change: bool) -> None:
        """Refuse the network from now on."""
        acts.ban(request.user, obj)


@admin.register(Report, site=desk)
class Reports(Deleting):
    """Names that someone has reported, with the way to the row. Deleting one settles it."""

    act = staticmethod(acts.settle)
    list_display = ("names", "kind", "where", "at")
    list_display_links = None
    fields = ("kind", "row", "at")

    @admin.display(description=_("name"))
    def names(self, report: Report) -> str:
        """Return the names it is about."""
        return ", ".join(acts.reported(report))

    @admin.display(description=_("row"))
    def where(self, report: Report) -> str:
        """Return the way to the row."""
        name = {Report.Kind.SEAT: "plays_seat", Report.Kind.TABLE: "plays_play"}[
            Report.Kind(report.kind)
        ]
        link = reverse(f"admin:{name}_change", args=[report.row])
        return format_html('<a href="{}">{}</a>', link, report.row)


@admin.register(LogEntry, site=desk)
class Audit(Reading):
    """Acts of all operators, newest first."""

    list_display = ("action_time", "user", "act", "object_repr")
    list_filter = ("user",)
    search_fields = ("object_id", "change_message")
    list_select_related = ("user",)
    fields = list_display

    @admin.display(description=_("act"), ordering="change_message")
    def act(self, entry: LogEntry) -> str:
        """Return what was done, in the language of the page."""
        return str(acts.NOTES.get(entry.change_message, entry.change_message))
