"""Who gets behind which door: every address that names something, asked by everybody.

The addresses are those of the urlconf. One whose door is not known here fails the test, and so
does one that its own people do not get through, since then nobody's refusal would prove anything.
"""

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.urls import get_resolver

from armybuilder.clubs.models import ClubMember, EveningEntry, Proposal
from armybuilder.clubs.services import clubs, evenings
from armybuilder.groups.printing import KIND as PRINT_KIND
from armybuilder.groups.proving import KIND as BUILD_KIND
from armybuilder.groups.services import formats
from armybuilder.groups.services.formats import FormatText
from armybuilder.groups.services.groups import create_group
from armybuilder.groups.services.sealing import seal
from armybuilder.groups.tests.test_api_groups import PATROL
from armybuilder.home.large_files import ask_for_file
from armybuilder.home.large_tables import ask_to_read
from armybuilder.home.row_imports import KIND as IMPORT_KIND
from armybuilder.jobs.files import KeptFile, kept
from armybuilder.jobs.models import Job, JobAsk, State
from armybuilder.library.services import keep_units
from armybuilder.matchups.fairness import FAIR_KIND
from armybuilder.matchups.work import MATCH_UP_KIND
from armybuilder.offline.models import CameBack, Did
from armybuilder.scenarios.present.documents import palette_of, read
from armybuilder.scenarios.services import keep_scenario
from armybuilder.site.models import Owner, User
from armybuilder.site.tests.test_security import routes
from armybuilder.skirmishes.chances import ask_for_chances
from armybuilder.skirmishes.models import Skirmish
from armybuilder.skirmishes.notes import add_note, agree_to_show
from armybuilder.skirmishes.reopening import KIND as REOPENING
from collection.catalogue import game
from collection.catalogue.finding.known import finder
from collection.catalogue.models import Contribution, Figure, FigureReport
from collection.owning import edits
from collection.owning.importing import staging
from collection.owning.importing.reading import source_of_text
from collection.owning.models import Collection, Membership, Role
from collection.owning.selectors.shelves import Shelf
from collection.owning.services import changes, photos, sharing
from collection.owning.services.changes import Edit
from collection.owning.services.collections import create_collection
from collection.owning.services.keypad import save_product
from collection.owning.tests.conftest import HATCHETMAN, NOW
from collection.owning.tests.test_photos import picture

pytestmark = pytest.mark.usefixtures("catalogue")

SKIRMISHES = "en/skirmishes/"
LIBRARY = "en/library/khans-and-generals/"
PEOPLE = ("owner", "viewer", "clubmate", "former", "stranger", "guest")
#: The doors that only some people get through, by how their addresses begin; the longest decides.
DOORS: dict[str, tuple[str, ...]] = {
    "en/groups/<slug:public_id>/": ("owner",),
    f"{SKIRMISHES}<slug:public_id>/": ("owner",),
    f"{SKIRMISHES}chances/<slug:public_id>/": ("owner",),
    f"{SKIRMISHES}import/<slug:public_id>/": ("owner",),
    f"{SKIRMISHES}<slug:system>/<slug:public_id>/": ("owner",),
    f"{SKIRMISHES}age-of-destruction/<slug:public_id>/": ("owner",),
    f"{SKIRMISHES}warzone/<slug:public_id>/": ("owner",),
    f"{SKIRMISHES}khans-and-generals/<slug:public_id>/": ("owner",),
    f"{SKIRMISHES}nations-at-war/<slug:public_id>/": ("owner",),
    f"{SKIRMISHES}with/<slug:public_id>/": ("owner",),
    f"{SKIRMISHES}real/<slug:public_id>/": ("owner",),
    "en/files/<slug:public_id>/": ("owner",),
    "en/fair-fights/<slug:public_id>/": ("owner",),
    "en/groups/build/best/<slug:public_id>/": ("owner",),
    "en/groups/print/<slug:public_id>/": ("owner",),
    "en/jobs/<slug:public_id>/": ("owner",),
    "en/match-ups/<slug:public_id>/": ("owner",),
    "en/offline/came-back/": ("owner",),
    "en/scenarios/<slug:public_id>/": ("owner",),
    "en/tables/<slug:public_id>/": ("owner",),
    f"{LIBRARY}units/<slug:public_id>/": ("owner",),
    "en/formats/<slug:format_id>/change/": ("owner",),
    "en/formats/<slug:format_id>/delete/": ("owner",),
    "en/collection/<str:public_id>/": ("owner", "viewer"),
    "en/collection/clubs/<slug:club_id>/": ("owner", "clubmate"),
    "en/collection/trades/proposals/<slug:proposal_id>/": ("owner", "clubmate"),
    "en/catalogue/contributions/<str:public_id>/": ("owner",),
    "en/catalogue/reports/<str:public_id>/": ("owner",),
    "api/v1/groups/<slug:public_id>/": ("owner",),
    "api/v1/collections/<slug:public_id>/": ("owner", "viewer"),
    "api/v1/scenarios/<slug:public_id>/": ("owner",),
    "api/v1/skirmishes/<slug:public_id>/": ("owner",),
}
#: Addresses that are open to whoever has them: of the catalogue, and those people send each other.
OPEN = (
    "api/v1/cards/",
    "api/v1/figures/",
    "api/v1/formats/",
    "api/v1/games/",
    "api/v1/rules/",
    "api/v1/schemas/",
    "app-<str:language>.webmanifest",
    "offline/<str:kind>/<slug:version>",
    "en/c/",
    "en/catalogue/",
    "en/collection/clubs/join/",
    "en/collection/join/",
    "en/collection/lists/",
    "en/collection/shown/",
    "en/games/",
    "en/formats/",
    "en/g/",
    "en/groups/add/",
    f"{LIBRARY}units.",
    "en/match-ups/shared/",
    "en/p/",
    "en/report/",
    "en/rules/",
    "en/s/",
    "en/scenarios/new/",
    "en/scenarios/shared/",
    "en/skirmishes/against/",
    f"{SKIRMISHES}<slug:system>/new/",
    *(
        f"{SKIRMISHES}{system}/{page}/"
        for system in (
            *("<slug:system>", "age-of-destruction", "khans-and-generals"),
            *("nations-at-war", "warzone"),
        )
        for page in ("join", "watched")
    ),
    f"{SKIRMISHES}<slug:system>/shared/",
    f"{SKIRMISHES}nations-at-war/shared/",
    f"{SKIRMISHES}age-of-destruction/shared/",
    f"{SKIRMISHES}warzone/shared/",
    f"{SKIRMISHES}khans-and-generals/shared/",
)
#: They answer everybody alike, whatever they name; allauth's and Django's own are tested there, and
#: who moderates in `armybuilder.moderation`.
ALIKE = (
    "en/account/",
    "en/admin/",
    "en/moderation/",
    "en/collection/keep/",
    "en/collection/trades/<slug:mine>/<slug:theirs>/",
)
#: Doors behind which not everybody goes everywhere: editors of the catalogue decide on what is
#: proposed; who only looks at a collection changes nothing; a club's organisers lead it.
NARROWER: dict[str, tuple[str, ...]] = {
    "collection:decide_contribution": (),
    **dict.fromkeys(
        (
            "api_collection_import",
            "api_collection_import_one",
            "api_collection_undo",
            "club_delete",
            "club_invite",
            "club_settings",
            "club_withdraw",
            "collection:delete_collection",
            "collection:import",
            "collection:import_choose",
            "collection:import_drop",
            "collection:import_finish",
            "collection:import_mode",
            "collection:import_start",
            "collection:import_step",
            "collection:import_unlisted",
            "collection:keypad",
            "collection:keypad_close",
            "collection:keypad_enter",
            "collection:keypad_take_back",
            "collection:lists_link",
            "collection:lists_partners",
            "collection:lock",
            "collection:member",
            "collection:product_delete",
            "collection:product_save",
            "collection:remove_photo",
            "collection:show_photo",
            "collection:take_back",
            "collection:take_photo_back",
            "collection:throw_away",
            "collection:undo",
            "collection:withdraw",
            "evening_assign",
            "evening_change",
            "evening_delete",
            "evening_hand_in",
            "evening_leave",
            "evening_print",
        ),
        ("owner",),
    ),
}
#: What nobody gets by its address alone: it takes a choice, a figure, or a game that is over.
NEEDS_MORE = {
    "collection:lists_partners",
    "collection:throw_away",
    "api_skirmish_record",
    "age-of-destruction:glance",
    "age-of-destruction:menu",
    "age-of-destruction:report",
    "warzone:side",
    *(
        f"{system}skirmish_{page}"
        for system in ("", "nations-at-war:", "warzone:", "khans-and-generals:")
        for page in ("glance", "menu")
    ),
    *(
        f"{system}skirmish_{page}"
        for system in (
            *("", "age-of-destruction:", "nations-at-war:", "warzone:", "khans-and-generals:"),
        )
        for page in ("rematch",)
    ),
}

ROUTES = sorted(
    {(name, route) for name, route in routes(get_resolver().url_patterns) if "<" in route}
)


def door_of(route: str) -> str | None:
    """How the address begins that decides who gets in; "" for everybody, None where not known."""
    found = [start for start in (*DOORS, *OPEN, *ALIKE) if route.startswith(start)]
    longest = max(found, key=len, default=None)
    return "" if longest in (*OPEN, *ALIKE) else longest


def test_the_door_of_every_address_is_known() -> None:
    assert [f"{name} {route}" for name, route in ROUTES if door_of(route) is None] == []


class World:
    """One of everything, of one owner."""

    def __init__(self) -> None:
        self.users = {
            who: User.objects.create_user(f"{who}@example.org") for who in PEOPLE if who != "guest"
        }
        self.owner = self.users["owner"]
        self.values: dict[str, dict[str, Any]] = {}
        self._keep_groups()
        self._keep_a_collection()
        self._meet()
        self._contribute()

    def client(self, who: str) -> Client:
        client = Client()
        if who in self.users:
            client.force_login(
                self.users[who], backend="allauth.account.auth_backends.AuthenticationBackend"
            )
        return client

    def path(self, route: str) -> str:
        """The address of the owner's own."""
        door = door_of(route)
        path = route
        for name, value in self.values[door or ""].items():
            for kind in ("slug", "str", "int"):
                path = path.replace(f"<{kind}:{name}>", str(value))
        assert "<" not in path, path
        return f"/{path}"

    def _keep_groups(self) -> None:
        group = create_group(owner=Owner(self.owner), document=PATROL)
        of_group = {"public_id": group.public_id, "number": 1, "ending": "txt"}
        of_group["seal_id"] = seal(group=group).public_id
        self.values["en/groups/<slug:public_id>/"] = of_group
        self.values["api/v1/groups/<slug:public_id>/"] = of_group
        self.values[f"{SKIRMISHES}with/<slug:public_id>/"] = of_group
        self.values[f"{SKIRMISHES}real/<slug:public_id>/"] = of_group
        written = formats.create_format(
            owner=Owner(self.owner), text=FormatText("Open", "", {})
        ).public_id
        for page in ("change", "delete"):
            self.values[f"en/formats/<slug:format_id>/{page}/"] = {"format_id": written}
        drawn = read(palette_of("warzone").blank("Yard"))
        scenario = keep_scenario(
            owner=Owner(self.owner),
            system=drawn.system,
            title=drawn.title,
            document=drawn.document,
            size=drawn.size,
        )
        of_scenario = {"public_id": scenario.public_id}
        self.values["en/scenarios/<slug:public_id>/"] = of_scenario
        wire = {"name": "Wire", "class": "fortification"}
        (unit,) = keep_units(owner=Owner(self.owner), system="khans-and-generals", records=[wire])
        self.values[f"{LIBRARY}units/<slug:public_id>/"] = {"public_id": unit.public_id}
        self.values["api/v1/scenarios/<slug:public_id>/"] = of_scenario
        refused = CameBack.objects.create(
            owner=self.owner, taken="", kind="group", key="", content={}, did=Did.REFUSED, at=NOW
        )
        self.values["en/offline/came-back/"] = {"public_id": refused.public_id}
        own = self.client("owner")
        by_hand = {"total": 300, "against": "random", "by_hand": "1"}
        own.post(f"/{SKIRMISHES}age-of-destruction/quick/", by_hand)
        of_skirmish = {"public_id": Skirmish.objects.get().public_id, "ending": "txt"}
        self.values[f"{SKIRMISHES}<slug:public_id>/"] = of_skirmish
        self.values["api/v1/skirmishes/<slug:public_id>/"] = of_skirmish
        by_lot = dict.fromkeys(("red", "blue"), "random")
        asked = ask_for_chances(
            owner=Owner(self.owner),
            skirmish=Skirmish.objects.get(),
            step=0,
            commanders=by_lot,
            games=1,
        )
        asked.job.asks.update(withdrawn=True)
        of_kinds = {
            BUILD_KIND: "en/groups/build/best/",
            FAIR_KIND: "en/fair-fights/",
            MATCH_UP_KIND: "en/match-ups/",
            PRINT_KIND: "en/groups/print/",
            REOPENING: f"{SKIRMISHES}import/",
        }
        for kind, at in of_kinds.items():
            job = Job.objects.create(kind=kind, key=kind, payload={}, total=1, heartbeat=NOW)
            names = {"names": ["One", "Other"]}
            made = JobAsk.objects.create(owner=self.owner, job=job, notes=names, withdrawn=True)
            self.values[f"{at}<slug:public_id>/"] = {"public_id": made.public_id}
        paper = kept(KeptFile("print.pdf", "application/pdf", b"%PDF"))
        Job.objects.filter(kind=PRINT_KIND).update(state=State.DONE, result=paper)
        self.values["en/jobs/<slug:public_id>/"] = {"public_id": asked.public_id}
        self.values[f"{SKIRMISHES}chances/<slug:public_id>/"] = {"public_id": asked.public_id}
        own.post(f"/{SKIRMISHES}nations-at-war/new/", {"start": "crossroads-at-the-lake"})
        own.post(f"/{SKIRMISHES}khans-and-generals/new/", {"ready": "early-signal-hill"})
        own.post(f"/{SKIRMISHES}warzone/new/", {"start": "night-on-the-gantries"})
        for skirmish in Skirmish.objects.all():
            agree_to_show(skirmish=skirmish, seats=list(skirmish.seats))
            note = add_note(skirmish=skirmish, author=self.owner, step=0, text="Well done.")
            self.values[f"{SKIRMISHES}{skirmish.system}/<slug:public_id>/"] = {
                "public_id": skirmish.public_id,
                "ending": "txt",
                "note": note.pk,
            }
        scene = self.values[f"{SKIRMISHES}warzone/<slug:public_id>/"]
        self.values[f"{SKIRMISHES}<slug:system>/<slug:public_id>/"] = {"system": "warzone"} | scene

    def _keep_a_collection(self) -> None:
        shelf = self.shelf = self._shelf_of("owner")
        text = source_of_text("number\n103", finder(game.SYSTEM))
        staged = staging.stage(collection=shelf, actor=self.owner, source=text, mode="set", now=NOW)
        while not staging.step(staged=staged, now=NOW).is_done:
            pass
        asked = ask_to_read(staged=staged, member=self.owner)
        asked.job.asks.update(withdrawn=True)
        self.values["en/tables/<slug:public_id>/"] = {"public_id": asked.public_id}
        photo = photos.add_photo(
            collection=shelf, actor=self.owner, piece=HATCHETMAN, file=picture(90, 90), now=NOW
        )
        product = save_product(collection=shelf, actor=self.owner, name="Box", content="AOD-103")
        viewer = Membership.objects.create(
            collection=shelf, user=self.users["viewer"], role=Role.VIEWER
        )
        invitation = sharing.invite(collection=shelf, actor=self.owner, role="viewer", now=NOW)
        job = Job.objects.create(
            kind=IMPORT_KIND,
            key=IMPORT_KIND,
            payload={"collection": shelf.public_id},
            total=1,
            heartbeat=NOW,
        )
        rows = JobAsk.objects.create(owner=self.owner, job=job, withdrawn=True)
        asked = ask_for_file(shelf=Shelf(shelf, Role.OWNER), member=self.owner)
        asked.job.asks.update(withdrawn=True)
        book = kept(KeptFile("collection.xlsx", "application/octet-stream", b"PK"))
        Job.objects.filter(pk=asked.job_id).update(state=State.DONE, result=book)
        self.values["en/files/<slug:public_id>/"] = {"public_id": asked.public_id}
        of_collection = {
            "public_id": shelf.public_id,
            "import_id": rows.public_id,
            "printed": "AOD-102",
            "number": 1,
            "code": "AOD",
            "ending": "csv",
            "staged_id": staged.public_id,
            "row_id": staged.rows.get().pk,
            "photo_id": photo.public_id,
            "size": "small",
            "product_id": product.public_id,
            "member_id": viewer.pk,
            "token": invitation.token,
        }
        self.values["en/collection/<str:public_id>/"] = of_collection
        self.values["api/v1/collections/<slug:public_id>/"] = of_collection

    def _shelf_of(self, who: str) -> Collection:
        shelf = create_collection(owner=self.users[who], name="Shelf")
        changes.apply(
            collection=shelf,
            actor=self.users[who],
            edits=[Edit(HATCHETMAN, edits.add)],
            now=NOW,
        )
        return shelf

    def _meet(self) -> None:
        club = clubs.create_club(founder=self.owner, name="Wolves")
        for who in ("clubmate", "former"):
            ClubMember.objects.create(club=club, user=self.users[who])
        invitation = clubs.invite(club=club, actor=self.owner, now=NOW)
        evening = evenings.create_evening(club=club, actor=self.owner, date=NOW.date(), name="")
        group = create_group(owner=Owner(self.owner), document=PATROL)
        for who, brings in (("owner", group), ("former", None)):
            evenings.enter(evening=evening, actor=self.users[who], group=brings)
        club.members.filter(user=self.users["former"]).delete()
        self.values["en/collection/clubs/<slug:club_id>/"] = {
            "club_id": club.public_id,
            "evening_id": evening.public_id,
            "entry_id": EveningEntry.objects.get(user=self.owner).pk,
            "member_id": club.members.get(user=self.users["clubmate"]).pk,
            "token": invitation.token,
        }
        proposal = Proposal.objects.create(
            sender=self.shelf, receiver=self._shelf_of("clubmate"), made_at=NOW
        )
        self.values["en/collection/trades/proposals/<slug:proposal_id>/"] = {
            "proposal_id": proposal.public_id
        }

    def _contribute(self) -> None:
        figure = Figure.objects.get(catalogue_id="AOD-102")
        proposed = {
            "system": game.SYSTEM,
            "catalogue_id": figure.catalogue_id,
            "how_sure": "figure",
            "proposed_by": self.owner,
            "proposed_at": NOW,
        }
        made = Contribution.objects.create(record=figure.record, **proposed)
        self.values["en/catalogue/contributions/<str:public_id>/"] = {"public_id": made.public_id}
        report = FigureReport.objects.create(value="mechs.points", **proposed)
        self.values["en/catalogue/reports/<str:public_id>/"] = {"public_id": report.public_id}


@pytest.fixture
def world(settings: Any, tmp_path: Any) -> World:
    settings.MEDIA_ROOT = tmp_path
    return World()


def answers(client: Client, path: str) -> Iterator[int]:
    """What reading, sending nothing and deleting are answered with; nothing of it is kept."""
    for method in ("get", "post", "put", "delete") if path.startswith("/api/") else ("get", "post"):
        with transaction.atomic():
            answer = getattr(client, method)(path)
            turned_away = answer.status_code == 302 and "/account/login/" in answer["Location"]
            yield 401 if turned_away else answer.status_code
            transaction.set_rollback(True)


@pytest.mark.parametrize("who", PEOPLE)
def test_everybody_gets_through_their_own_doors_only(world: World, who: str, settings: Any) -> None:
    client = world.client(who)
    refusals = {401, 403, 404, 405} if who == "guest" else {403, 404, 405}
    faults = []
    for name, route in ROUTES:
        door = door_of(route)
        if not door:
            continue
        through = NARROWER.get(name, DOORS[door])
        met = set(answers(client, world.path(route)))
        if who in through and name not in NEEDS_MORE and met <= refusals:
            faults.append(f"{name} is closed to its own people: {met}")
        if who not in through and not met <= refusals:
            faults.append(f"{name} is open to others: {met}")
    assert not faults, "\n".join(faults)
