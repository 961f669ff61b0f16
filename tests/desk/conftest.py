"""The crew the figures are tested with, and an operator."""

from __future__ import annotations

import io
import re
from base64 import b32decode

import pytest
from django.core.management import call_command
from django.test import Client
from django_otp.oath import TOTP
from django_otp.plugins.otp_totp.models import TOTPDevice

from companion.operations import bans, limits
from tests.stats.conftest import group

__all__ = ["group"]


def command(*words: str) -> str:
    """Return what ``sidekick`` prints for these words."""
    out = io.StringIO()
    call_command(*words, stdout=out)
    return out.getvalue()


class Operator:
    """Someone who has what the command ``operator`` printed, and a browser."""

    def __init__(self, name: str = "olga") -> None:
        self.name, self.printed = name, command("operator", name)
        self.password = re.search(r"Password: (\S+)", self.printed)[1]
        self.codes = re.search(r"without the phone: (.+)", self.printed)[1].split()
        self.browser = Client()

    def token(self) -> str:
        """Return what the authenticator shows now; asked twice in its half minute, as it allows."""
        secret = b32decode(re.search(r"secret=(\w+)", self.printed)[1])
        TOTPDevice.objects.update(last_t=-1, throttling_failure_count=0)
        return f"{TOTP(secret).token():06}"

    def sign_in(self, token: str | None = None, password: str = "") -> int:
        data = {
            "username": self.name,
            "password": password or self.password,
            "otp_token": self.token() if token is None else token,
        }
        return self.browser.post("/operator/login/?next=/operator/", data).status_code

    def act(self, model: str, action: str, *rows: int) -> str:
        """Do one of the actions of a list to these rows; what the next page says."""
        data = {"action": action, "_selected_action": rows, "post": "yes"}
        answer = self.browser.post(f"/operator/{model}/", data, follow=True)
        assert answer.status_code == 200, answer.status_code
        return answer.content.decode()


@pytest.fixture
def operator(db):
    limits.counts("").clear()
    made = Operator()
    assert made.sign_in() == 302
    yield made
    bans._banned = frozenset()
