"""Files of play that can be read but describe what cannot be: codes with their words."""

from importlib.resources import files
from typing import Any

from rules.core.codec import Unreadable
from rules.core.wording import Wording

#: Sentences for every code.
WORDING = Wording.from_toml(files(__package__).joinpath("impossible.toml").read_text("utf-8"))


class Impossible(Unreadable):
    """A position or set-up that the rules exclude, with the JSON path of its cause."""

    def __init__(self, path: str, code: str, **params: Any) -> None:
        super().__init__(path, code, **params)

    def message(self, language: str = "en") -> str:
        """What is impossible, in one sentence."""
        return WORDING.say(self.code, self.params, language)
