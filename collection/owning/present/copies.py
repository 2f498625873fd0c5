"""What is said of a copy, in words."""

from typing import Any

from django.utils.formats import date_format, number_format
from django.utils.translation import gettext as _

from collection.common.language import Words
from collection.owning import field_kinds as kinds
from collection.owning.copy_fields import COPY_FIELDS
from collection.owning.states import CopyState

NOT_SAID = (None, "", ())


def copy_title(copy: CopyState) -> tuple[Words, ...]:
    """What a copy is called by, as far as it is said."""
    said = ((getattr(copy, name), field) for name, field in COPY_FIELDS.items() if field.in_title)
    return tuple(_shown(value, field.kind) for value, field in said if value not in NOT_SAID)


def copy_facts(copy: CopyState) -> tuple[tuple[Words, Words], ...]:
    """Everything else that is said of a copy, each under its label."""
    facts: dict[str, tuple[Words, Words]] = {}
    for name, field in COPY_FIELDS.items():
        value = getattr(copy, name)
        if field.in_title or value in NOT_SAID:
            continue
        shown = _shown(value, field.kind)
        if field.beside:
            label, before = facts[field.beside]
            facts[field.beside] = (label, f"{before} {shown}")
        else:
            facts[name] = (field.on_page, shown)
    return tuple(facts.values())


def _shown(value: Any, kind: kinds.Kind) -> Words:
    match kind:
        case kinds.Truth(yes=yes, no=no):
            return yes if value else no
        case kinds.Choice(choices=choices):
            return choices(value).label
        case kinds.Day():
            return date_format(value, _("j M Y"))
        case kinds.Price():
            return number_format(value, decimal_pos=2, force_grouping=True)
        case kinds.Tags():
            return ", ".join(value)
        case kinds.Text() | kinds.Currency():
            return str(value)
