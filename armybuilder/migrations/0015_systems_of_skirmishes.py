from django.db import migrations, models


def name_systems(apps, schema_editor):
    """What lists show of a game stands in its row from now on; until now all were of one system."""
    skirmishes = apps.get_model("armybuilder", "Skirmish").objects
    for skirmish in skirmishes.iterator(chunk_size=50):
        state = skirmish.state
        question = (state.get("under_way") or {}).get("question") or {}
        over = state["stage"] == "over"
        players = skirmish.start["players"]
        # Not saved whole: when a game was last played must stay.
        skirmishes.filter(pk=skirmish.pk).update(
            system=skirmish.ruleset.partition("@")[0],
            sides={player["id"]: player.get("team") or player["id"] for player in players},
            turn=state["turn"],
            stage=(state.get("preparation") or {}).get("step", ""),
            over=over,
            acting="" if over else question.get("player", state["active"]),
            points=skirmish.start.get("build_total"),
        )
        if skirmish.start.get("stage") == "setup":
            # The roll for the first player, which nobody gives.
            skirmish.steps.filter(number=1).update(player="")


class Migration(migrations.Migration):

    dependencies = [
        ("armybuilder", "0014_systems_of_formats"),
    ]

    operations = [
        migrations.AddField(
            model_name="skirmish",
            name="system",
            field=models.CharField(default="", max_length=40, verbose_name="game system"),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="skirmish",
            name="seed",
            field=models.BigIntegerField(default=0, verbose_name="seed"),
        ),
        migrations.AddField(
            model_name="skirmish",
            name="sides",
            field=models.JSONField(default=dict, verbose_name="sides"),
        ),
        migrations.AddField(
            model_name="skirmish",
            name="turn",
            field=models.PositiveIntegerField(default=1, verbose_name="turn"),
        ),
        migrations.AddField(
            model_name="skirmish",
            name="stage",
            field=models.CharField(blank=True, max_length=40, verbose_name="stage"),
        ),
        migrations.AddField(
            model_name="skirmish",
            name="acting",
            field=models.CharField(blank=True, max_length=80, verbose_name="seat in turn"),
        ),
        migrations.AddField(
            model_name="skirmish",
            name="over",
            field=models.BooleanField(default=False, verbose_name="over"),
        ),
        migrations.AddField(
            model_name="skirmish",
            name="points",
            field=models.PositiveIntegerField(blank=True, null=True, verbose_name="points"),
        ),
        migrations.AlterField(
            model_name="skirmish",
            name="winner",
            field=models.CharField(blank=True, max_length=80, verbose_name="winner"),
        ),
        migrations.AlterField(
            model_name="skirmishstep",
            name="player",
            field=models.CharField(blank=True, max_length=80, verbose_name="player"),
        ),
        migrations.RunPython(name_systems, migrations.RunPython.noop),
    ]
