"""Wants and things for trade as anybody with their link may see them."""

from collections.abc import Sequence
from dataclasses import dataclass

from armybuilder.clubs.selectors.lists import Lists
from collection.common.language import Words
from collection.common.tabular.writing import as_csv
from collection.owning.models import Holding
from collection.owning.pieces import piece_of
from collection.owning.present.values import catalogue_item, holding_name

COLUMNS = ("game", "set", "number", "variant", "name", "for_trade", "wanted")


@dataclass(frozen=True)
class ListedPiece:
    """One piece of a list; `item` is its id in the catalogue, empty for what that does not know."""

    set: str
    number: str
    variant: str
    name: Words
    count: int
    item: str = ""

    @property
    def printed(self) -> str:
        """What is printed on the piece."""
        return f"{self.set}-{self.number} {self.variant}".rstrip()


def as_text(
    wanted: tuple[Words, Sequence[ListedPiece]], for_trade: tuple[Words, Sequence[ListedPiece]]
) -> str:
    """Both lists under their headings, a piece a line, as people paste them into messages."""
    parts = [
        "\n".join([f"{heading}:", *(f"{line.count}x {line.printed} {line.name}" for line in lines)])
        for heading, lines in (wanted, for_trade)
        if lines
    ]
    return "\n\n".join(parts) + "\n"


def csv_of(lists: Lists) -> bytes:
    """Both lists in our own columns."""
    rows = {row.pk: row for row in [*lists.wanted, *lists.for_trade]}
    ordered = sorted(rows.values(), key=lambda row: (row.sort_key, row.pk))
    return as_csv(
        COLUMNS,
        (
            {
                "game": piece_of(row).system,
                "set": row.set_code,
                "number": row.number,
                "variant": row.variant,
                "name": str(holding_name(row)),
                "for_trade": row.for_trade,
                "wanted": row.wanted,
            }
            for row in ordered
        ),
    )


def lines_of(lists: Lists) -> dict[str, list[ListedPiece]]:
    """Both lists as pages show them."""
    return {
        "wanted": [_line(row, row.wanted) for row in lists.wanted],
        "for_trade": [_line(row, row.for_trade) for row in lists.for_trade],
    }


def _line(row: Holding, count: int) -> ListedPiece:
    return ListedPiece(
        row.set_code, row.number, row.variant, holding_name(row), count, catalogue_item(row)
    )
