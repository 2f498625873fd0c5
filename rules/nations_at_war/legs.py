"""What a move is made of, as files state it, and the fire it draws."""

from typing import Annotated

from msgspec import Meta, Struct

from rules.core.codec import Misfit
from rules.nations_at_war.hexes import Hex
from rules.nations_at_war.position import Name, Points, Result


class Leg(Struct, frozen=True, omit_defaults=True):
    """One piece of a move: hexes entered one after the other, a flip, or the entry of a
    reinforcement. `costs` and `cost` are handed in; null leaves a hex to the map."""

    travel: Annotated[tuple[Hex, ...], Meta(max_length=200)] | None = None
    costs: tuple[Points | None, ...] | None = None
    load: bool = False
    unload: bool = False
    enter: Hex | None = None
    cost: Points | None = None

    def __post_init__(self) -> None:
        said = (self.travel is not None, self.load, self.unload, self.enter is not None)
        if sum(said) != 1:
            options = "travel, load, unload, enter"
            raise Misfit("NOT_ONE_FIELD", options=options, found=sum(said))
        hexes = len(self.travel or ())
        if self.costs is not None and (found := len(self.costs)) != hexes:
            raise Misfit("NOT_AS_MANY", at=".costs", of="travel", wanted=hexes, found=found)

    @property
    def entered(self) -> tuple[tuple[Hex, float | None], ...]:
        """The hexes this leg enters, each with the cost handed in."""
        if self.enter is not None:
            return ((self.enter, self.cost),)
        hexes = self.travel or ()
        return tuple(zip(hexes, self.costs or (None,) * len(hexes), strict=True))


Legs = Annotated[tuple[Leg, ...], Meta(max_length=100)]


class Fire(Struct, frozen=True, omit_defaults=True):
    """Opportunity Fire with the result of the caller's own charts (NW-033): by `unit` at `target`
    when that has entered the `after`-th hex of its way; with `stops` the mover goes no farther."""

    unit: Name
    target: Name
    after: Annotated[int, Meta(ge=0, le=1000)] = 1
    result: Result = "none"
    stops: bool = False


Fires = Annotated[tuple[Fire, ...], Meta(max_length=200)]
