"""Which pieces stand on which table: none twice, as many as can be."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from armybuilder.clubs.assigning import Assigned, Demand, assign
from armybuilder.clubs.selectors.stocks import Stock
from collection.catalogue.pieces import Piece
from collection.owning.tests.conftest import SYSTEM

PIECES = ("001", "002", "003")
PLAYERS = range(1, 5)


def stock(owner: int, number: str, free: int, for_others: int, variant: str = "") -> Stock:
    return Stock(owner, 10 * owner, Piece(SYSTEM, "AOD", number, variant), free, for_others)


@st.composite
def stocks_of_members(draw: st.DrawFn) -> list[Stock]:
    found = []
    for owner in PLAYERS:
        for number in PIECES:
            for variant in ("", "gold"):
                free = draw(st.integers(0, 3))
                if free:
                    lent = draw(st.integers(0, free))
                    found.append(stock(owner, number, free, lent, variant))
    return found


demands_of_lists = st.lists(
    st.tuples(
        st.sampled_from(PLAYERS),
        st.dictionaries(st.sampled_from([f"AOD-{n}" for n in PIECES]), st.integers(1, 4)),
    ),
    max_size=6,
)


def best(demands: list[Demand], stocks: list[Stock], piece: str) -> int:
    """The most that can be covered, by augmenting paths over single copies."""
    copies = [
        (each, number)
        for each in stocks
        for number in range(each.free)
        if each.piece.catalogue_id == piece
    ]
    wants = [each.player_id for each in demands for _ in range(each.pieces.get(piece, 0))]
    taken: dict[int, int] = {}

    def serve(want: int, seen: set[int]) -> bool:
        for place, (each, number) in enumerate(copies):
            fits = each.owner_id == wants[want] or number < each.for_others
            if not fits or place in seen:
                continue
            seen.add(place)
            if place not in taken or serve(taken[place], seen):
                taken[place] = want
                return True
        return False

    return sum(serve(want, set()) for want in range(len(wants)))


@given(stocks_of_members(), demands_of_lists)
def test_no_piece_is_assigned_twice_and_no_more_could_be(
    stocks: list[Stock], lists: list[tuple[int, dict[str, int]]]
) -> None:
    demands = [Demand(key, player, pieces) for key, (player, pieces) in enumerate(lists)]
    found = assign(demands, stocks)
    player = {each.key: each.player_id for each in demands}
    used, lent = Counter[Stock](), Counter[Stock]()
    got = Counter[tuple[int, str]]()
    for each in found.given:
        assert each.count > 0
        used[each.stock] += each.count
        got[each.key, each.stock.piece.catalogue_id] += each.count
        if each.stock.owner_id != player[each.key]:
            lent[each.stock] += each.count
    assert all(count <= each.free for each, count in used.items())
    assert all(count <= each.for_others for each, count in lent.items())
    for demand in demands:
        for piece, count in demand.pieces.items():
            lacking = found.missing.get(demand.key, {}).get(piece, 0)
            assert got[demand.key, piece] + lacking == count
    for piece in {f"AOD-{number}" for number in PIECES}:
        covered = sum(count for (_key, of), count in got.items() if of == piece)
        assert covered == best(demands, stocks, piece)


def test_own_pieces_come_first_and_what_is_lacking_is_named() -> None:
    demands = [Demand(1, 1, {"AOD-001": 2}), Demand(2, 2, {"AOD-001": 2})]
    found = assign(demands, [stock(1, "001", 2, 1), stock(3, "001", 1, 1)])
    assert [(each.key, each.stock.owner_id, each.count) for each in found.given] == [
        (1, 1, 2),
        (2, 3, 1),
    ]
    assert found.missing == {2: {"AOD-001": 1}}


def test_nothing_is_needed_where_nobody_comes() -> None:
    assert assign([], [stock(1, "001", 2, 1)]) == Assigned([], {})
