"""A member's library of units, for programs."""

from typing import Any

from django.utils.translation import gettext_lazy
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from armybuilder.library.present.units import SYSTEM
from armybuilder.library.selectors import models_of, units_of
from armybuilder.site.api.access import MemberView
from collection.catalogue.api.operations import operation


class OwnUnitSerializer(serializers.Serializer[Any]):
    """A unit of one's own."""

    id = serializers.CharField(source="public_id")
    key = serializers.CharField(help_text=gettext_lazy("What armies call it among their profiles."))
    card = serializers.DictField(
        source="record", help_text=gettext_lazy("A profile as battle-group/1 has it.")
    )


class LibrarySerializer(serializers.Serializer[Any]):
    """The units somebody entered, and the models they own of any unit."""

    units = OwnUnitSerializer(many=True)
    models = serializers.DictField(
        child=serializers.IntegerField(), help_text=gettext_lazy("By the names of the units.")
    )


class Library(MemberView):
    """The library of the member."""

    @operation(
        gettext_lazy("My units of Khans & Generals"),
        LibrarySerializer,
        id="library",
        description=gettext_lazy("The units you entered, and the models you own of any unit."),
    )
    def get(self, request: Request) -> Response:
        found = {
            "units": units_of(owner=self.owner, system=SYSTEM),
            "models": models_of(owner=self.owner, system=SYSTEM),
        }
        return Response(LibrarySerializer(found).data)
