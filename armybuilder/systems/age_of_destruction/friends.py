"""Battle groups to choose from where two people choose apart, each only their own."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from armybuilder.groups.models import BattleGroup
from armybuilder.groups.present.groups import Document
from armybuilder.groups.present.starters import shown_name
from armybuilder.groups.selectors.groups import groups_of, public_groups
from armybuilder.site.models import Owner
from armybuilder.skirmishes.seats.clocks import SPEEDS
from armybuilder.skirmishes.seats.forms import JoinForm
from armybuilder.systems.age_of_destruction.present.choosing import GroupShown, group_shown
from armybuilder.systems.age_of_destruction.present.starting import line_of, readiness
from armybuilder.systems.age_of_destruction.present.tables import SYSTEM
from armybuilder.systems.age_of_destruction.sample_groups import (
    TOTALS,
    sample_group,
    sample_groups,
)
from collection.catalogue.game import Catalogue
from collection.common.form_choices import choice_field

#: How many of one's own and of the public groups are offered, the newest first.
OFFERED = 40


def offered(owner: Owner, most: int | None = None) -> list[tuple[Any, list[tuple[str, str]]]]:
    """Legal groups, one's own before samples; of at `most` so many points also public ones."""

    def fits(group: BattleGroup) -> bool:
        standing = group.standing
        return bool(standing.get("legal")) and (most is None or standing["total"] <= most)

    own = filter(fits, groups_of(owner=owner, length=OFFERED, system=SYSTEM).groups)
    samples = [(sample, sample.document["build_total"]) for sample in sample_groups()]
    fitting = [(sample, total) for sample, total in samples if most is None or total <= most]
    fitting.sort(key=lambda each: (-each[1] if most else each[1], each[0].name))
    public: list[BattleGroup] = []
    if most is not None:
        public = public_groups(
            build_total=most, legal_only=True, length=OFFERED, system=SYSTEM
        ).groups
    found = [
        (_("My battle groups"), [(f"own:{group.public_id}", _said(group)) for group in own]),
        (_("Samples"), [(f"sample:{s.key}", f"{s.name}: {total}") for s, total in fitting]),
        (_("Public groups"), [(f"link:{group.share_token}", _said(group)) for group in public]),
    ]
    return [(title, choices) for title, choices in found if choices]


def _said(group: BattleGroup) -> str:
    return f"{shown_name(group) or _('Without a name')}: {group.standing['total']}"


def document_of(owner: Owner, chosen: str) -> Document | None:
    """The group that was chosen, if its chooser may have it."""
    kind, _colon, key = chosen.partition(":")
    if kind == "sample":
        sample = sample_group(key)
        return sample.document if sample else None
    if kind == "own":
        found = BattleGroup.objects.for_owner(owner).filter(public_id=key).first()
    else:
        found = BattleGroup.objects.shared_by(key).first()
    return dict(found.document) if found else None


def shown_of(
    field: forms.BoundField, owner: Owner, known: Catalogue | None = None
) -> GroupShown | None:
    """The group that a field to choose from stands at, as a catalogue knows its figures: the first
    where nothing is chosen; None where it offers none."""
    groups: Any = choice_field(field.form, field.name).choices
    first = next((key for _title, choices in groups for key, _said in choices), "")
    found = document_of(owner, str(field.value() or first))
    return group_shown(found, known) if found else None


def build_total_of(document: Document) -> int:
    """The build total that a group is played at: its own, or the least of a quick game that holds
    it."""
    limit = document.get("build_total")
    total = line_of(document).total
    if isinstance(limit, int) and limit >= total:
        return limit
    return next((each for each in TOTALS if each >= total), total)


class FriendForm(forms.Form):
    """What somebody plays with who asks a friend to play."""

    group = forms.ChoiceField(label=_("My battle group"))
    speed = forms.ChoiceField(
        label=_("Clock"), choices=[(name, s.name) for name, s in SPEEDS.items()], required=False
    )

    def __init__(self, data: Any, *, owner: Owner) -> None:
        super().__init__(data)
        self.owner = owner
        choice_field(self, "group").choices = offered(owner)

    def clean_group(self) -> Document:
        """The document of the group; one with figures whose dials are known."""
        found = document_of(self.owner, self.cleaned_data["group"])
        if found is None or readiness(found).without_dials:
            raise forms.ValidationError(_("This group cannot be played."))
        return found


class GroupJoinForm(JoinForm):
    """The same of the friend, who brings at most as many points."""

    group = forms.ChoiceField(label=_("My battle group"))

    def __init__(self, data: Any, *, owner: Owner, most: int) -> None:
        super().__init__(data)
        self.owner = owner
        choice_field(self, "group").choices = offered(owner, most)

    @property
    def shown(self) -> GroupShown | None:
        """The figures of the group that the form stands at."""
        return shown_of(self["group"], self.owner)

    clean_group = FriendForm.clean_group
