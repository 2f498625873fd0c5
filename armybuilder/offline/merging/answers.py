"""What a person decides of a place that both sides changed."""

from typing import Any

from armybuilder.offline.merging.lists import LINES, ORDER
from armybuilder.offline.merging.trees import ABSENT, Clash, Field, at, put


def mine_at(tree: Any, clash: Clash) -> Any:
    """A tree with what one side made of a place."""
    return put(tree, clash.path, clash.mine)


def both_at(tree: Any, clash: Clash, of: Field) -> Any:
    """A tree with what both sides made of a place, one beside the other or added up; ABSENT where
    that makes no sense."""
    kind = of.under(clash.path).kind
    mine, theirs = clash.mine, clash.theirs
    if kind == "counts":
        was, here, there = (
            each if isinstance(each, int) else 0 for each in (clash.base, mine, theirs)
        )
        total = there + here - was
        return put(tree, clash.path, total or ABSENT) if total >= 0 else ABSENT
    if mine is ABSENT or theirs is ABSENT or mine == theirs:
        return ABSENT
    if kind == "text":
        return put(tree, clash.path, f"{theirs}\n\n{mine}")
    if kind == "line":
        return _beside(tree, clash)
    return ABSENT


def _beside(tree: Any, clash: Clash) -> Any:
    """A tree with one side's line after the other's, under a key of its own."""
    *above, key = clash.path
    of_list = tuple(above[:-1])
    lines, order = at(tree, (*of_list, LINES)), list(at(tree, (*of_list, ORDER)))
    other = f"{key}+"
    while other in lines:
        other += "+"
    order.insert(order.index(key) + 1 if key in order else len(order), other)
    return put(put(tree, (*above, other), clash.mine), (*of_list, ORDER), order)
