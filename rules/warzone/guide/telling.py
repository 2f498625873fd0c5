"""The words of what hands are told."""

from importlib.resources import files
from typing import Any

from rules.core.hands import Reason
from rules.core.ordering import TableWords
from rules.core.violations import Violation
from rules.warzone.landing import may_lie_prone
from rules.warzone.moment import Moment
from rules.warzone.odds import Harm
from rules.warzone.refusals import sentence
from rules.warzone.state import Setup

WORDS = TableWords(files("rules.warzone.guide").joinpath("words.toml").read_text("utf-8"))


def plain(number: float) -> str:
    """A number as short as it is exact enough."""
    return f"{round(number, 2):g}"


class Telling:
    """The words for a scene in one language."""

    def __init__(self, setup: Setup, language: str) -> None:
        self.setup = setup
        self.language = language

    def title(self, name: str) -> str:
        """What a model, a piece of terrain or a template is called."""
        return self.setup.title(name, self.language)

    def word(self, section: str, name: str) -> str:
        """What something is called."""
        return WORDS.say(section, name, self.language)

    def line(self, name: str, /, **named: Any) -> str:
        """What a line of a menu is called."""
        return self._filled("lines", name, named)

    def says(self, name: str, /, **named: Any) -> str:
        """A sentence; numbers are written short."""
        return self._filled("says", name, named)

    def why(self, violation: Violation | None) -> str:
        """Why not, in about four words; "" for no reason."""
        return self.word("why", violation.code) if violation else ""

    def reason(self, violation: Violation) -> Reason:
        """Why not, in a sentence."""
        message = sentence(violation, self.setup, self.language)
        return Reason(violation.code, violation.rules, message)

    def fall(self, now: Moment, unit: str, height: float, harm: Harm | None, *, verb: str) -> str:
        """What coming down does to a model; `verb` is "fall" or "lands"."""
        if harm is None:
            return self.says(f"{verb}_safe", height=height)
        end = "prone" if may_lie_prone(now, unit) else "harm"
        return self.says(f"{verb}_{end}", height=height, harm=harm.text)

    def _filled(self, section: str, name: str, named: dict[str, Any]) -> str:
        shown = {
            key: plain(value) if isinstance(value, (int, float)) else value
            for key, value in named.items()
        }
        return self.word(section, name).format(**shown)
