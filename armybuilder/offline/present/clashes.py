"""The places of a question as values."""

from armybuilder.offline.merging import Clash, value_of
from armybuilder.offline.models import Question


def clashes_of(question: Question) -> dict[str, Clash]:
    """What is asked, by the keys that answers name."""
    return {
        each["key"]: Clash(
            tuple(each["path"]),
            value_of(each["base"]),
            value_of(each["mine"]),
            value_of(each["theirs"]),
        )
        for each in question.clashes
    }
