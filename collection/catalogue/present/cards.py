"""Cards as pages print them: rows, prices, what they fit and ask for."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from collection.catalogue import game, selectors
from collection.catalogue.present import catalogue_words, values
from collection.catalogue.present.catalogue_values import Link
from collection.catalogue.present.catalogue_words import HOUSE
from collection.common.language import Words, language
from collection.common.numbers import signed


@dataclass(frozen=True)
class CardLine:
    """A card in a list of those that fit: how it is known, and what it costs as printed."""

    id: str
    name: str
    url: str
    cost: str
    house: values.Provenance | None


@dataclass(frozen=True)
class CardGroup:
    """The cards of one type."""

    type: Words
    cards: tuple[CardLine, ...]


def card_line(card: game.Card) -> CardLine:
    """A card as one line of a list."""
    url = reverse("collection:card", args=[card.id])
    return CardLine(card.id, card_name(card), url, printed_cost(card), house_mark(card))


def house_mark(card: game.Card) -> values.Provenance | None:
    """The mark of a card of our own."""
    return None if card.official else HOUSE


def printed_cost(card: game.Card) -> str:
    """The cost as printed, "OR" in the visitor's language; empty for a card that is free."""
    return (card.cost_text or "").replace(" OR ", _(" or "))


def card_name(card: game.Card) -> str:
    """The name in the visitor's language where the card has one."""
    return card.name_in(language())


BASE_RECRUITMENT = "base"


@dataclass(frozen=True)
class CardRow:
    """A card in the list of cards."""

    id: str
    name: str
    other_name: str
    url: str
    type: Words
    classes: str
    factions: str
    cost: str
    house: values.Provenance | None


@dataclass(frozen=True)
class MechLine:
    """A 'Mech that may carry a card, as one line of a list."""

    id: str
    name: str
    variant: str
    url: str
    points: int | None


def card_row(card: game.Card, names: dict[str, str]) -> CardRow:
    name = card_name(card)
    return CardRow(
        id=card.id,
        name=name,
        other_name=card.name if card.name != name else "",
        url=reverse("collection:card", args=[card.id]),
        type=catalogue_words.CARD_TYPES.get(card.type, card.type),
        classes=listed(catalogue_words.CLASSES[each] for each in card.classes),
        factions=listed(names[each] for each in (*card.factions, *card.required_factions)),
        cost=printed_cost(card),
        house=house_mark(card),
    )


def faction_names(system: str) -> dict[str, str]:
    """Every faction's name in the visitor's language."""
    return {
        faction.name: catalogue_words.own_name(faction) for faction in selectors.factions(system)
    }


def listed(names: Iterable[Any]) -> str:
    return ", ".join(str(name) for name in names)


def card_link(card: game.Card) -> Link:
    return Link(f"{card.id} {card_name(card)}", reverse("collection:card", args=[card.id]))


def cost_lines(card: game.Card) -> list[str]:
    """What a card costs, one sentence for each of its prices."""
    if card.cost is None or card.cost.base is None:
        return [_("free")] if card.cost_text is None else [card.cost_text]
    lines = [_price(card.cost.base.points, card.cost.base.scaled)]
    if card.cost.alternative is not None:
        price = _price(card.cost.alternative.points, card.cost.alternative.scaled)
        condition = (
            _("%(price)s in the preferred 'Mech")
            if card.is_pilot
            else _("%(price)s in a battle group of its faction alone")
        )
        lines.append(condition % {"price": price})
    return lines


def _price(points: int, scaled: bool) -> str:
    price = ngettext("%(points)s point", "%(points)s points", points) % {"points": points}
    return _("%(price)s for every 150 of the build total") % {"price": price} if scaled else price


def modifiers(card: game.Card) -> list[tuple[Any, str]]:
    """What a pilot adds to each combat value, with its sign."""
    return [
        (catalogue_words.VALUES[value], signed(change))
        for value, change in card.modifiers.items()
        if change
    ]


def preferred_mech(card: game.Card, known: game.Catalogue) -> Link | None:
    """The preferred 'Mech, linked where the catalogue has it."""
    if card.preferred_mech is None:
        return None
    unit = known.unit(card.preferred_mech)
    if unit is None:
        return Link(card.preferred_mech, "")
    return Link(unit.title, reverse("collection:figure", args=[unit.id]))


def mech_lines(card: game.Card, known: game.Catalogue) -> list[MechLine]:
    """The 'Mechs the card fits, the dearest last, those without known points after them."""
    fitting = sorted(
        game.mechs_for(card.id, known),
        key=lambda unit: (unit.points is None, unit.points, unit.id),
    )
    return [
        MechLine(
            id=unit.id,
            name=unit.title.removeprefix(unit.id).strip(),
            variant=unit.variant or "",
            url=reverse("collection:figure", args=[unit.id]),
            points=unit.points,
        )
        for unit in fitting
    ]


def recruitment_lines(card: game.Card, names: dict[str, str]) -> list[tuple[str, int]]:
    """Points by faction, those of a faction without a price of its own last."""
    named = [
        (names.get(faction, faction), points)
        for faction, points in card.recruitment.items()
        if faction != BASE_RECRUITMENT
    ]
    rest = [
        (_("any other faction"), p) for f, p in card.recruitment.items() if f == BASE_RECRUITMENT
    ]
    return sorted(named) + rest


def requirement_line(requirement: Any, names: dict[str, str]) -> str:
    """A further requirement in words: "at least 2: Vehicle, Swordsworn"."""
    if requirement.is_free_text:
        text: str = requirement.text.get(language(), "")
        return text
    kinds = [
        catalogue_words.TYPES.get(requirement.type or ""),
        catalogue_words.CLASSES.get(requirement.mech_class or ""),
        catalogue_words.RANK_NAMES.get(requirement.rank or ""),
        names.get(requirement.faction or ""),
        catalogue_words.RANK_NAMES["unique"] if requirement.unique else None,
    ]
    return _("at least %(count)s: %(kind)s") % {
        "count": requirement.count,
        "kind": listed(kind for kind in kinds if kind),
    }


def frequency(card: game.Card) -> str:
    if card.frequency is None:
        return ""
    return ngettext(
        "%(uses)s use a turn for every %(points)s points of the build total",
        "%(uses)s uses a turn for every %(points)s points of the build total",
        card.frequency.uses,
    ) % {"uses": card.frequency.uses, "points": card.frequency.points}
