"""Sample values for the style guide. Names and sentences stand for what pages fill in."""

from decimal import Decimal

from django import forms
from django.utils.translation import gettext_lazy as _

from collection.catalogue.present.values import (
    Click,
    Column,
    Dial,
    Equipment,
    Faction,
    HeatPosition,
    Marker,
    PieceRow,
    PieceTable,
    Place,
    PostAction,
    Problem,
    Proof,
    ProofSection,
    Provenance,
    Repair,
    Rule,
    Tally,
    TallyPart,
    Verdict,
    Weapon,
)
from collection.catalogue.present.words import (
    EQUIPMENT,
    HEAT_EFFECTS,
    PIECE_COLUMNS,
    equipment,
    heat_effect,
)
from collection.owning.selectors.checklists import Progress

NOWHERE = "#pieces"

FACTIONS = (
    Faction("Steel Wolves", "SW"),
    Faction("Clan Jade Falcon", "CJF"),
    Faction("ComStar"),
    None,
)

MARKS = (
    Provenance("inferred", _("Worked out from the place among the four versions, not printed.")),
    Provenance("single", _("One person typed this dial; nobody has checked it.")),
    Provenance("doubtful", _("The attack rises near the end of the dial; perhaps a slip.")),
    Provenance("differs", _("One source says 17, the other 18.")),
    Provenance("unknown", _("No source we know of has this value.")),
    Provenance("house", _("A card of this site's own, not part of the published game.")),
)

BUILD_TOTAL = Rule("AOD-BUILD-004", _("Build total is the limit"))
GEAR_CLASS = Rule("AOD-GEAR-005", _("Class requirement"))

TALLY = Tally(
    label=_("Points"),
    total=447,
    limit=450,
    parts=(
        TallyPart(
            "Hatchetman HCT-4F-M",
            170,
            "DF 102",
            (TallyPart("Hatchetman", 129), TallyPart("Full Strike", 30), TallyPart("L.Cpl", 11)),
        ),
        TallyPart("Thunder Fox TFX-A1-M", 130, "AOD 097"),
        TallyPart("Mongoose LMN-66-L", 105, "AOD 081"),
        TallyPart("DI Multipurpose VTOL", 42, "AOD 033"),
    ),
)

ILLEGAL = Verdict(
    problems=(
        Problem(
            "error",
            _("The total is 27 points over the limit of 450."),
            (Place(_("Points"), NOWHERE),),
            (BUILD_TOTAL,),
        ),
        Problem(
            "error",
            _("Inferno Ammunition needs a Light 'Mech; this one is Medium."),
            (Place(_("Hatchetman (row 2)"), NOWHERE),),
            (GEAR_CLASS,),
        ),
        Problem("warning", _("No source has the rank of this figure."), (Place("Atlas", NOWHERE),)),
        Problem("note", _("3 points are left.")),
    ),
    repairs=(
        Repair(
            _("Take Inferno Ammunition off Hatchetman, swap Atlas for Mongoose"),
            424,
            PostAction(_("Apply"), NOWHERE, icon="repair-tool"),
        ),
    ),
    sections=(
        ProofSection(
            _("Build total"),
            (
                Proof(_("477 points are more than the limit of 450."), False, (BUILD_TOTAL,)),
                Proof(_("The limit is a multiple of 150."), True),
            ),
        ),
    ),
)

LEGAL = Verdict(
    sections=(
        ProofSection(
            _("Build total"),
            (
                Proof(_("447 points fit into 450."), True, (BUILD_TOTAL,)),
                Proof(_("The limit is a multiple of 150."), True),
            ),
        ),
        ProofSection(_("Gear"), (Proof(_("Each piece fits its 'Mech."), True, (GEAR_CLASS,)),)),
    ),
)

UNDECIDED = Verdict(
    problems=(
        Problem("warning", _("The points of this figure are unknown."), (Place("Atlas", NOWHERE),)),
    ),
    sections=LEGAL.sections,
    undecided=True,
)

ACTIONS = (
    (PostAction(_("Save"), NOWHERE), "primary"),
    (PostAction(_("Undo"), NOWHERE, icon="undo"), ""),
    (PostAction(_("Remove"), NOWHERE, icon="remove"), "danger"),
    (PostAction(_("Add"), NOWHERE, icon="plus"), "small"),
)


class SampleForm(forms.Form):
    """One field of each kind; bound with an empty name, it also shows an error."""

    name = forms.CharField(label=_("Name"), help_text=_("Shown to whoever you share it with."))
    limit = forms.ChoiceField(label=_("Points"), choices=[(n, n) for n in (300, 450, 600)])
    shared = forms.BooleanField(label=_("Anyone with the link may look"), required=False)


def all_equipment() -> list[Equipment]:
    """The thirty pieces of special equipment; one is shown as a circle."""
    return [
        equipment(slot, colour, "circle" if code == "EV" else "square")
        for (slot, colour), (code, _name) in EQUIPMENT.items()
    ]


def all_heat_effects() -> list[Equipment]:
    """The nine heat effects."""
    return [heat_effect(slot, colour) for slot, colour in HEAT_EFFECTS]


def mech_dial() -> Dial:
    """A 'Mech of twelve clicks that improves at first, in play on click 4."""
    values = (
        (6, 7, 19, 2, 3),
        (7, 8, 20, 2, 4),
        (8, 9, 20, 2, 4),
        (8, 9, 20, 1, 3),
        (8, 9, 19, 1, 3),
        (8, 9, 19, 1, 3),
        (8, 8, 18, 0, 2),
        (7, 8, 18, 0, 2),
        (7, 7, 17, 0, 2),
        (5, 6, 17, 0, 2),
        (3, 4, 16, 0, 0),
        (0, 0, 15, 0, 0),
    )
    markers: dict[int, Marker] = {1: "start", 4: "repair_limit", 7: "repair_limit"}
    return Dial(
        name="Thunder Fox TFX-A1-M",
        weapons=(Weapon("energy", 0, 6), Weapon("ballistic", 0, 14, 2)),
        clicks=tuple(
            Click(
                number=number,
                speed=speed,
                attack=attack,
                defense=defense,
                damages=(primary, secondary),
                marker=markers.get(number),
                equipment=_mech_equipment(number),
            )
            for number, (speed, attack, defense, primary, secondary) in enumerate(values, start=1)
        ),
        heat=(
            _heat(0, 0, 0, 0),
            _heat(1, 0, 0, 0),
            _heat(2, -1, 0, 0),
            _heat(3, -1, 0, -1, secondary_damage=heat_effect("ballistic", "yellow")),
            _heat(4, 1, -1, -1, speed=heat_effect("speed", "red")),
        ),
        vent=2,
        current=4,
        heat_current=2,
    )


def infantry_dial() -> Dial:
    """Infantry of four clicks with one damage value, outside of play."""
    values = ((6, 7, 16, 2), (6, 6, 15, 2), (5, 6, 15, 1), (4, 5, 14, 1))
    return Dial(
        name="Peasant Company",
        weapons=(Weapon("ballistic", 0, 8),),
        clicks=tuple(
            Click(
                number,
                speed,
                attack,
                defense,
                (damage,),
                "start" if number == 1 else None,
                {"speed": equipment("speed", "grey", "circle")} if number < 3 else {},
            )
            for number, (speed, attack, defense, damage) in enumerate(values, start=1)
        ),
    )


def _mech_equipment(number: int) -> dict[str, Equipment]:
    if number <= 3:
        shape = "circle" if number == 1 else "square"
        return {
            "speed": equipment("speed", "green", shape),
            "secondary_damage": equipment("ballistic", "blue"),
        }
    if number <= 6:
        return {"secondary_damage": equipment("ballistic", "black")}
    return {"attack": equipment("attack", "black")} if number >= 11 else {}


def _heat(
    number: int, speed: int, primary: int, secondary: int, /, **effects: Equipment
) -> HeatPosition:
    modifiers = {"speed": speed, "primary_damage": primary, "secondary_damage": secondary}
    return HeatPosition(number, modifiers, effects)


PROGRESSES = (Progress(28, 0), Progress(124, 41), Progress(1000, 999), Progress(6, 6))
PAID = {"EUR": Decimal("12.5"), "PLN": Decimal("12345.67")}


def piece_table() -> PieceTable:
    """Figures with every column a list can have, and a number nobody has told of."""
    columns = tuple(
        Column(key, label, NOWHERE, "ascending" if key == "number" else "")
        for key, label in PIECE_COLUMNS.items()
    )
    return PieceTable(
        caption=_("Sample figures"),
        columns=columns,
        rows=(_mongoose(), _vtol(), _atlas(), _unknown()),
    )


def _unknown() -> PieceRow:
    return PieceRow(
        number="AN 017",
        name=_("not in the catalogue"),
        url=NOWHERE,
        faction_known=False,
        owned=1,
        free=1,
        is_named=False,
    )


def _mongoose() -> PieceRow:
    return PieceRow(
        number="AOD 081",
        name="Mongoose",
        url=NOWHERE,
        points=105,
        variant="LMN-66-L",
        faction=Faction("Clan Jade Falcon", "CJF"),
        rank="green",
        type=_("light 'Mech"),
        mode="mech",
        equipment=(equipment("speed", "red"), equipment("attack", "black")),
        owned=2,
        free=1,
        marks={"rank": MARKS[0]},
        action=PostAction(_("Add"), NOWHERE, icon="plus"),
    )


def _vtol() -> PieceRow:
    return PieceRow(
        number="AOD 069",
        name="DI Multipurpose VTOL",
        url=NOWHERE,
        points=42,
        faction=Faction("Swordsworn", "SS"),
        rank="veteran",
        type=_("vehicle"),
        mode="vtol",
        equipment=(equipment("ballistic", "red"), equipment("defense", "green", "circle")),
        owned=0,
        free=0,
        action=PostAction(_("Add"), NOWHERE, icon="plus"),
    )


def _atlas() -> PieceRow:
    return PieceRow(
        number="DA 105",
        name="Atlas",
        url=NOWHERE,
        rank="unique",
        type=_("'Mech"),
        mode="mech",
        marks={"points": MARKS[3]},
        owned=1,
        free=1,
    )
