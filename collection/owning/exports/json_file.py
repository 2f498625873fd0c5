"""Everything a collection holds as JSON, for programs and for keeping."""

import json
from collections.abc import Sequence
from typing import Any

from collection.owning.exports.holdings import Holding
from collection.owning.states import document_of

FORMAT = "collection/1"


def render(holdings: Sequence[Holding]) -> bytes:
    """The pieces with their copies and loans; what is not said of one has its default."""
    content = {"format": FORMAT, "pieces": [_piece(held) for held in holdings]}
    return (json.dumps(content, ensure_ascii=False, indent=1) + "\n").encode()


def _piece(held: Holding) -> dict[str, Any]:
    document = document_of(held.state)
    copies = document.pop("copies", {})
    return {
        "game": held.piece.system,
        "set": held.piece.set,
        "number": held.piece.number,
        **({"variant": held.piece.variant} if held.piece.variant else {}),
        **document,
        "name": held.name,
        "kind": held.kind,
        "count": held.state.owned,
        "copies": [
            {"id": copy_id, **copy, "loans": list(copy.get("loans", {}).values())}
            for copy_id, copy in copies.items()
        ],
    }
