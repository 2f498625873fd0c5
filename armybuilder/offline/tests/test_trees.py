"""Nothing is lost and nothing is made up, whatever was edited on three sides."""

from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from armybuilder.offline.merging import (
    ABSENT,
    Field,
    Merged,
    both_at,
    keyed,
    keyed_like,
    listed,
    merged,
    mine_at,
)
from armybuilder.offline.things.battle_groups import BattleGroups
from armybuilder.offline.things.collections import PIECE
from rules.tests.running import examples

GROUP = BattleGroups.of
Document = dict[str, Any]
FIGURES = [f"AOD-{number:03}" for number in range(1, 9)]

lines = st.fixed_dictionaries(
    {"unit": st.sampled_from(FIGURES)}, optional={"count": st.integers(2, 4)}
)
documents = st.fixed_dictionaries(
    {"name": st.sampled_from(["", "Wolves", "Bears"]), "units": st.lists(lines, max_size=7)},
    optional={
        "notes": st.sampled_from(["One.", "Two."]),
        "build_total": st.sampled_from([300, 450]),
    },
)
#: How one side edits: the place of a line and what becomes of it, None for gone.
scripts = st.lists(st.tuples(st.integers(0, 6), st.none() | lines), max_size=5)


def edited(document: Document, script: list[tuple[int, Any]]) -> Document:
    """A document after edits of lines: changed, taken away, or added where there is none."""
    units = list(document["units"])
    for place, line in script:
        if place >= len(units):
            units += [line] if line else []
        elif line is None:
            del units[place]
        else:
            units[place] = line
    return document | {"units": units}


def put_together(base: Document, mine: Document, theirs: Document) -> Merged:
    return merged(*keyed(base, mine, theirs), GROUP)


def lines_of(document: Document) -> Counter[str]:
    return Counter(repr(sorted(line.items())) for line in document["units"])


@given(documents, scripts, scripts)
@examples(150)
def test_every_line_of_either_side_is_there_or_asked_about(
    base: Document, one: list[Any], other: list[Any]
) -> None:
    mine, theirs = edited(base, one), edited(base, other)

    found = put_together(base, mine, theirs)

    result = lines_of(listed(found.value))
    asked = {
        repr(sorted(clash.mine.items())) for clash in found.clashes if isinstance(clash.mine, dict)
    }
    for side in (mine, theirs):
        new = lines_of(side) - lines_of(base)
        assert set(new) <= {*result, *asked}
    kept_by_both = lines_of(base) & lines_of(mine) & lines_of(theirs)
    assert set(result) <= {*lines_of(mine), *lines_of(theirs)}
    assert not set(kept_by_both) - set(result)


@given(documents, st.sets(st.integers(0, 6)), st.data())
@examples(150)
def test_edits_of_different_lines_are_both_made_in_any_order(
    base: Document, ours: set[int], data: st.DataObject
) -> None:
    different = list(dict.fromkeys(line["unit"] for line in base["units"]))
    base = base | {"units": [{"unit": unit} for unit in different]}
    mine, theirs, both = (list(base["units"]) for _ in range(3))
    for place, line in enumerate(base["units"]):
        becomes = data.draw(st.sampled_from([line, line | {"count": 5}, None]))
        for units in (both, mine if place in ours else theirs):
            units[place] = becomes
    mine = [*mine, {"unit": "AOD-101"}]
    theirs = [{"unit": "AOD-100"}, *theirs]
    both = [{"unit": "AOD-100"}, *both, {"unit": "AOD-101"}]
    sides = [base | {"units": [each for each in units if each]} for units in (mine, theirs, both)]

    for one, other in (sides[:2], sides[1::-1]):
        found = put_together(base, one, other)

        assert found.clashes == ()
        assert listed(found.value) == sides[2]


@given(documents, documents, documents)
@examples(150)
def test_twice_is_once_and_answers_settle_it(
    base: Document, mine: Document, theirs: Document
) -> None:
    found = put_together(base, mine, theirs)
    result = listed(found.value)

    assert listed(put_together(mine, mine, result).value) == result
    assert put_together(mine, mine, result).clashes == ()
    assert listed(put_together(base, base, theirs).value) == theirs
    assert listed(put_together(base, mine, base).value) == mine
    tree = found.value
    for clash in found.clashes:
        tree = mine_at(tree, clash)
    for clash in found.clashes:
        both = both_at(found.value, clash, GROUP)
        if both is not ABSENT and isinstance(clash.mine, dict):
            assert {repr(clash.mine), repr(clash.theirs)} <= set(map(repr, listed(both)["units"]))
    # Said of the whole list: whatever only this side had is there now.
    assert set(lines_of(mine) - lines_of(base)) <= set(lines_of(listed(tree)))


@given(documents, documents)
@examples(100)
def test_a_document_is_itself_again_as_a_tree(one: Document, other: Document) -> None:
    tree = keyed_like(ABSENT, one)

    assert listed(tree) == one
    assert listed(keyed_like(tree, other)) == other


def test_passengers_stay_with_the_line_they_ride_on() -> None:
    units = [{"unit": "AOD-001"}, {"unit": "AOD-002"}, {"unit": "AOD-003"}]
    loads = [{"transport": 1, "passengers": [2]}]
    base = {"units": units, "loads": loads}
    mine = {"units": units[1:], "loads": [{"transport": 0, "passengers": [1]}]}
    theirs = {
        "units": [*units, {"unit": "AOD-004"}],
        "loads": [{"transport": 1, "passengers": [2, 3]}],
    }

    found = put_together(base, mine, theirs)

    assert found.clashes == ()
    assert listed(found.value) == {
        "units": [*units[1:], {"unit": "AOD-004"}],
        "loads": [{"transport": 0, "passengers": [1, 2]}],
    }


def test_lines_that_both_put_in_another_order_are_asked_about() -> None:
    one, two, three = ({"unit": unit} for unit in FIGURES[:3])
    base = {"units": [one, two, three]}

    found = put_together(base, {"units": [two, one, three]}, {"units": [three, one, two]})
    calm = put_together(base, {"units": [two, one, three]}, {"units": [one, three]})

    assert [clash.path for clash in found.clashes] == [("units", "order")]
    assert listed(mine_at(found.value, found.clashes[0])) == {"units": [two, one, three]}
    assert calm.clashes == () and listed(calm.value) == {"units": [one, three]}


@pytest.mark.parametrize(
    ("base", "mine", "theirs", "both"),
    [(2, 3, 3, 4), (0, 1, 1, 2), (2, 5, 1, 4), (4, 3, 3, 2), (2, 0, 0, None), (3, 1, 1, None)],
)
def test_what_both_counted_is_asked_where_it_may_be_different_things(
    base: int, mine: int, theirs: int, both: int | None
) -> None:
    was, here, there = ({"plain": count} if count else {} for count in (base, mine, theirs))

    found = merged(was, here, there, PIECE)

    sums = [both_at(found.value, clash, PIECE).get("plain", 0) for clash in found.clashes]
    assert sums == ([] if both is None else [both])


def test_words_are_put_together_and_texts_can_stand_one_below_the_other() -> None:
    base = {"tags": ["red", "old"], "notes": "A."}
    mine = {"tags": ["red", "new"], "notes": "B."}
    theirs = {"tags": ["old", "red", "mine"], "notes": "C."}

    found = merged(
        base, mine, theirs, Field(keys={"tags": Field("members"), "notes": Field("text")})
    )

    assert found.value["tags"] == ["red", "mine", "new"]
    [clash] = found.clashes
    of = Field(keys={"notes": Field("text")})
    assert both_at(found.value, clash, of)["notes"] == "C.\n\nB."
