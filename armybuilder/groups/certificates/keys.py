"""The keys the site signs certificates with: one at a time, the former ones kept to judge by."""

import base64
import hashlib
from collections.abc import Callable
from datetime import datetime
from typing import Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from django.db import IntegrityError, transaction
from django.utils import timezone

from armybuilder.groups.models import CertificateKey
from armybuilder.site.sealing import Unopened, opened, sealed

_PURPOSE = b"certificate keys"


def signer() -> tuple[str, Callable[[bytes], bytes]]:
    """The id of the key the site signs with now, made if there is none, and what signs with it."""
    key = CertificateKey.objects.filter(retired=None).first() or _make()
    try:
        private = _opened(key)
    except Unopened:  # The site has lost its secret: what was signed holds, the key signs no more.
        key = rotate()
        private = _opened(key)
    return key.key_id, private.sign


def rotate() -> CertificateKey:
    """A new key to sign with; what former ones signed holds."""
    with transaction.atomic():
        CertificateKey.objects.filter(retired=None).update(retired=timezone.now())
        return _made()


def distrust(key_id: str) -> None:
    """Let nothing hold that a key has signed, and sign with it no more; raises
    CertificateKey.DoesNotExist."""
    with transaction.atomic():
        key = CertificateKey.objects.select_for_update().get(key_id=key_id)
        key.trusted, key.retired = False, key.retired or timezone.now()
        key.save(update_fields=["trusted", "retired"])


def has_signed(key: CertificateKey, signature: bytes, signed: bytes) -> bool:
    """Whether a signature over some bytes is of a key."""
    try:
        Ed25519PublicKey.from_public_bytes(_bytes(key.public)).verify(signature, signed)
    except InvalidSignature:
        return False
    return True


def key_set() -> dict[str, Any]:
    """The trusted keys as a JSON Web Key Set (RFC 7517, RFC 8037), for whoever wants to verify."""
    return {
        "keys": [
            {
                **{"kty": "OKP", "crv": "Ed25519", "alg": "EdDSA", "use": "sig"},
                **{"kid": key.key_id, "x": key.public, "iat": int(key.created.timestamp())},
            }
            for key in CertificateKey.objects.filter(trusted=True)
        ]
    }


def _make() -> CertificateKey:
    """A first key, or the one another process has just made."""
    try:
        with transaction.atomic():
            return _made()
    except IntegrityError:
        return CertificateKey.objects.get(retired=None)


def _made() -> CertificateKey:
    private = Ed25519PrivateKey.generate()
    public = private.public_key().public_bytes_raw()
    key_id = hashlib.sha256(public).hexdigest()[:8]
    kept = _text(sealed(private.private_bytes_raw(), purpose=_PURPOSE, name=key_id))
    now: datetime = timezone.now()
    return CertificateKey.objects.create(
        key_id=key_id, public=_text(public), private=kept, created=now
    )


def _opened(key: CertificateKey) -> Ed25519PrivateKey:
    """The private key; raises Unopened."""
    private = opened(_bytes(key.private), purpose=_PURPOSE, name=key.key_id)
    return Ed25519PrivateKey.from_private_bytes(private)


def _text(content: bytes) -> str:
    return base64.urlsafe_b64encode(content).decode().rstrip("=")


def _bytes(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
