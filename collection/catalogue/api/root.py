"""Where the API begins."""

from typing import Any

from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from collection.catalogue.api.base import CatalogueView, unless_unchanged
from collection.catalogue.api.description import described

PLACES = (
    *("sets", "factions", "figures", "figure_facets", "cards", "equipment", "heat_effects"),
    *("rules", "schemas"),
)


class RootSerializer(serializers.Serializer[Any]):
    """The address of everything that can be read without an id, by name."""

    addresses = serializers.DictField(child=serializers.CharField())


class Root(CatalogueView):
    """What there is to read."""

    @described(_("All addresses"), RootSerializer, id="root")
    @unless_unchanged
    def get(self, request: Request) -> Response:
        found = {name: request.build_absolute_uri(reverse(f"api:{name}")) for name in PLACES}
        return Response({"addresses": found})
