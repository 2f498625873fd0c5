"""Words for the values of records."""

from importlib.resources import files

from rules.core.wording import Wording

WORDS = Wording.from_toml(
    files("rules.age_of_destruction.records").joinpath("words.toml").read_text("utf-8")
)
