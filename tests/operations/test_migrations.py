"""Migrations: what the release before still writes must fit the tables of today."""

from collections.abc import Iterator

from django.apps import apps
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations import AddField, CreateModel
from django.db.models import NOT_PROVIDED

ALWAYS_WRITTEN = {"plays.play.share"}
"""Unique, so without a default; the release before writes it."""


def added_later() -> Iterator[tuple[str, str, str]]:
    """Yield app, model and name of every column added to a table that was there before."""
    ours = {each.label for each in apps.get_app_configs() if each.name.startswith("companion")}
    for (app, _name), migration in MigrationLoader(None).disk_migrations.items():
        made = {each.name_lower for each in migration.operations if isinstance(each, CreateModel)}
        for each in migration.operations:
            if app in ours and isinstance(each, AddField) and each.model_name_lower not in made:
                yield app, each.model_name_lower, each.name


def test_columns_added_later_have_database_defaults():
    added, state = list(added_later()), MigrationLoader(None).project_state()
    assert ("stats", "record", "note") in added
    fields = {
        f"{app}.{model}.{name}": state.models[app, model].fields.get(name)
        for app, model, name in added
    }
    lacking = [
        place
        for place, field in fields.items()
        if field
        and place not in ALWAYS_WRITTEN
        and not (field.many_to_many or field.null or field.db_default is not NOT_PROVIDED)
    ]
    assert not lacking, "a process of the release before cannot write these tables any more"
