"""What somebody answered in the guided start, read from the address."""

from django.http import QueryDict

from armybuilder.groups.present.starting import (
    BUILD_TOTALS,
    LAST_SEED,
    STANDARD,
    STYLES,
    Answers,
    colours_known,
)
from collection.common.numbers import whole_number

QUESTIONS = ("colours", "style")


def answers_of(asked: QueryDict) -> Answers:
    """The answers of an address; what it says that nobody could have chosen counts as open."""
    total = whole_number(asked.get("total", ""), digits=4)
    colours, style, changing = (asked.get(name, "") for name in ("colours", "style", "change"))
    return Answers(
        build_total=total if total in BUILD_TOTALS else STANDARD,
        colours=colours if colours in colours_known() else "",
        style=style if style in STYLES else "",
        mine=asked.get("from") == "mine",
        seed=min(whole_number(asked.get("deal", ""), digits=6) or 0, LAST_SEED),
        changing=changing if changing in QUESTIONS else "",
    )
