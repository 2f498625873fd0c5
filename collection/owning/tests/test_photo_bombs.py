"""Pictures made to cost much: refused before they are drawn, or drawn within bounds."""

import struct
import subprocess
import sys
import zlib
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from collection.common.busy import Busy
from collection.owning.drawing import SCAN
from collection.owning.services import photos


def chunk(kind: bytes, content: bytes) -> bytes:
    return (
        struct.pack(">I", len(content))
        + kind
        + content
        + struct.pack(">I", zlib.crc32(kind + content))
    )


def png_bomb(side: int = 50_000, rows: int = 50_000) -> bytes:
    """A PNG of much white and little else."""
    row = b"\0" + b"\xff" * (side // 8)
    packer = zlib.compressobj(9)
    body = b"".join(packer.compress(row) for _ in range(rows)) + packer.flush()
    head = struct.pack(">IIBBBBB", side, side, 1, 0, 0, 0, 0)
    ends = chunk(b"IDAT", body) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + ends


def drawn_as(form: str, **more: object) -> bytes:
    file = BytesIO()
    Image.new("RGB", (64, 48), "firebrick").save(file, form, **more)
    return file.getvalue()


def photoshop() -> bytes:
    return b"8BPS" + struct.pack(">H6xHIIHH", 1, 3, 48, 64, 8, 3) + b"\0" * 4_000


def with_text(length: int) -> bytes:
    """A PNG with so much text packed in."""
    picture = drawn_as("PNG")
    text = b"Comment\0\0" + zlib.compress(b"x" * length, 9)
    return picture[:33] + chunk(b"zTXt", text) + picture[33:]


def with_scans(count: int) -> bytes:
    picture = drawn_as("JPEG", progressive=True)
    scan = picture.index(SCAN)
    return picture[:scan] + picture[scan:-2] * count + picture[-2:]


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(drawn_as("GIF", save_all=True), id="a GIF"),
        pytest.param(drawn_as("TIFF"), id="a TIFF"),
        pytest.param(photoshop(), id="a PSD"),
        pytest.param(drawn_as("PNG")[:120], id="a PNG cut off"),
        pytest.param(drawn_as("WEBP")[:60], id="a WebP cut off"),
        pytest.param(with_text(50_000_000), id="a PNG with 50 MB of text"),
        pytest.param(with_scans(40), id="a JPEG of hundreds of scans"),
    ],
)
def test_what_only_looks_like_a_picture_is_refused(content: bytes) -> None:
    with pytest.raises(photos.BadPhoto):
        photos.drawn_anew(BytesIO(content))


def test_a_picture_of_50000_by_50000_is_refused_by_its_head() -> None:
    content = png_bomb()
    assert len(content) < 1_000_000
    with pytest.raises(photos.PhotoTooLarge):
        photos.drawn_anew(BytesIO(content))


def test_much_exif_costs_nothing_and_goes() -> None:
    exif = Image.Exif()
    exif[0x0112] = 3
    exif[0x9286] = b"x" * 60_000
    content = drawn_as("JPEG", exif=exif) + b"x" * 1_000_000

    assert photos.drawn_anew(BytesIO(content)).width == 64


@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "RGB", "RGBA", "I;16"])
def test_every_kind_of_colours_is_drawn(mode: str) -> None:
    file = BytesIO()
    Image.new(mode, (2_000, 20)).save(file, "PNG")
    file.seek(0)

    assert photos.drawn_anew(file).height == 16


def test_a_third_picture_waits_and_is_told_to_come_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(photos, "LONGEST_WAIT", 0.01)
    with photos.DRAWN_AT_ONCE, photos.DRAWN_AT_ONCE, pytest.raises(Busy):
        photos.drawn_anew(BytesIO(drawn_as("PNG")))


ROOT = Path(__file__).resolve().parents[3]
#: Draws the picture of a file; prints its width and the most memory that took, in kB.
DRAWING_ONE = """
import os, resource, sys
os.environ["DJANGO_SETTINGS_MODULE"] = "armybuilder.tests.settings"
import django
django.setup()
from collection.owning.services import photos
with open(sys.argv[1], "rb") as file:
    width = photos.drawn_anew(file).width
print(width, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""


def largest(form: str) -> bytes:
    """One of the most pixels there may be, of the dearest kind."""
    file = BytesIO()
    if form == "PNG":
        Image.new("RGBA", (4_000, 4_000), (1, 2, 3, 4)).save(file, form)
    else:
        dear = {"progressive": True, "subsampling": 0} if form == "JPEG" else {}
        noise = Image.effect_noise((4_000, 4_000), 20)
        colours = Image.merge("RGB", (noise, noise.rotate(90), noise.rotate(180)))
        colours.save(file, form, quality=30, **dear)
    return file.getvalue()


@pytest.mark.skipif(sys.platform == "win32", reason="the system does not say what memory was used")
@pytest.mark.parametrize("form", ["JPEG", "PNG", "WEBP"])
def test_the_largest_pictures_stay_within_bounds(form: str, tmp_path: Path) -> None:
    """Drawn from a small process: what is measured of a child counts the copy of its parent."""
    picture = tmp_path / "largest"
    picture.write_bytes(largest(form))
    program = [sys.executable, "-c", DRAWING_ONE, str(picture)]
    done = subprocess.run(program, cwd=ROOT, capture_output=True, text=True, check=True)
    width, peak = map(int, done.stdout.split())
    assert width == 1_600
    assert peak < 400_000


def test_what_takes_more_than_its_bounds_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(photos, "LONGEST_DRAWN", 0.001)
    with pytest.raises(photos.BadPhoto):
        photos.drawn_anew(BytesIO(drawn_as("PNG")))
