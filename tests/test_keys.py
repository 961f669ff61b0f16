"""Tests of what the site makes up to name a thing in addresses, files and commands."""

import pytest
from django.apps import apps
from django.db.models import CharField

MADE_UP = [
    (model, field)
    for model in apps.get_models()
    if model.__module__.startswith("companion.")
    for field in model._meta.get_fields()
    if isinstance(field, CharField) and field.has_default() and callable(field.default)
]


@pytest.mark.django_db
@pytest.mark.parametrize(("model", "field"), MADE_UP, ids=[str(field) for _, field in MADE_UP])
def test_key_starts_no_formula_or_command_option(model, field):
    made = {field.get_default() for _ in range(200)}
    assert all(key.isascii() and key.isalnum() for key in made)
    assert len(made) == 200
