"""What is open on the builder page, as its address says it."""

from urllib.parse import urlencode, urlsplit

from django.http import HttpRequest, QueryDict

from armybuilder.groups.present import candidates
from armybuilder.groups.present.narrowing import Narrowing
from collection.common.answers import htmx_of
from collection.common.numbers import whole_number

MOST_FIGURES = 400
#: The parts of the address that say what is looked for.
LOOKING = ("q", "most", "faction", "type", "role", "equipment", "points", "order", "fits", "have")


class PageState:
    """What is open on the page: which panel, what is looked for, which question was asked. A
    question that was answered by a change is open no more."""

    def __init__(self, request: HttpRequest, *, answered: bool = False) -> None:
        self.query = address_query(request).copy()
        if answered:
            self.query.pop("ways", None)
            self.query.pop("open", None)
        self.adds = bool(self.query.get("add"))
        self.add = self.query.get("add", "figures")
        self.search = self.query.get("q", "")
        self.to = self.query.get("to", "")
        self.only_fitting = self.query.getlist("fits", ["on"])[-1] == "on"
        self.have = self.query.get("have", "")
        self.ways = self.query.get("ways", "")
        self.open = self.query.get("open", "")
        self.proofs = "proofs" in self.query
        most = whole_number(self.query.get("most", ""))
        self.most = candidates.MOST_SHOWN if most is None else min(most, MOST_FIGURES)

    @property
    def narrowing(self) -> Narrowing:
        """What the figures to add are narrowed to and ordered by."""
        return Narrowing(
            faction=self.query.get("faction", ""),
            type=self.query.get("type", ""),
            role=self.query.get("role", ""),
            equipment=self.query.get("equipment", ""),
            most=whole_number(self.query.get("points", "")),
            order=self.query.get("order", ""),
        )

    def url(self, base: str, **changed: str | None) -> str:
        """The address with some parts of the state changed; None leaves a part out."""
        parts = {key: value for key, value in self.query.items() if key not in changed and value}
        parts |= {key: value for key, value in changed.items() if value is not None}
        return f"{base}?{urlencode(parts)}" if parts else base


def address_query(request: HttpRequest) -> QueryDict:
    """The query of the page one is on: htmx tells its address, which a search may have moved."""
    if request.method != "POST":
        return request.GET
    try:
        current = urlsplit(htmx_of(request).current_url or "")
    except ValueError:
        return request.GET
    return QueryDict(current.query) if current.path else request.GET
