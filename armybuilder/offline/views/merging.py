"""Taking everything along, coming back with what changed, and what a person has to decide."""

from collections.abc import Callable
from functools import wraps
from typing import Any, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from armybuilder.offline.forms import AnswerForm
from armybuilder.offline.models import Did, Question
from armybuilder.offline.present.files import LARGEST_FILE, BadFile
from armybuilder.offline.present.questions import came_views, question_views
from armybuilder.offline.selectors import (
    came_back_to,
    questions_of,
    refused_of,
    refused_to,
    taken_along,
)
from armybuilder.offline.services import Choice, answer, answer_all, bring_back, try_again
from armybuilder.offline.things.kind import NotTaken
from armybuilder.site.models import User
from collection.common.limits import limited

#: Questions and things that came back on one page.
MOST_SHOWN = 20
MOST_TOLD = 100

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
    """The file of everything that works offline."""
    file = taken_along(cast(User, request.user))
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
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@limited("browse")
def coming_back(request: HttpRequest) -> HttpResponse:
    """What came back, and what is asked of it; one tap decides one place, or all of them, or tries
    again what could not be kept."""
    person = cast(User, request.user)
    if request.method == "POST":
        form = AnswerForm(request.POST)
        problems = _decided(person, form) if form.is_valid() else [_("Choose once more.")]
        for problem in problems:
            messages.error(request, problem)
        if not problems and form.cleaned_data["again"]:
            messages.success(request, _("It is kept now."))
        return redirect("coming_back")
    asked = questions_of(person=person)
    found = question_views(asked[:MOST_SHOWN])
    context = {
        "questions": found,
        "more": max(asked.count() - len(found), 0),
        "refused": came_views(refused_to(person=person, length=MOST_TOLD)),
        "came": came_views(came_back_to(person=person, length=MOST_TOLD)),
    }
    return render(request, "offline/merging.html", context)


def _decided(person: User, form: AnswerForm) -> list[str]:
    """Why what was chosen could not be done; empty where it was."""
    said = form.cleaned_data
    if said["again"]:
        return _tried_again(person, said["again"])
    if said["all"]:
        return answer_all(person=person, choice=Choice(said["all"]))
    question = questions_of(person=person).filter(public_id=said["question"]).first()
    if question is None:
        return []
    try:
        answer(question=question, choices=said["choices"])
    except Question.DoesNotExist:
        return []
    except NotTaken as refused:
        return [f"{question.came.title}: {refused.reason}"]
    return []


def _tried_again(person: User, public_id: str) -> list[str]:
    """Why what was refused is so again; empty where it is not, or was nobody's."""
    row = refused_of(person=person, public_id=public_id)
    came = try_again(row) if row else None
    if came and came.did == Did.REFUSED:
        return [f"{came.title}: {came.reason}"]
    return []


@never_cache
@login_required
@require_safe
@limited("browse")
def refused_file(request: HttpRequest, public_id: str) -> HttpResponse:
    """What could not be kept as a file; 404 for anybody else's, and for what was deleted."""
    row = refused_of(person=cast(User, request.user), public_id=public_id)
    if row is None or row.content is None:
        raise Http404
    response = JsonResponse(
        row.file or row.content, json_dumps_params={"ensure_ascii": False, "indent": 1}
    )
    response["Content-Disposition"] = f'attachment; filename="{row.kind}-{row.public_id}.json"'
    return response
