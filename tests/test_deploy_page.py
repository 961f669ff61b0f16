"""The deployment page and what it speaks of say the same."""

import re
from pathlib import Path

import pytest

from companion.settings import database

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs/deploy.md").read_text()
READ = re.compile(r'(?:environ\.get|env_bool)\(\s*"(\w+)"')
OURS = {"DJANGO_SETTINGS_MODULE", "STATICFILES_BACKEND", "DEBUG", "TZ"}
"""For those who change things, or everybody's own."""


def test_every_setting_of_the_environment_is_on_the_page_and_the_other_way_round():
    read = {
        name
        for path in (ROOT / "companion").rglob("*.py")
        for name in READ.findall(path.read_text())
        if "bench" not in path.name
    }
    told = set(re.findall(r"^\| `([A-Z_]+)` \|", PAGE, re.MULTILINE))
    assert told == read - OURS


def test_the_container_file_is_the_one_on_the_page():
    (told,) = re.findall(r"```dockerfile\n(.*?)```", PAGE, re.DOTALL)
    assert (ROOT / "Dockerfile").read_text() == told


def test_secrets_and_data_stay_out_of_the_image():
    kept_out = (ROOT / ".dockerignore").read_text().split()
    assert {".git", "var", ".venv"} <= set(kept_out)


@pytest.mark.parametrize(
    ("url", "host", "user"),
    [
        ("postgres://sidekick@/sidekick?host=/run/postgresql", "/run/postgresql", "sidekick"),
        ("postgres://me:secret@db.example/sidekick", "db.example", "me"),
    ],
)
def test_a_database_is_reached_by_name_or_through_its_socket(url, host, user):
    found = database(url)
    assert (found["HOST"], found["USER"], found["NAME"]) == (host, user, "sidekick")
    assert "host" not in found["OPTIONS"]
