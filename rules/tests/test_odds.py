"""The odds of an attack roll, against numbers counted by hand."""

from fractions import Fraction

import pytest

from rules.age_of_destruction.forecast.odds import odds, twice

#: Of 216 throws, those that hit when the dice must show so much: the sums of three dice, less the
#: throws with double one that would reach it, plus those with double six that would not.
HITS = {
    **{3: 210, 4: 210, 5: 216 - 4 - 4, 8: 181 - 1, 9: 160, 10: 135, 11: 108, 12: 81, 13: 56},
    **{14: 35 + 1, 15: 20 + 2, 16: 10 + 3, 17: 4 + 4, 18: 1 + 5, 19: 6, 40: 6, -5: 210},
}


@pytest.mark.parametrize(("needed", "hits"), HITS.items())
def test_the_throws_that_hit(needed: int, hits: int) -> None:
    assert odds(8, 8 + needed).hit == Fraction(hits, 216)


@pytest.mark.parametrize("needed", [-5, 11, 40])
def test_one_throw_in_36_is_a_critical_hit_whatever_is_needed(needed: int) -> None:
    assert odds(0, needed).critical == Fraction(1, 36)


def test_the_worked_example_of_the_rule_book_needs_nine_on_three_targets() -> None:
    """Attack 9 at a shut-down 'Mech (+4, 20), the rear of infantry (+2, 17), and a tank (20)."""
    chances = [odds(9 + 4, 20).hit, odds(9 + 2, 17).hit, odds(9, 20).hit]

    assert chances == [Fraction(194, 216), Fraction(203, 216), Fraction(108, 216)]


def test_expected_damage_counts_the_critical_click_apart() -> None:
    found = odds(9, 20)

    assert found.plain == Fraction(102, 216)
    assert found.expected(Fraction(3), Fraction(4)) == Fraction(102 * 3 + 6 * 4, 216)


def test_a_second_roll_spares_no_critical_hit() -> None:
    once = odds(9, 20)

    assert twice(once).critical == once.critical
    assert twice(once).plain == Fraction(102, 216) * Fraction(108, 216)
