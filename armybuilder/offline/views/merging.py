"""Taking everything along, coming back with what changed, and what a person has to decide."""

from collections.abc import Callable
from functools import wraps
from typing import Any, cast

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from armybuilder.offline.present.files import LARGEST_FILE, BadFile
from armybuilder.offline.selectors import taken_along
from armybuilder.offline.services import bring_back
from armybuilder.site.models import User
from collection.common.ids import PUBLIC_ID_LENGTH
from collection.common.limits import limited

View = Callable[..., HttpResponse]


def for_members(view: View) -> View:
    """Answer 401 to whoever is not signed in: a device reads the answer, not a person."""

    @wraps(view)
    def for_a_member(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not request.user.is_authenticated:
            return JsonResponse({"problem": _("Sign in first.")}, status=401)
        return view(request, *args, **kwargs)

    return for_a_member


@never_cache
@require_safe
@for_members
@limited("take_along")
def mine(request: HttpRequest) -> HttpResponse:
    """The file of everything that works offline; `after` is the id of the one before."""
    after = request.GET.get("after", "")[:PUBLIC_ID_LENGTH]
    file = taken_along(cast(User, request.user), after)
    return HttpResponse(file, content_type="application/json")


@never_cache
@require_POST
@for_members
@limited("come_back")
def changes(request: HttpRequest) -> HttpResponse:
    """A file of changes is merged; while something is `left` it is to be sent once more."""
    file = request.read(LARGEST_FILE + 1)
    try:
        outcome = bring_back(cast(User, request.user), file)
    except BadFile as error:
        return JsonResponse({"problem": str(error)}, status=422)
    return JsonResponse(
        {
            "came": [
                {"kind": row.kind, "title": row.title, "did": row.did} for row in outcome.came
            ],
            "left": outcome.left,
            "questions": outcome.questions,
            "page": reverse("coming_back"),
        }
    )


@never_cache
@require_safe
def coming_back(request: HttpRequest) -> HttpResponse:
    """What came back, and what is asked."""
    return HttpResponse()
