"""Records of earlier releases counted rounds as turns, and a game's preparations as a round."""

from typing import Any

from django.db import migrations


def recount(apps: Any, editor: Any) -> None:
    """Have every record counted again: when its page is opened, or by the daily tidying."""
    apps.get_model("stats", "Record").objects.filter(play__isnull=False).update(revision=0)


class Migration(migrations.Migration):
    dependencies = [("stats", "0010_turning")]

    operations = [migrations.RunPython(recount, migrations.RunPython.noop)]
