"""Everything kept of a person's collections, as plain values for a download."""

from typing import Any

from collection.catalogue.pieces import Piece
from collection.owning.models import Collection, Membership, ShownPhoto
from collection.owning.pieces import piece_of
from collection.owning.states import document_of
from collection.owning.store import read_all


def collections_of(user: Any) -> list[dict[str, Any]]:
    """Every collection that is a person's own with all its history; times in ISO 8601."""
    return [
        {
            "id": collection.public_id,
            "name": collection.name,
            "currency": collection.currency,
            "created": collection.created.isoformat(),
            "shared_with": [
                {"name": str(member.user), "role": member.role}
                for member in collection.memberships.select_related("user")
            ],
            "pieces": [
                named(piece) | document_of(held.state)
                for piece, held in read_all(collection).items()
            ],
            "photos": [
                named(piece_of(photo))
                | {"id": photo.public_id, "added": photo.added.isoformat()}
                | _shown(getattr(photo, "shown", None))
                for photo in collection.photos.select_related("shown")
            ],
            "changes": [
                {
                    "number": change.number,
                    "made": change.made_at.isoformat(),
                    "source": change.source,
                    "label": change.label,
                    "pieces": [
                        named(piece_of(line)) | {"changes": line.changes}
                        for line in change.lines.all()
                    ],
                }
                for change in collection.changes.prefetch_related("lines")
            ],
        }
        for collection in Collection.objects.owned_by(user)
    ]


def _shown(shown: ShownPhoto | None) -> dict[str, Any]:
    if shown is None:
        return {}
    return {"shown_since": shown.since.isoformat(), "credit": shown.credit}


def memberships_of(user: Any) -> list[dict[str, Any]]:
    """Others' collections a person shares."""
    rows = Membership.objects.filter(user=user).select_related("collection")
    return [{"collection": row.collection.name, "role": row.role} for row in rows]


def named(piece: Piece) -> dict[str, str]:
    named = {"game": piece.system, "set": piece.set, "number": piece.number}
    return named | ({"variant": piece.variant} if piece.variant else {})
