"""The site as an ASGI application."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "armybuilder.settings")

site = get_asgi_application()

from django.conf import settings  # noqa: E402 -- once Django is set up

from armybuilder.site.fences.gate import Gate  # noqa: E402

application = Gate(site, proxies=settings.TRUSTED_PROXIES)
