from datetime import timedelta

from django.db import migrations
from django.utils import timezone


def forget(apps, schema_editor):
    """Forget how close plays won together were: it was counted from what won them. Those of the
    last weeks lose their figures, too, so that tidying counts them again."""
    record = apps.get_model("stats", "Record")
    wrong = record.objects.filter(result="won", margin__isnull=False, play__isnull=False).exclude(
        places__score__isnull=False
    )
    wrong.filter(ended_at__gt=timezone.now() - timedelta(days=30)).update(figures=None)
    wrong.update(margin=None)


class Migration(migrations.Migration):
    dependencies = [("stats", "0005_figures")]

    operations = [migrations.RunPython(forget, migrations.RunPython.noop)]
