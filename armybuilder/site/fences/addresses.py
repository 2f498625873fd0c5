"""Where requests come from: as it counts, and as it is written down."""

from contextlib import suppress
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Any

from django.conf import settings
from django.http import HttpRequest

#: As much of an address as is written down: that of a network in which many people are.
KEPT_BITS = {4: 24, 6: 48}


def address_of(scope: Any, proxies: int) -> str:
    """Where a request comes from, told by as many proxies as are trusted."""
    if proxies:
        told = [value for name, value in scope["headers"] if name == b"x-forwarded-for"]
        return _told_by(b",".join(told).decode("latin-1"), proxies)
    return scope["client"][0] if scope.get("client") else ""


def client_of(request: HttpRequest) -> str:
    """The same of a request that has reached Django."""
    if settings.TRUSTED_PROXIES:
        forwarded = request.META.get("HTTP_X_FORWARDED_FOR", "")
        return _told_by(forwarded, settings.TRUSTED_PROXIES)
    return str(request.META.get("REMOTE_ADDR", ""))


def origin_of(request: HttpRequest) -> str:
    """The same, shortened."""
    return shortened(client_of(request))


def network_of(address: str) -> str:
    """An address as it counts: of IPv6 one customer has many."""
    address = unmapped(address)
    with suppress(ValueError):
        if ip_address(address).version == 6:
            return str(ip_network(f"{address}/64", strict=False))
    return address


def unmapped(address: str) -> str:
    """IPv4 as itself, also where a socket or proxy for both kinds tells it as IPv6: all of it would
    be one network there."""
    with suppress(ValueError):
        found = ip_address(address)
        if isinstance(found, IPv6Address) and found.ipv4_mapped:
            return str(found.ipv4_mapped)
    return address


def shortened(address: str) -> str:
    """An address as it may be written down: its network; "" for what is none."""
    with suppress(ValueError):
        found = ip_address(unmapped(address))
        if isinstance(found, IPv6Address):
            found = IPv6Address(int(found))  # Without the name of a device.
        return str(ip_network(f"{found}/{KEPT_BITS[found.version]}", strict=False))
    return ""


def _told_by(forwarded: str, proxies: int) -> str:
    hops = forwarded.split(",")
    return hops[-min(proxies, len(hops))].strip()
