"""The figures a fair fight may be made of: all there are, or those of some collection."""

from collections import Counter
from collections.abc import Mapping

from django.utils.translation import gettext as _

from armybuilder.site.models import Owner
from collection.catalogue.game import SYSTEM
from collection.owning.models import Collection
from collection.owning.selectors.at_hand import at_hand

ALL = "all"


def piles(owner: Owner) -> list[tuple[str, str]]:
    """Every pile a person may take figures from, by its name in a form: all figures, and the
    collections they see, which may be somebody else's, to be borrowed from."""
    found = [(ALL, _("All figures"))]
    if owner.member:
        rows = Collection.objects.visible_to(owner.member).order_by("name", "pk")
        found += [
            (row.public_id, row.name if row.owner_id == owner.member.pk else _borrowed(row.name))
            for row in rows
        ]
    return found


def copies_in(owner: Owner, pile: str) -> Mapping[str, int] | None:
    """How many copies of each figure are at hand in a pile, None for all figures; nothing in a
    collection the person does not see."""
    if pile == ALL:
        return None
    seen = (
        Collection.objects.visible_to(owner.member) if owner.member else Collection.objects.none()
    )
    found: Counter[str] = Counter()
    amounts = at_hand(owner.member, SYSTEM, seen.filter(public_id=pile))
    for (_collection, item), amount in amounts.items():
        found[item] += max(amount.owned - amount.lent, 0)
    return dict(+found)


def _borrowed(name: str) -> str:
    return _("%(name)s (borrowed)") % {"name": name}
