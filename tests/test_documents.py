"""The documents read like plain English, and the changelog names the release."""

import re
from pathlib import Path

import pytest

from companion.release import release
from tests import documents


@pytest.mark.parametrize(
    "path", documents.written(), ids=lambda path: str(path.relative_to(documents.ROOT))
)
def test_documents_have_few_words_that_sound_translated(path: Path):
    assert documents.marked(path.read_text()) < 3, documents.MARKERS.findall(path.read_text())


def test_words_that_sound_translated_are_counted_per_thousand():
    assert documents.marked("The board stands beside the phone.") == 333.3
    assert documents.marked("It has already won. Others have not.") == 0


def test_changelog_names_this_release_below_unreleased():
    headings = re.findall(r"(?m)^## (.+)$", (documents.ROOT / "CHANGELOG.md").read_text())
    assert headings[0] == "Unreleased"
    assert re.fullmatch(rf"{re.escape(release())} – \d{{4}}-\d\d-\d\d", headings[1])
