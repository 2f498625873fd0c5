"""Notices on a device, switched on and off by the device itself."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBadRequest, JsonResponse
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from armybuilder.push import services
from armybuilder.push.keys import own_key
from armybuilder.site.accounts.visitors import building_owner
from armybuilder.site.templatetags import PUSH_DEVICE
from collection.common.limits import limited

WORKER = settings.BASE_DIR / "armybuilder" / "static" / "js" / "push-worker.js"


def offered(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Answer with 404 where no notices can be sent."""

    @wraps(view)
    def offered_view(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not services.is_offered():
            raise Http404
        return view(request, *args, **kwargs)

    return offered_view


@offered
@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """The script that shows notices, always as it is now."""
    answer = HttpResponse(WORKER.read_bytes(), content_type="text/javascript; charset=utf-8")
    answer["Cache-Control"] = "no-cache"
    return answer


@offered
@never_cache
@require_safe
@limited("push")
def key(request: HttpRequest) -> HttpResponse:
    """The key by which a browser lets nobody but the site send it notices."""
    return JsonResponse({"key": own_key().public})


@offered
@require_POST
@limited("push")
def on(request: HttpRequest) -> HttpResponse:
    """Send notices to the device that asks."""
    sent = {name: request.POST.get(name, "") for name in ("address", "p256dh", "auth")}
    try:
        language = get_language() or settings.LANGUAGE_CODE
        owner = building_owner(request)
        device = services.switch_on(owner=owner, language=language, **sent)
    except services.NotADevice:
        return HttpResponseBadRequest()
    request.session[PUSH_DEVICE] = device.digest
    return HttpResponse(status=204)


@offered
@require_POST
@limited("push")
def off(request: HttpRequest) -> HttpResponse:
    """Send it none any more."""
    services.switch_off(address=request.POST.get("address", ""))
    request.session.pop(PUSH_DEVICE, None)
    return HttpResponse(status=204)
