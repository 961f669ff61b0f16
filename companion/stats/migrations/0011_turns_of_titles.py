"""Records of earlier releases called Talisman's rounds turns, and preparations of a mission a
round."""

from typing import Any

from django.db import migrations
from django.db.models import F


def recount(apps: Any, editor: Any) -> None:
    """Have Talisman's records counted again when they are looked at, and take a round off those of
    missions."""
    records = apps.get_model("stats", "Record").objects.filter(play__isnull=False)
    records.filter(title="talisman-batman").update(revision=0)
    records.filter(title="gotham-chronicles", turns__gt=1).update(turns=F("turns") - 1)


class Migration(migrations.Migration):
    dependencies = [("stats", "0010_turning")]

    operations = [migrations.RunPython(recount, migrations.RunPython.noop)]
