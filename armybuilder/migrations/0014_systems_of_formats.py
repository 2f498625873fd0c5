from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("armybuilder", "0013_proven_addresses"),
    ]

    operations = [
        migrations.AddField(
            model_name="eventformat",
            name="system",
            # Until now all were of one game.
            field=models.CharField(
                default="age-of-destruction", max_length=40, verbose_name="game system"
            ),
            preserve_default=False,
        ),
    ]
