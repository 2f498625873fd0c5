"""Why an order is refused: codes with their rules and words."""

from rules.core.refusals import RefusalTable

REFUSALS = RefusalTable.of("rules.warzone")
