"""What imports are read against: the catalogue, its sets, and groups others share."""

from armybuilder.groups.exports.words import UNNAMED
from armybuilder.groups.importing.loose import LooseReader
from armybuilder.groups.importing.reading import Importer
from armybuilder.groups.importing.shelf import Shelf
from armybuilder.groups.models import BattleGroup
from armybuilder.groups.present.groups import Document
from armybuilder.groups.present.pieces import known_factions, known_pieces
from collection.catalogue import selectors as catalogue
from collection.catalogue.game import SYSTEM
from collection.common.language import in_every_language

#: The set of numbers without one: the one whose figures are all known.
HOME_SET = "AOD"


def importer() -> Importer:
    """A reader of lists against today's catalogue."""
    reader = LooseReader(Shelf(known_pieces(), _sets()), known_factions())
    return Importer(reader, _shared_document, in_every_language(UNNAMED))


def _sets() -> dict[str, list[str]]:
    """What people call each set, by its code; the set of bare numbers first."""
    sets = sorted(catalogue.sets(SYSTEM), key=lambda own: own.code != HOME_SET)
    return {
        own.code: [
            *(own.name, own.name.removeprefix("MechWarrior: "), own.name_pl),
            *own.record.get("aliases", []),
        ]
        for own in sets
    }


def _shared_document(token: str) -> Document | None:
    group = BattleGroup.objects.shared_by(token).only("document").first()
    return group.document if group else None
