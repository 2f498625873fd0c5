"""How alike texts are, with the library and without it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from collection.common.likeness import most_alike, plain_likeness
from rules.tests.running import examples

LETTERS = st.text("abcł", max_size=8)


@pytest.mark.parametrize(
    ("one", "other", "changes"),
    [
        ("hachetman", "hatchetman", 1),
        ("rnak", "rank", 1),
        ("jumpjets", "jump jets", 1),
        ("kitten", "sitting", 3),
        ("ca", "abc", 3),
        ("", "abc", 3),
        ("same", "same", 0),
    ],
)
def test_letters_are_counted_that_differ(one: str, other: str, changes: int) -> None:
    longest = max(len(one), len(other))

    assert plain_likeness(one, other) == pytest.approx(1 - changes / longest)
    assert plain_likeness(other, one) == plain_likeness(one, other)


@examples(300)
@given(one=LETTERS, other=LETTERS, cutoff=st.sampled_from([0.0, 0.5, 0.6, 0.75]))
def test_the_plain_way_counts_as_the_library_does(one: str, other: str, cutoff: float) -> None:
    library = pytest.importorskip("rapidfuzz.distance").OSA

    found = plain_likeness(one, other, score_cutoff=cutoff)
    assert found == pytest.approx(library.normalized_similarity(one, other, score_cutoff=cutoff))


@pytest.mark.usefixtures("either_likeness")
def test_the_best_come_first_and_the_unlike_not_at_all() -> None:
    names = ["hatchet", "hatchetman", "panther", "hatchetmen", "hatchetman"]

    assert most_alike("hachetman", names) == ["hatchetman", "hatchetmen"]
    assert most_alike("hachetman", names, most=1) == ["hatchetman"]
    assert most_alike("nonsense", names) == []
    assert most_alike("", names) == []
