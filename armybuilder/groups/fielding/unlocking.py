"""The next best piece: which one would put the most lists on the table."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from armybuilder.groups.fielding.stock import Needs


@dataclass(frozen=True)
class NextPiece:
    """A piece some lists lack: `count` copies of it make the lists in `unlocks` complete, by index;
    the lists in `helps` would still lack something else."""

    item: str
    count: int
    unlocks: tuple[int, ...]
    helps: tuple[int, ...]


def next_pieces(needs: Sequence[Needs], available: Sequence[Mapping[str, int]]) -> list[NextPiece]:
    """Every piece some list lacks; first those that complete the most lists with the fewest copies.

    `available` says for each list what it may use.
    """
    lacking = [
        Counter({item: needed - free.get(item, 0) for item, needed in need.items()})
        for need, free in zip(needs, available, strict=True)
    ]
    lacking = [+each for each in lacking]
    found = []
    for item in sorted({item for each in lacking for item in each}):
        concerned = [index for index, each in enumerate(lacking) if each[item]]
        unlocks = tuple(index for index in concerned if len(lacking[index]) == 1)
        helps = tuple(index for index in concerned if len(lacking[index]) > 1)
        count = max(lacking[index][item] for index in unlocks or helps)
        found.append(NextPiece(item, count, unlocks, helps))
    return sorted(found, key=lambda n: (-len(n.unlocks), -len(n.helps), n.count, n.item))
