"""Names of people and of what is theirs: one line of visible signs, read as everybody reads it.

Models, forms and the API ask the same two questions here: how a name is kept (`plain_name`), and
what is wrong with it (`fault_of_name`).
"""

import re
import tomllib
import unicodedata
from functools import cache
from pathlib import Path
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.db import models
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from collection.common.folding import fold

#: Categories of Unicode that show nothing: steering, unassigned and private signs, ends of lines.
UNSEEN_CATEGORIES = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
#: Letters, marks and signs that show nothing either: fillers, joiners, blanks that are no spaces.
UNSEEN = {
    *"\u034f\u115f\u1160\u1680\u17b4\u17b5\u2800\u3164\uffa0",
    *map(chr, range(0x180B, 0x1810)),
    *map(chr, range(0xFE00, 0xFE10)),
    *map(chr, range(0xE0100, 0xE01F0)),
}
#: How a phone asks for the coloured or the plain form of a sign; a name does without.
PRESENTATION = re.compile("[\ufe0e\ufe0f]")
#: Signs that pass for one another within our own letters, once case is folded.
OWN_LOOKS = str.maketrans({"l": "i", "1": "i", "|": "i", "!": "i", "0": "o"})

#: What tells people apart who look alike; somebody may also have put one into their name.
MARK = re.compile(r"\s*\([0-9a-f]{4}\)\s*$")


def plain_name(text: str) -> str:
    """A name as it is kept: compatible signs made one (NFKC), blanks single and only between."""
    text = unicodedata.normalize("NFKC", PRESENTATION.sub("", text))
    return " ".join(filter(None, text.split(" ")))


def is_unseen(sign: str) -> bool:
    """Whether a sign shows nothing, or turns the direction in which others are read."""
    return unicodedata.category(sign) in UNSEEN_CATEGORIES or sign in UNSEEN


def fault_of_name(name: str) -> str:
    """What is wrong with a name, in a sentence; empty for a good one and for none."""
    for sign in name:
        if is_unseen(sign):
            code = f"U+{ord(sign):04X}"
            return _("This holds an invisible character (%(code)s). Type it without.") % {
                "code": code
            }
    if name and not any(unicodedata.category(sign)[0] in "LNPS" for sign in name):
        return _("This shows nothing. Type at least one letter.")
    return ""


def refuse_bad_name(name: str) -> None:
    """Raise ValidationError for what is no name."""
    if fault := fault_of_name(name):
        raise ValidationError(fault, code="name")


class NameField(forms.CharField):
    """A name in a form."""

    default_validators = [*forms.CharField.default_validators, refuse_bad_name]  # noqa: RUF012

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("widget", forms.TextInput(attrs={"autocomplete": "off"}))
        super().__init__(**kwargs)

    def to_python(self, value: Any) -> Any:
        text = super().to_python(value)
        return plain_name(text) if isinstance(text, str) else text


class NameColumn(models.CharField):
    """A name in the database, which keeps no other: what is no name is a ValidationError, also
    where no form was asked before."""

    default_validators = [*models.CharField.default_validators, refuse_bad_name]  # noqa: RUF012

    def get_db_prep_save(self, value: Any, connection: Any) -> Any:
        if isinstance(value, str):
            value = plain_name(value)
            refuse_bad_name(value)
        return super().get_db_prep_save(value, connection)

    def formfield(self, **kwargs: Any) -> Any:
        return super().formfield(**{"form_class": NameField, **kwargs})

    def deconstruct(self) -> Any:
        """To the database it is text like any other."""
        name, _path, args, kwargs = super().deconstruct()
        return name, "django.db.models.CharField", args, kwargs


def look_of(name: str) -> str:
    """What a name looks like at a glance: the same for names that pass for one another."""
    looks = _looks_of_other_scripts()
    name = MARK.sub("", name)
    seen = fold(unicodedata.normalize("NFKD", name).translate(looks)).translate(looks)
    return seen.translate(OWN_LOOKS).replace("rn", "m").replace("vv", "w").replace(" ", "")


def marked(name: str, key: object) -> str:
    """A name with a short mark, always the same for one key."""
    mark = salted_hmac("collection.common.names", str(key)).hexdigest()[:4]
    return f"{name} ({mark})"


@cache
def _looks_of_other_scripts() -> dict[int, str]:
    path = Path(__file__).with_name("confusable.toml")
    looks = tomllib.loads(path.read_text("utf-8"))
    return {ord(sign): ours for ours, others in looks.items() for sign in others}
