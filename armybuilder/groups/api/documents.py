"""Battle groups as programs send them: bounded, read strictly, refused by place."""

from collections.abc import Iterable, Mapping
from http import HTTPStatus
from typing import IO, Any

from django.utils.translation import gettext_lazy as _
from rest_framework.exceptions import APIException
from rest_framework.parsers import BaseParser
from rest_framework.request import Request

from armybuilder.groups.present.groups import LONGEST_DOCUMENT, Document, Unfit, fit, parse
from collection.catalogue.api.problems import ParameterProblem


class TooLong(APIException):
    """413: more than any battle group needs."""

    status_code = HTTPStatus.REQUEST_ENTITY_TOO_LARGE
    default_detail = _("This is too long for a battle group.")


class DocumentRefused(APIException):
    """422: a body that cannot be kept; the place is a JSON path."""

    status_code = HTTPStatus.UNPROCESSABLE_ENTITY

    def __init__(self, unfit: Unfit) -> None:
        super().__init__(_("The body cannot be read."))
        self.problems: Iterable[ParameterProblem] = (ParameterProblem(unfit.path, unfit.message),)


class DocumentParser(BaseParser):
    """JSON of a bounded length, without what JSON leaves open."""

    media_type = "application/json"

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        """The value of a body; raises TooLong, DocumentRefused."""
        body = stream.read(LONGEST_DOCUMENT + 1)
        if len(body) > LONGEST_DOCUMENT:
            raise TooLong
        try:
            return parse(body.decode())
        except UnicodeDecodeError as error:
            raise DocumentRefused(Unfit("$", str(_("The body is not UTF-8.")))) from error
        except Unfit as error:
            raise DocumentRefused(error) from error


def posted_group(request: Request) -> Document:
    """The battle-group/1 document of a body; raises DocumentRefused."""
    try:
        return fit(request.data)
    except Unfit as error:
        raise DocumentRefused(error) from error
