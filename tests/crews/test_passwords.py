"""Passwords: changed by their owner, and recovered by a code that is shown once."""

import re
from importlib import import_module

import pytest
from django.apps import apps
from django.contrib import sessions
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from companion.crews import accounts
from companion.crews.models import BrowserSession, Recovery
from companion.crews.sessions import SessionStore
from companion.operations import limits

pytestmark = pytest.mark.each_database

FIRST, SECOND = "a first long phrase", "another long phrase"


def shown(phone):
    """Return the recovery code on the next page; None once it has been shown."""
    found = re.search(r"recovery code is (\w+)", phone.get("/crews/").content.decode())
    return found and found[1]


@pytest.fixture
def phone(db):
    limits.counts("").clear()
    made = Client()
    new = {"username": "zoe", "password1": FIRST, "password2": FIRST}
    assert made.post("/account/new/", new).status_code == 302
    return made


def recover(code, password=SECOND, name="zoe"):
    sent = {"username": name, "code": code, "new_password1": password, "new_password2": password}
    return Client().post("/account/recover/", sent).status_code


def signs_in(password):
    sent = {"username": "zoe", "password": password}
    return Client().post("/account/", sent).status_code == 302


def test_code_is_shown_once_and_kept_as_hash(phone):
    code = shown(phone)
    assert len(code) == 16
    assert shown(phone) is None
    assert code not in Recovery.objects.get().code


def test_code_opens_account_once(phone):
    code = shown(phone)
    assert recover("wrong") == recover(code, name="nobody") == 422
    assert recover(code, "short") == 422
    assert recover(f" {code[:4].upper()} {code[4:]}") == 302
    assert signs_in(SECOND)
    assert not signs_in(FIRST)
    assert recover(code, FIRST) == 422


def test_recovered_account_gets_another_code(phone):
    code = shown(phone)
    other = Client()
    sent = {"username": "zoe", "code": code, "new_password1": SECOND, "new_password2": SECOND}
    assert other.post("/account/recover/", sent).status_code == 302
    again = shown(other)
    assert again not in (None, code)
    assert recover(again, FIRST) == 302


def test_changed_password_signs_other_phones_out(phone):
    first = shown(phone)
    other = Client()
    other.post("/account/", {"username": "zoe", "password": FIRST})
    sent = {"old_password": FIRST, "new_password1": SECOND, "new_password2": SECOND}
    assert phone.post("/account/password/", {**sent, "old_password": "no"}).status_code == 422
    assert phone.post("/account/password/", sent).status_code == 302
    assert shown(phone) not in (None, first)
    assert "zoe" in phone.get("/crews/").content.decode()
    assert "zoe" not in other.get("/crews/").content.decode()
    assert Client().get("/account/password/")["Location"] == "/account/"


def test_codes_of_banned_or_operators_accounts_open_nothing(phone):
    code = shown(phone)
    User.objects.update(is_active=False)
    assert recover(code) == 422
    User.objects.update(is_active=True, is_staff=True)
    assert recover(code) == 422


def test_guesses_at_codes_are_limited(phone):
    most = limits.LIMITS["account"][0]
    assert {recover(f"guess{n}") for n in range(most)} == {422}
    assert recover("guess") == 429


def test_ending_own_sessions_reads_no_one_elses(phone, django_assert_num_queries):
    others = [Client() for _ in range(3)]
    for n, each in enumerate(others):
        new = {"username": f"other{n}", "password1": FIRST, "password2": FIRST}
        assert each.post("/account/new/", new).status_code == 302
    elsewhere = Client()
    elsewhere.post("/account/", {"username": "zoe", "password": FIRST})
    account = User.objects.get(username="zoe").pk
    assert BrowserSession.objects.filter(account=account).count() == 2
    with django_assert_num_queries(1):
        accounts.end_sessions(account, keep=phone.session.session_key)
    assert phone.session["_auth_user_id"] == str(account)
    assert "_auth_user_id" not in elsewhere.session
    assert all("_auth_user_id" in each.session for each in others)


def test_signed_in_before_the_update_stays_signed_in(db):
    account = User.objects.create_user("old")
    old = sessions.backends.db.SessionStore()
    old["_auth_user_id"] = str(account.pk)
    old.save()
    gone = sessions.models.Session.objects.create(
        session_key="gone", session_data="", expire_date=timezone.now()
    )
    move = import_module("companion.crews.migrations.0004_browser_sessions").move
    move(apps, None)
    assert BrowserSession.objects.get(account=account.pk).session_key == old.session_key
    assert SessionStore(old.session_key)["_auth_user_id"] == str(account.pk)
    assert not BrowserSession.objects.filter(session_key=gone.session_key).exists()
