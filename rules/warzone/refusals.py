"""Why an order is refused: codes with their rules and words."""

from msgspec.structs import replace

from rules.core.refusals import RefusalTable
from rules.core.violations import Violation
from rules.core.wording import begun
from rules.warzone.state import Setup

REFUSALS = RefusalTable.of("rules.warzone")


def sentence(violation: Violation, setup: Setup, language: str) -> str:
    """Why not in a sentence, models, terrain and templates by their titles."""
    params = setup.with_titles(violation.params, language)
    where = tuple(setup.title(name, language) for name in violation.where)
    return begun(REFUSALS.message(replace(violation, params=params, where=where), language))
