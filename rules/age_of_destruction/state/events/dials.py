"""What turns a dial or lays a token, and units that go out of the game."""

from rules.age_of_destruction.state.events.base import Event, Parts


class Damaged(Event, frozen=True):
    """A combat dial turned clockwise; `cause` says by what, `parts` how the amount came about."""

    unit: str
    amount: int
    click: int
    cause: str
    parts: Parts = ()
    source: str = ""


class Repaired(Event, frozen=True):
    """A combat dial turned back."""

    unit: str
    amount: int
    click: int
    asked_for: int


class Eliminated(Event, frozen=True):
    """A unit is out of the game; `by` is the player whose unit or effect did it."""

    unit: str
    cause: str
    by: str = ""


class HeatChanged(Event, frozen=True):
    """A heat dial turned; `parts` add up to what was due."""

    unit: str
    heat: int
    parts: Parts
    by_energy: bool = False


class HeatRolled(Event, frozen=True):
    """A heat effect asked for a roll."""

    unit: str
    effect: str
    failed: bool


class ShutDown(Event, frozen=True):
    """A 'Mech stands still; `stunned` until its owner's next turn only."""

    unit: str
    tokens: int
    stunned: bool = False


class Restarted(Event, frozen=True):
    """A 'Mech works again; one that rolled for it makes no other heat roll this turn."""

    unit: str
    rolled: bool = False


class TokenPlaced(Event, frozen=True):
    """A unit bears an order token more, or the one it had stands for this turn's order."""

    unit: str
    tokens: int
    own: bool = True


class TokensRemoved(Event, frozen=True):
    """Tokens of earlier turns are gone."""

    unit: str
    tokens: int
