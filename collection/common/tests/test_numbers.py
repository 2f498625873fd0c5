"""Numbers out of addresses."""

import pytest

from collection.common.numbers import signed, whole_number


@pytest.mark.parametrize(("text", "number"), [("0", 0), ("007", 7), ("9" * 9, 10**9 - 1)])
def test_digits_are_a_number(text: str, number: int) -> None:
    assert whole_number(text) == number


@pytest.mark.parametrize("text", ["", "-1", "+1", "1.0", " 1", "1_0", "²", "٣", "1" * 10])
def test_anything_else_is_none(text: str) -> None:
    assert whole_number(text) is None


def test_a_sign_is_a_true_one() -> None:
    assert [signed(number) for number in (3, -3, 0)] == ["+3", "−3", "0"]
