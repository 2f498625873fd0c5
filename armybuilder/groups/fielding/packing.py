"""The most lists that fit into what there is, found exactly where that can be done in short.

A list is taken or left. Before each such choice everything that is settled by itself is taken out:
lists too large for what is left, pieces enough for all, lists that want none of the others. What
falls apart into parts that share no piece is solved part by part. A branch is given up as soon as
the pieces alone show that it holds too few lists.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence

#: Lists, as the bits of a number.
Lists = int
#: Pieces of which some lists may find too few, each with how many are left.
Left = tuple[tuple[int, int], ...]


class TooMuch(Exception):
    """The search would take longer than it may."""


class Packing:
    """Lists by how many they need of some pieces: `needed[piece][list]`.

    All searches together look at a piece `looks` times; then they raise TooMuch.
    """

    def __init__(self, needed: Sequence[Sequence[int]], looks: int) -> None:
        self.needed = needed
        #: For each piece the lists that need one or more, two or more …
        self.needing = [
            [
                sum(1 << index for index, count in enumerate(row) if count >= least)
                for least in range(1, max(row) + 1)
            ]
            for row in needed
        ]
        self.looks = looks
        #: For lists and what is left for them: the most that were found to fit, and how many of
        #: them fit at most.
        self._known: dict[tuple[Lists, Left], tuple[Lists, int]] = {}

    def find(self, lists: Lists, left: Left, wanted: int) -> Lists | None:
        """So many of some lists, or more, that fit; None where no so many do; raises TooMuch."""
        free, lists, left = self._settled(lists, left)
        wanted -= free.bit_count()
        if wanted <= 0:
            return free
        key = (lists, left)
        found, most = self._known.get(key) or (0, self._bound(lists, left))
        if found.bit_count() < wanted <= most:
            more = self._search(lists, left, wanted)
            found, most = (found, wanted - 1) if more is None else (more, most)
            self._known[key] = (found, most)
        return free | found if wanted <= found.bit_count() else None

    def at_most(self, lists: Lists, left: Left) -> int:
        """More than so many do not fit, as can be seen at once."""
        free, lists, left = self._settled(lists, left)
        return free.bit_count() + self._bound(lists, left)

    def without(self, left: Left, chosen: int) -> Left:
        """What is left beside a list."""
        return tuple((piece, room - self.needed[piece][chosen]) for piece, room in left)

    def one_by_one(self, lists: Lists, left: Left) -> Lists:
        """Lists that fit, each time the one added that takes least of what is scarce."""
        taken, lists, left = self._settled(lists, left)
        while lists:
            weights = self._weights(lists, left)
            chosen = min(weights, key=weights.__getitem__)
            taken |= 1 << chosen
            free, lists, left = self._settled(lists & ~(1 << chosen), self.without(left, chosen))
            taken |= free
        return taken

    def _search(self, lists: Lists, left: Left, wanted: int) -> Lists | None:
        parts = [*self._parts(lists, left)]
        if len(parts) > 1:
            return self._find_by_parts(parts, left, wanted)
        if self.looks < len(left):
            raise TooMuch
        self.looks -= len(left)
        weights = self._weights(lists, left)
        chosen = max(weights, key=weights.__getitem__)
        bit = 1 << chosen
        beside = self.find(lists & ~bit, self.without(left, chosen), wanted - 1)
        if beside is not None:
            return beside | bit
        return self.find(lists & ~self._no_lighter(lists, left, chosen), left, wanted)

    def _find_by_parts(self, parts: list[Lists], left: Left, wanted: int) -> Lists | None:
        counts = [self.at_most(part, left) for part in parts]
        found = 0
        for index, part in enumerate(parts):
            most = None
            while most is None:
                if sum(counts) < wanted:
                    return None
                most = self.find(part, left, counts[index])
                counts[index] -= most is None
            found |= most
        return found

    def _settled(self, lists: Lists, left: Left) -> tuple[Lists, Lists, Left]:
        """The lists that stand whatever is chosen, those there is a choice of, and the pieces too
        few for these."""
        before = -1
        while before != lists:
            before = lists
            scarce, wanting = [], 0
            for piece, room in left:
                needing = self.needing[piece]
                if room < len(needing):
                    lists &= ~needing[room]
                if sum([(lists & several).bit_count() for several in needing]) > room:
                    scarce.append((piece, room))
                    wanting |= needing[0]
        return lists & ~wanting, lists & wanting, tuple(scarce)

    def _bound(self, lists: Lists, left: Left) -> int:
        """No more than so many fit: the lists are shared out among the pieces, those first that
        keep most lists off, and of the lists that fall to a piece only the least demanding stand.
        """
        most = lists.bit_count()
        keep_off = sorted(
            (-self._kept_off(lists, piece, room), piece, room) for piece, room in left
        )
        for _, piece, room in keep_off:
            if kept_off := self._kept_off(lists, piece, room):
                most -= kept_off
                lists &= ~self.needing[piece][0]
        return most

    def _kept_off(self, lists: Lists, piece: int, room: int) -> int:
        """How many of the lists that need a piece would not fit if it were the only one."""
        several = [(lists & each).bit_count() for each in self.needing[piece]]
        if sum(several) <= room:
            return 0
        several.append(0)
        for count, left in enumerate(several[1:], 1):
            exactly = several[count - 1] - left
            if exactly * count > room:
                return several[count - 1] - room // count
            room -= exactly * count
        return 0

    def _parts(self, lists: Lists, left: Left) -> Iterator[Lists]:
        """Lists that share pieces with each other and with no others."""
        parts: list[Lists] = []
        for piece, _ in left:
            part = lists & self.needing[piece][0]
            apart = []
            for each in parts:
                if each & part:
                    part |= each
                else:
                    apart.append(each)
            parts = [*apart, part]
        yield from parts

    def _weights(self, lists: Lists, left: Left) -> dict[int, float]:
        """What share of all that is scarce each list takes."""
        weights: dict[int, float] = defaultdict(float)
        for piece, room in left:
            row, several = self.needed[piece], lists & self.needing[piece][0]
            while several:
                index = (several & -several).bit_length() - 1
                several &= several - 1
                weights[index] += row[index] / room
        return weights

    def _no_lighter(self, lists: Lists, left: Left, chosen: int) -> Lists:
        """One of some lists with those that need no less of anything scarce: where there is no use
        for it, there is none for them."""
        for piece, _ in left:
            if count := self.needed[piece][chosen]:
                lists &= self.needing[piece][count - 1]
        return lists
