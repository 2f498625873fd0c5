"""The API answers as its description says, whatever is asked of it: as a guest, as a member.

The cases are made of the description itself. A few of each operation are asked here, the same ones
every time; `.ci/full` asks many more, others every time.
"""

import json
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from django.conf import settings as site
from django.core.cache import cache
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from schemathesis.checks import negative_data_rejection, positive_data_acceptance
from schemathesis.config import SchemathesisConfig

from armybuilder.groups.api.bodies import GROUP as TAKES_GROUP
from armybuilder.groups.services.groups import create_group
from armybuilder.groups.tests.test_api_groups import PATROL
from armybuilder.scenarios.services import keep_scenario
from armybuilder.site.accounts.services import create_token
from armybuilder.site.models import Owner, User
from armybuilder.skirmishes.present.beginnings import opened
from armybuilder.skirmishes.services import start_skirmish
from armybuilder.wsgi import application
from collection.owning import edits
from collection.owning.services import changes
from collection.owning.services.changes import Edit
from collection.owning.services.collections import create_collection
from collection.owning.tests.conftest import HATCHETMAN, NOW
from rules.tests.running import PROFILE, examples

pytestmark = pytest.mark.usefixtures("catalogue", "kept_connection")

FULL = PROFILE == "full"
asked = examples(5, full=300)

described = json.loads((site.BASE_DIR / "fixtures" / "schemas" / "openapi.json").read_text("utf-8"))


def from_this_machine(environ: dict[str, Any], start_response: Any) -> Any:
    """The site, asked from somewhere: limits count by the address of whoever asks."""
    return application({"REMOTE_ADDR": "127.0.0.1", **environ}, start_response)


#: Judging takes most of the time; every way to write a group wrongly is tried where it is kept.
WITHOUT_JUDGING = {
    "operations": [
        {
            "include-path-regex": "/(validate|repair|fill|closest|groups/{public_id})/$",
            "phases": {"coverage": {"enabled": FULL}},
        }
    ]
}
schema = schemathesis.openapi.from_dict(
    described, config=SchemathesisConfig.from_dict(WITHOUT_JUDGING)
)
schema.app = from_this_machine


@pytest.fixture
def kept_connection(db: None) -> Iterator[None]:
    """A request that ends leaves the test its connection, as with Django's own client."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.fixture
def token(member: User) -> str:
    return create_token(
        member=member, name="all", days=30, may_write=True, may_write_collections=True
    )


@pytest.fixture
def own_ids(member: User) -> dict[str, str]:
    """The id of something of the member's by the first part of its address."""
    group = create_group(owner=Owner(member=member), document=PATROL)
    collection = create_collection(owner=member, name="Shelf")
    changes.apply(collection=collection, actor=member, edits=[Edit(HATCHETMAN, edits.add)], now=NOW)
    skirmish = start_skirmish(
        owner=Owner(member=member),
        title="Race",
        opening=opened(*a_scenario()),
        seats={seat: {"name": "", "commander": ""} for seat in ("red", "blue")},
    )
    system, document = a_scenario()
    scenario = keep_scenario(
        owner=Owner(member=member), system=system, title="Race", document=document, size=5000
    )
    return {
        "groups": group.public_id,
        "collections": collection.public_id,
        "scenarios": scenario.public_id,
        "skirmishes": skirmish.public_id,
    }


def a_scenario() -> tuple[str, Any]:
    """A small ready-made game."""
    path = site.BASE_DIR / "fixtures" / "warzone" / "night-on-the-gantries.json"
    return "warzone", json.loads(path.read_text("utf-8"))


def ask(case: Any, token: str = "") -> None:
    """Ask, for an answer that is not compressed, and compare it with the description.

    What a request may still be refused for is said in words only, such as a misspelt term of a
    search; and groups are read more generously than they are written (null stands for nothing).
    """
    cache.clear()
    excluded = [positive_data_acceptance]
    if TAKES_GROUP in json.dumps(case.operation.definition.raw.get("requestBody", "")):
        excluded.append(negative_data_rejection)
    headers = {"Accept-Encoding": "identity"}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    case.call_and_validate(excluded_checks=excluded, headers=headers)


def is_for_guests(context: Any) -> bool:
    """Whether an operation asks for nobody's name."""
    return {} in context.operation.definition.raw["security"]


@schema.parametrize()
@asked
def test_a_guest_is_answered_as_described(case: Any) -> None:
    ask(case)


@schema.exclude(func=is_for_guests).parametrize()
@asked
def test_a_member_is_answered_as_described(case: Any, token: str, own_ids: dict[str, str]) -> None:
    if "public_id" in case.path_parameters:
        case.path_parameters["public_id"] = own_ids[case.path.split("/")[3]]
    ask(case, token)
