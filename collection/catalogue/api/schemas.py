"""The JSON Schemas of all file formats, and the description of this API among them."""

import json
from functools import cache
from pathlib import Path
from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from drf_spectacular.types import OpenApiTypes
from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from collection.catalogue.api.base import CatalogueView, unless_unchanged
from collection.catalogue.api.description import described, parameter
from collection.catalogue.api.pages import list_of
from collection.catalogue.api.serializers import address_of

FOLDER: Path = settings.BASE_DIR / "fixtures" / "schemas"


@cache
def schemas() -> dict[str, Any]:
    """Every schema by its file name."""
    return {
        path.name: json.loads(path.read_text("utf-8")) for path in sorted(FOLDER.glob("*.json"))
    }


class SchemaSerializer(serializers.Serializer[Any]):
    """A schema by its name."""

    name = serializers.SerializerMethodField()
    url = serializers.SerializerMethodField()

    def get_name(self, name: str) -> str:
        return name

    def get_url(self, name: str) -> str:
        return address_of(self, "api:schema", name)


class SchemaList(CatalogueView):
    """The names of all schemas."""

    @described(gettext_lazy("All schemas"), list_of(SchemaSerializer, "Schema"), id="schemas")
    @unless_unchanged
    def get(self, request: Request) -> Response:
        shown = SchemaSerializer(list(schemas()), many=True, context={"request": request})
        return Response({"results": shown.data})


class SchemaOne(CatalogueView):
    """One schema."""

    @described(
        gettext_lazy("The JSON Schema of a file format; openapi.json describes this API"),
        OpenApiTypes.OBJECT,
        id="schema",
        parameters=[parameter("name", gettext_lazy("Such as battle-group.1.json."), path=True)],
    )
    @unless_unchanged
    def get(self, request: Request, name: str) -> Response:
        if name not in schemas():
            raise NotFound(_("There is no such schema."))
        return Response(schemas()[name])
