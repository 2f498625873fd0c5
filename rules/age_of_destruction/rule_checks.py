"""Which checks rest on a rule: violations of army building and refusals of orders."""

import msgspec

from rules.age_of_destruction.army.findings import CODES
from rules.age_of_destruction.army.findings import WORDING as ARMY_WORDING
from rules.age_of_destruction.moment.refusals import RULES
from rules.age_of_destruction.moment.refusals import WORDING as ORDER_WORDING


class RestingCheck(msgspec.Struct, frozen=True):
    """A code with the rules it rests on, and what it says, without the particulars of a case."""

    code: str
    in_skirmish: bool
    rules: tuple[str, ...]

    def message(self, language: str = "en") -> str:
        """Its sentence with an ellipsis for every particular."""
        wording = ORDER_WORDING if self.in_skirmish else ARMY_WORDING
        return wording.outline(self.code, language)


def checks_resting_on(rule_id: str) -> tuple[RestingCheck, ...]:
    """The checks that rest on a rule, those of army building first."""
    army = [RestingCheck(code, False, known.rules) for code, known in CODES.items()]
    orders = [RestingCheck(code, True, rules) for code, rules in RULES.items()]
    return tuple(check for check in army + orders if rule_id in check.rules)
