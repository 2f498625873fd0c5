"""The member a token or session stands for."""

from typing import Any, cast

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from armybuilder.site.api.access import MemberView
from armybuilder.site.models import PersonalToken, User
from collection.catalogue.api.description import described


class MeSerializer(serializers.Serializer[Any]):
    """A member, and the token that speaks for them; null in a session."""

    name = serializers.CharField()
    language = serializers.CharField(allow_null=True)
    token = serializers.CharField(allow_null=True)
    expires = serializers.DateTimeField(allow_null=True)
    may_write = serializers.BooleanField(help_text=_("Whether it may change battle groups."))
    may_write_collections = serializers.BooleanField(
        help_text=_("Whether it may change collections.")
    )


class Me(MemberView):
    """Only for the member."""

    @described(_("Whom the token stands for"), MeSerializer, id="me")
    def get(self, request: Request) -> Response:
        member = cast(User, request.user)
        token = cast(PersonalToken | None, request.auth)
        told = {
            "name": str(member),
            "language": member.language or None,
            "token": token.name if token else None,
            "expires": token.expiry if token else None,
            "may_write": token is None or token.may_write,
            "may_write_collections": token is None or token.may_write_collections,
        }
        return Response(MeSerializer(told).data)
