"""A member's scenarios: listing, keeping, changing, taking away, playing."""

from http import HTTPStatus
from typing import Any

from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils.cache import get_conditional_response
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.exceptions import APIException, NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from armybuilder.groups.api.documents import DocumentParser
from armybuilder.groups.present.groups import Unfit
from armybuilder.groups.services.groups import StaleVersion
from armybuilder.scenarios.api.bodies import PLAY, SCENARIO
from armybuilder.scenarios.models import Scenario
from armybuilder.scenarios.present.documents import Read, faults_in, read
from armybuilder.scenarios.selectors import scenarios_after
from armybuilder.scenarios.services import (
    TooManyScenarios,
    change_scenario,
    delete_scenario,
    keep_scenario,
)
from armybuilder.site.api.access import MemberView
from armybuilder.skirmishes.api.skirmishes import SkirmishSummary, begun, seats_asked
from collection.catalogue.api import pages
from collection.catalogue.api.bodies import BodyRefused
from collection.catalogue.api.description import parameter
from collection.catalogue.api.operations import IF_MATCH, operation
from collection.catalogue.api.serializers import address_of
from collection.catalogue.api.versions import ANY_VERSION, VersionNeeded, etag, version_asked
from collection.common.quotas import full

SCENARIO_ID = parameter("public_id", gettext_lazy("The id of one of your scenarios."), path=True)


class KeepsEnough(APIException):
    """409: the member keeps as many scenarios as the site allows."""

    status_code = HTTPStatus.CONFLICT


class MovedOn(APIException):
    """412: the scenario has a newer version."""

    status_code = HTTPStatus.PRECONDITION_FAILED
    default_detail = gettext_lazy("The scenario was changed meanwhile; nothing was overwritten.")


class FaultSerializer(serializers.Serializer[Any]):
    """Why a scenario cannot be played yet."""

    path = serializers.CharField()
    message = serializers.CharField()


class ScenarioSummary(serializers.Serializer[Any]):
    """A scenario as lists show it."""

    id = serializers.CharField(source="public_id")
    system = serializers.CharField()
    title = serializers.CharField()
    version = serializers.IntegerField()
    link = serializers.SerializerMethodField(
        help_text=gettext_lazy("Where others see it; null for one that is not shared.")
    )
    created = serializers.DateTimeField()
    updated = serializers.DateTimeField()
    url = serializers.SerializerMethodField()
    page = serializers.SerializerMethodField()

    def get_link(self, scenario: Scenario) -> str | None:
        token = scenario.share_token
        return address_of(self, "scenario_shared", token) if token else None

    def get_url(self, scenario: Scenario) -> str:
        return address_of(self, "api_scenario", scenario.public_id)

    def get_page(self, scenario: Scenario) -> str:
        return address_of(self, "scenario", scenario.public_id)


class ScenarioSerializer(ScenarioSummary):
    """A scenario with its scenario/1 object, and what the rules say against playing it."""

    document = serializers.DictField()
    faults = serializers.SerializerMethodField()

    @extend_schema_field(FaultSerializer(many=True))
    def get_faults(self, scenario: Scenario) -> Any:
        found = faults_in(scenario.system, scenario.document)
        return FaultSerializer(found, many=True).data


class ScenarioView(MemberView):
    """Something about one of the member's scenarios."""

    parser_classes = (DocumentParser,)

    def scenario(self, public_id: str) -> Scenario:
        """The member's scenario of an id; raises NotFound for anybody else's and for none."""
        own = Scenario.objects.for_owner(self.owner)
        scenario = own.filter(public_id=public_id).first()
        if scenario is None:
            raise NotFound(_("You have no such scenario."))
        return scenario

    def shown(self, scenario: Scenario, status: int = HTTPStatus.OK) -> Response:
        """The scenario, under the ETag of its version."""
        body = ScenarioSerializer(scenario, context={"request": self.request}).data
        return Response(body, status=status, headers={"ETag": etag(scenario.version)})


def posted(request: Request) -> Read:
    """The scenario/1 object of a body; raises BodyRefused."""
    try:
        return read(request.data)
    except Unfit as error:
        raise BodyRefused(error.path, error.message) from error


class ScenarioList(ScenarioView):
    """All scenarios of the member."""

    parameters = pages.PARAMETERS

    def allowed_parameters(self, request: Request) -> frozenset[str]:
        """A new scenario has no pages."""
        allowed = super().allowed_parameters(request)
        return allowed if request.method == "GET" else allowed - pages.PARAMETERS

    @operation(
        gettext_lazy("My scenarios"),
        pages.page_of(ScenarioSummary, "Scenario"),
        id="scenarios",
        parameters=pages.DESCRIBED,
        description=gettext_lazy("Of every game, the last changed first."),
    )
    def get(self, request: Request) -> Response:
        after, limit = pages.page_asked(request)
        own = Scenario.objects.for_owner(self.owner)
        if after and ("\0" in after or not own.filter(public_id=after).exists()):
            pages.refuse([pages.unknown_after()])
        found, next_after = scenarios_after(owner=self.owner, after=after, length=limit)
        shown = ScenarioSummary(found, many=True, context={"request": request})
        return pages.page_answer(
            request, total=own.count(), next_after=next_after, results=shown.data
        )

    @operation(
        gettext_lazy("Keep a new scenario"),
        ScenarioSerializer,
        id="scenario_create",
        status=201,
        refused=(403, 409, 413, 422),
        takes=SCENARIO,
        description=gettext_lazy(
            "The body is a scenario/1 object, of which dice and orders are left out; one that "
            "cannot be played is kept, with what is wrong with it in `faults`."
        ),
    )
    def post(self, request: Request) -> Response:
        found = posted(request)
        try:
            scenario = keep_scenario(
                owner=self.owner,
                system=found.system,
                title=found.title,
                document=found.document,
                size=found.size,
            )
        except TooManyScenarios as error:
            raise KeepsEnough(full("scenarios")) from error
        answer = self.shown(scenario, HTTPStatus.CREATED)
        place = reverse("api_scenario", args=[scenario.public_id])
        answer["Location"] = request.build_absolute_uri(place)
        return answer


class ScenarioOne(ScenarioView):
    """One scenario of the member."""

    @operation(
        gettext_lazy("A scenario"),
        ScenarioSerializer,
        id="scenario",
        refused=(404,),
        parameters=[SCENARIO_ID],
        description=gettext_lazy("Its ETag stands for its version."),
    )
    def get(self, request: Request, public_id: str) -> HttpResponseBase:
        scenario = self.scenario(public_id)
        unchanged = get_conditional_response(request._request, etag=etag(scenario.version))
        return unchanged or self.shown(scenario)

    @operation(
        gettext_lazy("Replace a scenario"),
        ScenarioSerializer,
        id="scenario_replace",
        refused=(403, 404, 412, 413, 422, 428),
        parameters=[SCENARIO_ID, IF_MATCH],
        takes=SCENARIO,
        description=gettext_lazy(
            "The body is a scenario/1 object of the same game. On the page it can be undone."
        ),
    )
    def put(self, request: Request, public_id: str) -> Response:
        scenario, version = self.scenario(public_id), version_asked(request)
        if version is None:
            raise VersionNeeded
        found = posted(request)
        if found.system != scenario.system:
            raise BodyRefused("$.system", _("The scenario is of another game."))
        try:
            changed = change_scenario(
                scenario=scenario,
                version=None if version == ANY_VERSION else int(version),
                title=found.title,
                document=found.document,
                size=found.size,
            )
        except StaleVersion as error:
            raise MovedOn from error
        return self.shown(changed)

    @operation(
        gettext_lazy("Delete a scenario"),
        None,
        id="scenario_delete",
        status=204,
        refused=(403, 404, 412),
        parameters=[SCENARIO_ID, IF_MATCH],
        description=gettext_lazy("For good; games begun from it stay."),
    )
    def delete(self, request: Request, public_id: str) -> Response:
        scenario, version = self.scenario(public_id), version_asked(request)
        try:
            named = None if version in (None, ANY_VERSION) else int(version)
            delete_scenario(scenario=scenario, version=named)
        except StaleVersion as error:
            raise MovedOn from error
        return Response(status=HTTPStatus.NO_CONTENT)


class ScenarioPlay(ScenarioView):
    """A game begun from a scenario."""

    @operation(
        gettext_lazy("Begin a skirmish from a scenario"),
        SkirmishSummary,
        id="scenario_play",
        status=201,
        refused=(403, 404, 409, 413, 422),
        parameters=[SCENARIO_ID],
        takes=PLAY,
        description=gettext_lazy("`commanders` as where a skirmish is begun."),
    )
    def post(self, request: Request, public_id: str) -> Response:
        scenario = self.scenario(public_id)
        sent = request.data
        if not isinstance(sent, dict) or set(sent) - {"commanders"}:
            raise BodyRefused("$", _("The body cannot be read."))
        return begun(
            request,
            owner=self.owner,
            start=scenario.document,
            title=scenario.title,
            commanders=seats_asked(sent),
        )
