"""The third-party notices: complete, and as the packages say."""

import re
from pathlib import Path

import pytest

from armybuilder.tools import notices

ROOT = notices.ROOT
FONTS = {".ttf", ".otf", ".woff", ".woff2"}


def place_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def test_the_file_is_what_the_command_writes() -> None:
    assert notices.FILE.read_text("utf-8") == notices.written()


def test_every_locked_package_is_named() -> None:
    named = {(each.name, each.version) for each in notices.packages()}
    for lock in ROOT.glob("requirements*.txt"):
        pinned = re.findall(r"^(\S+?)==(\S+)", lock.read_text("utf-8"), re.MULTILINE)
        assert pinned
        assert set(pinned) <= named


def test_fonts_and_vendored_scripts_are_named_with_their_licence() -> None:
    foreign = {path.parent for path in (ROOT / "armybuilder").rglob("*") if path.suffix in FONTS}
    foreign |= {path for path in (ROOT / "armybuilder").rglob("vendor") if path.is_dir()}
    assert foreign
    for folder in foreign:
        (licence,) = (each[3] for each in notices.KEPT if each[1] == f"`{place_of(folder)}/`")
        texts = re.findall(r"`([\w-]+\.txt)`", licence)
        assert texts
        assert all((folder / text).exists() for text in texts)


def test_what_is_named_is_there() -> None:
    for _what, place, *_rest in notices.KEPT:
        assert (ROOT / place.strip("`")).exists(), place


def test_a_package_without_a_licence_is_told_by_name() -> None:
    with pytest.raises(notices.Unnamed, match="no-such-package is not installed"):
        notices.licence_of("no-such-package")
