"""Who asks, and whether their token may change battle groups."""

from collections.abc import Sequence
from typing import cast

from django.utils.translation import gettext_lazy as _
from rest_framework.permissions import SAFE_METHODS, BasePermission, IsAuthenticated
from rest_framework.request import Request
from rest_framework.views import APIView

from armybuilder.site.models import Owner, PersonalToken, User
from collection.catalogue.api.own import OwnView


class MayWrite(BasePermission):
    """A session may change things, a token only where its member said so."""

    message = _("This token only reads. Make one that may change battle groups.")

    def has_permission(self, request: Request, view: APIView) -> bool:
        token = cast(PersonalToken | None, request.auth)
        return request.method in SAFE_METHODS or token is None or token.may_write


class MemberView(OwnView):
    """What somebody has of their own on this site, by a session or a token."""

    permission_classes: Sequence[type[BasePermission]] = (IsAuthenticated, MayWrite)

    @property
    def owner(self) -> Owner:
        """Whose things this request may touch; nobody's for a guest."""
        user = self.request.user
        return Owner(member=user) if isinstance(user, User) else Owner()
