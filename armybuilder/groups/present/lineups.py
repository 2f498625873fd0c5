"""The picture of a kept group, told from its document: nothing is judged for it."""

from django.utils.translation import gettext as _

from armybuilder.groups.present.groups import Document
from collection.catalogue.game import Catalogue
from collection.catalogue.present.lineups import faction_of_mark, lineup
from collection.catalogue.present.silhouettes import MARKS, MERCENARIES
from collection.catalogue.present.values import Lineup
from collection.common.language import Words, language
from rules import age_of_destruction as aod


def lineup_of(document: Document, known: Catalogue) -> Lineup:
    """The figures of a group as a catalogue knows them; one written into the list has no
    picture."""
    named = [(entry["unit"], entry.get("count", 1)) for entry in document["units"]]
    return lineup(
        [
            unit
            for name, count in named
            if isinstance(name, str) and (unit := known.unit(name))
            for _copy in range(count)
        ]
    )


def faction_words(mark: str) -> str:
    """Whom the figures of a group with a mark serve; "" where they differ or nobody knows."""
    if mark == MERCENARIES:
        return _("Mercenaries")
    faction = faction_of_mark(mark)
    return aod.faction_name(faction, language()) if faction else ""


def faction_choices() -> list[tuple[str, Words]]:
    """Every faction with a mark of its own, by its English name, in the order of the reader's
    language."""
    named = [(faction, aod.faction_name(faction, language())) for faction in MARKS]
    return [("", _("any")), *sorted(named, key=lambda choice: choice[1])]
