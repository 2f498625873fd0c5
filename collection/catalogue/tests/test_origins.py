"""Where each printed value was read, and how sure it is."""

import pytest
from django.test import Client

from collection.catalogue.models import Figure
from collection.catalogue.present.origins import Origin, origins
from collection.catalogue.records import Mark, Source, Text, read_figure

pytestmark = pytest.mark.usefixtures("catalogue")

TYPED = Source("Typed list", tells=("name", "points", "dial"))
SECOND = Source("Second list", tells=("name", "dial"))
BOOK = Source("Rule book")


def values(figure_id: str, *sources: Source) -> dict[str, Origin]:
    figure = Figure.objects.get(catalogue_id=figure_id)
    found = origins(figure, read_figure(figure.record), sources)
    return {each.key: each for each in found.values}


def test_sources_that_tell_the_same_value_agree() -> None:
    told = values("AOD-033", TYPED, SECOND, BOOK)

    assert (told["dial"].sure, told["dial"].sources) == ("2 sources agree", (TYPED, SECOND))
    assert (told["points"].sure, told["points"].shown) == ("a single source", "40")


def test_where_only_the_record_has_a_source_that_is_said() -> None:
    figure = Figure.objects.get(catalogue_id="AOD-033")
    told = origins(figure, read_figure(figure.record), [BOOK])

    assert told.whole == (BOOK,)
    assert {each.sure for each in told.values if each.key == "points"} == {
        "known for the whole figure only"
    }


def test_what_is_marked_says_its_mark_and_why() -> None:
    rank = values("AOD-102", TYPED)["rank"]

    assert (rank.sure, rank.sources) == ("inferred", ())
    assert rank.note.startswith("Read from the place")


def test_what_people_entered_whole_says_so_of_each_value() -> None:
    figure = Figure.objects.get(catalogue_id="AOD-033")
    entered = Mark("entered", Text("Entered here.", "Wpisane tutaj."))
    record = read_figure(
        {
            **figure.record,
            "marks": {
                "*": {"how": "entered", "note": {"en": "Entered here.", "pl": "Wpisane tutaj."}}
            },
        }
    )

    assert record.marks["*"] == entered
    assert {each.sure for each in origins(figure, record, []).values} == {"entered by an owner"}


def test_every_value_of_every_figure_has_an_origin(client: Client) -> None:
    page = client.get("/en/catalogue/figures/AOD-091/").context["origins"]
    told = {each.key: each for each in page.values}

    assert told["attacks"].sure == "sources differ" and len(told["attacks"].sources) == 2
    for figure in Figure.objects.filter(status="complete", entered=False):
        known = {each.key for each in origins(figure, read_figure(figure.record), ()).values}
        assert {"name", "points", "type", "speed_mode", "attacks", "dial"} - known <= {"points"}


@pytest.mark.parametrize("asked", [{}, {"HX-Request": "true", "HX-Target": "drawer-body"}])
def test_it_is_one_press_away_on_the_page_and_in_the_drawer(
    client: Client, asked: dict[str, str]
) -> None:
    page = client.get("/pl/catalogue/figures/AOD-102/", headers=asked).content.decode()

    assert 'sure-points"' in page and "MWClixRosterBuilder" in page
