"""The migrations: in one line, and there and back again."""

from importlib import import_module

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import Model

from armybuilder.site.models import Block, User

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


@pytest.mark.django_db
def test_who_was_blocked_by_the_key_of_a_side_gets_its_name() -> None:
    polish = User.objects.create_user("p@example.org", "a long password", language="pl")
    for visitor, owner, name in (("a", None, "red"), ("", polish, "blue"), ("b", None, "Anna")):
        Block.objects.create(owner=owner, visitor=visitor, other_visitor="x", name=name)
    migration = import_module("armybuilder.migrations.0035_names_of_old_blocks")

    migration.name_sides(apps, None)

    assert {*Block.objects.values_list("name", flat=True)} == {"Red", "Niebieski", "Anna"}


class CutOff(Exception):
    """Somebody pulled the plug."""


@pytest.mark.django_db(transaction=True)
def test_an_update_that_was_cut_off_goes_on_where_it_stood(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every migration is whole or was never begun, and the next start does the rest."""
    left = 3
    record = MigrationRecorder.record_applied

    def cut_off(self: MigrationRecorder, app: str, name: str) -> None:
        nonlocal left
        left -= 1
        if not left:
            raise CutOff
        record(self, app, name)

    everything = MigrationLoader(connection).applied_migrations.keys()
    last = [name for label, name in sorted(everything) if label == "armybuilder"]
    tables = set(connection.introspection.table_names())
    try:
        call_command("migrate", "armybuilder", last[-5], verbosity=0)
        with monkeypatch.context() as patch, pytest.raises(CutOff):
            patch.setattr(MigrationRecorder, "record_applied", cut_off)
            call_command("migrate", verbosity=0)
        now = MigrationLoader(connection).applied_migrations
        assert len(everything - now.keys()) == 2
    finally:
        call_command("migrate", verbosity=0)
    assert MigrationLoader(connection).applied_migrations.keys() == everything
    assert set(connection.introspection.table_names()) == tables


def own_models(app: str) -> list[type[Model]]:
    return list(apps.get_app_config(app).get_models())
