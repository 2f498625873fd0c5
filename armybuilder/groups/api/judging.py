"""Judging and mending battle groups that nobody keeps."""

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from drf_spectacular.types import OpenApiTypes
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle

from armybuilder.groups.api.bodies import GROUP
from armybuilder.groups.api.documents import DocumentParser, posted_group
from armybuilder.groups.present.games import (
    judge,
    verdict_document,
    ways_to_fill,
    ways_to_mend,
    written_way,
)
from armybuilder.groups.present.groups import (
    LARGEST_BUILD_TOTAL,
    Document,
    Way,
    fault_of_total,
    is_army,
    ways_to_total,
)
from collection.catalogue.api import pages
from collection.catalogue.api.base import ApiView
from collection.catalogue.api.bodies import BodyRefused
from collection.catalogue.api.description import parameter, whole
from collection.catalogue.api.operations import operation
from collection.catalogue.api.problems import ParameterProblem, QueryRefused
from collection.common.limits import JudgingThrottle
from collection.common.numbers import whole_number


class WaySerializer(serializers.Serializer[Any]):
    """Changes that were validated, in words and as verdict/1 writes them, with their result."""

    message = serializers.CharField()
    total = serializers.IntegerField(help_text=gettext_lazy("The points after them."))
    changes = serializers.ListField(child=serializers.DictField())
    intent = serializers.CharField(
        required=False, help_text=gettext_lazy("What a repair keeps, as a code.")
    )
    keeps = serializers.CharField(
        required=False, help_text=gettext_lazy("What a repair keeps, in a few words.")
    )
    left = serializers.IntegerField(
        required=False,
        allow_null=True,
        help_text=gettext_lazy("The points a repair leaves free."),
    )
    group = serializers.DictField(help_text=gettext_lazy("The battle-group/1 document after them."))


WAYS = pages.list_of(WaySerializer, "Way")


class JudgingView(ApiView):
    """Judges what is posted, for anybody, and keeps nothing."""

    permission_classes = (AllowAny,)
    parser_classes = (DocumentParser,)

    def get_throttles(self) -> list[BaseThrottle]:
        """Judging costs more than reading, and is counted once more."""
        return [*super().get_throttles(), JudgingThrottle()]


class Validate(JudgingView):
    """The verdict on a posted group."""

    @operation(
        gettext_lazy("Judge a battle group"),
        OpenApiTypes.OBJECT,
        id="validate",
        refused=(413, 422),
        takes=GROUP,
        description=gettext_lazy(
            "The body is a battle-group/1 document, the answer a verdict/1 document with repairs: "
            "the same as the command `validate` prints."
        ),
    )
    def post(self, request: Request) -> Response:
        return Response(verdict_document(judge(posted_group(request))))


class Repair(JudgingView):
    """Ways to make a posted group legal."""

    @operation(
        gettext_lazy("Repair a battle group"),
        WAYS,
        id="repair",
        refused=(413, 422),
        takes=GROUP,
        description=gettext_lazy(
            "Sets of changes that make the posted battle-group/1 document legal and differ in what "
            "they keep of it, those that keep most first; none for a legal one."
        ),
    )
    def post(self, request: Request) -> Response:
        return _ways(posted_group(request), ways_to_mend)


class Fill(JudgingView):
    """Ways to spend the points a posted group has left."""

    @operation(
        gettext_lazy("Fill the last points of a battle group"),
        WAYS,
        id="fill",
        refused=(413, 422),
        takes=GROUP,
        description=gettext_lazy(
            "Additions to a legal battle-group/1 document that keep it legal; none where its game "
            "knows no way to spend what is left."
        ),
    )
    def post(self, request: Request) -> Response:
        return _ways(posted_group(request), ways_to_fill)


class Closest(JudgingView):
    """The closest legal versions of a posted group at another build total."""

    parameters = frozenset({"build_total"})

    @operation(
        gettext_lazy("Bring a battle group to another build total"),
        WAYS,
        id="closest",
        refused=(413, 422),
        takes=GROUP,
        parameters=[
            parameter(
                "build_total",
                gettext_lazy("A multiple of 150."),
                type=whole(150, LARGEST_BUILD_TOTAL, step=150),
                required=True,
            )
        ],
        description=gettext_lazy("The closest legal versions of the posted document."),
    )
    def post(self, request: Request) -> Response:
        total = _total_asked(request)
        return _ways(_of_first_game(request), lambda judged: ways_to_total(judged, total))


def _of_first_game(request: Request) -> Document:
    """The posted group, of the game that spends what is left; raises BodyRefused for another."""
    document = posted_group(request)
    if is_army(document):
        raise BodyRefused("$.system", _("This is not worked out for armies of this game."))
    return document


def _ways(document: Document, find: Callable[[Any], tuple[Way, ...]]) -> Response:
    ways = find(judge(document))
    return Response({"results": [written_way(way, document) for way in ways]})


def _total_asked(request: Request) -> int:
    total = whole_number(request.query_params.get("build_total", ""), digits=5)
    if total is None:
        said = _("Give a whole number, such as 300.")
        raise QueryRefused([ParameterProblem("build_total", said)])
    if fault := fault_of_total(total):
        raise QueryRefused([ParameterProblem("build_total", fault)])
    return total
