"""What a battle is agreed on, in the visitor's language."""

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from collection.common.language import Words

SYSTEM = "khans-and-generals"

PERIODS: Mapping[str, Words] = {
    "preindustrial": _("Pre-industrial, to about 1850"),
    "early": _("Early, 1850 to 1916"),
    "modern": _("Modern, from 1916"),
}
SIZES: Mapping[str, Words] = {
    "small": pgettext_lazy("battle", "small"),
    "medium": pgettext_lazy("battle", "medium"),
    "large": pgettext_lazy("battle", "large"),
}
BATTLES: Mapping[str, Words] = {
    "attack": _("Attack"),
    "assault": _("Assault"),
    "meeting": _("Meeting engagement"),
    "pitched": _("Pitched battle"),
    "reconnaissance": _("Reconnaissance"),
    "ambush": _("Ambush"),
    "landing": _("Landing"),
    "convoy": _("Convoy"),
    "raid": _("Raid"),
    "relief": _("Relief"),
    "siege": _("Siege"),
}
#: What each type is about.
ABOUT: Mapping[str, Words] = {
    "attack": _("One side holds objectives in its zone, the other comes to take them."),
    "assault": _("An attack on a side that has dug in, with the objectives far behind its line."),
    "meeting": _("Both march on three objectives in the middle; whoever holds them gains."),
    "pitched": _("No objectives: the side that suffers too much loses."),
    "reconnaissance": _("One side feels its way to the objectives of the other."),
    "ambush": _("The attacker lies in wait for the defender."),
    "landing": _("The attacker comes ashore against prepared positions."),
    "convoy": _("The defender brings escorted wagons or lorries through."),
    "raid": _("The attacker comes for what the defender guards."),
    "relief": _("The defender is besieged and stronger than he seems."),
    "siege": _("The attacker storms fortifications."),
}
SIDES: Mapping[str, Words] = {
    "red": _("I attack"),
    "blue": _("I defend"),
    "": _("roll for it"),
}
TIMES: Mapping[str, Words] = {
    "dawn": pgettext_lazy("time of day", "dawn"),
    "day": pgettext_lazy("time of day", "day"),
    "evening": pgettext_lazy("time of day", "evening"),
    "night": pgettext_lazy("time of day", "night"),
}
WEATHERS: Mapping[str, Words] = {
    "sunny": pgettext_lazy("weather", "sunny"),
    "cloudy": pgettext_lazy("weather", "cloudy"),
    "fog": pgettext_lazy("weather", "fog"),
    "rain": pgettext_lazy("weather", "rain"),
    "snow": pgettext_lazy("weather", "snow"),
}
GROUNDS: Mapping[str, Words] = {
    "very_dry": pgettext_lazy("ground", "very dry"),
    "dry": pgettext_lazy("ground", "dry"),
    "wet": pgettext_lazy("ground", "wet"),
    "mud": pgettext_lazy("ground", "mud"),
    "snow": pgettext_lazy("ground", "snow"),
    "deep_snow": pgettext_lazy("ground", "deep snow"),
}
SEASONS: Mapping[str, Words] = {
    "spring": _("spring"),
    "summer": _("summer"),
    "autumn": _("autumn"),
    "winter": _("winter"),
}
COUNTRIES: Mapping[str, Words] = {
    "temperate": _("temperate"),
    "north": _("the north"),
    "desert": _("desert"),
}
#: What was settled, by its name among the rules.
SETTLED: Mapping[str, Words] = {
    "battle": _("Battle"),
    "attacker": _("Attacker"),
    "time": _("Time of day"),
    "weather": _("Weather"),
    "weather_left": _("Weather lasts"),
    "ground": _("Ground"),
    "relief": _("Table"),
    "first": _("First turn"),
    "objectives": _("Objectives"),
}
VALUES: Mapping[str, Mapping[str, Words]] = {
    "battle": BATTLES,
    "time": TIMES,
    "weather": WEATHERS,
    "ground": GROUNDS,
}
