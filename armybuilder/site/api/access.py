"""What the API asks of everybody who reads or changes something of their own."""

from collections.abc import Sequence
from typing import Any, cast

from django.utils.translation import gettext_lazy as _
from rest_framework.permissions import SAFE_METHODS, BasePermission, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from armybuilder.site.models import Owner, PersonalToken, User
from collection.catalogue.api.base import ApiView


class MayWrite(BasePermission):
    """A session may change things, a token only where its member said so."""

    message = _("This token only reads. Make one that may change battle groups.")

    def has_permission(self, request: Request, view: APIView) -> bool:
        token = cast(PersonalToken | None, request.auth)
        return request.method in SAFE_METHODS or token is None or token.may_write


class OwnView(ApiView):
    """What somebody has of their own: never kept by caches, never open to other sites."""

    permission_classes: Sequence[type[BasePermission]] = (IsAuthenticated, MayWrite)

    @property
    def owner(self) -> Owner:
        """Whose things this request may touch; nobody's for a guest."""
        user = self.request.user
        return Owner(member=user) if isinstance(user, User) else Owner()

    def finalize_response(
        self, request: Request, response: Response, *args: Any, **kwargs: Any
    ) -> Response:
        """Keep every answer, also a refusal, out of shared caches."""
        answered = super().finalize_response(request, response, *args, **kwargs)
        answered["Cache-Control"] = "private, no-store"
        return answered
