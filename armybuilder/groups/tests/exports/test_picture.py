"""The picture of a list: its size, what stands on it, its bounds."""

from io import BytesIO

import pytest
from django.utils import translation
from PIL import Image

from armybuilder.groups.exports import export, words
from armybuilder.groups.exports.picture import HEIGHT, MOST_STANDING, WIDTH, draw
from armybuilder.groups.exports.sheet import Sheet
from armybuilder.groups.present.list_picture import _drawn, list_picture
from armybuilder.groups.tests.exports.sheets import HOSTILE, LINK, SAMPLES, many, sample, sheet
from armybuilder.groups.tests.exports.test_sheet import OWN
from collection.catalogue.pictures import inks
from collection.catalogue.pictures.png import width_of
from collection.catalogue.pictures.shapes import Picture, Text

LARGEST_FILE = 150_000


def picture_of(drawn: Sheet) -> Picture:
    with translation.override(drawn.language):
        return draw(drawn)


def said(drawn: Sheet) -> list[str]:
    return [shape.words for shape in picture_of(drawn).shapes if isinstance(shape, Text)]


@pytest.mark.parametrize("language", ["en", "pl"])
@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_it_says_what_is_in_the_list(path: object, language: str) -> None:
    drawn = sheet(sample(path.stem), language, LINK)  # type: ignore[attr-defined]
    told = said(drawn)

    assert words.list_name(drawn) in told
    assert str(drawn.total) in told
    assert {shape.role for shape in picture_of(drawn).shapes} <= set(inks.of_list(drawn.mark))
    with translation.override(language):
        for piece in drawn.pieces:
            assert any(words.figure_name(piece).rstrip("…")[:12] in each for each in told)


@pytest.mark.parametrize(
    ("name", "language", "stamp"),
    [
        ("dragons-fury-450", "en", "LEGAL"),
        ("dragons-fury-450", "pl", "LEGALNA"),
        ("illegal-300-over-points", "en", "ILLEGAL"),
        ("illegal-300-over-points", "pl", "NIELEGALNA"),
    ],
)
def test_the_verdict_is_stamped_on_it(name: str, language: str, stamp: str) -> None:
    assert stamp in said(sheet(sample(name), language))


def test_a_figure_written_into_the_list_is_marked() -> None:
    group = sample("starter-mercenaries-450") | {"units": [{"unit": OWN}], "cards": []}
    assert any("unofficial" in each for each in said(sheet(group)))


def test_without_an_address_there_is_no_code() -> None:
    assert "open it, or play against it" not in said(sheet(sample("dragons-fury-450")))
    assert "open it, or play against it" in said(sheet(sample("dragons-fury-450"), link=LINK))


def test_a_pure_list_stands_on_its_factions_colour_and_a_mixed_one_on_paper() -> None:
    assert sheet(sample("dragons-fury-450")).mark == "DF"
    assert sheet(sample("wolves-and-hammers-450-alliance")).mark == ""


def test_the_file_is_a_picture_of_its_size_and_small() -> None:
    content = export(sheet(sample("dragons-fury-450"), link=LINK), "picture").content
    with Image.open(BytesIO(content)) as image:
        assert image.size == (WIDTH, HEIGHT)
        assert image.format == "PNG"
    assert len(content) < LARGEST_FILE


@pytest.mark.parametrize("count", [1, 999])
def test_a_list_of_any_length_is_drawn_with_few_shapes_and_says_what_it_leaves_out(
    count: int,
) -> None:
    group = many(140)
    for unit in group["units"]:
        unit["count"] = count
    drawn = sheet(group, link=LINK)
    told = said(drawn)

    assert len(picture_of(drawn).shapes) < 8000
    known = sum(piece.count for piece in drawn.pieces)
    assert f"+{known - MOST_STANDING}" in told
    assert any(each.startswith("and ") and each.endswith(" lines more") for each in told)


def test_words_of_people_stay_inside_whatever_they_are() -> None:
    group = sample("dragons-fury-450") | {"name": HOSTILE * 3}
    for shape in picture_of(sheet(group, link=LINK)).shapes:
        if isinstance(shape, Text) and shape.anchor == "start":
            bold = inks.of_list("DF")[shape.role].bold
            assert shape.x + width_of(shape.words, shape.size, bold=bold) <= WIDTH
            assert "\n" not in shape.words
            assert "\x07" not in shape.words


def test_a_name_is_drawn_in_letters_the_font_has() -> None:
    group = sample("dragons-fury-450")
    written, plain = (
        export(sheet(group | {"name": name}, link=LINK), "picture").content
        for name in ("Вовки Jiřího", "Vovky Jirího")
    )
    assert written == plain


def test_the_same_list_is_drawn_once_and_another_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    _drawn.cache_clear()
    group = sample("steel-wolves-300")
    first = list_picture(sheet(group, link=LINK))
    again = list_picture(sheet(group, link=LINK))
    assert first.content is again.content
    assert _drawn.cache_info().misses == 1

    others = [
        list_picture(sheet(group, "pl", LINK)),
        list_picture(sheet(group, link=f"{LINK}2")),
        list_picture(sheet(group | {"name": "Another"}, link=LINK)),
    ]
    assert len({each.digest for each in (first, *others)}) == 4
