"""Seals: what binds somebody to a list before anybody sees it.

The opening of a seal is "mws1~NONCE~LINE": 32 hexadecimal digits drawn by lot, so that nobody finds
the list by trying, and the list as a packed line. The seal is the first 16 bytes of its SHA-256, in
base32 without padding. Who has both reckons anywhere whether they belong together.
"""

import base64
import hashlib
import secrets

from armybuilder.groups.certificates.writing import SEAL_MARK

_BYTES = 16


def opening_of(line: str) -> str:
    """A new opening for a packed line."""
    return f"{SEAL_MARK}~{secrets.token_hex(16)}~{line}"


def seal_of(opening: str) -> str:
    """The 26 letters and digits that an opening is bound to."""
    digest = hashlib.sha256(opening.encode("ascii")).digest()[:_BYTES]
    return base64.b32encode(digest).decode().rstrip("=")


def line_in(opening: str) -> str:
    """The packed line of an opening."""
    return opening.split("~", 2)[2]
