"""Notices on devices: asked for, sealed, signed, sent to nobody but push services, given up."""

import base64
import json
import ssl
import threading
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric.ec import (
    ECDH,
    ECDSA,
    SECP256R1,
    EllipticCurvePublicKey,
    derive_private_key,
    generate_private_key,
)
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from django.test import Client
from pytest_django import Settings

from armybuilder.push import delivering, services
from armybuilder.push.delivering import NoWay, is_public, place_of, public_address
from armybuilder.push.encoding import bytes_of, point_of, sealed_for, text_of
from armybuilder.push.keys import own_key
from armybuilder.push.models import PushDevice, PushKey
from armybuilder.push.services import NotADevice, Notice, send, switch_off, switch_on
from armybuilder.site.models import Owner, User

HERS = generate_private_key(SECP256R1())
SECRET = bytes(range(16))
DEVICE = {"p256dh": text_of(point_of(HERS)), "auth": text_of(SECRET)}
AT = "https://push.example/send/one"
NOTICE = Notice("Your turn", "Against Ola.", "/en/skirmishes/x/", "x1")


def asked(owner: Owner, address: str = AT) -> PushDevice:
    return switch_on(owner=owner, address=address, language="en", **DEVICE)


@pytest.fixture
def owner(member: User) -> Owner:
    return Owner(member)


def test_a_notice_is_sealed_as_the_standard_shows_it() -> None:
    # RFC 8291, appendix A.
    private = bytes_of("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")
    device = (
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
    )
    found = sealed_for(
        bytes_of(device),
        bytes_of("BTBZMqHH6r4Tts7J_aSIgg"),
        b"When I grow up, I want to be a watermelon",
        own=derive_private_key(int.from_bytes(private, "big"), SECP256R1()),
        salt=bytes_of("DGv6ra1nlYgDCS1FRnbzlw"),
    )
    assert text_of(found) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYW"
        "AmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgS"
        "xsj_Qulcy4a-fN"
    )


# --- The way ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "address",
    [
        "http://push.example/one",
        "https://push.example:8443/one",
        "https://me:secret@push.example/one",
        "https:///one",
        "https://push.example/one two",
        "https://push.example/\r\nHost: inner",
        "https://[::1/one",
        "ftp://push.example/one",
    ],
)
def test_only_addresses_by_https_are_called(address: str, owner: Owner) -> None:
    with pytest.raises(NoWay):
        place_of(address)
    with pytest.raises(NotADevice):
        asked(owner, address)


@pytest.mark.parametrize(
    ("address", "public"),
    [
        ("93.184.215.14", True),
        ("2606:2800:21f:cb07:6820:80da:af6b:8b2c", True),
        ("127.0.0.1", False),
        ("10.1.2.3", False),
        ("169.254.169.254", False),
        ("100.64.0.1", False),
        ("224.0.0.1", False),
        ("::1", False),
        ("fe80::1%eth0", False),
        ("fd00::1", False),
        ("::ffff:127.0.0.1", False),
        ("2002:7f00:1::", False),
        ("64:ff9b::5db8:d70e", True),
        ("64:ff9b::7f00:1", False),
        ("64:ff9b:1::7f00:1", False),
        ("::127.0.0.1", False),
        ("::ffff:0:127.0.0.1", False),
        ("fec0::1", False),
    ],
)
def test_only_public_addresses_are_called(address: str, public: bool) -> None:
    assert is_public(address) is public


def test_a_name_that_also_means_an_inner_address_is_not_called(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def found(*addresses: str) -> None:
        entries = [(2, 1, 6, "", (each, 443)) for each in addresses]
        monkeypatch.setattr(delivering.socket, "getaddrinfo", lambda *_a, **_k: entries)

    found("93.184.215.14")
    assert public_address("push.example") == ("93.184.215.14", 443)
    found("93.184.215.14", "127.0.0.1")
    with pytest.raises(NoWay):
        public_address("push.example")


class Service(HTTPServer):
    """A push service that keeps what it was sent, and answers with a `status`."""

    status = 201
    #: Whether it goes on answering, a byte at a time, until somebody hangs up or it is over.
    never_ends = False

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Kept)
        self.over = threading.Event()
        self.received: list[tuple[str, dict[str, str], bytes]] = []


class _Kept(BaseHTTPRequestHandler):
    server: Service

    def do_POST(self) -> None:
        content = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.received.append((self.path, dict(self.headers), content))
        if self.server.never_ends:
            self._answer_without_end()
            return
        self.send_response(self.server.status)
        self.send_header("Location", "https://elsewhere.example/")
        self.send_header("Content-Length", "0")
        self.end_headers()

    def _answer_without_end(self) -> None:
        with suppress(OSError):
            self.wfile.write(b"HTTP/1.1 201 ")
            while not self.server.over.wait(0.05):
                self.wfile.write(b"x")
        self.server.over.set()
        self.close_connection = True

    def log_message(self, *args: object) -> None:
        pass


@pytest.fixture
def service(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Service]:
    """One on this machine with a certificate of its own for `push.example`."""
    private = generate_private_key(SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "push.example")])
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(private.public_key())
        .serial_number(1)
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("push.example")]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .sign(private, SHA256())
    )
    file = tmp_path / "push.pem"
    kept = private.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    file.write_bytes(kept + certificate.public_bytes(Encoding.PEM))
    served = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    served.load_cert_chain(file)
    server = Service()
    server.socket = served.wrap_socket(server.socket, server_side=True)
    monkeypatch.setattr(delivering, "public_address", lambda host: server.server_address)
    believed = ssl.create_default_context(cafile=str(file))
    monkeypatch.setattr(delivering, "context", lambda: believed)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    yield server
    server.over.set()
    server.shutdown()
    server.server_close()


def read_by_her(content: bytes) -> dict[str, str]:
    """What the device makes of a notice."""
    salt, length, point = content[:16], content[20], content[21:86]
    assert length == 65
    theirs = EllipticCurvePublicKey.from_encoded_point(SECP256R1(), point)
    info = b"WebPush: info\0" + point_of(HERS) + point
    material = HKDF(SHA256(), 32, SECRET, info).derive(HERS.exchange(ECDH(), theirs))
    key = HKDF(SHA256(), 16, salt, b"Content-Encoding: aes128gcm\0").derive(material)
    nonce = HKDF(SHA256(), 12, salt, b"Content-Encoding: nonce\0").derive(material)
    told = AESGCM(key).decrypt(nonce, content[86:], None)
    assert told.endswith(b"\x02")
    read: dict[str, str] = json.loads(told[:-1])
    return read


def test_a_notice_arrives_sealed_for_its_device_and_signed_by_the_site(
    owner: Owner, service: Service, settings: Settings
) -> None:
    settings.SITE_URL = "https://games.example"
    device = asked(owner)
    assert send(device=device, notice=NOTICE)
    ((path, headers, content),) = service.received
    assert (path, headers["Host"], headers["Topic"]) == ("/send/one", "push.example", "x1")
    assert read_by_her(content) == {
        "title": "Your turn",
        "body": "Against Ola.",
        "url": "https://games.example/en/skirmishes/x/",
        "tag": "x1",
        "lang": "en",
    }
    token, _comma, key = headers["Authorization"].removeprefix("vapid t=").partition(", k=")
    signed, _dot, signature = token.rpartition(".")
    raw = bytes_of(signature)
    point = EllipticCurvePublicKey.from_encoded_point(SECP256R1(), bytes_of(key))
    r, s = int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big")
    point.verify(encode_dss_signature(r, s), signed.encode(), ECDSA(SHA256()))
    claims = json.loads(base64.urlsafe_b64decode(signed.split(".")[1] + "=="))
    assert claims["aud"] == "https://push.example" and claims["sub"] == settings.SITE_URL
    assert key == own_key().public
    assert PushDevice.objects.get().used > device.used


@pytest.mark.parametrize(
    ("status", "taken", "left"),
    [(302, False, 1), (404, False, 0), (410, False, 0), (429, False, 1)],
)
def test_a_device_that_is_gone_is_forgotten_and_nothing_is_followed(
    status: int, taken: bool, left: int, owner: Owner, service: Service
) -> None:
    service.status = status
    assert send(device=asked(owner), notice=NOTICE) is taken
    assert len(service.received) == 1 and PushDevice.objects.count() == left


def test_a_service_that_never_ends_its_answer_is_hung_up_on(
    owner: Owner, service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(delivering, "LONGEST_ANSWER", 0.3)
    service.never_ends = True
    assert not send(device=asked(owner), notice=NOTICE)
    assert service.over.wait(5), "the service knows that nobody listens"


def test_a_service_with_a_wrong_name_is_not_believed(owner: Owner, service: Service) -> None:
    assert not send(device=asked(owner, "https://other.example/one"), notice=NOTICE)
    assert not service.received


# --- The key ----------------------------------------------------------------------------------


def test_devices_are_bound_to_a_key_that_goes_when_the_secret_is_lost(
    owner: Owner, settings: Settings
) -> None:
    asked(owner)
    first = own_key().public
    settings.SECRET_KEY_FALLBACKS, settings.SECRET_KEY = [settings.SECRET_KEY], "another" * 9
    assert own_key().public == first and PushDevice.objects.exists()
    settings.SECRET_KEY_FALLBACKS = []
    assert own_key().public != first
    assert not PushDevice.objects.exists() and PushKey.objects.count() == 1


# --- Asking -----------------------------------------------------------------------------------


def test_a_device_is_switched_on_and_off_by_whoever_has_it(
    client: Client, member: User, settings: Settings
) -> None:
    sent = {"address": AT, **DEVICE}
    assert [client.get(f"/{page}").status_code for page in ("push-worker.js", "push/key/")] == [
        404,
        404,
    ]
    assert client.post("/push/on/", sent).status_code == 404
    settings.HTTPS = True
    script = client.get("/push-worker.js")
    assert script["Content-Type"].startswith("text/javascript")
    assert b"showNotification" in script.content
    assert client.get("/push/key/").json() == {"key": own_key().public}
    for wrong in ({"p256dh": "AAAA"}, {"auth": "#"}, {"address": "http://x/"}, {"address": ""}):
        assert client.post("/push/on/", sent | wrong).status_code == 400
    assert client.post("/push/on/", sent).status_code == 204
    guest = PushDevice.objects.get()
    assert guest.visitor and guest.owner is None
    client.force_login(member, backend="allauth.account.auth_backends.AuthenticationBackend")
    assert PushDevice.objects.get().owner == member, "it comes along"
    assert client.post("/push/on/", sent).status_code == 204
    assert PushDevice.objects.count() == 1
    assert client.post("/push/off/", {"address": AT}).status_code == 204
    assert not PushDevice.objects.exists()


def test_signing_out_ends_the_notices_on_that_device_alone(
    client: Client, member: User, owner: Owner, settings: Settings
) -> None:
    settings.HTTPS = True
    client.force_login(member, backend="allauth.account.auth_backends.AuthenticationBackend")
    asked(owner, f"{AT}/at-home")
    here = {"address": f"{AT}/here", **DEVICE}
    assert client.post("/push/on/", here).status_code == 204
    assert b"data-is-told" in client.get("/en/account/profile/", secure=True).content

    client.post("/en/account/logout/", secure=True)

    assert [device.address for device in PushDevice.objects.all()] == [f"{AT}/at-home"]


def test_the_button_stands_where_browsers_take_notices(
    client: Client, member: User, settings: Settings
) -> None:
    client.force_login(member, backend="allauth.account.auth_backends.AuthenticationBackend")
    assert b"push-switch" not in client.get("/en/account/profile/").content
    settings.HTTPS = True
    assert b"push-switch" in client.get("/en/account/profile/", secure=True).content


def test_the_device_used_longest_ago_makes_room(
    owner: Owner, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services, "MOST_DEVICES", 2)
    for number in range(3):
        asked(owner, f"{AT}/{number}")
    left = PushDevice.objects.values_list("address", flat=True)
    assert sorted(left) == [f"{AT}/1", f"{AT}/2"]
    switch_off(address=f"{AT}/1")
    assert PushDevice.objects.count() == 1
