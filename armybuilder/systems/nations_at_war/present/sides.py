"""Formations as they are told apart: a letter and a colour each, whose they are; and victory."""

from dataclasses import dataclass
from typing import Any

from armybuilder.skirmishes.present.beginnings import Document
from armybuilder.skirmishes.present.tables import Table
from armybuilder.systems.nations_at_war.present.field import Field
from collection.common.language import Words, language

#: Colours of formations before they come again; letters go on.
BANDS = 8
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@dataclass(frozen=True)
class Marker:
    """A formation's marker: its letter, the number of its colour, and whose it is."""

    formation: str
    letter: str
    band: int
    seat: str
    owner: Words


def markers(field: Field) -> dict[str, Marker]:
    """The markers of all formations."""
    return {
        name: Marker(
            formation=formation.title(language()),
            letter=LETTERS[number % len(LETTERS)],
            band=number % BANDS,
            seat=formation.owner,
            owner=field.owner(formation.owner),
        )
        for number, (name, formation) in enumerate(field.setup.formations.items())
    }


def victory_of(table: Table) -> str:
    """What the scenario of a game says of victory."""
    return victory_in(table.skirmish.start)


def victory_in(start: Document) -> str:
    """What a scenario says of victory, in the visitor's language; "" where it says nothing."""
    said: Any = start.get("victory")
    if isinstance(said, dict):
        said = said.get(language()) or said.get("en")
    return said if isinstance(said, str) else ""
