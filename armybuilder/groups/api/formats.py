"""Event formats: those everybody knows, a member's own, and any by its link."""

from collections.abc import Sequence
from typing import Any

from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from armybuilder.groups.models import EventFormat
from armybuilder.groups.present.format_words import sentences_of_all
from armybuilder.groups.present.formats import STANDARD_TITLES, known_formats
from armybuilder.groups.selectors.formats import find_format, formats_of
from armybuilder.site.api.access import MemberView
from collection.catalogue.api import pages
from collection.catalogue.api.description import parameter
from collection.catalogue.api.operations import operation
from collection.catalogue.api.serializers import address_of
from collection.catalogue.game import SYSTEM

#: What the rows tell of a format.
Told = dict[str, Any]


class FormatSerializer(serializers.Serializer[Any]):
    """An event format; `event` is what a battle-group/1 document under it carries."""

    id = serializers.CharField()
    system = serializers.CharField(help_text=gettext_lazy("The game, by its name in files."))
    title = serializers.CharField()
    description = serializers.CharField()
    version = serializers.IntegerField()
    updated = serializers.DateTimeField(allow_null=True)
    asks_for = serializers.ListField(
        child=serializers.CharField(), help_text=gettext_lazy("The restrictions in sentences.")
    )
    event = serializers.DictField()
    url = serializers.SerializerMethodField()
    page = serializers.SerializerMethodField()

    def get_url(self, told: dict[str, Any]) -> str:
        return address_of(self, "api_format", told["id"])

    def get_page(self, told: dict[str, Any]) -> str:
        return address_of(self, "format", told["id"])


class FormatView(MemberView):
    """Formats are for everybody who has their id; a guest owns none."""

    permission_classes = (AllowAny,)


class FormatList(FormatView):
    """The formats everybody knows, and the member's own."""

    @operation(
        gettext_lazy("Event formats"),
        pages.list_of(FormatSerializer, "Format"),
        id="formats",
        description=gettext_lazy("Those everybody knows, and a member's own."),
    )
    def get(self, request: Request) -> Response:
        told = [_standard(name) for name in STANDARD_TITLES]
        told += [_written(each) for each in formats_of(owner=self.owner)]
        shown = FormatSerializer(_told(told), many=True, context={"request": request})
        return Response({"results": shown.data})


class FormatOne(FormatView):
    """One format, whoever wrote it."""

    @operation(
        gettext_lazy("An event format"),
        FormatSerializer,
        id="format",
        refused=(404,),
        parameters=[parameter("format_id", gettext_lazy("Such as standard-450."), path=True)],
    )
    def get(self, request: Request, format_id: str) -> HttpResponseBase:
        written = None if format_id in STANDARD_TITLES else find_format(format_id)
        if written is None and format_id not in STANDARD_TITLES:
            raise NotFound(_("There is no such format."))
        told = _told([_written(written) if written else _standard(format_id)])[0]
        return Response(FormatSerializer(told, context={"request": request}).data)


def _told(formats: Sequence[Told]) -> list[dict[str, Any]]:
    """Formats with their restrictions in sentences, against one reading of the catalogue."""
    said = sentences_of_all(told["event"] for told in formats)
    return [told | {"asks_for": asks_for} for told, asks_for in zip(formats, said, strict=True)]


def _standard(name: str) -> Told:
    return {
        "id": name,
        "system": SYSTEM,
        "title": str(STANDARD_TITLES[name]),
        "description": "",
        "version": 1,
        "updated": None,
        "event": known_formats()[name],
    }


def _written(written: EventFormat) -> Told:
    return {
        "id": written.public_id,
        "system": written.system,
        "title": written.title,
        "description": written.description,
        "version": written.version,
        "updated": written.updated,
        "event": written.event,
    }
