"""What the API refuses of the bodies programs send."""

from http import HTTPStatus

from django.utils.translation import gettext_lazy as _
from rest_framework.exceptions import APIException

from collection.catalogue.api.problems import ParameterProblem


class TooLong(APIException):
    """413: more than is read."""

    status_code = HTTPStatus.REQUEST_ENTITY_TOO_LARGE
    default_detail = _("This is too long.")


class BodyRefused(APIException):
    """422: a body that cannot be kept; the place is a JSON path."""

    status_code = HTTPStatus.UNPROCESSABLE_ENTITY

    def __init__(self, path: str, message: str) -> None:
        super().__init__(_("The body cannot be read."))
        self.problems = (ParameterProblem(path, message),)
