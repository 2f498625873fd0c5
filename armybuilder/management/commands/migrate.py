"""`manage.py migrate`: Django's own, each migration whole or never begun."""

from django.core.management.commands import migrate

from armybuilder.tools.whole_migrations import WholeExecutor

migrate.MigrationExecutor = WholeExecutor  # type: ignore[attr-defined]


class Command(migrate.Command):
    """It has no other way to be told which executor to use."""
