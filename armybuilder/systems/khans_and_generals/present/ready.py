"""The battles that are laid out ready, each with a small picture."""

from collections.abc import Iterator
from dataclasses import dataclass

from armybuilder.scenarios.present.pictures import Picture, pictures_of
from armybuilder.skirmishes.present.starts import starts_of
from armybuilder.systems.khans_and_generals.present.beginning import MINE
from armybuilder.systems.khans_and_generals.present.words import BATTLES, SYSTEM
from collection.common.language import Words


@dataclass(frozen=True)
class Ready:
    """A battle laid out ready: of which type, and whether the person attacks, None where both sides
    are alike."""

    picture: Picture
    battle: Words
    attacks: bool | None


def ready_battles() -> Iterator[Ready]:
    """Every one of them."""
    for start, picture in zip(starts_of(SYSTEM), pictures_of(SYSTEM), strict=True):
        battle = start.document["battle"]
        attacker = battle.get("attacker")
        yield Ready(
            picture, BATTLES[battle["type"]], None if attacker is None else attacker == MINE
        )
