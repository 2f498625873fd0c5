"""What a game is called: after the groups of its players, in the language of whoever reads it."""

from typing import Any

import pytest
from django.conf import settings
from django.utils.translation import override
from pytest_django import DjangoAssertNumQueries

from armybuilder.skirmishes.models import Skirmish, SkirmishLine
from armybuilder.skirmishes.naming import ANYBODY, FRIEND, LONGEST_TITLE, versus, waiting
from armybuilder.skirmishes.present.starts import starts_of
from rules import GAME_SYSTEMS

GROUPS = ("Wolf pack", "First blow")


def test_a_game_is_called_after_its_groups_in_the_language_of_whoever_reads() -> None:
    seats = dict(zip(("red", "blue"), ({"group": name} for name in GROUPS), strict=True))
    titles = {}
    for language in ("en", "pl"):
        with override(language):
            titles[language] = versus(GROUPS)
    assert titles["en"] == "Wolf pack against First blow" != titles["pl"]
    for written in titles.values():
        for language, title in titles.items():
            with override(language):
                assert str(Skirmish(title=written, start={}, seats=seats)) == title


def test_a_game_that_waits_is_called_so_in_the_language_of_whoever_reads() -> None:
    seats = dict(zip(("red", "blue"), ({"group": name} for name in GROUPS), strict=True))
    for guest in (FRIEND, ANYBODY):
        with override("en"):
            written = waiting(GROUPS[0], guest)
            assert written == f"Wolf pack against {guest}"
        with override("pl"):
            read = str(Skirmish(title=written, start={}, seats=seats))
            assert read == waiting(GROUPS[0], guest) != written


def test_a_game_is_called_as_its_start_in_the_language_of_whoever_reads() -> None:
    start = {"titles": {"en": "Signal Hill", "pl": "Wzgórze Sygnałowe"}}
    for written in start["titles"].values():
        for language, title in start["titles"].items():
            with override(language):
                assert str(Skirmish(title=written, start=start, seats={})) == title
    with override("pl"):
        named = {"titles": {"en": "Signal Hill"}}
        assert str(Skirmish(title="Signal Hill", start=named, seats={})) == "Signal Hill"
        assert str(Skirmish(title="Friday", start=start, seats={})) == "Friday"
        assert str(Skirmish(title="Friday", start={"titles": 5}, seats={})) == "Friday"


@pytest.mark.parametrize(
    ("told", "title"),
    [("x" * 100_000, "x" * LONGEST_TITLE), *((no, "A") for no in (None, ["a"], ""))],
)
def test_a_start_calls_a_game_by_a_short_text_or_not_at_all(told: object, title: str) -> None:
    start = {"titles": {"en": "A", "pl": told}}
    with override("pl"):
        assert str(Skirmish(title="A", start=start, seats={})) == title


@pytest.mark.django_db
def test_games_read_without_their_positions_are_called_the_same_in_one_query(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    starts: list[dict[str, Any]] = [{"titles": {"en": "Signal Hill", "pl": "Wzgórze"}}, {}]
    for start in starts:
        Skirmish.objects.create(
            title="Wzgórze",
            start=start,
            seats={},
            state={},
            visitor="v",
            line=SkirmishLine.objects.create(),
        )
    with django_assert_num_queries(1), override("en"):
        games = Skirmish.objects.order_by("pk").without_positions()
        assert [str(game) for game in games] == ["Signal Hill", "Wzgórze"]


def test_a_name_somebody_gave_stays() -> None:
    seats = {"red": {"group": "Wolf pack"}, "blue": {"group": ""}}
    assert str(Skirmish(title="Friday", start={}, seats=seats)) == "Friday"
    nobody: dict[str, dict[str, str]] = {"red": {}, "blue": {}}
    assert str(Skirmish(title=" against ", start={}, seats=nobody)) == " against "
    unnamed = Skirmish(title="", start={}, seats=nobody)
    assert str(unnamed) == unnamed.public_id


@pytest.mark.django_db
@pytest.mark.usefixtures("catalogue")
@pytest.mark.parametrize("system", GAME_SYSTEMS)
def test_every_ready_made_start_is_called_in_every_language(system: str) -> None:
    for start in starts_of(system):
        titles = start.document["titles"]
        assert titles.keys() == dict(settings.LANGUAGES).keys(), start.name
        assert len(set(titles.values())) == len(titles), start.name
