"""Words of every title: in every language, with every fact in its place, by its own rulebook."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

import pytest
from django.utils.translation import trans_real

from companion.conformance import telling, translations_check
from games.clarifications import LANGUAGES
from games.messages import Catalogue, Plural
from games.referee import AnyReferee

OTHERS = [each for each in LANGUAGES if each != "en"]


def spoken(catalogue: Catalogue) -> Iterator[tuple[str, Any]]:
    """Yield the texts of a catalogue, and what a list of translations knows each by."""
    for entry in catalogue.values():
        text = entry.one if isinstance(entry, Plural) else entry
        yield text, (entry.one, 0) if isinstance(entry, Plural) else text


@pytest.mark.parametrize("language", OTHERS)
def test_every_sentence_is_translated_with_its_facts(referee: AnyReferee, language: str) -> None:
    known = cast(Any, trans_real.translation(language))._catalog
    title = referee.title
    missing, wrong = [], []
    for text, key in spoken(referee.catalogue()):
        own = [f"{voice}\x04{text}" for voice in title.voices]
        keys = [(each, 0) for each in own] if isinstance(key, tuple) else own
        found = next(filter(None, map(known.get, (*keys, key))), None)
        if not found:
            missing.append(text)
        elif not translations_check.placeholders(found) <= translations_check.placeholders(text):
            wrong.append(f"{text!r} becomes {found!r}")
    assert not missing, (
        f"not said in {language!r}; sidekick title {title.slug} --messages lists them"
    )
    assert not wrong, "a translation has a place for a fact that nobody tells"


def test_every_place_in_sentence_names_told_fact(referee: AnyReferee) -> None:
    """Covers sentences that random games never reach, because it reads the sources."""
    facts = telling.told(referee)
    misspelt = [
        f"{code} wants {{{name}}}, and is told with: {', '.join(sorted(facts[code])) or 'nothing'}"
        for code, entry in referee.catalogue().items()
        if code in facts
        for text in ((entry.one, entry.many) if isinstance(entry, Plural) else (entry,))
        for name in sorted(translations_check.placeholders(text) - facts[code])
    ]
    assert not misspelt


def test_every_rule_can_be_read_and_asked_about(referee: AnyReferee) -> None:
    for entry in referee.clarifications.values():
        for language in LANGUAGES:
            assert entry.title.get(language), f"{entry.id} has no title in {language!r}"
            assert entry.text.get(language), f"{entry.id} has no text in {language!r}"
            assert entry.asked.get(language), f"nobody asks about {entry.id} in {language!r}"
