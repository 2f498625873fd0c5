"""Merging trees: objects of objects, whose leaves are any other JSON value.

What only one side changed since both were the same is taken. Where both changed the same place
otherwise, the other side's value stays, and the place is a clash for a person to decide.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final, Literal

Path = tuple[str, ...]
#: A value as JSON keeps one that may be missing: in a list, which is empty where there is none.
Side = list[Any]


class _Absent:
    """That there is nothing."""

    def __repr__(self) -> str:
        return "ABSENT"


ABSENT: Final = _Absent()


@dataclass(frozen=True)
class Field:
    """How a place of a tree is merged; `each` is the field of every key that `keys` do not name.

    whole: what is there is one value, whatever is inside. counts: a number of things, of which
    either side may have counted others, so that equal changes clash as well. members: a list of
    different words whose order says nothing. order: a list of keys in an order that matters. text:
    both sides can stand one below the other. line: both sides can stand beside each other.
    """

    kind: Literal["", "whole", "counts", "members", "order", "text", "line"] = ""
    keys: Mapping[str, "Field"] = field(default_factory=dict)
    each: "Field | None" = None
    #: What both sides made where nothing was is merged as if an empty object had been there.
    anew: bool = False

    @cached_property
    def counts(self) -> bool:
        """Whether something is counted in it."""
        inner = (*self.keys.values(), *((self.each,) if self.each else ()))
        return self.kind == "counts" or any(each.counts for each in inner)

    def inside(self, key: str) -> "Field":
        """The field of a key."""
        return self.keys.get(key) or self.each or LEAF

    def under(self, path: Path) -> "Field":
        """The field of a place further down."""
        found = self
        for key in path:
            found = found.inside(key)
        return found


LEAF = Field()


@dataclass(frozen=True)
class Clash:
    """A place that both sides changed: what was there, and what each made of it."""

    path: Path
    base: Any
    mine: Any
    theirs: Any


@dataclass(frozen=True)
class Merged:
    """What came of a merge, with the other side's values where there are clashes."""

    value: Any
    clashes: tuple[Clash, ...] = ()


def merged(base: Any, mine: Any, theirs: Any, of: Field = LEAF, path: Path = ()) -> Merged:
    """What both sides made of a base; any of the three may be ABSENT."""
    if mine == base:
        return Merged(theirs)
    if theirs == base:
        return Merged(mine)
    if mine == theirs and not (of.counts and _may_be_others(base, mine, of)):
        return Merged(mine)
    if base is ABSENT and of.anew:
        base = {}
    sides = (base, mine, theirs)
    if of.kind in ("members", "order") and isinstance(mine, list) and isinstance(theirs, list):
        older = base if isinstance(base, list) else []
        if of.kind == "members":
            return Merged(_members(older, mine, theirs))
        woven = _woven(older, mine, theirs)
        return Merged(theirs, (Clash(path, *sides),)) if woven is None else Merged(woven)
    if of.kind or not all(isinstance(each, Mapping) for each in sides):
        return Merged(theirs, (Clash(path, *sides),))
    return _inside(*sides, of, path)


def _may_be_others(base: Any, both: Any, of: Field) -> bool:
    """Whether what both sides counted alike may be different things: not where fewer are left than
    either took away."""
    if of.kind != "counts":
        return both is not ABSENT
    was, now = (each if isinstance(each, int) else 0 for each in (base, both))
    return 2 * now >= was


def _inside(
    base: Mapping[str, Any],
    mine: Mapping[str, Any],
    theirs: Mapping[str, Any],
    of: Field,
    path: Path,
) -> Merged:
    value: dict[str, Any] = {}
    clashes: list[Clash] = []
    for key in dict.fromkeys((*theirs, *mine)):
        was, one, other = (each.get(key, ABSENT) for each in (base, mine, theirs))
        found = merged(was, one, other, of.inside(key), (*path, key))
        clashes += found.clashes
        if found.value is not ABSENT:
            value[key] = found.value
    return Merged(value, tuple(clashes))


def _members(base: list[Any], mine: list[Any], theirs: list[Any]) -> list[Any]:
    """What both have, and what either has new; in the other side's order, new ones last."""
    kept = [each for each in theirs if each in mine or each not in base]
    return kept + [each for each in mine if each not in base and each not in kept]


def _woven(base: list[str], mine: list[str], theirs: list[str]) -> list[str] | None:
    """What all know in the order of the side that changed it, and what one side has more where it
    stands there, whichever side that is; None where both changed the order otherwise."""
    was, one, other = (
        [key for key in each if key in base and key in mine and key in theirs]
        for each in (base, mine, theirs)
    )
    if was != one and was != other and one != other:
        return None
    known = other if was == one else one
    new = [_new(each, base, known) for each in (mine, theirs)]
    woven: list[str] = []
    for key in ("", *known):
        woven += [key] if key else []
        for run in sorted(each.get(key, []) for each in new):
            woven += [each for each in run if each not in woven]
    for order in (mine, theirs):
        for before, key in zip(("", *order), order, strict=False):
            if key not in woven:
                woven.insert(woven.index(before) + 1 if before else 0, key)
    return woven


def _new(order: list[str], base: list[str], known: list[str]) -> dict[str, list[str]]:
    """What an order has that the base has not, by the known key before it."""
    new: dict[str, list[str]] = {}
    before = ""
    for key in order:
        if key in known:
            before = key
        elif key not in base:
            new.setdefault(before, []).append(key)
    return new


def at(value: Any, path: Path) -> Any:
    """What is at a place, ABSENT for nothing."""
    for key in path:
        value = value.get(key, ABSENT) if isinstance(value, Mapping) else ABSENT
    return value


def put(value: Any, path: Path, new: Any) -> Any:
    """The same with something else at a place; ABSENT takes away what is there."""
    if not path:
        return new
    key, *rest = path
    inner = value if isinstance(value, Mapping) else {}
    changed = put(inner.get(key, ABSENT), tuple(rest), new)
    if changed is ABSENT:
        return {each: kept for each, kept in inner.items() if each != key}
    return {**inner, key: changed}


def side_of(value: Any) -> Side:
    """A value as JSON keeps it."""
    return [] if value is ABSENT else [value]


def value_of(side: Side) -> Any:
    """The value again."""
    return side[0] if side else ABSENT
