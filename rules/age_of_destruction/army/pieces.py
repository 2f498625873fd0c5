"""What a battle group lists, beside its records: figures, the cards on them, its own cards."""

from collections.abc import Sequence

from rules.age_of_destruction.army.battle_group import CardChoice, Entry, GroupCard, place_on
from rules.age_of_destruction.army.recruitment import Recruitment
from rules.age_of_destruction.records.cards import Card
from rules.age_of_destruction.records.units import Unit


class Mounted:
    """A card on a figure: gear with the combat value it attaches to, or a pilot.

    `value` is the value after assignment (AOD-GEAR-021), None where none fits or none was chosen;
    `fault` is then the code that says why.
    """

    value: str | None = None
    fault: str | None = None
    recruitment: Recruitment | None = None
    alternative = False
    cost: int | None = None

    def __init__(
        self, choice: CardChoice, card: Card | None, on: int, part: str, slot: int | None
    ) -> None:
        self.choice = choice
        self.id = choice.card
        self.card = card
        self._on = on
        self._part = part
        self._slot = slot

    @property
    def where(self) -> str:
        """Its place in the file."""
        return place_on(f"units[{self._on}]", self._part, self._slot)


class Piece:
    """One entry of figures with its cards, its faction and what it costs."""

    # Most figures bear no card and are hired by nobody, and many are made to be judged once.
    gear: Sequence[Mounted] = ()
    pilots: Sequence[Mounted] = ()
    misplaced: Sequence[Mounted] = ()
    #: Everything mounted on it, gear first.
    cards: Sequence[Mounted] = ()
    faction: str | None = None
    faction_from = "none"
    points: int | None = None
    blocked_contract = False
    #: Whether nothing of it or of its cards hangs on the other figures of the group.
    is_settled = True

    def __init__(self, index: int, entry: Entry, unit: Unit | None) -> None:
        self.index = index
        self.entry = entry
        self.unit = unit
        self.count = entry.count
        if unit is not None:
            self.points = unit.points
            if unit.printed_faction:
                self.faction, self.faction_from = unit.printed_faction, "printed"

    @property
    def where(self) -> str:
        """Its place in the file."""
        return f"units[{self.index}]"

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
    def recruitments(self) -> list[Recruitment]:
        """The recruitments of its pilots; a legal 'Mech has one pilot at most."""
        return [pilot.recruitment for pilot in self.pilots if pilot.recruitment]

    @property
    def value(self) -> int:
        """Points of one copy with gear, pilot and recruitment: its value for the game
        (AOD-GEAR-020, AOD-GUN-005); a lower bound where something is unknown."""
        if not self.cards:
            return self.points or 0
        cards = sum(mounted.cost or 0 for mounted in self.cards)
        return (self.points or 0) + cards + sum(r.cost for r in self.recruitments)


class Played:
    """A card of the whole group."""

    __slots__ = ("_index", "alternative", "card", "choice", "cost", "id")

    def __init__(self, index: int, choice: GroupCard, card: Card | None) -> None:
        self.choice = choice
        self.id = choice.card
        self.card = card
        self._index = index
        self.alternative = False
        self.cost: int | None = None

    @property
    def where(self) -> str:
        """Its place in the file."""
        return f"cards[{self._index}]"
