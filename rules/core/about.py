"""What a game is and what its source covers, in words: `about.toml` of its package."""

import tomllib
from importlib.resources import files

import msgspec

Words = dict[str, str]


class Settled(msgspec.Struct, frozen=True):
    """What is done here where rules leave a gap between them; the rules it stands beside."""

    rules: tuple[str, ...]
    says: Words


class About(msgspec.Struct, frozen=True):
    """A game in two sentences; what its source covers, what it does not, and which of its lists
    are lost, so that people bring their own; what is settled beside the house rulings of single
    rules; by what a game is decided that all agree to end, nothing where its rules know no such
    end. Texts are by language."""

    says: Words
    source: Words
    agreed_end: Words = {}
    covers: tuple[Words, ...] = ()
    lacks: tuple[Words, ...] = ()
    lost: tuple[Words, ...] = ()
    settled: tuple[Settled, ...] = ()

    @classmethod
    def of(cls, package: str) -> "About":
        """The table in a package; raises msgspec.ValidationError."""
        text = files(package).joinpath("about.toml").read_text("utf-8")
        return msgspec.convert(tomllib.loads(text), cls)
