"""Ed25519 signatures verified by arithmetic alone (RFC 8032, 5.1), named as in `cryptography`.

It stands in for that package's module on the device: some milliseconds a signature. Signing is
asked of the server, which has the keys.
"""

import hashlib

from armybuilder.offline.runtime.absent import NotOnThisDevice

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
ROOT = pow(2, (P - 1) // 4, P)
LENGTH = 32

#: X, Y, Z, T with x = X/Z, y = Y/Z and xy = T/Z.
Point = tuple[int, int, int, int]


class InvalidSignature(Exception):
    """What was signed is something else, or by another key."""


class Ed25519PublicKey:
    """A key to verify with."""

    def __init__(self, content: bytes) -> None:
        self._content = content

    @classmethod
    def from_public_bytes(cls, data: bytes) -> "Ed25519PublicKey":
        """The key of its 32 bytes; raises ValueError for another length."""
        if len(data) != LENGTH:
            raise ValueError("an Ed25519 public key has 32 bytes")
        return cls(data)

    def verify(self, signature: bytes, data: bytes) -> None:
        """Raises InvalidSignature unless this key signed the data so."""
        key, first = _decoded(self._content), _decoded(signature[:LENGTH])
        scalar = int.from_bytes(signature[LENGTH:], "little")
        if key is None or first is None or len(signature) != 2 * LENGTH or scalar >= L:
            raise InvalidSignature
        digest = hashlib.sha512(signature[:LENGTH] + self._content + data).digest()
        factor = int.from_bytes(digest, "little") % L
        if not _same(_times(scalar, BASE), _sum(first, _times(factor, key))):
            raise InvalidSignature


class Ed25519PrivateKey:
    """A key to sign with, which only the server has."""

    @classmethod
    def generate(cls) -> "Ed25519PrivateKey":
        """Raises NotOnThisDevice."""
        raise NotOnThisDevice("Ed25519PrivateKey")

    from_private_bytes = generate


def _sum(one: Point, other: Point) -> Point:
    a = (one[1] - one[0]) * (other[1] - other[0]) % P
    b = (one[1] + one[0]) * (other[1] + other[0]) % P
    c = 2 * one[3] * other[3] * D % P
    d = 2 * one[2] * other[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def _times(factor: int, point: Point) -> Point:
    found: Point = (0, 1, 1, 0)
    while factor:
        if factor & 1:
            found = _sum(found, point)
        point, factor = _sum(point, point), factor >> 1
    return found


def _same(one: Point, other: Point) -> bool:
    x = (one[0] * other[2] - other[0] * one[2]) % P
    y = (one[1] * other[2] - other[1] * one[2]) % P
    return x == y == 0


def _decoded(content: bytes) -> Point | None:
    """The point that 32 bytes stand for; None where they stand for none."""
    number = int.from_bytes(content, "little")
    sign, y = number >> 255, number & ((1 << 255) - 1)
    if len(content) != LENGTH or y >= P:
        return None
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * ROOT % P
    if (x * x - square) % P or (x == 0 and sign):
        return None
    if x & 1 != sign:
        x = P - x
    return x, y, 1, x * y % P


BASE = _decoded((4 * pow(5, -1, P) % P).to_bytes(LENGTH, "little")) or (0, 1, 1, 0)
