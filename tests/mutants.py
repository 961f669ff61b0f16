"""Small random changes of the source, each tried against the tests: do they notice?

``python -m tests.mutants gotham --sample 60 --seed 1`` changes 60 places of a room one by one (a
comparison, a bound, a guard or a note dropped, an arm of a condition), runs the tests that
execute the changed line until the first failure, and prints what no one noticed as a diff.
``--seed`` may be given several times: which test executes which line is measured only once.
``--quick`` asks the room's own scenarios and the golden games alone, without random machines and
the laws of every title: what only those would notice counts as missed. ``--since REV`` takes only
lines changed since that commit. Changes that cannot alter behaviour are for the reader to strike
out: they are printed too. What gets no answer in time is named and not counted: on a machine that
is busy with other things no one knows why.
"""

from __future__ import annotations

import argparse
import ast
import difflib
import json
import os
import queue
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

from tests import forked_session

ROOT = Path(__file__).parents[1]
GOLDEN = "tests/test_playthroughs.py"
TITLES = {path.parent.name: path.parent for path in sorted(ROOT.glob("games/*/__init__.py"))}


def tests_of(engine: str) -> list[str]:
    """Return the tests of an engine, of the titles that stand on it, and the golden games."""
    on_it = f"from games.{engine}."
    titles = (
        name
        for name, folder in TITLES.items()
        if name == engine or any(on_it in path.read_text() for path in folder.glob("*.py"))
    )
    return [*(f"tests/games/{name}" for name in titles), GOLDEN]


ROOMS: dict[str, tuple[list[str], list[str]]] = {
    "contract": (
        ["games/*.py", "games/odds/*.py"],
        ["tests/games", "tests/titles", "tests/plays/test_docs.py", GOLDEN],
    ),
    **{name: ([f"games/{name}"], tests_of(name)) for name in TITLES},
    "plays": (["companion/plays"], ["tests/plays", "tests/test_serve.py"]),
    "statistics": (["companion/stats"], ["tests/stats"]),
}
"""What is changed, and whose tests should notice; the laws of every title belong to each game."""

MACHINES = "not machine and not random"
"""What ``--quick`` leaves out, by name."""
LAWS = ["tests/games/test_every_title.py", "tests/games/test_contract.py"]

CONTROLS = 3
"""So many places are tried unchanged first: a test that fails then would notice anything."""

SWAPS: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
}


@dataclass(frozen=True)
class Mutant:
    """One change: ``node`` of the file at ``path`` is replaced by the text ``new``."""

    path: str
    node: ast.expr | ast.stmt
    new: str
    kind: str

    @property
    def line(self) -> int:
        return self.node.lineno

    def applied(self, source: str) -> str:
        """Return the source with the change made."""
        lines = source.encode().splitlines(keepends=True)
        last = self.node.end_lineno or self.line
        head = lines[self.line - 1][: self.node.col_offset]
        tail = lines[last - 1][self.node.end_col_offset :]
        return b"".join(
            [*lines[: self.line - 1], head, self.new.encode(), tail, *lines[last:]]
        ).decode()


def mutants(path: str, source: str) -> Iterator[Mutant]:
    """Yield every change this tool knows for one file; what only says something is left alone."""
    for function in ast.walk(ast.parse(source)):
        if isinstance(function, ast.FunctionDef):
            for statement in function.body:
                for each in _executed(statement):
                    for node, new, kind in _changes(each):
                        yield Mutant(
                            path, node, f"({new})" if isinstance(node, ast.expr) else new, kind
                        )


def _executed(statement: ast.stmt) -> Iterator[ast.AST]:
    """Yield the nodes of a statement, without annotations, nested functions, docstrings, f-strings.

    Nor what only asserts: ``zip(…, strict=True)`` means nothing but that lengths are equal.
    """
    if isinstance(statement, ast.FunctionDef | ast.ClassDef | ast.Import | ast.ImportFrom):
        return
    waiting: list[ast.AST] = [statement]
    while waiting:
        node = waiting.pop()
        yield node
        for name, child in ast.iter_fields(node):
            if name in {"annotation", "returns", "type_params"} or isinstance(child, ast.JoinedStr):
                continue
            children = child if isinstance(child, list) else [child]
            waiting += [
                each
                for each in children
                if isinstance(each, ast.AST)
                and not isinstance(each, ast.FunctionDef | ast.JoinedStr | ast.pattern)
                and not (isinstance(each, ast.keyword) and each.arg == "strict")
            ]


def _changes(node: ast.AST) -> Iterator[tuple[ast.expr | ast.stmt, str, str]]:
    """Yield what is there, what to write instead, and the kind of the change."""
    match node:
        case ast.Compare(left, [op], [right]) if type(op) in SWAPS:
            swapped = ast.Compare(left, [SWAPS[type(op)]()], [right])
            yield node, ast.unparse(swapped), "comparison"
        case ast.BinOp(left, ast.Add() | ast.Sub() as op, right) if not _text(left, right):
            yield node, ast.unparse(ast.BinOp(left, SWAPS[type(op)](), right)), "arithmetic"
        case ast.BoolOp(op, values):
            for n in range(len(values)):
                kept = values[:n] + values[n + 1 :]
                whole = kept[0] if len(kept) == 1 else ast.BoolOp(op, kept)
                yield node, ast.unparse(whole), "condition"
        case ast.Constant(bool(value)):
            yield node, repr(not value), "constant"
        case ast.Constant(int(value)):
            yield node, repr(value + 1), "constant"
        case ast.If(test, _, _) | ast.IfExp(test, _, _):
            yield test, ast.unparse(ast.UnaryOp(ast.Not(), test)), "guard"
        case ast.Expr(ast.Call()):
            yield node, "pass", "dropped"
        case ast.Call(ast.Name("min" | "max" as name), arguments, keywords) if len(arguments) > 1:
            other = ast.Name("max" if name == "min" else "min")
            yield node, ast.unparse(ast.Call(other, arguments, keywords)), "bound"
        case ast.UnaryOp(ast.Not(), operand):
            yield node, ast.unparse(operand), "guard"


def _text(*sides: ast.expr) -> bool:
    return any(isinstance(each, ast.Constant) and isinstance(each.value, str) for each in sides)


class Bench:
    """Copies of the tree in which changes are tried, each with a session that has all loaded."""

    def __init__(self, folder: Path, tests: list[str], workers: int, only: str = "") -> None:
        self.tests = tests
        # A fork may lack a thread that a test waits for; that test judges nothing, the others do.
        patience = f"--timeout={forked_session.PATIENCE // 3}"
        self.options = ["-q", patience, "-m", "not browser", "-k", only, "-p", "no:cacheprovider"]
        self.free: queue.Queue[Session] = queue.Queue()
        self.lines: dict[tuple[str, int], set[str]] = {}
        self.seconds: dict[str, float] = {}
        self.failing: set[str] = set()
        for n in range(workers):
            copy = folder / str(n)
            shutil.copytree(
                ROOT, copy, ignore=shutil.ignore_patterns(".git", ".venv", "var", ".*_cache")
            )
            self.free.put(Session(copy, self.options, tests))

    def measure(self) -> None:
        """Learn which test executes which line, and how long each works."""
        session = self.free.get()
        found = session.ask(None)
        self.free.put(session)
        self.seconds = found["seconds"]
        self.failing = set(found["failing"])
        self.lines = {
            (file, int(line)): set(contexts)
            for file, lines in found["lines"].items()
            for line, contexts in lines.items()
        }

    def knows(self, mutant: Mutant) -> tuple[list[str], bool]:
        """Return the tests that execute what is changed, and whether it ran while all was
        loaded."""
        last = mutant.node.end_lineno or mutant.line
        seen = set[str]().union(
            *(self.lines.get((mutant.path, n), ()) for n in range(mutant.line, last + 1))
        )
        tests = seen & self.seconds.keys() - self.failing
        return sorted(tests, key=lambda test: (self.seconds[test] > 1, test)), "import" in seen

    def notices(self, mutant: Mutant, source: str) -> bool | None:
        """Return whether a test fails once the change is made; ``None`` if it was given up.

        ``source`` is the file as it was copied.
        """
        tests, loading = self.knows(mutant)
        seconds = 10 + 5 * sum(self.seconds[test] for test in tests)
        session = self.free.get()
        try:
            answer = forked_session.MISSED
            if tests:
                now = mutant.applied(source)
                request = {"path": mutant.path, "was": source, "now": now}
                answer = session.ask({**request, "tests": tests, "seconds": seconds})
            if answer == forked_session.FAULT:
                raise RuntimeError(f"{mutant.path}:{mutant.line} could not be tried")
            if answer == forked_session.ANEW:
                return self.anew(session.copy, mutant, source, tests)
            # What ran while all was loaded may have left its result: the change comes too late,
            # and whoever uses that result need not execute the line.
            if answer == forked_session.MISSED and loading:
                return self.anew(session.copy, mutant, source, self.tests)
            return None if answer == forked_session.LATE else bool(answer == forked_session.NOTICED)
        finally:
            self.free.put(session)

    def anew(self, copy: Path, mutant: Mutant, source: str, tests: list[str]) -> bool | None:
        """Do the same in a process of its own."""
        (copy / mutant.path).write_text(mutant.applied(source))
        left_out = [f"--deselect={test}" for test in self.failing]
        try:
            command = [sys.executable, "-m", "pytest", "-x", *self.options, *left_out, *tests]
            done = subprocess.run(
                command,
                cwd=copy,
                env=_environment(),
                timeout=600,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
            return done.returncode != 0
        except subprocess.TimeoutExpired:
            return None
        finally:
            (copy / mutant.path).write_text(source)

    def close(self) -> None:
        while not self.free.empty():
            self.free.get().close()


class Session:
    """A running ``tests.forked_session`` in one copy of the tree."""

    def __init__(self, copy: Path, options: list[str], tests: list[str]) -> None:
        self.copy = copy
        theirs, ours = os.pipe(), os.pipe()
        pipes = (theirs[0], ours[1])
        self.process = subprocess.Popen(
            [sys.executable, "-m", "pytest", "-p", "tests.forked_session", *options, *tests],
            cwd=copy,
            env={**_environment(), "SIDEKICK_TRYING": ",".join(map(str, pipes))},
            pass_fds=pipes,
            stdout=subprocess.DEVNULL,
        )
        for end in pipes:
            os.close(end)
        self.requests = os.fdopen(theirs[1], "w")
        self.answers = os.fdopen(ours[0])

    def ask(self, request: dict[str, object] | None) -> Any:
        print(json.dumps(request), file=self.requests, flush=True)
        answer = self.answers.readline()
        if not answer:
            raise SystemExit("The tests can't be collected as they are; mend them first.")
        return json.loads(answer)

    def close(self) -> None:
        self.requests.close()
        self.process.wait(600)
        self.answers.close()


def _environment() -> dict[str, str]:
    return {**os.environ, "PYTHONDONTWRITEBYTECODE": "1", "DATABASE_URL": "", "CI": ""}


def chosen(room: str, since: str | None, sample: int, seeds: list[int]) -> list[Mutant]:
    """Return a sample of the room's changes for each seed, the same for the same source."""
    touched = _touched(since) if since else None
    found = [
        mutant
        for path in _files(ROOMS[room][0])
        for mutant in mutants(path, (ROOT / path).read_text())
        if touched is None or mutant.line in touched.get(path, ())
    ]
    size = min(sample, len(found))
    picked = [mutant for seed in seeds for mutant in Random(seed).sample(found, size)]
    return list(dict.fromkeys(picked))


def _files(places: list[str]) -> list[str]:
    paths = [
        path
        for place in places
        for path in (
            sorted(ROOT.glob(place)) if "*" in place else sorted((ROOT / place).rglob("*.py"))
        )
    ]
    return [str(path.relative_to(ROOT)) for path in paths if "migrations" not in path.parts]


def _touched(since: str) -> dict[str, set[int]]:
    """Return lines of today's files that were not so at ``since``."""
    diff = subprocess.run(
        ["git", "diff", "-U0", since, "--", "*.py"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    lines: dict[str, set[int]] = {}
    path = ""
    for row in diff.splitlines():
        if row.startswith("+++ b/"):
            path = row.removeprefix("+++ b/")
        elif hunk := re.match(r"@@ \S+ \+(\d+)(?:,(\d+))? @@", row):
            first, count = int(hunk[1]), int(hunk[2] or 1)
            lines.setdefault(path, set()).update(range(first, first + count))
    return lines


def main() -> int:
    """Run one room; the exit code is 1 when fewer than ``--least`` percent were noticed."""
    parser = argparse.ArgumentParser(prog="tests.mutants")
    parser.add_argument("room", choices=ROOMS)
    parser.add_argument("--sample", type=int, default=40)
    parser.add_argument("--seed", type=int, action="append", help="may be given several times")
    parser.add_argument("--since", help="only lines changed since this commit")
    parser.add_argument("--quick", action="store_true", help="without machines and laws")
    parser.add_argument("--least", type=int, default=0, help="fail under so many percent")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    asked = parser.parse_args()

    picked = chosen(asked.room, asked.since, asked.sample, asked.seed or [0])
    if not picked:
        print(f"{asked.room}: nothing changed that could be varied")
        return 0
    places, tests = ROOMS[asked.room]
    if places[0].startswith("games") and not asked.quick:
        tests = tests + LAWS
    # The tree may change meanwhile; what was copied is what is tried.
    sources = {mutant.path: (ROOT / mutant.path).read_text() for mutant in picked}
    with tempfile.TemporaryDirectory(prefix="sidekick-mutants-") as folder:
        bench = Bench(Path(folder), tests, asked.workers, MACHINES if asked.quick else "")
        bench.measure()
        for test in sorted(bench.failing):
            print(f"{test} fails as it is and judges nothing", flush=True)

        for mutant in picked[:CONTROLS]:
            same = replace(mutant, new=_segment(mutant, sources[mutant.path]))
            if bench.notices(same, sources[mutant.path]):
                raise SystemExit(f"{mutant.path}:{mutant.line} was noticed without any change.")

        def tried(mutant: Mutant) -> bool | None:
            seen = bench.notices(mutant, sources[mutant.path])
            if seen is None:
                print(f"{mutant.path}:{mutant.line} was given up and is not counted", flush=True)
            elif not seen:
                print(_shown(mutant, sources[mutant.path]), flush=True)
            return seen

        with ThreadPoolExecutor(asked.workers) as pool:
            noticed = [seen for seen in pool.map(tried, picked) if seen is not None]
        share = 100 * sum(noticed) / max(1, len(noticed))
        told = f"{asked.room}: {sum(noticed)} of {len(noticed)} changes noticed ({share:.0f} %)"
        print(told, flush=True)
        bench.close()
    return int(share < asked.least)


def _segment(mutant: Mutant, source: str) -> str:
    return ast.get_source_segment(source, mutant.node) or ""


def _shown(mutant: Mutant, source: str) -> str:
    diff = difflib.unified_diff(
        source.splitlines(),
        mutant.applied(source).splitlines(),
        mutant.path,
        mutant.kind,
        lineterm="",
        n=1,
    )
    return "\n".join(diff) + "\n"


if __name__ == "__main__":
    sys.exit(main())
