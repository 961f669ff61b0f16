"""``manage.py misses``: what players looked for in the rules and did not find."""

from __future__ import annotations

from itertools import islice
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from companion.rulings import misses
from companion.rulings.models import Miss
from games import registry
from games.clarifications import LANGUAGES


class Command(BaseCommand):
    help = "Print the words that found no rule, the most frequent first."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--title", choices=sorted(registry.TITLES))
        parser.add_argument("--language", choices=sorted(LANGUAGES))
        parser.add_argument("--least", type=int, default=2, help="seen at least so often (2)")
        parser.add_argument("--lines", type=int, default=50, help="print at most so many (50)")
        parser.add_argument("--forget", action="store_true", help="delete them all instead")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["forget"]:
            gone, _rows = Miss.objects.all().delete()
            self.stdout.write(f"Forgot {gone} searches.")
            return
        found = misses.most(options["title"] or "", options["language"] or "", options["least"])
        lines = [
            f"{miss.times:6}  {miss.last}  {miss.title}  {miss.language}  {miss.words}"
            for miss in islice(found, max(0, options["lines"]))
        ]
        self.stdout.write("\n".join(lines or ["Every search found something."]))
