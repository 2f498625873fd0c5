"""Everything kept of a person's battle groups and event formats, as plain values for a download."""

from typing import Any

from armybuilder.groups.models import Reservation
from armybuilder.groups.selectors.formats import formats_with_versions
from armybuilder.groups.selectors.groups import groups_with_revisions
from armybuilder.site.models import User


def battle_groups(user: User) -> list[dict[str, Any]]:
    """Every battle group with all its earlier states; times in ISO 8601."""
    return [
        {
            "id": group.public_id,
            "visibility": group.visibility,
            "copied_from": group.copied_name,
            "created": group.created.isoformat(),
            "updated": group.updated.isoformat(),
            "document": group.document,
            "revisions": [
                {
                    "number": revision.number,
                    "cause": revision.cause,
                    "saved": revision.saved.isoformat(),
                    "document": revision.document,
                }
                for revision in group.revisions.all()
            ],
        }
        for group in groups_with_revisions(member=user)
    ]


def reservations(user: User) -> list[dict[str, Any]]:
    """The copies the member's battle groups keep, by group."""
    rows = Reservation.objects.filter(group__owner=user).select_related("group")
    return [
        {
            "battle_group": row.group.public_id,
            "hold": row.hold,
            "made": row.made.isoformat(),
            "pieces": [
                {"collection": kept.collection.public_id, "piece": kept.item, "count": kept.count}
                for kept in row.pieces.all()
            ],
        }
        for row in rows.prefetch_related("pieces__collection")
    ]


def event_formats(user: User) -> list[dict[str, Any]]:
    """Every event format with all its versions; times in ISO 8601."""
    return [
        {
            "id": written.public_id,
            "system": written.system,
            "created": written.created.isoformat(),
            "updated": written.updated.isoformat(),
            "versions": [
                {
                    "number": version.number,
                    "saved": version.saved.isoformat(),
                    "title": version.title,
                    "description": version.description,
                    "restrictions": version.restrictions,
                }
                for version in written.versions.all()
            ],
        }
        for written in formats_with_versions(member=user)
    ]
