"""What the catalogue's search may ask of a person's own collections."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from collection.catalogue.search.fields import Choice, ChoiceField
from collection.common.language import Words
from collection.owning.models import Collection
from collection.owning.selectors.holdings import figures_with

MINE: Mapping[str, Words] = {
    "owned": pgettext_lazy("pieces shown", "owned"),
    "missing": pgettext_lazy("pieces shown", "not owned"),
    "spare": pgettext_lazy("pieces shown", "more than one"),
    "wanted": pgettext_lazy("pieces shown", "wanted"),
    "trade": pgettext_lazy("pieces shown", "for trade"),
    "lent": pgettext_lazy("pieces shown", "lent out"),
}


def owner_of_collections(user: Any) -> Any:
    """The person, if they are signed in and own a collection; one query for members."""
    if user.is_authenticated and Collection.objects.owned_by(user).exists():
        return user
    return None


def mine_asked(user: Any) -> ChoiceField | None:
    """The field for whoever is signed in, with a collection or without; None for guests."""
    return mine_field(user) if user.is_authenticated else None


def mine_field(owner: Any) -> ChoiceField:
    """The field of the search language: `mine:owned`, `mine:missing`; the first other name of each
    choice is its key in MINE."""
    asked = {key: figures_with(owner, key) for key in MINE if key != "missing"}
    asked["missing"] = ~asked["owned"]
    choices = tuple(Choice(name, asked[key], (key,)) for key, name in MINE.items())
    return ChoiceField("mine", _("In my collection"), ("my", "moje"), choices)
