"""The catalogue's own words in the visitor's language: kinds of figures and cards, conditions."""

from collections.abc import Iterable, Mapping

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from collection.catalogue.models import ExpansionSet, Faction
from collection.catalogue.present import values, words
from collection.catalogue.records import Mark, Source
from collection.common.language import Words, language

TYPES: Mapping[str, Words] = {
    "mech": _("'Mech"),
    "vehicle": _("Vehicle"),
    "infantry": _("Infantry"),
}

CLASSES: Mapping[str, Words] = {
    "Light": pgettext_lazy("'Mech class", "Light"),
    "Medium": pgettext_lazy("'Mech class", "Medium"),
    "Heavy": pgettext_lazy("'Mech class", "Heavy"),
    "Assault": pgettext_lazy("'Mech class", "Assault"),
}

MECHS: Mapping[str, Words] = {
    "Light": _("Light 'Mech"),
    "Medium": _("Medium 'Mech"),
    "Heavy": _("Heavy 'Mech"),
    "Assault": _("Assault 'Mech"),
}

WITHOUT_DIAL: Mapping[str, Words] = {
    "mech": _("'Mech, no dial known"),
    "vehicle": _("Vehicle, no dial known"),
    "infantry": _("Infantry, no dial known"),
}

LABELS: Mapping[str, Words] = {
    "Gunslinger": _("Gunslinger"),
    "Mercenary": _("Mercenary"),
}

ATTACK_SYMBOLS: Mapping[str, Words] = {
    "cross": _("cross instead of the crosshair"),
    "wrench": _("wrench instead of the crosshair"),
}

CARD_TYPES: Mapping[str, Words] = {
    "G": pgettext_lazy("card type", "Gear"),
    "P": pgettext_lazy("card type", "Pilot"),
    "LP": pgettext_lazy("card type", "Legendary pilot"),
    "GS": pgettext_lazy("card type", "Gunslinger"),
    "PC": pgettext_lazy("card type", "Planetary condition"),
    "F": pgettext_lazy("card type", "Faction Pride"),
    "MC": pgettext_lazy("card type", "Mercenary Contract"),
    "SA": pgettext_lazy("card type", "Situational Alliance"),
}

VALUES: Mapping[str, Words] = {
    "speed": _("Speed"),
    "attack": _("Attack"),
    "defense": _("Defense"),
}

RANK_NAMES: Mapping[str, Words] = {key: sign.name for key, sign in words.RANKS.items()}

CARRIERS: Mapping[str, Words] = {
    "speed": _("the speed value"),
    "attack": _("the attack value"),
    "defense": _("the defense value"),
    "primary_damage": _("the primary damage value"),
    "secondary_damage": _("the secondary damage value"),
    "ballistic": _("a ballistic weapon"),
    "energy": _("an energy weapon"),
    "melee": _("a melee weapon"),
}

WEAPON_SLOTS: Mapping[str, Words] = {
    "primary": _("primary weapon"),
    "secondary": _("secondary weapon"),
}

#: What the marks of a record are about.
FIELDS: Mapping[str, Words] = {
    "*": _("Whole record"),
    "dial": _("Combat dial"),
    "heat_dial": _("Heat dial"),
    "attacks": _("Weapons"),
    "block": _("Numbers"),
    "text": _("Text"),
    "cancels": _("Cancels"),
    "alongside": _("Beside other equipment"),
    "recruitment": _("Recruitment"),
    "unique": _("Unique"),
    "rarity": _("Rarity"),
    "requires": _("Requirement"),
}

RULE_KINDS: Mapping[str, Words] = {
    "build": _("army building"),
    "setup": _("set-up"),
    "play": _("play"),
    "score": _("scoring"),
}

RARITIES: Mapping[str, Words] = {
    "starter": pgettext_lazy("rarity", "starter set"),
    "rare": pgettext_lazy("rarity", "rare"),
    "super-rare": pgettext_lazy("rarity", "super rare"),
    "ultra-rare": pgettext_lazy("rarity", "ultra rare"),
    "unique": pgettext_lazy("rarity", "unique"),
    "limited-edition": pgettext_lazy("rarity", "limited edition"),
    "promotional": pgettext_lazy("rarity", "promotional"),
}

KIND_OF_MARK: Mapping[str, values.ProvenanceKind] = {
    "inferred": "inferred",
    "differs": "differs",
    "single-source": "single",
    "doubtful": "doubtful",
    "missing": "unknown",
    "entered": "entered",
}

HOUSE = values.Provenance("house", _("Made by this project, not part of the published game."))


def own_name(named: ExpansionSet | Faction) -> str:
    """The name of a set or faction in the visitor's language."""
    return (named.name_pl if language() == "pl" else "") or named.name


def faction_value(faction: Faction | None) -> values.Faction | None:
    """A faction as the pieces show it."""
    return values.Faction(own_name(faction), faction.abbreviation) if faction else None


def provenance(mark: Mark, sources: Iterable[Source] = ()) -> values.Provenance:
    """A mark of a record as the pieces show it, with the record's sources where they have it."""
    read_there = mark.how in ("inferred", "differs", "single-source", "doubtful")
    return values.Provenance(
        KIND_OF_MARK[mark.how],
        mark.note.in_language(language()),
        tuple(source.title for source in sources) if read_there else (),
    )
