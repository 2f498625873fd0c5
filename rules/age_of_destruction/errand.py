"""A commander's next order as an errand: plain values by which another machine finds the same one.

All an order depends on is how the game began with its records, where it stands, who commands, and
the lot he draws by. The dice are not among it: whoever runs the errand knows nothing of what they
will show. The beginning is long and stays the same, so it is sent once.
"""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from rules.age_of_destruction.army.earlier_records import read_record, with_records
from rules.age_of_destruction.army.verdict import RULESET
from rules.age_of_destruction.match import SkirmishMatch
from rules.age_of_destruction.play.scenario import Scenario, read_scenario
from rules.age_of_destruction.playouts.deal import Deals
from rules.age_of_destruction.records.catalogue import Catalogue
from rules.core.dice import SeededDice
from rules.core.system import Match

#: Which dealt skirmish a machine is measured by, and the commander who takes longest.
MEASURED_DEAL, SLOWEST = 7, "planning"
#: No dice fall while somebody only thinks.
NO_SEED = 0


class Beginning(msgspec.Struct, frozen=True):
    """How a game began: a scenario/1 object without dice and orders, and every record it names as
    `write_record` has it, None for one the catalogue did not know."""

    start: dict[str, Any]
    catalogue: str
    records: dict[str, dict[str, Any] | None]


class Errand(msgspec.Struct, frozen=True):
    """The order that is asked for: of which commander, by which lot and rules, in which state. `of`
    names the beginning, which is sent along to whoever does not know it."""

    of: str
    ruleset: str
    state: dict[str, Any]
    fingerprint: str
    commander: str
    lot: int
    beginning: Beginning | None = None


class Thought(msgspec.Struct, frozen=True):
    """The order of an errand, as JSON, and the fingerprint of the state it is for."""

    order: str
    fingerprint: str


class ErrandRefused(Exception):
    """An errand that would come out otherwise here: of other rules, of a beginning nobody has
    sent, or of a state that is read otherwise."""


def errand_of(
    match: Match, of: str, commander: str, lot: int, beginning: Beginning | None = None
) -> Errand:
    """The errand of a commander at the present moment of a match."""
    return Errand(of, RULESET, match.state(), match.fingerprint(), commander, lot, beginning)


class Errands:
    """Runs errands, one after another, mostly of one game; `known` names the beginning it has, ""
    for none."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue
        self._begun: tuple[Mapping[str, Any], Scenario] | None = None
        self.known = ""

    def run(self, data: bytes | str) -> Thought:
        """What a commander orders, by an errand in JSON; raises ErrandRefused, NothingLegal,
        KeyError for a commander nobody knows, Unreadable and msgspec.ValidationError."""
        errand = msgspec.json.decode(data, type=Errand)
        if errand.beginning is not None:
            begun = errand.beginning
            self._begun, self.known = (begun.start, self._scenario(begun)), errand.of
        if self._begun is None or errand.of != self.known or errand.ruleset != RULESET:
            raise ErrandRefused(errand.of)
        match = SkirmishMatch(*self._begun, NO_SEED, errand.state)
        if match.fingerprint() != errand.fingerprint:
            raise ErrandRefused(errand.fingerprint)
        order = match.ordered(errand.commander, errand.lot)
        return Thought(msgspec.json.encode(order).decode(), errand.fingerprint)

    def _scenario(self, begun: Beginning) -> Scenario:
        records = {
            name: None if record is None else read_record(record)
            for name, record in begun.records.items()
        }
        known = with_records(self._catalogue, records, begun.catalogue)
        return read_scenario({**begun.start, "dice": [], "orders": []}, known)

    def measured(self) -> Callable[[], object]:
        """The thought of the slowest commander by which machines are measured: the same on each
        with the same catalogue, on a table of usual size."""
        dealt = Deals(self._catalogue, SeededDice(MEASURED_DEAL))
        start: dict[str, Any] = {"stage": "setup"}
        while start.get("stage") == "setup":
            start = dealt.next()
        scenario = read_scenario({**start, "dice": [], "orders": []}, self._catalogue)
        return SkirmishMatch(start, scenario, NO_SEED).thought(SLOWEST, MEASURED_DEAL)
