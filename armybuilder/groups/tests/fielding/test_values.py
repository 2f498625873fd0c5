"""What there is, who has it, and which lists stand together: the values alone."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from random import Random
from unittest.mock import patch

from hypothesis import given
from hypothesis import strategies as st

from armybuilder.groups.fielding import together
from armybuilder.groups.fielding.stock import Cover, Held, Kept, Needs, Stock, total
from armybuilder.groups.fielding.together import fieldable
from armybuilder.groups.fielding.unlocking import next_pieces
from rules.tests.running import examples

ITEMS = st.sampled_from("abcde")
NEEDS = st.dictionaries(ITEMS, st.integers(1, 3), max_size=4)
SPOTS = st.tuples(st.integers(1, 2), ITEMS)
HELD = st.builds(Held, owned=st.integers(0, 4), lent=st.integers(0, 2))
SHELF = st.dictionaries(SPOTS, HELD, max_size=8)
KEPT = st.lists(st.builds(Kept, st.integers(1, 3), SPOTS, st.integers(1, 4)), max_size=6)


def fits(needs: Sequence[Needs], available: Needs) -> bool:
    return all(count <= available.get(item, 0) for item, count in total(needs).items())


def one_after_the_other(needs: Sequence[Needs], available: Needs) -> int:
    """How many lists stand when each is taken that still fits."""
    taken: list[Needs] = []
    for need in needs:
        if fits([*taken, need], available):
            taken.append(need)
    return len(taken)


def test_a_need_is_met_by_what_is_neither_lent_nor_kept_elsewhere() -> None:
    stock = Stock(
        {(1, "a"): Held(owned=3, lent=1), (2, "a"): Held(owned=1)}, (Kept(7, (1, "a"), 1),)
    )

    (cover,) = stock.coverage({"a": 5}).covers

    assert cover == Cover("a", needed=5, owned=4, lent=1, taken=1, available=2)
    assert (cover.short, cover.missing, cover.elsewhere) == (3, 1, 2)
    assert stock.coverage({"a": 3}, group=7).short == 0


@given(SHELF, KEPT, NEEDS)
def test_no_copy_is_kept_twice(shelf: dict, kept: list[Kept], needs: Needs) -> None:
    stock = Stock(shelf, tuple(kept))
    allotted = stock.allotted(needs, group=9)

    used = Counter({each.spot: 0 for each in stock.kept})
    for each in stock.kept:
        used[each.spot] += each.count
    used.update(allotted)
    assert all(count <= shelf[spot].at_hand for spot, count in used.items())
    given_out = Counter(dict.fromkeys(needs, 0))
    for (_collection, item), count in allotted.items():
        given_out[item] += count
    assert all(given_out[item] <= needed for item, needed in needs.items())


@given(SHELF, KEPT, NEEDS, st.integers(1, 4))
def test_a_cover_adds_up(shelf: dict, kept: list[Kept], needs: Needs, group: int) -> None:
    coverage = Stock(shelf, tuple(kept)).coverage(needs, group)

    assert coverage.ready + coverage.missing + coverage.elsewhere == coverage.needed
    for cover in coverage.covers:
        assert min(cover.short, cover.missing, cover.elsewhere, cover.available) >= 0


@given(st.lists(NEEDS, max_size=8), st.dictionaries(ITEMS, st.integers(0, 6)))
@examples(200)
def test_the_largest_set_is_that_of_trying_all(needs: list[Needs], available: Needs) -> None:
    found = fieldable(needs, available)

    assert fits([needs[index] for index in found.standing], available)
    largest = next(
        size
        for size in range(len(needs), -1, -1)
        if any(fits(several, available) for several in combinations(needs, size))
    )
    assert len(found.standing) == found.most == largest
    assert found.standing == next(
        chosen
        for chosen in combinations(range(len(needs)), largest)
        if fits([needs[index] for index in chosen], available)
    )


@given(st.lists(NEEDS, max_size=8), st.dictionaries(ITEMS, st.integers(0, 6)), st.integers(0, 40))
@examples(200)
def test_a_search_cut_short_promises_nothing_it_has_not_seen(
    needs: list[Needs], available: Needs, looks: int
) -> None:
    whole = fieldable(needs, available)
    with patch.multiple(together, LOOKS=looks, LOOKS_BEYOND=looks):
        short = fieldable(needs, available)

    assert fits([needs[index] for index in short.standing], available)
    assert len(short.standing) <= whole.most <= short.most
    if short.bottleneck:
        assert len(short.standing) == whole.most
        richer = Counter(available)
        richer[short.bottleneck.item] += short.bottleneck.more
        gain = len(fieldable(needs, richer).standing) - len(short.standing)
        assert gain == short.bottleneck.gain


def test_forty_lists_of_one_shelf_are_compared_to_the_end() -> None:
    lots = Random(3)
    pieces = [f"{number:03}" for number in range(120)]
    often = [1 / (number + 1) ** 0.7 for number in range(120)]
    available = {piece: lots.choice((1, 1, 2, 3)) for piece in pieces}
    needs = [dict.fromkeys(lots.choices(pieces, often, k=10), 1) for _ in range(40)]

    found = fieldable(needs, available)

    assert fits([needs[index] for index in found.standing], available)
    assert len(found.standing) == found.most
    assert found.bottleneck and found.bottleneck.gain


@given(st.lists(NEEDS, max_size=20), st.dictionaries(ITEMS, st.integers(0, 12)))
@examples(50)
def test_the_largest_set_is_never_smaller_than_taking_what_fits(
    needs: list[Needs], available: Needs
) -> None:
    found = fieldable(needs, available)

    assert len(found.standing) >= one_after_the_other(needs, available)
    assert len(found.standing) >= one_after_the_other(needs[::-1], available)
    for index in range(len(needs)):
        assert bool(found.blockers(index)) == (index not in found.standing) or (
            index in found.standing
        )


@given(st.lists(NEEDS, min_size=1, max_size=6), st.dictionaries(ITEMS, st.integers(0, 4)))
def test_the_bottleneck_keeps_its_promise(needs: list[Needs], available: Needs) -> None:
    found = fieldable(needs, available)

    bottleneck = found.bottleneck
    assert (bottleneck is None) == (len(found.standing) == len(needs))
    if bottleneck:
        richer = Counter(available)
        richer[bottleneck.item] += bottleneck.more
        assert len(fieldable(needs, richer).standing) == (len(found.standing) + bottleneck.gain)


def test_the_piece_that_completes_most_lists_comes_first() -> None:
    needs = [{"a": 1, "b": 1}, {"a": 2}, {"a": 1, "c": 1}, {"c": 1}]
    free = [{"b": 1}] * 4

    first, second = next_pieces(needs, free)

    assert (first.item, first.count, first.unlocks, first.helps) == ("a", 2, (0, 1), (2,))
    assert (second.item, second.count, second.unlocks, second.helps) == ("c", 1, (3,), (2,))


@given(st.lists(NEEDS, max_size=6), st.dictionaries(ITEMS, st.integers(0, 4)))
def test_a_next_piece_completes_what_it_says(needs: list[Needs], free: Needs) -> None:
    for piece in next_pieces(needs, [free] * len(needs)):
        richer = Counter(free)
        richer[piece.item] += piece.count
        completed = [
            index
            for index, need in enumerate(needs)
            if fits([need], richer) and not fits([need], free)
        ]
        assert tuple(completed) == piece.unlocks
