"""Rows read by statements that are written once: what every tap and every board asks for.

Elsewhere the ORM writes its SQL; building the same five statements anew was half of what another
phone's board cost. Values go through the fields' own converters, so a row is what the ORM gives.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, Generic, TypeVar

from django.db import connection, models, router

from companion.plays.models import Entry, Play, Seat

M = TypeVar("M", bound=models.Model)


class Rows(Generic[M]):
    """The rows of a model under a fixed condition.

    ``where`` is SQL with ``%s`` for values; ``locked`` rows stay so until the transaction ends,
    on databases that lock rows.
    """

    def __init__(self, model: type[M], where: str, *, locked: bool = False) -> None:
        self.model, self.where, self.locked = model, where, locked

    def all(self, *values: Any) -> list[M]:
        names, statement, converters = _plan(self.model, self.where, self.locked, connection.vendor)
        with connection.cursor() as cursor:
            cursor.execute(statement, values)
            found = cursor.fetchall()
        database = router.db_for_read(self.model)
        return [self.model.from_db(database, names, _converted(row, converters)) for row in found]

    def one(self, *values: Any) -> M | None:
        """The only row, or none."""
        return next(iter(self.all(*values)), None)


def _converted(row: Sequence[Any], converters: Sequence[tuple[int, Any, Any]]) -> list[Any]:
    values = list(row)
    for at, convert, expression in converters:
        values[at] = convert(values[at], expression, connection)
    return values


@cache
def _plan(
    model: type[models.Model], where: str, locked: bool, vendor: str
) -> tuple[list[str], str, list[tuple[int, Any, Any]]]:
    """The attributes, the statement, and which values are converted how."""
    fields = model._meta.concrete_fields
    converters = []
    for at, field in enumerate(fields):
        expression = field.get_col(model._meta.db_table)
        own = [*connection.ops.get_db_converters(expression)]
        own += expression.get_db_converters(connection)
        converters += [(at, convert, expression) for convert in own]
    names = ", ".join(connection.ops.quote_name(str(field.column)) for field in fields)
    table = connection.ops.quote_name(model._meta.db_table)
    lock = " FOR UPDATE" if locked and connection.features.has_select_for_update else ""
    return (
        [f.attname for f in fields],
        f"SELECT {names} FROM {table} WHERE {where}{lock}",
        converters,
    )


PLAY = Rows(Play, "id = %s")
LOCKED = Rows(Play, "id = %s", locked=True)
SEAT = Rows(Seat, "id = %s AND play_id = %s")
SEATS = Rows(Seat, "play_id = %s ORDER BY id")
ENTRY_OF_KEY = Rows(Entry, "play_id = %s AND key = %s")
ENTRIES = Rows(Entry, "play_id = %s AND seq IN (%s, %s, %s)")
"""Up to three entries: the newest, the newest that holds, the one a phone shows."""
