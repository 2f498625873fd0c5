"""Pairs of lists that might be as good as each other: legal, without a copy in common."""

import json
from collections import Counter
from pathlib import Path

import pytest

from rules.age_of_destruction import (
    Dealer,
    FairTerms,
    fair_pairs,
    read_equipped,
    read_strengths,
    validate,
)
from rules.age_of_destruction.starting.fairness import COMPLEXITIES, PAIRS
from rules.tests.army import catalogue

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def dealer() -> Dealer:
    kept = ROOT / "fixtures" / "starting"
    strengths, equipped = (
        json.loads((kept / f"{name}.json").read_text("utf-8")) for name in ("strengths", "equipped")
    )
    return Dealer(catalogue(), read_strengths(strengths), read_equipped(equipped))


@pytest.mark.parametrize("complexity", COMPLEXITIES)
def test_pairs_are_legal_apart_and_the_nearest_first(dealer: Dealer, complexity: str) -> None:
    found = fair_pairs(dealer, FairTerms(300, complexity=complexity))

    assert len(found) == PAIRS
    assert [pair.gap for pair in found] == sorted(pair.gap for pair in found)
    for pair in found:
        for start in (pair.one, pair.other):
            assert validate(start.group(), dealer.catalogue).legal
            assert 0.97 * 300 <= start.total <= 300
        assert not set(pair.one.figures) & set(pair.other.figures)


def test_more_to_know_is_more(dealer: Dealer) -> None:
    least, _usual, most = (
        fair_pairs(dealer, FairTerms(300, complexity=each)) for each in COMPLEXITIES
    )

    assert max(pair.to_know for pair in least) <= min(pair.to_know for pair in most)


def test_one_pile_gives_no_copy_twice(dealer: Dealer) -> None:
    pile = dict.fromkeys(dealer.units, 1)

    found = fair_pairs(dealer, FairTerms(300, pile, pile, shared=True))

    assert found
    for pair in found:
        both = Counter(pair.one.figures) + Counter(pair.other.figures)
        assert all(both[item] <= pile[item] for item in both)


def test_another_seed_gives_others_and_the_same_the_same(dealer: Dealer) -> None:
    first = fair_pairs(dealer, FairTerms(300))

    assert fair_pairs(dealer, FairTerms(300)) == first
    assert fair_pairs(dealer, FairTerms(300, seed=1)) != first


def test_too_few_figures_give_none(dealer: Dealer) -> None:
    few = dict.fromkeys(list(dealer.units)[:2], 1)

    assert fair_pairs(dealer, FairTerms(300, few, few, shared=True)) == ()
