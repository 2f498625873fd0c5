"""What there is in the game and what of it has occurred."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, get_args, get_type_hints

import msgspec

from rules.age_of_destruction.effects import ABILITIES
from rules.age_of_destruction.moment.refusals import RULES
from rules.age_of_destruction.orders import KINDS
from rules.age_of_destruction.orders.answer import Answer
from rules.age_of_destruction.play.outcome import write_value
from rules.age_of_destruction.records.catalogue import Catalogue
from rules.age_of_destruction.state.events import Answered, AnyEvent, Asked, OrderGiven
from rules.age_of_destruction.state.given import Given
from rules.age_of_destruction.state.legs import Leg
from rules.age_of_destruction.state.setup import Setup
from rules.age_of_destruction.state.state import State
from rules.core.naming import tag_of
from rules.core.orders import write_order


def everything(catalogue: Catalogue) -> dict[str, set[str]]:
    """All that can occur, by headings."""
    return {
        "figures": {unit.id for unit in catalogue.units.values() if unit.dial and unit.speed_mode},
        "cards": {card.id for card in catalogue.cards.values()},
        "orders": {tag_of(kind) for kind in KINDS},
        "legs": set(Leg.__struct_fields__),
        "questions": set(get_args(get_type_hints(Answer)["to"])),
        "abilities": _abilities(),
        "conditions": set(ABILITIES.conditions),
        "refusals": set(RULES),
        "events": {_tag(kind) for kind in get_args(AnyEvent)},
    }


def _tag(kind: type[msgspec.Struct]) -> str:
    return str(kind.__struct_config__.tag)


def _abilities() -> set[str]:
    """The names of equipment, heat effects, faction abilities and texts of cards."""
    return {item.name for item in (*ABILITIES, *ABILITIES.heat_effects.values())}


class Ledger:
    """What has occurred in the games it has been shown."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._everything = everything(catalogue)
        self.seen: dict[str, set[str]] = {heading: set() for heading in self._everything}

    def begin(self, setup: Setup) -> None:
        """Note who takes part in a game, with which cards."""
        for figure in setup.figures.values():
            self.seen["figures"].add(figure.unit.id)
            self.seen["cards"].update(card.id for card in figure.cards)
        for player in setup.players:
            self.seen["cards"].update(played.card.id for played in player.cards)

    def take(self, happened: Iterable[AnyEvent], state: State) -> None:
        """Note what has happened, the orders among it, and the state after it."""
        for event in happened:
            if isinstance(event, OrderGiven):
                self._note_order(event.order)
            elif isinstance(event, Answered):
                self._note_order(event.answer)
            elif isinstance(event, Asked):
                self.seen["questions"].add(event.question.to)
            self.seen["events"].add(_tag(type(event)))
            words = set(_words(write_value(event)))
            self.seen["abilities"].update(words & self._everything["abilities"])
        self.seen["cards"].update(state.conditions)
        self.seen["conditions"].update(state.conditions)

    def _note_order(self, order: Given) -> None:
        written = write_order(order)
        self.seen["orders"].add(written["order"])
        legs = [*written.get("legs", ()), *_all(written.get("member_legs", {}).values())]
        self.seen["legs"].update(key for leg in legs for key in leg)

    def refuse(self, codes: Iterable[str]) -> None:
        """Note why an order was refused."""
        self.seen["refusals"].update(codes)

    def missing(self) -> dict[str, list[str]]:
        """What has not occurred, by headings that lack something."""
        lacks = {
            heading: sorted(names - self.seen[heading])
            for heading, names in self._everything.items()
        }
        return {heading: names for heading, names in lacks.items() if names}

    def counts(self) -> dict[str, tuple[int, int]]:
        """How much of everything has occurred, by headings."""
        return {
            heading: (len(names & self.seen[heading]), len(names))
            for heading, names in self._everything.items()
        }


def _all(several: Iterable[Iterable[Any]]) -> Iterator[Any]:
    return (item for items in several for item in items)


def _words(value: Any) -> Iterator[str]:
    """Every text in a value, keys included."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            yield str(key)
            yield from _words(inner)
    elif isinstance(value, (list, tuple)):
        for inner in value:
            yield from _words(inner)
