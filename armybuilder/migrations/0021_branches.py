import django.db.models.deletion
from django.conf import settings
from django.core.management.color import no_style
from django.db import migrations, models


def draw_lines(apps, schema_editor):
    """Until now every game wrote into a line of its own, which takes its number."""
    games = apps.get_model("armybuilder", "Skirmish").objects
    line = apps.get_model("armybuilder", "SkirmishLine")
    keys = games.values_list("pk", flat=True).iterator(chunk_size=2000)
    line.objects.bulk_create((line(pk=pk) for pk in keys), batch_size=500)
    games.update(line_id=models.F("pk"))
    connection = schema_editor.connection
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), [line]):
            cursor.execute(statement)
        if connection.vendor == "postgresql":
            # Tables with checks outstanding cannot be altered.
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")


class Migration(migrations.Migration):

    dependencies = [
        ("armybuilder", "0020_game_of_a_member"),
    ]

    operations = [
        migrations.CreateModel(
            name="SkirmishLine",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
            ],
            options={
                "verbose_name": "line of steps",
                "verbose_name_plural": "lines of steps",
            },
        ),
        migrations.AddField(
            model_name="skirmish",
            name="line",
            field=models.OneToOneField(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="writer",
                to="armybuilder.skirmishline",
                verbose_name="line",
            ),
        ),
        migrations.RunPython(draw_lines, migrations.RunPython.noop),
        migrations.AlterField(
            model_name="skirmish",
            name="line",
            field=models.OneToOneField(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="writer",
                to="armybuilder.skirmishline",
                verbose_name="line",
            ),
        ),
        migrations.RemoveConstraint(
            model_name="skirmishstep",
            name="step_number_is_unique_in_its_skirmish",
        ),
        migrations.RenameField(
            model_name="skirmishstep",
            old_name="skirmish",
            new_name="line",
        ),
        migrations.AlterField(
            model_name="skirmishstep",
            name="line",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="steps",
                to="armybuilder.skirmishline",
            ),
        ),
        migrations.AddConstraint(
            model_name="skirmishstep",
            constraint=models.UniqueConstraint(
                fields=("line", "number"), name="step_number_is_unique_in_its_line"
            ),
        ),
        migrations.CreateModel(
            name="SkirmishStretch",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("after", models.PositiveIntegerField(default=0, verbose_name="after")),
                ("until", models.PositiveIntegerField(verbose_name="until")),
                ("ahead", models.BooleanField(default=False, verbose_name="ahead")),
                (
                    "line",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="readers",
                        to="armybuilder.skirmishline",
                    ),
                ),
                (
                    "skirmish",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="stretches",
                        to="armybuilder.skirmish",
                    ),
                ),
            ],
            options={
                "verbose_name": "stretch of steps",
                "verbose_name_plural": "stretches of steps",
            },
        ),
        migrations.AddField(
            model_name="skirmish",
            name="shared",
            field=models.PositiveIntegerField(default=0, verbose_name="steps in other lines"),
        ),
        migrations.AddField(
            model_name="skirmish",
            name="parent",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="branches",
                to="armybuilder.skirmish",
                verbose_name="branched off from",
            ),
        ),
        migrations.AddField(
            model_name="skirmish",
            name="branched",
            field=models.PositiveIntegerField(
                default=0, verbose_name="branched off after so many steps"
            ),
        ),
        migrations.AddField(
            model_name="skirmish",
            name="tree",
            field=models.CharField(blank=True, db_index=True, max_length=12, verbose_name="tree"),
        ),
        migrations.AddField(
            model_name="skirmish",
            name="same_dice",
            field=models.BooleanField(default=False, verbose_name="same dice while orders agree"),
        ),
        migrations.AddField(
            model_name="skirmish",
            name="consents",
            field=models.JSONField(default=list, verbose_name="seats that agree to show it"),
        ),
        migrations.AddField(
            model_name="skirmish",
            name="shown",
            field=models.BooleanField(default=False, verbose_name="shown while it goes on"),
        ),
        migrations.RemoveConstraint(
            model_name="skirmish",
            name="skirmish_has_a_link_when_over",
        ),
        migrations.AddConstraint(
            model_name="skirmish",
            constraint=models.CheckConstraint(
                condition=models.Q(share_token="") | models.Q(over=True) | models.Q(shown=True),
                name="skirmish_has_a_link_when_shown",
            ),
        ),
        migrations.CreateModel(
            name="SkirmishNote",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("step", models.PositiveIntegerField(verbose_name="step")),
                ("text", models.TextField(max_length=1000, verbose_name="note")),
                ("written", models.DateTimeField(auto_now_add=True, verbose_name="written")),
                (
                    "author",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="skirmish_notes",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="author",
                    ),
                ),
                (
                    "skirmish",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="notes",
                        to="armybuilder.skirmish",
                    ),
                ),
            ],
            options={
                "verbose_name": "note on a game",
                "verbose_name_plural": "notes on games",
                "ordering": ["step", "pk"],
            },
        ),
    ]
