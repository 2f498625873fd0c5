"""The fields beside a plan: what may be typed about an order in the making, besides clicking."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from armybuilder.systems.age_of_destruction.present.queries import Query
from armybuilder.systems.age_of_destruction.present.tables import Table
from collection.common.language import Words, language
from rules import age_of_destruction as aod

#: What an address keeps of a plan while its fields change.
KEPT = ("unit", "do", "order", "target", "weapon", "with", "level", "aboard", "piece", "spinner")


@dataclass(frozen=True)
class Field:
    """One field. `kind`: "text", "number" or "check"; `id` is that of the control."""

    name: str
    label: Words
    value: str
    kind: str = "text"

    @property
    def id(self) -> str:
        """The id of its control."""
        return f"way-{self.name}"


@dataclass(frozen=True)
class WayForm:
    """The form of a plan: what it keeps, what may be typed, and what clicks on the table do:
    "way" (corner by corner), "marks" (one more marker), "spot" (one place), "turn" or "" for
    nothing."""

    kept: tuple[tuple[str, str], ...]
    fields: tuple[Field, ...]
    clicks: str
    hint: str


def way_form(table: Table, query: Query) -> WayForm:
    """The form of the plan a query describes."""
    kind = query.one("do")
    form = None if query.one("aboard") else aod.FORMS.get(kind)
    names = form.fields if form else ()
    clicks = form.clicks if form and names else ""
    return WayForm(
        kept=tuple((name, value) for name in KEPT for value in query.every(name)),
        fields=(*(_field(name, kind, query) for name in names), *_more(table, kind, query)),
        clicks=clicks,
        hint=_hint(clicks),
    )


def _field(name: str, kind: str, query: Query) -> Field:
    labels = {
        "toward": _("Toward"),
        "inches": _("At most inches"),
        "stop": _("Stop at"),
        "path": _("Markers at") if kind == "artillery" else _("Through points"),
        "face": _("Facing"),
        "when": _("after the way, not before it"),
        "corner": _("Shoot at corner"),
    }
    kinds = {"when": "check", "corner": "number"}
    return Field(name, labels[name], query.one(name), kinds.get(name, "text"))


def _more(table: Table, kind: str, query: Query) -> Iterator[Field]:
    """Fields for every unit concerned: a way of its own, a share of the damage."""
    names = aod.Names(table.setup, language())
    if kind == "march":
        for unit in _followers(table, query):
            label = _("Other way of %(unit)s") % {"unit": unit}
            yield Field(f"path-{unit}", label, query.one(f"path-{unit}"))
    elif kind == "split" and table.question:
        for unit in table.question.options:
            name = f"share-{unit}"
            yield Field(name, names.unit(unit), query.one(name) or "0", "number")


def _followers(table: Table, query: Query) -> list[str]:
    """The units that march beside the leader; of those who broke away the first one leads."""
    if table.question:
        return list(table.question.options[1:])
    return [unit for unit in query.every("with")[:20] if unit != query.one("unit")]


def _hint(clicks: str) -> str:
    return {
        "marks": _("Press the table where markers are to lie; drag a marker to shift it."),
        "way": _("Press the table to lay the way corner by corner; drag a corner to bend it."),
        "spot": _("Press the table to put it there; drag the arrow to turn it."),
        "turn": _("Drag the arrow to turn it."),
    }.get(clicks, "")
