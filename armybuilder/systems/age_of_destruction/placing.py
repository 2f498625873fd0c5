"""Everything placed by the site before anybody comes to the table."""

from contextlib import suppress

from armybuilder.groups.services.groups import StaleVersion
from armybuilder.skirmishes.models import Skirmish
from armybuilder.skirmishes.present.games import GameStuck
from armybuilder.skirmishes.services import Seats, set_up_for
from collection.common.busy import Busy

#: The mark on the seats of a game that the site placed everything in.
PLACED = "placed"


def marked(seats: Seats) -> Seats:
    """The seats of a game that the site is to place everything in."""
    return {seat: {**who, PLACED: "all"} for seat, who in seats.items()}


def place_all(skirmish: Skirmish) -> Skirmish:
    """Place what everybody has; where bots are busy, find no place, or somebody else lets them
    think, what is left waits at the table."""
    people = [seat for seat, who in skirmish.seats.items() if not who["commander"]]
    with suppress(Busy, StaleVersion, GameStuck):
        skirmish = set_up_for(
            skirmish=skirmish, version=skirmish.version, seats=people, accepts=True
        )
    return skirmish


def place_again(rematch: Skirmish) -> None:
    """Place what everybody has where the site did so in the game before."""
    if all(PLACED in who for who in rematch.seats.values()):
        place_all(Skirmish.objects.get(pk=rematch.pk))
