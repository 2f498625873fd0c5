"""A link as a QR code for screens."""

import io

import segno


def qr_svg(link: str) -> bytes:
    """The code with its quiet zone, black on white whatever the theme."""
    picture = io.BytesIO()
    segno.make(link, error="m", micro=False).save(
        picture, kind="svg", border=4, dark="#000", light="#fff", omitsize=True
    )
    return picture.getvalue()
