"""Writing an event format: every restriction the rules know, one field each."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from armybuilder.groups.models import LONGEST_DESCRIPTION, LONGEST_TITLE
from armybuilder.groups.present.formats import WITHOUT_SYMBOL, Event, fit_restrictions
from armybuilder.groups.present.groups import (
    MOST_EVENT_COUNTS,
    Unfit,
    fault_of_total,
    is_control_character,
)
from armybuilder.groups.present.numbers import find_id, similar_to
from armybuilder.groups.services.formats import FormatText
from collection.catalogue import selectors
from collection.catalogue.game import SYSTEM, Catalogue, catalogue
from collection.catalogue.present.catalogue_words import (
    CARD_TYPES,
    CLASSES,
    RANK_NAMES,
    TYPES,
    own_name,
)
from collection.common.form_choices import choice_field
from collection.common.names import NameField
from collection.common.numbers import whole_number

#: Rows for counts of figures: those filled in, and this many empty ones.
SPARE_ROWS = 4
LONGEST_NUMBERS = 6000
LARGEST_POINTS = 15_000
LARGEST_COUNT = 999
LARGEST_TABLE = 240
ANY = ("", pgettext_lazy("kind of figures", "any"))

#: What the table is like: field, key of the format's `table`.
TABLE_FIELDS = ("width", "depth", "terrain_per_player", "minutes")
ABSENT_TERRAIN = {"no_elevated": "elevated", "no_deep_water": "deep_water"}


def _ticks(label: Any, choices: Any = (), **kwargs: Any) -> forms.MultipleChoiceField:
    return forms.MultipleChoiceField(
        label=label,
        choices=choices,
        required=False,
        widget=forms.CheckboxSelectMultiple,
        **kwargs,
    )


def _number(label: Any, least: int, most: int, **kwargs: Any) -> forms.IntegerField:
    return forms.IntegerField(
        label=label, min_value=least, max_value=most, required=False, **kwargs
    )


class NumbersField(forms.CharField):
    """Collector numbers parted by commas, spaces or lines, each known to the catalogue."""

    def __init__(self, *, kinds: Sequence[str], **kwargs: Any) -> None:
        super().__init__(
            required=False,
            max_length=LONGEST_NUMBERS,
            widget=forms.Textarea(attrs={"rows": 3, "spellcheck": "false"}),
            **kwargs,
        )
        self.kinds = kinds

    def clean(self, value: Any) -> list[str]:
        """The ids, each once, in the order they were typed."""
        typed = list(filter(None, re.split(r"[\s,;]+", super().clean(value))))
        if not typed:
            return []
        known = catalogue()
        return list(dict.fromkeys(self._id(number, known) for number in typed))

    def _id(self, typed: str, known: Catalogue) -> str:
        found = find_id(typed, known)
        if found is None:
            similar = similar_to(typed, known)
            said = _("There is no “%(typed)s”. Did you mean %(similar)s?") if similar else None
            raise forms.ValidationError(
                said or _("There is no “%(typed)s”. Numbers look like AOD-102 or AOD-G-005."),
                params={"typed": typed[:40], "similar": ", ".join(similar)},
            )
        kind, number = found
        if kind not in self.kinds:
            raise forms.ValidationError(
                _("%(number)s is a card; this is about figures."), params={"number": number}
            )
        return number


class TotalsField(forms.CharField):
    """Build totals parted by commas."""

    def clean(self, value: Any) -> list[int]:
        """The totals in rising order, each one the rules know."""
        totals = set()
        for typed in re.split(r"[\s,;/]+", super().clean(value)):
            if not typed:
                continue
            total = whole_number(typed, digits=5)
            if total is None:
                raise forms.ValidationError(
                    _("“%(typed)s” is no build total."), params={"typed": typed[:20]}
                )
            if fault := fault_of_total(total):
                raise forms.ValidationError(fault)
            totals.add(total)
        return sorted(totals)


class CountForm(forms.Form):
    """How many figures of a kind; an empty row asks nothing."""

    least = _number(_("at least"), 0, LARGEST_COUNT)
    most = _number(_("at most"), 0, LARGEST_COUNT)
    type = forms.ChoiceField(label=_("type"), choices=[ANY, *TYPES.items()], required=False)
    mech_class = forms.ChoiceField(
        label=_("'Mech class"), choices=[ANY, *CLASSES.items()], required=False
    )
    rank = forms.ChoiceField(label=_("rank"), choices=[ANY, *RANK_NAMES.items()], required=False)

    def clean(self) -> dict[str, Any]:
        fields: dict[str, Any] = super().clean() or {}
        least, most = fields.get("least"), fields.get("most")
        if least is None and most is None:
            if any(fields.get(key) for key in ("type", "mech_class", "rank")):
                self.add_error("least", _("Say how many."))
        elif least is not None and most is not None and least > most:
            self.add_error("most", _("This is less than the least."))
        return fields

    def count(self) -> dict[str, Any] | None:
        """The count as a format has it; None for an empty row."""
        fields = self.cleaned_data
        if fields.get("least") is None and fields.get("most") is None:
            return None
        return {
            "type": fields["type"] or None,
            "class": fields["mech_class"] or None,
            "rank": fields["rank"] or None,
            "least": fields["least"],
            "most": fields["most"],
        }


CountFormSet = forms.formset_factory(
    CountForm, extra=SPARE_ROWS, max_num=MOST_EVENT_COUNTS, absolute_max=MOST_EVENT_COUNTS
)


class FormatForm(forms.Form):
    """A format: what it is called, and every restriction."""

    title = NameField(
        label=_("Title"),
        max_length=LONGEST_TITLE,
        help_text=_("Messages cite the format by it."),
    )
    description = forms.CharField(
        label=_("Description"),
        max_length=LONGEST_DESCRIPTION,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("Place and time, prizes, whom to ask: whatever the players should know."),
    )
    build_totals = TotalsField(
        label=_("Allowed build totals"),
        max_length=100,
        required=False,
        help_text=_("Such as 300, 450. Without any, all are allowed."),
    )
    orders = _number(
        _("Orders a turn"), 0, 99, help_text=_("Only where it is not the build total by 150.")
    )
    pure = forms.BooleanField(label=_("All figures fight for one faction"), required=False)
    sets = _ticks(pgettext_lazy("of figures", "Sets"))
    types = _ticks(_("Types"), TYPES.items())
    classes = _ticks(_("'Mech classes"), CLASSES.items())
    ranks = _ticks(_("Ranks"), RANK_NAMES.items())
    factions = _ticks(_("Factions on the base"))
    catalogue_only = forms.BooleanField(
        label=_("Only figures of the catalogue"),
        required=False,
        help_text=_("No figure that somebody describes in their list."),
    )
    least_points = _number(_("Points of a figure: at least"), 0, LARGEST_POINTS)
    most_points = _number(_("Points of a figure: at most"), 0, LARGEST_POINTS)
    figures = NumbersField(
        label=_("Only these figures"), kinds=("unit",), help_text=_("Numbers such as AOD-102.")
    )
    banned = NumbersField(
        label=_("Not these figures and cards"),
        kinds=("unit", "card"),
        help_text=_("Numbers such as AOD-102 or AOD-G-005."),
    )
    per_number = _number(
        _("Figures of one number: at most"),
        1,
        LARGEST_COUNT,
        help_text=_("1: no figure twice."),
    )
    per_name = _number(
        _("Figures of one name: at most"),
        1,
        LARGEST_COUNT,
        help_text=_("Versions of a sculpt share a name."),
    )
    card_types = _ticks(_("Types of cards"), CARD_TYPES.items(), initial=list(CARD_TYPES))
    width = _number(_("Table: width in inches"), 12, LARGEST_TABLE)
    depth = _number(_("Table: depth in inches"), 12, LARGEST_TABLE)
    terrain_per_player = _number(_("Pieces of terrain for each player"), 0, 20)
    minutes = _number(_("Minutes"), 5, 1440)
    no_elevated = forms.BooleanField(label=_("No elevated terrain"), required=False)
    no_deep_water = forms.BooleanField(label=_("No deep water"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        sets, factions = selectors.sets(SYSTEM), selectors.factions(SYSTEM)
        choice_field(self, "sets").choices = [(row.code, own_name(row)) for row in sets]
        choice_field(self, "factions").choices = [
            *((row.name, own_name(row)) for row in factions),
            WITHOUT_SYMBOL,
        ]
        for key, name in CARD_TYPES.items():
            field = _number(name, 0, LARGEST_COUNT)
            self.fields[f"most_{key}"] = field
        rows = {"prefix": "counts", "initial": (self.initial or {}).get("unit_counts", ())}
        self.counts = CountFormSet(self.data, **rows) if self.is_bound else CountFormSet(**rows)

    @classmethod
    def showing(cls, text: FormatText) -> "FormatForm":
        """The form with what a format says."""
        return cls(initial=_initial(text))

    @property
    def card_rows(self) -> list[tuple[str, Any, bool, forms.BoundField]]:
        """The types of cards: key, name, whether it is ticked, and the field for how many."""
        ticked = self["card_types"].value() or ()
        return [(key, name, key in ticked, self[f"most_{key}"]) for key, name in CARD_TYPES.items()]

    def clean_description(self) -> str:
        description: str = self.cleaned_data["description"].replace("\r\n", "\n")
        if any(is_control_character(sign) for sign in description if sign not in "\n\t"):
            raise forms.ValidationError(_("This holds a control character. Type it without."))
        return description

    def clean(self) -> dict[str, Any]:
        fields: dict[str, Any] = super().clean() or {}
        least, most = fields.get("least_points"), fields.get("most_points")
        if least is not None and most is not None and least > most:
            self.add_error("most_points", _("This is less than the least."))
        if (fields.get("width") is None) != (fields.get("depth") is None):
            self.add_error("depth", _("Give both sides of the table, or neither."))
        if not self.counts.is_valid():
            self.add_error(None, _("Some of the counts of figures cannot be read; see there."))
        if not self.errors:
            try:
                fields["restrictions"] = fit_restrictions(self._restrictions(fields))
            except Unfit as error:
                self.add_error(None, f"{error.path}: {error.message}")
        return fields

    def text(self) -> FormatText:
        """What was written; only for a valid form."""
        fields = self.cleaned_data
        return FormatText(fields["title"], fields["description"], fields["restrictions"])

    def _restrictions(self, fields: Mapping[str, Any]) -> Event:
        same = (
            *("build_totals", "orders", "pure", "sets", "types", "classes", "ranks", "factions"),
            *(
                "catalogue_only",
                "least_points",
                "most_points",
                "figures",
                "banned",
                "per_number",
                "per_name",
            ),
        )
        event = {key: fields[key] for key in same}
        ticked = fields["card_types"]
        counts = (row.count() for row in self.counts)
        most = {key: fields[f"most_{key}"] for key in CARD_TYPES}
        table = {key: fields[key] for key in TABLE_FIELDS if fields[key] is not None}
        table |= {key: False for field, key in ABSENT_TERRAIN.items() if fields[field]}
        return event | {
            "card_types": None if len(ticked) == len(CARD_TYPES) else ticked,
            "card_counts": {key: count for key, count in most.items() if count is not None},
            "unit_counts": [count for count in counts if count],
            "table": table,
        }


def _initial(text: FormatText) -> dict[str, Any]:
    event = text.restrictions
    table = event.get("table", {})
    types = event.get("card_types")
    return {
        **event,
        "title": text.title,
        "description": text.description,
        "build_totals": ", ".join(map(str, event.get("build_totals", ()))),
        "figures": ", ".join(event.get("figures", ())),
        "banned": ", ".join(event.get("banned", ())),
        "card_types": list(CARD_TYPES) if types is None else types,
        **{f"most_{key}": most for key, most in event.get("card_counts", {}).items()},
        "unit_counts": [
            {**count, "least": count.get("least") or None, "mech_class": count.get("class")}
            for count in event.get("unit_counts", ())
        ],
        **{key: table.get(key) for key in TABLE_FIELDS},
        **{field: table.get(key) is False for field, key in ABSENT_TERRAIN.items()},
    }
