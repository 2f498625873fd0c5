"""A member's skirmishes: listing, beginning, ordering, letting bots act, taking back, records."""

from http import HTTPStatus
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from drf_spectacular.types import OpenApiTypes
from rest_framework import serializers
from rest_framework.exceptions import APIException, NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from armybuilder.groups.api.documents import DocumentParser
from armybuilder.groups.services.groups import StaleVersion
from armybuilder.site.api.access import MemberView
from armybuilder.site.models import Owner
from armybuilder.skirmishes.api.bodies import BEGIN, LONGEST_SEAT, ORDER, UNDO
from armybuilder.skirmishes.models import Skirmish
from armybuilder.skirmishes.naming import LONGEST_TITLE
from armybuilder.skirmishes.present.beginnings import Document, OrderUnreadable, opened
from armybuilder.skirmishes.present.games import (
    GameStuck,
    OrderRefused,
    commanders_of,
    explained,
    game_after,
    game_of,
    record_of,
)
from armybuilder.skirmishes.selectors import first_steps, skirmish_after, skirmish_for
from armybuilder.skirmishes.services import (
    CannotTakeBack,
    GameTooLong,
    NotTheirTurn,
    TimeIsUp,
    TooManySkirmishes,
    give_order,
    let_commander_act,
    start_skirmish,
    take_back,
)
from collection.catalogue.api import pages
from collection.catalogue.api.bodies import BodyRefused
from collection.catalogue.api.description import parameter
from collection.catalogue.api.operations import IF_MATCH, operation
from collection.catalogue.api.serializers import address_of
from collection.catalogue.api.versions import ANY_VERSION, VersionNeeded, etag, version_asked
from collection.common.quotas import full

SKIRMISH_ID = parameter("public_id", gettext_lazy("The id of one of your skirmishes."), path=True)


class NotNow(APIException):
    """409: the game does not stand so that this may be done."""

    status_code = HTTPStatus.CONFLICT


class MovedOn(APIException):
    """412: the game had moved on."""

    status_code = HTTPStatus.PRECONDITION_FAILED
    default_detail = gettext_lazy("The game had moved on meanwhile; nothing was ordered.")


class SkirmishSummary(serializers.Serializer[Any]):
    """A skirmish as lists show it."""

    id = serializers.CharField(source="public_id")
    system = serializers.CharField()
    title = serializers.CharField()
    version = serializers.IntegerField()
    turn = serializers.IntegerField()
    stage = serializers.CharField(help_text=gettext_lazy("Empty in an ordinary turn."))
    acting = serializers.CharField(help_text=gettext_lazy("The seat that must act, or empty."))
    over = serializers.BooleanField()
    winner = serializers.CharField(help_text=gettext_lazy("The side that has won, or empty."))
    seats = serializers.DictField(help_text=gettext_lazy("Who plays, by seat."))
    created = serializers.DateTimeField()
    updated = serializers.DateTimeField()
    url = serializers.SerializerMethodField()
    page = serializers.SerializerMethodField()

    def get_url(self, skirmish: Skirmish) -> str:
        return address_of(self, "api_skirmish", skirmish.public_id)

    def get_page(self, skirmish: Skirmish) -> str:
        return address_of(self, "skirmish", skirmish.system, skirmish.public_id)


class OrdersSerializer(serializers.Serializer[Any]):
    """What the seat that must act may order."""

    acting = serializers.CharField()
    orders = serializers.ListField(
        child=serializers.DictField(),
        help_text=gettext_lazy("Orders as in scenario/1; ways and places are samples."),
    )


class SkirmishView(MemberView):
    """Something about one of the member's skirmishes."""

    parser_classes = (DocumentParser,)

    def skirmish(self, public_id: str) -> Skirmish:
        """The skirmish of an id that the member began or plays in; raises NotFound for another."""
        skirmish = skirmish_for(owner=self.owner, public_id=public_id)
        if skirmish is None:
            raise NotFound(_("You have no such skirmish."))
        return skirmish

    def asked_for(self, request: Request, skirmish: Skirmish) -> int:
        """The version a change was made for; raises VersionNeeded."""
        version = version_asked(request)
        if version is None:
            raise VersionNeeded
        return skirmish.version if version == ANY_VERSION else int(version)

    def shown(self, public_id: str, status: int = HTTPStatus.OK) -> Response:
        """The skirmish as it is now, under the ETag of its version."""
        skirmish = self.skirmish(public_id)
        body = SkirmishSummary(skirmish, context={"request": self.request}).data
        return Response(body, status=status, headers={"ETag": etag(skirmish.version)})


class SkirmishList(SkirmishView):
    """All skirmishes of the member."""

    parameters = pages.PARAMETERS

    def allowed_parameters(self, request: Request) -> frozenset[str]:
        """A new skirmish has no pages."""
        allowed = super().allowed_parameters(request)
        return allowed if request.method == "GET" else allowed - pages.PARAMETERS

    @operation(
        gettext_lazy("My skirmishes"),
        pages.page_of(SkirmishSummary, "Skirmish"),
        id="skirmishes",
        parameters=pages.DESCRIBED,
        description=gettext_lazy("Of every game, the last played first."),
    )
    def get(self, request: Request) -> Response:
        after, limit = pages.page_asked(request)
        own = Skirmish.objects.at_the_table(self.owner)
        if after and ("\0" in after or not own.filter(public_id=after).exists()):
            pages.refuse([pages.unknown_after()])
        found, next_after = skirmish_after(owner=self.owner, after=after, length=limit)
        shown = SkirmishSummary(found, many=True, context={"request": request})
        return pages.page_answer(
            request, total=own.count(), next_after=next_after, results=shown.data
        )

    @operation(
        gettext_lazy("Begin a skirmish"),
        SkirmishSummary,
        id="skirmish_begin",
        status=201,
        refused=(403, 409, 413, 422),
        takes=BEGIN,
        description=gettext_lazy(
            "From a scenario/1 object of any game that is played here, which names its system. "
            "`commanders` says by seat which bot plays it; a person plays the others."
        ),
    )
    def post(self, request: Request) -> Response:
        start, title, commanders = _begin_asked(request.data)
        return begun(request, owner=self.owner, start=start, title=title, commanders=commanders)


class SkirmishOne(SkirmishView):
    """One skirmish of the member."""

    @operation(
        gettext_lazy("A skirmish"),
        SkirmishSummary,
        id="skirmish",
        refused=(404,),
        parameters=[SKIRMISH_ID],
        description=gettext_lazy("Its ETag stands for its version."),
    )
    def get(self, request: Request, public_id: str) -> Response:
        return self.shown(public_id)


class SkirmishOrders(SkirmishView):
    """What may be ordered, and ordering it."""

    @operation(
        gettext_lazy("The legal orders of a skirmish"),
        OrdersSerializer,
        id="skirmish_orders",
        refused=(404,),
        parameters=[SKIRMISH_ID],
    )
    def get(self, request: Request, public_id: str) -> Response:
        skirmish = self.skirmish(public_id)
        game = game_of(skirmish)
        mine = game.acts or game.commander
        legal = game.match.legal_orders(game.actor) if mine else []
        body = {"acting": game.actor, "orders": legal}
        return Response(body, headers={"ETag": etag(skirmish.version)})

    @operation(
        gettext_lazy("Give an order"),
        SkirmishSummary,
        id="skirmish_order",
        refused=(403, 404, 409, 412, 413, 422, 428),
        parameters=[SKIRMISH_ID, IF_MATCH],
        takes=ORDER,
        description=gettext_lazy(
            "The body is an order as in scenario/1. One that the rules refuse is answered with "
            "every reason."
        ),
    )
    def post(self, request: Request, public_id: str) -> Response:
        skirmish = self.skirmish(public_id)
        order = request.data
        if not isinstance(order, dict) or not isinstance(order.get("order"), str):
            raise BodyRefused("$.order", _("The body is no order."))
        version = self.asked_for(request, skirmish)
        try:
            give_order(skirmish=skirmish, version=version, order=order)
        except OrderUnreadable as error:
            raise BodyRefused("$", str(error)) from error
        except OrderRefused as error:
            reasons = explained(game_of(skirmish), error.order)
            raise NotNow(" ".join(str(reason["message"]) for reason in reasons)) from error
        except TimeIsUp as error:
            raise NotNow(_("Time is up: nothing was ordered. Call time to go on.")) from error
        except (NotTheirTurn, GameTooLong) as error:
            raise NotNow(_("A bot must act, or the game is as long as the site keeps.")) from error
        except StaleVersion as error:
            raise MovedOn from error
        return self.shown(public_id)


class SkirmishStep(SkirmishView):
    """A bot's turn."""

    @operation(
        gettext_lazy("Let the bot act once"),
        SkirmishSummary,
        id="skirmish_step",
        refused=(403, 404, 409, 412, 428),
        parameters=[SKIRMISH_ID, IF_MATCH],
    )
    def post(self, request: Request, public_id: str) -> Response:
        skirmish = self.skirmish(public_id)
        version = self.asked_for(request, skirmish)
        try:
            let_commander_act(skirmish=skirmish, version=version)
        except TimeIsUp as error:
            raise NotNow(_("Time is up: nothing was ordered. Call time to go on.")) from error
        except (NotTheirTurn, GameTooLong, GameStuck) as error:
            raise NotNow(_("No bot can act now.")) from error
        except StaleVersion as error:
            raise MovedOn from error
        return self.shown(public_id)


class SkirmishUndo(SkirmishView):
    """The last order taken back."""

    @operation(
        gettext_lazy("Take the last order back"),
        SkirmishSummary,
        id="skirmish_undo",
        refused=(403, 404, 409, 412, 413, 422, 428),
        parameters=[SKIRMISH_ID, IF_MATCH],
        takes=UNDO,
        description=gettext_lazy("One that rolled dice only where the other side has `agreed`."),
    )
    def post(self, request: Request, public_id: str) -> Response:
        skirmish = self.skirmish(public_id)
        sent = request.data
        if not isinstance(sent, dict) or set(sent) - {"agreed"}:
            raise BodyRefused("$", _("The body cannot be read."))
        agreed = sent.get("agreed", False)
        if not isinstance(agreed, bool):
            raise BodyRefused("$.agreed", _("The body cannot be read."))
        version = self.asked_for(request, skirmish)
        try:
            take_back(skirmish=skirmish, version=version, agreed=agreed)
        except CannotTakeBack as error:
            raise NotNow(_("Dice have fallen: the other side has to agree.")) from error
        except StaleVersion as error:
            raise MovedOn from error
        return self.shown(public_id)


class SkirmishRecord(SkirmishView):
    """A finished skirmish as a file."""

    @operation(
        gettext_lazy("The record of a finished skirmish"),
        OpenApiTypes.OBJECT,
        id="skirmish_record",
        refused=(404,),
        parameters=[SKIRMISH_ID],
        description=gettext_lazy("A game/1 document; of a game that goes on there is none."),
    )
    def get(self, request: Request, public_id: str) -> Response:
        skirmish = self.skirmish(public_id)
        if not skirmish.over:
            raise NotFound(_("The game goes on."))
        game = game_after(skirmish, first_steps(skirmish=skirmish))
        return Response(record_of(game, skirmish))


def begun(
    request: Request, *, owner: Owner, start: Document, title: str, commanders: dict[str, str]
) -> Response:
    """A skirmish begun from a scenario/1 object; raises BodyRefused and NotNow."""
    system = str(start.get("system", ""))
    try:
        opening = opened(system, start)
    except KeyError as error:
        raise BodyRefused("$.start.system", _("This game is not played here.")) from error
    except OrderUnreadable as error:
        raise BodyRefused("$.start", str(error)) from error
    known = ("", *commanders_of(system))
    if set(commanders) - set(opening.sides) or set(commanders.values()) - set(known):
        said = _("The choices are %(options)s.") % {"options": ", ".join(known[1:])}
        raise BodyRefused("$.commanders", said)
    seats = {seat: {"name": "", "commander": commanders.get(seat, "")} for seat in opening.sides}
    try:
        skirmish = start_skirmish(owner=owner, title=title, opening=opening, seats=seats)
    except TooManySkirmishes as error:
        raise NotNow(full("skirmishes")) from error
    place = reverse("api_skirmish", args=[skirmish.public_id])
    return Response(
        SkirmishSummary(skirmish, context={"request": request}).data,
        status=HTTPStatus.CREATED,
        headers={"ETag": etag(skirmish.version), "Location": request.build_absolute_uri(place)},
    )


def seats_asked(sent: dict[str, Any]) -> dict[str, str]:
    """Who commands for whom, as a body says; raises BodyRefused."""
    commanders = sent.get("commanders", {})
    if not isinstance(commanders, dict) or not all(map(_is_name, commanders.values())):
        raise BodyRefused("$.commanders", _("The body cannot be read."))
    return commanders


def _begin_asked(sent: Any) -> tuple[Document, str, dict[str, str]]:
    """The start, the title and the commanders of a body; raises BodyRefused."""
    if not isinstance(sent, dict) or set(sent) - {"start", "title", "commanders"}:
        raise BodyRefused("$", _("The body cannot be read."))
    start, title = sent.get("start"), sent.get("title", "")
    if not isinstance(start, dict):
        raise BodyRefused("$.start", _("There is no scenario/1 object."))
    if not isinstance(title, str) or len(title) > LONGEST_TITLE or "\0" in title:
        raise BodyRefused("$.title", _("The body cannot be read."))
    return start, title, seats_asked(sent)


def _is_name(value: Any) -> bool:
    return isinstance(value, str) and len(value) <= LONGEST_SEAT
