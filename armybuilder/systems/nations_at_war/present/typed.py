"""Orders as they are said in the forms of this game."""

from collections.abc import Callable, Mapping
from typing import Any

from django.http import QueryDict

from armybuilder.systems.nations_at_war.present.field import Field
from armybuilder.systems.nations_at_war.present.waiting import RESULTS
from rules import nations_at_war as naw

Order = dict[str, Any]
#: The longest way, and the longest name, that anybody types.
LONGEST_WAY, LONGEST = 600, 80


class Unsaid(Exception):
    """A form without what it has to say."""


class NoSuchHex(Exception):
    """A way with a word that is no hex of the map."""


def order_of(field: Field, sent: QueryDict) -> Order:
    """The order that a form means; raises Unsaid for one of no kind, or without its unit, and
    NoSuchHex."""
    kind = sent.get("say", "")
    if kind not in FORMS:
        raise Unsaid(kind)
    return FORMS[kind](field, sent)


def _move(field: Field, sent: QueryDict) -> Order:
    """One counter by its way; with others each has the same way where none of its own is typed."""
    unit = _needed(sent, "mover")
    way = _way(field, sent, "way", unit)
    mates = [mate[:LONGEST] for mate in sent.getlist("mate")][:LONGEST]
    if not mates:
        return {"order": "move", "unit": unit, "legs": way}
    ways = {unit: way}
    for mate in mates:
        ways[mate] = _way(field, sent, f"way-{mate}", mate) or way
    return {"order": "move", "members": list(ways), "member_legs": ways}


def _way(field: Field, sent: QueryDict, name: str, unit: str) -> list[Order]:
    """The legs of a way as it was typed."""
    waits = unit in field.setup.counters and field.now.waits(unit)
    legs = naw.read_legs(_text(sent, name, LONGEST_WAY), field.grid, enters=waits)
    for leg in legs:
        for place in (leg.get("enter"), *(leg.get("travel") or ())):
            if isinstance(place, str):
                raise NoSuchHex(place)
    return legs


def _answer(field: Field, sent: QueryDict) -> Order:
    """Fire at movers with its result."""
    fire = {"unit": _needed(sent, "firer"), "target": _needed(sent, "target")}
    fire |= {"result": _result(sent)}
    stops = {"stops": True} if "stops" in sent else {}
    return {"order": "answer", "to": "opportunity_fire", "fire": [fire | stops]}


def _hand_in(field: Field, sent: QueryDict) -> Order:
    source = _text(sent, "source", LONGEST)
    said: Order = {"order": "result", "unit": _needed(sent, "struck"), "result": _result(sent)}
    return said | ({"source": source} if source else {})


FORMS: Mapping[str, Callable[[Field, QueryDict], Order]] = {
    "move": _move,
    "answer": _answer,
    "result": _hand_in,
}


def _text(sent: QueryDict, name: str, most: int) -> str:
    return sent.get(name, "").strip()[:most]


def _needed(sent: QueryDict, name: str) -> str:
    if not (text := _text(sent, name, LONGEST)):
        raise Unsaid(name)
    return text


def _result(sent: QueryDict) -> str:
    result = sent.get("result", "")
    if result not in RESULTS:
        raise Unsaid(result)
    return result
