"""Import contracts for titles, whichever titles there are; asked by ``lint-imports``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from importlinter import Contract, ContractCheck, output

from games import registry

ROOMS = {
    "referee": 4,
    **dict.fromkeys(("board", "ahead", "box"), 3),
    "rules": 2,
    "table": 1,
    "state": 0,
}
"""The floor of each room of a title; imports lead down, or along."""


class Listed(Contract):  # type: ignore[misc]
    """A contract that is broken by what ``found`` lists, a line each."""

    def check(self, graph: Any, verbose: bool) -> ContractCheck:
        found = list(self.found(graph))
        return ContractCheck(kept=not found, metadata={"found": found})

    def found(self, graph: Any) -> Iterator[str]:
        raise NotImplementedError

    def render_broken_contract(self, check: ContractCheck) -> None:
        for line in check.metadata["found"]:
            output.print_error(line)


class Rooms(Listed):
    """Contract: inside a title imports lead down: referee, what draws and looks ahead, rules,
    table, state.

    The facts of a copy (``box``) may be known everywhere.
    """

    type_name = "rooms"

    def found(self, graph: Any) -> Iterator[str]:
        for module in sorted(graph.find_descendants("games")):
            for other in sorted(graph.find_modules_directly_imported_by(module)):
                title, room = _place(module)
                also, below = _place(other)
                if title == also and below != "box" and ROOMS.get(room, 9) < ROOMS.get(below, 0):
                    yield f"{module} imports {other}"


class Titles(Listed):
    """A title knows the shared modules and the engine of its own family, nothing else in games.

    A title is a package that the registry names, an engine is any other package of ``games`` but
    ``odds``, which all titles share.
    """

    type_name = "titles"

    def found(self, graph: Any) -> Iterator[str]:
        packages = {name for name in graph.find_children("games") if graph.find_children(name)}
        packages.discard("games.odds")
        for module in sorted(graph.find_descendants("games")):
            room = ".".join(module.split(".")[:2])
            allowed = {room, *engines(room)}
            for other in sorted(graph.find_modules_directly_imported_by(module)):
                if ".".join(other.split(".")[:2]) in packages - allowed:
                    yield f"{module} imports {other}"


def engines(package: str) -> set[str]:
    """Return the engine a title may stand on: that of its family."""
    for slug, place in registry.TITLES.items():
        if place.split(":")[0] == package:
            return {f"games.{registry.referee(slug).title.family}"}
    return set()


def _place(module: str) -> tuple[str, str]:
    """Return the title and the room of a module, as far as it has them."""
    _, title, room, *_ = (*module.split("."), "", "")
    return title, room
