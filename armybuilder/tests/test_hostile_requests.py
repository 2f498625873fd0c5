"""Whatever is typed into any field or address, nothing breaks: every address of the site, with
every field any page shows, as the owner of something and as a guest."""

import re
from collections.abc import Iterator
from itertools import product
from urllib.parse import quote

import pytest
from django.conf import settings
from django.core.cache import cache
from django.db import transaction
from django.test import Client
from django.urls import get_resolver

from armybuilder.site.tests.test_security import routes
from armybuilder.tests.test_access_matrix import World, door_of, world
from armybuilder.tests.test_api_as_described import FULL

__all__ = ["world"]

pytestmark = pytest.mark.usefixtures("catalogue")

#: What numbers, texts, dates, JSON and addresses may be taken for.
VALUES = {
    "NUL": b"a\x00b",
    "a number without end": b"9" * 400,
    "half a letter": b"\xed\xa0\x80",
    "no UTF-8": b"\xff\xfe",
    "digits that are none": "²".encode(),
    "digits of others": "٣".encode(),
    "below nothing": b"-1",
    "too great for the database": b"9223372036854775808",
    "no number": b"NaN",
    "endless": b"1e400",
    "half a document": b'{"units": [',
    "another document": b"[null, {}]",
    "deep": b"[" * 900,
    "a day before all days": b"0000-00-00",
    "a day after all days": b"99999-12-31",
    "markup": b"<script>'\"%s{{7*7}}../..\\",
    "long": b"x" * 5_000,
    "nothing": b"",
}
ALWAYS = (("owner", "a number without end"), ("owner", "half a letter"), ("guest", "NUL"))
TRIED = list(product(("owner", "guest"), VALUES)) if FULL else ALWAYS
FIELD = re.compile(r'<(?:input|select|textarea|button)\b[^>]*?\bname="([^"]+)"')
#: Signing out would end the round; the admin and allauth test their own forms.
LEFT_OUT = ("en/account/logout", "en/admin/", "admin/")
OPEN_PLACE = re.compile(r"<\w+:\w+>|\(\?P.*?\)(?=/|$)")

ROUTES = sorted(
    {
        route
        for _name, route in routes(get_resolver().url_patterns)
        if not route.startswith(LEFT_OUT) and "(?P" not in route and "\\" not in route
    }
)


def paths(world: World, value: bytes) -> Iterator[str]:
    """Every address: with something of the owner's where it names one, and with the value."""
    for route in ROUTES:
        if door_of(route):
            yield world.path(route)
        if "<" in route:
            yield "/" + OPEN_PLACE.sub(quote(value or b"-", safe=""), route)
        else:
            yield f"/{route}"


_shown: set[str] = set()


def fields_shown(client: Client, world: World) -> set[str]:
    """The names of all fields the pages have, which are the same whatever is sent."""
    if _shown:
        return _shown
    found = set()
    for path in paths(world, b"nothing"):
        answer = client.get(path)
        if answer.get("Content-Type", "").startswith("text/html") and not answer.streaming:
            found |= set(FIELD.findall(answer.content.decode()))
    _shown.update(found - {"csrfmiddlewaretoken"})
    return _shown


def every_field(names: set[str], value: bytes) -> str:
    """Each field twice, as where a choice was made by hand; once where that is more than the site
    reads of a form."""
    assert 100 < len(names) <= settings.DATA_UPLOAD_MAX_NUMBER_FIELDS / 2
    # Brackets need no quoting here, and thousands of quoted ones take longer than the site does.
    each = [f"{quote(name)}={quote(value, safe='[')}" for name in sorted(names)]
    twice = "&".join(each * 2)
    sent = twice if len(twice) <= settings.DATA_UPLOAD_MAX_MEMORY_SIZE else "&".join(each)
    assert len(sent) <= settings.DATA_UPLOAD_MAX_MEMORY_SIZE, "none of it would be read"
    return sent


@pytest.mark.parametrize(("who", "what"), TRIED)
def test_nothing_that_is_sent_breaks_a_page(world: World, who: str, what: str) -> None:
    client = world.client(who)
    client.raise_request_exception = False
    sent = every_field(fields_shown(world.client("owner"), world), VALUES[what])
    form = "application/x-www-form-urlencoded"
    faults = []
    for path in paths(world, VALUES[what]):
        cache.clear()
        with transaction.atomic():
            asked = client.get(f"{path}?{sent}").status_code
            posted = client.post(path, sent, content_type=form).status_code
            transaction.set_rollback(True)
        if max(asked, posted) >= 500:
            faults.append(f"{path}: {asked}, {posted}")
    assert not faults, "\n".join(faults)
