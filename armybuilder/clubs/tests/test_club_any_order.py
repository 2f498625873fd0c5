"""Whatever members of a club do in whatever order, no piece is in two places."""

from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial
from itertools import product
from typing import Any

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

from armybuilder.clubs.models import Assignment, Evening
from armybuilder.clubs.services import clubs, evenings
from armybuilder.groups.models import BattleGroup, Hold
from armybuilder.groups.selectors.fielding import stock_of
from armybuilder.groups.services import fielding
from armybuilder.groups.services.groups import create_group
from armybuilder.site.models import Owner, User
from collection.catalogue.finding.known import finder
from collection.catalogue.pieces import Piece
from collection.owning import edits
from collection.owning.importing import staging
from collection.owning.importing.reading import source_of_text
from collection.owning.models import Collection, Holding, Loan, Mode
from collection.owning.pieces import piece_of
from collection.owning.services import changes
from collection.owning.services.changes import Edit
from collection.owning.services.collections import create_collection
from collection.owning.store import read_all
from rules.tests.running import examples

NOW = datetime(2026, 11, 20, 18, 0, tzinfo=UTC)
SYSTEM = "age-of-destruction"
PIECES = [Piece(SYSTEM, "AOD", number) for number in ("001", "102")]

people = st.integers(0, 2)
tables = st.integers(0, 1)
pieces = st.sampled_from(PIECES)
amounts = st.integers(0, 3)


class Friday(RuleBasedStateMachine):
    """Three members with a collection and a group each, in two clubs that play on one day."""

    def __init__(self) -> None:
        super().__init__()
        self.members = [self._person(number) for number in range(3)]
        self.shelves = [create_collection(owner=user, name="Shelf") for user in self.members]
        self.groups = [self._group(user) for user in self.members]
        self.evenings = [self._evening(name) for name in ("North", "South")]
        for who, piece in product(range(3), PIECES):
            self.add(who, piece, 2)

    def _person(self, number: int) -> User:
        email = f"{User.objects.count()}-{number}@example.org"
        return User.objects.create_user(email, "a long password", display_name=f"Player {number}")

    def _group(self, user: User) -> BattleGroup:
        document = {
            "format": "battle-group/1",
            "system": SYSTEM,
            "name": "Patrol",
            "build_total": 450,
            "units": [{"unit": piece.catalogue_id, "count": 2} for piece in PIECES],
        }
        return create_group(owner=Owner(user), document=document)

    def _evening(self, name: str) -> Evening:
        """An evening of a new club to which everybody comes and lends everything."""
        first, *others = self.members
        club = clubs.create_club(founder=first, name=name)
        link = clubs.invite(club=club, actor=first, now=NOW)
        for user in others:
            clubs.join(token=link.token, user=user, now=NOW)
        made = evenings.create_evening(club=club, actor=first, date=NOW.date(), name=name)
        for user, shelf, group in zip(self.members, self.shelves, self.groups, strict=True):
            clubs.lend(club=club, actor=user, collection=shelf, everything=True, pieces={})
            evenings.enter(evening=made, actor=user, group=group)
        return made

    def do(self, who: int, *made: Edit) -> None:
        shelf = self.shelves[who]
        with suppress(changes.EditsRefused):
            changes.apply(collection=shelf, actor=shelf.owner, edits=made, now=NOW)

    @rule(who=people, piece=pieces, count=st.integers(-2, 4))
    def add(self, who: int, piece: Piece, count: int) -> None:
        self.do(who, Edit(piece, partial(edits.add, count=count)))

    @rule(who=people, piece=pieces)
    def lend(self, who: int, piece: Piece) -> None:
        self.do(who, Edit(piece, partial(edits.lend, to="Jan", since=NOW.date())))

    @rule(who=people)
    def give_back(self, who: int) -> None:
        open_loans = Loan.objects.filter(
            copy__holding__collection=self.shelves[who], returned=None
        ).select_related("copy__holding")
        for loan in open_loans[:1]:
            back = partial(edits.take_back, copy_id=loan.copy.public_id, on=NOW.date())
            self.do(who, Edit(piece_of(loan.copy.holding), back))

    @rule(
        who=people,
        mode=st.sampled_from(Mode.values),
        counts=st.dictionaries(pieces, amounts, min_size=1),
    )
    def bring_in(self, who: int, mode: str, counts: dict[Piece, int]) -> None:
        table = "\n".join(f"{piece.catalogue_id};{count}" for piece, count in counts.items())
        shelf = self.shelves[who]
        staged = staging.stage(
            collection=shelf,
            actor=shelf.owner,
            source=source_of_text(f"number;count\n{table}", finder(SYSTEM)),
            mode=mode,
            now=NOW,
        )
        while not staging.step(staged=staged, now=NOW).is_done:
            pass
        staging.finish(staged=staged, actor=shelf.owner, now=NOW, with_removals=True)

    @rule(who=people, back=st.integers(0, 2))
    def revert(self, who: int, back: int) -> None:
        made = self.shelves[who].changes.order_by("-number")[back : back + 1]
        for change in made:
            with suppress(changes.InTheWay, changes.UndoneAlready):
                changes.undo(change=change, actor=self.members[who], now=NOW)

    @rule(who=people, hold=st.sampled_from(Hold))
    def reserve(self, who: int, hold: Hold) -> None:
        with suppress(fielding.NothingToKeep):
            fielding.reserve(group=self.groups[who], member=self.members[who], hold=hold, now=NOW)

    @rule(who=people)
    def release(self, who: int) -> None:
        fielding.release(group=self.groups[who], member=self.members[who])

    @rule(table=tables)
    def assign(self, table: int) -> None:
        evening = self.evenings[table]
        free = self._at_hand()
        try:
            evenings.assign_pieces(evening=evening, actor=self.members[0], now=NOW)
        except evenings.HandedOut:
            return
        planned = self._planned(self.evenings)
        for spot in self._planned([evening]):
            assert planned[spot] <= free[spot], spot

    @rule(table=tables, who=people)
    def hand_out(self, table: int, who: int) -> None:
        with suppress(changes.EditsRefused):
            evenings.hand_out(evening=self.evenings[table], actor=self.members[who], now=NOW)

    @rule(table=tables, who=people)
    def fill_in_the_return_sheet(self, table: int, who: int) -> None:
        evening = self.evenings[table]
        evenings.take_back(evening=evening, actor=self.members[who], assignments=None, now=NOW)
        own = Assignment.objects.filter(entry__evening=evening, lender=self.members[who])
        ids = [loan for row in own for loan in row.loans]
        assert not Loan.objects.filter(public_id__in=ids, returned=None).exists()

    def _at_hand(self) -> Counter[Any]:
        """How many of each piece nobody has borrowed, by collection."""
        return Counter(
            {
                (shelf.pk, piece): held.state.owned - held.state.lent
                for shelf in self.shelves
                for piece, held in read_all(shelf).items()
            }
        )

    def _planned(self, some: Iterable[Evening]) -> Counter[Any]:
        """What stands on tables, or will, without being lent."""
        planned: Counter[Any] = Counter()
        for row in Assignment.objects.filter(entry__evening__in=some).select_related("entry"):
            if row.handed_out is None or row.entry.user_id == row.lender_id:
                planned[row.collection_id, piece_of(row)] += row.count
        return planned

    @invariant()
    def counts_are_the_copies(self) -> None:
        for shelf in Collection.objects.filter(pk__in=[shelf.pk for shelf in self.shelves]):
            for piece, held in read_all(shelf).items():
                row = Holding.objects.get(pk=held.row.pk)  # type: ignore[union-attr]
                lent = Loan.objects.filter(copy__holding=row, returned=None).count()
                assert 0 <= lent == held.state.lent <= held.state.owned, piece
                assert held.state.owned == row.plain + row.copies.count(), piece

    @invariant()
    def no_piece_is_lent_twice(self) -> None:
        shelves = Collection.objects.filter(pk__in=[shelf.pk for shelf in self.shelves])
        lent = Loan.objects.filter(copy__holding__collection__in=shelves, returned=None)
        copies = Counter(lent.values_list("copy", flat=True))
        assert all(count == 1 for count in copies.values())
        handed = Assignment.objects.filter(entry__evening__in=self.evenings)
        loans = Counter(loan for row in handed for loan in row.loans)
        assert all(count == 1 for count in loans.values())
        assert all(len(row.loans) in (0, row.count) for row in handed)

    @invariant()
    def no_group_keeps_what_is_not_there(self) -> None:
        for user in self.members:
            stock = stock_of(member=user)
            kept: Counter[Any] = Counter()
            for each in stock.kept:
                kept[each.spot] += each.count
            assert all(count <= stock.held[spot].at_hand for spot, count in kept.items())


@pytest.mark.usefixtures("catalogue")
def test_no_piece_is_in_two_places() -> None:
    run_state_machine_as_test(Friday, settings=examples(12, stateful_step_count=20))
