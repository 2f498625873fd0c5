"""A year of use, written into a scratch database in bulk: how large it is, and how its pages fare.

A few lists, a shelf and games are made as people make them; the rest are copies of their rows,
which the database makes itself. Nothing of it is anybody's.
"""

import secrets
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from random import Random
from typing import Any

from django.core.management import call_command
from django.db import DatabaseError, connection, models, transaction
from django.urls import reverse
from django.utils import timezone

from armybuilder.groups.models import BattleGroup, GroupRevision, Visibility
from armybuilder.site.models import Owner, User
from armybuilder.skirmishes.archive import put_away, take_out
from armybuilder.skirmishes.models import Skirmish, SkirmishLine, SkirmishStep
from armybuilder.skirmishes.present.beginnings import opened
from armybuilder.skirmishes.present.editions import Pins, play_of
from armybuilder.skirmishes.present.games import game_of
from armybuilder.skirmishes.services import give_order, start_skirmish
from armybuilder.tools.bench_crowds import made_lists
from armybuilder.tools.bench_site import Measured, measure, on_the_disk, scratch_site
from collection.catalogue import game
from collection.catalogue.models import Figure
from collection.catalogue.pieces import Piece
from collection.owning import edits
from collection.owning.models import Collection, Holding
from collection.owning.services.changes import Edit, apply
from collection.owning.services.collections import create_collection

GROUPS, STEPS, COLLECTIONS = 100_000, 1_000_000, 10_000
#: Different pieces of a collection, orders of a game, lists that are copied.
PIECES, ORDERS, LISTS = 60, 200, 40
GAMES = ("age-of-destruction", "age-of-destruction", "age-of-destruction", "warzone")
#: Of so many groups one is public, one is a visitor's whose session has long ended.
PUBLIC, ABANDONED = 20, 10
BATCH = 2_000
#: Games untouched for so long are put away.
OLD = timedelta(days=90)


@dataclass(frozen=True)
class Year:
    """What was measured: rows and bytes by table, seconds by what was done, pages before the year
    and after it."""

    rows: dict[str, int]
    bytes: dict[str, int]
    seconds: dict[str, float]
    pages: dict[str, tuple[Measured, Measured]]


def simulate(*, part: float, runs: int, say: Callable[[str], Any]) -> Year:
    """Fill a scratch database with a part of a year, measure it, clear up."""
    seconds: dict[str, float] = {}

    @contextmanager
    def timed(what: str) -> Iterator[None]:
        say(what)
        began = time.perf_counter()
        yield
        seconds[what] = round(time.perf_counter() - began, 2)

    with on_the_disk(), scratch_site() as member:
        with timed("the first lists, a shelf, games"):
            shelf, groups, games = _first(member)
        pages = _pages(member, shelf, groups[0], games[0])
        before = {name: measure(address, runs, who) for name, (address, who) in pages.items()}
        people = max(round(COLLECTIONS * part), 1)
        with timed("members and collections"):
            users = _members(people)
            _collections(shelf, users)
        with timed("battle groups"):
            _groups(groups, users, max(round(GROUPS * part), LISTS))
        with timed("games"):
            orders = sum(each.steps.count() for each in games) // len(games)
            _games(games, users, max(round(STEPS * part) // orders, len(games)))
        with timed("statistics of the planner"):
            _analyse()
        after = {name: measure(address, runs, who) for name, (address, who) in pages.items()}
        rows, size = _rows(), {"database": _size()} | _sizes()
        with timed("finished games put away"):
            rows["games put away"] = put_away(unchanged_since=timezone.now() - OLD)
        with timed("clearing up"):
            call_command("clear_up", stdout=_Nowhere())
        with timed("a game taken out again"):
            asleep = Skirmish.objects.exclude(archived=None).first()
            if asleep:
                take_out(asleep)
        with timed("room given back"):
            _give_room_back()
        left = _rows()
        rows |= {f"{name}, a night later": count for name, count in left.items()}
        size |= {"database, a night later": _size(), "steps, a night later": _size_of(SkirmishStep)}
        size["packed steps"] = _packed_bytes()
        return Year(rows, size, seconds, {name: (before[name], after[name]) for name in pages})


class _Nowhere:
    """Takes what commands say."""

    def write(self, said: str) -> int:
        return len(said)


# --- What people make ------------------------------------------------------------------------


def _first(member: User) -> tuple[Collection, list[BattleGroup], list[Skirmish]]:
    shelf = create_collection(owner=member, name="Shelf")
    figures = Figure.objects.filter(system=game.SYSTEM).select_related("set")[:PIECES]
    pieces = [Piece(each.system, each.set.code, each.number) for each in figures]
    add = [Edit(piece, lambda state: edits.add(state, 2)) for piece in pieces]
    apply(collection=shelf, actor=member, edits=add, now=timezone.now())
    groups = made_lists(member, Random(7))  # noqa: S311 -- the same year in every run
    return shelf, groups, [_played(member, system, place) for place, system in enumerate(GAMES)]


def _played(member: User, system: str, place: int) -> Skirmish:
    """A game of as many orders by lot."""
    play, lots = play_of(Pins(system)), Random(place)  # noqa: S311
    deals = play.deals(3)
    opening = opened(system, [next(deals) for _ in range(place + 1)][place])
    seats = {seat: {"name": "", "commander": ""} for seat in opening.sides}
    skirmish = start_skirmish(
        owner=Owner(member), title=f"Game {place}", opening=opening, seats=seats
    )
    for _ in range(ORDERS):
        if skirmish.over:
            break
        match = game_of(skirmish).match
        legal = [order for seat in match.actors() for order in match.legal_orders(seat)]
        rather = [order for order in legal if order["order"] not in play.endings] or legal[:1]
        give_order(skirmish=skirmish, version=skirmish.version, order=lots.choice(rather))
        skirmish = Skirmish.objects.get(pk=skirmish.pk)
    Skirmish.objects.filter(pk=skirmish.pk).update(over=True, acting="")
    return Skirmish.objects.get(pk=skirmish.pk)


# --- A year of it ----------------------------------------------------------------------------


def _members(count: int) -> list[int]:
    made = User.objects.bulk_create(
        (User(email=f"{n}@year.example", display_name=f"Member {n}") for n in range(count)),
        batch_size=BATCH,
    )
    return [user.pk for user in made]


def _collections(shelf: Collection, users: list[int]) -> None:
    made = Collection.objects.bulk_create(
        (Collection(owner_id=user, name="Shelf", version=shelf.version) for user in users),
        batch_size=BATCH,
    )
    _copy_rows(Holding, "collection_id", shelf.pk, [each.pk for each in made])


def _groups(templates: list[BattleGroup], users: list[int], count: int) -> None:
    year = timezone.now() - timedelta(days=365)
    for place, template in enumerate(templates):
        mine = range(place, count, len(templates))
        made = BattleGroup.objects.bulk_create(
            (_group(template, number, users) for number in mine), batch_size=BATCH
        )
        keys = [each.pk for each in made]
        _copy_rows(GroupRevision, "group_id", template.pk, keys)
        BattleGroup.objects.filter(owner=None, **_between(keys)).update(updated=year)


def _group(template: BattleGroup, number: int, users: list[int]) -> BattleGroup:
    is_public, is_left = number % PUBLIC == 1, number % ABANDONED == 0
    shown: dict[str, Any] = {}
    if is_public:
        shown = {
            "visibility": Visibility.PUBLIC,
            "share_token": secrets.token_urlsafe(12),
            "published": timezone.now(),
        }
    owner = (
        {"visitor": f"visitor-{number}"} if is_left else {"owner_id": users[number % len(users)]}
    )
    without = {"public_id", "owner_id", "visitor", "visibility", "share_token", "published"}
    return BattleGroup(**_values(template, without), **shown, **owner)


def _games(templates: list[Skirmish], users: list[int], count: int) -> None:
    """Games of the last year, an even stream of them."""
    now = timezone.now()
    for place, template in enumerate(templates):
        mine = range(place, count, len(templates))
        lines = SkirmishLine.objects.bulk_create(SkirmishLine() for _ in mine)
        without = {"public_id", "owner_id", "line_id", "share_token", "watch_token"}
        values = _values(template, without)
        made = Skirmish.objects.bulk_create(
            (
                Skirmish(**values, line_id=line.pk, owner_id=users[number % len(users)])
                for number, line in zip(mine, lines, strict=True)
            ),
            batch_size=500,
        )
        keys = [each.pk for each in made]
        for month in range(12):
            some = keys[month * len(keys) // 12 : (month + 1) * len(keys) // 12]
            if some:
                then = now - timedelta(days=30 * month + 15)
                Skirmish.objects.filter(**_between(some)).update(updated=then)
        _copy_rows(SkirmishStep, "line_id", template.line_id, [line.pk for line in lines])


def _values(row: models.Model, without: set[str]) -> dict[str, Any]:
    fields = (field.attname for field in row._meta.concrete_fields)
    return {name: getattr(row, name) for name in fields if name not in {"id", *without}}


def _between(keys: list[int]) -> dict[str, int]:
    """Rows that were made one after the other, as a filter."""
    return {"pk__gte": keys[0], "pk__lte": keys[-1]}


def _copy_rows(model: type[models.Model], column: str, of: int, to: list[int]) -> None:
    """Let the database copy what belongs to one row for each of others."""
    quote = connection.ops.quote_name
    fields = [field for field in model._meta.concrete_fields if not field.primary_key]
    into = ", ".join(quote(str(field.column)) for field in fields)
    copied = ", ".join(
        "t.id" if field.column == column else f"s.{quote(str(field.column))}" for field in fields
    )
    field: Any = next(field for field in fields if field.column == column)
    parent = field.remote_field.model._meta.db_table
    table = quote(model._meta.db_table)
    statement = (
        f"INSERT INTO {table} ({into}) SELECT {copied} FROM {table} s, {quote(parent)} t"  # noqa: S608
        f" WHERE s.{quote(column)} = %s AND t.id BETWEEN %s AND %s"
    )
    for start in range(0, len(to), BATCH // 10):
        some = to[start : start + BATCH // 10]
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(statement, [of, some[0], some[-1]])


# --- Measuring -------------------------------------------------------------------------------


def _pages(
    member: User, shelf: Collection, group: BattleGroup, skirmish: Skirmish
) -> dict[str, tuple[str, User | None]]:
    pieces = reverse("collection:pieces", args=[shelf.public_id])
    replay = reverse("skirmish_replay", args=[skirmish.system, skirmish.public_id])
    return {
        "home": (reverse("home"), None),
        "home of a member": (reverse("home"), member),
        "public groups": (reverse("public_groups"), None),
        "public groups, searched": (f"{reverse('public_groups')}?q=list", None),
        "my groups": (reverse("groups"), member),
        "a group": (reverse("group", args=[group.public_id]), member),
        "its history": (reverse("group_history", args=[group.public_id]), member),
        "collection": (pieces, member),
        "figure": (reverse("collection:figure", args=["AOD-102"]), member),
        "skirmishes": (reverse("skirmishes"), member),
        "a replay": (replay, member),
        "its last step": (f"{replay}?step={skirmish.steps.count()}", member),
    }


TABLES = (User, Collection, Holding, BattleGroup, GroupRevision, Skirmish, SkirmishStep)


def _rows() -> dict[str, int]:
    return {str(model._meta.verbose_name_plural): model._base_manager.count() for model in TABLES}


def _sizes() -> dict[str, int]:
    return {str(model._meta.verbose_name_plural): _size_of(model) for model in TABLES}


def _asked(statement: str, *values: Any) -> int:
    with connection.cursor() as cursor:
        # Without values a per cent sign means nothing to SQL.
        cursor.execute(statement, values or None)
        return int(cursor.fetchone()[0] or 0)


def _size() -> int:
    """Bytes of the whole database."""
    if connection.vendor == "sqlite":
        return _asked("PRAGMA page_count") * _asked("PRAGMA page_size")
    return _asked("SELECT pg_database_size(current_database())")


def _size_of(model: type[models.Model]) -> int:
    """Bytes of a table with its indexes; 0 where SQLite was built without the means to tell."""
    table = model._meta.db_table
    if connection.vendor != "sqlite":
        return _asked("SELECT pg_total_relation_size(%s)", table)
    statement = (
        "SELECT sum(pgsize) FROM dbstat WHERE name IN"
        " (SELECT name FROM sqlite_master WHERE tbl_name = %s)"
    )
    try:
        return _asked(statement, table)
    except DatabaseError:
        return 0


def _packed_bytes() -> int:
    return _asked(f"SELECT sum(length(packed)) FROM {SkirmishLine._meta.db_table}")  # noqa: S608


def _analyse() -> None:
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


def _give_room_back() -> None:
    """What a database does by itself in time, or an operator once."""
    with connection.cursor() as cursor:
        cursor.execute("VACUUM" if connection.vendor == "sqlite" else "VACUUM FULL")
