"""The tool that changes the rules at random makes real changes, and the same ones each time."""

import ast
import importlib.util
import os
import time
from dataclasses import replace

import pytest

from tests import forked_session, mutants

SOURCE = '''
def rule(state, n: int = 3) -> int:
    """Say nothing of 1 + 1 here."""
    if n > 2 and state.over:
        call.note("one", f"{n + 1}")
    spare = max(0, n - 1)
    return spare if not state.over else 7
'''


def kinds():
    return {mutant.kind for mutant in mutants.mutants("rule.py", SOURCE)}


def test_every_kind_of_change_is_tried():
    assert kinds() == {
        "arithmetic",
        "bound",
        "comparison",
        "condition",
        "constant",
        "dropped",
        "guard",
    }


def test_each_change_is_python_and_means_something_else():
    for mutant in mutants.mutants("rule.py", SOURCE):
        changed = mutant.applied(SOURCE)
        assert ast.dump(ast.parse(changed)) != ast.dump(ast.parse(SOURCE)), mutant


def test_words_are_left_alone():
    for mutant in mutants.mutants("rule.py", SOURCE):
        changed = mutant.applied(SOURCE)
        assert '"""Say nothing of 1 + 1 here."""' in changed
        assert 'f"{n + 1}"' in changed or mutant.kind == "dropped"
        assert "n: int = 3" in changed


def test_what_only_asserts_is_left_alone():
    source = "def rule(a, b):\n    return dict(zip(a, b, strict=True))\n"
    assert list(mutants.mutants("rule.py", source)) == []


@pytest.mark.patient
@pytest.mark.parametrize("room", mutants.ROOMS)
def test_seed_names_same_changes_of_room_each_time(room):
    first = mutants.chosen(room, None, 5, [1])
    assert [(m.path, m.line, m.new) for m in first] == [
        (m.path, m.line, m.new) for m in mutants.chosen(room, None, 5, [1])
    ]
    assert len(first) == 5


def test_several_seeds_make_one_sample_without_doubles():
    alone = [mutants.chosen("statistics", None, 40, [seed]) for seed in (1, 2)]
    places = {(m.path, m.line, m.node.col_offset, m.new) for each in alone for m in each}
    both = mutants.chosen("statistics", None, 40, [1, 2])
    assert len(both) == len(set(both)) <= 80
    assert {(m.path, m.line, m.node.col_offset, m.new) for m in both} == places


ROOM = """
def doubled(n):
    return n + n

class Heap:
    def __init__(self, size):
        self.size = size

    def higher(self):
        return [size + 1 for size in self.size]

def counter():
    count = 0
    def more():
        nonlocal count
        count += 1
        return count
    return more
"""


@pytest.fixture
def room(tmp_path):
    path = tmp_path / "room.py"
    path.write_text(ROOM)
    spec = importlib.util.spec_from_file_location("room", path)
    loaded = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(loaded)
    return loaded


def test_what_is_loaded_takes_over_the_changed_code(room):
    heap, more = room.Heap([1, 2]), room.counter()
    now = ROOM.replace("size + 1", "size - 1").replace("count += 1", "count += 5")
    assert forked_session.given(room.__file__, ROOM, now)
    assert (heap.higher(), more(), room.doubled(4)) == ([0, 1], 5, 8)


def test_function_below_shorter_text_is_found_all_same(room):
    now = ROOM.replace("def doubled(n):\n    return n + n", "def doubled(n): return n")
    assert forked_session.given(room.__file__, ROOM, now)
    assert (room.doubled(4), room.Heap([3]).higher(), room.counter()()) == (4, [4], 1)


def test_what_closes_over_other_names_needs_new_process(room):
    more = room.counter()
    now = ROOM.replace("        nonlocal count\n", "        count = 0\n")
    assert not forked_session.given(room.__file__, ROOM, now)
    assert more() == 1


def test_unloaded_file_is_left_to_new_process(tmp_path):
    assert not forked_session.given(
        str(tmp_path / "other.py"), ROOM, ROOM.replace("n + n", "n - n")
    )


def test_late_answer_is_given_up_and_no_notice():
    child = os.fork()
    if child == 0:
        os.setsid()
        time.sleep(60)
        os._exit(forked_session.NOTICED)
    while os.getpgid(child) != child:
        time.sleep(0.01)
    assert forked_session._waited(child, 0.1) == forked_session.LATE
    with pytest.raises(ChildProcessError):
        os.waitpid(child, os.WNOHANG)


@pytest.mark.patient
def test_only_change_that_changes_something_is_noticed(tmp_path):
    path = "games/bounds.py"
    source = (mutants.ROOT / path).read_text()
    first = next(mutants.mutants(path, source))
    same = replace(first, new=ast.get_source_segment(source, first.node))
    raises = replace(first, new="(1 / 0)")
    bench = mutants.Bench(tmp_path, ["tests/games/test_bounds.py"], 1)
    bench.measure()
    tests, _ = bench.knows(first)
    assert tests
    assert all(test.startswith("tests/games/test_bounds.py::") for test in tests)
    assert bench.notices(raises, source)
    assert not bench.notices(same, source)
    bench.close()


@pytest.mark.patient
def test_what_changes_nothing_is_noticed_in_no_module(tmp_path):
    """The database is made by a test of the first module, and tests of the second come after."""
    path = "companion/stats/queries.py"
    source = (mutants.ROOT / path).read_text()
    first, second = "tests/stats/test_command.py", "tests/stats/test_queries.py"
    bench = mutants.Bench(tmp_path, [first, second], 1)
    bench.measure()
    mutant = next(each for each in mutants.mutants(path, source) if bench.knows(each)[0])
    assert bench.knows(mutant)[0][0].startswith(second)
    same = replace(mutant, new=ast.get_source_segment(source, mutant.node))
    assert not bench.notices(same, source)
    bench.close()
