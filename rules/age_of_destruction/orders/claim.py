"""Claim: players say how real figures stand, instead of measuring here (rules AOD-CONTACT-005,
AOD-STD-012)."""

from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.moment.refusals import Refusals
from rules.age_of_destruction.orders.base import Order
from rules.age_of_destruction.state import events
from rules.age_of_destruction.state.facts import Facts, named_in
from rules.age_of_destruction.steps.resolution import Resolution
from rules.age_of_destruction.steps.staging import staged


class Claim(Order, frozen=True, kw_only=True):
    """How figures stand on a real table: figures are put where it is true, and so it is judged and
    played again like anything that was measured. It is no order of the turn."""

    facts: Facts

    keeps_agreement = True
    strays = (
        {"order": "claim", "facts": []},
        {"order": "claim", "facts": [{"fact": "ground", "unit": "R1", "kind": "hindering"}]},
    )

    def explain(self, field: Field, refusals: Refusals) -> None:
        """Report units that are nowhere, and what cannot all be true."""
        if not field.setup.real_table:
            refusals.add("TABLE_NOT_REAL")
            return
        for unit_id in dict.fromkeys(name for fact in self.facts for name in named_in(fact)):
            if unit_id not in field.state.units:
                refusals.add("UNKNOWN_UNIT", unit_id)
            elif unit_id not in field.bases.by_unit:
                refusals.add("TARGET_GONE", unit_id)
        if not refusals.violations and staged(field, self.facts) is None:
            refusals.add("CLAIMS_CLASH")

    def carry_out(self, res: Resolution) -> None:
        """Put figures where it is true."""
        found = staged(res.field, self.facts)
        if found is not None:
            res.emit(
                events.Claimed(
                    facts=self.facts,
                    spots=found.spots,
                    laid=found.laid,
                    rules=("AOD-CONTACT-005", "AOD-STD-012"),
                )
            )
