"""One change of a battle group, as the builder's forms post it.

Each form says at which place of the page its faults belong, and makes the changed document. The
rules are not asked here: an illegal group is saved like any other.
"""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any, ClassVar

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from armybuilder.groups.forms.fields import BuildTotalField, NameField, event_choices
from armybuilder.groups.present.formats import STANDARD_TITLES
from armybuilder.groups.present.games import repaired
from armybuilder.groups.present.groups import (
    LONGEST_DOCUMENT,
    LONGEST_NOTES,
    MOST_COPIES,
    MOST_ENTRIES,
    Changes,
    Document,
    Unfit,
    changed,
    fit,
    moved_to,
    parse_changes,
    reordered,
)
from armybuilder.groups.present.numbers import Typed, similar_to, typed_numbers
from armybuilder.groups.selectors.formats import find_format
from collection.catalogue.game import SYSTEM, Catalogue, catalogue
from collection.common.form_choices import choice_field


def sent_edit(data: QueryDict) -> QueryDict:
    """What a form sent, with what its button says in a query: "action=remove&where=cards[0]"."""
    sent = data.copy()
    sent.update(QueryDict(data.get("edit", "")))
    return sent


def copies_field(**kwargs: Any) -> forms.IntegerField:
    """How many copies of a figure a line stands for."""
    return forms.IntegerField(
        min_value=1,
        max_value=MOST_COPIES,
        error_messages={
            "invalid": _("Type a whole number."),
            "min_value": _("A line stands for at least one figure."),
            "max_value": _("The site keeps at most %(limit_value)s copies on a line."),
        },
        **kwargs,
    )


class EditForm(forms.Form):
    """One change. `place` is the spot of the page that shows its faults."""

    place: ClassVar[str] = "group"
    #: The records of the person's own that may join an army.
    shelf: Mapping[str, object] = MappingProxyType({})
    #: The lines that stay selected after the change.
    picked: tuple[int, ...] = ()

    @property
    def spot(self) -> str:
        """The spot for this very form: its entry where it has one."""
        return str(self.data.get("where", self.place))

    @classmethod
    def posted(cls, data: Any, document: Document) -> "EditForm":
        """The form as it was sent for a group."""
        return cls(data)

    def apply(self, document: Document) -> Document:
        """The document after the change; raises Unfit."""
        raise NotImplementedError


#: How many different numbers one form adds.
MOST_NUMBERS = 40


class AddForm(EditForm):
    """Figures and cards of the group by their numbers; all of them or, when one is wrong, none."""

    place = "add"

    number = forms.CharField(max_length=1000)

    def clean_number(self) -> list[Typed]:
        known = catalogue()
        typed = typed_numbers(self.cleaned_data["number"], known)
        if len(typed) > MOST_NUMBERS:
            raise forms.ValidationError(
                _("These are %(found)s numbers; add at most %(most)s at once."),
                params={"found": len(typed), "most": MOST_NUMBERS},
            )
        faults = [_unknown(each, known) for each in typed if not each.kind]
        faults += [_countless(each) for each in typed if not each.count]
        if faults:
            raise forms.ValidationError(faults)
        return typed

    def apply(self, document: Document) -> Document:
        return with_pieces(document, self.cleaned_data["number"])


def with_pieces(document: Document, pieces: Iterable[Typed]) -> Document:
    """The group with what was typed, every number of it known; raises Unfit."""
    for piece in pieces:
        document = _with(document, piece)
    return document


def _unknown(typed: Typed, known: Catalogue) -> forms.ValidationError:
    if similar := similar_to(typed.text, known):
        return forms.ValidationError(
            _("There is no “%(typed)s”. Did you mean %(similar)s?"),
            params={"typed": typed.text, "similar": ", ".join(similar)},
        )
    return forms.ValidationError(
        _("There is no “%(typed)s”. Numbers look like AOD-102 or AOD-G-005."),
        params={"typed": typed.text},
    )


def _countless(typed: Typed) -> forms.ValidationError:
    return forms.ValidationError(
        _("None of “%(typed)s”? Type how many, or leave the 0 out."), params={"typed": typed.text}
    )


def _with(document: Document, typed: Typed) -> Document:
    """The group with what was typed; a figure that stands there bare gets more copies."""
    if typed.kind == "card":
        add = {"op": "add", "where": "cards", "entry": {"card": typed.id}}
        return changed(document, [add] * typed.count)
    for index, entry in enumerate(document["units"]):
        if entry["unit"] == typed.id and not entry.keys() - {"unit", "count"}:
            more = entry.get("count", 1) + typed.count
            return changed(document, [_set(f"units[{index}]", "count", more)])
    entry = {"unit": typed.id, "count": typed.count}
    return changed(document, [{"op": "add", "where": "units", "entry": entry}])


class CountForm(EditForm):
    """How many copies of a figure."""

    where = forms.CharField()
    count = copies_field()

    def apply(self, document: Document) -> Document:
        return changed(
            document, [_set(self.cleaned_data["where"], "count", self.cleaned_data["count"])]
        )


class RemoveForm(EditForm):
    """Take out an entry or a card."""

    where = forms.CharField()

    def apply(self, document: Document) -> Document:
        return changed(document, [{"op": "remove", "where": self.cleaned_data["where"]}])


class ReorderForm(EditForm):
    """Move a line of figures up or down."""

    index = forms.IntegerField(min_value=0)
    step = forms.TypedChoiceField(choices=((-1, "-1"), (1, "1")), coerce=int)

    def apply(self, document: Document) -> Document:
        return reordered(document, self.cleaned_data["index"], self.cleaned_data["step"])


class MoveForm(EditForm):
    """Move a line of figures before the line that stands at a place now."""

    index = forms.IntegerField(min_value=0)
    to = forms.IntegerField(min_value=0)

    def apply(self, document: Document) -> Document:
        return moved_to(document, [self.cleaned_data["index"]], self.cleaned_data["to"])[0]


class PickedForm(EditForm):
    """Lines that were picked."""

    pick = forms.TypedMultipleChoiceField(
        choices=[(index, index) for index in range(MOST_ENTRIES)], coerce=int
    )

    @property
    def indexes(self) -> list[int]:
        """The places of the lines, ascending."""
        return sorted(self.cleaned_data["pick"])


class RemovePickedForm(PickedForm):
    """Take out the lines picked."""

    def apply(self, document: Document) -> Document:
        places = [f"units[{index}]" for index in reversed(self.indexes)]
        return changed(document, [{"op": "remove", "where": where} for where in places])


class MovePickedForm(PickedForm):
    """Move the lines picked together, before the line that stands at a place now."""

    to = forms.IntegerField(min_value=0, max_value=MOST_ENTRIES)

    def apply(self, document: Document) -> Document:
        moved, self.picked = moved_to(document, self.indexes, self.cleaned_data["to"])
        return moved


class CopyForm(EditForm):
    """Another line with the same figure and the same cards."""

    index = forms.IntegerField(min_value=0)

    def apply(self, document: Document) -> Document:
        entry = _entry(document, self.cleaned_data["index"])
        return changed(document, [{"op": "add", "where": "units", "entry": entry}])


class MountForm(EditForm):
    """Put a gear card or a pilot on a figure; of several copies one is set apart for it."""

    place = "add"

    index = forms.IntegerField(min_value=0)
    card = forms.CharField(max_length=40)
    part = forms.ChoiceField(choices=(("gear", "gear"), ("pilot", "pilot")))
    weapon = forms.ChoiceField(
        choices=(("primary", "primary"), ("secondary", "secondary")), required=False
    )

    def apply(self, document: Document) -> Document:
        index, part = self.cleaned_data["index"], self.cleaned_data["part"]
        card = {"card": self.cleaned_data["card"]}
        if self.cleaned_data["weapon"]:
            card["weapon"] = self.cleaned_data["weapon"]
        entry = _entry(document, index)
        copies = entry.get("count", 1)
        if copies == 1:
            add = {"op": "add", "where": f"units[{index}].{part}", "entry": card}
            return changed(document, [add])
        apart = {"unit": entry["unit"], part: [card]}
        return changed(
            document,
            [
                _set(f"units[{index}]", "count", copies - 1),
                {"op": "add", "where": "units", "entry": apart},
            ],
        )


class ChoiceForm(EditForm):
    """A choice a card leaves open: its weapon, who recruits, the faction of a contract."""

    where = forms.CharField()
    field = forms.ChoiceField(
        choices=(("weapon", "weapon"), ("recruit", "recruit"), ("faction", "faction"))
    )
    value = forms.CharField(required=False)

    def apply(self, document: Document) -> Document:
        value = self.cleaned_data["value"] or None
        return changed(
            document, [_set(self.cleaned_data["where"], self.cleaned_data["field"], value)]
        )


class ConfirmForm(EditForm):
    """The player's word that a card's further requirement is met."""

    where = forms.CharField()
    confirmed = forms.BooleanField(required=False)

    def apply(self, document: Document) -> Document:
        confirmed = self.cleaned_data["confirmed"]
        return changed(
            document,
            [_set(self.cleaned_data["where"], "confirmed", True if confirmed else [])],
        )


class ChangesForm(EditForm):
    """A repair of a group of any game: several changes at once, as the rules offered them."""

    changes = forms.CharField(max_length=LONGEST_DOCUMENT)

    def clean_changes(self) -> Changes:
        try:
            return parse_changes(self.cleaned_data["changes"])
        except Unfit as error:
            raise forms.ValidationError(error.message) from error

    def apply(self, document: Document) -> Document:
        return repaired(document, self.cleaned_data["changes"])


class SettingsForm(EditForm):
    """Name, build total, event format and notes."""

    place = "settings"

    name = NameField()
    build_total = BuildTotalField()
    event = forms.ChoiceField(label=_("Event format"), choices=event_choices, required=False)
    notes = forms.CharField(
        label=_("Notes"),
        max_length=LONGEST_NOTES,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
    )

    def clean_notes(self) -> str:
        """Browsers end each line of a form with two signs; a document has one."""
        notes: str = self.cleaned_data["notes"]
        return notes.replace("\r\n", "\n")

    @classmethod
    def posted(cls, data: Any, document: Document) -> "SettingsForm":
        return cls(data, document=document)

    @classmethod
    def showing(cls, document: Document) -> "SettingsForm":
        """The form with what the group says now."""
        event = document.get("event", "")
        return cls(
            document=document,
            initial={
                "name": document["name"],
                "build_total": document["build_total"],
                "event": event if isinstance(event, str) else OWN_EVENT,
                "notes": document.get("notes", ""),
            },
        )

    def __init__(self, *args: Any, document: Document, **kwargs: Any) -> None:
        """A format the group brought along, known to no other, stays a choice."""
        super().__init__(*args, **kwargs)
        event = document.get("event")
        if isinstance(event, dict):
            title = event.get("title") or event.get("name") or _("A format of its own")
            choice_field(self, "event").choices = [
                (OWN_EVENT, title),
                *event_choices(),
            ]

    def apply(self, document: Document) -> Document:
        settings = self.cleaned_data
        kept = {key: value for key, value in document.items() if key not in ("event", "notes")}
        event = document.get("event") if settings["event"] == OWN_EVENT else settings["event"]
        return fit(
            kept
            | {"name": settings["name"], "build_total": settings["build_total"]}
            | ({"event": event} if event else {})
            | ({"notes": settings["notes"]} if settings["notes"] else {})
        )


class EventForm(EditForm):
    """Put the group under a format as it is now: one everybody knows, or one somebody wrote."""

    event = forms.CharField(max_length=40)

    def clean_event(self) -> str | dict[str, Any]:
        wanted: str = self.cleaned_data["event"]
        if wanted in STANDARD_TITLES:
            return wanted
        written = find_format(wanted)
        if written is None or written.system != SYSTEM:
            raise forms.ValidationError(_("There is no such format any more."))
        return written.event

    def apply(self, document: Document) -> Document:
        return fit(document | {"event": self.cleaned_data["event"]})


OWN_EVENT = "own"

EDITS: dict[str, type[EditForm]] = {
    "add": AddForm,
    "count": CountForm,
    "remove": RemoveForm,
    "reorder": ReorderForm,
    "move": MoveForm,
    "move_picked": MovePickedForm,
    "remove_picked": RemovePickedForm,
    "copy": CopyForm,
    "mount": MountForm,
    "choose": ChoiceForm,
    "confirm": ConfirmForm,
    "change": ChangesForm,
    "settings": SettingsForm,
    "event": EventForm,
}


def _set(where: str, field: str, value: Any) -> dict[str, Any]:
    return {"op": "set", "where": where, "field": field, "value": value}


def _entry(document: Document, index: int) -> dict[str, Any]:
    try:
        entry: dict[str, Any] = document["units"][index]
    except IndexError as error:
        raise Unfit("$.units", str(_("The group has no such entry any more."))) from error
    return entry
