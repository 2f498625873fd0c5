"""Writing an event format: every restriction the rules know, one field each."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from armybuilder.groups.forms.fields import NumbersField, TotalsField
from armybuilder.groups.models import LONGEST_DESCRIPTION, LONGEST_TITLE
from armybuilder.groups.present.format_words import sentences_by_part
from armybuilder.groups.present.formats import (
    RESTRICTION_KEYS,
    WITHOUT_SYMBOL,
    Event,
    fit_restrictions,
)
from armybuilder.groups.present.groups import (
    MOST_EVENT_COUNTS,
    Unfit,
    is_control_character,
)
from armybuilder.groups.services.formats import FormatText
from collection.catalogue import selectors
from collection.catalogue.game import SYSTEM
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

#: Rows for counts of figures: those filled in, and this many empty ones; more are asked for.
SPARE_ROWS = 1
LARGEST_POINTS = 15_000
LARGEST_COUNT = 999
LARGEST_TABLE = 240
ANY = ("", pgettext_lazy("kind of figures", "any"))

#: What the table is like: field, key of the format's `table`.
TABLE_FIELDS = ("width", "depth", "terrain_per_player", "minutes")
ABSENT_TERRAIN = {"no_elevated": "elevated", "no_deep_water": "deep_water"}
#: The steps of the form: key, what it is called, the fields in it that stand there as they are.
#: The keys from `whole` on are those of `sentences_by_part`.
STEPS: tuple[tuple[str, Any, tuple[str, ...]], ...] = (
    ("called", _("Name"), ("title", "description")),
    ("whole", _("The whole group"), ("build_totals", "orders", "pure")),
    ("kinds", _("Kinds of figures"), ("types", "classes", "ranks", "factions", "sets")),
    (
        "single",
        _("Single figures"),
        ("least_points", "most_points", "catalogue_only", "figures", "banned"),
    ),
    ("counts", _("How many"), ("per_number", "per_name")),
    ("cards", _("Cards"), ()),
    (
        "table",
        _("At the table"),
        ("width", "depth", "terrain_per_player", "minutes", "no_elevated", "no_deep_water"),
    ),
)
#: Where the initial values keep the format they were taken from.
RESTRICTIONS = "restrictions"
#: What names the wanted step in what is sent, and what it says where one more count is wanted.
STEP = "step"
ANOTHER = "another"


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


@dataclass(frozen=True)
class Step:
    """A part of the form: its fields, what they say so far, and which part comes next."""

    key: str
    title: Any
    fields: tuple[forms.BoundField, ...]
    says: tuple[str, ...]
    is_faulty: bool
    is_open: bool
    next: str
    next_title: Any


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
        self.counts = (
            CountFormSet(_with_another(self.data), **rows)
            if self.is_bound
            else CountFormSet(**rows)
        )

    @classmethod
    def showing(cls, text: FormatText) -> "FormatForm":
        """The form with what a format says."""
        return cls(initial=_initial(text))

    @property
    def card_rows(self) -> list[tuple[str, Any, bool, forms.BoundField]]:
        """The types of cards: key, name, whether it is ticked, and the field for how many."""
        ticked = self["card_types"].value() or ()
        return [(key, name, key in ticked, self[f"most_{key}"]) for key, name in CARD_TYPES.items()]

    def steps(self) -> list[Step]:
        """The parts in order; open is the wanted one, else the first with a fault, else the first.

        A field that cannot be read says nothing.
        """
        said = sentences_by_part(self.so_far())
        faulty = {
            key
            for key, _title, names in STEPS
            if self.is_bound and any(name in self.errors for name in self._names(key, names))
        }
        if self.is_bound and not self.counts.is_valid():
            faulty.add("counts")
        keys = [key for key, _title, _names in STEPS]
        wanted = self.data.get(STEP)
        wanted = "counts" if wanted == ANOTHER else wanted
        opened = wanted if wanted in keys else next((k for k in keys if k in faulty), keys[0])
        following = [*STEPS[1:], ("", "", ())]
        return [
            Step(
                key=key,
                title=title,
                fields=tuple(self[name] for name in names),
                says=said.get(key, ()),
                is_faulty=key in faulty,
                is_open=key == opened,
                next=after[0],
                next_title=after[1],
            )
            for (key, title, names), after in zip(STEPS, following, strict=True)
        ]

    def so_far(self) -> Event:
        """The restrictions in the fields that can be read; none where they do not go together."""
        if not self.is_bound:
            initial = self.initial or {}
            return dict(initial.get(RESTRICTIONS, {}))
        self.is_valid()
        try:
            return fit_restrictions(self._restrictions(self.cleaned_data))
        except Unfit:
            return {}

    @staticmethod
    def _names(key: str, names: tuple[str, ...]) -> tuple[str, ...]:
        """The fields of a step, with those that stand in a table of their own."""
        return ("card_types", *(f"most_{card}" for card in CARD_TYPES)) if key == "cards" else names

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
        """The restrictions in fields that were read; one that was not asks nothing."""
        ticked = fields.get("card_types", list(CARD_TYPES))
        counts = (row.count() for row in self.counts if row.is_valid())
        most = {key: fields.get(f"most_{key}") for key in CARD_TYPES}
        table = {key: fields[key] for key in TABLE_FIELDS if fields.get(key) is not None}
        table |= {key: False for field, key in ABSENT_TERRAIN.items() if fields.get(field)}
        event = {key: fields[key] for key in RESTRICTION_KEYS if key in fields}
        return event | {
            "card_types": None if len(ticked) == len(CARD_TYPES) else ticked,
            "card_counts": {key: count for key, count in most.items() if count is not None},
            "unit_counts": [count for count in counts if count],
            "table": table,
        }


def _with_another(data: Any) -> Any:
    """What was sent, with one more row of counts where that was asked for."""
    total = whole_number(data.get("counts-TOTAL_FORMS", ""), digits=4)
    if data.get(STEP) != ANOTHER or total is None:
        return data
    return {**data.dict(), "counts-TOTAL_FORMS": str(min(total + 1, MOST_EVENT_COUNTS))}


def _initial(text: FormatText) -> dict[str, Any]:
    event = text.restrictions
    table = event.get("table", {})
    types = event.get("card_types")
    return {
        **event,
        RESTRICTIONS: event,
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
