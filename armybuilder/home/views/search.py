"""One search for everything: the catalogue, the rules, and the lists of who asks."""

from dataclasses import replace

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from armybuilder.groups.models import BattleGroup
from armybuilder.groups.selectors.groups import groups_with
from armybuilder.site.accounts.visitors import owner_of
from collection.catalogue.present.catalogue_values import Link
from collection.catalogue.present.found import Found, Hit, Hits, find, page_of, suggestions
from collection.common.answers import address
from collection.common.folding import LONGEST_QUERY, search_words
from collection.common.limits import limited
from collection.owning.selectors.holdings import owned_of_figures
from collection.owning.selectors.searching import mine_asked

MOST_ON_PAGE = 12
MOST_SUGGESTED = 4
MOST_TERMS = 3


@never_cache
@require_safe
@limited("browse")
def search_page(request: HttpRequest) -> HttpResponse:
    """Everything a query finds, by kind; a number of one figure or card leads to its page."""
    query = request.GET.get("q", "")[:LONGEST_QUERY].strip()
    if url := page_of(query):
        return redirect(url)
    found = _with_owned(request, find(query, most=MOST_ON_PAGE, more=mine_asked(request.user)))
    here, catalogue = reverse("search"), reverse("collection:catalogue")
    context = {
        "query": query,
        "found": found,
        "understood": [Link(t.words, address(here, {"q": t.rest})) for t in found.understood],
        "narrow_url": address(catalogue, {"q": query}),
        "lists": _lists(request, query, MOST_ON_PAGE),
    }
    return render(request, "home/search.html", context)


@never_cache
@require_safe
@limited("browse")
def search_suggestions(request: HttpRequest) -> HttpResponse:
    """The first things of each kind that what is typed finds, as options of a list."""
    typed, mine = request.GET.get("q", "")[:LONGEST_QUERY], mine_asked(request.user)
    query = typed.strip()
    found = find(query, most=MOST_SUGGESTED, half_typed=True, more=mine)
    found = _with_owned(request, found)
    terms = suggestions(typed.lstrip(), most=MOST_TERMS, more=mine)
    lists = _lists(request, query, MOST_SUGGESTED)
    kinds = (*found.kinds, lists) if lists.hits else found.kinds
    shown = sum(len(kind.hits) for kind in kinds) + len(terms)
    context = {"query": query, "found": found, "kinds": kinds, "terms": terms, "shown": shown}
    return render(request, "home/search_suggestions.html", context)


def _with_owned(request: HttpRequest, found: Found) -> Found:
    """The same, its figures with how many of them a member has; one query more."""
    ids = [hit.figure.id for kind in found.kinds for hit in kind.hits if hit.figure]
    if not ids or not request.user.is_authenticated:
        return found
    owned = owned_of_figures(request.user, ids)

    def counted(hit: Hit) -> Hit:
        return replace(hit, owned=owned.get(hit.figure.id, 0)) if hit.figure else hit

    kinds = (replace(kind, hits=tuple(map(counted, kind.hits))) for kind in found.kinds)
    return replace(found, kinds=tuple(kinds))


def _lists(request: HttpRequest, query: str, most: int) -> Hits:
    """The visitor's own battle groups by their names and what is in them."""
    words = search_words(query)
    groups = groups_with(owner=owner_of(request), words=words, length=most) if words else []
    hits = tuple(_hit(group) for group in groups)
    return Hits("lists", _("My lists"), hits, len(hits), reverse("groups"))


def _hit(group: BattleGroup) -> Hit:
    total, limit = group.standing.get("total"), group.standing.get("limit")
    points = "" if total is None else f"{total} / {limit}" if limit else str(total)
    name = group.name or _("Without a name")
    return Hit(name, reverse("group", args=[group.public_id]), about=points)
