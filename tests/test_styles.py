"""Style sheets say to older browsers, too, what their sources say."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.test import Client
from PIL import Image

from companion.conformance import browsers
from companion.styles import packed
from games.registry import folders

ROOT = Path(__file__).resolve().parent.parent
STATIC = [ROOT / "static", *folders("static")]
SHEETS = [path for folder in STATIC for path in sorted(folder.rglob("*.css"))]
TEMPLATES = [path for each in ("html", "jinja") for path in (ROOT / "templates").rglob(f"*.{each}")]
SCRIPTS = [path for folder in STATIC for path in sorted(folder.rglob("*.js"))]
PAGE, SCREEN = 2020, 2019
"""The ECMAScript of the scripts of pages, and of a television's: Chrome 80 and 69 parse them."""
MIXED = r"@supports \(color: color-mix\([^{]*\{([^{}]*\{[^{}]*\})*\}"
ACORN = """
const acorn = require("internal/deps/acorn/acorn/dist/acorn");
const [, ecmaVersion, ...files] = process.argv;
for (const file of files) {
  try {
    acorn.parse(require("fs").readFileSync(file, "utf8"), { ecmaVersion: +ecmaVersion });
  } catch (error) { console.log(`${file}: ${error.message}`); }
}
"""
"""Node's own parser, which knows editions of the language."""


def parsed(edition: int, *scripts: str) -> str:
    node = browsers.node() or "node"
    command = [node, "--expose-internals", "-e", ACORN, str(edition), *scripts]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def screen_scripts() -> list[str]:
    pages = [(ROOT / "templates" / name).read_text() for name in ("base.html", "plays/tv.html")]
    named = re.findall(r"'(js/[\w-]+\.js)'", "".join(pages))
    return [str(ROOT / "static" / name) for name in named]


def test_layers_are_unwrapped_in_their_order() -> None:
    written = """
    @layer base, parts, utilities;
    @layer utilities { .b { color: red; } }
    @layer base { .a { color: blue; } @media (width > 1px) { .c { top: 0; } } }
    .own { color: green; }
    """
    assert packed(written) == (
        ".a{color:blue}@media (width > 1px){.c{top:0}}.b{color:red}.own{color:green}"
    )


@pytest.mark.parametrize(
    ("written", "served"),
    [
        ("height: 88dvh", "height:88vh;height:88dvh"),
        ("inset: auto 0 1px", "top:auto;right:0;bottom:1px;left:0"),
        ("inset: 0", "top:0;right:0;bottom:0;left:0"),
        ("inset-inline-end: .4rem", "right:.4rem"),
        ("padding-inline: 1px 2px", "padding-left:1px;padding-right:2px"),
        ("margin-block: -1px", "margin-top:-1px;margin-bottom:-1px"),
        ("width: min(15rem, 100%)", "width:15rem;width:min(15rem, 100%)"),
        ("width: clamp(1rem, 3vw, 2rem)", "width:3vw;width:clamp(1rem, 3vw, 2rem)"),
        ("grid: auto / minmax(0, 1fr)", "grid:auto / minmax(0, 1fr)"),
        ('content: "a; b"', 'content:"a; b"'),
    ],
)
def test_a_declaration_is_said_in_older_words(written: str, served: str) -> None:
    assert packed(f".a {{ {written}; }}") == f".a{{{served}}}"


@pytest.mark.parametrize(
    ("written", "served"),
    [
        (".a :is(.b, p) i", ".a .b i, .a p i{top:0}"),
        (":is(.a, .b):not(.c, d)", ".a:not(.c):not(d), .b:not(.c):not(d){top:0}"),
        (".a:is(p, b)", ".a:is(p, b){top:0}"),
        (".a:has(b), .c", ".c{top:0}.a:has(b){top:0}"),
        (".a:popover-open, .a.open", ".a.open{top:0}.a:popover-open{top:0}"),
    ],
)
def test_an_unknown_selector_voids_no_known_one(written: str, served: str) -> None:
    assert packed(f"{written} {{ top: 0; }}") == served


@pytest.mark.parametrize("path", SHEETS, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_style_sheets_have_words_for_older_browsers(path: Path) -> None:
    text = path.read_text()
    assert not re.search(r"not\(:popover-open\)", text), "an unknown word, and all is shown"
    assert len(re.findall(r"(?<!-webkit-)user-select", text)) == text.count("-webkit-user-select")
    served = packed(text)
    for lone in re.findall(r"([\w-]+):[^;{}]*dvh", served):
        assert re.search(rf"{lone}:[^;{{}}]*\dvh;{lone}:[^;{{}}]*dvh", served)
    assert not re.search(r"@layer|[;{](inset[\w-]*|(padding|margin)-(inline|block)):", served)
    # Safari 16.0 knows no range in a query and mixes no colours; a value with var() falls back to
    # nothing at all.
    assert not re.search(r"@(media|container)[^{]*[<>]", served)
    assert "color-mix(" not in re.sub(MIXED, "", served)


REDRAWN = {
    # What titles draw again on purpose: the big screen, the parts of a board, dice.
    *("vista", "way", "scene", "acts", "prompt", "next", "d", "dc-yellow", "dc-blue"),
    # Of pages that load no sheet of a title.
    *("two", "dot"),
}


@pytest.mark.parametrize("slug", sorted({path.parts[-2] for path in SHEETS} - {"css"}))
def test_title_redraws_no_class_of_the_site(slug: str) -> None:
    """Compare classes drawn alone: what shares a name shares the looks, in a drawer as well."""
    site = {each for path in TEMPLATES for each in classes(path.read_text())}
    own = {
        name
        for path in SHEETS
        if path.parts[-2] == slug
        for name in re.findall(r"(?m)(?:^|[,}])\s*\.([a-z][\w-]*)(?=\s*[,{])", path.read_text())
    }
    assert own & site - REDRAWN == set(), "another name: this one is drawn by the site"


def classes(template: str) -> set[str]:
    """Return the class names written out in a template."""
    written = re.findall(r'class="([^"]*)"', template)
    return {name for each in written for name in re.sub(r"{[{%].*?[%}]}", " ", each).split()}


def test_page_draws_search_fields_in_every_engine() -> None:
    for path in SHEETS:
        text = path.read_text()
        own = len(re.findall(r"(?<!-webkit-)appearance: none", text))
        assert own == text.count("-webkit-appearance: none"), path.name
    fields = "input[type=search]{-webkit-appearance:none;appearance:none}"
    assert fields in packed((ROOT / "static/css/app.css").read_text())


@pytest.mark.parametrize("name", ["app.css", "tv.css"])
def test_only_capable_browser_hides_old_browser_line(name: str) -> None:
    served = packed((ROOT / "static/css" / name).read_text())
    known = {"app.css": "(inset: 0)", "tv.css": "(gap: 1rem)"}[name]
    assert f"@supports {known}{{.too-old{{display:none}}}}" in served.replace(": none", ":none")
    assert served.count(".too-old") == 1


def test_the_line_about_old_browsers_needs_no_script(client: Client, db: None) -> None:
    page = client.get("/").content.decode()
    before, _, after = page.partition('<p class="too-old">')
    assert "too old for Sidekick" in after[:60]
    assert "<noscript" not in before
    assert "too-old" not in "".join(path.read_text() for path in SCRIPTS)


def test_iphone_is_given_picture_it_can_draw(client: Client, db: None) -> None:
    page = client.get("/").content.decode()
    found = re.search(r'<link rel="apple-touch-icon"\s+href="/static/([^"]+)"', page)
    assert found
    name = re.sub(r"\.[0-9a-f]{12}(?=\.png$)", "", found[1])
    kept = finders.find(name)
    assert kept
    with Image.open(kept) as picture:
        assert picture.format == "PNG"
        assert picture.size >= (180, 180)


WRITTEN = {".html", ".jinja", ".py"}
SIGN = re.compile(r"""<svg\b[^>]*class="(?:i[ "{]|\{\})[^>]*>""")


def test_a_sign_is_small_without_any_style_sheet() -> None:
    rooms = [ROOT / "templates", ROOT / "companion", *folders("templates")]
    files = [path for room in rooms for path in room.rglob("*.*")]
    texts = {path: path.read_text() for path in files if path.suffix in WRITTEN}
    signs = [(path.name, sign) for path, text in texts.items() for sign in SIGN.findall(text)]
    assert len(signs) >= 3
    assert [one for one in signs if not re.search(r'width="\d+"\s+height="\d+"', one[1])] == []


def test_big_screen_layout_needs_nothing_newer_than_televisions() -> None:
    scenes = [path for path in SHEETS if path.name in {"screen.css", "tv.css"}]
    assert len(scenes) > 4
    assert [str(path) for path in scenes if ":has(" in path.read_text()] == []


def test_scripts_of_pages_parse_where_pages_work() -> None:
    assert len(SCRIPTS) > 15
    assert parsed(PAGE, *map(str, SCRIPTS)) == ""


def test_scripts_of_big_screens_parse_on_older_televisions() -> None:
    found = screen_scripts()
    assert {Path(name).name for name in found} >= {"board.js", "live.js", "gaps.js", "look.js"}
    assert parsed(SCREEN, *found) == ""


def test_a_newer_script_is_found(tmp_path: Path) -> None:
    (tmp_path / "new.js").write_text("const a = b?.c;")
    assert "new.js" in parsed(SCREEN, str(tmp_path / "new.js"))
