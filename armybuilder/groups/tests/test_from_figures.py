"""From a figure's page into a group, and what the builder says of figures people entered."""

import re

import pytest
from django.test import Client
from django.utils import timezone

from armybuilder.groups.tests.builder import Builder, text_of
from armybuilder.site.models import User
from collection.catalogue.game import SYSTEM
from collection.catalogue.models import CatalogueEntry, EntryRevision

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("catalogue")]


@pytest.fixture
def builder() -> Builder:
    person = Builder()
    person.start()
    return person


def test_a_figure_joins_a_group_from_its_own_page(builder: Builder) -> None:
    figure = builder.client.get("/en/catalogue/figures/AOD-102/").content.decode()
    assert 'href="/en/groups/add/AOD-102/"' in figure

    page = builder.client.get("/en/groups/add/AOD-102/").content.decode()
    form = page[page.index(f'action="{builder.url}edit/"') :]
    fields = re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', form)
    builder.client.post(f"{builder.url}edit/", dict(fields))

    assert builder.group.document["units"] == [{"unit": "AOD-102"}]
    assert builder.client.get("/en/groups/add/NO-1/").status_code == 404


def test_without_a_group_the_figure_joins_a_new_one() -> None:
    person = Builder()

    page = person.client.get("/en/groups/add/AOD-102/", follow=True)
    assert page.redirect_chain == [("/en/groups/new/?add=AOD-102", 302)]
    field = re.search(r'type="hidden" name="add" value="([^"]*)"', page.content.decode())
    assert field
    fields = {"name": "Evening patrol", "build_total": 450, "event": "", "add": field[1]}
    person.url = person.client.post("/en/groups/new/", fields)["Location"]

    assert person.group.document["units"] == [{"unit": "AOD-102"}]


def test_a_refused_new_group_keeps_its_figure() -> None:
    fields = {"name": "", "build_total": 451, "add": "AOD-102"}

    answer = Client().post("/en/groups/new/", fields)

    assert answer.status_code == 422
    assert 'name="add" value="AOD-102"' in answer.content.decode()


@pytest.mark.parametrize("unknown", ["NO-1", "0xAOD-102", "\0", "<b>"])
def test_a_new_group_is_empty_when_nobody_knows_the_figure(unknown: str) -> None:
    person = Builder()
    assert "joins it" not in person.client.get("/en/groups/new/", {"add": unknown}).content.decode()

    fields = {"name": "Evening patrol", "build_total": 450, "event": "", "add": unknown}
    answer = person.client.post("/en/groups/new/", fields)

    if answer.status_code == 302:
        person.url = answer["Location"]
        assert person.group.document["units"] == []


def test_the_builder_marks_figures_that_people_entered(builder: Builder, member: User) -> None:
    entry = CatalogueEntry.objects.create(system=SYSTEM, catalogue_id="AOD-102", record={})
    EntryRevision.objects.create(
        entry=entry,
        number=1,
        record={},
        how_sure="photo",
        entered_by=member,
        made_by=member,
        made_at=timezone.now(),
    )
    said = "Entered or corrected by Anna, from a photograph of the figure."

    assert text_of(builder.page("?q=hatchetman")).count(said) == 1
    builder.add("AOD-102", "AOD-103")
    assert text_of(builder.page("?q=hatchetman")).count(said) == 2
