"""Verdicts and repairs as the published formats write them."""

from typing import Any

from armybuilder.groups.present.groups import Document, Judged, Way, changed, ways_to_mend
from collection.common.language import language
from rules import age_of_destruction as aod


def verdict_document(judged: Judged) -> dict[str, Any]:
    """The verdict/1 object of a group, repairs included."""
    offered = [
        {"changes": way.changes, "total": way.total, "message": way.message, **_meant(way)}
        for way in ways_to_mend(judged)
    ]
    return aod.write_verdict(judged.verdict, language(), offered)


def written_way(way: Way, document: Document) -> dict[str, Any]:
    """Changes as verdict/1 writes repairs, with the group they lead to."""
    return {
        "message": way.message,
        "total": way.total,
        "changes": way.changes,
        "group": changed(document, way.changes),
        **_meant(way),
    }


def _meant(way: Way) -> dict[str, Any]:
    """What a repair is for; nothing for other changes."""
    return {"intent": way.intent, "keeps": way.keeps, "left": way.left} if way.intent else {}
