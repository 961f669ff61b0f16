"""``manage.py operator``: who works at the operator's desk."""

from __future__ import annotations

import io
from typing import Any

import segno
from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand, CommandError, CommandParser

from companion.desk import operators
from companion.operations.bans import OPERATORS


class Command(BaseCommand):
    help = "Make an operator's account, or give it a new password, second factor and codes."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name")
        parser.add_argument("--remove", action="store_true", help="make it an account like others")

    def handle(self, *args: Any, **options: Any) -> None:
        name = options["name"]
        if options["remove"]:
            user = get_user_model().objects.filter(username=name, is_staff=True).first()
            if user is None:
                raise CommandError(f"There is no operator {name}.")
            operators.dismiss(user)
            return
        papers = operators.issue(name)
        picture = io.StringIO()
        segno.make(papers.secret, error="l").terminal(out=picture, compact=True)
        self.stdout.write(picture.getvalue())
        self.stdout.write(f"Scan this with an authenticator, or enter: {papers.secret}")
        self.stdout.write(f"Password: {papers.password}")
        self.stdout.write(f"Codes of one use, without the phone: {' '.join(papers.codes)}")
        self.stdout.write(f"None of this is shown again. {name} signs in at {OPERATORS}")
