"""A change that came too late: both states side by side, and the owner decides."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from armybuilder.groups.models import BattleGroup
from armybuilder.groups.present.games import differences, entries, judge_all, standing
from armybuilder.groups.present.groups import Document
from armybuilder.groups.services.groups import replace_document
from armybuilder.groups.views.groups import copied, create_or_complain
from collection.common.answers import wants_part


def settle(
    request: HttpRequest, group: BattleGroup, mine: Document, *, send_to: str, back: str
) -> HttpResponse:
    """A change made from a stale page: do what the person decided, or show both and ask.

    `send_to` takes the same request again with the decision; `back` is the page of the group.
    """
    decision = request.POST.get("conflict", "")
    if decision == "mine":
        replace_document(group=group, document=mine)
        return redirect(back)
    if decision == "copy":
        copy = create_or_complain(request, copied(mine))
        return redirect("group", copy.public_id) if copy else redirect(back)
    group.refresh_from_db()
    return render(
        request,
        "groups/conflict_answer.html" if wants_part(request) else "groups/conflict.html",
        _context(request, group, mine) | {"edit_url": send_to, "page_url": back},
        status=409,
    )


def _context(request: HttpRequest, group: BattleGroup, mine: Document) -> dict[str, Any]:
    sent = [
        (name, value)
        for name, values in request.POST.lists()
        if name not in ("csrfmiddlewaretoken", "conflict")
        for value in values
    ]
    return {
        "group": group,
        "sides": [
            {"key": key, "entries": entries(judged), "standing": standing(judged)}
            for key, judged in zip(
                ("newer", "mine"), judge_all([group.document, mine]), strict=True
            )
        ],
        "changes": differences([(group.document, mine)])[0],
        "sent": sent,
    }
