"""Games and calculators as plain values for programs."""

from collections.abc import Mapping
from typing import Any

from collection.common.language import language
from rules import Ask, Calculator, CalculatorSum, GameSystem

#: The parameter of the faces, and what stands between them.
FACES, BETWEEN = "dice", "-"
#: Faces that are read.
MOST_FACES = 60


def game_line(system: GameSystem) -> dict[str, Any]:
    """A game in a list."""
    return {
        "name": system.name,
        "title": system.title,
        "says": system.about.says[language()],
        "formats": sorted(_format_of(name) for name in system.schemas()),
        "rulings": sum(rule.house is not None for rule in system.rulebook().values()),
        "calculators": [each.name for each in system.calculators],
    }


def _format_of(schema: str) -> str:
    """The format of a schema by its name: `scenario/1` of `warzone.scenario.1`."""
    *_prefix, name, version = schema.split(".")
    return f"{name}/{version}"


def game_document(system: GameSystem) -> dict[str, Any]:
    """A game whole."""
    about, said = system.about, language()
    return game_line(system) | {
        "origin": about.source[said],
        "covers": [text[said] for text in about.covers],
        "lacks": [text[said] for text in about.lacks],
        "lost": [text[said] for text in about.lost],
        "rulings": [
            {"rule": rule.id, "decides": rule.ruling[said], "because": rule.house.because}
            for rule in system.rulebook().values()
            if rule.house
        ],
    }


def calculator_document(calculator: Calculator) -> dict[str, Any]:
    """A calculator and its fields."""
    return {
        "name": calculator.name,
        "title": calculator.title[language()],
        "rules": list(calculator.rules),
        "asks": [_field(ask) for ask in calculator.asks(language())],
    }


def _field(ask: Ask) -> dict[str, Any]:
    return {
        "name": ask.field.name,
        "called": ask.field.label,
        "holds": ask.field.holds,
        "default": ask.default,
        "unit": ask.unit,
        "least": ask.least,
        "most": ask.most,
        "choices": [choice.value for choice in ask.field.choices],
    }


def faces_of(text: str) -> tuple[int, ...]:
    """The faces that an address says."""
    return tuple(int(part) for part in text.split(BETWEEN)[:MOST_FACES] if is_number(part))


def is_number(text: str) -> bool:
    """Whether a text is a short whole number."""
    return text.removeprefix("-").isdecimal() and text.isascii() and len(text) < 5


def worked_document(calculator: Calculator, typed: Mapping[str, str]) -> dict[str, Any]:
    """What is worked out of fields and faces."""
    worked = calculator.work(typed, faces_of(typed.get(FACES, "")), language())
    return {
        "headline": worked.headline,
        "sums": [_sum(each) for each in worked.sums],
        "dice": [
            {"sides": n.sides, "label": n.label, "throw": n.throw, "face": n.face}
            for n in worked.dice
        ],
        "prospects": [
            {"faces": each.faces, "chance": float(each.chance), "says": each.says}
            for each in worked.prospects
        ],
        "said": [{"text": each.text, "rules": list(each.rules)} for each in worked.said],
        "faults": [{"field": each.field, "message": each.message} for each in worked.faults],
    }


def _sum(found: CalculatorSum) -> dict[str, Any]:
    return {
        "label": found.label,
        "total": found.tally.total,
        "unit": found.unit,
        "rules": list(found.rules),
        "parts": [
            {"what": part.what, "value": part.value, "rules": list(found.behind.get(part.what, ()))}
            for part in found.tally.parts
        ],
    }
