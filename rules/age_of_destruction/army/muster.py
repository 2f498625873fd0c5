"""A battle group worked out against the catalogue, in the order of evaluation.

(1) records, (2) gear and pilots on their 'Mechs, (3) recruitment, (4) contract, (5) effective
factions, (6) purity, (7) costs, (8) total. Nothing is judged here: the checks read what a `Muster`
holds. Places ("units[2].gear[0]") are those of the battle-group file.
"""

from collections.abc import Iterator
from copy import copy

from rules.age_of_destruction.army.battle_group import BattleGroup, CardChoice, Entry, GroupCard
from rules.age_of_destruction.army.inline import figure_of
from rules.age_of_destruction.army.recruitment import Recruitment, recruit
from rules.age_of_destruction.records.alliances import Alliances
from rules.age_of_destruction.records.cards import STEP, Card
from rules.age_of_destruction.records.catalogue import Catalogue
from rules.age_of_destruction.records.units import Unit
from rules.age_of_destruction.records.vocabulary import DAMAGE_VALUE, RANGE_TYPES
from rules.core.tally import Part, Tally


class Mounted:
    """A card on a figure: gear with the combat value it attaches to, or a pilot.

    `value` is the value after assignment (AOD-GEAR-021), None where none fits or none was chosen;
    `fault` is then the code that says why.
    """

    __slots__ = (
        "alternative",
        "card",
        "choice",
        "cost",
        "fault",
        "id",
        "recruitment",
        "value",
        "where",
    )

    def __init__(self, choice: CardChoice, card: Card | None, where: str) -> None:
        self.choice = choice
        self.id = choice.card
        self.card = card
        self.where = where
        self.value: str | None = None
        self.fault: str | None = None
        self.recruitment: Recruitment | None = None
        self.alternative = False
        self.cost: int | None = None


class Piece:
    """One entry of figures with its cards, its faction and what it costs."""

    __slots__ = (
        "blocked_contract",
        "count",
        "entry",
        "faction",
        "faction_from",
        "gear",
        "index",
        "misplaced",
        "pilots",
        "points",
        "unit",
        "where",
    )

    def __init__(self, index: int, entry: Entry, unit: Unit | None) -> None:
        self.index = index
        self.where = f"units[{index}]"
        self.entry = entry
        self.unit = unit
        self.count = entry.count
        self.gear: list[Mounted] = []
        self.pilots: list[Mounted] = []
        self.misplaced: list[Mounted] = []
        self.faction: str | None = None
        self.faction_from = "none"
        self.blocked_contract = False
        self.points: int | None = unit.points if unit else None

    @property
    def title(self) -> str:
        """Number and name, or the bare id of an unknown figure."""
        return self.unit.title if self.unit else self.entry.unit

    @property
    def is_mercenary(self) -> bool:
        """Whether it has no effective faction, and is known to have none (AOD-UNIT-006)."""
        return self.faction is None and self.unit is not None and self.unit.known

    def serves_none_of(self, factions: tuple[str, ...]) -> bool:
        """Whether some factions are asked for and its effective faction is known to be another."""
        return bool(factions) and self.faction not in factions and self.faction_from != "unknown"

    @property
    def cards(self) -> Iterator[Mounted]:
        """Everything mounted on it, gear first."""
        yield from self.gear
        yield from self.pilots
        yield from self.misplaced

    @property
    def recruitments(self) -> list[Recruitment]:
        """The recruitments of its pilots; a legal 'Mech has one pilot at most."""
        return [pilot.recruitment for pilot in self.pilots if pilot.recruitment]

    @property
    def value(self) -> int:
        """Points of one copy with gear, pilot and recruitment: its value for the game
        (AOD-GEAR-020, AOD-GUN-005); a lower bound where something is unknown."""
        if not (self.gear or self.pilots or self.misplaced):
            return self.points or 0
        cards = sum(mounted.cost or 0 for mounted in self.cards)
        return (self.points or 0) + cards + sum(r.cost for r in self.recruitments)


class Played:
    """A card of the whole group."""

    __slots__ = ("alternative", "card", "choice", "cost", "id", "where")

    def __init__(self, index: int, choice: GroupCard, card: Card | None) -> None:
        self.choice = choice
        self.id = choice.card
        self.card = card
        self.where = f"cards[{index}]"
        self.alternative = False
        self.cost: int | None = None


class Muster:
    """Everything the checks need to know of one group.

    `laden` are the figures with a card on them, `carriers` the known ones, `mechs` the 'Mechs among
    them; `gear` and `pilots` the known cards on 'Mechs. On any other figure the card itself is the
    fault, and an unknown figure hides everything about its cards. `open_costs` says of the cards
    that count with the lower of their two costs how much more they may come to. `as_written` takes
    inline figures for what they say, as the figures of a game are.
    """

    def __init__(
        self, group: BattleGroup, catalogue: Catalogue, *, as_written: bool = False
    ) -> None:
        self.group = group
        self.catalogue = catalogue
        self.limit = group.build_total
        self.event = group.event
        self.alliances: Alliances = catalogue.alliances()
        self.pieces = [
            Piece(index, entry, (as_written and entry.inline) or figure_of(entry, catalogue))
            for index, entry in enumerate(group.units)
        ]
        self.played = [
            Played(index, choice, catalogue.card(choice.card))
            for index, choice in enumerate(group.cards)
        ]
        self.laden = [piece for piece in self.pieces if piece.entry.gear or piece.entry.pilots]
        for piece in self.laden:
            self._mount(piece)
        self.carriers = [(p, p.unit) for p in self.laden if p.unit and (p.gear or p.pilots)]
        self.mechs = [(piece, unit) for piece, unit in self.carriers if unit.is_mech]
        self.gear = [(p, u, m, m.card) for p, u in self.mechs for m in p.gear if m.card]
        self.pilots = [(p, u, m, m.card) for p, u in self.mechs for m in p.pilots if m.card]
        self.by_type = self._sort_cards()
        self.contract = self._contract()
        for piece in self.pieces:
            self._take_side(piece)
        self._sum_up()

    def joined_by(self, unit: Unit) -> "Muster":
        """The group with one bare figure more, worked out from here.

        It shares the cards with this muster and prices them anew: of several such, only the one
        made last may be asked.
        """
        joined = copy(self)
        newcomer = Piece(len(self.pieces), Entry(unit.id), unit)
        joined.pieces = [*self.pieces, newcomer]
        joined._take_side(newcomer)
        joined._sum_up()
        return joined

    def _sum_up(self) -> None:
        """(5) to (8): what all figures together make of the group."""
        self.factions = {piece.faction for piece in self.pieces if piece.faction}
        self.pure = self._purity()
        self.unknown_costs: list[str] = []
        self.open_costs: dict[str, int] = {}
        self._price()
        self.points = self._tally()
        self.total = self.points.total

    @property
    def limit_is_valid(self) -> bool:
        """Whether the build total is a positive multiple of 150 (AOD-BUILD-002)."""
        return self.limit is not None and self.limit > 0 and self.limit % STEP == 0

    @property
    def orders(self) -> int | None:
        """Orders a turn: the limit by 150, or what the event says (AOD-BUILD-011)."""
        if self.event and self.event.orders is not None:
            return self.event.orders
        return self.limit // STEP if self.limit is not None and self.limit_is_valid else None

    @property
    def cards(self) -> Iterator[Mounted | Played]:
        """Every card of the group, on figures first; an unknown figure hides those on it."""
        for piece in self.laden:
            if piece.unit:
                yield from piece.cards
        yield from self.played

    def first(self, card_type: str) -> Played | None:
        """The card of a type that counts when there is more than one."""
        cards = self.by_type.get(card_type)
        return cards[0] if cards else None

    # (2) gear and pilots ----------------------------------------------------------------------

    def _mount(self, piece: Piece) -> None:
        for part, where, choice in piece.entry.cards_at(piece.where):
            card = self.catalogue.card(choice.card)
            mounted = Mounted(choice, card, where)
            if card is None:
                (piece.gear if part == "gear" else piece.pilots).append(mounted)
            elif card.is_gear:
                piece.gear.append(mounted)
                if piece.unit and piece.unit.is_mech:
                    _attach(mounted, card, piece.unit)
            elif card.is_pilot:
                piece.pilots.append(mounted)
            else:
                piece.misplaced.append(mounted)

    def _sort_cards(self) -> dict[str, list[Played]]:
        sorted_cards: dict[str, list[Played]] = {}
        for played in self.played:
            if played.card:
                sorted_cards.setdefault(played.card.type, []).append(played)
        return sorted_cards

    # (3) to (6) factions ------------------------------------------------------------------------

    def _contract(self) -> str | None:
        """The faction of the mercenary contract in force (AOD-MERC-002, AOD-MERC-010)."""
        played = self.first("MC")
        if not played or not played.card:
            return None
        factions = played.card.factions
        if played.choice.faction in factions:
            return played.choice.faction
        return factions[0] if len(factions) == 1 and played.choice.faction is None else None

    def _take_side(self, piece: Piece) -> None:
        """The effective faction: printed, else recruited, else contracted (AOD-MERC-009)."""
        unit = piece.unit
        recruiter = None
        for mounted in piece.pilots:
            if mounted.card and (mounted.card.is_gunslinger or mounted.choice.recruit):
                mounted.recruitment = recruit(
                    mounted.choice,
                    mounted.card,
                    unit,
                    any_symbol=self.group.ruling("symbolless_cost_gives_any_symbol"),
                    factions=self.catalogue.factions,
                )
                recruiter = recruiter or mounted.recruitment.faction
        if unit is None or not unit.known:
            piece.faction_from = "unknown"
        elif unit.faction:
            piece.faction, piece.faction_from = unit.faction, "printed"
        elif recruiter:
            piece.faction, piece.faction_from = recruiter, "recruitment"
        elif self.contract:
            crossed = {f for m in piece.pilots if m.card for f in m.card.crossed_out}
            if unit.is_mech and self.contract in crossed:
                piece.blocked_contract = True
            else:
                piece.faction, piece.faction_from = self.contract, "contract"

    def _purity(self) -> str | None:
        """The one faction of a pure group, by effective factions (AOD-BUILD-012)."""
        if len(self.factions) == 1 and all(piece.faction for piece in self.pieces):
            return next(iter(self.factions))
        return None

    @property
    def unrecorded(self) -> list[Piece]:
        """The figures whose faction nobody knows: any faction might be theirs."""
        return [piece for piece in self.pieces if piece.faction_from == "unknown"]

    @property
    def offered(self) -> tuple[str, ...]:
        """The factions a contract offers whose choice is still open."""
        played = self.first("MC")
        return played.card.factions if played and played.card and not self.contract else ()

    def absent(self, factions: tuple[str, ...]) -> list[str]:
        """Those of some factions that no figure is known to bear."""
        return [faction for faction in factions if faction not in self.factions]

    def lacking(self, factions: tuple[str, ...]) -> list[str]:
        """Those of some factions that no figure bears, where not all of them might yet be found:
        one each among the figures of unrecorded faction, one by a contract that is open."""
        absent = self.absent(factions)
        open_ones = sum(piece.count for piece in self.unrecorded)
        hires = any(faction in self.offered for faction in absent)
        open_ones += hires and any(piece.is_mercenary for piece in self.pieces)
        return absent if len(absent) > open_ones else []

    # (7) and (8) costs --------------------------------------------------------------------------

    def _price(self) -> None:
        for piece in self.pieces:
            if piece.points is None:
                self.unknown_costs.append(piece.where)
        for piece in self.laden:
            for mounted in piece.cards:
                self._price_card(mounted, mounted.card, piece)
        for played in self.played:
            self._price_card(played, played.card, None)

    def _price_card(self, place: Mounted | Played, card: Card | None, piece: Piece | None) -> None:
        if card is None:
            self.unknown_costs.append(place.where)
            return
        cost = card.cost
        if cost is None:
            place.cost = 0 if card.type == "PC" else None
        else:
            place.alternative = cost.alternative is not None and self._alternative_due(card, piece)
            mech_class = piece.unit.mech_class if piece and piece.unit else None
            place.cost = cost.due(self.limit, mech_class, place.alternative)
            if place.cost is not None and cost.alternative and self._may_yet_be_pure(card):
                other = cost.due(self.limit, mech_class, not place.alternative)
                low, high = sorted((place.cost, place.cost if other is None else other))
                place.cost, self.open_costs[place.where] = low, high - low
        if place.cost is None:
            self.unknown_costs.append(place.where)

    def _alternative_due(self, card: Card, piece: Piece | None) -> bool:
        """Whether the condition of the cost after OR is met (AOD-CARD-019, AOD-PRIDE-006,
        AOD-PILOT-010)."""
        if card.is_pilot:
            return bool(piece and piece.unit and piece.unit.id == card.preferred_mech)
        return self.pure is not None and self.pure in card.factions

    def _may_yet_be_pure(self, card: Card) -> bool:
        """Whether figures of unrecorded faction alone leave it open which of its two costs a card
        has (AOD-PRIDE-006)."""
        recorded = {p.faction for p in self.pieces if p.faction_from != "unknown"}
        one = len(recorded) <= 1 and recorded <= set(card.factions)
        return bool(self.unrecorded) and one and not card.is_pilot

    def _tally(self) -> Tally:
        parts: list[Part] = []
        for piece in self.pieces:
            if piece.points is not None:
                title = piece.title if piece.count == 1 else f"{piece.count} × {piece.title}"
                parts.append(Part(title, piece.points * piece.count, piece.where))
            for mounted in piece.cards:
                if mounted.cost is not None and mounted.card:
                    parts.append(Part(mounted.card.title, mounted.cost, mounted.where))
            if piece.pilots and (paid := [r for r in piece.recruitments if r.cost]):
                what = ", ".join(recruitment.what for recruitment in paid)
                cost = sum(recruitment.cost for recruitment in paid)
                parts.append(Part(what, cost, f"{piece.where}.recruit"))
        for played in self.played:
            if played.cost is not None and played.card:
                parts.append(Part(played.card.title, played.cost, played.where))
        return Tally(tuple(parts), at_least=bool(self.unknown_costs or self.open_costs))


def _attach(mounted: Mounted, card: Card, unit: Unit) -> None:
    """Give gear its combat value: the one named, or the weapon with the range type that is marked,
    chosen or alone (AOD-GEAR-009, 014, 015, 021)."""
    chosen = mounted.choice.weapon
    if card.attaches_to not in RANGE_TYPES:
        mounted.value = card.attaches_to
        other_weapon = chosen is not None and DAMAGE_VALUE[chosen] != card.attaches_to
        if card.attaches_to in DAMAGE_VALUE.values() and other_weapon:
            mounted.value, mounted.fault = None, "GEAR_WRONG_WEAPON"
        return
    if not unit.weapons:
        return
    fitting = [weapon.slot for weapon in card.fitting_weapons(unit)]
    if not unit.weapons_of(card.attaches_to):
        mounted.fault = "GEAR_WEAPON_TYPE_MISSING"
    elif chosen not in fitting and (chosen or not fitting):
        mounted.fault = "GEAR_WRONG_WEAPON"
    elif chosen is None and len(fitting) > 1:
        mounted.fault = "GEAR_WEAPON_NOT_CHOSEN"
    else:
        mounted.value = DAMAGE_VALUE[chosen or fitting[0]]
