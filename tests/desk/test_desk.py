"""The operator's desk: who gets in, and that every act does what it says and is noted."""

import re
import subprocess
import sys

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import User
from django.contrib.staticfiles.finders import get_finders
from django.test import Client

from companion.crews.models import Crew, Person
from companion.desk import tables
from companion.operations import bans
from companion.operations.models import Ban, Report
from companion.plays.models import Play, Seat
from companion.stats import tallies
from companion.uploads.models import Upload
from tests.desk.conftest import Operator, command

pytestmark = pytest.mark.each_database

LISTS = (
    *("plays/play", "plays/seat", "crews/crew", "crews/person", "uploads/upload"),
    *("auth/user", "operations/ban", "operations/report", "admin/logentry"),
)
"""The desk's lists, by their addresses."""


def noted():
    """Return the notes of the audit log, oldest first."""
    return [each.change_message for each in LogEntry.objects.order_by("pk")]


def test_desk_is_missing_until_an_operator_exists(db):
    paths = ["", "login/", "state/", *(f"{each}/" for each in LISTS)]
    assert {Client().get(f"/operator/{path}").status_code for path in paths} == {404}
    command("operator", "olga")
    assert Client().get("/operator/login/").status_code == 200
    command("operator", "olga", "--remove")
    assert Client().get("/operator/login/").status_code == 404


def test_password_alone_does_not_open_desk(operator):
    other = Operator("otto")
    assert other.sign_in("") == 200
    assert other.sign_in("000000") == 200
    data = {"username": "otto", "password": other.password}
    assert other.browser.post("/account/", data).status_code == 302
    for path in ("", "state/", *(f"{each}/" for each in LISTS)):
        assert other.browser.get(f"/operator/{path}").status_code == 302, path


def test_printed_code_opens_desk_once(operator):
    first, *_rest = operator.codes
    operator.browser = Client()
    assert operator.sign_in(first) == 302
    operator.browser = Client()
    assert operator.sign_in(first) == 200


def test_new_papers_replace_the_lost_ones(operator):
    again = Operator()
    assert operator.sign_in(operator.token()) == 200
    assert again.sign_in() == 302


def test_wrong_passwords_are_counted(operator):
    operator.browser = Client()
    tries = [operator.sign_in("123456", "wrong") for _ in range(21)]
    assert tries == [200] * 20 + [429]


def test_every_list_and_row_opens(operator, group):
    group.finished()
    Upload.objects.create(kind="crew", owner="x")
    Ban.objects.create(network="192.0.2.0/24")
    Report.objects.create(kind="seat", row=Seat.objects.first().pk)
    command("desk", "hide", str(Play.objects.get().pk))
    models = {each._meta.label_lower.replace(".", "/") for each in tables.desk._registry}
    assert models == set(LISTS)
    for model in tables.desk._registry:
        path = f"/operator/{model._meta.label_lower.replace('.', '/')}/"
        row = model._base_manager.order_by("pk").last()
        assert operator.browser.get(path).status_code == 200
        assert operator.browser.get(path, {"q": "Ana"}).status_code == 200
        assert operator.browser.get(f"{path}{row.pk}/change/").status_code == 200


def test_every_file_of_desk_is_collected(operator, group):
    command("desk", "hide", str(group.finished().pk))
    collected = {name for finder in get_finders() for name, _storage in finder.list([])}
    pages = ["", "login/", "state/", "password_change/", "operations/ban/add/"]
    pages += [f"{each}/" for each in LISTS]
    pages += [f"plays/seat/{Seat.objects.first().pk}/{what}/" for what in ("change", "history")]
    pages += [f"crews/person/{group.people['Bo'].pk}/delete/"]
    asked = set()
    for path in pages:
        browser = Client() if path == "login/" else operator.browser
        page = browser.get(f"/operator/{path}").content.decode()
        asked |= set(re.findall(r'(?:href|src)="/static/([^"]+)"', page))
    assert len(asked) > 10
    assert asked <= collected


def test_table_found_by_seat_name_is_closed(operator, group):
    play = group.play(3, names="Zyta Bo")
    group.play(3)
    page = operator.browser.get("/operator/plays/play/", {"q": "Zyta"}).content.decode()
    assert "1 table" in page or "1 play" in page
    operator.act("plays/play", "close", play.pk)
    play.refresh_from_db()
    assert play.abandoned
    assert noted() == ["closed"]
    assert "nothing to close" in operator.act("plays/play", "close", group.finished().pk)


def test_hidden_page_opens_for_no_one(operator, group):
    play = group.finished()
    address = f"/p/{play.share}/"
    assert group.stranger.get(address).status_code == 200
    operator.act("plays/play", "hide", play.pk)
    for phone in (group.stranger, *group.phones.values()):
        assert phone.get(address).status_code == 410
        assert phone.get(f"{address}log/").status_code == 410
    operator.act("plays/play", "show", play.pk)
    assert group.stranger.get(address).status_code == 200
    assert noted() == ["hidden", "shown"]


def test_deleted_table_leaves_sums_as_recounted(operator, group):
    group.finished()
    play = group.finished(6, 2, 6)
    operator.act("plays/play", "delete_selected", play.pk)
    assert not Play.objects.filter(pk=play.pk).exists()
    kept = tallies.stored(group.crew)
    tallies.recount(group.crew)
    assert kept == tallies.stored(group.crew)
    assert group.crew.tallies.get(kind="all", book="clean").plays == 1


def test_person_is_renamed_wherever_they_sat(operator, group):
    group.finished()
    ana = group.people["Ana"]
    address = f"/operator/crews/person/{ana.pk}/change/"
    assert operator.browser.post(address, {"name": "Anna"}).status_code == 302
    assert set(Person.objects.filter(pk=ana.pk).values_list("name", flat=True)) == {"Anna"}
    assert not Seat.objects.filter(name="Ana").exists()
    assert noted() == ["renamed"]
    assert not LogEntry.objects.filter(object_repr__contains="Ana").exists()


@pytest.mark.parametrize(
    ("name", "why"), [("Ana", "Someone else at this table has that name."), (" ", "required")]
)
def test_refused_name_is_an_error_and_no_change(operator, group, name, why):
    seat = group.play(3).seats.get(name="Bo")
    address = f"/operator/plays/seat/{seat.pk}/change/"
    page = operator.browser.post(address, {"name": name}, follow=True).content.decode()
    assert why in page
    assert "changed successfully" not in page
    assert Seat.objects.get(pk=seat.pk).name == "Bo"
    assert noted() == []


def words_of(page: str) -> str:
    """Return what a page of the desk says, without what people typed and addresses."""
    body = re.sub(r"<(script|style)\b.*?</\1>", "", page[page.index("<body") :], flags=re.DOTALL)
    return " ".join(re.findall(r">([^<>]+)<", body))


ENGLISH = (
    *("Tables", "Seats", "People", "Crews", "Uploads", "Reported", "Banned", "Close:", "Hide"),
    *("closed", "code", "game", "crew", "begun", "last used", "revision", "page hidden", "name"),
    *("person", "since", "account", "manager", "kind", "stage", "network", "size", "problem"),
    *("hidden", "role", "database", "disk", "Queues", "Free", "Releases", "act", "row", "reading"),
)
"""Words of the desk that its Polish pages must not say."""


def test_desk_says_nothing_in_english_to_polish_operator(operator, group):
    play = group.finished()
    Upload.objects.create(kind="archive", owner="x", stage="reading")
    Report.objects.create(kind="seat", row=play.seats.first().pk)
    Ban.objects.create(network="192.0.2.0/24")
    command("desk", "hide", str(play.pk))
    paths = ["", "state/", *(f"{each}/" for each in LISTS)]
    paths += [f"plays/play/{play.pk}/change/", f"plays/seat/{play.seats.first().pk}/change/"]
    for path in paths:
        answer = operator.browser.get(f"/operator/{path}", headers={"Accept-Language": "pl"})
        said = words_of(answer.content.decode())
        found = [word for word in ENGLISH if re.search(rf"(?<!\w){word}(?!\w)", said)]
        assert not found, f"{path}: {found}"


def test_new_link_ends_the_old_one(operator, group):
    before = group.crew.invitation
    page = operator.act("crews/crew", "renew", group.crew.pk)
    now = Crew.objects.get().invitation
    assert now != before
    assert f"/crews/join/{now}/" in page
    assert Client().get(f"/crews/join/{before}/").status_code == 404


def test_banned_account_is_out_at_once(operator, group):
    account = User.objects.create_user("mallory", password="a long pass phrase")
    phone = Client()
    sent = {"username": "mallory", "password": "a long pass phrase"}
    assert phone.post("/account/", sent).status_code == 302
    assert "mallory" in phone.get("/crews/").content.decode()
    operator.act("auth/user", "ban", account.pk)
    assert "mallory" not in phone.get("/crews/").content.decode()
    assert phone.post("/account/", sent).status_code == 422
    operator.act("auth/user", "let_in", account.pk)
    assert phone.post("/account/", sent).status_code == 302


def test_operator_cannot_ban_themselves(operator):
    account = User.objects.get(username="olga")
    assert "ban yourself" in operator.act("auth/user", "ban", account.pk)
    assert operator.browser.get("/operator/").status_code == 200


def test_banned_network_is_stopped_except_at_desk(operator):
    sent = {"network": "192.0.2.0/24", "reason": "spam"}
    assert operator.browser.post("/operator/operations/ban/add/", sent).status_code == 302
    assert bans.stops("192.0.2.7", "/")
    assert not bans.stops("192.0.2.7", "/operator/")
    assert not bans.stops("192.0.3.7", "/")
    assert not bans.stops("2001:db8::/64", "/")
    wrong = operator.browser.post("/operator/operations/ban/add/", {"network": "nonsense"})
    assert "address or a network" in wrong.content.decode()
    operator.act("operations/ban", "delete_selected", Ban.objects.get().pk)
    assert not bans.stops("192.0.2.7", "/")
    assert noted() == ["banned", "lifted"]


def test_no_act_changes_the_audit_log(operator, group):
    command("desk", "hide", str(group.finished().pk))
    row = LogEntry.objects.get()
    for what in ("change", "delete"):
        address = f"/operator/admin/logentry/{row.pk}/{what}/"
        assert operator.browser.post(address, {"post": "yes"}).status_code == 403
    assert operator.browser.get("/operator/admin/logentry/add/").status_code == 403


def test_state_page_lists_failures(operator):
    Upload.objects.create(kind="crew", owner="x", stage="failed", problem="line 3 is broken")
    page = operator.browser.get("/operator/state/").content.decode()
    for what in ("database", "Free, MB", "format", "line 3 is broken"):
        assert what in page


def test_desk_is_loaded_by_its_own_pages_alone():
    script = (
        "import django, os, sys; os.environ['DJANGO_SETTINGS_MODULE'] = 'tests.settings';"
        "django.setup(); import companion.urls, companion.gatekeeper, companion.middleware;"
        "sys.exit(bool({'companion.desk.tables', 'django_otp.admin'} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0


def test_reported_names_are_listed_until_settled(operator, group):
    play = group.finished()
    seat = play.seats.get(name="Bo")
    Report.objects.create(kind="seat", row=seat.pk)
    Report.objects.create(kind="table", row=play.pk)
    page = operator.browser.get("/operator/operations/report/").content.decode()
    assert f"/operator/plays/seat/{seat.pk}/change/" in page
    assert f"/operator/plays/play/{play.pk}/change/" in page
    assert "Ana, Bo" in page
    assert f"seat {seat.pk}: Bo" in command("desk", "find", "seat")
    pks = Report.objects.values_list("pk", flat=True)
    operator.act("operations/report", "delete_selected", *pks)
    assert not Report.objects.exists()
    assert Seat.objects.filter(pk=seat.pk).exists()
    assert noted() == ["settled", "settled"]
