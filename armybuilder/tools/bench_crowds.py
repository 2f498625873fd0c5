"""What much of a thing costs: forty lists, five hundred revisions, a club of 160 members."""

from random import Random
from typing import Any

from django.forms.models import model_to_dict
from django.urls import reverse
from django.utils import timezone

from armybuilder.clubs.models import Club, ClubMember, Partners, TradeList
from armybuilder.clubs.services.clubs import create_club
from armybuilder.groups.models import BattleGroup, GroupRevision
from armybuilder.groups.services.groups import create_group
from armybuilder.site.models import Owner, User
from collection.catalogue import game
from collection.owning.models import Collection, Holding

LISTS, REVISIONS, MEMBERS = 40, 500, 160
CROWDED_PAGES = (
    f"{LISTS} lists",
    f"{LISTS} lists together",
    "next piece for them",
    f"list of {REVISIONS} revisions",
    f"its {REVISIONS} revisions",
    f"club of {MEMBERS}",
    f"trades among {MEMBERS}",
)
#: Figures of a list, and how many pieces a member wants and would trade.
FIGURES, LISTED = 10, 20


def crowd_pages(shelf: Collection) -> dict[str, str]:
    """Fill the site around a member with a collection; addresses by what the pages show."""
    lots = Random(7)  # noqa: S311 -- the same site in every run
    group = made_lists(shelf.owner, lots)[-1]
    _revisions(group)
    club = _club(shelf, lots)
    own = reverse("group", args=[group.public_id])
    addresses = (
        reverse("groups"),
        reverse("fieldable"),
        reverse("next_piece"),
        own,
        reverse("group_history", args=[group.public_id]),
        reverse("club", args=[club.public_id]),
        reverse("collection:trades"),
    )
    return dict(zip(CROWDED_PAGES, addresses, strict=True))


def made_lists(member: Any, lots: Random) -> list[BattleGroup]:
    """Lists of figures of which some are in many lists."""
    figures = sorted(each.id for each in game.catalogue().units.values() if not each.unique)
    often = [1 / (place + 1) ** 0.7 for place in range(len(figures))]
    lots.shuffle(figures)
    made = []
    for number in range(LISTS):
        units = [{"unit": each} for each in lots.choices(figures, often, k=FIGURES)]
        document = {
            "format": "battle-group/1",
            "system": game.SYSTEM,
            "name": f"List {number}",
            "build_total": 600,
            "units": units,
            "cards": [],
        }
        made.append(create_group(owner=Owner(member), document=document))
    return made


def _revisions(group: BattleGroup) -> None:
    """Changes of a list, one after the other, each of its name and of a figure."""
    first = GroupRevision.objects.get(group=group)
    kept = model_to_dict(first, exclude=["id", "group", "number", "before", "document"])
    units = first.document["units"]
    GroupRevision.objects.bulk_create(
        GroupRevision(
            **kept,
            group=group,
            number=number,
            before=number - 1,
            document=first.document | {"name": f"Try {number}", "units": units[number % 9 :]},
        )
        for number in range(first.number + 1, first.number + REVISIONS)
    )
    last = GroupRevision.objects.filter(group=group).latest("number")
    BattleGroup.objects.filter(pk=group.pk).update(version=last.number, document=last.document)


def _club(shelf: Collection, lots: Random) -> Club:
    """A club in which everybody has lists of wants and trades, the member as well."""
    club = create_club(founder=shelf.owner, name="bench")
    others = User.objects.bulk_create(
        User(email=f"{number}@example.org", display_name=f"Member {number}")
        for number in range(MEMBERS - 1)
    )
    ClubMember.objects.bulk_create(ClubMember(club=club, user=each) for each in others)
    shelves = Collection.objects.bulk_create(
        Collection(owner=each, name="bench", created=timezone.now()) for each in others
    )
    TradeList.objects.bulk_create(
        TradeList(collection=each, partners=Partners.MEMBERS) for each in (*shelves, shelf)
    )
    rows = [*shelf.holdings.all()]
    for row in lots.sample(rows, 2 * LISTED):
        Holding.objects.filter(pk=row.pk).update(for_trade=lots.choice((0, 3)), wanted=1)
    Holding.objects.bulk_create(
        _listed(row, theirs, number % 2 == 0)
        for theirs in shelves
        for number, row in enumerate(lots.sample(rows, 2 * LISTED))
    )
    return club


def _listed(row: Holding, shelf: Collection, is_wanted: bool) -> Holding:
    """A piece on somebody's list."""
    kept = {
        field.attname: getattr(row, field.attname)
        for field in Holding._meta.concrete_fields
        if field.attname not in ("id", "collection_id", "plain", "wanted", "for_trade")
    }
    amounts = {"wanted": 1} if is_wanted else {"plain": 2, "for_trade": 1}
    return Holding(**kept, **amounts, collection=shelf)
