"""The clarifications of every title, and what its rules cite of them."""

import ast
import re
from importlib import import_module
from pathlib import Path

import msgspec
import pytest

from games.clarifications import LANGUAGES, Clarification, Clarifications, RuleSheet, load, read
from games.registry import TITLES, referee

GAMES = Path(__file__).resolve().parents[2] / "games"
FOLDERS = sorted(path.parents[1] for path in GAMES.glob("*/rulings/clarifications.json"))
CITING = {"refuse", "ask", "warn", "require_actor"}
"""Methods of a ``RulingContext`` whose second argument is the rule they cite."""

PHYSICAL = {"E_MALFORMED", "E_NO_CARD", "E_NO_DIE", "E_NO_NAME", "E_OVER", "E_RANGE", "E_TOO_LONG"}
"""Refusals of what cannot be on any table or in any form; a rulebook has no rule for these."""
OURS = {"T-NO-FACT", "T-CHECKED", "T-SAME-EYES"}
"""Refusals about checking what was typed in, of which no rulebook knows."""


def entry(id="N-01", page="1", **more):
    both = {"en": "Acorns", "pl": "Żołędzie"}
    return Clarification(id, page, more.pop("title", both), both, **more)


def sheet(*entries, **more):
    return RuleSheet("N", 2, {"store": "storing acorns"}, ("nuts",), entries, **more)


def entered(folder):
    (folder / "rulings").mkdir(exist_ok=True)
    return folder / "rulings" / "clarifications.json"


def sources(folder):
    return [(path, ast.parse(path.read_text())) for path in sorted(folder.rglob("*.py"))]


def strings(tree):
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, node.value


def calls(tree):
    """Yield every method call of a module: line, method, arguments (what is no constant a node)."""
    for node in ast.walk(tree):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
            continue
        values = [arg.value if isinstance(arg, ast.Constant) else arg for arg in node.args]
        yield node.lineno, node.func.attr, values


# -- the data ------------------------------------------------------------------------------


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_the_sheet_is_sound(folder):
    assert read(folder / "__init__.py").problems() == ()


@pytest.mark.parametrize(
    ("slug", "entry", "reading"),
    [
        ("talisman-batman", "T-006", "T-Q24"),
        ("talisman-batman", "T-051", "T-Q06"),
        ("talisman-batman", "T-085", "T-Q16"),
        ("animated-dice", "D-001", "D-Q09"),
        ("animated-dice", "D-042", "D-Q09"),
    ],
)
def test_rule_with_silent_book_leads_to_our_reading(slug, entry, reading):
    known = referee(slug).clarifications
    assert reading in known[entry].see
    assert known[reading].reading
    assert not known[entry].reading


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_entries_are_short_enough_for_a_phone(folder):
    for each in read(folder / "__init__.py").entries:
        for language in LANGUAGES:
            assert len(each.title[language]) <= 80, each.id
            assert len(each.text[language]) <= 330, each.id


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_every_polish_text_was_written_not_copied(folder):
    same = {
        each.id
        for each in read(folder / "__init__.py").entries
        if each.text["pl"] == each.text["en"]
    }
    assert same == set()


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_nothing_points_to_itself_or_declares_unused_words(folder):
    data = read(folder / "__init__.py")
    assert not [each.id for each in data.entries if each.id in each.see]
    assert {tag for each in data.entries for tag in each.tags} == set(data.tags)
    assert {step for each in data.entries for step in each.steps} <= set(data.steps)
    assert not [group for group in data.synonyms if len(set(group)) < 2]


def test_all_titles_together_have_hundreds_of_entries():
    assert sum(len(load(str(folder / "__init__.py"))) for folder in FOLDERS) >= 550


# -- what loading refuses --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wrong", "problem"),
    [
        (entry("X-01"), "not an id"),
        (entry("N-1"), "not an id"),
        (entry(page="3"), "names page 3 of 2"),
        (entry(page="0"), "names page 0 of 2"),
        (entry(page="one"), "unreadable page"),
        (entry(page="1, "), "unreadable page"),
        (entry(page=""), "neither page nor section"),
        (entry(tags=("shells",)), "unknown tag 'shells'"),
        (entry(steps=("sleep",)), "unknown step 'sleep'"),
        (entry(title={"en": "Acorns"}), "no title in 'pl'"),
        (entry(title={"en": " ", "pl": "Żołędzie"}), "no title in 'en'"),
    ],
)
def test_a_faulty_entry_is_named(wrong, problem):
    assert any(problem in each for each in sheet(wrong).problems())


@pytest.mark.parametrize("page", ["1", "1, 2", "1-2", "~2", "~1, 2"])
def test_page_is_number_several_range_or_inferred(page):
    assert sheet(entry(page=page)).problems() == ()


def test_a_section_or_a_reading_needs_no_page():
    assert sheet(entry(page="", section="How to play")).problems() == ()
    assert sheet(entry("N-Q01", page="", reading=True)).problems() == ()


def test_the_same_id_twice_is_refused():
    with pytest.raises(ValueError, match="twice: N-01"):
        Clarifications((entry(), entry()))


def test_a_link_that_leads_nowhere_is_refused():
    with pytest.raises(ValueError, match="N-01 points to unknown entries: N-09"):
        Clarifications((entry(see=("N-09",)),))


def test_loading_names_every_fault(tmp_path):
    data = msgspec.json.encode(sheet(entry(page="3"), entry("X-02")))
    entered(tmp_path).write_bytes(data)
    with pytest.raises(ValueError, match="N-01 names page 3 of 2; X-02 is not an id"):
        load(str(tmp_path / "__init__.py"))


def test_an_unknown_field_is_refused_with_its_place(tmp_path):
    data = msgspec.json.encode({**msgspec.to_builtins(sheet(entry())), "colour": "red"})
    entered(tmp_path).write_bytes(data)
    with pytest.raises(msgspec.ValidationError, match="colour"):
        load(str(tmp_path / "__init__.py"))


# -- what the rules cite ---------------------------------------------------------------------


@pytest.fixture(params=sorted(TITLES))
def title(request):
    """Return a title of the list: its referee, its own folder and its sheet."""
    module = import_module(TITLES[request.param].split(":")[0])
    folder = Path(module.__file__).parent
    return referee(request.param), folder, read(module.__file__)


def test_the_sheet_knows_the_size_of_the_rulebook(title):
    titled, _, data = title
    assert data.pages == titled.title.book.pages


def test_the_referee_serves_the_sheet_beside_it(title):
    titled, _, data = title
    assert tuple(titled.clarifications) == tuple(entry.id for entry in data.entries)


def test_referee_speaks_of_steps_of_sheet(title):
    titled, _, data = title
    box = titled.blank_box()
    ruling = titled.begin(titled.setup_default(titled.title.min_players, box), box)
    assert titled.rules_step(ruling.state) in data.steps


def test_every_setting_is_one_wizard_of_title_offers(title):
    titled, _, data = title
    box = titled.blank_box()
    pages = titled.setup_pages(titled.setup_default(titled.title.min_players, box), box)
    fields = [field for page in pages for field in page.fields]
    offered = {field.name for field in fields}
    offered |= {str(choice.value) for field in fields for choice in field.choices}
    assert {each.setting for each in data.entries if each.setting} - offered == set()


def test_every_id_named_in_the_source_exists(title):
    titled, folder, data = title
    shape = re.compile(rf"{data.prefix}-Q?\d{{2,3}}")
    cited = {
        value: f"{path.name}:{line}"
        for path, tree in sources(folder)
        for line, value in strings(tree)
        if shape.fullmatch(value)
    }
    assert cited or titled.clarifications.topics
    assert {id: at for id, at in cited.items() if id not in titled.clarifications} == {}


@pytest.mark.parametrize(
    "folder",
    sorted(path for path in GAMES.iterdir() if (path / "__init__.py").exists()),
    ids=lambda folder: folder.name,
)
def test_every_refusal_and_question_cites_a_rule(folder):
    silent = []
    for path, tree in sources(folder):
        for line, kind, values in calls(tree):
            bare = len(values) < 2 or values[1] == ""
            if OURS.intersection(values[:1]):
                continue
            if bare and (
                kind in CITING or (kind == "refuse_impossible" and values[0] not in PHYSICAL)
            ):
                silent.append(f"{path.name}:{line} {kind}")
    assert silent == []


def test_what_is_asked_about_entry_lies_beside_sheet(tmp_path):
    entered(tmp_path).write_bytes(msgspec.json.encode(sheet(entry())))
    assert load(str(tmp_path / "__init__.py"))["N-01"].asked == {}
    (tmp_path / "rulings" / "asked.json").write_text('{"N-01": {"en": ["where do nuts go"]}}')
    assert load(str(tmp_path / "__init__.py"))["N-01"].asked == {"en": ("where do nuts go",)}
    own = entry(asked={"en": ["how many nuts"]})
    entered(tmp_path).write_bytes(msgspec.json.encode(sheet(own)))
    with pytest.raises(ValueError, match=r"N-01 has questions in its entry and in asked\.json"):
        load(str(tmp_path / "__init__.py"))
    (tmp_path / "rulings" / "asked.json").write_text("{}")
    assert load(str(tmp_path / "__init__.py"))["N-01"].asked == {"en": ("how many nuts",)}
    (tmp_path / "rulings" / "asked.json").write_text('{"N-07": {}}')
    with pytest.raises(ValueError, match="N-07 is asked about and has no entry"):
        load(str(tmp_path / "__init__.py"))


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_every_entry_is_asked_about_in_every_language(folder):
    entries = load(str(folder / "__init__.py")).values()
    silent = [each.id for each in entries if not all(map(each.asked.get, LANGUAGES))]
    assert not silent, f'{silent}: write questions in each language into the "asked" of the entry'
