"""``manage.py library``: the copies offered on this server, and how to take one out."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db.models import Count

from companion.boxes import library
from companion.boxes.models import Offer
from games import registry

TEXTS = 200
"""Facts that are printed of one offer."""


class Command(BaseCommand):
    help = "List the copies offered to everyone on this server, or take one out."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--title", choices=sorted(registry.TITLES))
        parser.add_argument("--show", type=int, metavar="N", help="print what an offer says")
        parser.add_argument("--remove", type=int, metavar="N", help="take an offer out")
        parser.add_argument("--restore", type=int, metavar="N", help="put it back")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["remove"]:
            library.remove(_offer(options["remove"]))
        elif options["restore"]:
            library.restore(_offer(options["restore"]))
        elif options["show"]:
            votes = _offer(options["show"]).votes.select_related("reading")[:TEXTS]
            for vote in votes:
                self.stdout.write(f"{vote.reading.key}  {vote.reading.value}")
            return
        found = Offer.objects.annotate(facts=Count("votes")).order_by("title", "pk")
        if options["title"]:
            found = found.filter(title=options["title"])
        for one in found:
            out = "  taken out" if one.removed else ""
            self.stdout.write(f"{one.pk:6}  {one.at:%Y-%m-%d}  {one.title}  {one.facts} facts{out}")


def _offer(pk: int) -> Offer:
    found = Offer.objects.filter(pk=pk).first()
    if found is None:
        raise CommandError(f"There is no offer {pk}.")
    return found
