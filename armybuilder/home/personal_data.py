"""Everything the site keeps of one member, as plain values for a download."""

from collections.abc import Callable
from typing import Any

from armybuilder.clubs.models import EveningEntry
from armybuilder.groups.models import Reservation
from armybuilder.groups.selectors.formats import formats_with_versions
from armybuilder.groups.selectors.groups import groups_with_revisions
from armybuilder.site.accounts.selectors import tokens_of
from armybuilder.site.models import User
from armybuilder.skirmishes.selectors import skirmishes_with_steps
from collection.catalogue.entering.selectors import own_contributions, own_reports
from collection.catalogue.models import Proposed
from collection.owning.pieces import piece_of
from collection.owning.selectors.personal import (
    clubs_of,
    collections_of,
    memberships_of,
    trades_of,
)


def account(user: User) -> dict[str, Any]:
    """The account itself; times in ISO 8601."""
    return {
        "email": user.email,
        "proven_email": user.proven_email,
        "display_name": user.display_name,
        "language": user.language,
        "theme": user.theme,
        "joined": user.date_joined.isoformat(),
        "last_login": user.last_login and user.last_login.isoformat(),
    }


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


def club_evenings(user: User) -> list[dict[str, Any]]:
    """The club evenings the member comes to, with what they get for it."""
    rows = EveningEntry.objects.filter(user=user).select_related("evening__club", "group")
    return [
        {
            "club": row.evening.club.name,
            "evening": row.evening.name,
            "date": row.evening.date.isoformat(),
            "battle_group": row.group and row.group.public_id,
            "pieces": [
                {
                    "piece": piece_of(given).catalogue_id,
                    "count": given.count,
                    "handed_out": given.handed_out and given.handed_out.isoformat(),
                }
                for given in row.assignments.all()
            ],
        }
        for row in rows.prefetch_related("assignments")
    ]


def event_formats(user: User) -> list[dict[str, Any]]:
    """Every event format with all its versions; times in ISO 8601."""
    return [
        {
            "id": written.public_id,
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


def tokens(user: User) -> list[dict[str, Any]]:
    """Every personal token without its secret, of which only a digest is kept."""
    return [
        {
            "name": token.name,
            "may_write": token.may_write,
            "may_write_collections": token.may_write_collections,
            "created": token.created.isoformat(),
            "expires": token.expiry and token.expiry.isoformat(),
        }
        for token in tokens_of(member=user)
    ]


def contributions(user: User) -> dict[str, list[dict[str, Any]]]:
    """Figures the member proposed and values reported, each with what an editor said."""
    return {
        "figures": [{**_proposal(row), "record": row.record} for row in own_contributions(user)],
        "reports": [
            {
                **_proposal(row),
                "value": row.value,
                "line": row.line,
                "said_here": row.said_here,
                "said_there": row.said_there,
            }
            for row in own_reports(user)
        ],
    }


def _proposal(row: Proposed) -> dict[str, Any]:
    return {
        "id": row.public_id,
        "figure": row.catalogue_id,
        "read_from": row.how_sure,
        "note": row.note,
        "proposed": row.proposed_at.isoformat(),
        "decision": row.decision,
        "decided": row.decided_at and row.decided_at.isoformat(),
        "reason": row.reason,
    }


def skirmishes(user: User) -> list[dict[str, Any]]:
    """Every skirmish with its orders; what dice will yet show is nobody's data."""
    return [
        {
            "id": skirmish.public_id,
            "title": skirmish.title,
            "seats": skirmish.seats,
            "open_dials": skirmish.open_dials,
            "winner": skirmish.winner,
            "created": skirmish.created.isoformat(),
            "updated": skirmish.updated.isoformat(),
            "start": skirmish.start,
            "steps": [
                {
                    "number": step.number,
                    "player": step.player,
                    "order": step.order,
                    "faces": step.faces,
                    "taken": step.taken.isoformat(),
                }
                for step in skirmish.steps.all()
            ],
        }
        for skirmish in skirmishes_with_steps(member=user)
    ]


PARTS: dict[str, Callable[[User], Any]] = {
    "account": account,
    "battle_groups": battle_groups,
    "reservations": reservations,
    "collections": collections_of,
    "shared_collections": memberships_of,
    "clubs": clubs_of,
    "club_evenings": club_evenings,
    "trades": trades_of,
    "event_formats": event_formats,
    "skirmishes": skirmishes,
    "tokens": tokens,
    "contributions": contributions,
}


def personal_data(*, user: User) -> dict[str, Any]:
    """One entry for each kind of thing kept; a new kind adds its selector to PARTS."""
    return {name: part(user) for name, part in PARTS.items()}
