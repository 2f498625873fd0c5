"""What dice are thrown for that people throw themselves, and which of them comes next."""

from dataclasses import replace

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from armybuilder.skirmishes.present.dice import Asked, Typed
from armybuilder.systems.age_of_destruction.present.choices import LEAST_ROLL
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
#: The kinds of throws that those are; three dice of another kind are all alike.
ATTACK_ROLLS = ("attack_rolled", "repair_rolled", "artillery_rolled", "hit_confirmed")


def in_words(table: Table, order: aod.Order, asked: Asked) -> Asked:
    """A die that an order asks for, with what it is thrown for and what it must show."""
    roll = _roll(table, order, asked)
    if roll is None:
        return asked
    attacks = _attacks(roll, asked)
    if attacks:
        typed, first = list(asked.typed), len(asked.typed) - asked.before
        for number in range(asked.before):
            typed[first + number] = Typed(str(ATTACK_DICE[number]), typed[first + number].label)
        asked = replace(asked, typed=tuple(typed), title=str(ATTACK_DICE[asked.before]))
    return replace(asked, needs=" ".join(filter(None, _says(table, order, roll, attacks))))


def has_black(table: Table, order: aod.Order, asked: Asked) -> bool:
    """Whether the throw that a die belongs to is two white dice and a black one."""
    roll = _roll(table, order, asked)
    return roll is not None and _attacks(roll, asked)


def _roll(table: Table, order: aod.Order, asked: Asked) -> aod.Roll | None:
    faces = [int(face) for face in asked.faces.split()]
    return aod.roll_ahead(table.setup, table.state, order, faces)


def _attacks(roll: aod.Roll, asked: Asked) -> bool:
    return roll.kind in ATTACK_ROLLS and asked.together == len(ATTACK_DICE)


def _says(table: Table, order: aod.Order, roll: aod.Roll, attacks: bool) -> tuple[str, ...]:
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
            _needs(number, names.unit(target) if len(roll.needed) > 1 else "", attacks)
            for target, number in roll.needed.items()
        ),
    )


def _needs(number: int, target: str, attacks: bool) -> str:
    """What some dice must show, the least they can show where less would do."""
    values = {"needed": max(number, LEAST_ROLL if attacks else 1), "target": target}
    if target:
        return _("At %(target)s %(needed)s or more is needed.") % values
    if attacks:
        return _("Three dice must show %(needed)s or more together.") % values
    return _("It needs %(needed)s or more.") % values
