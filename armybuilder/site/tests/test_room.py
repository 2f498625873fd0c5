"""Room for the frames of a page."""

import sys

import pytest

from armybuilder.site.room import with_room


def test_with_room_calls_what_it_is_given_and_lets_its_errors_out() -> None:
    assert with_room(divmod, 7, 2) == (3, 1)
    with pytest.raises(ZeroDivisionError):
        with_room(divmod, 7, 0)


def test_calls_within_can_be_as_deep_as_python_lets_them() -> None:
    def deep(left: int) -> int:
        return deep(left - 1) + 1 if left else 0

    depth = sys.getrecursionlimit() // 2
    assert with_room(deep, depth) == depth
