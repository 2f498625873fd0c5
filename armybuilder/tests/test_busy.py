"""What cannot be done just now is 503 with the time to wait, a page or JSON."""

import pytest
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.utils.translation import override

from armybuilder.busy import Busy, BusyMiddleware, busy


def raise_busy(*args: object, **kwargs: object) -> HttpResponse:
    raise Busy(7)


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["en", "pl"])
def test_a_page_says_how_long_to_wait(
    client: Client, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    monkeypatch.setattr("armybuilder.views.home.render", raise_busy)

    answer = client.get(f"/{language}/")

    assert answer.status_code == 503
    assert answer["Retry-After"] == "7"
    assert f'lang="{language}"' in answer.content.decode()
    assert {"en": "in 7 seconds", "pl": "za 7 sekund"}[language] in answer.content.decode()


@pytest.mark.django_db
def test_a_program_gets_a_problem(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("collection.api.reference.Response", raise_busy)

    answer = client.get("/api/v1/factions/")

    assert answer.status_code == 503
    assert answer["Retry-After"] == "7"
    assert answer["Content-Type"] == "application/problem+json"
    assert answer.json()["status"] == 503


def test_the_page_needs_no_database(rf: RequestFactory) -> None:
    """Without the mark of a database the test itself would fail on any query."""
    with override("en"):
        assert "in a second" in busy(rf.get("/en/"), 1).content.decode()


def test_other_faults_are_left_to_others(rf: RequestFactory) -> None:
    assert BusyMiddleware(raise_busy).process_exception(rf.get("/"), ValueError()) is None
