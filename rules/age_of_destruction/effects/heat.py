"""The coloured squares of the heat dial."""

from rules.age_of_destruction.effects.registry import heat_effect
from rules.age_of_destruction.moment.ability import Consequence, HeatEffect


class StartingPosition(HeatEffect):
    """The start of the heat dial; it does nothing."""

    name, color = "Starting Position", "green"
    name_pl = "Pozycja Początkowa"


for _slot in ("speed", "ballistic", "energy", "melee"):
    heat_effect(type("StartingPosition", (StartingPosition,), {"slot": _slot}))


@heat_effect
class AvoidShutdown(HeatEffect):
    """May shut the 'Mech down, or start it again."""

    name, slot, color = "Avoid Shutdown", "speed", "yellow"
    name_pl, code = "Groźba Wyłączenia", "SD"
    fails_on = 2
    restarts = True

    def failed(self, damage_value: int) -> Consequence:
        return Consequence(shutdown=True)


@heat_effect
class AvoidShutdownCritical(AvoidShutdown):
    """The same, more likely."""

    name, color = "Avoid Shutdown: Critical", "red"
    name_pl, code = "Groźba Wyłączenia: krytyczna", "SC"
    fails_on = 3


@heat_effect
class EngineOverheat(HeatEffect):
    """No speed equipment and no running."""

    name, slot, color = "Engine Overheat", "speed", "black"
    name_pl, code = "Przegrzanie Silnika", "EO"
    silences = True
    forbids_run = True


@heat_effect
class AvoidAmmunitionExplosion(HeatEffect):
    """Ammunition may go off."""

    name, slot, color = "Avoid Ammunition Explosion", "ballistic", "yellow"
    name_pl, code = "Groźba Eksplozji Amunicji", "AE"
    fails_on = 2
    more = -1

    def failed(self, damage_value: int) -> Consequence:
        return Consequence(damage=max(damage_value + self.more, 0))


@heat_effect
class AvoidAmmunitionExplosionCritical(AvoidAmmunitionExplosion):
    """The same, more likely and harder."""

    name, color = "Avoid Ammunition Explosion: Critical", "red"
    name_pl, code = "Groźba Eksplozji Amunicji: krytyczna", "AC"
    fails_on = 3
    more = 1


@heat_effect
class AmmunitionJam(HeatEffect):
    """No ballistic equipment and no ballistic fire."""

    name, slot, color = "Ammunition Jam", "ballistic", "black"
    name_pl, code = "Zacięcie Amunicji", "AJ"
    silences = True


@heat_effect
class AvoidHeatSinkOverload(HeatEffect):
    """May heat up further."""

    name, slot, color = "Avoid Heat Sink Overload", "energy", "yellow"
    name_pl, code = "Groźba Przeciążenia Radiatorów", "HO"
    fails_on = 2
    heat = 1

    def failed(self, damage_value: int) -> Consequence:
        return Consequence(heat=self.heat)


@heat_effect
class AvoidHeatSinkOverloadCritical(AvoidHeatSinkOverload):
    """The same, more likely and hotter."""

    name, color = "Avoid Heat Sink Overload: Critical", "red"
    name_pl, code = "Groźba Przeciążenia Radiatorów: krytyczna", "HC"
    fails_on = 3
    heat = 2


@heat_effect
class WeaponsOffline(HeatEffect):
    """No energy equipment and no energy fire."""

    name, slot, color = "Weapons Offline", "energy", "black"
    name_pl, code = "Broń Wyłączona", "WO"
    silences = True
