"""Setting the scene: what of a model is put by hand, a press each."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from armybuilder.skirmishes.present.ordering import written
from armybuilder.skirmishes.present.tables import Table
from armybuilder.systems.warzone.present.scene import moment_of
from collection.common.language import language
from rules import warzone


@dataclass(frozen=True)
class Chip:
    """One thing that is set by a press, as the order that does so; `now` where it is so already."""

    label: str
    order: str
    now: bool


@dataclass(frozen=True)
class Group:
    """Chips of which one kind of thing is made."""

    name: str
    chips: tuple[Chip, ...]


@dataclass(frozen=True)
class Fact:
    """One of a model's characteristics."""

    label: str
    value: str


@dataclass(frozen=True)
class About:
    """A model: what it is, and what of it may be set."""

    facts: tuple[Fact, ...]
    groups: tuple[Group, ...]
    left: int
    spent: int

    @property
    def pips(self) -> str:
        """Its actions, those left full."""
        return "●" * self.left + "○" * self.spent


def about(table: Table, unit: str) -> About | None:
    """What is said of a model beside the scene, None for one that is gone."""
    now = moment_of(table)
    if unit not in now.state.units or now.model(unit).eliminated:
        return None
    model, profile = now.model(unit), now.profile(unit)
    groups = (
        Group(pgettext("warzone", "Posture"), tuple(_postures(now, unit))),
        Group(pgettext("warzone", "Height"), tuple(_heights(now, unit))),
        Group(pgettext("warzone", "State"), tuple(_states(now, unit))),
    )
    return About(
        facts=tuple(_facts(now, unit)),
        groups=tuple(group for group in groups if group.chips),
        left=model.actions_left,
        spent=max(profile.actions - model.actions_left, 0),
    )


def light(table: Table) -> Chip:
    """The switch of the light."""
    dark = moment_of(table).is_dark
    label = _("Total darkness")
    return Chip(label, written({"order": "darkness", "dark": not dark}), dark)


def _facts(now: warzone.Moment, unit: str) -> Iterator[Fact]:
    profile, movement = now.profile(unit), now.movement(unit)
    mv = f"{profile.mv:g}″"
    if movement != profile.mv:
        mv = _("%(now)s″ of %(mv)s″") % {"now": f"{movement:g}", "mv": f"{profile.mv:g}"}
    yield Fact(pgettext("warzone", "Movement"), mv)
    yield Fact(pgettext("warzone", "Size"), str(profile.size))
    yield Fact(pgettext("warzone", "Leadership"), str(profile.ld))
    yield Fact(pgettext("warzone", "Base"), f"{profile.base:g}″")
    yield Fact(pgettext("warzone", "Squad"), profile.squad)
    hurt = now.model(unit).damage
    if hurt:
        yield Fact(_("Damage taken"), ", ".join(f"{n}×{times}" for n, times in hurt))


def _set(unit: str, label: str, now: bool, **fields: Any) -> Chip:
    return Chip(label, written({"order": "arrange", "unit": unit} | fields), now)


def _postures(now: warzone.Moment, unit: str) -> Iterator[Chip]:
    names = {
        "standing": pgettext("warzone", "standing"),
        "mp": _("firing posture"),
        "prone": pgettext("warzone", "prone"),
    }
    model = now.model(unit)
    for posture, label in names.items():
        if warzone.may_take(now, unit, posture) and not model.climbing:  # type: ignore[arg-type]
            yield _set(unit, label, model.posture == posture, posture=posture)


def _heights(now: warzone.Moment, unit: str) -> Iterator[Chip]:
    """On the ground where it stands, or hanging on a wall at its base, an inch apart."""
    model = now.model(unit)
    surface = now.ground.surface(model.at)
    on_ground = model.climbing is None and model.elevation == surface
    walls = list(warzone.walls_at(now, unit))
    if on_ground and not walls:
        return
    at = list(model.at)
    yield _set(unit, _("on the ground, %(n)s″") % {"n": f"{surface:g}"}, on_ground, at=at)
    for piece, rise in walls:
        title = now.setup.title(piece, language())
        for inches in range(1, int(rise) + 1):
            hangs = model.climbing is not None and model.climbing.height == inches
            label = _("on %(name)s at %(n)s″") % {"name": title, "n": inches}
            yield _set(
                unit, label, hangs, at=at, elevation=model.elevation, piece=piece, height=inches
            )


def _states(now: warzone.Moment, unit: str) -> Iterator[Chip]:
    model, most = now.model(unit), now.profile(unit).actions
    yield _set(unit, _("all actions"), model.actions_left == most, actions_left=most)
    if model.actions_left:
        yield _set(unit, _("one action less"), False, actions_left=model.actions_left - 1)
    yield _set(unit, pgettext("warzone", "waiting"), model.waiting, waiting=not model.waiting)
    yield _set(unit, _("in close combat"), model.engaged, engaged=not model.engaged)
