from collections import Counter

from django.db import migrations
from django.utils.timezone import localdate


def recount(apps, schema_editor):
    """Count plays in the month they began in: an evening past midnight is the evening before's."""
    record, tally = apps.get_model("stats", "Record"), apps.get_model("stats", "Tally")
    sums = {}
    for play in record.objects.filter(crew__isnull=False).iterator():
        key = play.crew_id, play.book, f"{localdate(play.started_at):%Y-%m}"
        month = sums.setdefault(key, Counter())
        month["plays"] += 1
        month["won"] += play.result == "won"
        month["decided"] += play.result in ("won", "lost")
        month["minutes"] += play.minutes or 0
        month["timed"] += play.minutes is not None
    tally.objects.filter(kind="month").delete()
    tally.objects.bulk_create(
        tally(crew_id=crew, book=book, kind="month", title="", key=month, **counts)
        for (crew, book, month), counts in sums.items()
    )


class Migration(migrations.Migration):
    dependencies = [("stats", "0008_location")]

    operations = [migrations.RunPython(recount, migrations.RunPython.noop)]
