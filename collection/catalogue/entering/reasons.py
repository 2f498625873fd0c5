"""What the rules' reader says of a record, in the visitor's language."""

import re
from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from collection.common.language import Words

PATTERNS: tuple[tuple[re.Pattern[str], Words], ...] = (
    (re.compile(r"The field “\w+” is missing\."), gettext_lazy("This cell is empty.")),
    (
        re.compile(r"(?P<found>-?\d+) is outside (?P<low>-?\d+) to (?P<high>-?\d+)\."),
        gettext_lazy("%(found)s is outside %(low)s to %(high)s."),
    ),
    (
        re.compile(r"click (?P<click>\d+) is out of sequence"),
        gettext_lazy("The clicks are not numbered 1, 2, 3 and on: click %(click)s is another."),
    ),
    (
        re.compile(r"a dial has 1 to (?P<longest>\d+) clicks of life"),
        gettext_lazy("A dial has 1 to %(longest)s clicks of life."),
    ),
    (
        re.compile(r"the type .+ cannot have the speed mode .+"),
        gettext_lazy("This type of figure cannot have this speed mode."),
    ),
    (
        re.compile(r"special equipment at .+ needs a weapon there"),
        gettext_lazy("There is special equipment for a weapon that this figure does not have."),
    ),
)

SENTENCES: Mapping[str, Words] = {
    "a figure bears one faction symbol or none": gettext_lazy(
        "A figure bears one faction symbol or none."
    ),
    "a unique figure bears a star and no rank": gettext_lazy(
        "A unique figure bears a star and no rank."
    ),
    "a melee weapon has range 0": gettext_lazy("A melee weapon has range 0."),
    "a weapon prints one to four range symbols": gettext_lazy("A weapon has one to four targets."),
    "the minimum range exceeds the maximum": gettext_lazy(
        "The nearest inch is beyond the farthest."
    ),
    "a dial has exactly one start marker": gettext_lazy("A dial has exactly one starting marker."),
    "a 'Mech has a primary and a secondary weapon": gettext_lazy(
        "A 'Mech has a primary and a secondary weapon."
    ),
    "infantry and vehicles have exactly one range type": gettext_lazy(
        "Infantry and vehicles have exactly one weapon."
    ),
    "only a 'Mech can have the melee range type": gettext_lazy(
        "Only a 'Mech can have a melee weapon."
    ),
    "a figure shows exactly one speed mode": gettext_lazy("The speed mode is missing."),
    "a 'Mech has secondary damage on every click": gettext_lazy(
        "A 'Mech has secondary damage on every click."
    ),
    "a 'Mech has a heat dial": gettext_lazy("A 'Mech has a heat dial."),
    "a heat dial begins with three green squares": gettext_lazy(
        "A heat dial begins with three green squares."
    ),
    "a 'Mech has a vent rating": gettext_lazy("A 'Mech has a vent rating."),
    "infantry and vehicles have one damage value": gettext_lazy(
        "Infantry and vehicles have no secondary damage."
    ),
    "only 'Mechs have a heat dial": gettext_lazy("Only 'Mechs have a heat dial."),
    "only 'Mechs have a vent rating": gettext_lazy("Only 'Mechs have a vent rating."),
}


def reason_in_words(reason: str) -> str:
    """The reader's reason as a sentence; as it stands where it is none of the known ones."""
    if reason in SENTENCES:
        return str(SENTENCES[reason])
    for pattern, sentence in PATTERNS:
        if found := pattern.fullmatch(reason):
            return str(sentence) % found.groupdict()
    return _("The rules refuse this: %s") % reason
