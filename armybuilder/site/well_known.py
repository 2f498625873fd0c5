"""What programs that come by ask for first: where not to go, and whom to tell of a weakness."""

from datetime import timedelta

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

PLAIN = "text/plain; charset=utf-8"
#: How long what is said of the contact holds; RFC 9116 wants less than a year.
HOLDS = timedelta(days=180)
#: What is reckoned anew for every question, or is somebody's own.
NOT_FOR_ROBOTS = (
    *("/api/", "/*/search/", "/*/account/", "/*/admin/", "/*/collection/", "/*/report/", "/*?"),
)


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """The catalogue and the rules may be found by search engines, each page by one address."""
    lines = ["User-agent: *", *(f"Disallow: {path}" for path in NOT_FOR_ROBOTS)]
    return HttpResponse("\n".join(lines) + "\n", content_type=PLAIN)


@require_safe
def security(request: HttpRequest) -> HttpResponse:
    """Whom to tell of a weakness (RFC 9116); 404 where nobody is named."""
    if not settings.SECURITY_CONTACT:
        raise Http404
    expires = (timezone.now() + HOLDS).replace(microsecond=0)
    lines = [
        f"Contact: {settings.SECURITY_CONTACT}",
        f"Expires: {expires.isoformat()}",
        "Preferred-Languages: en, pl",
        f"Canonical: {request.build_absolute_uri(reverse('security'))}",
    ]
    return HttpResponse("\n".join(lines) + "\n", content_type=PLAIN)
