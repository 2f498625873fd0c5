"""QR codes: the pictures show the code of the address, and readers can make it out on paper."""

import io
import shutil
import subprocess
from pathlib import Path

import pytest
import segno
from PIL import Image
from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm

from armybuilder.groups.exports import export
from armybuilder.groups.exports.army_sheet import CLOSING, FOOTER, QR_SIDE
from armybuilder.groups.exports.pdf import MARGIN
from armybuilder.groups.exports.qr_code import MOST_MODULES, PIXELS, QUIET, fits, modules
from armybuilder.groups.tests.exports.sheets import LINK, sample, sheet

#: What cameras of phones make out on paper, in millimetres.
SMALLEST_MODULE = 0.33


def sampled(
    picture: Image.Image, left: float, top: float, side: float, count: int
) -> list[list[bool]]:
    """The modules of a code in a picture, each by the pixel in its middle; True is dark."""
    two_inks, step = picture.convert("1"), side / count
    middles = [(number + 0.5) * step for number in range(count)]
    return [
        [two_inks.getpixel((int(left + x), int(top + y))) == 0 for x in middles] for y in middles
    ]


def code_of(address: str) -> list[list[bool]]:
    """The rows of the same code by segno itself."""
    made = segno.make_qr(address, error="l", boost_error=True)
    return [[bool(dark) for dark in row] for row in made.matrix_iter(border=QUIET)]


def test_the_png_shows_the_code_of_the_link() -> None:
    content = export(sheet(sample("steel-wolves-300"), link=LINK), "qr_png").content
    picture = Image.open(io.BytesIO(content))
    wanted = code_of(LINK)

    assert picture.size == (len(wanted) * PIXELS,) * 2
    assert sampled(picture, 0, 0, picture.width, len(wanted)) == wanted


def test_the_svg_is_a_picture_of_the_same_size() -> None:
    content = export(sheet(sample("steel-wolves-300"), link=LINK), "qr").content.decode()

    assert f'width="{len(code_of(LINK)) * PIXELS}"' in content
    assert "<svg" in content


@pytest.mark.skipif(not shutil.which("pdftoppm"), reason="pdftoppm is not installed")
def test_the_code_can_be_read_off_the_printed_sheet(tmp_path: Path) -> None:
    drawn = sheet(sample("steel-wolves-300"), link=LINK)
    (tmp_path / "sheet.pdf").write_bytes(export(drawn, "pdf").content)
    subprocess.run(
        ["pdftoppm", "-r", "300", "-png", "-singlefile", "sheet.pdf", "sheet"],
        cwd=tmp_path,
        check=True,
    )
    picture = Image.open(tmp_path / "sheet.png")
    dots = 300 / 72
    height, width = A4
    left = (width - MARGIN - QR_SIDE) * dots
    top = (height - MARGIN - FOOTER - CLOSING + 2 * mm) * dots

    wanted = code_of(LINK)
    assert sampled(picture, left, top, QR_SIDE * dots, len(wanted)) == wanted


def test_the_largest_code_a_sheet_bears_has_modules_a_phone_makes_out() -> None:
    assert QR_SIDE / mm / MOST_MODULES >= SMALLEST_MODULE


def test_what_is_too_long_for_paper_does_not_fit() -> None:
    assert fits("x" * 400)
    assert not fits("x" * 700)
    assert not fits("x" * 5000)
    assert len(modules("x" * 400)) <= MOST_MODULES
