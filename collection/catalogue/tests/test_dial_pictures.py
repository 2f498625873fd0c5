"""Dial cards as files: what they show, how they are kept by browsers."""

from io import BytesIO
from xml.etree.ElementTree import fromstring

import pytest
from django.test import Client
from PIL import Image

from collection.catalogue.pictures.card import HEIGHT, WIDTH
from collection.catalogue.pictures.inks import PRINT

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("catalogue")]
SVG = "/en/catalogue/figures/AOD-102/dial.svg"
PNG = "/en/catalogue/figures/AOD-102/dial.png"


def words(document: bytes) -> list[str]:
    root = fromstring(document)
    return [text.text or "" for text in root.iter("{http://www.w3.org/2000/svg}text")]


def test_the_svg_shows_the_whole_dial(client: Client) -> None:
    shown = words(client.get(SVG).content)

    assert {"Hatchetman", "129", "Vent rating 2"} <= set(shown)
    assert [shown.count(code) for code in ("JJ", "FS", "SV", "SD")] == [5, 4, 2, 2]


def test_the_svg_speaks_the_language_of_its_address(client: Client) -> None:
    assert "Prędkość" in words(client.get(SVG.replace("/en/", "/pl/")).content)


def test_the_png_has_the_same_geometry_at_each_size(client: Client) -> None:
    screen = Image.open(BytesIO(client.get(PNG).content))
    paper = Image.open(BytesIO(client.get(f"{PNG}?size=print").content))

    assert screen.size == (WIDTH, HEIGHT)
    assert paper.size == (WIDTH * 1.5, HEIGHT * 1.5)
    ink = screen.getpixel((440, 2))
    assert isinstance(ink, tuple) and max(ink) < 120


@pytest.mark.parametrize("address", [SVG, PNG])
def test_a_picture_is_kept_until_it_changes(client: Client, address: str) -> None:
    first = client.get(address)
    again = client.get(address, headers={"If-None-Match": first["ETag"]})

    assert "public" in first["Cache-Control"] and again.status_code == 304
    polish = client.get(address.replace("/en/", "/pl/"), headers={"If-None-Match": first["ETag"]})
    assert polish.status_code == 200


@pytest.mark.parametrize("figure_id", ["DA-073", "XX-999"])
def test_without_a_dial_there_is_no_picture(client: Client, figure_id: str) -> None:
    assert client.get(f"/en/catalogue/figures/{figure_id}/dial.png").status_code == 404


def test_every_figure_can_be_drawn(client: Client) -> None:
    from collection.catalogue.models import Figure

    for figure_id in Figure.objects.exclude(clicks=None).values_list("catalogue_id", flat=True):
        document = client.get(f"/en/catalogue/figures/{figure_id}/dial.svg").content
        roles = {element.get("class", "") for element in fromstring(document).iter()} - {""}
        assert roles <= {f"pic-{role}" for role in PRINT}
