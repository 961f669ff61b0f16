"""``manage.py crew``: whole crews out of and into files, whatever their size."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from companion.crews.models import Crew
from companion.stats import jobs, tallies
from companion.stats.imports import unpacking
from companion.stats.models import Job
from companion.uploads.kinds import BrokenFileError


class Command(BaseCommand):
    help = "Save a crew into an archive, load one, or count a crew's figures anew."

    def add_arguments(self, parser: CommandParser) -> None:
        what = parser.add_mutually_exclusive_group(required=True)
        what.add_argument("--save", metavar="KEY", help="the crew's key, as in its address")
        what.add_argument("--load", metavar="FILE", type=Path)
        what.add_argument("--recount", metavar="KEY")
        parser.add_argument("--to", metavar="FILE", type=Path, default=Path("crew.jsonl.gz"))

    def handle(self, *args: Any, **options: Any) -> None:
        if options["load"]:
            self._load(options["load"])
        elif options["save"]:
            self._save(self._crew(options["save"]), options["to"])
        else:
            tallies.recount(self._crew(options["recount"]))

    def _load(self, path: Path) -> None:
        try:
            with path.open("rb") as file:
                crew = unpacking.load(file)
        except (BrokenFileError, OSError) as error:
            raise CommandError(f"Nothing was imported. {error}") from error
        self.stdout.write(f"{crew}: join it at /crews/join/{crew.invitation}/")

    def _save(self, crew: Crew, path: Path) -> None:
        job = Job.objects.create(kind=Job.Kind.ARCHIVE, about=f"{crew.key}@file")
        while not job.finished and not job.failed:
            job = jobs.slice_of(job)
        if job.failed:
            raise CommandError(f"{crew} cannot be saved. {job.failed}")
        with path.open("wb") as file:
            for data in job.pieces.values_list("data", flat=True):
                file.write(bytes(data))
        with gzip.open(path) as written:
            lines = sum(1 for _line in written)
        job.delete()
        self.stdout.write(f"{crew}: {lines - 1} plays in {path}")

    def _crew(self, key: str) -> Crew:
        crew = Crew.objects.filter(key=key).first()
        if crew is None:
            raise CommandError(f"There is no crew {key}.")
        return crew
