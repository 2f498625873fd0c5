"""A battle group worked out against the catalogue, in the order of evaluation.

(1) records, (2) gear and pilots on their 'Mechs, (3) recruitment, (4) contract, (5) effective
factions, (6) purity, (7) costs, (8) total. Nothing is judged here: the checks read what a `Muster`
holds. Places ("units[2].gear[0]") are those of the battle-group file.
"""

from collections.abc import Callable

from rules.age_of_destruction.army.battle_group import BattleGroup, Entry
from rules.age_of_destruction.army.inline import figure_of
from rules.age_of_destruction.army.pieces import Mounted, Piece, Played
from rules.age_of_destruction.army.recruitment import recruit
from rules.age_of_destruction.records.alliances import Alliances
from rules.age_of_destruction.records.cards import STEP, Card
from rules.age_of_destruction.records.catalogue import Catalogue
from rules.age_of_destruction.records.units import Unit
from rules.age_of_destruction.records.vocabulary import DAMAGE_VALUE, RANGE_TYPES
from rules.core.kept import kept
from rules.core.tally import Part, Tally

#: What a question about a group may hang on: its figures and whom they serve, the cards on them,
#: those of the group, the build total, the event, and whatever else the file says.
PARTS = frozenset(("figures", "mounted", "played", "limit", "event", "rest"))


class Muster:
    """Everything the checks need to know of one group.

    `laden` are the figures with a card on them, `carriers` the known ones, `mechs` the 'Mechs among
    them; `gear` and `pilots` the known cards on 'Mechs. On any other figure the card itself is the
    fault, and an unknown figure hides everything about its cards. `open_costs` says of the cards
    that count with the lower of their two costs how much more they may come to. `as_written` takes
    inline figures for what they say, as the figures of a game are; an `earlier` one of a group
    like it, by the same catalogue, saves work.

    Of its figures, `strangers` are in no catalogue, the records of `sketched` lack something,
    `uniques` bear a star, `inline` are written into the list, and of `stated` it says the points.
    """

    def __init__(
        self,
        group: BattleGroup,
        catalogue: Catalogue,
        *,
        as_written: bool = False,
        earlier: "Muster | None" = None,
    ) -> None:
        def written_out(entry: Entry) -> Unit | None:
            return entry.inline if as_written else figure_of(entry, catalogue)

        self.group = group
        self.catalogue = catalogue
        self.limit = group.build_total
        self.event = group.event
        self.loads = group.loads
        self.alliances: Alliances = catalogue.alliances()
        self.played = [
            Played(index, choice, catalogue.card(choice.card))
            for index, choice in enumerate(group.cards)
        ]
        self.by_type = self._sort_cards()
        self.contract = self._contract()
        known = self._as_before(earlier) if earlier else []
        units = catalogue.units
        coming = [
            Piece(
                index, entry, units.get(entry.unit) if entry.inline is None else written_out(entry)
            )
            for index, entry in enumerate(group.units[len(known) :], len(known))
        ]
        self.pieces = known + coming if known else coming
        self.laden = [p for p in self.pieces if p.entry.gear or p.entry.pilots]
        for piece in self.laden:
            if not piece.cards:
                self._mount(piece)
                self._take_side(piece, self._recruiter(piece))
        for piece in coming:
            if not piece.faction and not piece.cards:
                self._take_side(piece, None)
        self.unknown_costs: list[str] = []
        self.open_costs: dict[str, int] = {}
        self._sort_pieces()
        self.carriers = [(p, p.unit) for p in self.laden if p.unit and (p.gear or p.pilots)]
        self.mechs = [(piece, unit) for piece, unit in self.carriers if unit.is_mech]
        self.gear = [(p, u, m, m.card) for p, u in self.mechs for m in p.gear if m.card]
        self.pilots = [(p, u, m, m.card) for p, u in self.mechs for m in p.pilots if m.card]
        #: Every card of the group, on figures first; an unknown figure hides those on it.
        self.cards: list[Mounted | Played] = [m for p in self.laden if p.unit for m in p.cards]
        self.cards += self.played
        self.pure = self._purity()
        self.total += self._price()

    def _as_before(self, earlier: "Muster") -> list[Piece]:
        """The figures before the first that differs from an earlier muster's; those are the same
        values about which nothing can change."""
        before = (earlier.contract, earlier.limit, earlier.group.rulings)
        if (self.contract, self.limit, self.group.rulings) != before:
            return []
        same: list[Piece] = []
        for entry, piece in zip(self.group.units, earlier.pieces, strict=False):
            if entry is not piece.entry:
                break
            same.append(piece if piece.is_settled else Piece(piece.index, entry, piece.unit))
        return same

    def parts_unlike(self, earlier: "Muster") -> frozenset[str]:
        """The parts of the group that differ from an earlier one's; all, where its rulings do."""
        group, other = self.group, earlier.group
        if group.rulings != other.rulings:
            return PARTS
        unlike = {
            "figures": _differ(self.pieces, earlier.pieces, _figure),
            "mounted": _differ(self.laden, earlier.laden, _bearer),
            "played": group.cards != other.cards,
            "limit": group.build_total != other.build_total,
            "event": group.event != other.event,
            "rest": (group.loads, group.owned, group.unknown)
            != (other.loads, other.owned, other.unknown),
        }
        return frozenset(part for part, differs in unlike.items() if differs)

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

    def first(self, card_type: str) -> Played | None:
        """The card of a type that counts when there is more than one."""
        cards = self.by_type.get(card_type)
        return cards[0] if cards else None

    def _sort_pieces(self) -> None:
        """Find the figures that questions are about, and what those cost whose points are known."""
        self.strangers: list[Piece] = []
        self.sketched: list[tuple[Piece, Unit]] = []
        self.uniques: list[tuple[Piece, Unit]] = []
        self.inline: list[Piece] = []
        self.stated: list[Piece] = []
        self.factions: set[str] = set()
        self.total = 0
        for piece in self.pieces:
            entry, unit, points = piece.entry, piece.unit, piece.points
            if unit is None:
                self.strangers.append(piece)
            else:
                if unit.gaps:
                    self.sketched.append((piece, unit))
                if unit.unique:
                    self.uniques.append((piece, unit))
            if entry.inline:
                self.inline.append(piece)
            if entry.inline or entry.points is not None:
                self.stated.append(piece)
            if piece.faction:
                self.factions.add(piece.faction)
            if points is None:
                self.unknown_costs.append(piece.where)
            else:
                self.total += points * piece.count

    # (2) gear and pilots ----------------------------------------------------------------------

    def _mount(self, piece: Piece) -> None:
        gear: list[Mounted] = []
        pilots: list[Mounted] = []
        misplaced: list[Mounted] = []
        for part, slot, choice in piece.entry.mounted():
            card = self.catalogue.card(choice.card)
            mounted = Mounted(choice, card, piece.index, part, slot)
            if card is None:
                (gear if part == "gear" else pilots).append(mounted)
            elif card.is_gear:
                gear.append(mounted)
                if piece.unit and piece.unit.is_mech:
                    _attach(mounted, card, piece.unit)
            elif card.is_pilot:
                pilots.append(mounted)
            else:
                misplaced.append(mounted)
        piece.gear, piece.pilots, piece.misplaced = gear, pilots, misplaced
        piece.cards = [*gear, *pilots, *misplaced]
        piece.is_settled = not any(map(_hangs_on_purity, piece.cards))

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

    def _recruiter(self, piece: Piece) -> str | None:
        """The faction that recruits the pilot of a figure, as is worked out here."""
        recruiter = None
        for mounted in piece.pilots:
            if mounted.card and (mounted.card.is_gunslinger or mounted.choice.recruit):
                mounted.recruitment = recruit(
                    mounted.choice,
                    mounted.card,
                    piece.unit,
                    any_symbol=self.group.ruling("symbolless_cost_gives_any_symbol"),
                    factions=self.catalogue.factions,
                )
                recruiter = recruiter or mounted.recruitment.faction
        return recruiter

    def _take_side(self, piece: Piece, recruiter: str | None) -> None:
        """The effective faction: printed, else recruited, else contracted (AOD-MERC-009)."""
        unit = piece.unit
        if piece.faction:
            return
        if unit is None or not unit.known:
            piece.faction_from = "unknown"
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

    def _price(self) -> int:
        """Price the cards; the sum of what is known to be due for them and for recruitments,
        which `points` has with its parts."""
        due = 0
        for piece in self.laden:
            for mounted in piece.cards:
                if mounted.cost is None:
                    self._price_card(mounted, mounted.card, piece)
                due += mounted.cost or 0
            for pilot in piece.pilots:
                if pilot.recruitment:
                    due += pilot.recruitment.cost
        for played in self.played:
            self._price_card(played, played.card, None)
            due += played.cost or 0
        return due

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
            return piece is not None and card.prefers(piece.unit)
        return self.pure is not None and self.pure in card.factions

    def _may_yet_be_pure(self, card: Card) -> bool:
        """Whether figures of unrecorded faction alone leave it open which of its two costs a card
        has (AOD-PRIDE-006)."""
        recorded = {p.faction for p in self.pieces if p.faction_from != "unknown"}
        one = len(recorded) <= 1 and recorded <= set(card.factions)
        return bool(self.unrecorded) and one and not card.is_pilot

    @kept
    def points(self) -> Tally:
        """The points, part by part."""
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


def _hangs_on_purity(mounted: Mounted) -> bool:
    """Whether what a card on a figure costs may hang on the others of the group (AOD-PRIDE-006)."""
    card = mounted.card
    alternative = card.cost.alternative if card and card.cost else None
    return alternative is not None and card is not None and not card.is_pilot


def _differ(some: list[Piece], others: list[Piece], told: Callable[[Piece], object]) -> bool:
    """Whether what is told of figures differs anywhere."""
    if len(some) != len(others):
        return True
    pairs = zip(some, others, strict=True)
    return any(one is not other and told(one) != told(other) for one, other in pairs)


def _figure(piece: Piece) -> tuple[object, ...]:
    """What is to be known of a figure apart from the cards on it."""
    e = piece.entry
    return (e.unit, e.count, e.points, e.inline, e.unknown, piece.faction, piece.faction_from)


def _bearer(piece: Piece) -> tuple[object, ...]:
    """What is to be known of a figure and the cards on it."""
    return (piece.index, piece.entry, piece.faction, piece.faction_from)


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
