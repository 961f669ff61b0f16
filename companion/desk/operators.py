"""Operators: accounts of the staff that sign in with a password and a second factor."""

from __future__ import annotations

from typing import NamedTuple

from django.contrib.auth import get_user_model
from django.contrib.auth.models import User
from django.db import transaction
from django.utils.crypto import get_random_string
from django_otp.plugins.otp_static.models import StaticDevice, StaticToken
from django_otp.plugins.otp_totp.models import TOTPDevice

CODES = 8
"""Codes of one use for an operator without the phone that has the second factor."""


class Papers(NamedTuple):
    """Everything an operator signs in with; shown once, when it is made."""

    password: str
    secret: str
    codes: list[str]


@transaction.atomic
def issue(name: str) -> Papers:
    """Make an account an operator's, or give an operator a new password, secret and codes."""
    user, _made = get_user_model().objects.get_or_create(username=name)
    password = get_random_string(20)
    user.set_password(password)
    user.is_staff = user.is_superuser = user.is_active = True
    user.save()
    _drop_devices(user)
    device = TOTPDevice.objects.create(user=user, name="phone")
    paper = StaticDevice.objects.create(user=user, name="paper")
    codes = [StaticToken.random_token() for _ in range(CODES)]
    StaticToken.objects.bulk_create(StaticToken(device=paper, token=code) for code in codes)
    return Papers(password, device.config_url, codes)


@transaction.atomic
def dismiss(user: User) -> None:
    """Make an operator's account one like everyone's."""
    _drop_devices(user)
    user.is_staff = user.is_superuser = False
    user.save(update_fields=["is_staff", "is_superuser"])


def _drop_devices(user: User) -> None:
    for kind in (TOTPDevice, StaticDevice):
        kind.objects.filter(user=user).delete()


def is_open() -> bool:
    """Return whether there is an operator who could sign in."""
    able = TOTPDevice.objects.filter(confirmed=True, user__is_staff=True, user__is_active=True)
    return bool(able.exists())
