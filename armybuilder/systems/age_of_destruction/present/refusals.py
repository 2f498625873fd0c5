"""Why the rules say no, in words and with what stands in the way."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _

from armybuilder.systems.age_of_destruction.present.tables import Table
from armybuilder.systems.age_of_destruction.present.words import ground_title
from collection.catalogue import game as catalogue_adapters
from collection.catalogue.present.values import Rule
from collection.common.language import language
from rules import Violation
from rules import age_of_destruction as aod


@dataclass(frozen=True)
class Reason:
    """Why not: a sentence, the rules behind it, and the units and terrain it is about."""

    message: str
    rules: tuple[Rule, ...]
    where: tuple[str, ...] = ()


def reasons(table: Table, violations: Iterable[Violation]) -> tuple[Reason, ...]:
    """Violations in words; terrain is called as the table calls it."""
    titles = {
        element.id: _("“%(terrain)s”") % {"terrain": ground_title(element.id, element.kind)}
        for element in table.field.table.terrain
    }
    return tuple(
        Reason(
            aod.refusal_message(violation, language(), titles),
            tuple(catalogue_adapters.rule_chip(rule) for rule in violation.rules),
            violation.where,
        )
        for violation in violations
    )
