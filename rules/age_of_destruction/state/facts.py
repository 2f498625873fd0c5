"""What players say of real figures on a real table, where nobody but they can measure."""

from typing import Annotated, Literal

import msgspec

from rules.age_of_destruction.state.legs import Degrees, Name, Names, Place
from rules.core.typed import Written

#: Inches; no table is longer.
Inches = Annotated[float, msgspec.Meta(ge=0, le=100)]
LineSaid = Literal["clear", "hindered", "blocked"]
GroundSaid = Literal["open", "hindering", "shallow_water", "deep_water"]


class Sight(Written, frozen=True, omit_defaults=True, tag_field="fact", tag="sight"):
    """How a unit sees another: from `least` to `most` inches away, in its `front` arc or not, from
    behind (`rear`) or not, along a line that is clear, hindered or blocked."""

    unit: Name
    target: Name
    most: Inches
    least: Inches = 0.0
    front: bool = True
    rear: bool = False
    line: LineSaid = "clear"


class Contact(Written, frozen=True, omit_defaults=True, tag_field="fact", tag="contact"):
    """Everybody a unit touches: those it has before itself are its `front`, those it stands behind
    its `rear`."""

    unit: Name
    touches: Names = ()
    front: Names = ()
    rear: Names = ()


class Ground(Written, frozen=True, omit_defaults=True, tag_field="fact", tag="ground"):
    """What a unit stands in, and whether on an elevation."""

    unit: Name
    kind: GroundSaid = "open"
    elevated: bool = False


class Going(Written, frozen=True, omit_defaults=True, tag_field="fact", tag="going"):
    """How far a unit is about to go, and everybody it touches there; `rear`: whom from behind;
    `obstructed`: something lies on the line to the first of them (AOD-CHARGE-002)."""

    unit: Name
    inches: Inches
    touches: Names = ()
    rear: Names = ()
    obstructed: bool = False


class Standing(Written, frozen=True, omit_defaults=True, tag_field="fact", tag="standing"):
    """Where a unit stands and looks, as shown on a map of the table."""

    unit: Name
    at: Place
    facing: Degrees


class Apart(Written, frozen=True, omit_defaults=True, tag_field="fact", tag="apart"):
    """The inches that were measured between a unit and another one, which stays where it is."""

    unit: Name
    other: Name
    inches: Inches


class Zoned(Written, frozen=True, omit_defaults=True, tag_field="fact", tag="zoned"):
    """A unit stands in the deployment zone of a player, "" for nobody's."""

    unit: Name
    player: Name = ""


Fact = Sight | Contact | Ground | Going | Standing | Apart | Zoned
Facts = Annotated[tuple[Fact, ...], msgspec.Meta(max_length=40)]


def named_in(fact: Fact) -> tuple[str, ...]:
    """The units a fact is about."""
    if isinstance(fact, Sight):
        return (fact.unit, fact.target)
    if isinstance(fact, Apart):
        return (fact.unit, fact.other)
    if isinstance(fact, Contact | Going):
        return (fact.unit, *fact.touches)
    return (fact.unit,)
