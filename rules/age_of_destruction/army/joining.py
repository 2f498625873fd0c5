"""What the rules say to one more figure, without judging the whole group for each."""

from collections.abc import Container, Iterable

from rules.age_of_destruction.army.battle_group import BattleGroup
from rules.age_of_destruction.army.findings import QUESTIONS, Findings
from rules.age_of_destruction.army.muster import Muster
from rules.age_of_destruction.army.verdict import Verdict
from rules.age_of_destruction.records.catalogue import Catalogue
from rules.age_of_destruction.records.units import Unit
from rules.core.violations import Violation

#: The sections whose answers another bare figure may change for the worse.
CONCERNED = frozenset(("points", "figures", "cards", "event"))
OVER = "OVER_POINTS"


class Joining:
    """A judged group that bare figures of its catalogue are held up against."""

    def __init__(self, group: BattleGroup, catalogue: Catalogue, verdict: Verdict) -> None:
        self.muster = Muster(group, catalogue)
        self.faults = {violation.key for violation in verdict.errors}

    def objections(self, unit: Unit) -> tuple[list[Violation], int]:
        """The errors a figure would bring, and by how many points the group would then exceed its
        build total."""
        joined = self.muster.joined_by(unit)
        found = Findings()
        for question in QUESTIONS:
            if question.section in CONCERNED:
                question.ask(joined, found)
        return new_errors(found.violations, self.faults)


def new_errors(
    violations: Iterable[Violation], faults: Container[tuple[str, tuple[str, ...]]]
) -> tuple[list[Violation], int]:
    """The errors that are none of some earlier faults, but for the points, and by how many points
    the build total is exceeded."""
    errors, excess = [], 0
    for violation in violations:
        if violation.severity != "error":
            continue
        if violation.code == OVER:
            excess = int(violation.params["excess"])
        elif violation.key not in faults:
            errors.append(violation)
    return errors, excess
