"""A table on its way into a collection: read in steps, compared, kept whole, taken back whole."""

from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from collection.catalogue import game
from collection.catalogue.finding.known import finder
from collection.catalogue.pieces import Piece
from collection.common.tabular.limits import RefusedFile
from collection.owning import edits
from collection.owning.exports import FORMS
from collection.owning.exports.holdings import holdings_of
from collection.owning.importing import staging
from collection.owning.importing.reading import source_of_file, source_of_text
from collection.owning.models import Change, Collection, Holding, Mode, Outcome, StagedImport
from collection.owning.present.import_values import row_values
from collection.owning.services import changes
from collection.owning.services.changes import Edit
from collection.owning.states import CopyState
from collection.owning.store import read_all
from collection.owning.tests.conftest import HATCHETMAN, NOW, SYSTEM, anna, collection, held
from rules.tests.running import examples

__all__ = ["anna", "collection"]

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("catalogue")]


def staged(collection: Collection, text: str, mode: str = Mode.SET) -> StagedImport:
    source = source_of_text(text, finder(game.SYSTEM))
    made = staging.stage(
        collection=collection, actor=collection.owner, source=source, mode=mode, now=NOW
    )
    while not staging.step(staged=made, now=NOW).is_done:
        pass
    made.refresh_from_db()
    return made


def finish(made: StagedImport, **more: Any) -> Change | None:
    return staging.finish(staged=made, actor=made.made_by, now=NOW, **more)


def outcomes(made: StagedImport) -> list[str]:
    return list(made.rows.values_list("outcome", flat=True))


def owned(collection: Collection) -> dict[str, int]:
    return {str(piece): found.state.owned for piece, found in read_all(collection).items()}


def own(collection: Collection, number: str, count: int) -> None:
    changes.apply(
        collection=collection,
        actor=collection.owner,
        edits=[Edit(Piece(SYSTEM, "AOD", number), partial(edits.set_amounts, owned=count))],
        now=NOW,
    )


TABLE = """\ufeffZestaw;Numer;Ilość;Nazwa;Stan;Rodzaj
AOD;102;2;Hatchetman;
AOD;33;1;;dobry
AOD;9999;1;Prototyp;;vehicle
;;1;Hatchetman;
AOD;34;dwa;;
"""


def test_every_row_says_what_it_would_do(collection: Collection) -> None:
    own(collection, "102", 1)
    made = staged(collection, TABLE)
    assert outcomes(made) == [
        Outcome.MORE,
        Outcome.NEW,
        Outcome.UNCLEAR,
        Outcome.UNCLEAR,
        Outcome.BAD,
    ]
    bad = made.rows.get(outcome=Outcome.BAD)
    assert (bad.line, bad.text) == (6, "AOD;34;dwa;;")
    assert bad.problem == "Line 6, “Ilość”: “dwa” is not a whole number."
    assert owned(collection) == {"AOD-102": 1}


def test_the_good_rows_become_one_change_that_is_taken_back_whole(collection: Collection) -> None:
    own(collection, "102", 1)
    made = staged(collection, TABLE)
    assert staging.take_unlisted(staged=made, now=NOW) == 1
    change = finish(made)
    assert change is not None
    assert (change.source, change.pieces) == (Change.Source.IMPORT, 3)
    assert owned(collection) == {"AOD-033": 1, "AOD-102": 2, "AOD-9999": 1}
    unknown = Holding.objects.get(number="9999")
    assert (unknown.name, unknown.kind) == ("Prototyp", "vehicle")
    assert sorted(outcomes(made)) == [Outcome.BAD, Outcome.UNCLEAR]
    changes.undo(change=change, actor=collection.owner, now=NOW)
    assert owned(collection) == {"AOD-102": 1}


IMPOSSIBLE = """\
Zestaw;Numer;Ilość;Nazwa;Na wymianę
XYZ;12;1;;
AOD;9999;1;;
AOD;O5;1;;
DA;12a;1;;
AOB;102;1;;
AOD;102;2;Zeus;
AOD;033;3;;5
;Q-1;1;;
"""


def test_what_cannot_be_is_told_row_by_row_and_changes_nothing(collection: Collection) -> None:
    own(collection, "102", 3)
    made = staged(collection, IMPOSSIBLE)
    problems = {row.line: row.problem for row in made.rows.all()}
    assert problems == {
        2: "Line 2, “Zestaw”: There is no set “XYZ”.",
        3: "Line 3, “Numer”: The set AOD has no number “9999”.",
        4: "Line 4, “Numer”: The set AOD has no number “O5”.",
        5: "Line 5, “Numer”: The set DA has no number “12A”.",
        6: "Line 6, “Zestaw”: There is no set “AOB”.",
        7: "Line 7, “Nazwa”: AOD-102 is Hatchetman HCT-4F-M, not “Zeus”.",
        8: "Line 8, “Na wymianę”: 5 for trade are more than the 3 owned.",
        9: "",
    }
    near = {
        row.line: [each for each, _title in row.near] for row in row_values(made, made.rows.all())
    }
    assert (near[4], near[5], near[6]) == (["AOD-005"], ["DA-012"], ["AOD-102"])
    assert near[7][0] == "AOD-102" and "DA-158" in near[7]
    assert finish(made) is None
    assert owned(collection) == {"AOD-102": 3}


@pytest.mark.parametrize("said", ["AOD 102 Zeus", "AOD-O5", "XYZ-12", "AOD 999", "AOD-G-999"])
def test_lines_without_headings_are_doubted_alike(collection: Collection, said: str) -> None:
    own(collection, "102", 3)
    made = staged(collection, f"{said}\nAOD 33\n")
    assert outcomes(made) == [Outcome.UNCLEAR, Outcome.NEW]
    assert made.rows.get(line=1).problem.startswith("Line 1: ")
    finish(made, with_fewer=True)
    assert owned(collection) == {"AOD-033": 1, "AOD-102": 3}


def test_a_number_without_its_set_is_never_another_one_by_its_name(collection: Collection) -> None:
    made = staged(collection, "number,name,count\n102,Zeus,1\n")
    assert outcomes(made) == [Outcome.UNCLEAR]


@pytest.mark.parametrize("name", ["Hatchetman", "hatchetman hct-4f-m", "Hachetman", "Toporniczek"])
def test_a_name_that_says_nothing_else_is_no_reason_to_ask(
    collection: Collection, name: str
) -> None:
    assert outcomes(staged(collection, f"set,number,name\nAOD,102,{name}")) == [Outcome.NEW]


@pytest.mark.parametrize("number", ["FE-012", "DOM-OC1", "WS-107"])
def test_a_number_its_set_is_known_to_have_needs_no_record(
    collection: Collection, number: str
) -> None:
    assert outcomes(staged(collection, f"number,count\n{number},1")) == [Outcome.NEW]


def test_who_has_a_piece_nobody_knows_says_so_once(collection: Collection) -> None:
    finish(staged(collection, "id,count\nXYZ-12!,2\n"))
    assert owned(collection) == {"XYZ-012": 2}
    assert outcomes(staged(collection, "id,count\nXYZ-12,2\nXYZ-13,1")) == [
        Outcome.SAME,
        Outcome.UNCLEAR,
    ]


def test_rows_that_lower_what_is_owned_wait_to_be_ticked(collection: Collection) -> None:
    own(collection, "102", 3)
    for mode in (Mode.SET, Mode.SYNC):
        made = staged(collection, "number,count\nAOD-102,2\nAOD-033,1", mode)
        assert outcomes(made)[0] == Outcome.FEWER
        finish(made)
        assert owned(collection) == {"AOD-033": 1, "AOD-102": 3}
    finish(staged(collection, "number,count\nAOD-102,2"), with_fewer=True)
    assert owned(collection) == {"AOD-033": 1, "AOD-102": 2}


def test_too_many_for_trade_that_were_there_before_may_stay(collection: Collection) -> None:
    offer = Edit(HATCHETMAN, partial(edits.set_amounts, owned=1, for_trade=4))
    changes.apply(collection=collection, actor=collection.owner, edits=[offer], now=NOW)
    table = "number,count,for trade\nAOD-102,{},{}"
    for owned_now, offered, outcome in ((1, 4, "same"), (2, 4, "more"), (1, 5, "refused")):
        assert outcomes(staged(collection, table.format(owned_now, offered))) == [outcome]


def test_an_unclear_row_is_settled_for_all_that_say_the_same(collection: Collection) -> None:
    made = staged(collection, "name,count\nHatchetman,1\nHatchetman,2\n")
    row = made.rows.first()
    assert row is not None
    chosen = staging.choose(staged=made, row=row, piece=HATCHETMAN, now=NOW)
    assert chosen == 2
    assert outcomes(made) == [Outcome.NEW, Outcome.NEW]
    finish(made)
    assert owned(collection) == {"AOD-102": 3}


def test_adding_adds(collection: Collection) -> None:
    own(collection, "102", 1)
    finish(staged(collection, "number,count\nAOD-102,2\nAOD-102,3", Mode.ADD))
    assert owned(collection) == {"AOD-102": 6}


def test_synchronising_takes_out_what_the_table_does_not_name_when_told_to(
    collection: Collection,
) -> None:
    for number in ("033", "034", "102"):
        own(collection, number, 1)
    lend = Edit(Piece(SYSTEM, "AOD", "034"), partial(edits.lend, to="Jan", since=NOW.date()))
    changes.apply(collection=collection, actor=collection.owner, edits=[lend], now=NOW)
    made = staged(collection, "number,count\nAOD-102,1", Mode.SYNC)
    assert [row.number for row in staging.not_named(made)] == ["033", "034"]
    finish(made, with_removals=True)
    assert owned(collection) == {"AOD-034": 1, "AOD-102": 1}


def test_another_mode_is_compared_anew(collection: Collection) -> None:
    own(collection, "102", 2)
    made = staged(collection, "number,count\nAOD-102,1")
    assert outcomes(made) == [Outcome.FEWER]
    staging.change_mode(staged=made, mode=Mode.ADD, now=NOW)
    staging.step(staged=made, now=NOW)
    assert outcomes(made) == [Outcome.MORE]


def test_what_cannot_be_made_is_said_and_left_out(collection: Collection) -> None:
    add = partial(edits.add_copies, copies=[CopyState(place="Box"), CopyState(place="Box")])
    changes.apply(
        collection=collection, actor=collection.owner, edits=[Edit(HATCHETMAN, add)], now=NOW
    )
    made = staged(collection, "number,count\nAOD-102,1\nAOD-033,1")
    assert outcomes(made) == [Outcome.REFUSED, Outcome.NEW]
    finish(made)
    assert owned(collection) == {"AOD-033": 1, "AOD-102": 2}


def test_a_collection_that_moved_on_is_looked_at_again(collection: Collection) -> None:
    made = staged(collection, "number,count\nAOD-102,1")
    own(collection, "102", 5)
    with pytest.raises(changes.Moved):
        finish(made)
    made.refresh_from_db()
    assert owned(collection) == {"AOD-102": 5}


def test_reading_goes_on_where_it_stood(collection: Collection) -> None:
    source = source_of_text("number\n" + "\n".join(map(str, range(1, 8))), finder(SYSTEM))
    made = staging.stage(
        collection=collection, actor=collection.owner, source=source, mode=Mode.SET, now=NOW
    )
    seen = [staging.step(staged=made, now=NOW, rows=3).read for _turn in range(4)]
    assert seen == [3, 6, 7, 7]
    assert staging.progress(StagedImport.objects.get(pk=made.pk)).is_done


def test_few_undecided_tables_are_kept(collection: Collection) -> None:
    source = source_of_text("number\n1", finder(SYSTEM))
    for day in range(staging.MOST_OPEN + 2):
        staging.stage(
            collection=collection,
            actor=collection.owner,
            source=source,
            mode=Mode.SET,
            now=NOW + timedelta(days=day),
        )
    assert StagedImport.objects.count() == staging.MOST_OPEN


def test_a_list_without_headings_is_read_as_people_type(collection: Collection) -> None:
    finish(staged(collection, "3x AOD-102 Hatchetman HCT-4F-M\naod 33\n2x AOD-G-001\n"))
    assert owned(collection) == {"AOD-033": 1, "AOD-102": 3, "AOD-G-001": 2}


def test_numbers_belong_to_the_set_named_above_them_or_may_be_of_several(
    collection: Collection,
) -> None:
    made = staged(collection, "102\nAOD:\n33\n2x34\n")
    bare = made.rows.get(outcome=Outcome.UNCLEAR)
    assert ("AOD-102", "Hatchetman HCT-4F-M") in row_values(made, [bare])[0].near
    finish(made)
    assert owned(collection) == {"AOD-033": 1, "AOD-034": 2}


@pytest.mark.parametrize("form", ["csv", "xlsx"])
def test_an_export_imported_again_changes_nothing(collection: Collection, form: str) -> None:
    finish(staged(collection, TABLE))
    content = FORMS[form].render(holdings_of(collection))
    source = source_of_file("mine", content, finder(SYSTEM))
    made = staging.stage(
        collection=collection, actor=collection.owner, source=source, mode=Mode.SYNC, now=NOW
    )
    while not staging.step(staged=made, now=NOW).is_done:
        pass
    made.refresh_from_db()
    assert set(outcomes(made)) == {Outcome.SAME}
    assert staging.not_named(made) == []
    assert finish(made) is None


MOXFIELD = (
    '"Count","Tradelist Count","Name","Edition","Condition","Language","Foil","Tags",'
    '"Last Modified","Collector Number","Alter","Proxy","Purchase Price"\n'
    '"2","1","Hatchetman","aod","Near Mint","English","","club, metal","2024-01-02 10:00",'
    '"102","False","False","12.50"\n'
)


def test_another_programs_table_is_understood(collection: Collection) -> None:
    finish(staged(collection, MOXFIELD))
    state = held(collection, HATCHETMAN)
    assert (state.owned, state.for_trade) == (2, 1)
    assert {copy.condition for copy in state.copies.values()} == {"mint"}
    assert {copy.tags for copy in state.copies.values()} == {("club", "metal")}


CELLS = st.one_of(
    st.sampled_from(["AOD", "102", "33", "x", "-1", "1e9", "", "Hatchetman", "=1+1", "\x00", "∞"]),
    st.text(max_size=8),
)
LINES = st.lists(st.lists(CELLS, max_size=5), max_size=6)


@examples(40)
@given(lines=LINES, sign=st.sampled_from(",;\t|"), headed=st.booleans(), mode=st.sampled_from(Mode))
def test_no_malformed_text_raises_or_half_writes(
    collection: Collection, lines: list[list[str]], sign: str, headed: bool, mode: Mode
) -> None:
    head = [sign.join(["set", "number", "count", "condition", "acquired"])] if headed else []
    text = "\n".join([*head, *(sign.join(line) for line in lines)])
    before = Change.objects.count()
    try:
        made = staged(collection, text, mode)
    except RefusedFile:
        return
    assert Change.objects.count() == before
    finish(made)
    assert Change.objects.count() <= before + 1


@pytest.mark.parametrize(
    "content",
    [b"", b"PK\x03\x04broken", b"\xd0\xcf\x11\xe0old", b"\x00" * 100, b"number\n"],
)
def test_a_broken_file_is_refused_in_words(content: bytes) -> None:
    with pytest.raises(RefusedFile):
        source_of_file("broken.xlsx", content, finder(SYSTEM))


def test_hundreds_of_rows_take_tens_of_queries(
    collection: Collection, django_assert_max_num_queries: Any
) -> None:
    rows = "\n".join(f"AOD,{number},1" for number in range(1, 400))
    source = source_of_text(f"set,number,count\n{rows}", finder(SYSTEM))
    made = staging.stage(
        collection=collection, actor=collection.owner, source=source, mode=Mode.SET, now=NOW
    )
    with django_assert_max_num_queries(75):
        staging.step(staged=made, now=NOW)
        staging.step(staged=made, now=NOW)
        made.refresh_from_db()
        finish(made)
