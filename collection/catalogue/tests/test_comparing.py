"""Figures side by side: versions of a sculpt, and two to four of one's choice."""

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from collection.catalogue import game

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("catalogue")]


def test_versions_of_a_sculpt_stand_side_by_side(client: Client) -> None:
    context = client.get("/en/catalogue/figures/AOD-102/").context
    facts = {str(fact.label): fact for fact in context["comparison"].facts}

    assert [link.title for link in context["comparison"].figures] == [
        f"AOD-{number} Hatchetman" for number in (101, 102, 103, 104)
    ]
    assert facts["Points"].cells == ("127", "129", "131", "133")
    assert facts["Points"].differs and not facts["Type"].differs
    assert context["compare_url"].startswith("/en/catalogue/compare/?figure=AOD-102&figure=AOD-101")


def test_a_sculpt_with_one_version_has_no_table(client: Client) -> None:
    assert "comparison" not in client.get("/en/catalogue/figures/AOD-113/").context


def test_figures_are_compared_once_each_and_four_at_most(client: Client) -> None:
    numbers = ["AOD-102", "aod101", "AOD-102", "nobody", "AOD-103", "AOD-104", "AOD-113"]
    query = "&".join(f"figure={number}" for number in numbers)
    context = client.get(f"/en/catalogue/compare/?{query}").context

    assert [each.id for each in context["compared"]] == ["AOD-102", "AOD-101", "AOD-103", "AOD-104"]
    assert context["unknown"] == ["nobody"] and context["too_many"]


def test_a_figure_is_also_meant_by_its_name(client: Client) -> None:
    def asked(said: str) -> tuple[list[str], list[str]]:
        query = {"figure": ["AOD-115", said]}
        context = client.get("/en/catalogue/compare/", query).context
        offered = [choice for _said, choices in context["several"] for choice in choices]
        return [each.id for each in context["compared"]], [choice.url for choice in offered]

    assert asked("arbalest bolt") == (["AOD-115", "AOD-113"], [])
    assert asked("061") == (["AOD-115", "AOD-061"], [])
    shown, offered = asked("Hatchetman")
    assert shown == ["AOD-115"] and len(offered) > 1
    chosen = [client.get(url).context["compared"][-1].name for url in offered]
    assert all("Hatchetman" in name for name in chosen)
    assert asked("\0") == (["AOD-115"], [])


def test_choosing_for_one_name_leaves_the_question_about_another(client: Client) -> None:
    said = ["Hatchetman", "Thunder Fox"]
    context = client.get("/en/catalogue/compare/", {"figure": ["AOD-115", *said]}).context
    assert [name for name, _choices in context["several"]] == said

    for number, other in ((0, "Thunder Fox"), (1, "Hatchetman")):
        for choice in context["several"][number][1]:
            after = client.get(choice.url).context
            assert len(after["compared"]) == 2
            assert [name for name, _choices in after["several"]] == [other]


def test_no_choice_is_offered_where_no_more_figures_are_shown(client: Client) -> None:
    shown = ["AOD-115", "AOD-113", "AOD-061", "DA-003"]
    page = client.get("/en/catalogue/compare/", {"figure": [*shown, "Hatchetman"]})

    assert [each.id for each in page.context["compared"]] == shown
    assert page.context["several"] == [] and page.context["too_many"]
    assert "Hatchetman" not in page.content.decode().split("<main", 1)[1]


def test_lines_of_all_dials_lie_over_one_another(client: Client) -> None:
    page = client.get("/en/catalogue/compare/?figure=AOD-102&figure=DA-003")
    attack = page.context["curves"][1]

    assert "series-2" in attack.picture
    assert "Attack of DA-003 Peasant Company by click: 5, 4, 3, 0" in attack.picture


def test_a_figure_without_dial_is_compared_by_what_is_known(client: Client) -> None:
    body = client.get("/en/catalogue/compare/?figure=AOD-102&figure=DA-073").content.decode()

    assert "No source we know of has its dial." in body


@pytest.mark.parametrize("query", ["", "figure=", "figure=%00", "figure=AOD-102"])
def test_fewer_than_two_ask_for_more(client: Client, query: str) -> None:
    page = client.get(f"/en/catalogue/compare/?{query}")

    assert page.status_code == 200 and "Choose two to four figures" in page.content.decode()


def test_figures_of_the_list_can_be_ticked(client: Client) -> None:
    body = client.get("/en/catalogue/?q=da-74&view=table").content.decode()

    assert 'name="figure" value="DA-073" form="compare"' in body


def test_the_number_of_queries_does_not_grow_with_versions(
    client: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    client.get("/en/catalogue/figures/AOD-102/")
    with django_assert_max_num_queries(13):
        client.get("/en/catalogue/figures/AOD-102/?target=AOD-113")


def test_figures_are_compared_at_any_click(client: Client) -> None:
    query = {"figure": ["AOD-102", "AOD-020"]}

    def facts(click: str) -> dict[str, tuple[str, ...]]:
        context = client.get("/en/catalogue/compare/", query | {"click": click}).context
        return {str(fact.label): fact.cells for fact in context["comparison"].facts}

    for asked, click in (("", 1), ("4", 4), ("no", 1), ("-1", 1), ("99", 12)):
        assert f"Speed, click {click}" in facts(asked)
    known = game.catalogue()
    fourths = [known.units[number].dial[3] for number in query["figure"]]
    fourth = facts("4")
    assert fourth["Attack, click 4"] == tuple(str(click.attack) for click in fourths)
    assert fourth["Equipment, click 4"] != facts("1")["Equipment, click 1"]
    assert facts("12")["Speed, click 12"][1] == "eliminated"
    turns = client.get("/en/catalogue/compare/", query).context["turns"]
    assert [number for number, _url in turns] == list(range(1, 13))
    assert client.get(turns[3][1]).context["click"] == 4
