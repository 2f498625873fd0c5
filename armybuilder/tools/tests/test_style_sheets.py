"""Every page asks for the frame's style sheet and its room's, and both are whole."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders

from armybuilder.tools.style_sheets import IMPORT, bundled

SHEETS = [
    "css/site.css",
    *(
        f"css/rooms/{path.name}"
        for folder in ("armybuilder", "collection")
        for path in sorted((settings.BASE_DIR / folder / "static/css/rooms").glob("*.css"))
    ),
]
TEMPLATES = settings.BASE_DIR / "templates"
LINK = re.compile(r"css/[\w/-]+\.css")


def source(name: str) -> str:
    path = finders.find(name)
    assert isinstance(path, str), name
    return Path(path).read_text("utf-8")


@pytest.mark.parametrize("name", SHEETS)
def test_a_sheet_holds_what_it_imports_in_that_order(name: str) -> None:
    whole = bundled(name, source)

    assert "@import" not in whole
    parts = IMPORT.findall(source(name))
    assert parts
    at = 0
    for path, layer in parts:
        lines = source("css/" + path.removeprefix("../")).strip().splitlines()
        start = f"@layer {layer} {{\n{lines[0]}" if layer else lines[0]
        at = whole.index(start, at)
    for path in re.findall(r'url\("(\.\./[^"]+)"\)', whole):
        assert finders.find((Path(name).parent / path).as_posix().replace("css/../", "")), path


def test_what_an_imported_sheet_names_is_found_from_where_it_stands_then() -> None:
    sheets = {
        "css/rooms/one.css": '@import url("../part.css") layer(components);\n',
        "css/part.css": 'a { src: url("../fonts/F.woff2"); fill: url("#hatch"); }\n',
        "css/odd.css": "@import 'part.css';\n",
    }

    assert bundled("css/rooms/one.css", sheets.__getitem__) == (
        '@layer components {\na { src: url("../../fonts/F.woff2"); fill: url("#hatch"); }\n}\n'
    )
    with pytest.raises(ValueError, match=r"odd\.css"):
        bundled("css/odd.css", sheets.__getitem__)


def test_every_component_is_in_a_sheet_that_is_asked_for() -> None:
    components = {
        path.name
        for folder in ("armybuilder", "collection")
        for path in (settings.BASE_DIR / folder / "static/css").glob("*.css")
    }
    imported = {
        path.removeprefix("../") for name in SHEETS for path, _ in IMPORT.findall(source(name))
    }
    linked = {name for path in TEMPLATES.rglob("*.html") for name in LINK.findall(path.read_text())}

    assert linked == {*SHEETS, "css/more-contrast.css"}
    assert components == imported | {"site.css", "more-contrast.css"}


def test_a_page_of_a_room_asks_for_one_sheet_beside_the_frames() -> None:
    """The room's `base.html` names it; no page but the frame's names another."""
    for path in TEMPLATES.rglob("*.html"):
        room, text = path.relative_to(TEMPLATES).parts[0], path.read_text("utf-8")
        if LINK.search(text):
            assert path.name in {"base.html", "bare.html", "home.html", "styleguide.html"}, path
            assert path.name != "base.html" or path.parent == TEMPLATES or text.count("css/") == 1
        has_base = (TEMPLATES / room / "base.html").exists() and path.name != "base.html"
        if has_base or room == "systems":
            assert '{% extends "base.html" %}' not in text, path
