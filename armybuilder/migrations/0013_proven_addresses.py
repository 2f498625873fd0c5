from django.conf import settings
from django.db import migrations, models


def keep_what_mail_has_proven(apps, schema_editor):
    """Where mail is delivered, a verified address was proven by it."""
    if not settings.MAIL_IS_DELIVERED:
        return
    verified = apps.get_model("account", "EmailAddress").objects.filter(verified=True)
    for row in verified.select_related("user").iterator():
        if row.email.lower() == row.user.email.lower():
            row.user.proven_email = row.user.email.lower()
            row.user.save(update_fields=["proven_email"])


class Migration(migrations.Migration):

    dependencies = [
        ("account", "0009_emailaddress_unique_primary_email"),
        ("armybuilder", "0012_clock_of_skirmishes"),
    ]

    operations = [
        migrations.AddField(
            model_name="user",
            name="proven_email",
            field=models.EmailField(
                blank=True, default="", editable=False, max_length=254,
                verbose_name="proven e-mail address",
            ),
            preserve_default=False,
        ),
        migrations.RunPython(keep_what_mail_has_proven, migrations.RunPython.noop),
    ]
