"""Everything kept of a person in clubs, as plain values for a download."""

from typing import Any

from armybuilder.clubs.models import ClubMember, EveningEntry, Proposal
from armybuilder.site.models import User
from collection.owning.pieces import piece_of
from collection.owning.selectors.personal import named


def clubs_of(user: Any) -> list[dict[str, Any]]:
    """The clubs a person is in, and what they would lend there."""
    rows = ClubMember.objects.filter(user=user).select_related("club", "lends_from")
    return [
        {
            "club": row.club.name,
            "role": row.role,
            "lends_from": row.lends_from and row.lends_from.name,
            "lends_all": row.lends_all,
            "pieces": [named(piece_of(each)) | {"count": each.count} for each in row.pledges.all()],
        }
        for row in rows.prefetch_related("pledges")
    ]


def trades_of(user: Any) -> list[dict[str, Any]]:
    """Every trade a person proposed or was proposed, with what both sides wrote."""
    rows = Proposal.objects.for_person(user).select_related("sender")
    return [
        {
            "proposed_by_me": row.sender.owner_id == user.pk,
            "state": row.state,
            "message": row.message,
            "answer": row.answer,
            "made": row.made_at.isoformat(),
            "pieces": [
                named(piece_of(line)) | {"count": line.count, "from_sender": line.from_sender}
                for line in row.lines.all()
            ],
        }
        for row in rows.prefetch_related("lines")
    ]


def club_evenings(user: User) -> list[dict[str, Any]]:
    """The club evenings the member comes to, with what they get for it."""
    rows = EveningEntry.objects.filter(user=user).select_related(
        "evening__club", "group", "handed_in"
    )
    return [
        {
            "club": row.evening.club.name,
            "evening": row.evening.name,
            "date": row.evening.date.isoformat(),
            "battle_group": row.group and row.group.public_id,
            "handed_in_revision": row.handed_in and row.handed_in.number,
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
