"""What a page may ask of a collection: each form of one piece makes an edit of it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.forms.utils import flatatt
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from collection.catalogue.present.catalogue_words import CARD_TYPES, TYPES
from collection.common.language import Words
from collection.common.names import PRESENTATION, NameField, is_unseen
from collection.owning import edits
from collection.owning import field_kinds as kinds
from collection.owning.copy_fields import COPY_FIELDS
from collection.owning.currencies import currency_code
from collection.owning.field_kinds import Field
from collection.owning.models.copies import LONGEST_NAME, LONGEST_PERSON
from collection.owning.states import CopyState, HoldingState

Make = Callable[[HoldingState], HoldingState]

#: The fields that say in which currency another one is.
CURRENCIES = {
    name: said.beside for name, said in COPY_FIELDS.items() if isinstance(said.kind, kinds.Currency)
}
KINDS = [("", _("not said")), *TYPES.items(), *CARD_TYPES.items()]
NOTES, TAGS = COPY_FIELDS["notes"], COPY_FIELDS["tags"]


def read_tags(text: str) -> tuple[str, ...]:
    """The tags of a text that parts them by commas, each once, in order."""
    tags = (" ".join(tag.split()) for tag in text.split(","))
    return tuple(dict.fromkeys(tag for tag in tags if tag))


class LineField(forms.CharField):
    """One line of printable text."""

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("required", False)
        super().__init__(**kwargs)

    def clean(self, value: Any) -> Any:
        text = super().clean(value)
        if text and any(map(is_unseen, PRESENTATION.sub("", text))):
            raise ValidationError(_("This holds an invisible character. Type it without."))
        return text


class TagsField(LineField):
    """Tags with commas between."""

    def __init__(self, kind: kinds.Tags, **kwargs: Any) -> None:
        super().__init__(
            help_text=_("Words of your own, with commas between."),
            max_length=kind.most * (kind.longest + 2),
            **kwargs,
        )
        self.kind = kind

    def prepare_value(self, value: Any) -> Any:
        return ", ".join(value) if isinstance(value, tuple | list) else value

    def clean(self, value: Any) -> tuple[str, ...]:
        tags = read_tags(super().clean(value))
        most, longest = self.kind.most, self.kind.longest
        if len(tags) > most or any(len(tag) > longest for tag in tags):
            raise ValidationError(
                _("At most %(most)s tags of %(longest)s letters each.")
                % {"most": most, "longest": longest}
            )
        return tags


class DayField(forms.DateField):
    """A day as browsers send it."""

    widget = forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})


class CountInput(forms.NumberInput):
    """Django's own without its template."""

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        widget = self.get_context(name, value, attrs)["widget"]
        said = widget["value"]
        value = "" if said is None else format_html(' value="{}"', said)
        attributes = flatatt(widget["attrs"])
        return format_html(
            '<input type="{}" name="{}"{}{}>', widget["type"], widget["name"], value, attributes
        )


class CountField(forms.IntegerField):
    """How many of a piece."""

    widget = CountInput

    def __init__(self, label: Any, **kwargs: Any) -> None:
        super().__init__(
            label=label, min_value=0, max_value=edits.MOST_OF_A_PIECE, initial=0, **kwargs
        )
        self.widget.attrs["inputmode"] = "numeric"


class TruthField(forms.ChoiceField):
    """Yes, no or not said."""

    VALUES: ClassVar = {"": None, "yes": True, "no": False}

    def __init__(self, **kwargs: Any) -> None:
        choices = [("", _("not said")), ("yes", _("yes")), ("no", _("no"))]
        super().__init__(choices=choices, required=False, **kwargs)

    def prepare_value(self, value: Any) -> Any:
        return {True: "yes", False: "no"}.get(value, value)

    def clean(self, value: Any) -> Any:
        return self.VALUES[super().clean(value)]


class CurrencyField(LineField):
    """A currency by its three letters or its sign."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=3, **kwargs)
        self.widget.attrs |= {"list": "currencies", "autocomplete": "off"}

    def clean(self, value: Any) -> str:
        said = super().clean(value) or ""
        code = currency_code(said)
        if said and not code:
            raise ValidationError(_("A currency has three letters, such as EUR or PLN."))
        return code


def form_field(said: Field) -> forms.Field:
    """The input of a declared field."""
    label = said.label
    match said.kind:
        case kinds.Text(longest=longest, suggestions=suggestions):
            line = LineField(label=label, max_length=longest)
            if suggestions:
                line.widget.attrs |= {"list": suggestions, "autocomplete": "off"}
            return line
        case kinds.Choice(choices=choices):
            offered = [("", _("not said")), *choices.choices]
            return forms.ChoiceField(label=label, choices=offered, required=False)
        case kinds.Truth():
            return TruthField(label=label)
        case kinds.Day():
            return DayField(label=label, required=False)
        case kinds.Price(highest=highest):
            return forms.DecimalField(
                label=label, required=False, min_value=0, max_value=highest, decimal_places=2
            )
        case kinds.Currency():
            return CurrencyField(label=label)
        case kinds.Tags():
            return TagsField(said.kind, label=label)


class EditForm(forms.Form):
    """One thing to be done with a piece; `seen` is the version it was decided on."""

    action: ClassVar[str]
    seen = forms.IntegerField(min_value=0, widget=forms.HiddenInput)

    def __init__(self, data: Any = None, *, copy_id: str = "", **kwargs: Any) -> None:
        super().__init__(data, auto_id=f"id_{self.action}{copy_id}_%s", **kwargs)
        self.copy_id = copy_id

    def make(self) -> Make:
        """The edit of a valid form."""
        raise NotImplementedError

    def meet(self, now: Mapping[str, Any], version: int) -> None:
        """Take up what somebody else saved meanwhile: sent again, it is decided on that."""
        self.data = {**dict(self.data.items()), self.add_prefix("seen"): str(version)}


class FactsForm(EditForm):
    """Facts typed over: each field knows what it showed, so that only what was changed is saved."""

    def __init__(self, data: Any = None, **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        for field in self.fields.values():
            field.show_hidden_initial = not field.widget.is_hidden

    @property
    def said(self) -> dict[str, Any]:
        """What was changed, by field."""
        return {name: self.cleaned_data[name] for name in self.changed_data if name != "seen"}

    def meet(self, now: Mapping[str, Any], version: int) -> None:
        """Take up what somebody else saved meanwhile.

        What was not typed over follows; where both changed the same, both values stand for choice,
        beginning with what was typed here.
        """
        sent = {**dict(self.data.items()), self.add_prefix("seen"): str(version)}
        for bound in self.visible_fields():
            typed, shown = sent.get(bound.html_name, ""), sent.get(bound.html_initial_name, "")
            there = as_typed(bound.field, now.get(bound.name))
            if bound.name not in self.changed_data:
                sent[bound.html_name] = there
            elif there not in (shown, typed):
                self.fields[bound.name].widget = _both_values(bound.field, typed, there)
            sent[bound.html_initial_name] = there
        self.data = sent


def as_typed(field: forms.Field, value: Any) -> str:
    """A value as its input shows it."""
    shown = field.prepare_value(value)
    return "" if shown is None else str(shown)


def _both_values(field: forms.Field, typed: str, there: str) -> forms.RadioSelect:
    """Two buttons, for what was typed here and for what is there now."""
    names = dict(getattr(field, "choices", ()))
    said = {
        _("yours: %(value)s"): typed,
        _("saved meanwhile: %(value)s"): there,
    }
    return forms.RadioSelect(
        choices=[
            (value, text % {"value": names.get(value, value) or _("nothing")})
            for text, value in said.items()
        ]
    )


@dataclass(frozen=True)
class CountColumn:
    """An amount as a table of many pieces asks for it: its name, what it is called, and the other
    attributes of its input."""

    name: str
    label: Words
    attributes: SafeString


class AmountsForm(FactsForm):
    """How many there are, are wanted and may be traded."""

    action = "amounts"
    owned = CountField(_("Owned"))
    wanted = CountField(_("Wanted"))
    for_trade = CountField(_("For trade"))

    @classmethod
    def columns(cls) -> list[CountColumn]:
        """What is the same in every line of a table of them: a form a line would cost as much as
        the rest of its page."""
        return [
            CountColumn(
                bound.name, bound.label, flatatt(bound.build_widget_attrs(bound.field.widget.attrs))
            )
            for bound in cls().visible_fields()
        ]

    def make(self) -> Make:
        return partial(edits.set_amounts, **self.said)


class AddForm(EditForm):
    """One more of a piece; whatever it was before."""

    action = "add"
    seen = None  # type: ignore[assignment]

    def make(self) -> Make:
        return edits.add


class SayForm(FactsForm):
    """What the owner says of a piece."""

    action = "say"
    name = NameField(label=_("Name"), max_length=LONGEST_NAME, required=False)
    kind = forms.ChoiceField(label=_("Kind"), choices=KINDS, required=False)
    notes = form_field(NOTES)
    tags = form_field(TAGS)

    def make(self) -> Make:
        return partial(edits.describe, **self.said)


class CopyForm(FactsForm):
    """What is said of one copy; without a copy's id it adds one."""

    action = "copy"

    def __init__(self, data: Any = None, *, usual_currency: str = "", **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        self.usual_currency = usual_currency
        for name in CURRENCIES:
            self.fields[name].widget.attrs["placeholder"] = usual_currency

    def clean(self) -> dict[str, Any]:
        said = super().clean() or {}
        for name, price in CURRENCIES.items():
            if said.get(price) is None:
                said[name] = ""
            elif not said.get(name):
                said[name] = self.usual_currency
        return said

    def make(self) -> Make:
        said = {key: self.cleaned_data[key] for key in COPY_FIELDS}
        if not self.copy_id:
            return partial(edits.add_copies, copies=[CopyState(**said)])
        changed = set(self.changed_data)
        for pair in CURRENCIES.items():
            if not changed.isdisjoint(pair):
                changed |= {*pair}
        told = {key: value for key, value in said.items() if key in changed}
        return partial(edits.change_copy, copy_id=self.copy_id, **told)


CopyForm.base_fields |= {name: form_field(said) for name, said in COPY_FIELDS.items()}


class ApartForm(EditForm):
    """Lists some of the plain copies one by one."""

    action = "apart"
    count = forms.IntegerField(
        label=_("How many"), min_value=1, max_value=edits.MOST_COPIES, initial=1
    )

    def make(self) -> Make:
        return partial(edits.tell_apart, count=self.cleaned_data["count"])


class RemoveForm(EditForm):
    """A copy is gone."""

    action = "remove"

    def make(self) -> Make:
        return partial(edits.remove_copy, copy_id=self.copy_id)


class LendForm(EditForm):
    """Gives a copy into somebody's hands; without a copy's id, one that is free."""

    action = "lend"
    to = NameField(label=_("Lent to"), max_length=LONGEST_PERSON)
    since = DayField(label=_("Since"))
    until = DayField(label=_("Until"), required=False)

    def __init__(self, data: Any = None, **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        self.fields["to"].widget.attrs |= {"list": "borrowers", "autocomplete": "off"}

    def make(self) -> Make:
        said = {key: self.cleaned_data[key] for key in ("to", "since", "until")}
        return partial(edits.lend, copy_id=self.copy_id, **said)


class ReturnForm(EditForm):
    """Takes a lent copy back."""

    action = "return"
    on = DayField(label=_("Returned on"))

    def make(self) -> Make:
        return partial(edits.take_back, copy_id=self.copy_id, on=self.cleaned_data["on"])


EDIT_FORMS: dict[str, type[EditForm]] = {
    form.action: form
    for form in (
        AmountsForm,
        AddForm,
        SayForm,
        CopyForm,
        ApartForm,
        RemoveForm,
        LendForm,
        ReturnForm,
    )
}


class CollectionForm(forms.Form):
    """What a collection is called, and the currency its prices are in without another word."""

    name = NameField(label=_("Name"), max_length=60)
    currency = CurrencyField(
        label=_("Currency"),
        required=True,
        help_text=_("For prices that do not say another one."),
    )


class InviteForm(forms.Form):
    """Whom to share a collection with, and what they may do."""

    role = forms.ChoiceField(
        label=_("They may"),
        choices=[
            ("viewer", pgettext_lazy("of a collection", "look at it")),
            ("editor", pgettext_lazy("of a collection", "look at it and change it")),
        ],
    )
    email = forms.EmailField(
        label=_("Their e-mail address here"),
        required=False,
        help_text=_(
            "They then find the invitation on their own collections page. Without an address, you"
            " get a link to send."
        ),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not settings.MAIL_IS_DELIVERED:
            del self.fields["email"]
