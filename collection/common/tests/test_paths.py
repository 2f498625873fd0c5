"""Paths of many pages of one kind are those Django's own way answers."""

import pytest
from django.urls import reverse
from django.utils.translation import override

from collection.common.paths import path_to


@pytest.mark.parametrize("language", ["en", "pl"])
@pytest.mark.parametrize("last", ["AOD-102", "AOD-LP-001", "Ż-7", "a b", "50%", "x?y#z", "a'b&c"])
def test_a_path_is_what_django_would_say(language: str, last: str) -> None:
    with override(language):
        one = path_to("collection:figure", last)
        assert one == reverse("collection:figure", args=[last])
        deep = path_to("collection:piece", "shelf-1", last)
        assert deep == reverse("collection:piece", args=["shelf-1", last])


def test_a_path_begins_with_the_language_it_is_asked_in() -> None:
    assert path_to("collection:figure", "AOD-102").startswith("/en/")
    with override("pl"):
        assert path_to("collection:figure", "AOD-102").startswith("/pl/")
