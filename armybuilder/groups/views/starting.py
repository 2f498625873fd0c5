"""How a new battle group begins: three questions, three legal lists."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from armybuilder.groups.forms.starting import answers_of
from armybuilder.groups.present.games import parse_document
from armybuilder.groups.present.groups import Unfit
from armybuilder.groups.present.starting import guide
from armybuilder.groups.selectors.fielding import stock_for
from armybuilder.groups.services.groups import save_document
from armybuilder.groups.views.groups import choice_of_game, create_or_complain
from armybuilder.site.accounts.visitors import owner_of
from collection.catalogue.game import SYSTEM
from collection.common.answers import answer
from collection.common.limits import limited


@never_cache
@require_safe
@limited("browse")
def start_page(request: HttpRequest) -> HttpResponse:
    """Whose colours, how to fight, and three lists that change with every answer; who chose another
    game last starts that."""
    choice = choice_of_game(request)
    if choice["chosen_game"] != SYSTEM:
        return redirect("group_new")
    answers = answers_of(request.GET)
    stock = stock_for(owner=owner_of(request))
    context = {
        "guide": guide(answers, request.path, stock),
        "has_shelf": stock is not None,
        **choice,
    }
    return answer(
        request,
        "groups/start/page.html",
        "groups/start/region.html",
        context,
        shown_at=request.get_full_path(),
    )


@require_POST
def take_start(request: HttpRequest) -> HttpResponse:
    """Keep a list as a new group, on top of an empty one that an undo goes back to."""
    try:
        document = parse_document(request.POST.get("document", ""))
    except Unfit as error:
        messages.error(request, error.message)
        return redirect("group_start")
    group = create_or_complain(request, document | {"units": [], "cards": []})
    if group is None:
        return redirect("groups")
    save_document(group=group, version=group.version, document=document)
    return redirect("group", group.public_id)
