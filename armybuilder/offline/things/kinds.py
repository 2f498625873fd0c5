"""Every kind of thing that is taken along, in the order in which a device keeps them."""

from collections.abc import Mapping

from armybuilder.offline.things.accounts import Accounts
from armybuilder.offline.things.battle_groups import BattleGroups
from armybuilder.offline.things.collections import Collections
from armybuilder.offline.things.formats import Formats
from armybuilder.offline.things.games import Games
from armybuilder.offline.things.kind import Kind
from armybuilder.offline.things.library import Models, OwnUnits
from armybuilder.offline.things.reservations import Reservations
from armybuilder.offline.things.scenarios import Scenarios

KINDS: Mapping[str, Kind] = {
    kind.name: kind
    for kind in (
        Accounts(),
        Collections(),
        Formats(),
        OwnUnits(),
        Models(),
        BattleGroups(),
        Reservations(),
        Scenarios(),
        Games(),
    )
}
