"""Secrets kept in the database, sealed with the site's own: whoever has only the tables reads none.

AES-GCM with a key drawn from SECRET_KEY for each purpose; what was sealed is bound to its name.
"""

import os

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings

_NONCE_BYTES = 12


class Unopened(Exception):
    """Something is sealed with another secret than the site has now."""


def sealed(content: bytes, *, purpose: bytes, name: str) -> bytes:
    """A secret sealed with the site's."""
    nonce = os.urandom(_NONCE_BYTES)
    return nonce + _cipher(settings.SECRET_KEY, purpose).encrypt(nonce, content, name.encode())


def opened(content: bytes, *, purpose: bytes, name: str) -> bytes:
    """What was sealed under a name, also with a former secret; raises Unopened."""
    nonce, rest = content[:_NONCE_BYTES], content[_NONCE_BYTES:]
    for secret in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS):
        try:
            return _cipher(secret, purpose).decrypt(nonce, rest, name.encode())
        except InvalidTag:
            continue
    raise Unopened


def _cipher(secret: str, purpose: bytes) -> AESGCM:
    return AESGCM(HKDF(SHA256(), 32, salt=None, info=purpose).derive(secret.encode()))
