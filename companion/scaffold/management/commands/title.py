"""``manage.py title``: checks of a title while it is written."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games import registry
from games.clarifications import LANGUAGES
from games.messages import COMMON, Speaker
from games.referee import AnyReferee


class Command(BaseCommand):
    help = "Tell what a title still lacks, or keep its translations in step with what it says."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", help="what it is called in addresses")
        what = parser.add_mutually_exclusive_group(required=True)
        what.add_argument("--missing", action="store_true", help="what it lacks, in sentences")
        what.add_argument("--messages", action="store_true", help="write its catalogues anew")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            from companion.scaffold import lacks, words
        except ModuleNotFoundError as error:
            need = "This needs what the tests need: pip install 'sidekick[test]'"
            raise CommandError(f"{need} ({error.name} is missing).") from error
        referee = _installed(options["slug"])
        folder = registry.folder(options["slug"])
        if options["missing"]:
            found = list(lacks.lacks(referee, folder))
            self.stdout.write("\n".join(found) or "It lacks nothing that is known.")
            return
        for language in LANGUAGES[1:]:
            catalog = words.kept(words.of_title(referee, folder), language)
            words.write(catalog, words.catalogue(folder, language))
            missing = words.waiting(catalog)
            self.stdout.write(f"{language}: {len(catalog)} messages, {len(missing)} to translate")
            self.stdout.write("".join(f"  {each}\n" for each in missing), ending="")


def _installed(slug: str) -> AnyReferee:
    """Return the referee of a title; raise ``CommandError`` with a sentence where there is none."""
    if slug in registry.TITLES:
        return registry.referee(slug)
    for refused in registry.REFUSED:
        if refused.slug == slug:
            raise CommandError(Speaker(COMMON).say(refused.why))
    known = ", ".join(registry.TITLES)
    raise CommandError(
        f"{slug} is not installed here: pip install -e . in its folder. Known: {known}"
    )
