from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("armybuilder", "0016_how_pages_look"),
    ]

    operations = [
        migrations.AddField(
            model_name="skirmish",
            name="share_token",
            field=models.CharField(blank=True, max_length=43, verbose_name="link"),
        ),
        migrations.AddField(
            model_name="skirmishstep",
            name="state",
            field=models.JSONField(null=True, verbose_name="state"),
        ),
        migrations.AddConstraint(
            model_name="skirmish",
            constraint=models.UniqueConstraint(condition=models.Q(("share_token", ""), _negated=True), fields=("share_token",), name="skirmish_link_is_unique"),
        ),
        migrations.AddConstraint(
            model_name="skirmish",
            constraint=models.CheckConstraint(condition=models.Q(("share_token", ""), ("over", True), _connector="OR"), name="skirmish_has_a_link_when_over"),
        ),
    ]
