"""What an order is: a value that says why it may not be given and carries itself out, and of which
samples and options can be made."""

from collections.abc import Callable, Iterator
from typing import Any, ClassVar

import msgspec

from rules.age_of_destruction.moment.attack import Attack
from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.moment.piece import Piece
from rules.age_of_destruction.moment.refusals import Refusals
from rules.age_of_destruction.orders.forms import Form
from rules.age_of_destruction.state.given import Given
from rules.age_of_destruction.state.legs import Name, Names, WeaponSlot
from rules.age_of_destruction.steps.movement import Walk
from rules.age_of_destruction.steps.resolution import Resolution
from rules.core.drawing import Draw
from rules.core.geometry import Point
from rules.core.naming import snake_case
from rules.core.typed import Written
from rules.core.wording import Title


class Offer(msgspec.Struct, frozen=True):
    """An order that a unit might be given, in one of its forms; `units` are those taken along."""

    form: str
    order: "Order"
    target: str = ""
    weapon: str = ""
    units: tuple[str, ...] = ()


#: Enumerates samples of a unit's orders, in the sequence that is drawn.
Manner = Callable[[Piece, Draw], Iterator["Order"]]


class Order(
    Written,
    Given,
    frozen=True,
    omit_defaults=True,
    kw_only=True,
    tag_field="order",
    tag=snake_case,
    gc=False,
):
    """What every order may carry: equipment switched off beforehand, and choices made.

    `on` names optional follow-ups and rerolls; a value picks a die.
    """

    off: Names = ()
    on: tuple[Name, ...] | dict[Name, Name] = ()

    #: The stages of the game, or steps of the set-up, in which it may be given.
    stages: ClassVar[tuple[str, ...]] = ("orders",)
    #: Whether it ends a stage or the game.
    ends: ClassVar[bool] = False
    #: The manners in which a player may give it.
    forms: ClassVar[tuple[Form, ...]] = ()
    #: Fields that make one of its kind of any other order.
    strays: ClassVar[tuple[dict[str, Any], ...]] = ()

    @property
    def choices(self) -> dict[str, str]:
        """The follow-ups and rerolls asked for, with what was picked for each, "" for nothing."""
        return dict(self.on) if isinstance(self.on, dict) else dict.fromkeys(self.on, "")

    # --- What it does -----------------------------------------------------------------------

    def explain(self, field: Field, refusals: Refusals) -> None:
        """Report every reason why not, the stage apart."""
        raise NotImplementedError

    def carry_out(self, res: Resolution) -> None:
        """Let it happen."""
        raise NotImplementedError

    # --- What it is about -------------------------------------------------------------------

    @property
    def form(self) -> str:
        """The form it is given in, "" where it has none."""
        return self.forms[0].name if self.forms else ""

    @property
    def sentence(self) -> Title | None:
        """What tells of its `unit`, `units` and `targets`, None where its events say it all."""
        return None

    @property
    def units(self) -> tuple[str, ...]:
        """Every unit that is ordered."""
        return ()

    @property
    def in_formation(self) -> bool:
        """Whether a formation carries it out."""
        return False

    @property
    def aims(self) -> tuple[str, ...]:
        """Everybody it is aimed at."""
        return ()

    @property
    def companions(self) -> tuple[str, ...]:
        """Those it takes along, or who take its unit."""
        return ()

    def attack(self, field: Field) -> Attack | None:
        """The attack it makes from where its unit stands, None for one without."""
        return None

    def walks(self, field: Field) -> Iterator[Walk]:
        """The ways of all whom it moves, one after the other, legal or not."""
        return iter(())

    # --- What may be tried ------------------------------------------------------------------

    @classmethod
    def candidates(cls, field: Field, player: str) -> Iterator["Order"]:
        """Samples of what a player, not one of his units, may do now."""
        return iter(())

    @classmethod
    def unpaid(cls, piece: Piece, draw: Draw) -> Iterator["Order"]:
        """Samples of what a unit may do when no order of the turn is left."""
        return iter(())

    @classmethod
    def unordered(cls, piece: Piece, draw: Draw) -> Iterator["Order"]:
        """Samples of what a unit may do without having its order of the turn."""
        return iter(())

    @classmethod
    def manners(cls) -> tuple[Manner, ...]:
        """Ways of sampling orders that lead or aim at places."""
        return ()

    @classmethod
    def touching(cls, piece: Piece, draw: Draw) -> Iterator["Order"]:
        """Samples of what a unit may do to whom it touches."""
        return iter(())

    @classmethod
    def on_the_spot(cls, piece: Piece) -> Iterator["Order"]:
        """Samples of what a unit may do where it stands, to nobody."""
        return iter(())

    @classmethod
    def aimed(cls, piece: Piece, target: Piece, slot: WeaponSlot) -> Iterator["Order"]:
        """Samples of shots at somebody in range, with a move."""
        return iter(())

    @classmethod
    def strikes(cls, piece: Piece, target: Piece, end: Point, facing: float) -> Iterator["Order"]:
        """Samples of attacks on an opponent who is touched from a place."""
        return iter(())

    # --- What a unit is offered, legal or not -----------------------------------------------

    @classmethod
    def offers(cls, piece: Piece) -> Iterator[Offer]:
        """Those that name no target."""
        return iter(())

    @classmethod
    def armed_offers(cls, piece: Piece, target: Piece, slot: WeaponSlot) -> Iterator[Offer]:
        """Those that use a weapon on a target."""
        return iter(())

    @classmethod
    def contact_offers(cls, piece: Piece, target: Piece) -> Iterator[Offer]:
        """Those that strike or seize a target with the base."""
        return iter(())

    @classmethod
    def carrying_offers(cls, piece: Piece) -> Iterator[Offer]:
        """Those that take others along."""
        return iter(())

    @classmethod
    def free_offers(cls, piece: Piece) -> Iterator[Offer]:
        """Those that are no order of the turn."""
        return iter(())
