"""Migrations that are whole or were never begun, whenever the plug is pulled."""

from typing import Any

from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.migration import Migration
from django.db.migrations.state import ProjectState


class WholeExecutor(MigrationExecutor):
    """Writes that a migration was applied in the very transaction that applies it; Django's own
    does so after it where indexes or constraints were put off to its end, and an update cut off in
    between finds its tables made and begins to make them again."""

    def apply_migration(
        self,
        state: ProjectState,
        migration: Migration,
        fake: bool = False,
        fake_initial: bool = False,
    ) -> Any:
        if fake or fake_initial or not migration.atomic:
            return super().apply_migration(state, migration, fake, fake_initial)
        if self.progress_callback:
            self.progress_callback("apply_start", migration, False)
        with self.connection.schema_editor(atomic=True) as schema_editor:
            state = migration.apply(state, schema_editor)
            while schema_editor.deferred_sql:
                schema_editor.execute(schema_editor.deferred_sql.pop(0))
            self.record_migration(migration)  # type: ignore[call-arg,arg-type]
        if self.progress_callback:
            self.progress_callback("apply_success", migration, False)
        return state
