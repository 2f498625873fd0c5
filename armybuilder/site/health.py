"""Two questions an operator's watchdog asks."""

from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from collection.catalogue import game, selectors


@never_cache
@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """The process answers."""
    return JsonResponse({"status": "ok"})


@never_cache
@require_safe
def readyz(request: HttpRequest) -> HttpResponse:
    """The database answers, has every migration and a catalogue; 503 otherwise."""
    try:
        executor = MigrationExecutor(connection)
        waiting = executor.migration_plan(executor.loader.graph.leaf_nodes())
        loaded = not waiting and selectors.current_version(game.SYSTEM) is not None
    except DatabaseError:
        return JsonResponse({"status": "no database"}, status=503)
    if waiting:
        return JsonResponse({"status": "migrations wait", "count": len(waiting)}, status=503)
    if not loaded:
        return JsonResponse({"status": "no catalogue"}, status=503)
    return JsonResponse({"status": "ok"})
