"""A table over the types of a system, as the seam hands it to pages that know no game."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

import msgspec

from rules.core.dice import Die
from rules.core.ordering import Choice, DieWords, Field, Form, LegalOrder, OrderBook
from rules.core.picture import Picture


class Asked(Protocol):
    """Of a match what a table asks."""

    @property
    def players(self) -> Sequence[str]: ...

    def legal_orders(self, player: str) -> list[dict[str, Any]]:
        """Orders a player may give."""


class TypedTabletop(ABC):
    """A match in a picture and in words (`core.system.Tabletop`), by the types of its orders.

    A system draws the picture; `giving` names the field of an order with the piece it is given to.
    """

    giving = "unit"

    def __init__(self, match: Asked, book: OrderBook) -> None:
        self._match = match
        self._book = book
        #: What has a name, while several orders of one moment are told.
        self._known_now: Callable[[str], str | None] | None = None

    @abstractmethod
    def picture(self, language: str) -> Picture:
        """The position as it is now."""

    def offers(self, player: str, language: str) -> list[LegalOrder]:
        """The legal orders of a player."""
        orders = self._match.legal_orders(player)
        self._known_now = self._names(language)
        told = [LegalOrder(each, self.given_to(each), self.says(each, language)) for each in orders]
        self._known_now = None
        return told

    def given_to(self, order: Mapping[str, Any]) -> str:
        """The piece that an order is given to, "" for none."""
        return str(order.get(self.giving) or "")

    def says(self, order: Mapping[str, object], language: str) -> str:
        """An order in one sentence."""
        return self._book.says(order, language, self._known_now or self._names(language))

    def die(self, die: Die, language: str) -> DieWords:
        """A die in words."""
        return self._book.die(die, language, self._names(language))

    def tells(
        self, order: Mapping[str, object], events: Sequence[Mapping[str, Any]], language: str
    ) -> str:
        """An order that was given; what came of it is said where a system has words for it."""
        del events
        return self.says(order, language)

    def forms(self, language: str) -> list[Form]:
        """What has to be said for each kind of order."""
        known = self._known(language)
        return [_offering(form, known) for form in self._book.forms(language)]

    def drafted(self, kind: str, typed: Mapping[str, str]) -> dict[str, object]:
        """The order that is meant by what was typed."""
        return self._book.drafted(kind, typed)

    def side(self, player: str, language: str) -> str:
        """What a player is called in orders; a system may have words for it."""
        del language
        return player

    def _names(self, language: str) -> Callable[[str], str | None]:
        found = {
            choice.value: choice.label for each in self._known(language).values() for choice in each
        }
        return found.get

    def _known(self, language: str) -> dict[str, tuple[Choice, ...]]:
        picture = self.picture(language)
        return {
            "player": tuple(
                Choice(player, self.side(player, language)) for player in self._match.players
            ),
            "area": tuple(Choice(area.id, area.label) for area in picture.areas),
            "piece": tuple(Choice(piece.id, piece.name) for piece in picture.pieces),
        }


def _offering(form: Form, known: Mapping[str, tuple[Choice, ...]]) -> Form:
    fields = tuple(_choosing(field, known) for field in form.fields)
    return msgspec.structs.replace(form, fields=fields)


def _choosing(field: Field, known: Mapping[str, tuple[Choice, ...]]) -> Field:
    rows = tuple(_choosing(row, known) for row in field.rows)
    choices = known.get(field.names, field.choices)
    return msgspec.structs.replace(field, rows=rows, choices=choices)
