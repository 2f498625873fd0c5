"""What push services are sent: notices sealed for one device (RFC 8291), signed by the site
(RFC 8292)."""

import base64
import binascii
import json
import os
from datetime import datetime, timedelta

from cryptography.hazmat.primitives.asymmetric.ec import (
    ECDH,
    ECDSA,
    SECP256R1,
    EllipticCurvePrivateKey,
    EllipticCurvePublicKey,
    generate_private_key,
)
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

_RECORD, _SALT, _SECRET, _POINT = 4096, 16, 16, 65
#: How long a signature holds; push services want a day at most.
_HOLDS = timedelta(hours=12)


class BadKeys(Exception):
    """The keys of a device are none."""


def text_of(content: bytes) -> str:
    """Bytes in URL-safe base64 without padding."""
    return base64.urlsafe_b64encode(content).decode().rstrip("=")


def bytes_of(text: str) -> bytes:
    """Bytes from URL-safe base64; raises BadKeys."""
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError) as error:
        raise BadKeys from error


def point_of(key: EllipticCurvePrivateKey) -> bytes:
    """The public key as 65 bytes."""
    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def check_keys(p256dh: str, auth: str) -> None:
    """Raises BadKeys unless notices can be sealed by these."""
    point, secret = bytes_of(p256dh), bytes_of(auth)
    if len(point) != _POINT or len(secret) != _SECRET:
        raise BadKeys
    try:
        EllipticCurvePublicKey.from_encoded_point(SECP256R1(), point)
    except ValueError as error:
        raise BadKeys from error


def sealed_for(
    device: bytes,
    secret: bytes,
    content: bytes,
    *,
    own: EllipticCurvePrivateKey | None = None,
    salt: bytes = b"",
) -> bytes:
    """A notice that only the device with this public key and secret reads, as one record of
    `aes128gcm` (RFC 8291, RFC 8188). `own` and `salt` are drawn anew unless a test names them."""
    own, salt = own or generate_private_key(SECP256R1()), salt or os.urandom(_SALT)
    public = point_of(own)
    shared = own.exchange(ECDH(), EllipticCurvePublicKey.from_encoded_point(SECP256R1(), device))
    material = _drawn(shared, secret, b"WebPush: info\0" + device + public, 32)
    key = _drawn(material, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _drawn(material, salt, b"Content-Encoding: nonce\0", 12)
    header = salt + _RECORD.to_bytes(4, "big") + bytes([len(public)]) + public
    return header + AESGCM(key).encrypt(nonce, content + b"\x02", None)


def signature(private: EllipticCurvePrivateKey, origin: str, contact: str, now: datetime) -> str:
    """The header by which a push service at an origin knows the site, and whom to turn to."""
    claims = {"aud": origin, "exp": int((now + _HOLDS).timestamp()), "sub": contact}
    parts = ({"typ": "JWT", "alg": "ES256"}, claims)
    signed = ".".join(text_of(json.dumps(part).encode()) for part in parts)
    r, s = decode_dss_signature(private.sign(signed.encode(), ECDSA(SHA256())))
    token = f"{signed}.{text_of(r.to_bytes(32, 'big') + s.to_bytes(32, 'big'))}"
    return f"vapid t={token}, k={text_of(point_of(private))}"


def _drawn(material: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(SHA256(), length, salt=salt, info=info).derive(material)
