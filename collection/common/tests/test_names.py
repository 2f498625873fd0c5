"""Names: how they are kept, which are none, and which pass for one another."""

from typing import Any

import pytest
from django.core.exceptions import ValidationError

from collection.common.names import NameField, fault_of_name, look_of, marked, plain_name
from collection.common.people import Circle, person


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  Steel   Wolves ", "Steel Wolves"),
        ("Ａｎｎａ", "Anna"),
        ("Zoe\u0308", "Zoë"),
        ("a\u00a0b", "a b"),
        ("⚔\ufe0f Wolves", "⚔ Wolves"),
        ("\u2003\u3000", ""),
    ],
)
def test_a_name_is_kept_as_it_is_read(typed: str, kept: str) -> None:
    assert plain_name(typed) == kept


@pytest.mark.parametrize(
    "name",
    [
        "An\u200bna",
        "Anna\u202e",
        "\u2066Anna",
        "An\u00adna",
        "Anna\u200f",
        "\u3164",
        "\u2800",
        "Anna\ud800",
        "Anna\U000e0041",
        "An\nna\x00",
        "\u0301",
    ],
)
def test_what_is_not_seen_is_no_name(name: str) -> None:
    assert fault_of_name(plain_name(name))
    with pytest.raises(ValidationError):
        NameField().clean(name)


@pytest.mark.parametrize("name", ["Łukasz", "Анна", "アンナ", "O’Hara-Śmigły", "7", "⚔", "!"])
def test_any_language_has_names(name: str) -> None:
    assert NameField().clean(name) == name


def test_blanks_alone_are_no_name() -> None:
    with pytest.raises(ValidationError):
        NameField().clean(" \u2003\u3000 ")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Anna", "Аnna"),
        ("Anna", "ANNA"),
        ("Anna", "Αnna"),
        ("Bill", "BiII"),
        ("Zoë", "Zoe"),
        ("Łukasz", "Lukasz"),
        ("Morn", "Mom"),
        ("Steel Wolf", "SteelWolf"),
        ("K0war", "Kowar"),
    ],
)
def test_names_that_pass_for_one_another_look_the_same(one: str, other: str) -> None:
    assert look_of(one) == look_of(other)


@pytest.mark.parametrize(("one", "other"), [("Anna", "Hanna"), ("Ola", "Ela"), ("Анна", "Инна")])
def test_other_names_look_otherwise(one: str, other: str) -> None:
    assert look_of(one) != look_of(other)


class Member:
    def __init__(self, pk: int, display_name: str) -> None:
        self.pk, self.shown_name = pk, display_name


def names_of(*people: Any) -> list[str]:
    circle = Circle(people)
    return [circle.name(each) for each in people]


def test_who_looks_like_another_is_marked_the_same_everywhere() -> None:
    anna, other, ola = Member(1, "Anna"), Member(2, "Аnna"), Member(3, "Ola")
    shown = names_of(anna, other, ola)

    assert shown == [marked("Anna", 1), marked("Аnna", 2), "Ola"]
    assert names_of(other, anna)[1] == shown[0]
    assert names_of(anna, ola) == ["Anna", "Ola"]


def test_nobody_writes_a_mark_of_their_own() -> None:
    anna, other = Member(1, "Anna"), Member(2, "Anna")
    forger = Member(3, marked("Anna", 1))

    assert len(set(names_of(anna, other, forger))) == 3
    assert names_of(anna, forger)[1] != marked("Anna", 1)


def test_people_without_a_name_are_told_apart_too() -> None:
    assert len(set(names_of(Member(1, ""), Member(2, "")))) == 2


def test_who_has_left_is_marked_where_a_member_looks_alike() -> None:
    circle = Circle([Member(1, "Anna")])
    left = Member(2, "Anna")
    assert circle.name(left) == marked("Anna", 2)
    assert circle.name(None) == person(None)
