"""What the device of whoever plays is handed, so that it thinks for a bot."""

import secrets

import msgspec

import rules
from armybuilder.groups.present.pins import catalogue_of, pinned_records
from armybuilder.skirmishes.models import Skirmish
from armybuilder.skirmishes.present.games import game_of
from armybuilder.skirmishes.present.own_affairs import may_think_elsewhere
from rules import age_of_destruction as aod


def errand(skirmish: Skirmish, known: str = "") -> bytes | None:
    """The errand of the bot that acts now, as JSON, without the beginning that is `known`; None
    where no bot acts that may think elsewhere."""
    game = game_of(skirmish)
    if not may_think_elsewhere(skirmish, game):
        return None
    start = game.play.as_begun(skirmish.start, skirmish.ruleset)
    of = rules.digest([start, skirmish.catalogue, skirmish.records])
    begun = None if of == known else aod.Beginning(start, skirmish.catalogue, _records(skirmish))
    lot = secrets.randbits(63)
    return msgspec.json.encode(aod.errand_of(game.match, of, game.commander, lot, begun))


def _records(skirmish: Skirmish) -> dict[str, rules.Document | None]:
    digests, kept = pinned_records(skirmish.records, catalogue_of(skirmish))
    return {name: kept.get(digest) for name, digest in digests.items()}
