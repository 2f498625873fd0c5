"""Plain values the pieces of the site are drawn from: pages build them, templates only read them.

Keys (slots, colours, shapes, markers, speed modes, range types, ranks) are those of the catalogue
files; `present.words` has their names in the visitor's language. Every text a value holds is ready
to be shown and is escaped by the template.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from collection.common.language import Words

Colour = Literal["green", "red", "blue", "black", "grey", "yellow"]
Shape = Literal["square", "circle"]
Marker = Literal["start", "repair_limit"]
ProvenanceKind = Literal["inferred", "single", "differs", "doubtful", "unknown", "house", "entered"]
Severity = Literal["error", "warning", "note"]

DIAL_POSITIONS = 18


@dataclass(frozen=True)
class Equipment:
    """Special equipment, or a heat effect, as printed: a coloured square, or a circle when it is
    for a single use. `code` is two letters, unique among all of them."""

    colour: Colour
    code: str
    name: Words = field(hash=False)
    shape: Shape = "square"


@dataclass(frozen=True)
class Weapon:
    """One damage row of a dial: its range type, ranges in inches and how many targets it takes."""

    range_type: str
    range_min: int
    range_max: int
    targets: int = 1


@dataclass(frozen=True)
class Click:
    """One position of the combat dial; `number` counts from 1, `damages` stand as the weapons.

    `equipment` is keyed by slot: speed, attack, defense, primary_damage, secondary_damage.
    """

    number: int
    speed: int
    attack: int
    defense: int
    damages: tuple[int, ...]
    marker: Marker | None = None
    equipment: Mapping[str, Equipment] = field(default_factory=dict, hash=False)


@dataclass(frozen=True)
class HeatPosition:
    """One position of the heat dial, from 0: what it adds to a slot's value, and the effects there.

    The green starting position is position 0 and no effect; shutdown follows the last position.
    """

    number: int
    modifiers: Mapping[str, int] = field(hash=False)
    effects: Mapping[str, Equipment] = field(default_factory=dict, hash=False)


@dataclass(frozen=True)
class Dial:
    """A figure's dials: one weapon for infantry and vehicles, two for 'Mechs, heat for 'Mechs.

    `current` is the click now in the window and `heat_current` the heat position, None outside
    of play; `vent` is the vent rating.
    """

    name: Words
    weapons: tuple[Weapon, ...]
    clicks: tuple[Click, ...]
    heat: tuple[HeatPosition, ...] = ()
    vent: int | None = None
    current: int | None = None
    heat_current: int | None = None


@dataclass(frozen=True)
class FigureView:
    """A figure as it stands on a page: its picture, what its base prints, its dial.

    `drawing` is a group of the sprite of silhouettes, `mark` one of the sprite of marks ("" where
    nobody knows the base) and names the spot colour; `url` is empty where the figure has no page.
    `dial` and `points` are None where nobody knows them; whoever counts gear and pilots in
    replaces them.
    """

    id: str
    name: Words
    drawing: str
    mark: str
    kind: Words = field(hash=False)
    url: str = ""
    variant: str = ""
    rank: str = ""
    mode: str = ""
    points: int | None = None
    dial: Dial | None = None


@dataclass(frozen=True)
class Stood:
    """A figure of a row: its drawing and mark, and where its grid is, in units of the row."""

    drawing: str
    mark: str
    left: float
    scale: float


@dataclass(frozen=True)
class Lineup:
    """Figures on one ground, `width` × `height` units; `mark` is what they share, `rest` how many
    more there are."""

    figures: tuple[Stood, ...]
    width: float
    height: float
    mark: str
    rest: int = 0


@dataclass(frozen=True)
class Faction:
    """A faction's name with its abbreviation; figures without a printed symbol have no faction."""

    name: Words = field(hash=False)
    abbreviation: str = ""


@dataclass(frozen=True)
class Provenance:
    """How far a value can be trusted, with the reason in one sentence and titles of sources.

    inferred: worked out, not printed; single: one source only; differs: sources disagree;
    unknown: no source has it; house: ours, not official; entered: an owner entered it here.
    """

    kind: ProvenanceKind
    note: Words
    sources: tuple[str, ...] = ()


@dataclass(frozen=True)
class TallyPart:
    """One summand: what it is, its value, where it comes from, and its own parts if it has any."""

    what: Words
    value: int
    source: Words = ""
    parts: tuple["TallyPart", ...] = ()


@dataclass(frozen=True)
class Tally:
    """A number that opens into its parts; `at_least` says that an unknown summand is missing.

    `limit` is shown after the total ("447 / 450"), `unit` is a short word or sign.
    """

    label: Words
    total: int
    parts: tuple[TallyPart, ...]
    unit: Words = ""
    limit: int | None = None
    at_least: bool = False


@dataclass(frozen=True)
class Rule:
    """A rule as a chip names it: its id ("AOD-GUN-008") and title."""

    id: str
    title: Words


@dataclass(frozen=True)
class PostAction:
    """One button that changes something: a form posted to `url`, or with `form` the form of that
    id on the page, which the button sends with its `name` and `value`.

    `icon` is a symbol of the sprite.
    """

    label: Words
    url: str = ""
    name: str = ""
    value: str = ""
    icon: str = ""
    form: str = ""


@dataclass(frozen=True)
class Place:
    """Where a problem sits, in words, with the address of that spot on the page."""

    label: Words
    href: str = ""


@dataclass(frozen=True)
class Problem:
    """One violation in words; an "error" makes the group illegal. `unfinished`: nothing is wrong,
    something has still to be added, chosen or confirmed."""

    severity: Severity
    message: Words
    places: tuple[Place, ...] = ()
    rules: tuple[Rule, ...] = ()
    unfinished: bool = False


@dataclass(frozen=True)
class Repair:
    """A set of edits, and the points the whole group would then cost.

    What makes it legal says what it keeps and how many points it leaves; `leads` is the first such.
    """

    message: Words
    total: int
    action: PostAction
    keeps: Words = ""
    left: int | None = None
    leads: bool = False


@dataclass(frozen=True)
class Proof:
    """One check in words with the facts it was answered with."""

    sentence: Words
    holds: bool
    rules: tuple[Rule, ...] = ()


@dataclass(frozen=True)
class ProofSection:
    """The checks of one section of the rules."""

    title: Words
    proofs: tuple[Proof, ...]


@dataclass(frozen=True)
class Verdict:
    """Everything the rules say about a group: problems, ways out of them, and what holds.

    `undecided`: nothing is wrong, but something only a person can judge is open. `empty`: all that
    is wrong is that nothing has been added yet. `headline` says it in a few words, `over` by how
    many points the group exceeds its total where nothing else is wrong.
    """

    problems: tuple[Problem, ...] = ()
    repairs: tuple[Repair, ...] = ()
    sections: tuple[ProofSection, ...] = ()
    undecided: bool = False
    empty: bool = False
    headline: Words = ""
    over: int = 0

    @property
    def blocking(self) -> tuple[Problem, ...]:
        """What is wrong and forbids play."""
        return tuple(p for p in self.problems if p.severity == "error" and not p.unfinished)

    @property
    def unfinished(self) -> tuple[Problem, ...]:
        """What is fine while building and has to be settled before play."""
        return tuple(p for p in self.problems if p.unfinished)

    @property
    def notices(self) -> tuple[Problem, ...]:
        """What forbids nothing."""
        return tuple(p for p in self.problems if p.severity != "error" and not p.unfinished)

    @property
    def errors(self) -> int:
        """How many problems forbid the group."""
        return sum(problem.severity == "error" for problem in self.problems)

    @property
    def legal(self) -> bool:
        """Whether the group may be played as it stands."""
        return self.errors == 0 and not self.undecided

    @property
    def holding(self) -> int:
        """How many checks hold."""
        return sum(proof.holds for section in self.sections for proof in section.proofs)


@dataclass(frozen=True)
class Column:
    """A column of a piece table: one of `PIECE_COLUMNS`, its label, and the address that orders
    the list by it; `ordered` says how it is ordered now."""

    key: str
    label: Words
    order_url: str = ""
    ordered: Literal["", "ascending", "descending"] = ""


@dataclass(frozen=True)
class PieceRow:
    """One figure in a list. `type` is in words, `mode` and `rank` are keys, `marks` give the
    provenance of single columns; `faction_known` is false where no source tells the symbol;
    `numbers` are the combat values at the start by column, `figure` is given for lists of pictures;
    `owned` and `free` are None for a visitor without a collection, and `owned_in` whose they are:
    a collection's id, "" for all of the reader's own together; `pick` is what a tick box for
    comparing stands for, empty for no box; `add_url` is where it is added to a battle group;
    `drawer_url` is where the catalogue has it, empty for what it does not know; `is_named` is false
    where the name only says that there is none."""

    number: str
    name: Words
    url: str
    points: int | None = None
    variant: str = ""
    faction: Faction | None = None
    faction_known: bool = True
    rank: str = ""
    type: Words = field(default="", hash=False)
    mode: str = ""
    equipment: tuple[Equipment, ...] = ()
    numbers: Mapping[str, int | None] = field(default_factory=dict, hash=False)
    figure: FigureView | None = None
    owned: int | None = None
    free: int | None = None
    marks: Mapping[str, Provenance] = field(default_factory=dict, hash=False)
    action: PostAction | None = None
    pick: str = ""
    add_url: str = ""
    drawer_url: str = ""
    owned_in: str | None = None
    is_named: bool = True


@dataclass(frozen=True)
class PieceTable:
    """A list of figures with the columns a person chose."""

    caption: Words
    columns: tuple[Column, ...]
    rows: tuple[PieceRow, ...]

    @property
    def has_actions(self) -> bool:
        """Whether any row carries a button."""
        return any(row.action for row in self.rows)

    @property
    def has_picks(self) -> bool:
        """Whether rows can be ticked for comparing."""
        return any(row.pick for row in self.rows)
