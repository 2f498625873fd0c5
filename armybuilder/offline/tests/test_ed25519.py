"""The device's own verifying, beside the library's."""

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from armybuilder.offline.runtime import ed25519
from armybuilder.offline.runtime.absent import NotOnThisDevice

#: RFC 8032, 7.1, TEST 3: public key, message, signature.
PUBLIC = "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025"
SIGNATURE = (
    "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac"
    "18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a"
)


def holds(public: bytes, signature: bytes, data: bytes) -> bool:
    try:
        ed25519.Ed25519PublicKey.from_public_bytes(public).verify(signature, data)
    except ed25519.InvalidSignature:
        return False
    return True


def test_the_vector_of_the_standard_holds() -> None:
    public, signature = bytes.fromhex(PUBLIC), bytes.fromhex(SIGNATURE)

    assert holds(public, signature, b"\xaf\x82")
    assert not holds(public, signature, b"\xaf\x83")


def test_what_the_library_signs_holds_and_nothing_else() -> None:
    key = Ed25519PrivateKey.generate()
    public = key.public_key().public_bytes_raw()
    for length in (0, 1, 300):
        data = bytes(range(256))[:length] * 2
        signature = key.sign(data)
        assert holds(public, signature, data)
        for place in (0, 31, 32, 63):
            other = bytearray(signature)
            other[place] ^= 1
            assert not holds(public, bytes(other), data)
        # The same number a second time round is another way to write the signature.
        more = int.from_bytes(signature[32:], "little") + ed25519.L
        assert not holds(public, signature[:32] + more.to_bytes(32, "little"), data)
        assert not holds(public, signature[:63], data)


def test_keys_that_are_none_verify_nothing() -> None:
    assert not holds(b"\xff" * 32, bytes(64), b"")
    with pytest.raises(ValueError, match="32 bytes"):
        ed25519.Ed25519PublicKey.from_public_bytes(b"short")
    with pytest.raises(NotOnThisDevice):
        ed25519.Ed25519PrivateKey.generate()
