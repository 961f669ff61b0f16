"""The deployment page and what it speaks of say the same."""

import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from companion.settings import database
from tests import deployed

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs/deploy.md").read_text()
READ = re.compile(r'(?:environ\.get|environment\.\w+|text)\(\s*"([A-Z_]+)"')
OURS = {"DJANGO_SETTINGS_MODULE", "DEBUG"}
"""For those who change things, or everybody's own."""


def test_page_lists_exactly_the_environments_settings():
    read = {
        name
        for path in (ROOT / "companion").rglob("*.py")
        for name in READ.findall(path.read_text())
        if "conformance" not in path.parts
    }
    told = set(re.findall(r"^\| `([A-Z_]+)` \|", PAGE, re.MULTILINE))
    assert told == read - OURS


def test_proxy_bounds_what_one_network_asks_for():
    (proxied,) = re.findall(r"^    listen 443.*?^}", PAGE, re.DOTALL | re.MULTILINE)
    for bound, zone in re.findall(r"^(limit_\w+)_zone .* zone=(\w+):", PAGE, re.MULTILINE):
        assert re.search(rf"^    {bound} (zone=)?{zone}\b", proxied, re.MULTILINE), bound
    assert {"limit_req", "limit_conn"} <= set(re.findall(r"limit_[a-z]+\b", proxied))


def test_container_file_is_one_on_page():
    (told,) = re.findall(r"```dockerfile\n(.*?)```", PAGE, re.DOTALL)
    assert (ROOT / "Dockerfile").read_text() == told


def test_secrets_and_data_stay_out_of_the_image():
    kept_out = (ROOT / ".dockerignore").read_text().split()
    assert {".git", "var", ".venv", ".env"} <= set(kept_out)


@pytest.fixture(scope="module")
def composed() -> dict[str, Any]:
    """Return the services of compose.yaml, with what they share merged in and secrets given."""
    text = (ROOT / "compose.yaml").read_text()
    return yaml.safe_load(re.sub(r"\$\{(\w+):\?\}", r"\1", text))


def test_composed_services_are_set_by_page_settings(composed):
    told = set(re.findall(r"^\| `([A-Z_]+)` \|", PAGE, re.MULTILINE))
    (lines,) = re.findall(r"sidekick.env <<EOF\n(.*?)EOF", PAGE, re.DOTALL)
    on_debian = {line.partition("=")[0] for line in lines.splitlines()}
    for name in ("web", "worker"):
        given = set(composed["services"][name]["environment"])
        assert given <= told
        assert on_debian <= given


def test_composed_services_wait_for_those_reporting_health(composed):
    services = composed["services"]
    assert set(services) == {"database", "redis", "web", "worker"}
    for service in services.values():
        for name, until in service.get("depends_on", {}).items():
            assert until == {"condition": "service_healthy"}
            assert services[name]["healthcheck"]["test"][0] == "CMD"
        for volume in service.get("volumes", ()):
            assert volume.partition(":")[0] in composed["volumes"]
    found = database(services["web"]["environment"]["DATABASE_URL"])
    assert (found["HOST"], found["USER"]) == ("database", "sidekick")
    assert found["HOST"] in services
    assert services["database"]["environment"]["POSTGRES_USER"] == found["NAME"] == found["USER"]


def test_composed_services_run_pages_commands_and_versions(composed):
    web, worker = composed["services"]["web"], composed["services"]["worker"]
    assert web["build"] == worker["build"] == "."
    assert " ".join(worker["command"]) in PAGE
    container = (ROOT / "Dockerfile").read_text()
    (port,) = re.findall(r"EXPOSE (\d+)", container)
    assert web["ports"] == [f"127.0.0.1:{port}:{port}"]
    (debian,) = re.findall(r"FROM .*-(\w+)", container)
    for name in ("database", "redis"):
        assert composed["services"][name]["image"].endswith(f"-{debian}")


def test_composed_secrets_are_asked_and_named_on_page():
    asked = set(re.findall(r"\$\{(\w+):\?\}", (ROOT / "compose.yaml").read_text()))
    (block,) = re.findall(r"`\.env` in the same folder:\n\n```\n(.*?)```", PAGE, re.DOTALL)
    assert {line.partition("=")[0] for line in block.splitlines()} == asked


@pytest.mark.parametrize(
    ("url", "host", "user"),
    [
        ("postgres://sidekick@/sidekick?host=/run/postgresql", "/run/postgresql", "sidekick"),
        ("postgres://me:secret@db.example/sidekick", "db.example", "me"),
    ],
)
def test_database_is_reached_by_name_or_socket(url, host, user):
    found = database(url)
    assert (found["HOST"], found["USER"], found["NAME"]) == (host, user, "sidekick")
    assert "host" not in found["OPTIONS"]


class Typed(deployed.Machine):
    """A machine that only writes files, and runs what a service would begin with."""

    def __init__(self, root):
        self.root, self.environment = root, ""

    def serve(self, name, script, user="root"):
        before = script.partition(" exec runuser")[0]
        for folder in ("/etc/", "/srv/"):
            before = before.replace(f" {folder}", f" {self.root}{folder}")
        done = subprocess.run(["sh", "-ec", f"{before}\nenv"], capture_output=True, check=True)
        self.environment = done.stdout.decode()


def test_service_starts_with_the_environment_on_the_page(tmp_path):
    machine = Typed(tmp_path)
    for kind, text in deployed.BLOCK.findall(PAGE):
        if kind == "ini":
            deployed.paste(machine, kind, text)
    (tmp_path / "etc/sidekick.env").write_text("SIDEKICK_HTTPS=1\n")
    (tmp_path / "srv/sidekick").mkdir(parents=True)
    deployed.start(machine, "sidekick@8001")
    said = machine.environment.splitlines()
    assert "SIDEKICK_HTTPS=1" in said
    (shared,) = re.findall(r"^Environment=(.*)", PAGE, re.MULTILINE)
    assert shared in said
