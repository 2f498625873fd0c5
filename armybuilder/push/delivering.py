"""The way to a push service. Its address is named by a browser, so that it leads nowhere but to
public addresses, by HTTPS, within a time, and is followed no further."""

import socket
import ssl
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from http.client import HTTPException, HTTPSConnection
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from threading import Event, Timer
from typing import NamedTuple
from urllib.parse import urlsplit

#: Seconds for each step of the way, for the answer as a whole, and bytes of it that are read.
PATIENCE, LONGEST_ANSWER, ANSWER = 5.0, 10.0, 1024
PORT = 443
#: What IPv6 has given out to be reached from everywhere, and where networks without IPv4 hide it
#: (RFC 6052).
GIVEN_OUT, TRANSLATED = IPv6Network("2000::/3"), IPv6Network("64:ff9b::/96")


class NoWay(Exception):
    """An address that is not called, or that did not answer."""


class Place(NamedTuple):
    """An address in parts: its host, and what is asked for there."""

    host: str
    path: str

    @property
    def origin(self) -> str:
        """Whom a signature is for."""
        return f"https://{self.host}"


def place_of(address: str) -> Place:
    """An address that may be called; raises NoWay."""
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError as error:
        raise NoWay(str(error)) from error
    plain = address.isascii() and address.isprintable() and " " not in address
    if not plain or parts.scheme != "https" or not parts.hostname or port not in (None, PORT):
        raise NoWay("no address by https")
    if parts.username is not None or parts.password is not None:
        raise NoWay("an address with a password")
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return Place(parts.hostname, path)


def post(place: Place, content: bytes, headers: Mapping[str, str]) -> int:
    """Send something; the status of the answer. Raises NoWay."""
    connection = _Connection(place.host, PORT, timeout=PATIENCE)
    try:
        connection.request("POST", place.path, content, dict(headers))
        with _ended_in_time(connection.sock):
            answer = connection.getresponse()
            answer.read(ANSWER)
    except (OSError, HTTPException, UnicodeError) as error:
        raise NoWay(type(error).__name__) from error
    finally:
        connection.close()
    return answer.status


class _Connection(HTTPSConnection):
    """One that goes to an address that was looked at, not to whatever a name means a moment
    later."""

    def connect(self) -> None:
        where = public_address(self.host)
        plain = socket.create_connection(where, timeout=self.timeout)
        try:
            self.sock = context().wrap_socket(plain, server_hostname=self.host)
        except BaseException:
            plain.close()
            raise


@contextmanager
def _ended_in_time(way: socket.socket) -> Iterator[None]:
    """Hang up on whoever answers byte by byte for longer than is waited; raises NoWay."""
    hung_up = Event()

    def hang_up() -> None:
        hung_up.set()
        with suppress(OSError):
            socket.socket.shutdown(way, socket.SHUT_RDWR)

    ending = Timer(LONGEST_ANSWER, hang_up)
    ending.daemon = True
    ending.start()
    try:
        yield
    finally:
        ending.cancel()
    if hung_up.is_set():
        raise NoWay("an answer without end")


def context() -> ssl.SSLContext:
    """Whose certificates are believed."""
    return ssl.create_default_context()


def public_address(host: str) -> tuple[str, int]:
    """Where a host is, if everything its name means is public; raises NoWay."""
    found = [entry[4][0] for entry in socket.getaddrinfo(host, PORT, type=socket.SOCK_STREAM)]
    if not found or not all(is_public(str(address)) for address in found):
        raise NoWay(f"{host} is no public address")
    return str(found[0]), PORT


def is_public(address: str) -> bool:
    """Whether an address is one of the public internet, also where one is hidden in another."""
    found: IPv4Address | IPv6Address = ip_address(address.partition("%")[0])
    if isinstance(found, IPv6Address):
        inner = found.ipv4_mapped or found.sixtofour or (found.teredo and found.teredo[1])
        if found in TRANSLATED:
            inner = IPv4Address(found.packed[-4:])
        if inner:
            found = inner
        elif found not in GIVEN_OUT:
            return False
    return found.is_global and not found.is_multicast
