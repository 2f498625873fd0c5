"""The short lists figures refer to: sets, factions, equipment, heat effects."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework.request import Request
from rest_framework.response import Response

from collection.catalogue import selectors
from collection.catalogue.api.base import CatalogueView, unless_unchanged
from collection.catalogue.api.description import described
from collection.catalogue.api.pages import list_of
from collection.catalogue.api.serializers import (
    EquipmentSerializer,
    FactionSerializer,
    SetSerializer,
)
from collection.catalogue.present.equipment import EquipmentGroup, equipment_groups

EquipmentRows = list_of(EquipmentSerializer, "Equipment")


def _figure_counts(system: str) -> dict[str, Any]:
    return selectors.count_facets(system, selectors.FigureFilter())


class SetList(CatalogueView):
    """All sets."""

    @described(_("All sets"), list_of(SetSerializer, "Set"), id="sets")
    @unless_unchanged
    def get(self, request: Request) -> Response:
        context = {"counts": _figure_counts(self.system)}
        shown = SetSerializer(selectors.sets(self.system), many=True, context=context)
        return Response({"results": shown.data})


class FactionList(CatalogueView):
    """All factions."""

    @described(_("All factions"), list_of(FactionSerializer, "Faction"), id="factions")
    @unless_unchanged
    def get(self, request: Request) -> Response:
        context = {
            "counts": _figure_counts(self.system),
            "traits": selectors.faction_traits(self.system),
        }
        shown = FactionSerializer(selectors.factions(self.system), many=True, context=context)
        return Response({"results": shown.data})


class EquipmentList(CatalogueView):
    """All special equipment."""

    @described(
        _("All special equipment, and what it does"),
        EquipmentRows,
        id="equipment",
    )
    @unless_unchanged
    def get(self, request: Request) -> Response:
        equipment, _heat = equipment_groups(self.system)
        return Response({"results": _lines(equipment)})


class HeatEffectList(CatalogueView):
    """All heat effects."""

    @described(
        _("All heat effects, and what they do"),
        EquipmentRows,
        id="heat_effects",
    )
    @unless_unchanged
    def get(self, request: Request) -> Response:
        _equipment, heat = equipment_groups(self.system)
        return Response({"results": _lines(heat)})


def _lines(groups: list[EquipmentGroup]) -> Any:
    lines = [{"slot": group.key, "line": line} for group in groups for line in group.lines]
    return EquipmentSerializer(lines, many=True).data
