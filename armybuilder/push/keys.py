"""The key by which push services know the site, made by itself."""

from cryptography.hazmat.primitives.asymmetric.ec import (
    SECP256R1,
    EllipticCurvePrivateKey,
    derive_private_key,
    generate_private_key,
)

from armybuilder.push.encoding import bytes_of, point_of, text_of
from armybuilder.push.models import PushKey
from armybuilder.site.sealing import Unopened, opened, sealed

_PURPOSE = b"push keys"
#: There is one key, so that two processes make no two.
_ONE = 1


def own_key() -> PushKey:
    """The site's key. Where its secret was lost another is made, and devices that knew the former
    one are forgotten: push services would take nothing for them."""
    key = PushKey.objects.filter(pk=_ONE).first()
    if key is not None:
        try:
            private_of(key)
        except Unopened:
            key.delete()
            key = None
    return key or PushKey.objects.get_or_create(pk=_ONE, defaults=_made())[0]


def private_of(key: PushKey) -> EllipticCurvePrivateKey:
    """What the site signs with; raises Unopened."""
    private = opened(bytes_of(key.private), purpose=_PURPOSE, name=key.public)
    return derive_private_key(int.from_bytes(private, "big"), SECP256R1())


def _made() -> dict[str, str]:
    private = generate_private_key(SECP256R1())
    public = text_of(point_of(private))
    number = private.private_numbers().private_value.to_bytes(32, "big")
    return {"public": public, "private": text_of(sealed(number, purpose=_PURPOSE, name=public))}
