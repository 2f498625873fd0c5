"""Games, what was decided in them, and their calculators."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from armybuilder.games.present.documents import (
    FACES,
    calculator_document,
    game_document,
    game_line,
    worked_document,
)
from armybuilder.games.present.editions import (
    Calculator,
    GameSystem,
    calculator_named,
    system_named,
    systems,
)
from collection.catalogue.api import pages
from collection.catalogue.api.base import CatalogueView, unless_unchanged
from collection.catalogue.api.description import described, parameter
from collection.catalogue.api.serializers import address_of
from collection.common.language import language

SYSTEM = parameter("system", gettext_lazy("A game by its name, as in files."), path=True)
NAME = parameter("name", gettext_lazy("A calculator of the game."), path=True)


class LineSerializer(serializers.Serializer[Any]):
    """A game in a list: its formats of files, and the names of its calculators."""

    name = serializers.CharField()
    title = serializers.CharField()
    says = serializers.CharField()
    formats = serializers.ListField(child=serializers.CharField())
    rulings = serializers.IntegerField(
        help_text=gettext_lazy("How many rules have a house ruling in them.")
    )
    calculators = serializers.ListField(child=serializers.CharField())
    url = serializers.SerializerMethodField()
    page = serializers.SerializerMethodField()

    def get_url(self, told: dict[str, Any]) -> str:
        return address_of(self, "api_game", told["name"])

    def get_page(self, told: dict[str, Any]) -> str:
        return address_of(self, "game", told["name"])


class RulingSerializer(serializers.Serializer[Any]):
    """What a house ruling decides; `because` it is silent, lost, contradiction or unclear there."""

    rule = serializers.CharField()
    decides = serializers.CharField()
    because = serializers.CharField()


class GameSerializer(LineSerializer):
    """A game whole."""

    origin = serializers.CharField(help_text=gettext_lazy("What its rules were made from."))
    covers = serializers.ListField(child=serializers.CharField())
    lacks = serializers.ListField(child=serializers.CharField())
    lost = serializers.ListField(child=serializers.CharField())
    rulings = RulingSerializer(many=True)  # type: ignore[assignment]


class FieldSerializer(serializers.Serializer[Any]):
    """A field of a calculator, and what it has where nothing is typed."""

    name = serializers.CharField()
    called = serializers.CharField()
    holds = serializers.CharField()
    default = serializers.CharField(allow_blank=True)
    unit = serializers.CharField(allow_blank=True)
    least = serializers.IntegerField(allow_null=True)
    most = serializers.IntegerField(allow_null=True)
    choices = serializers.ListField(child=serializers.CharField())


class WorkedSerializer(serializers.Serializer[Any]):
    """What a calculator works out: sums with their parts, the dice with their faces, what those
    that are asked for may bring, and what happened, each with its rules."""

    name = serializers.CharField()
    title = serializers.CharField()
    rules = serializers.ListField(child=serializers.CharField())
    asks = FieldSerializer(many=True)
    headline = serializers.CharField(allow_blank=True)
    sums = serializers.ListField(child=serializers.DictField())
    dice = serializers.ListField(child=serializers.DictField())
    prospects = serializers.ListField(child=serializers.DictField())
    said = serializers.ListField(child=serializers.DictField())
    faults = serializers.ListField(child=serializers.DictField())


class GameList(CatalogueView):
    """All games."""

    @described(gettext_lazy("Games"), pages.list_of(LineSerializer, "Game"), id="games")
    @unless_unchanged
    def get(self, request: Request) -> Response:
        told = [game_line(system) for system in systems()]
        found = LineSerializer(told, many=True, context={"request": request})
        return Response({"results": found.data})


class GameOne(CatalogueView):
    """One game."""

    @described(gettext_lazy("A game"), GameSerializer, id="game", parameters=[SYSTEM])
    @unless_unchanged
    def get(self, request: Request, system: str) -> Response:
        told = game_document(_game(system))
        return Response(GameSerializer(told, context={"request": request}).data)


class CalculatorOne(CatalogueView):
    """A calculator with what its address types into it."""

    @described(
        gettext_lazy("A calculator worked out"),
        WorkedSerializer,
        id="calculator",
        parameters=[
            SYSTEM,
            NAME,
            parameter(FACES, gettext_lazy("Faces that were thrown, in order, such as 4-2.")),
        ],
        description=gettext_lazy(
            "Every field of the calculator may be a parameter; one that is left out has its"
            " default."
        ),
    )
    def get(self, request: Request, system: str, name: str) -> Response:
        calculator = _calculator(_game(system), name)
        typed = {key: request.query_params[key] for key in request.query_params}
        return Response(calculator_document(calculator) | worked_document(calculator, typed))

    def allowed_parameters(self, request: Request) -> frozenset[str]:
        """The fields, too."""
        calculator = _calculator(_game(self.kwargs["system"]), self.kwargs["name"])
        fields = {ask.field.name for ask in calculator.asks(language())}
        return super().allowed_parameters(request) | fields | {FACES}


def _game(name: str) -> GameSystem:
    try:
        return system_named(name)
    except KeyError as error:
        raise NotFound(_("There is no such game.")) from error


def _calculator(system: GameSystem, name: str) -> Calculator:
    try:
        return calculator_named(system, name)
    except KeyError as error:
        raise NotFound(_("There is no such calculator.")) from error
