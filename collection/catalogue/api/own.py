"""What the API asks of whoever reads or changes something of their own."""

from collections.abc import Sequence
from typing import Any

from rest_framework.permissions import BasePermission, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from collection.catalogue.api.base import ApiView


class OwnView(ApiView):
    """What somebody has of their own: never kept by caches, never open to other sites."""

    permission_classes: Sequence[type[BasePermission]] = (IsAuthenticated,)

    def finalize_response(
        self, request: Request, response: Response, *args: Any, **kwargs: Any
    ) -> Response:
        """Keep every answer, also a refusal, out of shared caches."""
        answered = super().finalize_response(request, response, *args, **kwargs)
        answered["Cache-Control"] = "private, no-store"
        return answered
