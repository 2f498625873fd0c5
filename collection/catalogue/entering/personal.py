"""Everything a person proposed for the catalogue, as plain values for a download."""

from typing import Any

from collection.catalogue.entering.selectors import own_contributions, own_reports
from collection.catalogue.models import Proposed


def contributions(user: Any) -> dict[str, list[dict[str, Any]]]:
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
