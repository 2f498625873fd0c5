"""Groups to choose from: one's own, those that come with the site, public and pasted ones."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from armybuilder.groups.exports.packed import MARK, Unpackable, unpack
from armybuilder.groups.models import BattleGroup
from armybuilder.groups.present.groups import Document, Unfit, fit
from armybuilder.groups.present.listing import lines_of
from armybuilder.groups.present.starters import shown_name
from armybuilder.groups.selectors.groups import groups_of, public_groups
from armybuilder.site.models import Owner
from armybuilder.systems.age_of_destruction.forms import LINK
from armybuilder.systems.age_of_destruction.present.starting import line_of, readiness
from armybuilder.systems.age_of_destruction.present.tables import SYSTEM
from armybuilder.systems.age_of_destruction.present.words import group_line
from armybuilder.systems.age_of_destruction.sample_groups import sample_group, sample_groups

#: How many of one's own and of the public groups are offered, the newest first.
OFFERED = 40


class NotChosen(Exception):
    """There is no such group, or it cannot be played; the text says so in a sentence."""


@dataclass(frozen=True)
class Chosen:
    """A group that can be played, under the name its owner gave it."""

    name: str
    document: Document


Offers = list[tuple[str, list[tuple[str, str]]]]


def offered(owner: Owner) -> Offers:
    """Groups in a line each, by where they are from."""
    own = lines_of(groups_of(owner=owner, length=OFFERED, system=SYSTEM).groups)
    public = lines_of(public_groups(legal_only=True, length=OFFERED, system=SYSTEM).groups)
    samples = [
        (f"sample:{each.key}", group_line(each.name, line_of(each.document)))
        for each in sample_groups()
    ]
    return [
        (
            _("My battle groups"),
            [(f"own:{g.public_id}", group_line(g.name, s)) for g, s, _d in own],
        ),
        (_("Samples"), samples),
        (
            _("Public groups"),
            [(f"link:{g.share_token}", group_line(shown_name(g), s)) for g, s, _d in public],
        ),
    ]


def chosen(owner: Owner, named: str, pasted: str) -> Chosen:
    """The group somebody pasted, as a link or a packed line, else the one they chose; raises
    NotChosen."""
    document = _pasted(pasted) if pasted.strip() else _named(owner, named)
    if document is None:
        raise NotChosen(_("There is no such group."))
    if document["system"] != SYSTEM:
        raise NotChosen(_("This is an army of another game."))
    ready = readiness(document)
    if not document.get("units"):
        raise NotChosen(_("This group has no figures."))
    if ready.without_dials:
        figures = ", ".join(ready.without_dials)
        raise NotChosen(_("Nobody knows the dials of: %(figures)s.") % {"figures": figures})
    if not ready.legal:
        raise NotChosen(_("Only a legal group is played at once."))
    return Chosen(document["name"] or _("Without a name"), document)


def _pasted(text: str) -> Document | None:
    text = text.strip()
    if text.startswith(MARK):
        try:
            return fit(unpack(text))
        except Unpackable as error:
            raise NotChosen(str(error)) from error
        except Unfit as error:
            raise NotChosen(error.message) from error
    found = LINK.search(text)
    return _shared(found[1]) if found else None


def _named(owner: Owner, named: str) -> Document | None:
    kind, _colon, key = named.partition(":")
    if kind == "link":
        return _shared(key)
    if kind == "own":
        group = BattleGroup.objects.for_owner(owner).filter(public_id=key).first()
        return dict(group.document) if group else None
    sample = sample_group(key)
    return sample.document if sample else None


def _shared(token: str) -> Document | None:
    group = BattleGroup.objects.shared_by(token).first()
    return dict(group.document) if group else None
