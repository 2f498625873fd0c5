"""Changes of a collection in sentences."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.urls import reverse
from django.utils.formats import date_format, number_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, npgettext, pgettext, pgettext_lazy

from collection.catalogue.finding.known import finder
from collection.catalogue.present import catalogue_words
from collection.common.language import Words
from collection.common.people import person
from collection.owning import field_kinds as kinds
from collection.owning.copy_fields import COPY_FIELDS, FACTS
from collection.owning.models import Change, ChangeLine, Collection
from collection.owning.pieces import piece_of
from collection.owning.present.values import piece_url
from collection.owning.selectors.shelves import Shelf

#: What is said of copies and of the whole piece alike.
REMARKS = {name: said for name, said in COPY_FIELDS.items() if name not in FACTS}
WORDS: Mapping[str, Words] = {
    "plain": pgettext_lazy("copies", "counted only"),
    "wanted": pgettext_lazy("copies", "wanted"),
    "for_trade": pgettext_lazy("copies", "for trade"),
    "name": gettext_lazy("name"),
    "kind": gettext_lazy("kind"),
    **{name: said.word for name, said in REMARKS.items()},
    **{name: said.word for name, said in FACTS.items()},
    "until": gettext_lazy("due"),
}
KINDS = {"until": kinds.Day(), **{name: said.kind for name, said in COPY_FIELDS.items()}}
COUNTS = ("plain", "wanted", "for_trade")
#: Databases keep the keys of a change in an order of their own; readers get this one.
_PLACES = {key: place for place, key in enumerate(WORDS)}


@dataclass(frozen=True)
class LineValue:
    """What a change did to one piece."""

    number: str
    name: str
    url: str
    said: tuple[str, ...]


@dataclass(frozen=True)
class ChangeValue:
    """One change as the history tells it; `undo_url` is empty where it cannot be undone."""

    number: int
    source: str
    label: str
    made_by: str
    made_by_id: int | None
    made_at: datetime
    pieces: str
    lines: tuple[LineValue, ...]
    url: str
    undo_url: str
    undone: bool
    reverts: int | None


def change_value(
    shelf: Shelf, change: Change, lines: list[ChangeLine], names: Mapping[str, str]
) -> ChangeValue:
    """A change with those of its lines that are shown."""
    collection = shelf.collection
    undone = hasattr(change, "reverted_by")
    place = [collection.public_id, change.number]
    may_undo = shelf.may_edit and not collection.locked and not undone
    return ChangeValue(
        number=change.number,
        source=change.get_source_display(),
        label=change.label,
        made_by=person(change.made_by),
        made_by_id=change.made_by_id,
        made_at=change.made_at,
        pieces=npgettext("of a collection", "%(count)s piece", "%(count)s pieces", change.pieces)
        % {"count": change.pieces},
        lines=tuple(line_value(collection, line, names) for line in lines),
        url=reverse("collection:change", args=place),
        undo_url=reverse("collection:undo", args=place) if may_undo else "",
        undone=undone,
        reverts=change.reverts.number if change.reverts else None,
    )


def piece_names(system: str) -> dict[str, str]:
    """The names of everything in the catalogue by id, each number of a block too; one query."""
    known = finder(system).pieces
    return {piece.catalogue_id: found.name for piece, found in known.items()}


def line_value(collection: Collection, line: ChangeLine, names: Mapping[str, str]) -> LineValue:
    """What a change did to a piece, in words."""
    piece = piece_of(line)
    return LineValue(
        str(piece),
        names.get(piece.catalogue_id, ""),
        piece_url(collection, piece),
        change_sentences(line.changes),
    )


def change_sentences(changes: Mapping[str, Any]) -> tuple[str, ...]:
    """What changes of a piece are, each in words."""
    return tuple(_said(changes))


def _in_order(facts: Mapping[str, Any]) -> list[tuple[str, Any]]:
    return sorted(facts.items(), key=lambda fact: _PLACES.get(fact[0], len(_PLACES)))


def _said(changes: Mapping[str, Any]) -> Iterator[str]:
    for key, change in _in_order(changes):
        if key == "copies":
            for copy in change.values():
                yield from _copy_said(copy)
        else:
            yield _turned(key, *change)


def _copy_said(change: Any) -> Iterator[str]:
    """What became of one copy: come, gone, or something about it turned into something else."""
    if isinstance(change, list):
        before, after = change
        text = _("a copy came: %(copy)s") if before is None else _("a copy went: %(copy)s")
        yield text % {"copy": _copy_in_words(after if before is None else before)}
        return
    for key, inner in _in_order(change):
        if key == "loans":
            for loan in inner.values():
                yield _loan_said(loan)
        else:
            yield _turned(key, *inner)


def _copy_in_words(copy: Mapping[str, Any]) -> str:
    lent = [loan["to"] for loan in copy.get("loans", {}).values() if "returned" not in loan]
    told = {key: _shown(key, value) for key, value in _in_order(copy) if key in WORDS}
    for name, field in FACTS.items():
        if field.beside and name in told:
            told[field.beside] = f"{told[field.beside]} {told.pop(name)}"
    said = [f"{WORDS[key]} {value}" for key, value in told.items()]
    said += [_("lent to %(to)s") % {"to": to} for to in lent]
    return ", ".join(said) or _("nothing said of it")


def _loan_said(change: Any) -> str:
    if isinstance(change, list):
        before, after = change
        loan = after or before
        text = _("lent to %(to)s") if before is None else _("not lent to %(to)s after all")
        return text % {"to": loan["to"]}
    returned = change.get("returned")
    if returned:
        return pgettext("a loan", "is back") if returned[1] else _("not returned after all")
    return "; ".join(_turned(key, *inner) for key, inner in _in_order(change))


def _turned(key: str, before: Any, after: Any) -> str:
    return _("%(what)s: %(before)s → %(after)s") % {
        "what": WORDS.get(key, key),
        "before": _shown(key, before),
        "after": _shown(key, after),
    }


def _shown(key: str, value: Any) -> str:
    if value is None:
        return "0" if key in COUNTS else "–"
    if key == "kind":
        return str(catalogue_words.TYPES.get(value) or catalogue_words.CARD_TYPES.get(value, value))
    match KINDS.get(key):
        case kinds.Truth():
            return _("yes") if value else _("no")
        case kinds.Tags():
            return ", ".join(value)
        case kinds.Choice(choices=choices):
            return str(dict(choices.choices).get(value, value))
        case kinds.Day():
            return date_format(date.fromisoformat(value), _("j M Y"))
        case kinds.Price():
            return number_format(value, decimal_pos=2)
    return str(value)
