"""The file of strengths, as `python -m rules strengths` writes it."""

import json

import msgspec

from rules.age_of_destruction.records.catalogue import Catalogue
from rules.age_of_destruction.starting.dealing import Dealer
from rules.age_of_destruction.starting.meters import scales
from rules.age_of_destruction.starting.strength import (
    Strengths,
    measurable,
    measured,
    yardsticks,
)


def written_strengths(catalogue: Catalogue) -> str:
    """Every figure measured and the scales of the meters, as JSON with a line for each figure."""
    against = yardsticks(catalogue)
    names = {kind: unit.id for kind, unit in against.items()}
    figures = measured(measurable(catalogue), against, catalogue)
    found = Strengths(names, figures)
    parts = [
        f' "yardsticks": {json.dumps(names)}',
        f' "scales": {json.dumps(scales(Dealer(catalogue, found)))}',
        ' "figures": {\n' + ",\n".join(_line(item, figures[item]) for item in figures) + "\n }",
    ]
    return "{\n" + ",\n".join(parts) + "\n}\n"


def _line(item: str, strength: msgspec.Struct) -> str:
    return f"  {json.dumps(item)}: {json.dumps(msgspec.to_builtins(strength))}"
