"""What all answers of the API share: language, caching, access from other sites."""

import hashlib
from collections.abc import Callable, Sequence
from functools import cache, wraps
from typing import Any, ClassVar

from django.conf import settings
from django.http.response import HttpResponseBase
from django.utils import translation
from django.utils.cache import get_conditional_response
from django.utils.translation import gettext as _
from rest_framework.exceptions import MethodNotAllowed
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.permissions import AllowAny
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from collection.catalogue import game, selectors
from collection.catalogue.api.problems import ParameterProblem, QueryRefused

SOURCES = {".py", ".toml", ".po"}
FRESH_FOR = 300

#: Any site may read with GET; no cookie goes along, since the origin is a star.
OPEN_TO_OTHER_SITES = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Expose-Headers": "ETag, Retry-After",
}
PREFLIGHT = {
    "Access-Control-Allow-Methods": "GET, HEAD, OPTIONS",
    "Access-Control-Allow-Headers": "Accept-Language, Authorization, If-None-Match",
    "Access-Control-Max-Age": "86400",
}


class Negotiation(DefaultContentNegotiation):
    """The form the address names, else one that is accepted; an unknown name is told."""

    def select_renderer(  # type: ignore[override]
        self, request: Request, renderers: Sequence[BaseRenderer], format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        forms = [each.format for each in renderers]
        asked = request.query_params.get("format")
        if asked is not None and asked not in forms:
            reason = _("The forms are %(forms)s.") % {"forms": ", ".join(forms)}
            raise QueryRefused([ParameterProblem("format", reason)])
        return super().select_renderer(request, renderers, format_suffix)


class ApiView(APIView):
    """Answers in the language asked for; `parameters` are those its address may have."""

    parameters: ClassVar[frozenset[str]] = frozenset()
    content_negotiation_class = Negotiation

    @property
    def system(self) -> str:
        """The game a request is about, by its name; the addresses name none, so it is the first."""
        return game.SYSTEM

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Choose the language, and refuse methods and parameters that do not exist."""
        if request.method not in self.allowed_methods:
            raise MethodNotAllowed(request.method or "")
        super().initial(request, *args, **kwargs)
        wanted = request.query_params.get("lang")
        if wanted in dict(settings.LANGUAGES):
            translation.activate(wanted)
        elif wanted is not None:
            reason = _("The languages are %(codes)s.") % {
                "codes": ", ".join(code for code, _name in settings.LANGUAGES)
            }
            raise QueryRefused([ParameterProblem("lang", reason)])
        unknown = request.query_params.keys() - self.allowed_parameters(request)
        if unknown:
            reason = _("There is no such parameter.")
            raise QueryRefused(ParameterProblem(name[:80], reason) for name in sorted(unknown))

    def allowed_parameters(self, request: Request) -> frozenset[str]:
        """The parameters this request may have."""
        return self.parameters | {"lang"}


class CatalogueView(ApiView):
    """Reads the catalogue for anybody, from any site."""

    permission_classes = (AllowAny,)

    def get_throttles(self) -> list[BaseThrottle]:
        """Asking what one may is not counted."""
        return [] if self.request.method == "OPTIONS" else super().get_throttles()

    def options(self, request: Request, *args: Any, **kwargs: Any) -> Response:  # type: ignore[override]
        """What a browser asks before it reads from another site."""
        return Response(status=204, headers=PREFLIGHT)

    def finalize_response(
        self, request: Request, response: Response, *args: Any, **kwargs: Any
    ) -> Response:
        """Open the answer, also a refusal, to other sites."""
        answered = super().finalize_response(request, response, *args, **kwargs)
        for name, value in OPEN_TO_OTHER_SITES.items():
            answered[name] = value
        return answered


Read = Callable[..., Response]


def unless_unchanged(read: Read) -> Callable[..., HttpResponseBase]:
    """Answer 304 without reading when the reader has this very state of the catalogue."""

    @wraps(read)
    def get(view: ApiView, request: Request, *args: Any, **kwargs: Any) -> HttpResponseBase:
        etag = _etag(request, view.system)
        response = get_conditional_response(request._request, etag=etag)
        if response is None:
            response = read(view, request, *args, **kwargs)
        response["ETag"] = etag
        response["Cache-Control"] = f"public, max-age={FRESH_FOR}"
        return response

    return get


def _etag(request: Request, system: str) -> str:
    """Another one for each address, language, kind of answer, load of the catalogue and release."""
    version = selectors.current_version(system)
    if version is None:
        raise game.CatalogueNotLoaded(system)
    told = (
        request.build_absolute_uri(),
        translation.get_language(),
        request.accepted_media_type,
        f"{version.pk} {version.digest}",
        release(),
    )
    return f'"{hashlib.sha256(repr(told).encode()).hexdigest()[:32]}"'


@cache
def release() -> str:
    """A digest of the code, the rulebook and the words this process began with."""
    digest = hashlib.sha256()
    for package in ("armybuilder", "collection", "rules"):
        for path in sorted((settings.BASE_DIR / package).rglob("*")):
            if path.suffix in SOURCES:
                digest.update(path.read_bytes())
    return digest.hexdigest()
