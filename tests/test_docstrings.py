"""Docstrings open as everywhere else: functions with an imperative verb, the others with a noun."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FOLDERS = ("games", "companion", "bench", "tests", "examples")
VERBS = """
Abandon Accept Act Activate Adapt Add Agree Allow Announce Answer Append Apply Arrive Ask Assign
Attack Back Begin Break Bring Build Calculate Call Carry Change Check Choose Classify Clean
Clear Close Collect Compare Compile Compute Confirm Continue Convert Copy Correct Count Create
Cut Dawdle Deal Decide Defend Delete Deploy Designate Discard Do Dodge Doubt Download Drag Draw
Drop Encounter End Ensure Enter Evade Expect Explain Explode Fail Fetch Fill Find Finish Fold
Follow Force Forget Format Found Free Gain Get Give Go Guess Hand Handle Hash Have Hold Hurt
Include Initialize Insert Install Join Keep Kill Lay Learn Leave Let Limit Link List Load Lock
Log Look Lose Lower Make Map Mark Match Measure Meet Mend Merge Migrate Move Name Note Notify
Offer Open Order Pack Parse Pass Patch Pay Pick Place Play Point Post Prepare Press Print
Propose Provide Push Put Queue Quote Raise Rank Read Recalculate Record Recover Redirect Refuse
Reject Release Remember Remind Remove Rename Render Repeat Replace Replay Report Require Reroll
Reset Resolve Restore Retry Return Reuse Reveal Reward Ring Roll Rule Run Save Say Score Search
Seat Select Send Serve Set Settle Shackle Share Shield Show Shuffle Sign Sit Skip Sort Speak
Spend Split Start Stay Stop Store Strike Strip Suggest Sum Swap Sweep Switch Take Tap Teach Tell
Test Throw Tick Tidy Translate Treat Trigger Trim Try Turn Undo Unpack Update Use Validate
Verify Visit Wait Wake Walk Warm Warn Watch Weigh Win Withdraw Work Wound Wrap Write Yield
"""
"""Verbs that functions open with; a new one belongs in this list."""
CLAUSES = """
How Of What Whatever When Where Whether Which Who Whoever Whom Whose Why
"""
"""Words that open a clause instead of naming the thing."""

ADVICE = {
    "function": "start with an imperative verb (Return, List, Refuse …); add a new verb to VERBS",
    "property": "start with a noun, or “True if”",
    "class": "start with a noun; an action may start with the verb of its button",
    "module": "start with a noun",
}


def kind(node):
    if isinstance(node, ast.Module):
        return "module"
    if isinstance(node, ast.ClassDef):
        return "class"
    names = {
        getattr(decorator, "id", getattr(decorator, "attr", ""))
        for decorator in node.decorator_list
    }
    return "property" if names & {"property", "cached_property"} else "function"


def opens_well(kind, word, is_action):
    if kind == "function":
        return word in VERBS.split()
    return word not in CLAUSES.split() and (word != "Return" or is_action)


OTHERS = re.compile(r"\b(every|some|any|no)body\b(?!`)", re.IGNORECASE)
"""Words of which the project uses the other set: everyone, someone, anyone, no one."""


def others(source):
    """Yield line and word of every docstring that uses a word of the other set."""
    kinds = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, kinds) and (found := OTHERS.search(ast.get_docstring(node) or "")):
            yield node.body[0].lineno, found[0]


def openings(source):
    """Yield line, kind and first word of every docstring but those of tests, and whether it is an
    action's."""
    kinds = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, kinds) and (text := ast.get_docstring(node)):
            if getattr(node, "name", "").startswith("test_"):
                continue
            tags = {keyword.arg for keyword in getattr(node, "keywords", ())}
            yield node.body[0].lineno, kind(node), text.split()[0].strip(".,:;"), "tag" in tags


def faults(folder):
    for path in sorted(folder.rglob("*.py")):
        for line, what, word, is_action in openings(path.read_text()):
            if not opens_well(what, word, is_action):
                where = f"{path.relative_to(folder.parent)}:{line}"
                yield f"{where}: a {what} opens with “{word}”: {ADVICE[what]}"
        for line, word in others(path.read_text()):
            yield f"{path.relative_to(folder.parent)}:{line}: “{word}” belongs to the other set"


@pytest.mark.parametrize("name", FOLDERS)
def test_docstrings_open_with_a_verb_or_noun(name):
    found = list(faults(ROOT / name))
    assert not found, "\n" + "\n".join(found)


def test_docstring_that_opens_with_a_clause_is_found(tmp_path):
    (tmp_path / "a.py").write_text(
        '"""What."""\nclass A:\n  """Who."""\n  def f(self):\n    """The end."""\n'
    )
    assert [fault.split(": ")[1] for fault in faults(tmp_path)] == [
        "a module opens with “What”",
        "a class opens with “Who”",
        "a function opens with “The”",
    ]
