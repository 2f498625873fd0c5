"""Every figure and card of the catalogue, as people may name them."""

from dataclasses import dataclass
from functools import lru_cache

from armybuilder.groups.present.verdicts import card_name, faction_names
from collection.catalogue.game import catalogue
from collection.catalogue.present.catalogue_words import RANK_NAMES
from collection.common.folding import fold
from collection.common.language import in_every_language, language
from rules import age_of_destruction as aod

FIGURE, GEAR, PILOT, GROUP_CARD = "figure", "gear", "pilot", "group"


@dataclass(frozen=True)
class KnownPiece:
    """A figure or card. `role` says where in a group it belongs, `label` shows it in a choice.

    `names` are what it is called, `traits` what tells it from others of its name, both folded.
    """

    id: str
    set: str
    number: str
    role: str
    label: str
    names: tuple[str, ...]
    traits: frozenset[str] = frozenset()
    points: int | None = None
    complete: bool = True


def known_pieces() -> tuple[KnownPiece, ...]:
    """All of them: what is known completely first, then by number."""
    return _pieces(catalogue(), language())


def known_factions() -> dict[str, str]:
    """Each faction by its folded names in every language."""
    return {
        fold(name): faction for faction in catalogue().factions for name in faction_names(faction)
    }


@lru_cache(maxsize=4)
def _pieces(known: aod.Catalogue, _language: str) -> tuple[KnownPiece, ...]:
    units = [_figure(unit) for unit in known.units.values()]
    cards = [_card(card) for card in known.cards.values()]
    return tuple(sorted([*units, *cards], key=lambda piece: (not piece.complete, piece.id)))


def _figure(unit: aod.Unit) -> KnownPiece:
    variant = unit.variant or ""
    said = [unit.name, unit.full_name, unit.nickname or "", variant]
    said += [f"{name} {variant}" for name in (unit.name, unit.full_name)]
    ranks = in_every_language(RANK_NAMES.get(unit.rank_mark or "", ""))
    factions = faction_names(unit.faction) if unit.faction else ()
    said_of_it = [unit.label, variant, unit.nickname, *ranks, *factions]
    return KnownPiece(
        id=unit.id,
        set=unit.set or "",
        number=unit.number or "",
        role=FIGURE,
        label=_label(unit),
        names=tuple(dict.fromkeys(filter(None, map(fold, said)))),
        traits=frozenset(fold(trait) for trait in said_of_it if trait),
        points=unit.points,
        complete=unit.points is not None,
    )


def _label(unit: aod.Unit) -> str:
    """Number, name, and what tells the figure from others of its name."""
    rank = str(RANK_NAMES.get(unit.rank_mark or "", ""))
    faction = aod.faction_name(unit.faction, language()) if unit.faction else ""
    points = "" if unit.points is None else str(unit.points)
    return ", ".join(filter(None, (unit.title, unit.variant, rank, faction, points)))


def _card(card: aod.Card) -> KnownPiece:
    role = GEAR if card.is_gear else PILOT if card.is_pilot else GROUP_CARD
    return KnownPiece(
        id=card.id,
        set=card.set,
        number=card.number,
        role=role,
        label=f"{card.id} {card_name(card)}",
        names=tuple(dict.fromkeys(fold(name) for name in (card.name, card.name_pl) if name)),
    )
