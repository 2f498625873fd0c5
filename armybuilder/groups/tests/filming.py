"""What a camera sees of a code on paper."""

from pathlib import Path

from PIL import Image

from armybuilder.groups.exports.qr_code import modules

SIZE = (1280, 720)
#: Pixels a module has, and degrees by which the paper is turned in one picture after another.
MODULE, TURNS = 6, (-4.0, -3.0, 3.0, 5.0)
TABLE, PAPER, INK = (96, 104, 110), (250, 248, 240), (30, 28, 34)


def film_of(content: str, film: Path) -> Path:
    """Write a film of a code that lies on a table, a little aslant."""
    rows = modules(content)
    code = Image.new("RGB", (len(rows), len(rows)))
    code.putdata([INK if dark else PAPER for row in rows for dark in row])
    paper = code.resize((code.width * MODULE, code.height * MODULE), Image.Resampling.NEAREST)
    with film.open("wb") as written:
        for turn in TURNS:
            picture = Image.new("RGB", SIZE, TABLE)
            turned = paper.rotate(turn, Image.Resampling.BICUBIC, expand=True, fillcolor=TABLE)
            picture.paste(turned, ((SIZE[0] - turned.width) // 2, (SIZE[1] - turned.height) // 2))
            picture.save(written, "JPEG", quality=80)
    return film
