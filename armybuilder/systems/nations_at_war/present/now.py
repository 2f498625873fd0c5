"""What is to be done now, in one line, and the one press that goes on."""

import json
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from armybuilder.systems.nations_at_war.present.cup import returns
from armybuilder.systems.nations_at_war.present.field import Field
from armybuilder.systems.nations_at_war.present.impulse import drawn_of
from armybuilder.systems.nations_at_war.present.waiting import Waiting


@dataclass(frozen=True)
class Step:
    """A press: what it says, the order it gives, as JSON."""

    label: str
    order: str


@dataclass(frozen=True)
class Now:
    """A line on what is to be done, the press that does it (None where a form or a bot goes on),
    and another beside it."""

    says: str
    step: Step | None = None
    other: Step | None = None


def now_of(field: Field, waiting: Waiting) -> Now | None:
    """What is to be done at this moment; None in a game that ended before its last turn."""
    state = field.state
    if field.table.game.is_over:
        return _over() if state.stage == "over" else None
    if waiting.halts:
        return Now(_("Your charts decide what came of it. Write it down, then go on."))
    if field.table.game.commander:
        return Now(_("The bot goes on."))
    if not field.table.asks:
        return Now(_("The other side goes on."))
    if state.under_way is not None:
        return _answer()
    if state.stage == "draw":
        return _draw()
    return _impulse(field) if state.stage == "impulse" else _administrative(field)


def _step(label: str, **order: object) -> Step:
    return Step(label, json.dumps(order))


def _answer() -> Now:
    return Now(
        _("Somebody moves: does anybody fire? Range and line of sight are for your charts."),
        _step(_("Nobody fires on this way"), order="answer", to="opportunity_fire", rest=True),
        _step(_("Nobody fires here"), order="answer", to="opportunity_fire"),
    )


def _draw() -> Now:
    return Now(
        _("Draw a marker from the cup; it does not matter who does."),
        _step(_("Draw a marker"), order="draw"),
    )


def _impulse(field: Field) -> Now:
    drawn = drawn_of(field, ())
    free = len(drawn.free) + len(drawn.waiting) if drawn else 0
    if not free:
        says = _("All its units are done.")
    else:
        says = ngettext(
            "%(count)s unit may still act: choose it on the map or in the list.",
            "%(count)s units may still act: choose one on the map or in the list.",
            free,
        ) % {"count": free}
    return Now(says, _step(_("End the impulse"), order="end_stage"))


def _administrative(field: Field) -> Now:
    if lost := returns(field):
        says = _("Say where %(lost)s comes back, or let it join the first unit left.") % {
            "lost": ", ".join(each.hq for each in lost)
        }
    else:
        says = _("The Operations Phase is over: markers come off, smoke thins, the cup is filled.")
    return Now(says, _step(_("Begin the next turn"), order="end_stage"))


def _over() -> Now:
    return Now(_("The last turn is over. Compare the map with what the scenario says of victory."))
