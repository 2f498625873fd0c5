"""The words of what a unit may do: short reasons, labels, sentences on what is to be expected."""

from collections.abc import Sequence
from fractions import Fraction
from importlib.resources import files

import msgspec

from rules.core.hands import Reason
from rules.core.ordering import TableWords
from rules.core.violations import Violation
from rules.khans_and_generals.moment.field import Field, Piece
from rules.khans_and_generals.moment.naming import name_of
from rules.khans_and_generals.play.refusals import message
from rules.khans_and_generals.words import WORDS as TABLE

WORDS = TableWords(
    files("rules.khans_and_generals.guide").joinpath("words.toml").read_text("utf-8")
)
#: What keeps a unit from any order, said before what is wrong with one.
OF_THE_UNIT = (
    *("STAGE_WRONG", "NOT_YOUR_TURN", "ABANDONED", "ROUTED", "PINNED", "LOCKED", "BURNING"),
    *("NEWLY_ARRIVED", "IMMOBILE", "BOGGED", "NO_COMMUNICATION", "CP_TOO_EARLY", "CP_NONE"),
    *("NO_ACTIVATIONS", "ORDER_SPENT"),
)


def say(name: str, language: str, **values: object) -> str:
    """A sentence on what is to be expected."""
    return WORDS.say("says", name, language).format(**values)


def short(refused: Sequence[Violation], language: str) -> str:
    """The reason that says most in about four words, "" for none."""
    if not refused:
        return ""
    codes = [violation.code for violation in refused]
    first = next((code for code in OF_THE_UNIT if code in codes), codes[0])
    return WORDS.say("why", first, language)


def reasons(refused: Sequence[Violation], language: str, field: Field) -> tuple[Reason, ...]:
    """Every reason with its rules and its sentence, in which units and ground have their names."""
    return tuple(
        Reason(v.code, v.rules, message(_with_names(v, language, field), language)) for v in refused
    )


def _with_names(violation: Violation, language: str, field: Field) -> Violation:
    params = dict(violation.params)
    if params.get("unit") in field.state.units:
        params["unit"] = name_of(field.piece(params["unit"]))
    grounds = {terrain.id: terrain.kind for terrain in field.setup.terrain}
    for name in ("terrain", "unit"):
        if params.get(name) in grounds:
            params[name] = TABLE.say("grounds", grounds[params[name]], language)
    return msgspec.structs.replace(violation, params=params)


def percent(chance: Fraction | float) -> str:
    """A chance as people read it: never 0 or 100 % for what may come out otherwise."""
    if chance in (0, 1):
        return f"{int(chance) * 100} %"
    return f"{min(99, max(1, round(chance * 100)))} %"


def amount(value: Fraction | float) -> str:
    """An expected number, to a tenth."""
    return f"{float(value):.1f}"


def cm(value: float) -> str:
    """Centimetres, to a tenth."""
    return f"{value:.1f}".removesuffix(".0")


def named(pieces: Sequence[Piece]) -> str:
    """Units by name."""
    return ", ".join(name_of(piece) for piece in pieces)
