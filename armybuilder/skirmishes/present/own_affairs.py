"""Games that are nobody's affair but their player's: their bots may think on that person's device.

Whoever has a bot think at home could have it play badly. Where anybody else plays, is invited, or
watches, the site thinks itself.
"""

from armybuilder.skirmishes.models import Skirmish
from armybuilder.skirmishes.present.games import Game


def is_own_affair(skirmish: Skirmish) -> bool:
    """Whether one side of a game is played by bots, the other at one screen, and nobody else has
    anything to do with it."""
    people = {skirmish.sides[seat] for seat, who in skirmish.seats.items() if not who["commander"]}
    others = skirmish.is_live or skirmish.terms or skirmish.clocks or skirmish.shown
    return len(people) == 1 and not others


def may_think_elsewhere(skirmish: Skirmish, game: Game) -> bool:
    """Whether the bot that acts now, against whoever looks, may think on their device; what is
    placed before the first turn the site places in one go."""
    if not game.commander or game.standing.preparing or not is_own_affair(skirmish):
        return False
    return skirmish.sides[game.actor] not in {skirmish.sides[seat] for seat in game.people}
