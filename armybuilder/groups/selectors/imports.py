"""What imports are read against: the catalogue, its sets, and groups others share."""

from armybuilder.groups.exports.words import UNNAMED
from armybuilder.groups.importing.loose import LooseReader
from armybuilder.groups.importing.reading import Importer
from armybuilder.groups.models import BattleGroup
from armybuilder.groups.present.groups import Document
from collection.catalogue import selectors as catalogue
from collection.catalogue.finding.known import finder
from collection.catalogue.game import SYSTEM
from collection.common.folding import fold
from collection.common.language import in_every_language


def importer() -> Importer:
    """A reader of lists against today's catalogue."""
    reader = LooseReader(finder(SYSTEM), _factions())
    return Importer(reader, _shared_document, in_every_language(UNNAMED))


def _factions() -> dict[str, str]:
    """Each faction by its folded names in every language."""
    rows = catalogue.factions(SYSTEM)
    return {fold(name): row.name for row in rows for name in (row.name, row.name_pl)}


def _shared_document(token: str) -> Document | None:
    group = BattleGroup.objects.shared_by(token).only("document").first()
    return group.document if group else None
