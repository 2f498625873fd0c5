"""The site as an ASGI application, its streams beside Django."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "armybuilder.settings")

site = get_asgi_application()

from django.conf import settings  # noqa: E402 -- once Django is set up

from armybuilder.live.streams import Streams  # noqa: E402
from armybuilder.site.fences.gate import Gate  # noqa: E402
from armybuilder.skirmishes.seats.listening import admitted, newest, present  # noqa: E402

with_streams = Streams(
    site, judge=admitted, newest=newest, present=present, proxies=settings.TRUSTED_PROXIES
)
application = Gate(with_streams, proxies=settings.TRUSTED_PROXIES)
