"""What pages read of collections; every list takes the same few queries however long it is."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from django.db.models import (
    Count,
    F,
    FilteredRelation,
    IntegerField,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Sum,
    Value,
)
from django.db.models.functions import Coalesce

from collection.catalogue.models import Card, ExpansionSet, Figure
from collection.catalogue.pieces import Piece
from collection.catalogue.search.facets import narrowed
from collection.catalogue.selectors import FigureFilter, words_condition
from collection.owning.models import Collection, Copy, Holding, Photo
from collection.owning.pieces import piece_of
from collection.owning.selectors.joining import CatalogueLinks

PAGE_LENGTH = 50

#: What the catalogue says of a piece, and what of that is long and not asked for.
RECORDS = ("figure__set", "figure__faction", "card__set")
UNREAD = tuple(f"{record}__record" for record in RECORDS)

#: What a list of pieces is ordered by; number settles ties.
ORDERS = {"number": "sort_key", "name": "shown_name", "points": "known_points", "owned": "owned"}


@dataclass(frozen=True)
class HoldingFilter:
    """What a list of pieces is narrowed to; an empty field narrows nothing.

    `figures` is asked of the catalogue's figures; `words` are looked for in cards and in what the
    owner says, their `meaning` in figures. `show` is a key of SHOWN, `order` one of ORDERS, with a
    minus for the greatest first.
    """

    words: str = ""
    meaning: Q = field(default_factory=Q)
    figures: FigureFilter | None = None
    show: str = ""
    place: str = ""
    order: str = "number"


@dataclass(frozen=True)
class Amounts:
    """How many of a piece, or of many."""

    owned: int = 0
    lent: int = 0
    wanted: int = 0
    for_trade: int = 0

    @property
    def free(self) -> int:
        """How many are at hand."""
        return self.owned - self.lent

    def __add__(self, other: "Amounts") -> "Amounts":
        return Amounts(
            self.owned + other.owned,
            self.lent + other.lent,
            self.wanted + other.wanted,
            self.for_trade + other.for_trade,
        )


@dataclass(frozen=True)
class HoldingPage:
    """Some pieces of a list with their amounts, how many the list has, and where the next begin."""

    rows: list[Holding]
    amounts: Mapping[Piece, Amounts]
    total: int
    next_after: str = ""


@dataclass(frozen=True)
class Totals(Amounts):
    """How much is in a collection, with the points of what has any, and what was paid for it by
    currency, as far as it is known."""

    points: int = 0
    paid: Mapping[str, Decimal] = field(default_factory=dict)


def copies_of(**narrowed_to: Any) -> Coalesce:
    """How many copies of a holding are told apart, as part of a query."""
    rows = Copy.objects.filter(holding=OuterRef("pk"), **narrowed_to).order_by()
    counted = rows.values("holding").annotate(n=Count("pk")).values("n")
    return Coalesce(Subquery(counted, output_field=IntegerField()), 0)


#: Parts of a collection a list may be narrowed to: by what is counted of a piece.
SHOWN: Mapping[str, Q] = {
    "owned": Q(owned__gt=0),
    "spare": Q(owned__gt=1),
    "wanted": Q(wanted__gt=0),
    "trade": Q(for_trade__gt=0),
    "lent": Q(lent__gt=0),
    "apart": Q(apart__gt=0),
    "unknown": Q(figure=None, card=None),
}


def _found(collection: Collection, wanted: HoldingFilter) -> QuerySet[Holding]:
    rows = collection.holdings.all()
    if wanted.figures is not None:
        figures = narrowed(Figure.objects.filter(wanted.figures.condition), wanted.figures.chosen)
        rows = rows.filter(figure__in=figures.order_by().values("pk"))
    elif wanted.words:
        condition = words_condition(wanted.words)
        rows = rows.filter(
            Q(figure__in=Figure.objects.filter(wanted.meaning).order_by().values("pk"))
            | Q(card__in=Card.objects.filter(condition).order_by().values("pk"))
            | condition
        )
    if wanted.place:
        rows = rows.filter(pk__in=Copy.objects.filter(place=wanted.place).values("holding"))
    if wanted.show in ("lent", "apart", "spare", "owned"):
        rows = rows.annotate(
            apart=copies_of(), lent=copies_of(loans__isnull=False, loans__returned=None)
        ).annotate(owned=F("plain") + F("apart"))
    if wanted.show:
        rows = rows.filter(SHOWN[wanted.show])
    return rows


def _ordered(rows: QuerySet[Holding], order: str) -> QuerySet[Holding]:
    key = order.removeprefix("-")
    unknown = -1 if order.startswith("-") else 1_000_000
    if key == "name":
        named = Coalesce("figure__name_key", "card__name_key", "name")
        rows = rows.annotate(shown_name=named)
    elif key == "points":
        rows = rows.annotate(
            known_points=Coalesce("figure__points", Value(unknown), output_field=IntegerField())
        )
    elif key == "owned" and "owned" not in rows.query.annotations:
        rows = rows.annotate(apart=copies_of()).annotate(owned=F("plain") + F("apart"))
    sign = "-" if order.startswith("-") else ""
    return rows.order_by(f"{sign}{ORDERS[key]}", f"{sign}sort_key", f"{sign}id")


def find_holdings(
    collection: Collection,
    wanted: HoldingFilter,
    after: Piece | None = None,
    length: int = PAGE_LENGTH,
) -> HoldingPage:
    """A page of the pieces a filter leaves, beginning after one of them; five queries, one less
    where the page is all of them."""
    found = _found(collection, wanted)
    page = _ordered(found, wanted.order)
    if after:
        page = _beyond(page, wanted.order, after)
    rows = list(
        page.select_related(*RECORDS).defer(
            "search_text", *UNREAD, "figure__record", "card__record"
        )[: length + 1]
    )
    more, rows = len(rows) > length, rows[:length]
    last = rows[-1] if more else None
    return HoldingPage(
        rows,
        amounts_of_rows(rows),
        found.count() if more or after else len(rows),
        str(piece_of(last)) if last else "",
    )


def _beyond(rows: QuerySet[Holding], order: str, after: Piece) -> QuerySet[Holding]:
    column = ORDERS[order.removeprefix("-")]
    last = rows.filter(set_code=after.set, number=after.number, variant=after.variant)
    found = last.values("id", "sort_key", key=F(column)).first()
    if found is None:
        return rows
    towards = "lt" if order.startswith("-") else "gt"
    level = Q(**{column: found["key"]})
    return rows.filter(
        Q(**{f"{column}__{towards}": found["key"]})
        | level & Q(**{f"sort_key__{towards}": found["sort_key"]})
        | level & Q(**{"sort_key": found["sort_key"], f"id__{towards}": found["id"]})
    )


def amounts_of_rows(rows: Iterable[Holding]) -> dict[Piece, Amounts]:
    """The amounts of some holdings of one collection; one query."""
    return {piece_of(row): amounts for row, amounts in amounts_of_holdings(list(rows))}


def amounts_of_holdings(rows: list[Holding]) -> list[tuple[Holding, Amounts]]:
    """Holdings with their amounts; one query."""
    counted = {
        row["holding"]: row
        for row in Copy.objects.filter(holding__in=[row.pk for row in rows if row.pk])
        .order_by()
        .values("holding")
        .annotate(
            apart=Count("pk", distinct=True),
            lent=Count("loans", filter=Q(loans__returned=None), distinct=True),
        )
    }
    none = {"apart": 0, "lent": 0}
    return [
        (
            row,
            Amounts(
                row.plain + counted.get(row.pk, none)["apart"],
                counted.get(row.pk, none)["lent"],
                row.wanted,
                row.for_trade,
            ),
        )
        for row in rows
    ]


def figures_in(collection: Collection) -> Q:
    """The condition on the catalogue's figures that a collection speaks of them."""
    rows = collection.holdings.filter(figure__isnull=False).order_by()
    return Q(pk__in=rows.values("figure"))


def totals(collection: Collection) -> Totals:
    """How much is in a collection; two queries."""
    plain = collection.holdings.aggregate(
        owned=Sum("plain", default=0),
        wanted=Sum("wanted", default=0),
        for_trade=Sum("for_trade", default=0),
        points=Sum(F("plain") * F("figure__points"), default=0),
    )
    copies = Copy.objects.filter(holding__collection=collection).order_by("currency")
    # A copy is lent once at a time, so that no row is doubled.
    is_out = FilteredRelation("loans", condition=Q(loans__returned=None))
    apart = list(
        copies.values("currency")
        .annotate(out=is_out)
        .annotate(
            owned=Count("pk"),
            lent=Count("out"),
            points=Sum("holding__figure__points", default=0),
            price=Sum("price"),
        )
    )
    return Totals(
        owned=plain["owned"] + sum(row["owned"] for row in apart),
        lent=sum(row["lent"] for row in apart),
        wanted=plain["wanted"],
        for_trade=plain["for_trade"],
        points=plain["points"] + sum(row["points"] for row in apart),
        paid={row["currency"]: row["price"] for row in apart if row["price"] is not None},
    )


def prices_of(copies: QuerySet[Copy]) -> dict[str, Decimal]:
    """What was paid for some copies by currency, as far as it is known; one query."""
    known = copies.exclude(price=None).order_by("currency")
    return dict(known.values_list("currency").annotate(Sum("price")))


def places(collection: Collection) -> list[str]:
    """Every place copies are kept in, by name; one query."""
    copies = Copy.objects.filter(holding__collection=collection).exclude(place="")
    return list(copies.order_by("place").values_list("place", flat=True).distinct())


def holdings(collection: Collection, pieces: Iterable[Piece]) -> list[Holding]:
    """The rows of some pieces with their records, in their order; three queries at most.

    A piece that is not held has a row that is not saved.
    """
    pieces = list(pieces)
    rows = collection.holdings.select_related(*RECORDS).defer("search_text", *UNREAD)
    found = rows.filter(
        set_code__in={piece.set for piece in pieces},
        number__in={piece.number for piece in pieces},
    )
    held = {piece_of(row): row for row in found}
    return [held.get(piece) or _not_held(collection, piece) for piece in pieces]


def _not_held(collection: Collection, piece: Piece) -> Holding:
    row = Holding(
        collection=collection,
        system=piece.system,
        set_code=piece.set,
        number=piece.number,
        variant=piece.variant,
        version=0,
    )
    CatalogueLinks(piece.system, [piece.set]).join(row)
    return row


def photos(collection: Collection, piece: Piece) -> list[Photo]:
    """The photos of a piece; one query."""
    rows = collection.photos.select_related("shown").filter(
        system=piece.system, set_code=piece.set, number=piece.number, variant=piece.variant
    )
    return list(rows)


def photo(collection: Collection, public_id: str) -> Photo | None:
    """One photo of a collection; one query."""
    rows = collection.photos.select_related("collection", "shown")
    return rows.filter(public_id=public_id).first()


def set_called(system: str, code: str) -> ExpansionSet | None:
    """The set of a code; one query."""
    return ExpansionSet.objects.filter(system=system, code=code).first()


# --- What a person owns, for the catalogue --------------------------------------------------


def amounts_of_figures(user: Any, figure_ids: Iterable[int]) -> dict[int, Amounts]:
    """What a person's own collections hold of figures, by the figures' row ids; two queries."""
    rows = Holding.objects.filter(
        collection__in=Collection.objects.owned_by(user), figure__in=list(figure_ids)
    )
    summed: dict[int, Amounts] = {}
    for row, amounts in amounts_of_holdings(list(rows)):
        figure_id = row.figure_id or 0
        summed[figure_id] = summed.get(figure_id, Amounts()) + amounts
    return summed


def owned_of_figures(user: Any, catalogue_ids: Iterable[str]) -> dict[str, int]:
    """How many of some figures a person's own collections hold, by their ids; one query."""
    rows = Holding.objects.filter(
        collection__in=Collection.objects.owned_by(user),
        figure__catalogue_id__in=list(catalogue_ids),
    )
    counted = rows.order_by().annotate(apart=copies_of())
    summed: dict[str, int] = {}
    for found, plain, apart in counted.values_list("figure__catalogue_id", "plain", "apart"):
        summed[found] = summed.get(found, 0) + plain + apart
    return summed


def owned_of_factions(user: Any) -> dict[str, int]:
    """How many figures of each faction a person's own collections hold, by its name; one query."""
    mine = Holding.objects.filter(collection__in=Collection.objects.owned_by(user))
    rows = mine.exclude(figure__faction=None).order_by().annotate(apart=copies_of())
    summed: dict[str, int] = {}
    for name, plain, apart in rows.values_list("figure__faction__name", "plain", "apart"):
        summed[name] = summed.get(name, 0) + plain + apart
    return summed


def figures_with(user: Any, show: str) -> Q:
    """The condition on figures that a person's own collections have: a key of SHOWN."""
    mine = Holding.objects.filter(
        collection__in=Collection.objects.owned_by(user), figure__isnull=False
    )
    counted = mine.annotate(
        apart=copies_of(), lent=copies_of(loans__isnull=False, loans__returned=None)
    ).annotate(owned=F("plain") + F("apart"))
    return Q(pk__in=counted.filter(SHOWN[show]).order_by().values("figure"))
