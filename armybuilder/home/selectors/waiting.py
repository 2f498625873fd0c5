"""What waits for a person, gathered from every room."""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from django.db.models import CharField, Count, F, QuerySet, TextField, Value
from django.db.models.functions import Cast
from django.utils import timezone

from armybuilder.clubs.selectors.evenings import lent_lately
from armybuilder.clubs.selectors.proposals import to_answer, to_book
from armybuilder.site.models import Owner, User
from armybuilder.skirmishes.present.listing import ListedSkirmish, lines_of
from armybuilder.skirmishes.selectors import may_wait_for, seen_by, skirmishes_of
from collection.owning.selectors.loans import overdue_loans, unreturned
from collection.owning.selectors.shelves import sent_to

#: For how long a person is reminded of a trade to book and of what they borrowed.
REMINDED = timedelta(days=60)

#: What a row does not say.
_ONE, _NOWHERE, _NOTHING = Value(1), Value("", CharField()), Value("", TextField())

#: A kind, where it leads by two ids, how many, and the ids of loans as JSON.
Row = tuple[str, str, str, int, str]


@dataclass(frozen=True)
class Waiting:
    """What waits for a person: trades they were proposed and trades to book, by id; games; tokens
    of invitations; how many pieces are overdue by collection, and by club and evening of those
    that the person borrowed."""

    trades: tuple[str, ...] = ()
    bookings: tuple[str, ...] = ()
    games: tuple[ListedSkirmish, ...] = ()
    invitations: tuple[str, ...] = ()
    lent: Mapping[str, int] = field(default_factory=dict)
    borrowed: Mapping[tuple[str, str], int] = field(default_factory=dict)


def waiting_for(owner: Owner, now: datetime) -> Waiting:
    """What waits for a member or a visitor; one query, two more where a game may wait and one where
    something borrowed may."""
    candidates = _row("game", may_wait_for(owner=owner), F("public_id"))
    if owner.member:
        candidates = candidates.union(*_of_member(owner.member, now), all=True)
    by_kind: dict[str, list[Row]] = {}
    for row in candidates:
        by_kind.setdefault(row[0], []).append(row)

    def ids(kind: str) -> tuple[str, ...]:
        return tuple(row[1] for row in by_kind.get(kind, ()))

    return Waiting(
        trades=ids("trade"),
        bookings=ids("booking"),
        games=_games(owner, ids("game")),
        invitations=ids("invitation"),
        lent={row[1]: row[3] for row in by_kind.get("lent", ())},
        borrowed=_borrowed(by_kind.get("borrowed", ())),
    )


def _of_member(user: User, now: datetime) -> list[QuerySet[Any, Row]]:
    today = timezone.localdate(now)
    shelf = "copy__holding__collection__public_id"
    overdue = overdue_loans(user, today).order_by().values(shelf).annotate(count=Count("pk"))
    evening = "entry__evening"
    return [
        _row("trade", to_answer(user), F("public_id")),
        _row("booking", to_book(user, now - REMINDED), F("public_id")),
        _row("invitation", sent_to(user, now), F("token")),
        _row("lent", overdue, F(shelf), count=F("count")),
        _row(
            "borrowed",
            lent_lately(user, today - REMINDED, today),
            F(f"{evening}__club__public_id"),
            F(f"{evening}__public_id"),
            loans=Cast("loans", TextField()),
        ),
    ]


def _row(
    kind: str,
    rows: QuerySet[Any, Any],
    first: F,
    second: F | Value = _NOWHERE,
    count: F | Value = _ONE,
    loans: Cast | Value = _NOTHING,
) -> QuerySet[Any, Row]:
    return rows.order_by().values_list(Value(kind, CharField()), first, second, count, loans)


def _games(owner: Owner, ids: tuple[str, ...]) -> tuple[ListedSkirmish, ...]:
    if not ids:
        return ()
    found = skirmishes_of(owner=owner).filter(public_id__in=ids)
    lines = lines_of(seen_by(owner=owner, skirmishes=found.without_positions()))
    return tuple(line for line in lines if line.is_due or line.is_asked)


def _borrowed(rows: Sequence[Row]) -> dict[tuple[str, str], int]:
    evening_of = {loan: (row[1], row[2]) for row in rows for loan in json.loads(row[4])}
    if not evening_of:
        return {}
    out = unreturned(evening_of).values_list("public_id", flat=True)
    return dict(Counter(evening_of[loan] for loan in out))
