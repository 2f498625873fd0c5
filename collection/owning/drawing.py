"""A program that draws a picture anew: the file comes in, two bare WebP pictures go out.

It runs apart from the site, so that a picture made to cost much costs only this process, which is
held to bounds of memory and time, and leaves nothing behind when it ends. It knows nothing but
Pillow. Arguments: the most pixels, the longer side of the large picture and of the small one, the
quality.
"""

import struct
import sys
import warnings
from contextlib import suppress
from io import BytesIO

from PIL import Image, ImageOps

FORMATS = ("JPEG", "PNG", "WEBP")
#: The mark of a scan in a JPEG. A picture has some ten; each costs as much as the whole picture.
SCAN, MOST_SCANS = b"\xff\xda", 100
#: What goes out first: width and height of the large picture, the length of each file.
HEAD = struct.Struct(">IIII")
#: How it ends; anything else is a picture it stumbled over.
DRAWN, TOO_LARGE, BAD = 0, 3, 4
#: Bytes of address space, seconds of a processor.
MEMORY, SECONDS = 1_000_000_000, 30


def keep_within_bounds() -> None:
    """Not on Windows, which has no such bounds."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))


def draw(content: bytes, most_pixels: int, sides: tuple[int, int], quality: int) -> bytes | int:
    """Both pictures with their head, or why not.

    What is asked of the file comes before what takes memory: its size before its pixels, a small
    copy before another kind of colours.
    """
    warnings.simplefilter("ignore", Image.DecompressionBombWarning)
    try:
        with Image.open(BytesIO(content), formats=FORMATS) as checked:
            if checked.width * checked.height > most_pixels:
                return TOO_LARGE
            if checked.format == "JPEG" and content.count(SCAN) > MOST_SCANS:
                return BAD
            checked.verify()
        large = _upright(content, sides[0])
        small = large.copy()
        small.thumbnail((sides[1], sides[1]))
        files = [_written(picture, quality) for picture in (large, small)]
    except Image.DecompressionBombError:
        return TOO_LARGE
    except Exception:  # Decoders raise whatever they stumble over.
        return BAD
    return HEAD.pack(large.width, large.height, *map(len, files)) + b"".join(files)


def _upright(content: bytes, longest: int) -> Image.Image:
    """The pixels alone, no more than so many on the longer side."""
    with Image.open(BytesIO(content), formats=FORMATS) as picture:
        picture.draft("RGB", (longest, longest))
        drawn = picture.convert("RGBA") if picture.mode == "P" else picture
        drawn.thumbnail((longest, longest))
        upright = ImageOps.exif_transpose(drawn).convert("RGB")
    bare = Image.new("RGB", upright.size)
    bare.paste(upright)
    return bare


def _written(picture: Image.Image, quality: int) -> bytes:
    file = BytesIO()
    picture.save(file, "WEBP", quality=quality)
    return file.getvalue()


def main() -> int:
    """Read, draw, write."""
    most_pixels, large, small, quality = map(int, sys.argv[1:])
    keep_within_bounds()
    answer = draw(sys.stdin.buffer.read(), most_pixels, (large, small), quality)
    if isinstance(answer, int):
        return answer
    sys.stdout.buffer.write(answer)
    return DRAWN


if __name__ == "__main__":
    sys.exit(main())
