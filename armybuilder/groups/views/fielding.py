"""Lists and what there is for them: keeping copies, which stand together, the next best piece."""

from dataclasses import dataclass

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBadRequest
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from armybuilder.groups.fielding.stock import Stock, total
from armybuilder.groups.fielding.together import Bottleneck, Together, fieldable
from armybuilder.groups.fielding.unlocking import next_pieces
from armybuilder.groups.models import BattleGroup, Hold
from armybuilder.groups.present.needs import NamedPiece, is_id, named_pieces, needs_of_all
from armybuilder.groups.selectors.fielding import MOST_LISTS, holds_of, lists_of, stock_of
from armybuilder.groups.services.fielding import NothingToKeep, WantRefused, release, reserve, want
from armybuilder.groups.views.groups import not_found_when_gone, own_group
from armybuilder.site.models import User
from collection.common.answers import answer
from collection.common.limits import limited
from collection.owning.models import Collection
from collection.owning.selectors.shelves import shelves_of
from collection.owning.views.doors import safe_way_back

#: The lists one may choose from, and the pieces that are proposed to be bought or traded for.
MOST_OFFERED, MOST_NEXT = 100, 30


@dataclass(frozen=True)
class Cell:
    """What a list needs of a contested piece, and whether that keeps it off the table."""

    needed: int
    blocks: bool


@dataclass(frozen=True)
class ListRow:
    """One chosen list beside the others."""

    group: BattleGroup
    number: int
    stands: bool
    hold: str
    cells: tuple[Cell, ...]
    blockers: tuple[NamedPiece, ...]

    @property
    def hold_label(self) -> str:
        """How firmly it has its copies, in words."""
        return str(Hold(self.hold).label) if self.hold else ""


@dataclass(frozen=True)
class ContestColumn:
    """A piece not all chosen lists can have."""

    piece: NamedPiece
    available: int
    demand: int


@dataclass(frozen=True)
class Matrix:
    """Which of the chosen lists stand together, and what they want of the same pieces."""

    rows: tuple[ListRow, ...]
    columns: tuple[ContestColumn, ...]
    #: How many could stand at most; more than do where not every set could be tried.
    most: int = 0
    bottleneck: Bottleneck | None = None
    bottleneck_piece: NamedPiece | None = None

    @property
    def standing(self) -> int:
        """How many lists stand."""
        return sum(row.stands for row in self.rows)


@dataclass(frozen=True)
class NextLine:
    """A piece worth having: how many more, and the lists it completes and helps."""

    piece: NamedPiece
    count: int
    wanted: int
    unlocks: tuple[BattleGroup, ...]
    helps: tuple[BattleGroup, ...]


@require_POST
@not_found_when_gone()
def keep_copies(request: HttpRequest, public_id: str) -> HttpResponse:
    """Reserve or pack the copies a group needs, or give them back."""
    group = own_group(request, public_id)
    wanted = request.POST.get("hold", "")
    if not isinstance(request.user, User) or wanted not in ("", *Hold.values):
        return HttpResponseBadRequest()
    if not wanted:
        release(group=group, member=request.user)
        messages.success(request, _("Its copies are free for other groups again."))
    else:
        _reserve(request, request.user, group, Hold(wanted))
    return redirect(reverse("group", args=[group.public_id]) + "#owning")


def _reserve(request: HttpRequest, member: User, group: BattleGroup, hold: Hold) -> None:
    try:
        reserved = reserve(group=group, member=member, hold=hold, now=timezone.now())
    except NothingToKeep:
        messages.warning(request, _("Nothing this group needs is free, so nothing is kept for it."))
        return
    said = ngettext(
        "%(count)s copy is kept for this group.",
        "%(count)s copies are kept for this group.",
        reserved.kept,
    ) % {"count": reserved.kept}
    if reserved.short:
        lacking = ngettext(
            "%(count)s is still lacking.", "%(count)s are still lacking.", reserved.short
        ) % {"count": reserved.short}
        messages.warning(request, f"{said} {lacking}")
    else:
        messages.success(request, said)


@never_cache
@require_safe
@limited("browse")
def fieldable_page(request: HttpRequest) -> HttpResponse:
    """Which of some lists can stand on the table at once."""
    if not isinstance(request.user, User):
        return render(request, "groups/fielding/guest.html")
    offered = lists_of(member=request.user)[:MOST_OFFERED]
    asked = request.GET.getlist("list")
    if "chosen" not in request.GET and not asked:
        asked = [group.public_id for group in offered[:MOST_LISTS]]
    chosen = [group for group in offered if group.public_id in set(asked)]
    too_many = len(chosen) > MOST_LISTS
    chosen = chosen[:MOST_LISTS]
    context = {
        "offered": offered,
        "chosen": {group.public_id for group in chosen},
        "too_many": too_many,
        "most": MOST_LISTS,
        "matrix": _matrix(chosen, stock_of(member=request.user)),
    }
    return answer(
        request,
        "groups/fielding/fieldable.html",
        "groups/fielding/together.html",
        context,
        shown_at=request.get_full_path(),
    )


def _matrix(groups: list[BattleGroup], stock: Stock) -> Matrix:
    """What a group keeps is its own; the rest it needs is sought among what nobody keeps."""
    needs = [
        need - stock.kept_by(group.pk)
        for group, need in zip(groups, needs_of_all(each.document for each in groups), strict=True)
    ]
    together = fieldable(needs, stock.free())
    names = named_pieces(contest.item for contest in together.contests)
    holds = holds_of(groups=groups)
    return Matrix(
        rows=tuple(
            _row(group, index, together, names, holds.get(group.pk, ""))
            for index, group in enumerate(groups)
        ),
        columns=tuple(
            ContestColumn(names[contest.item], contest.available, contest.demand)
            for contest in together.contests
        ),
        most=together.most,
        bottleneck=together.bottleneck,
        bottleneck_piece=names[together.bottleneck.item] if together.bottleneck else None,
    )


def _row(
    group: BattleGroup, index: int, together: Together, names: dict[str, NamedPiece], hold: str
) -> ListRow:
    stands = index in together.standing
    blockers = set() if stands else {contest.item for contest in together.blockers(index)}
    return ListRow(
        group=group,
        number=index + 1,
        stands=stands,
        hold=hold,
        cells=tuple(
            Cell(contest.needed[index], contest.item in blockers) for contest in together.contests
        ),
        blockers=tuple(names[item] for item in sorted(blockers)),
    )


@never_cache
@require_safe
@limited("browse")
def next_piece_page(request: HttpRequest) -> HttpResponse:
    """Which piece would make the most lists complete."""
    if not isinstance(request.user, User):
        return render(request, "groups/fielding/guest.html")
    stock = stock_of(member=request.user)
    groups = lists_of(member=request.user)
    lines = _next_lines(groups, stock)
    context = {
        "lines": lines[:MOST_NEXT],
        "more": len(lines) - MOST_NEXT,
        "lists": len(groups),
        "shelves": [shelf for shelf in shelves_of(request.user) if shelf.may_edit],
    }
    return render(request, "groups/fielding/next_piece.html", context)


def _next_lines(groups: list[BattleGroup], stock: Stock) -> list[NextLine]:
    needs = needs_of_all(group.document for group in groups)
    stock = stock.only(total(needs))
    proposed = next_pieces(needs, [stock.free(group.pk) for group in groups])
    names, wanted = named_pieces(each.item for each in proposed), stock.wanted()
    return [
        NextLine(
            names[each.item],
            each.count,
            wanted[each.item],
            tuple(groups[index] for index in each.unlocks),
            tuple(groups[index] for index in each.helps),
        )
        for each in proposed
    ]


@require_POST
def want_piece(request: HttpRequest) -> HttpResponse:
    """Put pieces on the wants of a collection, one's first where none is named: as many of each as
    stand beside it."""
    items, counts = request.POST.getlist("item"), request.POST.getlist("count")
    if not isinstance(request.user, User) or not items or len(items) != len(counts):
        return HttpResponseBadRequest()
    if not all(count.isdecimal() and len(count) <= 4 and int(count) for count in counts):
        return HttpResponseBadRequest()
    if not all(map(is_id, items)):
        return HttpResponseBadRequest()
    said = request.POST.get("collection", "")
    own = Collection.objects.editable_by(request.user)
    collection = (
        next((each for each in own if each.public_id == said), None)
        if said
        else own.owned_by(request.user).first()
    )
    if collection is None:
        raise Http404
    try:
        want(
            collection=collection,
            member=request.user,
            items=dict(zip(items, map(int, counts), strict=True)),
            now=timezone.now(),
        )
    except WantRefused as error:
        messages.error(request, str(error))
    else:
        messages.success(
            request,
            _("Among the wants of “%(collection)s”: %(pieces)s.")
            % {"pieces": ", ".join(items), "collection": collection.shown_name},
        )
    return redirect(safe_way_back(request, reverse("next_piece")))
