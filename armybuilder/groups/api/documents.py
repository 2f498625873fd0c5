"""Battle groups as programs send them: bounded, read strictly, refused by place."""

from collections.abc import Mapping
from typing import IO, Any

from django.utils.translation import gettext as _
from rest_framework.parsers import BaseParser
from rest_framework.request import Request

from armybuilder.groups.present.games import fit
from armybuilder.groups.present.groups import LONGEST_DOCUMENT, Document, Unfit, parse
from collection.catalogue.api.bodies import BodyRefused, TooLong


class DocumentParser(BaseParser):
    """JSON of a bounded length, without what JSON leaves open."""

    media_type = "application/json"

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        """The value of a body; raises TooLong, BodyRefused."""
        body = stream.read(LONGEST_DOCUMENT + 1)
        if len(body) > LONGEST_DOCUMENT:
            raise TooLong(_("This is too long for a battle group."))
        try:
            return parse(body.decode())
        except UnicodeDecodeError as error:
            raise BodyRefused("$", _("The body is not UTF-8.")) from error
        except Unfit as error:
            raise BodyRefused(error.path, error.message) from error


def posted_group(request: Request) -> Document:
    """The battle-group/1 document of a body; raises BodyRefused."""
    try:
        return fit(request.data)
    except Unfit as error:
        raise BodyRefused(error.path, error.message) from error
