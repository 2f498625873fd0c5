"""The files of strengths, as `python -m rules strengths` writes them."""

import json

import msgspec

from rules.age_of_destruction.records.catalogue import Catalogue
from rules.age_of_destruction.starting.dealing import Dealer
from rules.age_of_destruction.starting.equipping import Equipped, equipped
from rules.age_of_destruction.starting.meters import scales
from rules.age_of_destruction.starting.strength import (
    Strengths,
    measurable,
    measured,
    yardsticks,
)


def written_strengths(catalogue: Catalogue, carried: Equipped) -> str:
    """Every figure measured and the scales of the meters, as JSON with a line for each figure;
    `carried` is what cards make of them."""
    against = yardsticks(catalogue)
    names = {kind: unit.id for kind, unit in against.items()}
    figures = measured(measurable(catalogue), against, catalogue)
    found = Strengths(names, figures)
    parts = [
        f' "yardsticks": {json.dumps(names)}',
        f' "scales": {json.dumps(scales(Dealer(catalogue, found, carried)))}',
        ' "figures": {\n' + ",\n".join(_line(item, figures[item]) for item in figures) + "\n }",
    ]
    return "{\n" + ",\n".join(parts) + "\n}\n"


def written_equipped(catalogue: Catalogue) -> str:
    """The cards worth their place on each 'Mech, as JSON with a line for each card."""
    units = measurable(catalogue)
    against = yardsticks(catalogue)
    bare = measured((unit for unit in units if unit.slots), against, catalogue)
    found = equipped((unit for unit in units if unit.slots), bare, against, catalogue)
    parts = [
        f" {json.dumps(item)}: {{\n"
        + ",\n".join(_line(card, cards[card]) for card in cards)
        + "\n }"
        for item, cards in found.items()
    ]
    return "{\n" + ",\n".join(parts) + "\n}\n"


def _line(item: str, told: msgspec.Struct) -> str:
    return f"  {json.dumps(item)}: {json.dumps(msgspec.to_builtins(told))}"
