"""How far a collection has each set, and each set as a checklist."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy
from django.views.decorators.http import require_http_methods, require_safe
from django_htmx.http import trigger_client_event

from collection.catalogue import game
from collection.catalogue.models import ExpansionSet
from collection.catalogue.pieces import Piece
from collection.catalogue.present import catalogue_words, words
from collection.catalogue.present.rows import figure_name
from collection.common.answers import address, htmx_of
from collection.common.folding import LONGEST_QUERY, fold, search_words
from collection.common.language import Words
from collection.common.limits import limited
from collection.owning import edits
from collection.owning.models import Change
from collection.owning.pieces import piece_named, piece_of
from collection.owning.present.values import MemberLine, card_name, kind_of, piece_url, record_url
from collection.owning.selectors import checklists
from collection.owning.selectors.checklists import Checklist, Member, Progress
from collection.owning.selectors.history import find_change
from collection.owning.selectors.holdings import Amounts, set_called, totals
from collection.owning.selectors.shelves import Shelf
from collection.owning.views.doors import members_only, shelf_context, shelf_or_404
from collection.owning.views.history import undone
from collection.owning.views.keeping import Make, stepped

SHOWN: Mapping[str, Words] = {
    "": pgettext_lazy("members of a set", "all"),
    "missing": pgettext_lazy("members of a set", "missing"),
    "spare": pgettext_lazy("members of a set", "more than one"),
}
ALL, MISSING, SPARE = SHOWN
#: What the buttons of a row are called, and what they do.
STEPS: Mapping[str, Make] = {"more": partial(edits.add, count=1), "want": edits.want}
#: How many numbers stand in one part of a long checklist; so many and half as many again are not
#: parted.
PART = 50


@dataclass(frozen=True)
class SetLine:
    """One set of the list."""

    code: str
    name: str
    url: str
    progress: Progress
    beyond: int


@dataclass(frozen=True)
class Bar:
    """How much is owned of one kind."""

    name: Words
    progress: Progress


@dataclass(frozen=True)
class Chart:
    """Bars of one way a set falls apart."""

    title: Words
    bars: tuple[Bar, ...]


@dataclass(frozen=True)
class MemberTable:
    """Some numbers of a checklist under a title; a part of a long one folds, all but the first."""

    title: Words
    lines: tuple[MemberLine, ...]
    is_part: bool = False
    is_open: bool = False


@dataclass(frozen=True)
class View:
    """One way to look at a checklist."""

    name: Words
    url: str
    count: int
    current: bool


@members_only
@require_safe
@limited("browse")
def set_list(request: HttpRequest, public_id: str) -> HttpResponse:
    """Every set with how much of it is owned, and what all of it is worth."""
    shelf = shelf_or_404(request, public_id)
    progress = checklists.progress_of_sets(shelf.collection, game.catalogued(request))
    lines = [
        SetLine(
            found.set.code,
            catalogue_words.own_name(found.set),
            reverse("collection:checklist", args=[public_id, found.set.code]),
            found.progress,
            found.beyond,
        )
        for found in progress.sets
    ]
    context = shelf_context(
        shelf,
        lines=lines,
        elsewhere=progress.elsewhere,
        elsewhere_url=address(reverse("collection:pieces", args=[public_id]), {"show": "unknown"}),
        totals=totals(shelf.collection),
    )
    return render(request, "owning/sets.html", context)


@members_only
@require_http_methods(["GET", "HEAD", "POST"])
@limited("browse")
@limited("keypad", reading=False)
def set_page(request: HttpRequest, public_id: str, code: str) -> HttpResponse:
    """One set as a checklist: everything, what is missing, or what is there twice, narrowed to
    words. Posted, one more of a number, one wanted, or the last of these undone."""
    shelf = shelf_or_404(request, public_id)
    of = set_called(game.catalogued(request), code)
    if of is None:
        raise Http404
    if request.method == "POST":
        return _counted(request, shelf, of)
    found = checklists.checklist(shelf.collection, of)
    asked = _asked(request)
    chosen = {MISSING: found.missing, SPARE: found.spare}.get(asked["show"], found.members)
    context = shelf_context(
        shelf,
        set_name=catalogue_words.own_name(of),
        found=found,
        charts=_charts(found),
        here=_here(shelf, of),
        asked=asked,
        longest=LONGEST_QUERY,
        views=_views(found, _here(shelf, of), asked),
        tables=_tables(shelf, chosen, search_words(asked["q"])),
    )
    return render(request, "owning/checklist.html", context)


def _here(shelf: Shelf, of: ExpansionSet) -> str:
    return reverse("collection:checklist", args=[shelf.collection.public_id, of.code])


def _asked(request: HttpRequest) -> dict[str, str]:
    """Which numbers the page shows: the parameters of its address."""
    show = request.GET.get("show", ALL)
    return {"show": show if show in SHOWN else ALL, "q": request.GET.get("q", "")[:LONGEST_QUERY]}


def _counted(request: HttpRequest, shelf: Shelf, of: ExpansionSet) -> HttpResponse:
    """Change a number of the set; the answer is what of the page says so, or the page at its
    row."""
    if "undo" in request.POST:
        piece, problem = _taken_back(request, shelf)
        change = None
    else:
        piece, change, problem = _changed(request, shelf)
    asked = _asked(request)
    here = _here(shelf, of)
    if not htmx_of(request):
        if problem:
            messages.error(request, problem)
        return redirect(f"{address(here, asked)}#{piece.catalogue_id}")
    found = checklists.checklist(shelf.collection, of)
    member = next((each for each in found.members if each.piece == piece), None)
    amounts = member.amounts if member else Amounts()
    owned = amounts.owned
    context = shelf_context(
        shelf,
        found=found,
        views=_views(found, here, asked),
        problem=problem,
        piece=piece,
        name=_name(member) if member else "",
        amounts=amounts,
        line=_line(shelf, member) if member else None,
        change=change,
    )
    told = {"item": piece.catalogue_id, "owned": {shelf.collection.public_id: owned}}
    answer = render(request, "owning/checklist_counted.html", context)
    return trigger_client_event(answer, "owned", {**told, "problem": problem})


def _changed(request: HttpRequest, shelf: Shelf) -> tuple[Piece, Change | None, str]:
    """What a button of a row did: to which piece, by which change, and what is in the way."""
    step = next((each for each in STEPS if each in request.POST), "")
    piece = piece_named(game.catalogued(request), request.POST.get(step, ""))
    if piece is None:
        raise Http404
    return piece, *stepped(request, shelf.collection, piece, STEPS[step])


def _taken_back(request: HttpRequest, shelf: Shelf) -> tuple[Piece, str]:
    """Undo a change of one piece: which, and what is in the way."""
    said = request.POST["undo"]
    number = int(said) if said.isascii() and said.isdigit() and len(said) < 10 else 0
    change = find_change(shelf.collection, number)
    if change is None or change.pieces != 1:
        raise Http404
    return piece_of(change.lines.get()), undone(request, change)


def _tables(shelf: Shelf, members: Iterable[Member], searched: Sequence[str]) -> list[MemberTable]:
    """The known members, and apart from them what the collection has beyond those; what is searched
    for stands in one piece, so that nothing found is folded away."""
    known: list[MemberLine] = []
    beyond: list[MemberLine] = []
    for member in members:
        line = _line(shelf, member)
        if not searched or _is_meant(line, searched):
            (known if member.is_known else beyond).append(line)
    parts = [MemberTable("", tuple(known))] if searched else _parts(known)
    tables = [*parts, MemberTable(_("Other numbers"), tuple(beyond))]
    return [table for table in tables if table.lines]


def _is_meant(line: MemberLine, searched: Iterable[str]) -> bool:
    """Whether every folded word stands in what a row says."""
    kind = line.kind
    faction = kind.faction.name if kind.faction else ""
    said = fold(f"{line.number} {line.name} {faction} {kind.type}")
    return all(word in said for word in searched)


def _parts(lines: Sequence[MemberLine]) -> list[MemberTable]:
    """Numbers in one table, or many of them in several that say from which to which."""
    if len(lines) <= PART * 1.5:
        return [MemberTable("", tuple(lines))]
    cut = (tuple(lines[start : start + PART]) for start in range(0, len(lines), PART))
    return [
        MemberTable(f"{part[0].number} – {part[-1].number}", part, is_part=True, is_open=not at)
        for at, part in enumerate(cut)
    ]


def _views(found: Checklist, here: str, asked: Mapping[str, str]) -> list[View]:
    counts = {ALL: len(found.members), MISSING: len(found.missing), SPARE: len(found.spare)}
    return [
        View(name, address(here, {"show": key, "q": asked["q"]}), counts[key], key == asked["show"])
        for key, name in SHOWN.items()
    ]


def _charts(found: Checklist) -> list[Chart]:
    """The set by rank, type and faction, as far as those are known."""
    ranks = {key: sign.name for key, sign in words.RANKS.items()}
    by_faction = found.by(lambda figure: figure.faction.name if figure.faction else "")
    charts = [
        Chart(_("By rank"), _bars(found.by(lambda figure: figure.rank), ranks)),
        Chart(_("By type"), _bars(found.by(lambda figure: figure.type), catalogue_words.TYPES)),
        Chart(_("By faction"), _bars(by_faction, _faction_names(found))),
    ]
    return [chart for chart in charts if chart.bars]


def _faction_names(found: Checklist) -> dict[str, Words]:
    factions = (member.figure.faction for member in found.members if member.figure)
    named = {each.name: catalogue_words.own_name(each) for each in factions if each}
    return dict(sorted(named.items(), key=lambda pair: str(pair[1])))


def _bars(counted: Mapping[str, Progress], names: Mapping[str, Words]) -> tuple[Bar, ...]:
    return tuple(Bar(name, counted[key]) for key, name in names.items() if key in counted)


def _line(shelf: Shelf, member: Member) -> MemberLine:
    return MemberLine(
        key=str(member.piece),
        number=member.piece.catalogue_id,
        name=_name(member),
        is_named=bool(member.figure or member.card or member.said_name),
        url=piece_url(shelf.collection, member.piece),
        drawer_url=record_url(member.figure, member.card),
        kind=kind_of(member.figure, member.card),
        owned=member.amounts.owned,
        wanted=member.amounts.wanted,
    )


def _name(member: Member) -> Words:
    if member.figure:
        return figure_name(member.figure)
    if member.card:
        return card_name(member.card)
    return member.said_name or gettext_lazy("nobody has told what this is")
