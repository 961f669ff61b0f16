"""Rows read and written by prepared statements: everything that a tap and a board need.

Elsewhere the ORM writes its SQL; building these few statements each time was half the cost of
another phone's board, and a third of an action. Values go through the fields' own converters, so a
row is what the ORM gives and takes. ``door`` alone may write a play.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, Generic, TypeVar

import msgspec
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
        """Return the only row, or none."""
        return next(iter(self.all(*values)), None)


class New(Generic[M]):
    """Rows added to a model's table whole; what the database numbers comes back with it."""

    def __init__(self, model: type[M]) -> None:
        self.model = model

    def add(self, row: M) -> None:
        database = router.db_for_write(self.model)
        fields, statement = _insertion(self.model, connection.vendor)
        with connection.cursor() as cursor:
            cursor.execute(statement, _prepared(row, fields))
            row.pk = cursor.fetchone()[0]
        row._state.adding, row._state.db = False, database


class RowUpdate(Generic[M]):
    """Some columns of one row, written as the object has them."""

    def __init__(self, model: type[M], names: Sequence[str]) -> None:
        self.model, self.names = model, tuple(names)

    def write(self, row: M) -> None:
        fields, statement = _update(self.model, self.names, connection.vendor)
        with connection.cursor() as cursor:
            cursor.execute(statement, [*_prepared(row, fields), row.pk])


def _prepared(row: models.Model, fields: Sequence[models.Field[Any, Any]]) -> list[Any]:
    return [each.get_db_prep_save(getattr(row, each.attname), connection) for each in fields]


def _converted(row: Sequence[Any], converters: Sequence[tuple[int, Any, Any]]) -> list[Any]:
    values = list(row)
    for at, convert, expression in converters:
        values[at] = convert(values[at], expression, connection)
    return values


def _json(value: str | None, expression: Any, connection: Any) -> Any:
    """Return what the field itself makes of its text, in a fifth of the time."""
    return None if value is None else msgspec.json.decode(value)


@cache
def _plan(
    model: type[models.Model], where: str, locked: bool, vendor: str
) -> tuple[list[str], str, list[tuple[int, Any, Any]]]:
    """Return the attributes, the statement, and which values are converted how."""
    fields = model._meta.concrete_fields
    converters = []
    for at, field in enumerate(fields):
        expression = field.get_col(model._meta.db_table)
        own = [*connection.ops.get_db_converters(expression)]
        own += (
            [_json]
            if isinstance(field, models.JSONField)
            else expression.get_db_converters(connection)
        )
        converters += [(at, convert, expression) for convert in own]
    names = ", ".join(map(_column, fields))
    lock = " FOR UPDATE" if locked and connection.features.has_select_for_update else ""
    return (
        [f.attname for f in fields],
        f"SELECT {names} FROM {_table(model)} WHERE {where}{lock}",
        converters,
    )


@cache
def _insertion(model: type[models.Model], vendor: str) -> tuple[list[models.Field[Any, Any]], str]:
    """Return the fields in their order, and the statement; the row's number is the database's."""
    fields = [field for field in model._meta.concrete_fields if not field.primary_key]
    return fields, (
        f"INSERT INTO {_table(model)} ({', '.join(map(_column, fields))}) "
        f"VALUES ({', '.join(['%s'] * len(fields))}) RETURNING id"
    )


@cache
def _update(
    model: type[models.Model], names: tuple[str, ...], vendor: str
) -> tuple[list[models.Field[Any, Any]], str]:
    fields = [field for field in model._meta.concrete_fields if field.name in names]
    changed = ", ".join(f"{_column(field)} = %s" for field in fields)
    return fields, f"UPDATE {_table(model)} SET {changed} WHERE id = %s"


def _table(model: type[models.Model]) -> str:
    return connection.ops.quote_name(model._meta.db_table)


def _column(field: models.Field[Any, Any]) -> str:
    return connection.ops.quote_name(str(field.column))


PLAY = Rows(Play, "id = %s")
LOCKED = Rows(Play, "id = %s", locked=True)
SEATS = Rows(Seat, "play_id = %s ORDER BY id")
ENTRY_OF_KEY = Rows(Entry, "play_id = %s AND key = %s")
ENTRIES = Rows(Entry, "play_id = %s AND seq IN (%s, %s, %s)")
"""Up to three entries: the newest, the newest that holds, the one a phone shows."""
NEW_ENTRY = New(Entry)
MOVED = RowUpdate(
    Play,
    (
        *("revision", "head", "ordinal", "future", "state", "step"),
        *("updated_at", "outcome", "ended_at", "format"),
    ),
)
"""What an entry changes in its play."""
