"""A filled crew many times over, made inside PostgreSQL: a million plays in minutes.

Each copy has people, plays, seats, records, places and sums of its own, under ids of its own. What
no page of another crew reads is left empty: the states and facts of the copied plays.
"""

from __future__ import annotations

from django.core.management.color import no_style
from django.db import connection, models

from companion.crews.models import Crew, Person
from companion.plays.models import Play, Seat
from companion.stats.models import Faces, Place, Record, Tally

MODELS: tuple[type[models.Model], ...] = (
    Crew,
    Person,
    Play,
    Seat,
    Record,
    Place,
    Tally,
    Faces,
)
OWN = {
    "crews_crew.key": "'k' || lpad(to_hex({id}), 11, '0')",
    "crews_crew.invitation": "'i' || lpad(to_hex({id}), 19, '0')",
    "crews_person.uid": "gen_random_uuid()",
    "plays_play.code": "lpad(upper(to_hex({id})), 6, '0')",
    "plays_play.watch_code": "'W' || lpad(upper(to_hex({id})), 9, '0')",
    "plays_play.share": "'c' || lpad(to_hex({id}), 15, '0')",
    "plays_play.state": "'{{}}'",
    "plays_play.facts": "'{{}}'",
}
"""What may not be the same twice, or need not be there."""
AT_ONCE = 1000
"""Copies made by one statement."""


def clone(times: int) -> None:
    """Copy everything in the database, which holds one crew, that many times."""
    spans = {model: _last(model) for model in MODELS}
    with connection.cursor() as cursor:
        for model in MODELS:
            for first in range(1, times + 1, AT_ONCE):
                last = min(first + AT_ONCE - 1, times)
                cursor.execute(_statement(model, spans), [first, last, spans[model]])
        for statement in connection.ops.sequence_reset_sql(no_style(), list(MODELS)):
            cursor.execute(statement)
        cursor.execute("VACUUM ANALYZE")


def _statement(model: type[models.Model], spans: dict[type[models.Model], int]) -> str:
    table = model._meta.db_table
    fields = list(model._meta.concrete_fields)
    names = ", ".join(f'"{field.column}"' for field in fields)
    values = ", ".join(_value(table, field, spans) for field in fields)
    return (
        f'INSERT INTO "{table}" ({names}) SELECT {values} FROM "{table}" t '
        "CROSS JOIN generate_series(%s, %s) AS s(turn) WHERE t.id <= %s"
    )


def _value(
    table: str, field: models.Field[object, object], spans: dict[type[models.Model], int]
) -> str:
    column = f't."{field.column}"'
    if field.primary_key:
        return f"{column} + turn * {_span(table, spans)}"
    target = field.related_model
    if isinstance(target, type) and target in spans:
        return f"{column} + turn * {spans[target]}"
    if field.column == "who":
        return f"CASE WHEN {column} = 0 THEN 0 ELSE {column} + turn * {spans[Person]} END"
    own = OWN.get(f"{table}.{field.column}")
    return own.format(id=f"t.id + turn * {_span(table, spans)}") if own else column


def _span(table: str, spans: dict[type[models.Model], int]) -> int:
    return next(span for model, span in spans.items() if model._meta.db_table == table)


def _last(model: type[models.Model]) -> int:
    """Return the highest id there is, which is how far apart two copies of a row are."""
    return int(model._base_manager.aggregate(most=models.Max("pk"))["most"] or 0)
