"""Why an order is refused: codes with their rules and words."""

from msgspec.structs import replace

from rules.core.refusals import RefusalTable
from rules.core.violations import Violation
from rules.warzone.state import Setup

REFUSALS = RefusalTable.of("rules.warzone")
#: What of a refusal names models or terrain.
NAMING = ("piece", "target", "template")


def sentence(violation: Violation, setup: Setup, language: str) -> str:
    """Why not in a sentence, models and terrain by their titles."""
    params = {
        name: setup.title(value, language) if name in NAMING else value
        for name, value in violation.params.items()
    }
    where = tuple(setup.title(name, language) for name in violation.where)
    return REFUSALS.message(replace(violation, params=params, where=where), language)
