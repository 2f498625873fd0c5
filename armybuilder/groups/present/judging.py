"""Verdicts as the published formats write them."""

from typing import Any

from armybuilder.groups.present.groups import Judged, Way, ways_to_mend
from collection.common.language import language
from rules import age_of_destruction as aod


def verdict_document(judged: Judged) -> dict[str, Any]:
    """The verdict/1 object of a group, repairs included."""
    offered = [
        {"changes": way.changes, "total": way.total, "message": way.message, **meant(way)}
        for way in ways_to_mend(judged)
    ]
    return aod.write_verdict(judged.verdict, language(), offered)


def meant(way: Way) -> dict[str, Any]:
    """What a repair is for; nothing for other changes."""
    return {"intent": way.intent, "keeps": way.keeps, "left": way.left} if way.intent else {}
