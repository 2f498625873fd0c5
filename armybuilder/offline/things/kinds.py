"""Every kind of thing that is taken along, in the order in which a device keeps them."""

from collections.abc import Mapping

from armybuilder.offline.things.battle_groups import BattleGroups
from armybuilder.offline.things.kind import Kind

KINDS: Mapping[str, Kind] = {kind.name: kind for kind in (BattleGroups(),)}
