"""My battle groups: the list, a new one, a copy, and away with it."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from armybuilder.groups.forms.armies import NewArmyForm
from armybuilder.groups.forms.groups import STANDARD_BUILD_TOTAL, NewGroupForm
from armybuilder.groups.models import BattleGroup, EventFormat
from armybuilder.groups.present.armies import buildable
from armybuilder.groups.present.cards import ready_cards
from armybuilder.groups.present.formats import STANDARD_TITLES, known_formats
from armybuilder.groups.present.groups import LONGEST_NAME, Document, Unfit, is_army, pieces_of
from armybuilder.groups.present.lineups import lineup_of
from armybuilder.groups.present.listing import lines_of
from armybuilder.groups.present.numbers import find_id
from armybuilder.groups.present.owning_panel import owning_marks
from armybuilder.groups.present.verdicts import card_name
from armybuilder.groups.selectors.fielding import stock_for
from armybuilder.groups.selectors.formats import find_format, formats_of
from armybuilder.groups.selectors.groups import groups_of
from armybuilder.groups.services.groups import Source, TooManyGroups, create_group, delete_group
from armybuilder.site.accounts.visitors import building_owner, owner_of
from collection.catalogue.game import SYSTEM, catalogue
from collection.catalogue.present.figure_views import figure_view
from collection.common.chosen_game import chosen_game, remember_game
from collection.common.limits import limited

#: Groups shown to whoever has none yet.
CARDS_SHOWN = 8


def own_group(request: HttpRequest, public_id: str) -> BattleGroup:
    """A group of the person asking; 404 for anybody else's and for none."""
    return get_object_or_404(BattleGroup.objects.for_owner(owner_of(request)), public_id=public_id)


def own_lines(request: HttpRequest, system: str = "") -> dict[str, Any]:
    """What a list of the asking person's groups shows, of one game where one is named: one page,
    the last changed first."""
    after = request.GET.get("after", "")
    owner = owner_of(request)
    page = groups_of(owner=owner, after=after, system=system)
    stock = stock_for(owner=owner)
    return {
        "lines": lines_of(page.groups),
        "owning": owning_marks(page.groups, stock) if stock else None,
        "first_url": request.path if after else "",
        "more_url": f"?after={page.next_after}" if page.next_after else "",
    }


@contextmanager
def not_found_when_gone() -> Iterator[None]:
    """404 for a group that another tab deletes while this request is on its way."""
    try:
        yield
    except BattleGroup.DoesNotExist as error:
        raise Http404 from error


@never_cache
@require_safe
@limited("browse")
def group_list(request: HttpRequest) -> HttpResponse:
    """The person's groups with pictures, points and verdict, judged now."""
    context = own_lines(request)
    known = catalogue()
    context["lineups"] = {
        group.pk: lineup_of(group.document, known)
        for group, _standing, _undecided in context["lines"]
        if not is_army(group.document)
    }
    if not context["lines"]:
        context["ready"] = ready_cards(known, CARDS_SHOWN)
    return render(request, "groups/list.html", context)


@never_cache
@require_safe
def add_to_group(request: HttpRequest, figure_id: str) -> HttpResponse:
    """From a figure's page: which group it shall join; a new one where there is none yet."""
    known = catalogue()
    found = find_id(figure_id, known)
    if found is None:
        raise Http404
    unit = known.unit(found[1])
    card = known.card(found[1])
    new_url = f"{reverse('group_new')}?{urlencode({'add': figure_id})}"
    context = own_lines(request, SYSTEM) | {
        "figure_id": figure_id,
        "name": unit.full_name if unit else card_name(card) if card else figure_id,
        "view": figure_view(unit) if unit else None,
        "new_url": new_url,
    }
    if not (context["lines"] or context["first_url"]):
        return redirect(new_url)
    return render(request, "groups/add_to_group.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def new_group(request: HttpRequest) -> HttpResponse:
    """Start a group of the game that is chosen, under the format and with the figure of the address
    if there are any."""
    named = "add" in request.GET or "format" in request.GET
    choice = choice_of_game(request) | ({"chosen_game": SYSTEM} if named else {})
    if choice["chosen_game"] != SYSTEM:
        return _new_army(request, choice["chosen_game"], choice)
    asked = find_format(request.GET.get("format", "") or request.POST.get("event", ""))
    own = formats_of(owner=owner_of(request))
    formats = own if asked is None or asked in own else [asked, *own]
    first = request.POST.get("add", "") or request.GET.get("add", "")
    first = first if find_id(first, catalogue()) else ""
    initial = {"add": first, **_under(request.GET.get("format", ""), asked)}
    form = NewGroupForm(request.POST or None, formats=formats, initial=initial)
    if request.method == "POST" and form.is_valid():
        remember_game(request, SYSTEM, list(buildable()))
        return _create(request, form.document())
    return render(
        request,
        "groups/new.html",
        {"form": form, "first": first, **choice},
        status=422 if form.errors else 200,
    )


def choice_of_game(request: HttpRequest) -> dict[str, Any]:
    """Of which game a new group is, and where there are several, which there are."""
    games = buildable()
    offered = games.items() if len(games) > 1 else ()
    return {"games": offered, "chosen_game": chosen_game(request, list(games))}


def _new_army(request: HttpRequest, system: str, choice: dict[str, Any]) -> HttpResponse:
    """Start an army of another game."""
    form = NewArmyForm(system, request.POST or None)
    if request.method == "POST" and form.is_valid():
        remember_game(request, system, list(buildable()))
        try:
            return _create(request, form.document())
        except Unfit as error:
            form.add_error(None, error.message)
    context = {"form": form, **choice}
    return render(request, "groups/army/new.html", context, status=422 if form.errors else 200)


@require_POST
def duplicate_group(request: HttpRequest, public_id: str) -> HttpResponse:
    """A copy of a group of one's own, to try something else."""
    group = own_group(request, public_id)
    return _create(request, copied(group.document), Source(group))


@never_cache
@require_safe
def enter_pieces(request: HttpRequest, public_id: str) -> HttpResponse:
    """On to the keypad of the person's collection, with the group's pieces typed in."""
    pieces = pieces_of(own_group(request, public_id).document)
    typed = " ".join(f"{count}x{piece}" for piece, count in pieces.items())
    return redirect(f"{reverse('collection:keypad_door')}?{urlencode({'typed': typed})}")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def remove_group(request: HttpRequest, public_id: str) -> HttpResponse:
    """Ask whether the group shall go, then delete it."""
    group = own_group(request, public_id)
    if request.method == "POST":
        delete_group(group=group)
        messages.success(request, _("“%(name)s” is deleted.") % {"name": group.name})
        return redirect("groups")
    return render(request, "groups/delete.html", {"group": group})


def _under(format_id: str, written: EventFormat | None) -> dict[str, Any]:
    """What a new group begins with under a format: the format, and a build total it plays."""
    if written is None and format_id not in STANDARD_TITLES:
        return {}
    event = written.event if written else known_formats()[format_id]
    totals = event.get("build_totals", ())
    usual = STANDARD_BUILD_TOTAL in totals or not totals
    total = {} if usual else {"build_total": totals[0]}
    return {"event": format_id, **total}


def copied(document: Document) -> Document:
    """The document under a name that says it is a copy."""
    name = _("Copy of %(name)s") % {"name": document["name"]}
    return document | {"name": name[:LONGEST_NAME]}


def create_or_complain(
    request: HttpRequest, document: Document, copied_from: Source | None = None
) -> BattleGroup | None:
    """Keep a new group for the person asking; None, with a message, when they keep too many."""
    try:
        return create_group(
            owner=building_owner(request), document=document, copied_from=copied_from
        )
    except TooManyGroups as error:
        messages.error(request, str(error))
        return None


def _create(
    request: HttpRequest, document: Document, copied_from: Source | None = None
) -> HttpResponse:
    group = create_or_complain(request, document, copied_from)
    return redirect("group", group.public_id) if group else redirect("groups")
