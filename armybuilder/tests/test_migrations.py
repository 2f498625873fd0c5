"""The migrations: in one line, and there and back again."""

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.models import Model

OWN_APPS = ("armybuilder", "collection")


@pytest.mark.parametrize("app", OWN_APPS)
def test_migrations_follow_each_other_in_one_line(app: str) -> None:
    loader = MigrationLoader(None)

    assert len(loader.graph.leaf_nodes(app)) <= 1
    numbers = sorted(int(name[:4]) for label, name in loader.disk_migrations if label == app)
    assert numbers == list(range(1, len(numbers) + 1))


@pytest.mark.django_db(transaction=True)
def test_migrations_go_back_to_nothing_and_forth_again() -> None:
    try:
        call_command("migrate", "collection", "zero", verbosity=0)
        call_command("migrate", "armybuilder", "zero", verbosity=0)
        own_tables = {model._meta.db_table for app in OWN_APPS for model in own_models(app)}
        assert not own_tables & set(connection.introspection.table_names())
    finally:
        call_command("migrate", verbosity=0)

    for app in OWN_APPS:
        for model in own_models(app):
            assert not model._default_manager.exists()


def own_models(app: str) -> list[type[Model]]:
    return list(apps.get_app_config(app).get_models())
