"""What dice are thrown for that people throw themselves, and which of them comes next."""

from dataclasses import replace

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from armybuilder.skirmishes.present.dice import Asked, Typed
from armybuilder.systems.age_of_destruction.present.tables import Table
from armybuilder.systems.age_of_destruction.present.titles import title, title_of
from collection.common.language import Words, language
from rules import age_of_destruction as aod

#: The dice of an attack, in their order.
ATTACK_DICE: tuple[Words, ...] = (
    gettext_lazy("First white die"),
    gettext_lazy("Second white die"),
    gettext_lazy("Black die"),
)


def in_words(table: Table, order: aod.Order, asked: Asked) -> Asked:
    """A die that an order asks for, with what it is thrown for and what it must show."""
    faces = [int(face) for face in asked.faces.split()]
    roll = aod.roll_ahead(table.setup, table.state, order, faces)
    if roll is None:
        return asked
    if asked.together == len(ATTACK_DICE):
        typed, first = list(asked.typed), len(asked.typed) - asked.before
        for number in range(asked.before):
            typed[first + number] = Typed(str(ATTACK_DICE[number]), typed[first + number].label)
        asked = replace(asked, typed=tuple(typed), title=str(ATTACK_DICE[asked.before]))
    return replace(asked, needs=" ".join(filter(None, _says(table, order, roll, asked.together))))


def _says(table: Table, order: aod.Order, roll: aod.Roll, dice: int) -> tuple[str, ...]:
    names = aod.Names(table.setup, language())
    who = names.unit(roll.unit) if roll.unit else ""
    match roll.kind:
        case "attack_rolled":
            what = title_of(table, order) or (title(roll.name) if roll.name in aod.FORMS else "")
        case "repair_rolled" | "artillery_rolled":
            what = title_of(table, order) or title("artillery")
        case "break_away_rolled":
            what = _("Leave contact")
        case "first_player_rolled":
            what = _("Roll for the first player")
        case _:
            what = names.ability(roll.name) if roll.name else _("A further roll of this order")
    others = [target for target in roll.needed if target != roll.unit]
    if who and others:
        who = _("%(who)s at %(whom)s") % {"who": who, "whom": names.units(tuple(others))}
    return (
        _("%(what)s: %(who)s.") % {"what": what, "who": who} if who else f"{what}.",
        *(
            _needs(number, names.unit(target) if len(roll.needed) > 1 else "", dice)
            for target, number in roll.needed.items()
        ),
    )


def _needs(number: int, target: str, dice: int) -> str:
    """What some dice must show, the least they can show where less would do."""
    values = {"needed": max(number, dice), "target": target}
    if target:
        return _("At %(target)s %(needed)s or more is needed.") % values
    if dice == len(ATTACK_DICE):
        return _("Three dice must show %(needed)s or more together.") % values
    return _("It needs %(needed)s or more.") % values
