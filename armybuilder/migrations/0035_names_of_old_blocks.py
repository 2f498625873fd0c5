from django.db import migrations

#: What sides are called, by the keys under which nameless people were blocked once.
SIDES = {
    "red": {"en": "Red", "pl": "Czerwony"},
    "blue": {"en": "Blue", "pl": "Niebieski"},
    "green": {"en": "Green", "pl": "Zielony"},
    "yellow": {"en": "Yellow", "pl": "Żółty"},
}


def name_sides(apps, schema_editor):
    """Call who was blocked by the key of a side what their blocker calls that side."""
    blocks = apps.get_model("armybuilder", "Block")
    rows = blocks.objects.filter(name__in=SIDES).select_related("owner")
    for row in list(rows):
        named = SIDES[row.name]
        row.name = named.get(row.owner.language if row.owner else "", named["en"])
        row.save(update_fields=["name"])


class Migration(migrations.Migration):
    dependencies = [("armybuilder", "0034_handed_in_lists")]

    operations = [migrations.RunPython(name_sides, migrations.RunPython.noop)]
