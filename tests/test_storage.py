"""Style sheets and scripts are packed as they are collected, and say the same."""

import re
import urllib.request
from pathlib import Path

import pytest
from django.core.files.base import ContentFile

from companion import storage
from companion.storage import BUNDLES, StaticFiles, lean
from companion.styles import tight


def test_line_breaks_for_people_do_not_travel():
    said = "/* Why\n so. */\n"
    style = ".a,\n.b {\n  color: red; margin: 0 auto;\n  grid-template:\n    'x y'\n    'z z';\n}\n"
    assert tight(said + style) == ".a,.b {color: red; margin: 0 auto;grid-template: 'x y' 'z z';}"


def test_collected_style_sheet_is_whole_however_far_read(tmp_path):
    storage = StaticFiles(location=str(tmp_path), base_url="/static/")
    content = ContentFile(b".a {\n  color: red;\n}\n")
    content.read()
    name = storage._save("css/a.css", content)
    assert Path(tmp_path, name).read_text() == ".a{color:red}"


def test_table_page_loads_its_scripts_in_one_answer(site, cast):
    page = cast.host.get(cast.at).content.decode()
    own = re.findall(r'src="[^"]*/(js/[a-z]+)\b', page)
    assert own == ["js/look", "js/table"]
    (at,) = re.findall(r'"(/static/js/table\.[^"]*)"', page)
    with urllib.request.urlopen(site + at) as answer:
        sent = answer.read().decode()
    parts = [lean(Path(f"static/js/{name}.js").read_text()) for name in BUNDLES["js/table.js"]]
    assert sent == "".join(parts)


@pytest.mark.patient
def test_only_what_can_be_opened_carries_page_policy(site):
    with urllib.request.urlopen(f"{site}/") as page:
        assert "default-src 'none'" in page.headers["Content-Security-Policy"]
        text = page.read().decode()
    found = {
        name: re.search(rf'"(/static/[^"]*\.{name})["#]', text) for name in ("js", "css", "svg")
    }
    for name, at in found.items():
        with urllib.request.urlopen(site + at[1]) as answer:
            policy = answer.headers["Content-Security-Policy"]
            assert policy == ("default-src 'none'" if name == "svg" else None)
            assert "Referrer-Policy" not in answer.headers
            assert "X-Request-ID" not in answer.headers
            assert "immutable" in answer.headers["Cache-Control"]
            assert "ETag" not in answer.headers
            assert answer.headers["X-Content-Type-Options"] == "nosniff"
            assert "Access-Control-Allow-Origin" not in answer.headers
    with urllib.request.urlopen(f"{site}/sw.js") as answer:
        assert "default-src 'none'" in answer.headers["Content-Security-Policy"]


def test_script_is_served_without_what_is_for_people() -> None:
    written = """// Says why.
    (() => {
      const at = "https://example.org"; // kept: it stands behind code

      // another reason
      go(at);
    })();
    """
    assert lean(written) == (
        '(() => {\nconst at = "https://example.org"; // kept: it stands behind code\n'
        "go(at);\n})();\n"
    )


def test_packing_is_part_of_a_name(monkeypatch):
    sheet = ContentFile(b"p { color: red }\n")
    before = storage.StaticFiles().file_hash("css/a.css", sheet)
    assert storage.StaticFiles().file_hash("css/a.css", sheet) == before
    monkeypatch.setattr(storage, "packed", lambda text: text + "p{}")
    assert storage.StaticFiles().file_hash("css/a.css", sheet) != before
