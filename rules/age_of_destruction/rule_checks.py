"""Which checks rest on a rule: violations of army building and refusals of orders."""

import tomllib
from importlib.resources import files
from typing import Any

import msgspec

from rules.age_of_destruction.army.findings import CODES
from rules.age_of_destruction.army.findings import WORDING as ARMY_WORDING
from rules.age_of_destruction.moment.refusals import RULES
from rules.age_of_destruction.moment.refusals import WORDING as ORDER_WORDING
from rules.core.wording import Title

_EXAMPLES = tomllib.loads(files(__package__).joinpath("examples.toml").read_text("utf-8"))


class RestingCheck(msgspec.Struct, frozen=True):
    """A code with the rules it rests on, and what it says of a case."""

    code: str
    in_skirmish: bool
    rules: tuple[str, ...]

    def example(self, language: str = "en") -> str:
        """What it says of one case, in a sentence."""
        wording = ORDER_WORDING if self.in_skirmish else ARMY_WORDING
        cases = _EXAMPLES["orders" if self.in_skirmish else "army"]
        case = {**cases, **cases.get(self.code, {})}
        return wording.say(
            self.code, {name: _told(value) for name, value in case.items()}, language
        )


def _told(value: Any) -> Any:
    """A value of an example, with its name in each language where it has one."""
    if isinstance(value, list):
        return [_told(item) for item in value]
    return Title(value["en"], value["pl"]) if isinstance(value, dict) and "en" in value else value


def checks_resting_on(rule_id: str) -> tuple[RestingCheck, ...]:
    """The checks that rest on a rule, those of army building first."""
    army = [RestingCheck(code, False, known.rules) for code, known in CODES.items()]
    orders = [RestingCheck(code, True, rules) for code, rules in RULES.items()]
    return tuple(check for check in army + orders if rule_id in check.rules)
